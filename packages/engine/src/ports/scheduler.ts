/** Decides when waiting work runs. A simulated scheduler makes a run repeatable, down to the order of events. */
export interface Scheduler {
  /** Runs it after the pending events of the current turn of the event loop. */
  soon(run: () => void): void
  /**
   * Runs it after `ms`, unless the returned function is called before.
   * @param isAwaited A call waits for it, so the process does not end before. Other work does not keep a process alive
   */
  later(run: () => void, ms: number, isAwaited?: boolean): () => void
  /** Milliseconds that only rise, as `later` counts them. The time of day may be set back; this may not. */
  elapsed(): number
}

/** Node runs a timer with a longer delay at once ("setTimeout"). */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemScheduler: Scheduler = {
  soon: (run) => void setImmediate(run),
  later(run, ms, isAwaited = false) {
    let timer: NodeJS.Timeout
    const wait = (left: number): void => {
      const then = left > LONGEST_TIMER_MS ? () => wait(left - LONGEST_TIMER_MS) : run
      timer = setTimeout(then, Math.min(left, LONGEST_TIMER_MS))
      if (!isAwaited) timer.unref()
    }
    wait(ms)
    return () => clearTimeout(timer)
  },
  elapsed: () => performance.now(),
}
