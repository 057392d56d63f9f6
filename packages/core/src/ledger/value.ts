import type { Account } from '../account/account.js'
import { mayBeOwn } from '../currency/currency.js'
import type { Env } from '../env.js'
import { currencyKey } from '../key.js'
import { type Amount, convert, PAR, parseRate, type Rate } from '../money.js'
import type { View } from '../view.js'

/** Decimals of a market value: enough that a payment of one satoshi has a value. */
export const VALUE_SCALE = 8

/**
 * The value of `amount` in the account's accounting currency, in units of 10^-VALUE_SCALE; null if no rate is known. A
 * unit of a virtual currency, or of a registered token, is worth `baseRate` units of its base pair.
 */
export function marketValue(
  view: View,
  env: Env,
  account: Account,
  amount: Amount,
  baseRate: string | null,
): Amount | null {
  const { currency, accountingCurrency: base } = account
  const virtual = mayBeOwn(currency) ? view.find(currencyKey(account.tenant, currency)) : undefined
  if (virtual === undefined) {
    const rate = rateOf(env, currency, base)
    return rate === undefined ? null : convert(amount, account.scale, VALUE_SCALE, [rate])
  }
  const own = parseRate(baseRate ?? virtual.baseRate)
  const rate = rateOf(env, virtual.basePair, base)
  return own === undefined || rate === undefined
    ? null
    : convert(amount, account.scale, VALUE_SCALE, [own, rate])
}

function rateOf(env: Env, currency: string, base: string): Rate | undefined {
  return currency === base ? PAR : env.rates.rate(currency, base)
}
