/**
 * The write-ahead log of a SQLite file, flushed outside of the main thread. SQLite itself (`synchronous = NORMAL`) writes
 * commits to the log, and flushes it only before it moves them into the file. So whatever is told to a caller waits for
 * `settled`: his own commit, and what he has read of others. See docs/decisions/069-flushes-outside-of-the-main-thread.md.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { Fault } from '@tallystick/engine'

const flush = promisify(fdatasync)

/** After so many flushes in which the main thread had nothing to do, it flushes by itself, which takes less. */
const IDLE_FLUSHES = 8
/** It has nothing to do if it works no longer than this during a flush. */
const IDLE_MS = 0.3
/** Then one of so many is outside of it again, to see whether it would have something to do. */
const LOOK_EVERY = 64
/** And so are the next ones after a flush that took longer than this. */
const LONG_MS = 2

export class Log {
  private descriptor: number | null = null
  /** Counts what may be in the log: commits of this connection, and those of others that it has seen. */
  private written = 0
  private flushed = 0
  private running: Promise<void> | null = null
  private next: Promise<void> | null = null
  /** Flushes with an idle main thread, one after the other. */
  private idle = 0
  private inside = 0
  private failure: Fault | null = null

  /**
   * @param path Of the log
   * @param mayBeMissing Of a reader: the file may have no log, and then nothing in it waits for a flush
   */
  constructor(
    private readonly path: string,
    private readonly mayBeMissing: boolean,
  ) {}

  get hasFailed(): boolean {
    return this.failure !== null
  }

  /** @throws Fault once a flush has failed. A later one proves nothing: what was lost counts as written. */
  requireSound(): void {
    if (this.failure !== null) throw this.failure
  }

  /** There is something new in the log, of this connection or of another one. */
  wrote(): void {
    this.written++
  }

  /**
   * Waits until all that is in the log by now is on the disk.
   * @throws Fault if the disk does not confirm it
   */
  async settled(): Promise<void> {
    this.requireSound()
    if (this.flushed === this.written) return
    if (this.running === null) return this.start()
    // The one that runs may have begun too early. All that wait for the next one share it.
    this.next ??= this.running
      .catch(() => {})
      .then(() => {
        this.next = null
        return this.settled()
      })
    return this.next
  }

  async close(): Promise<void> {
    await this.running?.catch(() => {})
    if (this.descriptor !== null) closeSync(this.descriptor)
    this.descriptor = null
  }

  private start(): Promise<void> {
    this.running = this.flush().finally(() => {
      this.running = null
    })
    return this.running
  }

  private async flush(): Promise<void> {
    const written = this.written
    try {
      // SQLite keeps the log from the first commit until the last connection is closed, and takes no locks on it.
      this.descriptor ??= this.open()
      if (this.descriptor === null) this.idle = 0
      else if (this.idle >= IDLE_FLUSHES) this.flushInside(this.descriptor)
      else await this.flushOutside(this.descriptor)
      this.flushed = written
    } catch (cause) {
      this.failure = unconfirmed(cause)
      throw this.failure
    }
  }

  private open(): number | null {
    try {
      return openSync(this.path, 'r+')
    } catch (cause) {
      const code = codeOf(cause)
      if (this.mayBeMissing && code === 'ENOENT') return null
      // A flush covers what others have written, so whoever may only read can do it as well.
      if (NOT_ALLOWED.has(code)) return openSync(this.path, 'r')
      throw cause
    }
  }

  private flushInside(descriptor: number): void {
    const start = performance.now()
    fdatasyncSync(descriptor)
    if (performance.now() - start > LONG_MS || ++this.inside % LOOK_EVERY === 0) this.idle = 0
  }

  private async flushOutside(descriptor: number): Promise<void> {
    const before = performance.eventLoopUtilization()
    await flush(descriptor)
    this.idle = workedSince(before) > IDLE_MS ? 0 : this.idle + 1
  }
}

const workedSince = (before: EventLoopUtilization): number => performance.eventLoopUtilization(before).active

/** The user may not write the file, or it is on a disk that is mounted to be read. */
const NOT_ALLOWED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''

const unconfirmed = (cause: unknown): Fault =>
  new Fault(
    'The disk has not confirmed the last commits, and whether they survive a power failure is unknown. Look at the disk, start the process again, and repeat the call with the same Idempotency-Key',
    {},
    { cause },
  )
