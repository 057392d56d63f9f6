/** Time and randomness that repeat: with the same seed and the same calls, an engine makes the same ids. */
import type { Timestamp } from '@tallystick/core'
import type { Clock, Random } from '@tallystick/engine'

export interface SeededRandom extends Random {
  /** The next 32 bits, unsigned. */
  next(): number
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number
}

/** Mulberry32: 32 bits of state, which is plenty to tell ids apart and easy to repeat. Not for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return {
    next,
    below: (limit) => next() % limit,
    fill(bytes) {
      for (let index = 0; index < bytes.length; index++) bytes[index] = next() & 0xff
    },
  }
}

export interface SeededClock extends Clock {
  /** Moves time on by `ms`. */
  advance(ms: number): void
}

/**
 * Each reading is 0 to 2 ms after the one before, so that a run has both: many things of one millisecond,
 * and things of different ones.
 *
 * @param start Epoch milliseconds of the first reading, or a little less.
 */
export function seededClock(seed: number, start: Timestamp = Date.UTC(2030, 0, 1)): SeededClock {
  const random = seededRandom(seed)
  let now = start
  return {
    now() {
      now += random.below(3)
      return now
    },
    advance(ms) {
      now += ms
    },
  }
}
