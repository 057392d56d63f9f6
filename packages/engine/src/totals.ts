/** What the accounts of a ledger have together, from one snapshot. */
import type { Account, AccountId, Amount, SystemRole, TenantId } from '@tallystick/core'
import { pagesOf } from './lists.js'
import type { Storage } from './ports/storage.js'

/** The balances of one currency of a tenant. All of them add up to zero. */
export interface CurrencyTotal {
  readonly tenant: TenantId
  readonly currency: string
  readonly scale: number
  /** Accounts of customers, those without one included. */
  readonly accounts: number
  readonly customers: Amount
  /** The ledger's own accounts, by their role. */
  readonly own: Readonly<Partial<Record<SystemRole, Amount>>>
  /** Not zero: the books are wrong. */
  readonly sum: Amount
}

const PAGE = 2_000

/** Reads every account, page by page, while other calls go on. By tenant and currency. */
export function totals(storage: Storage): Promise<readonly CurrencyTotal[]> {
  return storage.audit(async (audit) => {
    const found = new Map<string, CurrencyTotal>()
    const from = (last: { readonly account: Account } | undefined, limit: number) =>
      audit.accounts(last?.account.id as AccountId | undefined, limit)
    for await (const page of pagesOf(from, PAGE)) {
      for (const { account } of page) {
        const name = `${account.tenant}\0${account.currency}`
        found.set(name, withAccount(found.get(name), account))
      }
      await new Promise(setImmediate)
    }
    return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total)
  })
}

function withAccount(known: CurrencyTotal | undefined, account: Account): CurrencyTotal {
  const { tenant, currency, scale, role, balance } = account
  const before = known ?? { tenant, currency, scale, accounts: 0, customers: 0n, own: {}, sum: 0n }
  const sum = before.sum + balance
  return role === null
    ? { ...before, sum, accounts: before.accounts + 1, customers: before.customers + balance }
    : { ...before, sum, own: { ...before.own, [role]: (before.own[role] ?? 0n) + balance } }
}
