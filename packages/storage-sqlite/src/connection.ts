/** A SQLite connection: opened with the settings that make a commit durable; each statement is prepared once. */
import { resolve } from 'node:path'
import { Fault, Unwritable } from '@tallystick/engine'
import Database from 'better-sqlite3'
import { makeFile, mayWrite, messageOf, notOpened, requireNothingToMake, requireWritable } from './file.js'
import { Log } from './log.js'
import { Mover } from './mover.js'

/** How long SQLite itself waits for a lock. Longer waits happen between turns of the event loop. */
const BUSY_TIMEOUT_MS = 20
/** How long a unit of work waits for other processes before it fails. */
const LOCK_PATIENCE_MS = 15_000
/** Pages of the log before it is moved into the file, by default. */
const CHECKPOINT_PAGES = 8_000

/** Whose log must stay. At the end of a process, better-sqlite3 closes what is open in no order of ours. */
const keeping = new Set<Database.Database>()
process.on('exit', () => {
  for (const database of keeping) database.close()
})

export type Value = string | number | bigint | Buffer | null
export type Row = readonly unknown[]

export interface Statement {
  run(...values: readonly Value[]): { readonly changes: number; readonly lastInsertRowid: number | bigint }
  /** Columns in the order of the statement. */
  get(...values: readonly Value[]): Row | undefined
  all(...values: readonly Value[]): readonly Row[]
}

export class Connection {
  private readonly statements = new Map<string, Statement>()
  private readonly begin: Database.Statement
  private readonly beginImmediate: Database.Statement
  private readonly commit: Database.Statement
  private readonly rollback: Database.Statement
  private readonly dataVersion: Database.Statement<[], Row>
  /** Path of the file as SQLite has resolved it: its log lies beside this one, and not beside a link to it. */
  readonly file: string
  private readonly log: Log
  private readonly mover: Mover | null
  private version = -1
  private readonly readers = new Set<Connection>()
  private closed = false

  /**
   * @param keeper Another connection, which is closed last
   * @param moveFrom Pages of the log, from which on it is moved into the file; 0: it is not moved
   */
  private constructor(
    readonly database: Database.Database,
    private keeper: Database.Database | null,
    onlyReads = database.readonly,
    moveFrom = 0,
  ) {
    const [main] = database.pragma('database_list') as readonly { readonly file: string }[]
    this.file = main?.file ?? database.name
    this.log = new Log(`${this.file}-wal`, onlyReads)
    this.mover = moveFrom > 0 ? new Mover(database, this.file, moveFrom) : null
    this.dataVersion = database.prepare<[], Row>('pragma data_version').raw(true)
    this.begin = database.prepare('begin')
    this.beginImmediate = database.prepare('begin immediate')
    this.commit = database.prepare('commit')
    this.rollback = database.prepare('rollback')
    if (keeper !== null) keeping.add(database)
  }

  /** @param onlyReads Whoever may not write the file may open it to read it */
  static open(
    file: string,
    checkpointEvery: number = CHECKPOINT_PAGES,
    onlyReads = false,
  ): Promise<Connection> {
    // The process may change its folder between two attempts.
    const path = resolve(file)
    return opened(file, () => {
      if (onlyReads && !mayWrite(path)) {
        requireNothingToMake(path)
        return new Connection(tuned(readerOf(path)), null)
      }
      makeFile(path)
      requireWritable(path)
      return Connection.attempt(path, checkpointEvery, onlyReads)
    })
  }

  private static attempt(file: string, checkpointEvery: number, onlyReads: boolean): Connection {
    const database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
    let keeper: Database.Database | null = null
    try {
      // A backup has no log, and reading it makes none: so it stays one file, which may be on a disk that is only read.
      database.pragma(onlyReads ? 'schema_version' : 'journal_mode = wal')
      // Commits are flushed by `Log`, before anybody is told of them.
      database.pragma('synchronous = normal')
      database.pragma('wal_autocheckpoint = 0')
      database.pragma('foreign_keys = off')
      tuned(database)
      if (checkpointEvery === 0) keeper = readerOf(file)
      return new Connection(database, keeper, onlyReads, onlyReads ? 0 : checkpointEvery)
    } catch (cause) {
      database.close()
      keeper?.close()
      throw cause
    }
  }

  get mayOnlyRead(): boolean {
    return this.database.readonly
  }

  prepare(sql: string): Statement {
    this.requireOpen()
    let statement = this.statements.get(sql)
    if (statement === undefined) {
      const prepared = this.database.prepare<Value[], Row>(sql)
      if (prepared.reader) prepared.raw(true)
      statement = prepared
      this.statements.set(sql, statement)
    }
    return statement
  }

  /** SQLite's data_version, which reveals commits of other connections. Part of the snapshot that it is read in. */
  seen(): number {
    const version = this.dataVersion.get()?.[0] as number
    if (version !== this.version) this.log.wrote()
    this.version = version
    return version
  }

  /**
   * Runs `work` as the only writer of all processes, and commits; rolls back if it throws. Nothing is awaited between
   * begin and commit, so units of work of one process never overlap either. The commit is on the disk when this ends,
   * and so is what `work` has seen of others.
   */
  async write<Result>(
    work: () => { readonly result: Result; readonly dirty: boolean },
    patienceMs?: number,
  ): Promise<Result> {
    this.requireOpen()
    const moving = this.mover?.look()
    if (moving) await moving
    const done = await patiently(
      this.file,
      () => {
        this.requireOpen()
        this.beginImmediate.run()
        try {
          const { result, dirty } = work()
          if (dirty) {
            this.commit.run()
            this.log.wrote()
          }
          return result
        } catch (cause) {
          if (isRefused(cause)) {
            throw new Unwritable(`SQLite cannot write it: ${messageOf(cause)}`, {}, { cause })
          }
          // Only the wait for the lock may be repeated: the caller must first forget what it cached in this attempt.
          if (!isBusy(cause)) throw cause
          throw new Fault('The SQLite file was busy within a unit of work', {}, { cause, transient: true })
        } finally {
          this.undo()
        }
      },
      patienceMs,
    )
    await this.settled()
    return done
  }

  /** Runs `work` on one snapshot of the database. What it has seen is on the disk when this ends. */
  async read<Result>(work: () => Result): Promise<Result> {
    const done = await patiently(this.file, () => {
      this.requireOpen()
      this.begin.run()
      try {
        return work()
      } finally {
        this.undo()
      }
    })
    await this.settled()
    return done
  }

  /**
   * Runs `work` on one snapshot that stays open over its awaits: on a connection of its own, which is closed before this
   * one. It only reads, so it can neither move the log nor make a file.
   */
  async hold<Result>(work: (reader: Connection) => Promise<Result>): Promise<Result> {
    const reader = await opened(this.file, () => {
      this.requireOpen()
      const made = new Connection(tuned(readerOf(this.file)), null)
      this.readers.add(made)
      return made
    })
    try {
      reader.requireOpen()
      reader.begin.run()
      return await work(reader)
    } catch (cause) {
      reader.requireOpen()
      throw cause
    } finally {
      this.readers.delete(reader)
      await reader.close()
    }
  }

  /**
   * Moves what is in the log into the file, and flushes that. An earlier process may have ended because the disk did not
   * confirm the log, and the kernel would not write it again. Whoever may only read leaves it to the next who may write.
   */
  moveLog(): void {
    if (this.mayOnlyRead) return
    try {
      this.database.pragma('wal_checkpoint(passive)')
    } catch (cause) {
      const { file } = this
      throw new Fault(
        `Cannot move the log of the SQLite file ${file} into it: ${messageOf(cause)}. Check the disk and its free space, then start again`,
        { file },
        { cause },
      )
    }
  }

  async close(): Promise<void> {
    // Units of work that wait for a pass are done first.
    await this.mover?.close()
    if (this.closed) return
    this.closed = true
    for (const reader of this.readers) await reader.close()
    // Those who wait for a flush are answered first.
    await this.settled().catch(() => undefined)
    await this.log.close()
    if (this.log.hasFailed) return this.leave()
    keeping.delete(this.database)
    this.database.close()
    this.keeper?.close()
  }

  /** @throws Fault once a flush has failed, or the file is closed */
  private requireOpen(): void {
    this.log.requireSound()
    if (this.closed) throw new Fault('The SQLite file is closed')
  }

  private async settled(): Promise<void> {
    try {
      await this.log.settled()
    } catch (cause) {
      this.leave()
      throw cause
    }
  }

  /**
   * After a flush that failed. The last connection to close would move the log into the file without looking at its
   * checksums, at the end of the process too. The next start looks at them.
   */
  private leave(): void {
    if (!this.database.open) return
    try {
      this.keeper ??= readerOf(this.file)
      void this.mover?.close()
      this.database.close()
    } catch {
      // It stays open.
    }
  }

  private undo(): void {
    if (this.database.inTransaction) this.rollback.run()
  }
}

/** A process that recovers, or is the last to close, locks the whole file for a moment. */
async function opened(file: string, attempt: () => Connection): Promise<Connection> {
  try {
    return await patiently(file, attempt)
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw notOpened(file, cause)
  }
}

/** The last connection to close moves the log into the file, and removes it. One that only reads cannot. */
function readerOf(file: string): Database.Database {
  const reader = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    // Now it uses the log.
    reader.pragma('schema_version')
    return reader
  } catch (cause) {
    reader.close()
    throw cause
  }
}

function tuned(database: Database.Database): Database.Database {
  database.pragma('cache_size = -65536')
  database.pragma('temp_store = memory')
  return database
}

/** While another process holds the lock, waits between turns of the event loop and retries. */
async function patiently<Result>(
  file: string,
  work: () => Result,
  patienceMs: number = LOCK_PATIENCE_MS,
): Promise<Result> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return work()
    } catch (cause) {
      if (!isBusy(cause)) throw cause
      if (performance.now() > deadline) {
        throw new Fault(
          `The SQLite file stayed locked by another process for ${patienceMs / 1000} s. Find the process that holds it, or move to a server database`,
          { file },
          { cause, transient: true },
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
}

/** Because of what it is, and not of the file or its disk. */
function isRefused(cause: unknown): boolean {
  return cause instanceof Database.SqliteError && /^SQLITE_(?:CONSTRAINT|TOOBIG)/.test(cause.code)
}

function isBusy(cause: unknown): boolean {
  return cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_BUSY')
}
