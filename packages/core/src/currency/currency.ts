import type { AccountId, CustomerId, TenantId, Timestamp } from '../ids.js'
import { ADDRESS_CHAINS, CHAIN_CURRENCIES, FIAT_CURRENCIES, TOKEN_CURRENCIES } from './built-in.js'

export type CurrencyKind = 'chain' | 'token' | 'fiat' | 'virtual'

export interface Currency {
  readonly code: string
  readonly kind: CurrencyKind
  /** Decimals of one unit: 8 for BTC, 18 for ETH, 2 for EUR. */
  readonly scale: number
  /** For the currency of a chain: what its accounts take in the field `xpub`. */
  readonly takes?: 'xpub' | 'address'
}

/**
 * Finds a currency that every tenant has, by its code. Virtual currencies and registered tokens belong to a tenant and are
 * in the view.
 */
export type Currencies = (code: string) => Currency | undefined

/**
 * A currency that belongs to one tenant, with its rate: a virtual currency, or a registered token (`Token`). The supply of
 * a virtual currency is the negative balance of its mint account and is not stored.
 */
export interface VirtualCurrency {
  readonly tenant: TenantId
  /** Unique within the tenant. Virtual currencies, and only they, begin with `VC_`. */
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

/**
 * Whether a currency may be one of the tenant's own: a virtual currency, or a registered token. Currencies of chains that
 * an embedder adds are answered with true, too: nothing is found then.
 */
export const mayBeOwn = (code: string): boolean => !BUILT_IN.has(code)

/**
 * Decimals of every virtual currency: as many as the currency of a chain has at most, so that it can be pegged to any.
 */
export const VIRTUAL_SCALE = 18

/** The accounting currency if neither account nor customer names one. */
export const DEFAULT_ACCOUNTING_CURRENCY = 'EUR'

const BUILT_IN: ReadonlyMap<string, Currency> = new Map(
  (
    [
      ['chain', CHAIN_CURRENCIES],
      ['token', TOKEN_CURRENCIES],
      ['fiat', FIAT_CURRENCIES],
    ] as const
  ).flatMap(([kind, table]) =>
    Object.entries(table).map(([code, scale]): [string, Currency] => [
      code,
      { code, kind, scale, ...(ADDRESS_CHAINS.has(code) ? { takes: 'address' } : {}) },
    ]),
  ),
)

/** A chain, token or fiat currency of the documented API, by its code. */
export const builtInCurrency: Currencies = (code) => BUILT_IN.get(code)

const CODE = /^[A-Z0-9_]{1,50}$/

/**
 * The built-in currencies and the given ones, which belong to chains that an embedder adds.
 * @throws TypeError if an added currency is malformed, or its code is already taken
 */
export function currenciesWith(added: readonly Currency[]): Currencies {
  if (added.length === 0) return builtInCurrency
  const all = new Map(BUILT_IN)
  for (const currency of added) {
    const { code, scale } = currency
    if (all.has(code)) throw new TypeError(`${code} is a currency already: choose another code`)
    if (!CODE.test(code) || code.startsWith(VIRTUAL_PREFIX)) {
      throw new TypeError(`${code} is no code of a currency: choose 1 to 50 capitals, digits and _`)
    }
    if (!Number.isInteger(scale) || scale < 0 || scale > VIRTUAL_SCALE) {
      throw new TypeError(`${code} has ${scale} decimals: 0 to ${VIRTUAL_SCALE} are possible`)
    }
    all.set(code, currency)
  }
  return (code) => all.get(code)
}
