/** Decides when waiting work runs. A simulated scheduler makes a run repeatable, down to the order of events. */
export interface Scheduler {
  /** Runs it after the pending events of the current turn of the event loop. */
  soon(run: () => void): void
  /** Runs it after `ms`, unless the returned function is called before. It does not keep the process alive. */
  later(run: () => void, ms: number): () => void
  /** Milliseconds that only rise, as `later` counts them. The time of day may be set back; this may not. */
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
