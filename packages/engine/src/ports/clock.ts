import { randomFillSync } from 'node:crypto'
import type { Timestamp } from '@tallystick/core'

/** Tells the time; the real one and a deterministic one are interchangeable. */
export interface Clock {
  now(): Timestamp
}

/** Gives unpredictable bytes; a seeded one makes a run repeatable. */
export interface Random {
  fill(bytes: Uint8Array): void
}

export const systemClock: Clock = { now: () => Date.now() }

export const systemRandom: Random = { fill: (bytes) => void randomFillSync(bytes) }
