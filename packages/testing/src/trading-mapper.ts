/** Translates the commands of the order book, as `translate` does those of the ledger. */
import {
  type AccountId,
  type AgreementId,
  type Change,
  cancelTrade,
  cancelTrades,
  type Decimal,
  expireTrade,
  finishTrade,
  type PlaceTrade,
  placeTrade,
  settleAgreement,
  type TenantId,
  type Timestamp,
  type Traded,
  type TradeId,
} from '@tallystick/core'
import type { Use } from './chain-mapper.js'
import type { Labels } from './labels.js'
import type { NewOrder, SeenTrading, TradingCommand } from './trading-command.js'

/** Ids are not predicted. */
const shown = ({ count, mustRepeat, isMatching }: Omit<Traded, 'id'>) => ({
  count,
  more: mustRepeat,
  unfinished: isMatching,
})
const price = ({ mustRepeat }: Traded): number => (mustRepeat ? 0 : 1)
const settled = (did: boolean): Omit<Traded, 'id'> => ({
  count: did ? 1 : 0,
  mustRepeat: false,
  isMatching: false,
})

export function translateTrading<Result>(command: TradingCommand, labels: Labels, use: Use<Result>): Result {
  const { tenant } = command
  const learn = (_output: unknown, changes: readonly Change[]): void => {
    for (const change of changes)
      if (change.type === 'trade.placed')
        labels.give(nameOf(command, change.trade.id, labels), change.trade.id)
    for (const change of changes) {
      if (change.type !== 'agreement.made') continue
      const { id, maker, taker } = change.agreement
      labels.give(`${labels.label(maker)}+${labels.label(taker)}`, id)
    }
  }
  const tradeOf = (label: string) => ({ tenant, trade: labels.id(label) as TradeId })
  switch (command.type) {
    case 'placeTrade':
      return use(placeTrade, newOrder(tenant, command.order, labels), shown, learn, price)
    case 'finishTrade':
      return use(finishTrade, { tenant, pair: command.pair }, shown, learn, price)
    case 'cancelTrade':
      return use(cancelTrade, tradeOf(command.trade), shown, learn, price)
    case 'cancelTrades': {
      const account = labels.id(command.account) as AccountId
      return use(cancelTrades, { tenant, account }, shown, learn, price)
    }
    case 'expireTrade':
      return use(expireTrade, tradeOf(command.trade), shown, learn, price)
    case 'settleAgreement': {
      const agreement = labels.id(command.agreement) as AgreementId
      return use(settleAgreement, { tenant, agreement }, (did) => shown(settled(did)), learn)
    }
  }
}

/** What a decision has done that the model cannot know. Ask when all earlier units of work have given their labels. */
export function seenTrading(
  command: TradingCommand,
  labels: Labels,
  now: number,
  output: Traded | boolean,
  changes: readonly Change[],
): SeenTrading {
  const { mustRepeat, isMatching } = typeof output === 'boolean' ? settled(output) : output
  const touched = changes.flatMap((change) =>
    change.type === 'trade.placed' || change.type === 'trade.updated'
      ? [nameOf(command, change.trade.id, labels, change.type === 'trade.placed')]
      : [],
  )
  /** Of each pair, as the decision leaves it. */
  const matching = new Map(
    changes.flatMap((change) =>
      change.type === 'pair.updated' ? [[change.pair.pair, change.pair.matching] as const] : [],
    ),
  )
  const unfinished = [...matching.values()].filter((id) => id !== null)
  const paused = mustRepeat ? unfinished.map((id) => nameOf(command, id, labels, false)) : []
  return { now, touched, more: mustRepeat, paused, refused: false, unfinished: isMatching }
}

const nameOf = (command: TradingCommand, id: string, labels: Labels, isNew = true): string =>
  isNew && command.type === 'placeTrade' ? command.order.as : labels.label(id)

function newOrder(tenant: TenantId, order: NewOrder, labels: Labels): PlaceTrade {
  const { side, pair, price, amount, account1, account2, fee, feeAccount, terms } = order
  return {
    tenant,
    type: terms === null ? side : `FUTURE_${side}`,
    ...{ pair, price, amount, fee },
    account1: labels.id(account1) as AccountId,
    account2: labels.id(account2) as AccountId,
    feeAccount: feeAccount === null ? null : (labels.id(feeAccount) as AccountId),
    terms: terms && {
      sealDate: terms.sealDate as Timestamp,
      percentBlock: terms.block as Decimal,
      percentPenalty: terms.penalty as Decimal,
    },
  }
}
