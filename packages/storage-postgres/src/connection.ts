/**
 * The connections to one PostgreSQL, and what its errors mean. No call waits for ever: connecting, every statement,
 * every lock and an idle transaction have their limits. Units of work have connections of their own: however much is
 * read, none of them waits for it.
 */
import type { Cell } from '@tallystick/core'
import { Fault } from '@tallystick/engine'
import pg from 'pg'

/** How long a step may take, in milliseconds. */
export interface Limits {
  /** Getting a connection. */
  readonly connect: number
  /** A statement, by the server's clock; and a transaction that waits for its next one. */
  readonly statement: number
  /** A statement that only reads. */
  readonly read: number
  /** Waiting for a row that another unit of work holds. */
  readonly lock: number
  /** The answer to a statement, by our own clock: a little more, for a server that does not answer at all. */
  readonly answer: number
}

const LIMITS: Limits = { connect: 5_000, statement: 30_000, read: 10_000, lock: 10_000, answer: 35_000 }

/** One for the unit of work under way, and one that files what the last one has left. */
const WRITERS = 2

const LONGEST_TIMER_MS = 2 ** 31 - 1
const INT8_OID = 20

/** Counts, times and places are far below 2^53; what is not keeps its digits. */
function int8(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

export type Value = Cell | Buffer | readonly Cell[]
export type Row = readonly unknown[]

/** One connection, for the length of a transaction. */
export interface Session {
  /**
   * Sent at once, behind whatever was asked before and is not answered yet: the server runs them in order.
   *
   * @param name Prepares the statement under this name, once per connection.
   */
  query(text: string, values?: readonly Value[], name?: string): Promise<readonly Row[]>
  /**
   * What `ask` asks before it first waits leaves in one piece: half the cost of a short statement is the
   * system's for sending it. Waits for all of it; when one fails, those behind it fail or are without effect.
   */
  together<Results extends readonly unknown[]>(
    ask: () => {
      [Index in keyof Results]: Promise<Results[Index]>
    },
  ): Promise<Results>
}

export class Connection {
  private constructor(
    private readonly writers: pg.Pool,
    private readonly readers: pg.Pool,
    /** Reads that may run at once. */
    readonly width: number,
  ) {}

  /** @param maxConnections Of both kinds together; two at least. */
  static open(url: string, maxConnections: number, given: Partial<Limits> = {}): Connection {
    const limits = { ...LIMITS, ...given }
    const writers = Math.max(1, Math.min(WRITERS, maxConnections - 1))
    const width = Math.max(1, maxConnections - writers)
    return new Connection(
      Connection.pool(url, writers, limits, limits.statement),
      Connection.pool(url, width, limits, Math.min(limits.read, limits.statement)),
      width,
    )
  }

  private static pool(url: string, max: number, limits: Limits, statement: number): pg.Pool {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: limits.connect,
      statement_timeout: statement,
      lock_timeout: limits.lock,
      query_timeout: limits.answer,
      idle_in_transaction_session_timeout: limits.statement,
      keepAlive: true,
      pipeline: true,
      application_name: 'tallystick',
      types: {
        // Amounts are numeric, and stay text.
        getTypeParser: (oid: number, format?: 'text' | 'binary') =>
          oid === INT8_OID ? int8 : pg.types.getTypeParser(oid, format),
      },
    })
    // An idle connection that the server ends is no reason to end the process; the next call opens another.
    pool.on('error', () => undefined)
    // Nor is one that it ends in the moment it is opened or between queries: the next query tells.
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }

  /**
   * Runs `work` on one connection. After an error the connection is not used again.
   *
   * @param reads On a connection of those that read.
   * @param until By `performance.now()`: ends the connection then, and with it whatever is under way.
   * @param unhurried Waits for answers as long as they take: reading a large ledger takes longer than any call.
   */
  async session<Result>(
    work: (session: Session) => Promise<Result>,
    { reads = false, unhurried = false, until = Number.POSITIVE_INFINITY } = {},
  ): Promise<Result> {
    const client = await connected(reads ? this.readers : this.writers, until)
    const end =
      until === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => client.connection.stream.destroy(), until - performance.now())
    let failed: boolean | Error = true
    let first: unknown
    try {
      const result = await work({
        async query(text, values = [], name) {
          try {
            const { rows } = await client.query<unknown[]>({
              text,
              values: [...values],
              rowMode: 'array',
              ...(name === undefined ? {} : { name }),
              ...(unhurried ? { query_timeout: LONGEST_TIMER_MS } : {}),
            })
            return rows
          } catch (cause) {
            first ??= cause
            throw cause
          }
        },
        async together(ask) {
          const { stream } = client.connection
          let asked: ReturnType<typeof ask>
          stream.cork()
          try {
            asked = ask()
          } finally {
            stream.uncork()
          }
          return Promise.all(asked) as Promise<never>
        },
      })
      failed = false
      return result
    } catch (cause) {
      // What was sent behind a statement that failed fails for that reason alone, and may be heard of sooner.
      throw sqlState(cause) === ABORTED ? first : cause
    } finally {
      clearTimeout(end)
      client.release(failed)
    }
  }

  /** One statement, on any connection, that may be run again: a read, or a write that has its effect once. */
  async query(text: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    try {
      return await this.session((session) => session.query(text, values), { reads: true })
    } catch (cause) {
      if (sqlState(cause) === TOO_LONG) throw tookTooLong(cause)
      throw lostConnection(cause) ? noAnswer(cause) : cause
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.writers.end(), this.readers.end()])
  }
}

/** A connection of the pool, by then at the latest. */
async function connected(pool: pg.Pool, until: number): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  if (until === Number.POSITIVE_INFINITY) return connecting
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), until - performance.now())
  })
  const client = await Promise.race([connecting, late]).finally(() => clearTimeout(timer))
  if (client !== null) return client
  connecting.then(
    (unused) => unused.release(),
    () => undefined,
  )
  throw new Fault(
    'PostgreSQL gave no connection in time. Nothing was written; repeat the call',
    {},
    { transient: true },
  )
}

/** SQLSTATE of a server's answer; undefined when no server answered. */
export function sqlState(cause: unknown): string | undefined {
  return cause instanceof pg.DatabaseError ? cause.code : undefined
}

const UNIQUE_VIOLATION = '23505'
/** A statement of a transaction in which one before it has failed. */
const ABORTED = '25P02'
/** Serialization failure, deadlock, a lock that another unit of work kept for too long, a statement's time. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01', '55P03', '57014'])
/** The server goes away, comes up, or has no connection left. */
const SERVER_GOES: ReadonlySet<string> = new Set([
  '57P01',
  '57P02',
  '57P03',
  // Our own transaction stood idle for too long.
  '25P03',
  '53300',
  '08006',
  '08003',
  '08000',
])

/** Of a statement, or of its wait for a lock: its time was over. */
const TOO_LONG = '57014'

function tookTooLong(cause: unknown): Fault {
  return new Fault(
    'A read took longer than PostgreSQL was told to spend on it. Ask for less at once',
    { state: TOO_LONG },
    { cause, transient: true },
  )
}

/** Another unit of work was first: with a row both wanted to create, or with locks. Nothing was written. */
export function lostRace(cause: unknown): boolean {
  const state = sqlState(cause)
  return state === UNIQUE_VIOLATION || (state !== undefined && CONFLICTS.has(state))
}

/** The connection is gone, or the server is. */
export function lostConnection(cause: unknown): boolean {
  const state = sqlState(cause)
  // A panic takes the whole server down, whatever its code: of a COMMIT it leaves open what became of it.
  if (cause instanceof pg.DatabaseError && cause.severity === 'PANIC') return true
  if (state !== undefined) return SERVER_GOES.has(state)
  return cause instanceof Error && !(cause instanceof Fault) && LOST.test(`${codeOf(cause)} ${cause.message}`)
}

/** What a COMMIT may have been answered with although it took place. */
const IN_DOUBT: ReadonlySet<string> = new Set(['40003', '08007', '57014'])

/** Of a commit: whether it took place is not known from this. A server that has refused it says so otherwise. */
export function inDoubt(cause: unknown): boolean {
  const state = sqlState(cause)
  return state === undefined || IN_DOUBT.has(state)
}

/** Of a call that has changed nothing. */
export function noAnswer(cause: unknown): Fault {
  const code = sqlState(cause) ?? (cause instanceof Error ? codeOf(cause) : '')
  // A host with several addresses fails with an error for each, and no message of its own.
  const message = cause instanceof Error && cause.message !== '' ? cause.message : code
  return new Fault(
    `PostgreSQL does not answer: ${message}. Check the URL, and that the server runs and accepts connections`,
    code === '' ? {} : { code },
    { cause, transient: true },
  )
}

const LOST =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|Connection terminated|timeout exceeded|Query read timeout|not queryable|Client was closed|socket/i

function codeOf(cause: Error): string {
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}
