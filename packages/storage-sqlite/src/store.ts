/**
 * The storage port on one SQLite file. It owns the order of steps in a unit of work: take the write lock, catch up with
 * other processes, load, decide, write, commit. When `transact` returns, the commit is on the disk. When it throws,
 * nothing was written, and nothing of the attempt stays cached.
 */
import { type Key, View } from '@tallystick/core'
import { type Audit, Fault, StateSum, type Storage, unsealed } from '@tallystick/engine'
import { SqliteAudit } from './audit.js'
import { Connection } from './connection.js'
import { Database } from './database.js'
import { Loader } from './load.js'
import { migrate, requireCurrent, UNSEALED_MARK } from './migrate.js'
import { SqliteQueries } from './queries.js'
import { Writer } from './write.js'

export interface SqliteOptions {
  /** Path of the database file. The file and its folder are created if they are missing. */
  readonly file: string
  /** False: refuse a file with an older schema instead of migrating it. */
  readonly migrate?: boolean
  /**
   * True: this process only reads, and a user who may not write the file may open it. A file that is not of this release
   * is refused. Default: false.
   */
  readonly onlyReads?: boolean
  /**
   * Advanced: entries between two settlements of the account rows. Default: 8,192. More make a restart read more; fewer
   * write account rows more often. Processes on one file may use different values.
   */
  readonly settleEvery?: number
  /** Advanced: the number of recently used accounts in the cache. Default: 100,000. */
  readonly remember?: number
  /**
   * Advanced: idempotency keys in memory before they are indexed. Default: 262,144. More means less writing, a slower start.
   * Processes on one file may use different values.
   */
  readonly gatherKeys?: number
  /**
   * Advanced: pages of the write-ahead log before they are moved into the file, which another thread does. Default: 8,000.
   * 0: never, because another program does it, such as Litestream. Without one, the log grows, and it stays when the file
   * is closed.
   */
  readonly checkpointEvery?: number
}

/**
 * Opens a ledger in a SQLite file. Several processes may open the same file.
 * @throws Fault if the file cannot be opened, or its schema is not that of this release
 */
export async function openSqlite(options: SqliteOptions): Promise<Storage> {
  if (options.file === ':memory:') {
    throw new Fault(
      'SQLite keeps a ledger in a file. For one in memory, use memoryStorage() of @tallystick/engine',
    )
  }
  const connection = await Connection.open(options.file, options.checkpointEvery, options.onlyReads)
  try {
    if (options.migrate !== false && options.onlyReads !== true) await migrate(connection)
    await requireCurrent(connection)
    if (options.checkpointEvery !== 0) connection.moveLog()
    const { settleEvery, remember, gatherKeys } = options
    const database = new Database(connection, settleEvery, remember, gatherKeys)
    const storage = new SqliteStorage(database)
    await storage.sealBeginning()
    await database.idempotencyRecords.open((work) => database.read(work))
    return storage
  } catch (cause) {
    await connection.close()
    throw cause
  }
}

/** Migrates a file's schema; returns the names of the migrations applied now. */
export async function migrateSqlite(
  file: string,
  { checkpointEvery }: Pick<SqliteOptions, 'checkpointEvery'> = {},
): Promise<readonly string[]> {
  const connection = await Connection.open(file, checkpointEvery)
  try {
    const applied = await migrate(connection)
    await new SqliteStorage(new Database(connection)).sealBeginning()
    return applied
  } finally {
    await connection.close()
  }
}

class SqliteStorage implements Storage {
  readonly name = 'sqlite'
  readonly query: SqliteQueries
  readonly own: SqliteQueries
  private readonly loader: Loader
  private readonly writer: Writer
  private closed = false
  private hasWritten = false

  constructor(private readonly database: Database) {
    this.loader = new Loader(database)
    this.writer = new Writer(database)
    this.query = new SqliteQueries(database, this.loader)
    this.own = this.query.own
  }

  async transact<Result>(
    keys: readonly Key[],
    decide: (view: View) => Result,
    patienceMs?: number,
  ): Promise<Result> {
    return this.write(() => {
      this.database.accounts.catchUp()
      const view = new View()
      view.follows(this.database.accounts.latest())
      this.loader.load(view, keys)
      const result = decide(view)
      const dirty = view.changes.length > 0
      if (dirty) {
        this.writer.write(view)
        this.hasWritten = true
      }
      return { result, dirty }
    }, patienceMs)
  }

  /** On its own connection, whose snapshot stays open while this one continues to write. Ends when the storage is closed. */
  audit<Result>(work: (database: Audit) => Promise<Result>): Promise<Result> {
    return this.database.connection.hold(async (reader) => {
      const database = new Database(reader)
      database.accounts.catchUp()
      return work(new SqliteAudit(database))
    })
  }

  async constant(name: string, create: () => string): Promise<string> {
    const { connection } = this.database
    const find = () =>
      connection.prepare('select value from meta where name = ?').get(`constant ${name}`)?.[0]
    return this.write(() => {
      const known = find()
      if (typeof known === 'string') return { result: known, dirty: false }
      const value = create()
      connection.prepare('insert into meta (name, value) values (?, ?)').run(`constant ${name}`, value)
      const moved = new StateSum()
      moved.constant({ name, value })
      this.seal(moved)
      return { result: value, dirty: true }
    })
  }

  /**
   * After a migration: seals the lists as they are. Other processes may write meanwhile, and their seals cover that:
   * what is missing in the seals of one snapshot is missing in those of any later one.
   */
  async sealBeginning(): Promise<void> {
    const { connection } = this.database
    const mark = () => connection.prepare('select 1 from meta where name = ?').get(UNSEALED_MARK)
    if (mark() === undefined) return
    if (connection.mayOnlyRead)
      throw new Fault('A migration of the database is unfinished. Run `tallystick migrate`')
    const missing = await this.audit(unsealed)
    await this.write(() => {
      // Another process may have been first.
      const dirty = mark() !== undefined
      if (dirty) {
        connection.prepare('delete from meta where name = ?').run(UNSEALED_MARK)
        if (missing.text !== '') this.seal(missing)
      }
      return { result: undefined, dirty }
    })
  }

  private async write<Result>(
    work: () => { readonly result: Result; readonly dirty: boolean },
    patienceMs?: number,
  ): Promise<Result> {
    try {
      return await this.database.connection.write(work, patienceMs)
    } catch (cause) {
      this.database.forget()
      throw cause
    }
  }

  /** Within a write, without entries. */
  private seal(moved: StateSum): void {
    this.database.accounts.catchUp()
    this.database.journal.seal(moved.text)
  }

  async ping(): Promise<void> {
    await this.database.read(() => undefined)
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    // Not needed for safety: it saves the next start from reading unsettled entries. A process that only read does not
    // change the file.
    try {
      if (this.hasWritten) {
        await this.write(() => {
          this.database.accounts.catchUp()
          this.database.accounts.settleIfDue(true)
          return { result: undefined, dirty: true }
        }).catch((cause: unknown) => {
          // A newer release, which has migrated the file meanwhile, settles by itself.
          if (!(cause instanceof Fault && 'schema' in cause.details)) throw cause
        })
      }
    } finally {
      await this.database.connection.close()
    }
  }
}
