/**
 * Reads of a standby that are at most so old. Before it is asked, the standby must have shown a mark that this process
 * has committed on the primary: then it has everything that was committed before. Otherwise the primary is asked.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '@tallystick/core'
import { Fault, inTurns, type Queries, Turns } from '@tallystick/engine'
import type { Connection } from './connection.js'
import { messageOf } from './errors.js'
import { PostgresQueries } from './queries.js'

export interface StandbyOptions {
  /** Of one standby: with a balancer in front of several, what one has shown would not hold for another. */
  readonly url: string
  /** The greatest age of what a read returns, in milliseconds. Default: 1,000. */
  readonly maxAgeMs?: number
  /** Told once when the standby answers no reads, and once when it does again. Default: a warning of the process. */
  readonly warn?: (message: string) => void
}

const MAX_AGE_MS = 1_000
/** How long the last mark is good enough, with a longer greatest age. */
const LONGEST_MARK_MS = 500
/** How often the standby is asked for a mark before the next one is set. */
const LOOKS = 5
/** How long it must have been unable to answer: a moment of it is no news. */
const LOST_MS = 5_000
/** Tenants whose last commit is known; with more, all count as having just committed. */
const MAX_TENANTS = 10_000

const SET_MARK = `insert into meta (name, value) values ($1, $2)
  on conflict (name) do update set value = excluded.value`
const GET_MARK = 'select value from meta where name = $1'

export class Standby {
  private readonly name = `mark ${randomUUID()}`
  private readonly maxAgeMs: number
  private readonly queries: Queries
  private marks = 0
  /** By `performance.now()`: the standby has everything that was committed before. */
  private asOf = Number.NEGATIVE_INFINITY
  private looking: Promise<void> | null = null
  private readonly warn: (message: string) => void
  private isLost = false
  /** Since when it shows no mark; null if it does. If it never did, the first look tells. */
  private lacking: number | null = Number.NEGATIVE_INFINITY
  /** When this process last committed for a tenant. */
  private readonly committed = new Map<string, number>()
  /** The same for all tenants that are not known any more. */
  private everyone = Number.NEGATIVE_INFINITY

  constructor(
    private readonly primary: Connection,
    private readonly connection: Connection,
    { maxAgeMs = MAX_AGE_MS, warn = (message) => process.emitWarning(message) }: StandbyOptions,
  ) {
    this.maxAgeMs = maxAgeMs
    this.warn = warn
    const turns = new Turns({ atOnce: connection.width, perTurn: Number.POSITIVE_INFINITY })
    this.queries = inTurns(new PostgresQueries(connection), turns)
  }

  /** Notes a commit, before its caller learns of it: a read after that sees it. */
  noteCommit(tenants: Iterable<string>): void {
    const now = performance.now()
    if (this.committed.size > MAX_TENANTS) {
      this.everyone = now
      this.committed.clear()
    }
    for (const tenant of tenants) this.committed.set(tenant, now)
  }

  /** Where the tenant's reads go now; if the standby then fails, to the primary. */
  queriesFor(tenant: TenantId, onPrimary: Queries): Queries {
    return this.mayAnswer(tenant) ? this.withFallback(onPrimary) : onPrimary
  }

  private withFallback(onPrimary: Queries): Queries {
    return new Proxy(this.queries, {
      get: (target, name) => {
        const [old, read]: readonly unknown[] = [Reflect.get(target, name), Reflect.get(onPrimary, name)]
        if (typeof old !== 'function' || typeof read !== 'function') return old
        return async (...args: readonly unknown[]) => {
          try {
            return await Reflect.apply(old, target, args)
          } catch (cause) {
            if (!(cause instanceof Fault && cause.transient)) throw cause
            this.asOf = Number.NEGATIVE_INFINITY
            return Reflect.apply(read, onPrimary, args)
          }
        }
      },
    })
  }

  async close(): Promise<void> {
    await this.looking
    if (this.marks > 0) {
      await this.primary.query('delete from meta where name = $1', [this.name]).catch(() => undefined)
    }
    await this.connection.close()
  }

  private mayAnswer(tenant: string): boolean {
    const age = performance.now() - this.asOf
    // Early enough that reads which follow each other closely find it looked at.
    if (age > Math.min(LONGEST_MARK_MS, this.maxAgeMs / 2)) this.look()
    return age <= this.maxAgeMs && this.asOf > Math.max(this.everyone, this.committed.get(tenant) ?? -1)
  }

  private look(): void {
    this.looking ??= this.mark()
      .then((problem) => this.tell(problem))
      // The primary does not answer, which says nothing of the standby.
      .catch(() => undefined)
      .finally(() => {
        this.looking = null
      })
  }

  private tell(problem: string | null): void {
    const now = performance.now()
    this.lacking = problem === null ? null : (this.lacking ?? now)
    const isLost = this.lacking !== null && (this.isLost || now - this.lacking > LOST_MS)
    if (isLost === this.isLost) return
    this.isLost = isLost
    this.warn(
      isLost
        ? `The standby answers no reads, and the primary answers in its place: ${problem}`
        : 'The standby answers reads again',
    )
  }

  /** Why the standby cannot answer; null if it can. @throws Fault if the primary does not answer */
  private async mark(): Promise<string | null> {
    const began = performance.now()
    const mark = ++this.marks
    await this.primary.query(SET_MARK, [this.name, String(mark)])
    try {
      for (let looks = 0; looks < LOOKS; looks++) {
        const [row] = await this.connection.query(GET_MARK, [this.name])
        if (Number(row?.[0] ?? 0) >= mark) {
          this.asOf = began
          return null
        }
        await sleep(this.maxAgeMs / LOOKS / 2)
      }
    } catch (cause) {
      return messageOf(cause)
    }
    return `it does not show within ${this.maxAgeMs / 2} ms what the primary has committed. It is behind, follows no primary, or is of another database`
  }
}
