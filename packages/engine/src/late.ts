/**
 * A storage that is not there yet: tried again and again until it opens, while whoever serves it is up already
 * and tells callers to come later. From then on it is the storage that was opened.
 */
import type { Key, View } from '@tallystick/core'
import { Fault } from './faults.js'
import type { Audit, Queries, Storage } from './ports/storage.js'

export interface LateStorageOptions {
  /** As the storage itself will be called. */
  readonly name: string
  /** Opens it, and prepares it for its first call. Never run twice at once. */
  readonly open: () => Promise<Storage>
  /** Why it could not be opened at first. */
  readonly cause: unknown
  /** Told of each attempt that failed, and of when the next one is made. */
  readonly onFailure?: (cause: unknown, retryMs: number) => void
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5_000

/** Until it is open, every call fails with a transient Fault. */
export function lateStorage(options: LateStorageOptions): Storage {
  return new LateStorage(options)
}

class LateStorage implements Storage {
  readonly name: string
  private opened: Storage | null = null
  private cause: unknown
  private closed = false
  /** Ends the wait for the next attempt. */
  private wake: () => void = () => undefined
  private readonly trying: Promise<void>

  constructor(private readonly options: LateStorageOptions) {
    this.name = options.name
    this.cause = options.cause
    this.trying = this.keepTrying()
  }

  get query(): Queries {
    return this.storage.query
  }

  // Async, so that a call before its time is a rejection and never a throw.
  async transact<Result>(
    keys: readonly Key[],
    decide: (view: View) => Result,
    patienceMs?: number,
  ): Promise<Result> {
    return this.storage.transact(keys, decide, patienceMs)
  }

  async audit<Result>(work: (books: Audit) => Promise<Result>): Promise<Result> {
    return this.storage.audit(work)
  }

  async constant(name: string, create: () => string): Promise<string> {
    return this.storage.constant(name, create)
  }

  async ping(): Promise<void> {
    return this.storage.ping()
  }

  async close(): Promise<void> {
    this.closed = true
    this.wake()
    await this.trying
    await this.opened?.close()
  }

  private get storage(): Storage {
    if (this.opened !== null) return this.opened
    const { cause } = this
    throw new Fault(
      `The ${this.name} storage is not open yet: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause instanceof Fault ? cause.details : {},
      { cause, transient: true },
    )
  }

  private async keepTrying(): Promise<void> {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(LAST_RETRY_MS, wait * 2)) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (this.closed) return
      try {
        this.opened = await this.options.open()
        return
      } catch (cause) {
        this.cause = cause
        this.options.onFailure?.(cause, Math.min(LAST_RETRY_MS, wait * 2))
      }
    }
  }
}
