/** An answer that costs much, made for all who ask: by one at a time, and seldom enough to leave time for calls. */

export interface Dated<Value> {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly value: Value
}

/** It is made anew after this time, in milliseconds, and after this many times as long as it took. */
const LEAST_MS = 2_000
const REST = 20

export class Sparing<Value> {
  private running: Promise<Dated<Value>> | null = null
  private kept: Dated<Value> | null = null
  private until = 0

  constructor(
    private readonly make: () => Promise<Value>,
    private readonly elapsed: () => number = () => performance.now(),
  ) {}

  /** The last one, if it is young enough. */
  get(): Promise<Dated<Value>> {
    if (this.kept !== null && this.elapsed() < this.until) return Promise.resolve(this.kept)
    this.running ??= this.renew().finally(() => {
      this.running = null
    })
    return this.running
  }

  private async renew(): Promise<Dated<Value>> {
    const began = this.elapsed()
    const kept = { at: Date.now(), value: await this.make() }
    const ended = this.elapsed()
    this.kept = kept
    this.until = ended + Math.max(LEAST_MS, REST * (ended - began))
    return kept
  }
}
