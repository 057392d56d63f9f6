import type { AccountId, CustomerId, TenantId, Timestamp } from '../ids.js'
import { CHAIN_CURRENCIES, FIAT_CURRENCIES, TOKEN_CURRENCIES } from './built-in.js'

export type CurrencyKind = 'chain' | 'token' | 'fiat' | 'virtual'

export interface Currency {
  readonly code: string
  readonly kind: CurrencyKind
  /** Decimals of one unit: 8 for BTC, 18 for ETH, 2 for EUR. */
  readonly scale: number
}

/** A currency of the tenant's own. Its supply is what the mint account has issued, never a second number. */
export interface VirtualCurrency {
  readonly tenant: TenantId
  /** Begins with `VC_`; unique within the tenant. */
  readonly name: string
  readonly scale: number
  /** One unit is worth `baseRate` units of `basePair`. Plain decimal text. */
  readonly baseRate: string
  readonly basePair: string
  readonly description: string | null
  /** The account that received the first supply. */
  readonly account: AccountId
  readonly customer: CustomerId | null
  readonly created: Timestamp
}

export const VIRTUAL_PREFIX = 'VC_'

/** Decimals of every virtual currency: those of the finest chain currency, so that each can be pegged. */
export const VIRTUAL_SCALE = 18

/** Accounting currency where neither account nor customer names one (api-client, "CreateAccount"). */
export const DEFAULT_ACCOUNTING_CURRENCY = 'EUR'

const BUILT_IN: ReadonlyMap<string, Currency> = new Map(
  (
    [
      ['chain', CHAIN_CURRENCIES],
      ['token', TOKEN_CURRENCIES],
      ['fiat', FIAT_CURRENCIES],
    ] as const
  ).flatMap(([kind, table]) =>
    Object.entries(table).map(([code, scale]): [string, Currency] => [code, { code, kind, scale }]),
  ),
)

/** A chain, token or fiat currency by its code; virtual currencies belong to a tenant and live in the view. */
export function builtInCurrency(code: string): Currency | undefined {
  return BUILT_IN.get(code)
}
