/**
 * The independent look at the books: recomputes every balance from the postings and compares it with what
 * the storage says. Reads only through the port, so it holds for every storage.
 */
import { type AccountId, type Amount, type CustomerId, formatDecimal } from '@tallystick/core'
import type { Audit, Storage } from './ports/storage.js'

export interface Drift {
  /** What does not agree, for example `balance` or `currency-sum`. */
  readonly check:
    | 'balance'
    | 'balance-after'
    | 'record-count'
    | 'currency-sum'
    | 'blocked'
    | 'frozen'
    | 'active-accounts'
    | 'overdrawn'
  /** The account, customer, or currency concerned. */
  readonly subject: string
  readonly stored: string
  readonly computed: string
}

export interface Verification {
  readonly entries: number
  readonly accounts: number
  readonly blockages: number
  readonly customers: number
  readonly currencies: number
  readonly drift: readonly Drift[]
}

const PAGE = 5_000

interface Tally {
  sum: Amount
  records: number
}

/**
 * @param progress Told after each page how many entries have been read.
 * @returns What was read and every disagreement found; the books are right when `drift` is empty.
 */
export function verify(
  storage: Storage,
  progress: (entries: number) => void = () => undefined,
): Promise<Verification> {
  return storage.audit((books) => verifyBooks(books, progress))
}

async function verifyBooks(books: Audit, progress: (entries: number) => void): Promise<Verification> {
  const drift: Drift[] = []
  const tallies = new Map<AccountId, Tally>()
  const found = (check: Drift['check'], subject: string, stored: unknown, computed: unknown): void => {
    drift.push({ check, subject, stored: String(stored), computed: String(computed) })
  }
  const tally = (id: AccountId): Tally => {
    let known = tallies.get(id)
    if (known === undefined) {
      known = { sum: 0n, records: 0 }
      tallies.set(id, known)
    }
    return known
  }

  const currencySums = new Map<string, Amount>()
  let entries = 0
  for await (const page of pages(books.entries.bind(books), (last) => last.position)) {
    for (const { entry } of page) {
      const debit = tally(entry.debit.account)
      debit.sum -= entry.amount
      debit.records++
      if (debit.sum !== entry.debit.balance) {
        found('balance-after', `${entry.debit.account} at ${entry.reference}`, entry.debit.balance, debit.sum)
      }
      const credit = tally(entry.credit.account)
      credit.sum += entry.amount
      credit.records++
      if (credit.sum !== entry.credit.balance) {
        found(
          'balance-after',
          `${entry.credit.account} at ${entry.reference}`,
          entry.credit.balance,
          credit.sum,
        )
      }
    }
    entries += page.length
    progress(entries)
  }

  const holds = new Map<AccountId, { blocked: Amount; freeze: string | null }>()
  let blockages = 0
  for await (const page of pages(books.blockages.bind(books), (last) => last.id)) {
    for (const blockage of page) {
      const hold = holds.get(blockage.account) ?? { blocked: 0n, freeze: null }
      if (blockage.freeze) hold.freeze = blockage.id
      else hold.blocked += blockage.amount
      holds.set(blockage.account, hold)
    }
    blockages += page.length
  }

  const activeAccounts = new Map<CustomerId, number>()
  let accounts = 0
  for await (const page of pages(books.accounts.bind(books), (last) => last.account.id)) {
    for (const { account, records } of page) {
      const computed = tallies.get(account.id) ?? { sum: 0n, records: 0 }
      tallies.delete(account.id)
      const show = (amount: Amount): string => `${formatDecimal(amount, account.scale)} ${account.currency}`
      if (computed.sum !== account.balance)
        found('balance', account.id, show(account.balance), show(computed.sum))
      if (computed.records !== records) found('record-count', account.id, records, computed.records)
      if (account.role === null && account.balance < 0n)
        found('overdrawn', account.id, show(account.balance), '0 or more')
      const hold = holds.get(account.id) ?? { blocked: 0n, freeze: null }
      if (hold.blocked !== account.blocked)
        found('blocked', account.id, show(account.blocked), show(hold.blocked))
      if (hold.freeze !== account.frozenBy) found('frozen', account.id, account.frozenBy, hold.freeze)
      // From the stored balances, not the postings: an entry is balanced by its shape, so this can fail.
      const currency = `${account.tenant} ${account.currency}`
      currencySums.set(currency, (currencySums.get(currency) ?? 0n) + account.balance)
      if (account.customer !== null && account.active) {
        activeAccounts.set(account.customer, (activeAccounts.get(account.customer) ?? 0) + 1)
      }
    }
    accounts += page.length
  }
  for (const [id, computed] of tallies) found('balance', id, 'no such account', computed.sum)
  for (const [currency, sum] of currencySums) if (sum !== 0n) found('currency-sum', currency, sum, 0n)

  let customers = 0
  for await (const page of pages(books.customers.bind(books), (last) => last.id)) {
    for (const customer of page) {
      const computed = activeAccounts.get(customer.id) ?? 0
      if (computed !== customer.activeAccounts) {
        found('active-accounts', customer.id, customer.activeAccounts, computed)
      }
    }
    customers += page.length
  }
  return { entries, accounts, blockages, customers, currencies: currencySums.size, drift }
}

async function* pages<Item, Cursor>(
  read: (after: Cursor | undefined, limit: number) => Promise<readonly Item[]>,
  cursorOf: (item: Item) => Cursor,
): AsyncGenerator<readonly Item[]> {
  let after: Cursor | undefined
  for (;;) {
    const page = await read(after, PAGE)
    if (page.length === 0) return
    yield page
    const last = page[page.length - 1]
    if (last === undefined || page.length < PAGE) return
    after = cursorOf(last)
    await new Promise(setImmediate)
  }
}
