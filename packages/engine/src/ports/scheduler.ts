/** When a thing that waits is run. A simulated one makes a run repeatable, down to the order of its events. */
export interface Scheduler {
  /** Runs it once what the current turn of the event loop brings has been taken in. */
  soon(run: () => void): void
  /** Runs it after `ms`, unless the function it returns is called before; keeps no process alive. */
  later(run: () => void, ms: number): () => void
  /** Milliseconds that only ever rise, as `later` counts them: not the time of day, which is set back and forth. */
  elapsed(): number
}

export const systemScheduler: Scheduler = {
  soon: (run) => void setImmediate(run),
  later(run, ms) {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
  elapsed: () => performance.now(),
}
