/** Which receivers are this process's to send to: see `Receiver` in the core. */
import { leaseReceivers, RECEIVERS_TENANT, releaseReceivers } from '@tallystick/core'
import type { Engine } from '@tallystick/engine'
import { applied } from './applied.js'

interface LeasesOptions {
  /** Milliseconds. A process that ends without giving its receivers back keeps the others waiting for so long. */
  readonly lasts: number
  /** Milliseconds that a lease must last when an attempt begins, so that it outlives the attempt. */
  readonly left: number
}

/** Milliseconds until a receiver is asked for again that another worker has. */
const ELSEWHERE_MS = 1_000

export class Leases {
  /** Ends of leases, by the scheduler's time. */
  private readonly own = new Map<string, number>()
  /** Receivers of other workers, and when they are asked for again. */
  private readonly others = new Map<string, number>()

  constructor(
    private readonly engine: Pick<Engine, 'execute' | 'scheduler'>,
    /** Makes an id of this worker, when it is needed first. */
    private readonly newId: () => string,
    private readonly options: LeasesOptions,
  ) {}

  private id: string | null = null

  private worker(): string {
    this.id ??= this.newId()
    return this.id
  }

  /** Whether this worker has it, for long enough. */
  has(name: string): boolean {
    return (this.own.get(name) ?? 0) - this.engine.scheduler.elapsed() > this.options.left
  }

  /** @returns Those that this worker has, for long enough. */
  async hold(names: Iterable<string>): Promise<ReadonlySet<string>> {
    const now = this.engine.scheduler.elapsed()
    const { lasts } = this.options
    const held = new Set<string>()
    const wanted: string[] = []
    for (const name of new Set(names)) {
      if (this.has(name)) held.add(name)
      else if ((this.others.get(name) ?? 0) <= now) wanted.push(name)
    }
    if (wanted.length === 0) return held
    const command = { worker: this.worker(), names: wanted, lasts }
    const had = new Set(await applied(this.engine, RECEIVERS_TENANT, leaseReceivers, command))
    for (const name of wanted) {
      if (had.has(name)) {
        held.add(name)
        // Counted from before the commit.
        this.own.set(name, now + lasts)
        this.others.delete(name)
      } else {
        this.own.delete(name)
        this.others.set(name, now + ELSEWHERE_MS)
      }
    }
    this.forget(now)
    return held
  }

  /** Gives all back. */
  async release(): Promise<void> {
    const names = [...this.own.keys()]
    this.own.clear()
    if (names.length === 0) return
    await applied(this.engine, RECEIVERS_TENANT, releaseReceivers, { worker: this.worker(), names })
  }

  /** What has run out. Its row stays until somebody leases the receiver again. */
  private forget(now: number): void {
    for (const list of [this.own, this.others]) {
      for (const [name, end] of list) if (end <= now) list.delete(name)
    }
  }
}
