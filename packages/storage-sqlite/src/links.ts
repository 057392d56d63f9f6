/**
 * Follows the journal from its first entry and checks everything that entries are found by: the pointers to the
 * account's earlier entries, the end of each account's history, and the index of the callers' references.
 */
import type { EntryDetails } from '@tallystick/core'
import { type Stray, Strays } from '@tallystick/engine'
import type { Row } from './connection.js'
import type { Database } from './database.js'
import { AT } from './rows.js'

/** A tree of an account's history, which begins with the newest one: see chain.ts. */
interface Tree {
  /** The position of its root. */
  readonly seq: number
  readonly size: number
  readonly next: Tree | null
}

export class Links {
  readonly strays = new Strays()
  private readonly trees = new Map<number, Tree>()
  private custom = 0
  /** The position of the last entry read; null if entries were read in another order. */
  private last: number | null = 0

  constructor(private readonly database: Database) {}

  /** Call it before each page of entries. */
  begin(after: number): void {
    if (after !== this.last) this.last = null
  }

  /** @param row Of AUDIT_COLUMNS */
  follow(row: Row, details: EntryDetails | null): void {
    if (this.last === null) return
    const seq = row[AT.seq] as number
    this.side(seq, row[AT.debit] as number, row[AT.debit_previous] as number, row[AT.debit_jump] as number)
    this.side(seq, row[AT.credit] as number, row[AT.credit_previous] as number, row[AT.credit_jump] as number)
    const custom = details?.customReference
    if (custom !== undefined) this.reference(seq, row[AT.tenant] as number, custom)
    this.last = seq
  }

  account(id: string, key: number, head: number): void {
    if (this.last !== null) this.strays.compare(`newest entry of ${id}`, head, this.trees.get(key)?.seq ?? 0)
  }

  /** After everything has been read. */
  end(): readonly Stray[] {
    const count = this.database.connection.prepare('select count(*) from custom_reference').get()?.[0]
    if (this.last !== null) this.strays.compare('number of custom references', count, this.custom)
    return this.strays.list
  }

  private side(seq: number, account: number, previous: number, jump: number): void {
    const before = this.trees.get(account) ?? null
    const second = before?.next ?? null
    // Two trees of equal size become children of the new root.
    const tree =
      before !== null && before.size === second?.size
        ? { seq, size: 2 * before.size + 1, next: second.next }
        : { seq, size: 1, next: before }
    this.trees.set(account, tree)
    if (previous !== (before?.seq ?? 0))
      this.strays.compare(`entry before entry ${seq}`, previous, before?.seq ?? 0)
    const target = tree.next?.seq ?? 0
    if (jump !== target) this.strays.compare(`jump of entry ${seq}`, jump, target)
  }

  private reference(seq: number, tenant: number, custom: string): void {
    this.custom++
    const found = this.database.connection
      .prepare('select count(*) from custom_reference where tenant = ? and reference = ? and seq = ?')
      .get(tenant, custom, seq)?.[0]
    this.strays.compare(`custom reference of entry ${seq}`, found, 1)
  }
}
