/** The storage port on PostgreSQL. When `transact` returns, the commit is durable according to the server's settings. */
import { randomUUID } from 'node:crypto'
import { type Change, type Key, stepOf, subjectOf, type TenantId, type View } from '@tallystick/core'
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
import { Connection, type Limits, type Session, type Value } from './connection.js'
import { DeferredIndexing, type IndexingLimits } from './deferred-indexing.js'
import { lostConnection, messageOf, noAnswer, refusesUs, sqlState } from './errors.js'
import { migrate, overtaken, requireCurrent, SCHEMA, UNSEALED_MARK } from './migrate.js'
import { PostgresQueries } from './queries.js'
import { Standby, type StandbyOptions } from './standby.js'
import { UnitsOfWork } from './unit-of-work.js'

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database?…` */
  readonly url: string
  /** False: refuse a database with an older schema instead of migrating it. */
  readonly migrate?: boolean
  /**
   * Connections of this process. Default: 10; at least two. Two write, the others read. A verification, a copy or a
   * reconciliation opens one more.
   */
  readonly maxConnections?: number
  /** How long a unit of work is retried if the server is away or others are first. Default: 15 s; at least a second. */
  readonly patienceMs?: number
  /** Where answers that only show something are read, if it is no older than that; otherwise from the primary. */
  readonly reads?: StandbyOptions
  /** Advanced: time limits of single steps, in milliseconds. */
  readonly limits?: Partial<Limits>
  /** Advanced: the number of entries from which a unit of work defers indexing. */
  readonly indexing?: Partial<IndexingLimits>
}

/**
 * Opens a ledger in a PostgreSQL database. Any number of processes may open the same one.
 * @throws Fault if the server does not answer, or the schema is not that of this release
 */
export function openPostgres(options: PostgresOptions): Promise<Storage> {
  return openRelease(options, SCHEMA)
}

/** As the release does whose schema this is. */
export async function openRelease(options: PostgresOptions, schema: string): Promise<Storage> {
  const connection = Connection.open(options.url, options.maxConnections ?? 10, options.limits)
  try {
    if (options.migrate !== false) await migrate(connection, schema)
    await requireCurrent(connection, schema)
    const indexing = new DeferredIndexing(connection, schema, options.indexing)
    await indexing.sweep()
    const storage = new PostgresStorage(
      connection,
      indexing,
      schema,
      options.patienceMs,
      standbyOf(options, connection),
    )
    await storage.sealBeginning()
    return storage
  } catch (cause) {
    await connection.close()
    throw notOpened(cause)
  }
}

function standbyOf({ reads, maxConnections, limits }: PostgresOptions, primary: Connection): Standby | null {
  return reads === undefined
    ? null
    : new Standby(primary, Connection.open(reads.url, maxConnections ?? 10, limits), reads)
}

/** Migrates a database's schema; returns the names of the migrations applied now. */
export async function migratePostgres(url: string): Promise<readonly string[]> {
  const connection = Connection.open(url, 1)
  try {
    const applied = await migrate(connection)
    await new PostgresStorage(connection, new DeferredIndexing(connection, SCHEMA), SCHEMA).sealBeginning()
    return applied
  } catch (cause) {
    throw notOpened(cause)
  } finally {
    await connection.close()
  }
}

function notOpened(cause: unknown): unknown {
  // As node-pg says it.
  if (/does not support SSL/.test(messageOf(cause))) {
    return new Fault(
      `PostgreSQL refuses: ${messageOf(cause)}. Switch TLS on at the server (ssl = on), or write sslmode=disable in the URL if nobody else is on the way to it`,
      {},
      { cause },
    )
  }
  if (/unsupported startup parameter/.test(messageOf(cause))) {
    return new Fault(
      `The pooler refuses: ${messageOf(cause)}. Write pgbouncer=true among the parameters of the URL`,
      {},
      { cause },
    )
  }
  if (lostConnection(cause)) return noAnswer(cause)
  if (!refusesUs(cause)) return cause
  return new Fault(
    `PostgreSQL refuses: ${messageOf(cause)}. Check user, password and database in the URL, and what that user may do`,
    { state: sqlState(cause) ?? '' },
    { cause },
  )
}

const tenantOf = (change: Change): TenantId =>
  change.type === 'entry.posted' ? change.entry.tenant : subjectOf(stepOf(change), change).tenant

class PostgresStorage implements Storage {
  readonly name = 'postgres'
  readonly query: Queries
  readonly own: Queries
  /** Units of work of one writer are numbered, so they run one after another. */
  private turn: Promise<unknown> = Promise.resolve()
  private readonly units: UnitsOfWork
  private closed = false

  constructor(
    private readonly connection: Connection,
    private readonly indexing: DeferredIndexing,
    private readonly schema: string,
    private readonly patienceMs: number = 15_000,
    private readonly standby: Standby | null = null,
  ) {
    this.units = new UnitsOfWork(connection, indexing, schema)
    const turns = new Turns({ atOnce: connection.width, perTurn: Number.POSITIVE_INFINITY })
    const queries = new PostgresQueries(connection)
    this.query = inTurns(queries, turns)
    this.own = inTurns(queries, turns, '')
  }

  reads(tenant: TenantId): Queries {
    return this.standby?.queriesFor(tenant, this.query) ?? this.query
  }

  transact<Result>(
    keys: readonly Key[],
    decide: (view: View) => Result,
    patienceMs: number = this.patienceMs,
  ): Promise<Result> {
    const deadline = performance.now() + Math.min(patienceMs, this.patienceMs)
    const { standby } = this
    const run = () =>
      standby === null
        ? this.units.run(keys, decide, deadline)
        : this.noted(standby, keys, decide, (noting) => this.units.run(keys, noting, deadline))
    const unit = this.turn.then(run)
    this.turn = unit.catch(() => undefined)
    return unit
  }

  /** Notes whose items the unit of work has read or changed, also if its outcome is unknown. */
  private async noted<Result>(
    standby: Standby,
    keys: readonly Key[],
    decide: (view: View) => Result,
    run: (noting: (view: View) => Result) => Promise<Result>,
  ): Promise<Result> {
    const tenants = new Set<string>(keys.map((key) => ('tenant' in key ? key.tenant : '')))
    try {
      return await run((view) => {
        const result = decide(view)
        for (const change of view.changes) tenants.add(tenantOf(change))
        return result
      })
    } finally {
      standby.noteCommit(tenants)
    }
  }

  async audit<Result>(work: (books: Audit) => Promise<Result>): Promise<Result> {
    const read = async (session: Session): Promise<Result> => {
      await session.query('begin isolation level repeatable read read only')
      const result = await work(new PostgresAudit(session))
      await session.query('rollback')
      return result
    }
    try {
      return await this.connection.session(read, { of: 'audits', unhurried: true })
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
    const [row] = await this.connection.query("select value from meta where name = 'schema'")
    if (row?.[0] !== this.schema) throw overtaken(String(row?.[0]))
  }

  connections() {
    return this.connection.pools()
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    await this.turn
    await this.indexing.end()
    await this.standby?.close()
    await this.connection.close()
  }
}
