/** Writes a view's changes in their order. Runs within a write; afterwards the cache agrees with the file. */
import {
  ACCOUNTS,
  type Account,
  type AccountId,
  type Change,
  follow,
  type IdempotencyRecord,
  movableOf,
  RowChanges,
  STATUS_HISTORY,
  type StatusEntry,
  stepOf,
  subjectOf,
  type Table,
  type View,
} from '@tallystick/core'
import { movedBy, type StateSum } from '@tallystick/engine'
import type { Database } from './database.js'

export class Writer {
  /** Of the newest write, for the reason that `Engine.kept` has. */
  private readonly kept: { moved?: StateSum; collected?: RowChanges } = {}

  constructor(private readonly database: Database) {}

  write(view: View): void {
    const { accounts, idempotencyRecords, journal } = this.database
    const moved = movedBy(view)
    /** Accounts that were updated, and those of which blockages hold more or less. */
    const updated = new Set<AccountId>()
    const held = new Set<AccountId>()
    const collected = new RowChanges()
    const records: IdempotencyRecord[] = []
    let isDated = false
    for (const change of view.changes) {
      switch (change.type) {
        case 'entry.posted':
          journal.append(change.entry)
          // Of a copy: the newest time does not follow from the last entry then.
          isDated ||= change.entry.created < view.latest
          break
        case 'account.opened':
          accounts.open(change.account)
          isDated = true
          break
        case 'account.updated':
          updated.add(change.account.id)
          break
        case 'standing.noted':
          this.note(change.standing, moved)
          isDated = true
          break
        case 'blockage.placed':
        case 'blockage.released':
          held.add(change.blockage.account)
          this.row(change, collected)
          break
        case 'answer.stored':
          records.push(change.answer)
          break
        default:
          this.row(change, collected)
      }
    }
    this.rows(collected, view)
    idempotencyRecords.append(records, accounts.seen)
    this.kept.moved = moved
    this.kept.collected = collected
    for (const known of journal.seal(moved.text))
      known.account = view.byId(ACCOUNTS, known.account.id) ?? known.account
    for (const account of accountsIn(view, updated)) accounts.update(account)
    for (const account of accountsIn(view, held)) accounts.hold(account)
    accounts.rememberLatest(view.latest, isDated)
    accounts.settleIfDue()
  }

  /** Writes the change, or collects it with the others of its row. */
  private row(change: Exclude<Change, { type: 'entry.posted' }>, collected: RowChanges): void {
    const { tables, accounts } = this.database
    const step = stepOf(change)
    const { table, verb } = step
    const item = subjectOf(step, change)
    if (!isPassed(table)) collected.add(step, change)
    else if (verb === 'insert') tables.insert(table, [item])
    else if (verb === 'update') tables.update(table, item)
    else tables.remove(table, item)
    accounts.remember(table, item)
  }

  /** What ends comes first, because what begins may take its place. */
  private rows({ tables: changed }: RowChanges, view: View): void {
    const { tables } = this.database
    for (const [table, rows] of changed)
      for (const { item, isNew, stays, isReplaced } of rows.values())
        if (!isNew && (!stays || isReplaced)) tables.remove(table, item)
    for (const [table, rows] of changed)
      for (const [id, { item, isNew, stays, isReplaced }] of rows)
        if (!isNew && stays && !isReplaced) tables.update(table, item, view.before(table, id))
    for (const [table, rows] of changed) {
      const items = [...rows.values()].flatMap(({ item, isNew, stays, isReplaced }) =>
        stays && (isNew || isReplaced) ? [item] : [],
      )
      if (table.adds === null) tables.insert(table, items)
      else for (const item of items) tables.add(table, item)
    }
  }

  /** Never older than the subject's newest status: another process's clock may have been ahead. */
  private note(noted: StatusEntry, moved: StateSum): void {
    const { tables, tenants } = this.database
    const own = ['tenant = ? and subject = ?', tenants.keyFor(noted.tenant), noted.subject] as const
    const [row] = tables.select(STATUS_HISTORY, [own], ['order by at desc limit 1'])
    const newest = row && tables.read(STATUS_HISTORY, row)
    const standing = follow(noted, newest)
    moved.put(STATUS_HISTORY, standing)
    if (newest?.at === standing.at) {
      moved.drop(STATUS_HISTORY, newest)
      tables.update(STATUS_HISTORY, standing)
    } else tables.insert(STATUS_HISTORY, [standing])
  }
}

const accountsIn = (view: View, ids: Iterable<AccountId>): readonly Account[] =>
  [...ids].flatMap((id) => view.byId(ACCOUNTS, id) ?? [])

/** Tables in which a unique value may pass from one item to another within a unit of work, so each change is written. */
const PASSED = new WeakMap<Table, boolean>()

function isPassed(table: Table): boolean {
  let isPassed = PASSED.get(table)
  if (isPassed === undefined) {
    isPassed = movableOf(table).length > 0
    PASSED.set(table, isPassed)
  }
  return isPassed
}
