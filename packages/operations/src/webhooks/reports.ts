/** The reports of subscriptions: long answers, so few are made at the same time, and each in many turns of the event loop. */
import { available, type Subscription as CoreSubscription, parseDecimal } from '@tallystick/core'
import { Rejected, Turns } from '@tallystick/engine'
import type { CallContext } from '../context.js'
import { everyAccount } from '../ledger/listing/accounts.js'
import { bounded } from '../ledger/listing/bounded.js'
import { ledgerRecords } from '../ledger/listing/records.js'
import { presentAccount, presentRecord } from '../present.js'
import { toAmountText } from '../wire/args.js'

/** The most records of a report. */
export const LONGEST_REPORT = 20_000
const HOUR_MS = 3_600_000
/** Of every currency that a ledger can have. */
const FINEST = 38

/** A report takes up to 50 MB of memory. Half of the places are for other tenants than the busiest one. */
const turns = new Turns({ atOnce: 4, perTurn: Number.POSITIVE_INFINITY, share: 1 })

/** @throws Rejected `subscription.type.invalid` if the subscription is none of a report */
export function reportOf(context: CallContext, subscription: CoreSubscription) {
  const make = REPORTS[subscription.type]
  if (make === undefined) throw new Rejected({ code: 'subscription.type.invalid', detail: subscription.type })
  return turns.run(context.caller.tenant, 1, () => make(context, subscription))
}

type Accounts = ReturnType<typeof presentAccount>[]
type Records = ReturnType<typeof presentRecord>[]

const REPORTS: Readonly<
  Partial<
    Record<
      CoreSubscription['type'],
      (context: CallContext, subscription: CoreSubscription) => Promise<Accounts | Records>
    >
  >
> = { ACCOUNT_BALANCE_LIMIT: accountsAbove, TRANSACTION_HISTORY_REPORT: history }

async function accountsAbove({ engine, caller }: CallContext, { attr }: CoreSubscription): Promise<Accounts> {
  const limit = parseDecimal(toAmountText(String(attr['limit'])), FINEST)
  if (!limit.ok) throw new TypeError(`the limit ${String(attr['limit'])} is no decimal`)
  const above = (amount: bigint, scale: number): boolean =>
    amount * 10n ** BigInt(FINEST - scale) > limit.amount
  const found: Accounts = []
  for await (const owned of everyAccount(bounded(engine.query), caller.tenant, { active: true })) {
    const { account, customer } = owned
    const amount = attr['typeOfBalance'] === 'available' ? available(account, customer) : account.balance
    if (above(amount, account.scale)) found.push(presentAccount(owned))
    if (found.length === LONGEST_REPORT) break
  }
  return found
}

async function history({ engine, caller }: CallContext, { attr }: CoreSubscription): Promise<Records> {
  const from = engine.now() - Number(attr['interval']) * HOUR_MS
  const found: Records = []
  const records = ledgerRecords(bounded(engine.query), caller.tenant, { from, to: undefined })
  for await (const chunk of records.read(0)) {
    for (const record of chunk.slice(0, LONGEST_REPORT - found.length)) found.push(presentRecord(record))
    if (found.length === LONGEST_REPORT) break
  }
  return found
}
