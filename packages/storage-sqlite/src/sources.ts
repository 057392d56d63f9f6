/** The sources of prices. Entries name them by a number of this file. */
import { Recent } from '@tallystick/core'
import type { Connection } from './connection.js'

export class Sources {
  private readonly keys: Recent<string, number>
  private readonly names: Recent<number, string>

  constructor(
    private readonly connection: Connection,
    remember: number,
  ) {
    this.keys = new Recent(remember)
    this.names = new Recent(remember)
  }

  /** The number of cached sources, in both directions. */
  get remembered(): number {
    return this.keys.size + this.names.size
  }

  /** Within a write: adds the source if it is new. */
  keyFor(name: string): number {
    const known = this.keys.get(name)
    if (known !== undefined) return known
    const found = this.connection.prepare('select key from price_source where name = ?').get(name)?.[0]
    const key = typeof found === 'number' ? found : this.add(name)
    this.keys.set(name, key)
    return key
  }

  nameOf(key: number): string {
    const known = this.names.get(key)
    if (known !== undefined) return known
    const name = this.connection
      .prepare('select name from price_source where key = ?')
      .get(key)?.[0] as string
    this.names.set(key, name)
    return name
  }

  /** After a failed write: the sources that it added do not exist. */
  forget(): void {
    this.keys.clear()
    this.names.clear()
  }

  private add(name: string): number {
    const { lastInsertRowid } = this.connection
      .prepare('insert into price_source (name) values (?)')
      .run(name)
    return Number(lastInsertRowid)
  }
}
