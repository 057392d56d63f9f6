/**
 * A statement on its way to the server, and its rows on their way back. The class of node-pg has the server describe the
 * columns each time, and makes an object of them; for a short statement this takes longer than everything else. Here the
 * columns of a prepared statement are described once per connection, and rows are arrays.
 */
import pg from 'pg'
import { kept } from './kept.js'
import { arrayOf, type Value } from './statement.js'

export type Row = readonly unknown[]

export interface Asked {
  readonly text: string
  readonly values: readonly Value[]
  /** Prepares the statement under this name, once per connection. */
  readonly name?: string | undefined
  /** How long to wait for the answer, if not as long as the connection does. */
  readonly query_timeout?: number | undefined
}

type Parser = (text: string) => unknown

const INT8_OID = 20

/** Counts, times and positions are far below 2^53. Other values keep their digits as text. */
function int8(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

/** Amounts are numeric, and stay text. */
const parserOf = (type: number): Parser => (type === INT8_OID ? int8 : pg.types.getTypeParser(type, 'text'))

/** A value as text, in the server's format. */
function toText(value: Value): string | Buffer | null {
  if (value === null || typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (typeof value === 'object') return arrayOf('text', value, (cell) => cell && String(cell))
  return String(value)
}

/** Sends the statement at once, even if earlier ones have no answer yet. */
export function ask(client: pg.ClientBase, asked: Asked): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Question(asked, (error, rows) => {
        if (error === null) resolve(rows)
        else reject(error)
      }),
    )
  })
}

/** By name: what reads the columns of each statement that a connection has prepared, once that is known. */
type Prepared = Map<string, readonly Parser[] | null>

const PREPARED = new WeakMap<pg.Connection, Prepared>()

/** The fields that are public, and the methods, are those that node-pg uses. */
class Question extends pg.Query {
  readonly text: string
  readonly values: readonly Value[]
  readonly name: string | undefined
  readonly query_timeout: number | undefined
  private readonly found: Row[] = []
  private parsers: readonly Parser[] = []
  private prepared: Prepared | null = null
  private unreadable: unknown = null

  constructor(
    { text, values, name, query_timeout }: Asked,
    public callback: (error: unknown, rows: readonly Row[]) => void,
  ) {
    super(text)
    this.text = text
    this.values = values
    this.name = name
    this.query_timeout = query_timeout
    kept.question = this
  }

  /** Called if the statement has a name or values. */
  prepare(connection: pg.Connection): void {
    const { name, text } = this
    const values = this.values.map(toText)
    const prepared = PREPARED.get(connection) ?? new Map()
    PREPARED.set(connection, prepared)
    const parsers = name === undefined ? undefined : prepared.get(name)
    if (parsers === undefined) connection.parse({ text, name: name ?? '', types: [] }, true)
    connection.bind({ statement: name ?? '', values }, true)
    if (parsers === undefined || parsers === null) {
      this.prepared = prepared
      if (name !== undefined) prepared.set(name, null)
      connection.describe({ type: 'P', name: '' }, true)
    } else {
      this.parsers = parsers
    }
    connection.execute(null, true)
    connection.sync()
  }

  handleRowDescription(message: { readonly fields: readonly { readonly dataTypeID: number }[] }): void {
    kept.columns = message
    this.parsers = message.fields.map(({ dataTypeID }) => parserOf(dataTypeID))
    if (this.name !== undefined) this.prepared?.set(this.name, this.parsers)
  }

  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void {
    const { parsers } = this
    kept.row = message
    try {
      this.found.push(message.fields.map((text, index) => (text === null ? null : parsers[index]?.(text))))
    } catch (cause) {
      this.unreadable ??= cause
    }
  }

  handleCommandComplete(message: unknown): void {
    kept.completion = message
  }

  handleEmptyQuery(): void {}

  handleError(cause: unknown): void {
    this.callback(cause, [])
  }

  handleReadyForQuery(): void {
    this.callback(this.unreadable, this.found)
  }
}
