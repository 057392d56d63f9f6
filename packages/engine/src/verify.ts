/**
 * The independent check of a ledger: recomputes every balance from the postings and compares it with the stored one. It
 * reads only through the storage port, so it works on every storage.
 */
import {
  ACCOUNTS,
  type AccountId,
  type Amount,
  BLOCKAGES,
  CUSTOMERS,
  type CustomerId,
  type Entry,
  formatDecimal,
  type Leg,
  STATUS_HISTORY,
  type StatusEntry,
  type Timestamp,
} from '@tallystick/core'
import type { Discrepancy, Report } from './discrepancy.js'
import { ACCOUNT_LIST, type Item, LISTS, type List, listOf, listPages, pagesOf } from './lists.js'
import type { Audit, Storage } from './ports/storage.js'
import type { Anchor } from './seal.js'
import { StateSum } from './state.js'
import { SealCheck } from './verify-seals.js'

export interface Verification {
  readonly entries: number
  readonly accounts: number
  readonly blockages: number
  readonly customers: number
  readonly currencies: number
  readonly seals: number
  /** Items of all lists except the entries. */
  readonly items: number
  /** The newest seal of each writer. Kept elsewhere, it shows later whether the past was rewritten. */
  readonly anchors: readonly Anchor[]
  /** The first MAX_DRIFT discrepancies. */
  readonly discrepancies: readonly Discrepancy[]
}

export interface VerifyOptions {
  /** Called after each page with the number of entries read. */
  readonly progress?: (entries: number) => void
  /** Seals that were anchored elsewhere. Each must still exist unchanged. */
  readonly anchors?: readonly Anchor[]
}

const PAGE = 5_000

/** The first ones show that a ledger is damaged; listing millions would only cost memory. */
export const MAX_DISCREPANCIES = 1_000

/** Lists whose items `verify` also checks itself, besides their seals. */
const READ: ReadonlySet<string> = new Set(
  [BLOCKAGES, STATUS_HISTORY, ACCOUNTS, CUSTOMERS].map(({ list }) => list),
)

interface Tally {
  sum: Amount
  records: number
  /** The time of the newest record. */
  at: Timestamp
}

/** @returns What was read, and every discrepancy. The ledger is right if `discrepancies` is empty */
export function verify(storage: Storage, options: VerifyOptions = {}): Promise<Verification> {
  return storage.audit((audit) => verifyAudit(audit, options))
}

async function verifyAudit(audit: Audit, options: VerifyOptions): Promise<Verification> {
  const discrepancies: Discrepancy[] = []
  const found: Report = (check, subject, stored, computed) => {
    if (discrepancies.length < MAX_DISCREPANCIES)
      discrepancies.push({ check, subject, stored: String(stored), computed: String(computed) })
  }
  const seals = new SealCheck(
    eachOf(pages(audit.seals.bind(audit), (last) => last.batch)),
    options.anchors ?? [],
    found,
  )
  const tallies = new Map<AccountId, Tally>()
  const post = (leg: Leg, amount: Amount, number: number, { reference, created }: Entry): void => {
    const { account, balance } = leg
    let known = tallies.get(account)
    if (known === undefined) {
      known = { sum: 0n, records: 0, at: 0 }
      tallies.set(account, known)
    }
    known.sum += amount
    known.records++
    if (known.sum !== balance) {
      found('balance-after', `${account} at ${reference}`, balance, known.sum)
      // From here on uses the journal's value, so one changed entry is reported once.
      known.sum = balance
    }
    if (known.records !== number) {
      found('record-number', `${account} at ${reference}`, number, known.records)
      known.records = number
    }
    // Lookups by time search a history whose times rise.
    if (created < known.at) found('time', `${account} at ${reference}`, created, `${known.at} or later`)
    else known.at = created
  }

  const currencySums = new Map<string, Amount>()
  let entries = 0
  for await (const page of pages(audit.entries.bind(audit), (last) => last.position)) {
    for (const audited of page) {
      const { entry } = audited
      post(entry.debit, -entry.amount, audited.debitNumber, entry)
      post(entry.credit, entry.amount, audited.creditNumber, entry)
      const step = seals.entry(audited)
      if (step !== null) await step
    }
    entries += page.length
    options.progress?.(entries)
  }
  await seals.end()

  const present = new StateSum()
  let items = 0
  const count = (list: List, page: readonly Item[]): void => {
    present.putPage(list, page)
    items += page.length
  }
  const read = async function* <Of extends Item>(list: List<Of>): AsyncGenerator<readonly Of[]> {
    for await (const page of listPages(list, audit, PAGE)) {
      yield page
      count(list, page)
      await new Promise(setImmediate)
    }
  }

  const holds = new Map<AccountId, { blocked: Amount; freeze: string | null }>()
  let blockages = 0
  for await (const page of read(listOf(BLOCKAGES))) {
    for (const blockage of page) {
      const hold = holds.get(blockage.account) ?? { blocked: 0n, freeze: null }
      if (blockage.freeze) hold.freeze = blockage.id
      else hold.blocked += blockage.amount
      holds.set(blockage.account, hold)
    }
    blockages += page.length
  }

  const standings = new Map<StatusEntry['subject'], StatusEntry>()
  for await (const page of read(listOf(STATUS_HISTORY))) {
    // Rows of a subject come in the order of time, so the last one stays.
    for (const standing of page) standings.set(standing.subject, standing)
  }
  const stands = (subject: StatusEntry['subject'], blocked: Amount, stopped: boolean): void => {
    const noted = standings.get(subject) ?? { blocked: 0n, stopped: false }
    standings.delete(subject)
    if (noted.blocked !== blocked || noted.stopped !== stopped)
      found('standing', subject, shownStatus(noted), shownStatus({ blocked, stopped }))
  }

  const activeAccounts = new Map<CustomerId, number>()
  let accounts = 0
  for await (const page of read(ACCOUNT_LIST)) {
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
      stands(account.id, hold.blocked, hold.freeze !== null)
      // Uses the stored balances and not the postings: the type balances every entry, so only this can fail.
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
  for await (const page of read(listOf(CUSTOMERS))) {
    for (const customer of page) {
      const computed = activeAccounts.get(customer.id) ?? 0
      if (computed !== customer.activeAccounts) {
        found('active-accounts', customer.id, customer.activeAccounts, computed)
      }
      stands(customer.id, 0n, !customer.enabled)
    }
    customers += page.length
  }
  for (const list of LISTS) {
    // Reading the list counts its items.
    if (!READ.has(list.name)) for await (const _page of read(list));
  }
  for (const name of present.minus(seals.state).lists) {
    const noun = LISTS.find((list) => list.name === name)?.noun ?? name
    found('state', `every ${noun}`, present.of(name), seals.state.of(name))
  }
  for (const { subject, stored, computed } of await audit.strays()) found('place', subject, stored, computed)
  for (const [id, standing] of standings) found('standing', id, shownStatus(standing), 'no such subject')
  return {
    entries,
    accounts,
    blockages,
    customers,
    currencies: currencySums.size,
    seals: seals.count,
    items,
    anchors: seals.anchors(),
    discrepancies,
  }
}

function shownStatus({ blocked, stopped }: Pick<StatusEntry, 'blocked' | 'stopped'>): string {
  return `${blocked} blocked, ${stopped ? 'stopped' : 'not stopped'}`
}

async function* pages<Item, Cursor>(
  read: (after: Cursor | undefined, limit: number) => Promise<readonly Item[]>,
  cursorOf: (item: Item) => Cursor,
): AsyncGenerator<readonly Item[]> {
  const from = (last: Item | undefined, limit: number) =>
    read(last === undefined ? undefined : cursorOf(last), limit)
  for await (const page of pagesOf<Item>(from, PAGE)) {
    yield page
    await new Promise(setImmediate)
  }
}

async function* eachOf<Item>(source: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  for await (const page of source) yield* page
}
