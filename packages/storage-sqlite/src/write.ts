/** Writes a view's changes, in their order. Runs within a write; afterwards what is known agrees with the file. */
import {
  ACCOUNTS,
  type AccountId,
  type Change,
  follow,
  STANDINGS,
  type Standing,
  stepOf,
  subjectOf,
  type View,
} from '@tallystick/core'
import { movedBy, type StateSum } from '@tallystick/engine'
import type { Books } from './books.js'

export class Writer {
  constructor(private readonly books: Books) {}

  write(view: View): void {
    const { accounts, journal } = this.books
    const moved = movedBy(view)
    /** Accounts whose row, beside balance and history, has changed. */
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
    const { tables, accounts } = this.books
    const step = stepOf(change)
    const { table, verb } = step
    const item = subjectOf(step, change)
    if (verb === 'insert') tables.insert(table, item)
    else if (verb === 'update') tables.update(table, item)
    else if (verb === 'delete') tables.remove(table, item)
    else tables.add(table, item)
    accounts.remember(table, item)
  }

  /** Never behind the subject's newest: another process's clock may have been ahead. */
  private note(noted: Standing, moved: StateSum): void {
    const { tables, tenants } = this.books
    const own = ['tenant = ? and subject = ?', tenants.keyFor(noted.tenant), noted.subject] as const
    const [row] = tables.select(STANDINGS, [own], ['order by at desc limit 1'])
    const newest = row && tables.read(STANDINGS, row)
    const standing = follow(noted, newest)
    moved.put(STANDINGS, standing)
    if (newest?.at === standing.at) {
      moved.drop(STANDINGS, newest)
      tables.update(STANDINGS, standing)
    } else tables.insert(STANDINGS, standing)
  }
}
