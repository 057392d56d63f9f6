import { randomFillSync } from 'node:crypto'
import type { Timestamp } from '@tallystick/core'

/** The time of day. The real clock can be replaced by a deterministic one. */
export interface Clock {
  now(): Timestamp
}

/** Unpredictable bytes. A seeded source makes a run repeatable. */
export interface Random {
  fill(bytes: Uint8Array): void
}

export const systemClock: Clock = { now: () => Date.now() }

export const systemRandom: Random = { fill: (bytes) => void randomFillSync(bytes) }
