/** Time and ids that are the same at every run, so that output can be compared. Your program leaves both out. */
import type { Clock, Random } from '@tallystick/engine'
import { seededRandom } from '@tallystick/testing'

export interface Repeatable {
  readonly clock: Clock
  readonly random: Random
  /** Moves the clock on, which stands still otherwise. */
  wait(minutes: number): void
}

export function repeatable(): Repeatable {
  let now = Date.UTC(2030, 0, 7, 9)
  return {
    clock: { now: () => now },
    random: seededRandom(1),
    wait(minutes) {
      now += minutes * 60_000
    },
  }
}
