/** Time that the test moves on, and the rounds of the worker that come due with it. */
import { type Clock, type Scheduler, systemScheduler } from '@tallystick/engine'

export interface Rounds {
  readonly clock: Clock
  readonly scheduler: Scheduler
  /** The worker's next round, when everything is due unless told otherwise, and what it brings about. */
  round(milliseconds?: number): Promise<void>
}

/** The worker's rounds are this far apart, or further. What is due sooner comes by itself, in real time. */
const SHORTEST_MS = 5_000
const HOUR_MS = 3_600_000

export function rounds(): Rounds {
  let now = Date.UTC(2030, 0, 15, 12)
  let waiting: { readonly run: () => void; readonly milliseconds: number }[] = []
  return {
    clock: { now: () => now },
    scheduler: {
      soon: (run) => void setImmediate(run),
      later(run, milliseconds) {
        if (milliseconds < SHORTEST_MS) return systemScheduler.later(run, milliseconds)
        // What is done once an hour is no round of the worker.
        if (milliseconds >= HOUR_MS) return () => undefined
        const one = { run, milliseconds }
        waiting.push(one)
        return () => {
          waiting = waiting.filter((each) => each !== one)
        }
      },
      elapsed: () => now,
    },
    async round(milliseconds = 700_000) {
      now += milliseconds
      const due = waiting
      waiting = []
      for (const { run } of due) run()
      // The worker begins again when it has looked at everything.
      while (!waiting.some((one) => one.milliseconds === SHORTEST_MS))
        await new Promise((wake) => setTimeout(wake, 5))
    },
  }
}
