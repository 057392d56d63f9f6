/**
 * Moves the write-ahead log of a SQLite file into it, in a thread of its own, which has its own connection. SQLite itself
 * would do it within a commit: the main thread would copy and flush thousands of pages, and answer nobody meanwhile. See
 * docs/decisions/069-flushes-outside-of-the-main-thread.md.
 */
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type Database from 'better-sqlite3'

/** Text, because a bundle of the library has no file of its own for it. Each message is answered by how far it came. */
const THREAD = `
const { parentPort, workerData: { library, file } } = require('node:worker_threads')
const database = new (require(library))(file, { fileMustExist: true, timeout: 0 })
database.pragma('synchronous = normal')
const move = database.prepare('pragma wal_checkpoint(passive)').raw(true)
parentPort.on('message', (isLast) => {
  if (isLast) {
    database.close()
    return parentPort.close()
  }
  let state = null
  try {
    state = move.get()
  } catch {}
  parentPort.postMessage(state)
})`

/** What is left may be so much of the pages that begin a pass for a unit of work to wait until it is moved. */
const LITTLE = 1 / 4
/** A log of so many times these pages is too long: units of work wait, however much is left. */
const TOO_LONG = 4

/** Whether another connection was in the way, the pages of the log, and how many of them are in the file. */
type State = readonly [busy: number, log: number, moved: number]

export class Mover {
  private readonly state: Database.Statement<[], State>
  private worker: Worker | null = null
  private running: Promise<void> | null = null
  private answer: (state: State | null) => void = () => undefined
  /** Pages of the log before the next pass: one that has moved nothing, because of an old snapshot, is not repeated at once. */
  private notBefore = 0
  private ended = false

  /** @param pages Of the log, from which on it is moved */
  constructor(
    private readonly database: Database.Database,
    private readonly file: string,
    private readonly pages: number,
  ) {
    this.state = database.prepare<[], State>('pragma wal_checkpoint(noop)').raw(true)
  }

  /**
   * Called before each unit of work. Most of a long log is moved beside the units of work that follow. Then the next one
   * waits for the little that they have added, and the log begins anew.
   */
  look(): Promise<void> | null {
    const { pages } = this
    const state = this.ended ? undefined : this.state.get()
    // Of a file that another process is making whole again, SQLite tells no pages: the unit of work waits for its lock.
    if (state === undefined) return null
    const [, log, moved] = state
    if (log < pages) {
      this.notBefore = 0
      return null
    }
    if (this.running === null) {
      if (log < this.notBefore) return null
      this.running = this.pass(state)
    }
    return log - moved <= pages * LITTLE || log >= pages * TOO_LONG ? this.running : null
  }

  /** Ends the thread, after the pass that it makes. */
  async close(): Promise<void> {
    this.ended = true
    await this.running
    const { worker } = this
    if (worker === null) return
    const exit = new Promise((resolve) => worker.once('exit', resolve))
    worker.ref()
    worker.postMessage(true)
    await exit
  }

  private async pass([, log, moved]: State): Promise<void> {
    const reached = await new Promise<State | null>((resolve) => {
      this.answer = resolve
      this.worker ??= this.start()
      if (this.worker === null) return resolve(null)
      // The process goes on while somebody waits for a pass, and may end between two of them.
      this.worker.ref()
      this.worker.postMessage(false)
    })
    this.worker?.unref()
    if ((reached?.[2] ?? 0) <= moved) this.notBefore = log + this.pages * LITTLE
    this.running = null
  }

  private start(): Worker | null {
    try {
      const library = createRequire(import.meta.url).resolve('better-sqlite3')
      const workerData = { library, file: this.file }
      const worker = new Worker(THREAD, { eval: true, workerData, execArgv: [], env: {} })
      worker.on('message', (state: State | null) => this.answer(state))
      worker.on('error', () => this.giveUp())
      worker.on('exit', () => {
        this.worker = null
        this.answer(null)
      })
      return worker
    } catch {
      // This process may have no threads.
      this.giveUp()
      return null
    }
  }

  /** SQLite moves the log within commits, as it does by itself. */
  private giveUp(): void {
    if (this.ended) return
    this.ended = true
    this.database.pragma(`wal_autocheckpoint = ${this.pages}`)
  }
}
