/**
 * Lists of transaction records of an account or of the whole ledger (for a customer, see `customer.ts`), newest first.
 * A page of an unfiltered account is found by seeking, without skipping. A filter that scans yields to the event loop
 * between chunks, so a long history never delays a payment.
 */
import type { AccountId, TenantId, Timestamp } from '@tallystick/core'
import { isSystemAccount } from '@tallystick/core'
import { type JournalPosition, type JournalRecord, type Queries, requestHash } from '@tallystick/engine'
import { matches, needsScan, type RecordFilter } from './filter.js'

/** Records per read. Converting them must not block other calls. */
export const CHUNK = 400

interface RecordPage {
  readonly offset: number
  readonly limit: number
}

/** A source of records, before any filter. */
export interface Source<Row extends JournalRecord = JournalRecord> {
  /** The number of records in the time span, if it can be found without reading them. */
  count(): Promise<number>
  /** The records of the time span from the `skip`-th on, newest first: at least the next `most`, if given. */
  read(skip: number, most?: number): AsyncIterable<readonly Row[]>
  /** Those after the record with this name. A made-up name finds nothing, or begins somewhere else. */
  after(name: string): Source<Row>
  /** Names a record in a cursor. */
  nameOf(record: Row): string
}

/** What comes after a name that no record has. */
export const nothing: Source<never> = {
  count: async () => 0,
  async *read() {},
  after: () => nothing,
  nameOf: () => '',
}

export async function listRecords<Row extends JournalRecord>(
  source: Source<Row>,
  filter: RecordFilter,
  page: RecordPage,
): Promise<Row[]> {
  const scan = needsScan(filter)
  let skip = scan ? page.offset : 0
  const found: Row[] = []
  const chunks = scan ? source.read(0) : source.read(page.offset, page.limit)
  for await (const chunk of chunks) {
    for (const record of chunk) {
      if (scan && !matches(filter, record)) continue
      if (skip > 0) skip--
      else found.push(record)
      if (found.length === page.limit) return found
    }
  }
  return found
}

export async function countRecords(source: Source, filter: RecordFilter): Promise<number> {
  if (!needsScan(filter)) return source.count()
  let count = 0
  for await (const chunk of source.read(0)) for (const record of chunk) if (matches(filter, record)) count++
  return count
}

/** An account's history, by record number. */
export function accountRecords(
  queries: Queries,
  tenant: TenantId,
  account: AccountId,
  span: Span,
  before = Number.POSITIVE_INFINITY,
): Source {
  const bounds = async (): Promise<{ first: number; last: number }> => ({
    last: Math.min(before - 1, await queries.lastRecord(tenant, account, span.to)),
    first: span.from === undefined ? 1 : 1 + (await queries.lastRecord(tenant, account, span.from - 1)),
  })
  return {
    nameOf: ({ number }) => String(number),
    after(name) {
      const number = numberIn(name)
      return number === undefined ? nothing : accountRecords(queries, tenant, account, span, number)
    },
    async count() {
      const { first, last } = await bounds()
      return Math.max(0, last - first + 1)
    },
    async *read(skip, most = CHUNK) {
      const chunk = Math.min(most, CHUNK)
      const { first, last } = await bounds()
      for (let from = last - skip; from >= first; from -= chunk) {
        yield await queries.records(tenant, account, from, Math.min(chunk, from - first + 1))
        await yieldToLoop()
      }
    },
  }
}

export const numberIn = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** A record of the whole journal, which has no number. */
interface LedgerRecord extends JournalRecord {
  /** Where the entry before it is: there, it is the first one. Undefined for the newest entry. */
  readonly previous: JournalPosition | undefined
}

/** A reference may be that of several entries. */
function digestOf({ entry: { reference, debit }, side }: LedgerRecord): string {
  return requestHash('record', {
    reference,
    side,
    account: debit.account,
    balance: `${debit.balance}`,
  }).slice(0, 16)
}

/** The tenant's whole journal. The ledger's own accounts have no records in it. */
export function ledgerRecords(
  queries: Queries,
  tenant: TenantId,
  span: Span,
  begin?: JournalPosition,
): Source<LedgerRecord> {
  return {
    nameOf: (record) => `${digestOf(record)}${record.previous ?? ''}`,
    after(name) {
      const digest = name.slice(0, 16)
      const previous = name.slice(16)
      const from = previous === '' ? undefined : (previous as JournalPosition)
      return behind(ledgerRecords(queries, tenant, span, from), (record) => digestOf(record) === digest)
    },
    async count() {
      if (span.from === undefined && span.to === undefined) return queries.recordCount(tenant)
      let total = 0
      for await (const chunk of this.read(0)) total += chunk.length
      return total
    },
    async *read(skip) {
      let before = begin
      for (;;) {
        const entries = await queries.journal(
          tenant,
          {
            ...(before === undefined ? {} : { before }),
            ...(span.to === undefined ? {} : { until: span.to }),
          },
          CHUNK,
        )
        const records: LedgerRecord[] = []
        for (const { entry, position } of entries) {
          const previous = before
          before = position
          // Clocks of several processes may differ a little, so one early entry does not end the span.
          if (span.from !== undefined && entry.created < span.from) continue
          for (const side of ['debit', 'credit'] as const)
            if (!isSystemAccount(entry[side].account)) records.push({ entry, side, number: 0, previous })
        }
        yield records.slice(skip)
        skip = Math.max(0, skip - records.length)
        const last = entries[entries.length - 1]
        if (last === undefined || entries.length < CHUNK) return
        if (span.from !== undefined && last.entry.created < span.from - CLOCK_SPREAD_MS) return
        await yieldToLoop()
      }
    },
  }
}

/** What comes after the record that fits, wherever it is: what was entered meanwhile may be before it. */
export function behind<Row extends JournalRecord>(
  source: Source<Row>,
  isLast: (record: Row) => boolean,
): Source<Row> {
  return {
    ...source,
    async *read(skip) {
      let isFound = false
      let left = skip
      for await (const chunk of source.read(0)) {
        const at: number = isFound ? -1 : chunk.findIndex(isLast)
        isFound ||= at >= 0
        if (!isFound) continue
        const rest = chunk.slice(at + 1)
        yield rest.slice(left)
        left = Math.max(0, left - rest.length)
      }
    },
  }
}

export interface Span {
  readonly from: Timestamp | undefined
  readonly to: Timestamp | undefined
}

const CLOCK_SPREAD_MS = 60_000

export function isNewer(a: JournalRecord | undefined, b: JournalRecord | undefined): boolean {
  if (a === undefined || b === undefined) return b === undefined
  if (a.entry.created !== b.entry.created) return a.entry.created > b.entry.created
  if (a.entry.reference !== b.entry.reference) return a.entry.reference > b.entry.reference
  return a.side === 'debit' && b.side === 'credit'
}

export function yieldToLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
