import { Recent } from '@tallystick/core'
import type { Connection } from './connection.js'

/**
 * Names for which rows of this file have integer keys: those of tenants, and those of the sources of prices. A name gets its
 * key with the first thing written for it.
 */
export class NameKeys<Name extends string> {
  private readonly keys: Recent<Name, number>
  private readonly names: Recent<number, Name>

  /** @param most Limit of the number of names in memory */
  constructor(
    private readonly connection: Connection,
    private readonly table: string,
    private readonly column: string,
    most = Number.POSITIVE_INFINITY,
  ) {
    this.keys = new Recent(most)
    this.names = new Recent(most)
  }

  /** The number of cached names, in both directions. */
  get remembered(): number {
    return this.keys.size + this.names.size
  }

  /** Undefined for a name for which nothing was written. */
  keyOf(name: Name): number | undefined {
    const known = this.keys.get(name)
    if (known !== undefined) return known
    const key = this.select('key', this.column, name)
    return typeof key === 'number' ? this.remember(key, name) : undefined
  }

  /** Within a write: adds the name if it is new. */
  keyFor(name: Name): number {
    const known = this.keyOf(name)
    if (known !== undefined) return known
    const insert = `insert into ${this.table} (${this.column}) values (?)`
    const { lastInsertRowid } = this.connection.prepare(insert).run(name)
    return this.remember(Number(lastInsertRowid), name)
  }

  readonly nameOf = (key: number): Name => {
    const known = this.names.get(key)
    if (known !== undefined) return known
    const name = this.select(this.column, 'key', key) as Name
    this.remember(key, name)
    return name
  }

  /** After a failed write: a name that it added does not exist. */
  forget(): void {
    this.keys.clear()
    this.names.clear()
  }

  private select(wanted: string, by: string, value: string | number): unknown {
    return this.connection.prepare(`select ${wanted} from ${this.table} where ${by} = ?`).get(value)?.[0]
  }

  private remember(key: number, name: Name): number {
    this.keys.set(name, key)
    this.names.set(key, name)
    return key
  }
}
