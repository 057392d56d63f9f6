/**
 * The storage port on PostgreSQL. It owns the order of steps in a unit of work (begin, lock and load, decide, write,
 * commit) and what happens if one fails. When `transact` returns, the commit is durable according to the server's
 * settings.
 */
import { randomUUID } from 'node:crypto'
import { type Key, type Timestamp, View } from '@tallystick/core'
import {
  type Audit,
  Fault,
  inTurns,
  NO_SEAL,
  type Queries,
  StateSum,
  type Storage,
  sealHash,
  Turns,
  unsealed,
} from '@tallystick/engine'
import { PostgresAudit } from './audit.js'
import {
  Connection,
  inDoubt,
  type Limits,
  lostConnection,
  lostRace,
  noAnswer,
  type Session,
  sqlState,
  type Value,
} from './connection.js'
import { DeferredIndexing, type IndexingLimits } from './deferred-indexing.js'
import { load } from './load.js'
import { migrate, requireCurrent, UNSEALED_MARK } from './migrate.js'
import { PostgresQueries } from './queries.js'
import { type Head, write } from './write.js'

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database?…` */
  readonly url: string
  /** False: refuse a database with an older schema instead of migrating it. */
  readonly migrate?: boolean
  /** Connections of this process. Default: 10; at least two. Two write, the others read. */
  readonly maxConnections?: number
  /** How long a unit of work is retried if the server is away or others are first. Default: 15 s; at least a second. */
  readonly patienceMs?: number
  /** Advanced: time limits of single steps, in milliseconds. */
  readonly limits?: Partial<Limits>
  /** Advanced: the number of entries from which a unit of work defers indexing. */
  readonly indexing?: Partial<IndexingLimits>
}

/**
 * Opens a ledger in a PostgreSQL database. Any number of processes may open the same one.
 * @throws Fault if the server does not answer, or the schema is not that of this release
 */
export async function openPostgres(options: PostgresOptions): Promise<Storage> {
  const connection = Connection.open(options.url, options.maxConnections ?? 10, options.limits)
  try {
    if (options.migrate !== false) await migrate(connection)
    await requireCurrent(connection)
    const indexing = new DeferredIndexing(connection, options.indexing)
    await indexing.sweep()
    const storage = new PostgresStorage(connection, indexing, options.patienceMs ?? 15_000)
    await storage.sealBeginning()
    return storage
  } catch (cause) {
    await connection.close()
    throw notOpened(cause)
  }
}

/** Migrates a database's schema; returns the names of the migrations applied now. */
export async function migratePostgres(url: string): Promise<readonly string[]> {
  const connection = Connection.open(url, 1)
  try {
    const applied = await migrate(connection)
    await new PostgresStorage(connection, new DeferredIndexing(connection), 0).sealBeginning()
    return applied
  } catch (cause) {
    throw notOpened(cause)
  } finally {
    await connection.close()
  }
}

/** Authentication failed, or a database or schema does not exist or may not be used. */
const REFUSED = /^(28|3D|3F|42501)/

function notOpened(cause: unknown): unknown {
  if (lostConnection(cause)) return noAnswer(cause)
  const state = sqlState(cause)
  if (state === undefined || !REFUSED.test(state)) return cause
  return new Fault(
    `PostgreSQL refuses: ${messageOf(cause)}. Check user, password and database in the URL, and what that user may do`,
    { state },
    { cause },
  )
}

/** The minimum time of an attempt, even near the deadline: enough for a healthy server under load. */
const SHORTEST_ATTEMPT_MS = 1_000

/** Held until the end of the transaction, so a later request for it waits for that end. */
const LOCK_WRITER = 'select units from writer where id = $1::uuid for update'

class PostgresStorage implements Storage {
  readonly name = 'postgres'
  readonly query: Queries
  private writer = newWriter()
  /** Units of work of one writer are numbered, so they run one after another. */
  private turn: Promise<unknown> = Promise.resolve()
  /** Whether the last unit of work found changes of others to its accounts. */
  private contended = false
  private closed = false

  constructor(
    private readonly connection: Connection,
    private readonly indexing: DeferredIndexing,
    private readonly patienceMs: number,
  ) {
    const turns = new Turns({ atOnce: connection.width, perTurn: Number.POSITIVE_INFINITY })
    this.query = inTurns(new PostgresQueries(connection), turns)
  }

  transact<Result>(
    keys: readonly Key[],
    decide: (view: View) => Result,
    patienceMs: number = this.patienceMs,
  ): Promise<Result> {
    const deadline = performance.now() + Math.min(patienceMs, this.patienceMs)
    const unit = this.turn.then(() => this.unitOfWork(keys, decide, deadline))
    this.turn = unit.catch(() => undefined)
    return unit
  }

  async audit<Result>(work: (books: Audit) => Promise<Result>): Promise<Result> {
    const read = async (session: Session): Promise<Result> => {
      await session.query('begin isolation level repeatable read read only')
      // Reading a large ledger takes longer than any call may.
      await session.query('set local statement_timeout = 0')
      await session.query('set local idle_in_transaction_session_timeout = 0')
      const result = await work(new PostgresAudit(session))
      await session.query('rollback')
      return result
    }
    try {
      return await this.connection.session(read, { reads: true, unhurried: true })
    } catch (cause) {
      throw lostConnection(cause) ? noAnswer(cause) : cause
    }
  }

  async constant(name: string, create: () => string): Promise<string> {
    const find = async () => {
      const [row] = await this.connection.query('select value from meta where name = $1', [
        `constant ${name}`,
      ])
      return row?.[0] as string | undefined
    }
    const known = await find()
    if (known !== undefined) return known
    const value = create()
    const moved = new StateSum()
    moved.constant({ name, value })
    await this.sealAlone(
      moved,
      'insert into meta (name, value) values ($1, $2) on conflict do nothing returning 1',
      [`constant ${name}`, value],
    )
    return (await find()) ?? ''
  }

  /**
   * After a migration: seals the lists as they are. Other processes may write meanwhile, and their seals cover that:
   * what is missing in the seals of one snapshot is missing in those of any later one.
   */
  async sealBeginning(): Promise<void> {
    const marked = await this.connection.query('select 1 from meta where name = $1', [UNSEALED_MARK])
    if (marked.length === 0) return
    await this.sealAlone(
      await this.audit(unsealed),
      'delete from meta where name = $1 and value = $2 returning 1',
      [UNSEALED_MARK, ''],
    )
  }

  /**
   * In one transaction with `change`, unless another engine has already made it; under a writer that writes nothing
   * else.
   */
  private async sealAlone(moved: StateSum, change: string, values: readonly Value[]): Promise<void> {
    const writer = randomUUID()
    const state = moved.text
    const hash = `\\x${sealHash(NO_SEAL, [], state)}`
    await this.connection.query(
      `with made as (${change}),
         known as (insert into writer (id, units) select $3::uuid, 1 from made)
       insert into seal (height, writer, unit, entries, state, hash)
       select 1, $3::uuid, 1, 0, $4::text, $5::bytea from made where $4::text <> ''`,
      [...values, writer, state, hash],
    )
  }

  async ping(): Promise<void> {
    if (this.closed) throw new Fault('The PostgreSQL pool is closed')
    await this.connection.query('select 1')
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    await this.turn
    await this.indexing.end()
    await this.connection.close()
  }

  private async unitOfWork<Result>(
    keys: readonly Key[],
    decide: (view: View) => Result,
    deadline: number,
  ): Promise<Result> {
    // The other half remains for the work itself.
    await this.indexing.idle((deadline - performance.now()) / 2)
    const { writer } = this
    const number = writer.units + 1
    /** The result of an attempt whose commit was sent and not answered. */
    let unanswered: Committing<Result> | null = null
    for (let attempt = 1; ; attempt++) {
      let committing: Committing<Result> | null = null
      try {
        const done = await this.connection.session(
          async (session): Promise<Attempt<Result>> => {
            await register(session, writer)
            if (unanswered !== null && (await tookPlace(session, writer.id, number))) {
              return { ...unanswered, written: true }
            }
            unanswered = null
            const view = new View()
            view.follows(writer.latest)
            // This round trip only reads: if its begin is refused, the statements after it are transactions of their
            // own.
            const [, known, tails] = await session.together(() => [
              session.query('begin'),
              // First, so that a later request waits for the end of this transaction, even if little of it has reached
              // the server.
              session.query(LOCK_WRITER, [writer.id], 'lock_writer'),
              load(session, view, keys, this.contended),
            ])
            if (known.length === 0) {
              this.writer = newWriter()
              throw forgotten()
            }
            // A number above the writer's own head comes from another engine.
            this.contended = [...tails.values()].some(({ height }) => height > writer.head.height)
            const result = decided(() => decide(view))
            if (view.changes.length === 0) {
              await session.query('rollback')
              return { result, head: writer.head, unindexed: false, written: false }
            }
            const later = (entries: number) => this.indexing.later(entries, this.contended)
            const unit = await write(session, view, tails, { writer: writer.id, number }, writer.head, later)
            const { head, unindexed } = unit
            committing = { result, head, unindexed }
            // If the first is refused, the second ends the transaction without effect. If it never leaves this process,
            // the second commits nothing, because the count is part of it.
            await session.together(() => [unit.send(), session.query('commit')])
            return { ...committing, written: true }
          },
          { until: Math.max(deadline, performance.now() + SHORTEST_ATTEMPT_MS) },
        )
        if (done.written) {
          writer.units = number
          writer.head = done.head
          if (done.unindexed) this.indexing.add({ writer: writer.id, number })
          this.indexing.start()
        }
        return done.result
      } catch (cause) {
        if (cause instanceof Decided) throw cause.cause
        const lost = lostConnection(cause)
        // Any other answer of the server is a refused commit: it did not take place.
        if (committing !== null && (lost || inDoubt(cause))) unanswered = committing
        if (!lost && !lostRace(cause) && unanswered === null) throw cause
        if (performance.now() >= deadline) {
          // Nobody knows whether its last number and seal exist, so later units must not rely on them.
          if (unanswered !== null) this.writer = newWriter()
          throw outOfPatience(cause, unanswered !== null)
        }
        await new Promise((resolve) => setTimeout(resolve, Math.min(500, 2 ** attempt) * Math.random()))
      }
    }
  }
}

/** Creates the writer's row, once, and reads the newest time of all engines. */
async function register(session: Session, writer: Writer): Promise<void> {
  if (writer.registered) return
  await session.query('insert into writer (id, units) values ($1, 0) on conflict (id) do nothing', [
    writer.id,
  ])
  const [row] = await session.query('select max(latest) from writer')
  writer.latest = Number(row?.[0])
  writer.registered = true
}

/**
 * Whether the unit of work with the unanswered commit took place. Its transaction locks the writer's row until it ends,
 * so this waits for that end and then knows.
 */
async function tookPlace(session: Session, writer: string, number: number): Promise<boolean> {
  const [row] = await session.query(LOCK_WRITER, [writer], 'lock_writer')
  if (row === undefined) throw forgotten()
  return (row[0] as number) >= number
}

/** The server is not the one that registered the writer, for example after a failover that lost commits. */
function forgotten(): Fault {
  return new Fault(
    'PostgreSQL does not know the writer that it registered: it has gone back in time. Nothing was written; repeat the call',
    {},
    { transient: true },
  )
}

/** Identifies this engine's units of work to the server, until it must start again. */
interface Writer {
  readonly id: string
  registered: boolean
  /** The newest time of all engines when this one started: it does not write an older one. */
  latest: Timestamp
  /** The number of committed units of work. */
  units: number
  /** The end of its chain of seals. */
  head: Head
}

function newWriter(): Writer {
  return { id: randomUUID(), registered: false, latest: 0, units: 0, head: { height: 0, hash: NO_SEAL } }
}

interface Committing<Result> {
  readonly result: Result
  readonly head: Head
  readonly unindexed: boolean
}

interface Attempt<Result> extends Committing<Result> {
  readonly written: boolean
}

/** An error that a rule throws passes unchanged: it is not a failure of the server and is not retried. */
class Decided extends Error {}

function decided<Result>(decide: () => Result): Result {
  try {
    return decide()
  } catch (cause) {
    throw new Decided('the decision failed', { cause })
  }
}

function outOfPatience(cause: unknown, unknown: boolean): Fault {
  const state = sqlState(cause)
  return new Fault(
    unknown
      ? 'The commit was sent, and PostgreSQL did not answer and did not come back. Whether it took effect is unknown: repeat the call with the same Idempotency-Key'
      : `PostgreSQL did not take the unit of work in time: ${messageOf(cause)}. Nothing was written; repeat the call`,
    state === undefined ? {} : { state },
    { cause, transient: !unknown },
  )
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
