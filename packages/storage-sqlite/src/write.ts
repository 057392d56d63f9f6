/** Writes a view's changes in their order. Runs within a write; afterwards the cache agrees with the file. */
import {
  ACCOUNTS,
  type AccountId,
  type Change,
  follow,
  STATUS_HISTORY,
  type StatusEntry,
  stepOf,
  subjectOf,
  type View,
} from '@tallystick/core'
import { movedBy, type StateSum } from '@tallystick/engine'
import type { Database } from './database.js'

export class Writer {
  constructor(private readonly database: Database) {}

  write(view: View): void {
    const { accounts, journal } = this.database
    const moved = movedBy(view)
    /** Accounts whose row has changed in more than balance and history. */
    const updated = new Set<AccountId>()
    let isDated = false
    for (const change of view.changes) {
      switch (change.type) {
        case 'entry.posted':
          journal.append(change.entry)
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
          updated.add(change.blockage.account)
          this.row(change)
          break
        default:
          this.row(change)
      }
    }
    for (const known of journal.seal(moved.text))
      known.account = view.byId(ACCOUNTS, known.account.id) ?? known.account
    for (const id of updated) {
      const account = view.byId(ACCOUNTS, id)
      if (account !== undefined) accounts.update(account)
    }
    accounts.rememberLatest(view.latest, isDated)
    accounts.settleIfDue()
  }

  private row(change: Exclude<Change, { type: 'entry.posted' }>): void {
    const { tables, accounts } = this.database
    const step = stepOf(change)
    const { table, verb } = step
    const item = subjectOf(step, change)
    if (verb === 'insert') tables.insert(table, item)
    else if (verb === 'update') tables.update(table, item)
    else if (verb === 'delete') tables.remove(table, item)
    else tables.add(table, item)
    accounts.remember(table, item)
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
    } else tables.insert(STATUS_HISTORY, standing)
  }
}
