/**
 * Lets tenants read in turn, or ask nodes. The number of simultaneous reads is limited, so a tenant with too many reads
 * delays only itself.
 */
import { Fault, Rejected } from './faults.js'
import { Lanes, mayTake } from './lanes.js'
import type { Queries } from './ports/storage.js'

export interface TurnsLimits {
  /** Simultaneous reads. */
  readonly atOnce: number
  /** The total cost of reads in one turn of the event loop. A single read may cost more. */
  readonly perTurn: number
  /** How many of them one tenant may have: so many times what the others leave. Default: all. */
  readonly share?: number
}

/** Reads that may wait. */
const MOST = 16_384
/** How long a read may wait, in milliseconds. */
const PATIENCE_MS = 10_000
const LOOK_MS = 1_000

interface Reading {
  readonly cost: number
  start(): void
  refuse(): void
}

export class Turns {
  private readonly lanes: Lanes<Reading>
  private running = 0
  /** The running ones by tenant, if each has a share. */
  private readonly own = new Map<string, number>()
  private spent = 0
  private renewing = false
  private watch: ReturnType<typeof setInterval> | null = null

  constructor(private readonly limits: TurnsLimits) {
    this.lanes =
      limits.share === undefined ? new Lanes(MOST) : new Lanes(MOST, (tenant) => this.hasShare(tenant))
  }

  /**
   * @param cost In any unit; see `perTurn`
   * @throws Rejected `overloaded`, if too many reads of this tenant wait already
   * @throws Fault if its turn does not come in time
   */
  run<Result>(tenant: string, cost: number, read: () => Promise<Result>): Promise<Result> {
    // A read starts directly if none could start before it and there is room.
    if (this.lanes.next === undefined && this.hasRoom(cost) && this.hasShare(tenant)) {
      return this.start(tenant, cost, read)
    }
    return new Promise((resolve, reject) => {
      const reading: Reading = {
        cost,
        start: () => void this.start(tenant, cost, read).then(resolve, reject),
        refuse: () => reject(late()),
      }
      if (!this.lanes.offer(tenant, reading, performance.now())) {
        reject(new Rejected({ code: 'overloaded' }))
        return
      }
      this.watch ??= setInterval(() => this.refuseLate(), LOOK_MS).unref()
    })
  }

  private hasRoom(cost: number): boolean {
    const { atOnce, perTurn } = this.limits
    return this.running < atOnce && (this.spent === 0 || this.spent + cost <= perTurn)
  }

  private hasShare(tenant: string): boolean {
    const { atOnce, share } = this.limits
    return share === undefined || mayTake(this.own.get(tenant) ?? 0, this.running, atOnce, share)
  }

  private async start<Result>(tenant: string, cost: number, read: () => Promise<Result>): Promise<Result> {
    this.count(tenant, 1)
    this.spend(cost)
    try {
      return await read()
    } finally {
      this.count(tenant, -1)
      this.startNext()
    }
  }

  private count(tenant: string, more: 1 | -1): void {
    this.running += more
    if (this.limits.share === undefined) return
    const own = (this.own.get(tenant) ?? 0) + more
    if (own > 0) this.own.set(tenant, own)
    else this.own.delete(tenant)
  }

  private spend(cost: number): void {
    if (this.limits.perTurn === Number.POSITIVE_INFINITY) return
    this.spent += cost
    if (this.renewing) return
    this.renewing = true
    setImmediate(() => {
      this.renewing = false
      this.spent = 0
      this.startNext()
    })
  }

  private startNext(): void {
    for (let next = this.lanes.next; next !== undefined && this.hasRoom(next.cost); next = this.lanes.next) {
      this.lanes.take()
      next.start()
    }
    if (this.lanes.size === 0) this.stopWatching()
  }

  private refuseLate(): void {
    for (const reading of this.lanes.takeOlder(performance.now() - PATIENCE_MS)) reading.refuse()
    if (this.lanes.size === 0) this.stopWatching()
  }

  private stopWatching(): void {
    if (this.watch !== null) clearInterval(this.watch)
    this.watch = null
  }
}

function late(): Fault {
  return new Fault(
    `A read waited ${PATIENCE_MS / 1_000} s for its turn behind others of the same tenant. Ask for less at once`,
    {},
    { transient: true },
  )
}

/**
 * The same reads, in turn by tenant, which is their first argument, or by another argument.
 * @param lane Whose turns they take. Default: those of the tenant that they are about
 */
export function inTurns(queries: Queries, turns: Turns, lane?: string): Queries {
  return new Proxy(queries, {
    get(target, name) {
      const read: unknown = Reflect.get(target, name)
      if (typeof read !== 'function') return read
      return (...args: readonly unknown[]) =>
        turns.run(lane ?? askerOf(args), 1, () => Reflect.apply(read, target, args))
    },
  })
}

function askerOf(args: readonly unknown[]): string {
  for (const arg of args) {
    if (typeof arg === 'string') return arg
    for (const told of [arg, whereOf(arg), Array.isArray(arg) ? arg[0] : undefined]) {
      if (typeof told === 'object' && told !== null && 'tenant' in told) return String(told.tenant)
    }
  }
  return ''
}

const whereOf = (arg: unknown): unknown =>
  typeof arg === 'object' && arg !== null && 'where' in arg ? arg.where : undefined
