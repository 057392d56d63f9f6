import type { Account } from '../account/account.js'
import { type Refusal, reject } from '../decision.js'
import type { Env } from '../env.js'
import { Fault } from '../faults.js'
import type { Reference } from '../ids.js'
import { type Amount, fitsScale, parseDecimal } from '../money.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import type { EntryDetails, OperationType } from './entry.js'
import { marketValue } from './value.js'

/** A valid movement, before it has a price and balances. */
export interface Movement {
  readonly operation: OperationType
  readonly reference: Reference
  readonly debit: Account
  readonly credit: Account
  readonly amount: Amount
  readonly anonymous: boolean
  /** Overrides the virtual currency's base rate for the market value of this movement. */
  readonly baseRate: string | null
  readonly details: EntryDetails | null
  /** Posted even if rates are required and none is known: what has happened elsewhere cannot wait for a price. */
  readonly mayLackValue?: boolean
}

export type Posted = Extract<Change, { type: 'entry.posted' }> | Refusal

/**
 * Makes an entry of a movement: computes the balances after it and the market value of each side. The caller has
 * checked that both accounts have the same currency. Refuses only a balance outside the printable range, and an unknown
 * rate if rates are required.
 */
export function post(view: View, env: Env, movement: Movement): Posted {
  const { debit, credit, amount } = movement
  if (debit.scale !== credit.scale) throw otherDecimals(debit, credit)
  const debitBalance = debit.balance - amount
  const creditBalance = credit.balance + amount
  if (!fitsScale(debitBalance, debit.scale) || !fitsScale(creditBalance, credit.scale)) {
    return reject('amount.format', 'the balance would pass 38 digits')
  }
  const debitValue = marketValue(view, env, debit, amount, movement.baseRate)
  const creditValue =
    credit.accountingCurrency === debit.accountingCurrency
      ? debitValue
      : marketValue(view, env, credit, amount, movement.baseRate)
  if (env.rates.required && movement.mayLackValue !== true) {
    // Nobody sees the ledger's own accounts, so they need no value.
    const unpriced = [
      { account: debit, value: debitValue },
      { account: credit, value: creditValue },
    ].find((side) => side.value === null && side.account.role === null)
    if (unpriced !== undefined) {
      return reject('rate.not.found', `${debit.currency} in ${unpriced.account.accountingCurrency}`)
    }
  }
  return {
    type: 'entry.posted',
    entry: {
      tenant: debit.tenant,
      reference: movement.reference,
      created: env.now,
      operation: movement.operation,
      currency: debit.currency,
      scale: debit.scale,
      amount,
      debit: {
        account: debit.id,
        balance: debitBalance,
        value: debitValue,
        valueCurrency: debit.accountingCurrency,
      },
      credit: {
        account: credit.id,
        balance: creditBalance,
        value: creditValue,
        valueCurrency: credit.accountingCurrency,
      },
      anonymous: movement.anonymous,
      details: movement.details,
      pricing: { source: env.rates.source, timestamp: env.rates.timestamp ?? env.now },
    },
  }
}

/** Posts a movement that no caller has described, and applies it to the view. */
export function postTo(
  view: View,
  env: Env,
  movement: Omit<Movement, 'anonymous' | 'baseRate'>,
): Refusal | undefined {
  const posted = post(view, env, { ...movement, anonymous: false, baseRate: null })
  if ('accepted' in posted) return posted
  view.apply(posted)
  return undefined
}

/**
 * Converts the caller's amount to minor units of `account`. It must be a positive decimal that the currency can
 * express.
 */
export function amountOf(account: Account, text: string): Amount | Refusal {
  const parsed = parseDecimal(text, account.scale)
  if (!parsed.ok) return reject('amount.format', FAULTS[parsed.fault](account))
  return parsed.amount > 0n ? parsed.amount : reject('amount.format', 'zero')
}

const FAULTS = {
  syntax: () => 'not a plain decimal',
  'too-long': () => 'more than 38 characters',
  'excess-decimals': (account: Account) => `${account.currency} has ${account.scale} decimals`,
} as const

/** An embedder may have given a currency of its own other decimals than before: its newer accounts hold other units. */
export const otherDecimals = ({ currency, scale }: Account, other: Pick<Account, 'scale'>): Fault =>
  new Fault(
    `An account of ${currency} has ${scale} decimals, and what it gets or pays has ${other.scale}: that would be more or less there. Give the currency the decimals back that it had first`,
    { currency },
  )
