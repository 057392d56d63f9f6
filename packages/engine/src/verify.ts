/**
 * The independent check of a ledger: recomputes every balance from the postings and compares it with the stored one. It
 * reads only through the storage port, so it works on every storage.
 */
import type { Discrepancy, Report } from './discrepancy.js'
import { Fault } from './faults.js'
import { pagesOf } from './lists.js'
import type { Audit, Storage } from './ports/storage.js'
import type { Anchor } from './seal.js'
import { BookCheck } from './verify-book.js'
import { ListCheck } from './verify-lists.js'
import { SealCheck } from './verify-seals.js'
import { Tallies } from './verify-tallies.js'

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
  /** The first MAX_DISCREPANCIES. */
  readonly discrepancies: readonly Discrepancy[]
}

export interface VerifyOptions {
  /** Called after each page with the number of entries read. */
  readonly progress?: (entries: number) => void
  /** Seals that were anchored elsewhere. Each must still exist unchanged. With `since`, only those are found that came later. */
  readonly anchors?: readonly Anchor[]
  /**
   * Anchors of a verification that found nothing: what was written before them is not read again. If one of them is not
   * there as it was, that alone is reported. What this shows, and what it does not: docs/decisions/016-seals.md.
   */
  readonly since?: readonly Anchor[]
}

/** Rows read at once. More cost more: they survive collections, and are copied by each. */
const PAGE = 500

/** The first ones show that a ledger is damaged; listing millions would only cost memory. */
const MAX_DISCREPANCIES = 1_000

/** @returns What was read, and every discrepancy. The ledger is right if `discrepancies` is empty */
export function verify(storage: Storage, options: VerifyOptions = {}): Promise<Verification> {
  return storage.audit((audit) => verifyAudit(audit, options))
}

/** The same of an audit, which shows one snapshot. */
export async function verifyAudit(audit: Audit, options: VerifyOptions): Promise<Verification> {
  const discrepancies: Discrepancy[] = []
  const report: Report = (check, subject, stored, computed) => {
    if (discrepancies.length < MAX_DISCREPANCIES)
      discrepancies.push({ check, subject, stored: String(stored), computed: String(computed) })
  }
  const since = options.since ?? []
  const isPartial = since.length > 0
  if (since.some(({ state }) => state === undefined))
    throw new Fault(
      'Anchors of an earlier release do not say what the lists held: verify the whole once, and write new ones',
    )
  if (isPartial) await audit.since(since)
  const seals = new SealCheck(
    eachOf(pages(audit.seals.bind(audit), (last) => last.batch)),
    options.anchors ?? [],
    report,
    since,
  )
  const tallies = new Tallies(report, isPartial)
  const book = new BookCheck(report, isPartial)
  let entries = 0
  for await (const page of pages(audit.entries.bind(audit), (last) => last.position)) {
    for (const audited of page) {
      tallies.entry(audited)
      if (audited.terms.operation === 'EXCHANGE') book.exchange(audited.entry)
      const step = seals.entry(audited)
      if (step !== null) await step
    }
    entries += page.length
    options.progress?.(entries)
  }
  await seals.end()
  const lists = new ListCheck(audit, tallies, book, report)
  if (seals.isLost) {
    // All else that may have been found follows from that.
    discrepancies.splice(0, Infinity, ...discrepancies.filter(({ check }) => check === 'anchor'))
  } else {
    await lists.run(seals.state)
    for (const { subject, stored, computed } of await audit.strays())
      report('place', subject, stored, computed)
  }
  const { items, currencies, counts } = lists
  return {
    entries,
    accounts: counts.accounts,
    blockages: counts.blockages,
    customers: counts.customers,
    currencies,
    seals: seals.count,
    items,
    anchors: seals.anchors(),
    discrepancies,
  }
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
