/** The committed state of the reference storage, with the indexes that its queries need. */
import {
  type Account,
  type AccountId,
  applyChange,
  type Change,
  type Entry,
  follow,
  type Key,
  type Lookup,
  type Owned,
  type OwnedAccount,
  printEntry,
  STATUS_HISTORY,
  type StatusEntry,
  type Stored,
  stepOf,
  subjectOf,
  type Table,
  type Timestamp,
  View,
} from '@tallystick/core'
import type { AuditedEntry, Constant, JournalPosition, JournalRecord, StoredSeal } from '../ports/storage.js'
import { digestEntry, NO_SEAL, STORED_DIGEST_DIGITS, sealHash } from '../seal.js'
import { movedBy, StateSum } from '../state.js'
import { MemoryEntry } from './entry.js'
import { Places } from './places.js'

/** Compares by these fields, in this order. */
export function byFields(names: readonly string[]): (a: object, b: object) => number {
  return (a, b) => {
    for (const name of names) {
      const [one, two] = [Reflect.get(a, name), Reflect.get(b, name)] as readonly [string, string]
      if (one !== two) return one < two ? -1 : 1
    }
    return 0
  }
}

/** Committed state, with the indexes that the queries need. */
export class MemoryState {
  /** Every item, with every change applied. */
  readonly base = new View()
  readonly entries: AuditedEntry[] = []
  readonly seals: StoredSeal[] = []
  readonly records = new Map<AccountId, JournalRecord[]>()
  /** Items of tables that are only added to. */
  private readonly sums = new Map<Table, Map<string, Owned>>()
  private readonly places = new Places()
  /** The status history of each subject, oldest first. */
  readonly standings = new Map<StatusEntry['subject'], StatusEntry[]>()
  readonly constants = new Map<string, string>()
  /** The newest time of all histories. */
  latest: Timestamp = 0

  /** Commits one unit of work. */
  commit(view: View): void {
    const { changes, latest } = view
    if (changes.length === 0) return
    this.latest = latest
    const moved = movedBy(view)
    const batch = String(this.seals.length + 1)
    const digests: string[] = []
    for (const change of changes) {
      this.write(change, moved)
      if (change.type === 'entry.posted') digests.push(this.post(change.entry, batch))
    }
    this.seal(digests, moved)
  }

  keep(constant: Constant): void {
    this.constants.set(constant.name, constant.value)
    const moved = new StateSum()
    moved.constant(constant)
    this.seal([], moved)
  }

  private seal(digests: readonly string[], moved: StateSum): void {
    const number = this.seals.length + 1
    const state = moved.text
    this.seals.push({
      batch: String(number),
      writer: 'memory',
      number,
      entries: digests.length,
      state,
      hash: sealHash(this.seals.at(-1)?.hash ?? NO_SEAL, digests, state),
    })
  }

  private write(change: Change, moved: StateSum): void {
    if (change.type === 'standing.noted') {
      this.note(change.standing, moved)
      return
    }
    // Not `apply`, which would also keep every change.
    if (change.type === 'entry.posted') {
      applyChange(this.base, change)
      return
    }
    const step = stepOf(change)
    const item = subjectOf(step, change)
    this.places.move(step, this.base.byId(step.table, step.table.identify(item)), item)
    applyChange(this.base, change)
    if (step.verb === 'add') this.add(step.table, item)
  }

  private add(table: Table, item: Owned): void {
    const sums = this.sums.get(table) ?? new Map<string, Owned>()
    const before = sums.get(table.identify(item))
    const sum = [before, item].reduce(
      (total, one) => total + Number((one && Reflect.get(one, table.adds ?? '')) ?? 0),
      0,
    )
    this.sums.set(table, sums.set(table.identify(item), { ...item, [table.adds ?? '']: sum }))
  }

  /** All items of a table. */
  all<Item extends Owned>(table: Table<Item>): Iterable<Item> {
    const kept = table.isHistory ? [...this.standings.values()].flat() : this.sums.get(table)?.values()
    // Items of this table.
    return (kept as Iterable<Item> | undefined) ?? this.base.all(table)
  }

  find(table: Table, lookup: Lookup<Owned>, key: Key): readonly Stored[] {
    const { many, order } = lookup
    if (many !== true) {
      const item = table.isHistory ? this.noted(key) : this.base.find(key)
      return item === undefined ? [] : [{ item }]
    }
    const limit = 'limit' in key ? key.limit : Number.POSITIVE_INFINITY
    const found: Stored[] = []
    if (order !== undefined) {
      for (const item of this.base.found(key)) if (found.push({ item }) >= limit) break
      return found
    }
    for (const item of this.places.of(lookup, key)) found.push({ item })
    const inOrder = byFields(table.key.map(({ name }) => name))
    if (found.length > 1) found.sort((one, other) => inOrder(one.item, other.item))
    return found.slice(0, limit)
  }

  /** The only key of a history names a subject and a time. */
  private noted(key: Key): StatusEntry | undefined {
    const { subject, at } = key as Extract<Key, { readonly type: 'standing' }>
    return this.standings.get(subject)?.find((one) => one.at === at && one.tenant === key.tenant)
  }

  private note(noted: StatusEntry, moved: StateSum): void {
    const known = this.standings.get(noted.subject) ?? []
    this.standings.set(noted.subject, known)
    const newest = known.at(-1)
    const standing = follow(noted, newest)
    if (newest?.at === standing.at) {
      known.pop()
      moved.drop(STATUS_HISTORY, newest)
    }
    known.push(standing)
    moved.put(STATUS_HISTORY, standing)
  }

  /** The subject's last status at or before `at`. */
  statusAt(subject: StatusEntry['subject'], at: Timestamp): StatusEntry | undefined {
    return this.standings.get(subject)?.findLast((standing) => standing.at <= at)
  }

  private post(entry: Entry, batch: string): string {
    const digest = digestEntry(entry, printEntry(entry))
    const number = (side: 'debit' | 'credit'): number => {
      const records = this.records.get(entry[side].account) ?? []
      this.records.set(entry[side].account, records)
      return records.push({ entry, side, number: records.length + 1 })
    }
    this.entries.push(
      new MemoryEntry(
        entry,
        String(this.entries.length + 1) as JournalPosition,
        number('debit'),
        number('credit'),
        batch,
        digest.slice(0, STORED_DIGEST_DIGITS),
      ),
    )
    return digest
  }

  owned(account: Account): OwnedAccount {
    return { account, customer: this.base.customerOf(account) }
  }
}
