/**
 * A storage that is not available yet. It retries until the storage opens; until then, the service runs and asks
 * callers to come back later. After that it is the opened storage.
 */
import type { Key, TenantId, View } from '@tallystick/core'
import { Fault } from './faults.js'
import type { PoolStatus } from './ports/pool.js'
import type { Audit, Queries, Storage } from './ports/storage.js'

export interface LateStorageOptions {
  /** The name that the storage will have. */
  readonly name: string
  /** Opens the storage and prepares it for its first call. It never runs twice at once. */
  readonly open: () => Promise<Storage>
  /** Why the first attempt failed. */
  readonly cause: unknown
  /** Called after each failed attempt, with the time until the next one. */
  readonly onFailure?: (cause: unknown, retryMs: number) => void
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5_000

/** Until the storage is open, every call fails with a transient Fault. */
export function lateStorage(options: LateStorageOptions): Storage {
  return new LateStorage(options)
}

class LateStorage implements Storage {
  readonly name: string
  private opened: Storage | null = null
  private cause: unknown
  private closed = false
  /** Ends the wait for the next attempt at once. */
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

  get own(): Queries {
    return this.storage.own ?? this.storage.query
  }

  reads(tenant: TenantId): Queries {
    return this.storage.reads?.(tenant) ?? this.storage.query
  }

  // Async, so a call before the storage is open rejects and never throws.
  async transact<Result>(
    keys: readonly Key[],
    decide: (view: View) => Result,
    patienceMs?: number,
  ): Promise<Result> {
    return this.storage.transact(keys, decide, patienceMs)
  }

  async audit<Result>(work: (audit: Audit) => Promise<Result>): Promise<Result> {
    return this.storage.audit(work)
  }

  async constant(name: string, create: () => string): Promise<string> {
    return this.storage.constant(name, create)
  }

  async ping(): Promise<void> {
    return this.storage.ping()
  }

  connections(): readonly PoolStatus[] {
    return this.opened?.connections?.() ?? []
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
