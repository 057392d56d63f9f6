/**
 * A statement on its way to the server, and its rows on their way back. The class of node-pg has the server describe the
 * columns each time, and makes an object of them; for a short statement this takes longer than everything else. Here the
 * columns of a prepared statement are described once per connection, and rows are arrays.
 */
import { Recent } from '@tallystick/core'
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

/** A connection of node-pg. Its package has no types, so our declarations name none of it. */
interface Client {
  query(question: object): unknown
}

/** Sends the statement at once, even if earlier ones have no answer yet. */
export function ask(client: Client, asked: Asked): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Question(asked, (error, rows) => {
        if (error === null) resolve(rows)
        else reject(error)
      }),
    )
  })
}

/** A statement that a connection has prepared, and what reads its columns, once that is known. */
interface Prepared {
  parsers: readonly Parser[] | null
}

/**
 * Of a connection. The server keeps up to a third of a megabyte for each, and units of work have very many shapes: those
 * that were not used for long are closed.
 */
const MOST_PREPARED = 128

const PREPARED = new WeakMap<pg.Connection, Recent<string, Prepared>>()

function preparedOn(connection: pg.Connection): Recent<string, Prepared> {
  const known = PREPARED.get(connection)
  if (known !== undefined) return known
  const prepared = new Recent<string, Prepared>(MOST_PREPARED, (old) => {
    for (const name of old.keys()) connection.close({ type: 'S', name }, true)
  })
  PREPARED.set(connection, prepared)
  return prepared
}

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
    let prepared = name === undefined ? undefined : preparedOn(connection).get(name)
    if (prepared === undefined) {
      connection.parse({ text, name: name ?? '', types: [] }, true)
      prepared = { parsers: null }
      if (name !== undefined) preparedOn(connection).set(name, prepared)
    }
    const { parsers } = prepared
    connection.bind({ statement: name ?? '', values }, true)
    if (parsers === null) {
      this.prepared = prepared
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
    if (this.prepared !== null) this.prepared.parsers = this.parsers
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
