import type { Scheduler } from './ports/scheduler.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Time that is moved by hand. */
export class Hand implements Scheduler {
  now = 0
  private later_: { readonly at: number; readonly run: () => void }[] = []
  soon(run: () => void): void {
    setImmediate(run)
  }
  later(run: () => void, ms: number): () => void {
    const entry = { at: this.now + ms, run }
    this.later_.push(entry)
    return () => {
      this.later_ = this.later_.filter((other) => other !== entry)
    }
  }
  elapsed(): number {
    return this.now
  }
  async pass(ms: number): Promise<void> {
    for (const end = this.now + ms; this.now < end; ) {
      this.now += 100
      const due = this.later_.filter(({ at }) => at <= this.now)
      this.later_ = this.later_.filter(({ at }) => at > this.now)
      for (const { run } of due) run()
      for (let turns = 0; turns < 4; turns++) await turn()
    }
  }
}
