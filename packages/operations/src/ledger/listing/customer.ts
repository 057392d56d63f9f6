/**
 * The records of all accounts of a customer, merged by time. It reads many accounts at once and only as many records of
 * each as necessary, so a customer with twenty thousand accounts costs some hundred reads.
 */
import type { AccountId, CustomerId, TenantId } from '@tallystick/core'
import type { JournalRecord, Queries, RecordPlace } from '@tallystick/engine'
import { behind, CHUNK, isNewer, nothing, numberIn, type Source, type Span, yieldToLoop } from './records.js'

/** Records read ahead, over all accounts. */
const AHEAD = 10_000
/** Accounts to read ahead in one round. */
const ROUND = 64
/** The number of heads to keep when the others are dropped. Sorting more would take too long. */
const MOST_SORTED = 4 * CHUNK

/** All accounts of a customer, active or not. */
export function customerRecords(
  queries: Queries,
  tenant: TenantId,
  customer: CustomerId,
  span: Span,
): Source {
  async function* histories(): AsyncGenerator<readonly History[]> {
    let after: AccountId | undefined
    for (;;) {
      const page = await queries.accounts(
        tenant,
        { customer },
        { order: 'asc', offset: 0, limit: CHUNK, ...(after === undefined ? {} : { after }) },
      )
      const accounts = page.map(({ account }) => account.id)
      const last = await queries.lastRecords(tenant, accounts, span.to)
      const before = span.from === undefined ? [] : await queries.lastRecords(tenant, accounts, span.from - 1)
      yield accounts
        .map((account, index) => ({ account, first: 1 + (before[index] ?? 0), last: last[index] ?? 0 }))
        .filter(({ first, last }) => last >= first)
      after = accounts.at(-1)
      if (accounts.length < CHUNK) return
      await yieldToLoop()
    }
  }
  const read = (places: readonly RecordPlace[]) => queries.recordsAt(tenant, places)
  return {
    nameOf: ({ entry, side, number }) => `${entry.created} ${number} ${entry[side].account}`,
    after: (name) =>
      afterName(name, span, (to) => customerRecords(queries, tenant, customer, { ...span, to })),
    async count() {
      let total = 0
      for await (const page of histories()) for (const { first, last } of page) total += last - first + 1
      return total
    },
    async *read(skip, most) {
      const wanted = most === undefined ? Number.POSITIVE_INFINITY : skip + most
      const merge = new Merge(read)
      for await (const page of histories()) {
        await merge.add(page)
        merge.keep(wanted)
      }
      let chunk: JournalRecord[] = []
      for (let taken = 0; taken < wanted; taken++) {
        const record = merge.next ?? (await merge.advance())
        if (record === undefined) break
        merge.take()
        if (taken >= skip) chunk.push(record)
        // Skipped records take time too.
        if (taken % CHUNK === CHUNK - 1) {
          yield chunk
          chunk = []
          await yieldToLoop()
        }
      }
      yield chunk
    },
  }
}

/** @param until The same records, up to a time */
function afterName(name: string, span: Span, until: (to: number) => Source): Source {
  const [time = '', place = '', account] = name.split(' ')
  const [created, number] = [numberIn(time), numberIn(place)]
  if (created === undefined || number === undefined) return nothing
  return behind(
    until(Math.min(created, span.to ?? created)),
    (record) => record.number === number && record.entry[record.side].account === account,
  )
}

/** An account's records in a time span, by their numbers. */
interface History {
  readonly account: AccountId
  readonly first: number
  readonly last: number
}

/** The newest record of an account that has not been taken, and the records read after it. */
interface Head {
  readonly account: AccountId
  readonly first: number
  record: JournalRecord
  /** Newest first. */
  rest: JournalRecord[]
}

/** A heap of heads, with the newest on top. */
class Merge {
  private heads: Head[] = []
  /** A head that has been taken from and has no records left: its next record is not known yet. */
  private open: Head | null = null

  constructor(private readonly read: (places: readonly RecordPlace[]) => Promise<readonly JournalRecord[]>) {}

  async add(histories: readonly History[]): Promise<void> {
    const places = histories.map(({ account, last }) => ({ account, from: last, limit: 1 }))
    const first = new Map(histories.map((history) => [history.account, history.first]))
    for (const record of await this.read(places)) {
      const { account } = record.entry[record.side]
      this.push({ account, first: first.get(account) ?? 1, record, rest: [] })
    }
  }

  /** Drops all but the newest heads: the others contain none of that many newest records. */
  keep(most: number): void {
    if (most > MOST_SORTED || this.heads.length <= most) return
    // A sorted list is a heap.
    this.heads.sort((a, b) => (isNewer(a.record, b.record) ? -1 : 1))
    this.heads.length = most
  }

  /** Undefined if there is none, or it must be read first. */
  get next(): JournalRecord | undefined {
    return this.open === null ? this.heads[0]?.record : undefined
  }

  /** Takes `next`. */
  take(): void {
    const [top] = this.heads
    if (top === undefined) return
    const record = top.rest.shift()
    if (record !== undefined) {
      top.record = record
      this.sink()
      return
    }
    const end = this.heads.pop()
    if (end !== undefined && end !== top) {
      this.heads[0] = end
      this.sink()
    }
    if (top.record.number > top.first) this.open = top
  }

  /** Reads more for a head without records, and ahead for the next ones. */
  async advance(): Promise<JournalRecord | undefined> {
    const { open } = this
    if (open === null) return undefined
    const depth = Math.max(4, Math.min(CHUNK / ROUND, Math.floor(AHEAD / (this.heads.length + 1))))
    // The first elements of a heap are not sorted, but contain the newest.
    const low = [open, ...this.heads.slice(0, ROUND - 1)].filter(
      ({ rest, record, first }) => rest.length === 0 && record.number > first,
    )
    const limit = low.length === 1 ? Math.min(CHUNK, depth * ROUND) : Math.ceil(depth)
    const places = low.map(({ account, record, first }) => ({
      account,
      from: record.number - 1,
      limit: Math.min(limit, record.number - first),
    }))
    const heads = new Map(low.map((head) => [head.account, head]))
    for (const record of await this.read(places)) {
      heads.get(record.entry[record.side].account)?.rest.push(record)
    }
    this.open = null
    const record = open.rest.shift()
    if (record !== undefined) {
      open.record = record
      this.push(open)
    }
    await yieldToLoop()
    return this.next
  }

  private push(head: Head): void {
    const { heads } = this
    let at = heads.push(head) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!this.isAbove(at, above)) return
      this.swap(at, above)
      at = above
    }
  }

  private sink(): void {
    let at = 0
    for (;;) {
      let newest = at
      for (const below of [2 * at + 1, 2 * at + 2]) if (this.isAbove(below, newest)) newest = below
      if (newest === at) return
      this.swap(at, newest)
      at = newest
    }
  }

  private isAbove(one: number, other: number): boolean {
    return isNewer(this.heads[one]?.record, this.heads[other]?.record)
  }

  private swap(one: number, other: number): void {
    const [a, b] = [this.heads[one], this.heads[other]]
    if (a === undefined || b === undefined) return
    this.heads[one] = b
    this.heads[other] = a
  }
}
