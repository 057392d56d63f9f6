/**
 * The connections to one PostgreSQL. No call waits for ever: connecting, every
 * statement, every lock and an idle transaction have time limits. Units of work have their own connections, so they
 * never wait for reads.
 */
import { Fault, LONGEST_TIMER_MS, type PoolStatus } from '@tallystick/engine'
import pg from 'pg'
import {
  ABORTED,
  CONFLICT,
  doesNotFit,
  endedByReplay,
  lostConnection,
  noAnswer,
  sqlState,
  TOO_LONG,
  tookTooLong,
  UNKNOWN_NAMES,
} from './errors.js'
import { NotPrimary, Primary } from './primary.js'
import { ask, type Row } from './question.js'
import { type Servers, serversIn } from './servers.js'
import type { Value } from './statement.js'

export type { Row, Value }

/** How long a step may take, in milliseconds. */
export interface Limits {
  /** Obtaining a connection. */
  readonly connect: number
  /** A statement, by the server's clock; and a transaction that waits for its next one. */
  readonly statement: number
  /** A statement that only reads. */
  readonly read: number
  /** Waiting for a row that another unit of work has locked. */
  readonly lock: number
  /** The answer to a statement, by our own clock: a little longer, for a server that does not answer at all. */
  readonly answer: number
}

const LIMITS: Limits = { connect: 5_000, statement: 30_000, read: 10_000, lock: 10_000, answer: 35_000 }

/** One for the current unit of work, and one that indexes what the last one has left. */
const WRITERS = 2
const AUDITS = 4

/**
 * Units of work send the same short statements for ever, which find their rows by index: planning them anew would take as
 * long as running them. A plan may be made while a table is empty, and must still do once it is large.
 */
const PLANS = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set jit = off'

/**
 * The place in PostgreSQL's source that warns of a commit that did not wait for the standby, because somebody ended the
 * wait. The commit may be lost in a failover. The text of the warning depends on the server's language.
 */
const GAVE_UP_WAITING = 'SyncRepWaitForLSN'

/** Of a transaction that may take hours. */
const WITHOUT_LIMITS = '; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

/** A connection for the length of a transaction. */
export interface Session {
  /**
   * Sends at once, even if earlier statements have no answer yet: the server runs them in order.
   * @param name Prepares the statement under this name, once per connection
   */
  query(text: string, values?: readonly Value[], name?: string): Promise<readonly Row[]>
  /**
   * Sends everything that `ask` requests before its first wait in one piece, because half the cost of a short statement
   * is the system call that sends it. Waits for all results. If a statement fails, later ones fail or have no effect.
   */
  together<Results extends readonly unknown[]>(
    ask: () => {
      [Index in keyof Results]: Promise<Results[Index]>
    },
  ): Promise<Results>
}

/** Of a session. */
interface Terms {
  /** Whose connections it takes one of. */
  readonly of?: 'writers' | 'readers' | 'audits'
  /** By `performance.now()`: ends the connection then, with everything in progress on it. */
  readonly until?: number
  /** Its statements find rows by index, and are planned once. A migration reads whole tables. */
  readonly planned?: boolean
  /** Its transaction and its answers have no time limit: reading or changing a large ledger takes longer than any call. */
  readonly unhurried?: boolean
}

export class Connection {
  private readonly planned = new WeakSet<pg.PoolClient>()

  private constructor(
    private readonly writers: pg.Pool,
    private readonly readers: pg.Pool,
    /** For whoever reads all of it, which may take hours, and must not take a connection from the other reads. */
    private readonly audits: pg.Pool,
    /** Reads that may run at once. */
    readonly width: number,
    /** Null if the URL names one server, which is the primary in any case. */
    private readonly primary: Primary | null,
    /**
     * Behind a pooler: the time limits of a transaction, as SQL. It may run on a connection that another client has used,
     * so settings of a session and prepared statements are not there.
     */
    private readonly limitsOfTransaction: string | null,
  ) {}

  /** @param maxConnections Of writers and readers together; at least two */
  static open(url: string, maxConnections: number, given: Partial<Limits> = {}): Connection {
    const limits = { ...LIMITS, ...given }
    const writers = Math.max(1, Math.min(WRITERS, maxConnections - 1))
    const width = Math.max(1, maxConnections - writers)
    const servers = serversIn(url)
    if (typeof servers === 'string') throw new Fault(`The PostgreSQL URL cannot be used: ${servers}`)
    const primary = servers.candidates.length === 0 ? null : new Primary(servers, limits.connect / 2)
    const pool = (max: number, statement: number) =>
      Connection.pool(servers, primary, { max, statement, limits })
    return new Connection(
      pool(writers, limits.statement),
      pool(width, Math.min(limits.read, limits.statement)),
      pool(AUDITS, limits.statement),
      width,
      primary,
      servers.pooled
        ? Object.entries(limitsOnServer(limits.statement, limits))
            .map(([name, value]) => `; set local ${name} = ${value}`)
            .join('')
        : null,
    )
  }

  private static pool(
    servers: Servers,
    primary: Primary | null,
    { max, statement, limits }: PoolOptions,
  ): pg.Pool {
    const pool = new pg.Pool({
      connectionString: servers.url,
      max,
      connectionTimeoutMillis: limits.connect,
      ...(servers.pooled ? {} : limitsOnServer(statement, limits)),
      // As much longer than the statement as for the longest ones.
      query_timeout: Math.min(limits.answer, statement + Math.max(0, limits.answer - limits.statement)),
      keepAlive: true,
      pipeline: true,
      application_name: 'tallystick',
      enableChannelBinding: servers.bound,
      ...(primary === null
        ? {}
        : { Client: primary.Client, onConnect: (client: pg.ClientBase) => primary.inspect(client) }),
    })
    // A lost idle connection must not end the process; the next call opens another one.
    pool.on('error', () => undefined)
    // Nor must one that is lost while it is opened or between queries: the next query reports it.
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }

  /** Runs `work` on one connection. After an error the connection is not used again. */
  async session<Result>(
    work: (session: Session) => Promise<Result>,
    { of = 'writers', planned = false, unhurried = false, until = Number.POSITIVE_INFINITY }: Terms = {},
  ): Promise<Result> {
    const client = await this.connected(this[of], until)
    const limited = this.limitsOfTransaction
    const limits = `${limited ?? ''}${unhurried ? WITHOUT_LIMITS : ''}`
    let unconfirmed = false
    const notice = ({ routine }: { readonly routine?: string | undefined }): void => {
      unconfirmed ||= routine === GAVE_UP_WAITING
    }
    client.on('notice', notice)
    const end = at(until, () => client.connection.stream.destroy())
    let failed: boolean | Error = true
    let first: unknown
    try {
      if (planned && limited === null) await this.plan(client)
      const result = await work({
        async query(text, values = [], name) {
          try {
            return await ask(client, {
              text: text.startsWith('begin') ? `${text}${limits}` : text,
              values,
              name: limited === null ? name : undefined,
              query_timeout: unhurried ? LONGEST_TIMER_MS : undefined,
            })
          } catch (cause) {
            first ??= cause
            // As it is, it leads to the socket; whoever asked is of more use.
            if (cause instanceof Error) Error.captureStackTrace(cause)
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
      if (unconfirmed) throw new NotPrimary('the commit did not wait for a standby')
      failed = false
      return result
    } catch (cause) {
      if (lostConnection(cause)) this.primary?.doubt()
      // A statement after a failed one fails only for that reason, and its error may arrive first.
      throw sqlState(cause) === ABORTED ? first : cause
    } finally {
      clearTimeout(end)
      client.off('notice', notice)
      client.release(failed)
    }
  }

  /** Once for each connection. A server that cannot do this plans as it does by itself. */
  private async plan(client: pg.PoolClient): Promise<void> {
    if (this.planned.has(client)) return
    try {
      await ask(client, { text: PLANS, values: [] })
    } catch (cause) {
      if (lostConnection(cause)) throw cause
    }
    this.planned.add(client)
  }

  /** A connection of the pool that leads to the newest primary, by `until` at the latest. */
  private async connected(pool: pg.Pool, until: number): Promise<pg.PoolClient> {
    for (;;) {
      try {
        const client = await within(pool.connect(), until)
        if (this.primary?.isOld(client) !== true) return client
        client.release(true)
      } catch (cause) {
        this.primary?.doubt()
        throw cause
      }
    }
  }

  /** A single statement on any connection, which may run twice: a read, or a write that is idempotent. */
  async query(text: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    try {
      return await this.session((session) => session.query(text, values), { of: 'readers' })
    } catch (cause) {
      if (sqlState(cause) === TOO_LONG) throw tookTooLong(cause)
      if (sqlState(cause) === CONFLICT) throw endedByReplay(cause)
      if (UNKNOWN_NAMES.has(sqlState(cause) ?? '')) throw doesNotFit(cause)
      throw lostConnection(cause) ? noAnswer(cause) : cause
    }
  }

  /** Of those that calls use. */
  pools(): readonly PoolStatus[] {
    return [statusOf('writes', this.writers), statusOf('reads', this.readers)]
  }

  async close(): Promise<void> {
    await Promise.all([this.writers.end(), this.readers.end(), this.audits.end()])
  }
}

const statusOf = (
  name: string,
  { totalCount, idleCount, waitingCount }: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>,
): PoolStatus => ({ pool: name, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount })

interface PoolOptions {
  readonly max: number
  /** The time limit of a statement. */
  readonly statement: number
  readonly limits: Limits
}

const limitsOnServer = (statement: number, limits: Limits) => ({
  statement_timeout: statement,
  lock_timeout: limits.lock,
  idle_in_transaction_session_timeout: limits.statement,
})

/** Runs it at `until`, unless that is never. */
const at = (until: number, run: () => void) =>
  until === Number.POSITIVE_INFINITY ? undefined : setTimeout(run, until - performance.now())

/** The connection, by `until` at the latest. */
async function within(connecting: Promise<pg.PoolClient>, until: number): Promise<pg.PoolClient> {
  if (until === Number.POSITIVE_INFINITY) return connecting
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = at(until, () => resolve(null))
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
