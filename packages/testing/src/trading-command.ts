/** Commands of the order book, by labels: see `command.ts`. */
import type { TenantId } from '@tallystick/core'

/** `o0`, `o1`, …: orders by the command that places them. */
type TradeLabel = string
/** By the labels of the order that waited, and of the one that arrived. */
type AgreementLabel = string

export interface NewOrder {
  readonly as: TradeLabel
  readonly side: 'BUY' | 'SELL'
  readonly pair: string
  readonly price: string
  readonly amount: string
  /** Labels. */
  readonly account1: string
  readonly account2: string
  readonly fee: string | null
  readonly feeAccount: string | null
  /** Of a future. */
  readonly terms: { readonly sealDate: number; readonly block: string; readonly penalty: string } | null
}

export type TradingCommand = { readonly tenant: TenantId } & (
  | { readonly type: 'placeTrade'; readonly order: NewOrder }
  | { readonly type: 'finishTrade'; readonly pair: string }
  | { readonly type: 'cancelTrade'; readonly trade: TradeLabel }
  | { readonly type: 'cancelTrades'; readonly account: string }
  | { readonly type: 'expireTrade'; readonly trade: TradeLabel }
  | { readonly type: 'settleAgreement'; readonly agreement: AgreementLabel }
)

/** What the model cannot know of a unit of work: when it was, and how far it has matched an order that takes many. */
export interface SeenTrading {
  readonly now: number
  /** Labels of the orders that it has changed, in turn. */
  readonly touched: readonly TradeLabel[]
  /** An earlier order must be matched further before the call can begin; or the call must go on. */
  readonly more: boolean
  /** Earlier orders that are still not finished. */
  readonly paused: readonly TradeLabel[]
  /** Nothing that it has done stays. */
  readonly refused: boolean
  /** The order of the call must be matched further. */
  readonly unfinished: boolean
}

export const NOTHING_SEEN: SeenTrading = {
  now: 0,
  touched: [],
  more: false,
  paused: [],
  refused: false,
  unfinished: false,
}

const TRADING: ReadonlySet<string> = new Set<TradingCommand['type']>([
  'placeTrade',
  'finishTrade',
  'cancelTrade',
  'cancelTrades',
  'expireTrade',
  'settleAgreement',
])

export const isTrading = (command: { readonly type: string }): command is TradingCommand =>
  TRADING.has(command.type)
