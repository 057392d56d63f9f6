/** Records derived values of a storage that disagree with their source. */
import type { Owned, Table } from '@tallystick/core'
import { sortKey } from './lists.js'
import type { Stray } from './ports/storage.js'

/** The first ones of thousands of the same kind are enough. */
const MOST = 100

export class Strays {
  readonly list: Stray[] = []

  compare(subject: string, stored: unknown, computed: unknown): void {
    if (stored === computed || this.list.length >= MOST) return
    this.list.push({ subject, stored: String(stored), computed: String(computed) })
  }

  /** Compares the derived texts of the row. */
  derived<Item extends Owned>(
    table: Table<Item>,
    item: Item,
    stored: Readonly<Record<string, string>>,
  ): void {
    for (const derivation of table.derived) {
      const { name } = derivation
      if (stored[name] === derivation.formerly?.(item)) continue
      this.compare(
        `${name} of ${table.noun} ${sortKey(table, item).join(' ')}`,
        stored[name],
        derivation.of(item),
      )
    }
  }
}
