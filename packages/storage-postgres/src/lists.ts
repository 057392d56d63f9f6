/**
 * Reads whole tables in the order of a key, page by page, on a session that holds its snapshot. A cursor sorts each
 * table once; only a reader that goes back restarts it.
 */
import type { Row, Session } from './connection.js'

export interface List {
  /** The name of the cursor. */
  readonly name: string
  readonly from: string
  readonly columns: string
  /** Columns of text that together identify a row. */
  readonly key: readonly string[]
}

export class Lists {
  /** The key, as JSON, of the row after which each cursor continues. */
  private readonly places = new Map<string, string>()

  constructor(private readonly session: Session) {}

  /** The row's key follows its columns. */
  async page(list: List, after: readonly string[] | undefined, limit: number): Promise<readonly Row[]> {
    if (this.places.get(list.name) !== JSON.stringify(after ?? null)) await this.restart(list, after)
    const rows = await this.session.query(`fetch ${Math.trunc(limit)} from list_${list.name}`)
    const last = rows[rows.length - 1]
    if (last !== undefined) this.places.set(list.name, JSON.stringify(last.slice(-list.key.length)))
    return rows
  }

  private async restart(list: List, after: readonly string[] | undefined): Promise<void> {
    const { name, from, columns, key } = list
    if (this.places.has(name)) await this.session.query(`close list_${name}`)
    // Independent of the database's own collation.
    const sorted = key.map((column) => `${column} collate "C"`).join(', ')
    const beyond =
      after === undefined
        ? ''
        : `where (${sorted}) > (${after.map((_, index) => `$${index + 1}`).join(', ')})`
    await this.session.query(
      `declare list_${name} no scroll cursor for select ${columns}, ${key.join(', ')} from ${from} ${beyond} order by ${sorted}`,
      after ?? [],
    )
    this.places.set(name, JSON.stringify(after ?? null))
  }
}
