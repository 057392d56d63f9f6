/**
 * The conditions of one ledger, drawn anew for each: one is calm, another loses every tenth answer, a third has one
 * impatient client and three engines. So faults that would hide one another occur in different ledgers.
 */
import type { SeededRandom } from '../seeded.js'
import { between, oneOf, type Rate } from './chance.js'

/** All rates are out of 10,000. */
export interface Weather {
  readonly engines: number
  /** Each has one call under way. */
  readonly clients: number
  readonly maxBatch: number
  readonly maxQueued: number

  // ---- of the network, per message
  readonly requestLost: Rate
  readonly requestDelayed: Rate
  readonly requestDuplicated: Rate
  readonly answerLost: Rate
  readonly answerDelayed: Rate
  readonly answerDuplicated: Rate

  // ---- of the storage, per unit of work
  readonly unitDelayed: Rate
  /** Fails before anything was decided. */
  readonly unitFailed: Rate
  /** Fails after it was decided, and before it was written. */
  readonly unitAborted: Rate
  /** Decided, not written, and run again on a fresh view: a serialization failure. */
  readonly unitRunAgain: Rate
  readonly commitAnswerDelayed: Rate
  /** Written, and the engine is told that it failed. */
  readonly commitAnswerLost: Rate
  /** Written, and the engine is told nothing, until it is killed for it. */
  readonly commitAnswerNever: Rate
  readonly crashBeforeCommit: Rate
  readonly crashAfterCommit: Rate

  // ---- of the nodes of a chain, per transaction sent, and per question
  readonly sendDropped: Rate
  readonly sendRefused: Rate
  /** The balancer gives it to both nodes, and tells the answer of the second. */
  readonly sendRepeated: Rate
  readonly sendElsewhere: Rate
  readonly sendUnanswered: Rate
  readonly nodeSilent: Rate
  readonly nodeBehind: Rate
  /** It asks a price that nobody would pay. */
  readonly nodeDear: Rate

  // ---- of the machines, per command
  readonly crash: Rate
  readonly stop: Rate
  readonly cutOff: Rate
  readonly clockJump: Rate
  /** Milliseconds by which the clock of each is ahead of the one before. */
  readonly skew: number

  // ---- of the clients, per command
  /** Calls without an idempotency key, which are never sent again. */
  readonly withoutKey: Rate
  /** Calls under a key that another call has used. */
  readonly keyReused: Rate
  /** Calls preceded by a metered read. */
  readonly metered: Rate
  /** Amounts at the end of what can be printed. */
  readonly huge: Rate
  /** Accounts that are named most often. */
  readonly hot: number
}

const CROWDS = [
  [2, 1_024, 16_384],
  [32, 8, 16_384],
  [64, 1_024, 16_384],
  [256, 1_024, 16_384],
  [128, 1_024, 16_384],
  [128, 1_024, 16_384],
  [64, 1_024, 16],
] as const

export function drawWeather(random: SeededRandom): Weather {
  // A third of the faults are absent, so that the others go further.
  const rate = (typical: Rate, worst: Rate): Rate => oneOf(random, [0, between(random, 1, typical), worst])
  // One by one, a few at once, a crowd; and a crowd before a short queue.
  const [clients, maxBatch, maxQueued] = oneOf(random, CROWDS)
  return {
    engines: between(random, 1, 3),
    clients,
    maxBatch,
    maxQueued,
    requestLost: rate(100, 500),
    requestDelayed: rate(200, 1_000),
    requestDuplicated: rate(200, 1_000),
    answerLost: rate(100, 500),
    answerDelayed: rate(200, 1_000),
    answerDuplicated: rate(100, 500),
    unitDelayed: rate(200, 1_000),
    unitFailed: rate(100, 500),
    unitAborted: rate(100, 500),
    unitRunAgain: rate(200, 1_000),
    commitAnswerDelayed: rate(200, 1_000),
    commitAnswerLost: rate(100, 500),
    commitAnswerNever: rate(5, 30),
    crashBeforeCommit: rate(10, 100),
    crashAfterCommit: rate(10, 100),
    crash: rate(5, 20),
    stop: rate(5, 20),
    cutOff: rate(5, 20),
    clockJump: rate(5, 50),
    skew: oneOf(random, [0, 7, 2_000, 30_000]),
    sendDropped: rate(500, 2_000),
    sendRefused: rate(500, 2_000),
    sendRepeated: rate(1_000, 4_000),
    sendElsewhere: rate(1_000, 4_000),
    sendUnanswered: rate(500, 3_000),
    nodeSilent: rate(100, 500),
    nodeBehind: rate(1_000, 5_000),
    nodeDear: rate(500, 2_000),
    withoutKey: rate(300, 1_000),
    keyReused: rate(50, 200),
    metered: rate(200, 500),
    huge: rate(5, 20),
    hot: oneOf(random, [3, 8, 8, 20]),
  }
}

/** The same world once nothing goes wrong any more, in which every call must come to its end. */
export function calm(weather: Weather): Weather {
  return {
    ...weather,
    requestLost: 0,
    requestDelayed: 0,
    requestDuplicated: 0,
    answerLost: 0,
    answerDelayed: 0,
    answerDuplicated: 0,
    unitDelayed: 0,
    unitFailed: 0,
    unitAborted: 0,
    unitRunAgain: 0,
    commitAnswerDelayed: 0,
    commitAnswerLost: 0,
    commitAnswerNever: 0,
    crashBeforeCommit: 0,
    crashAfterCommit: 0,
    crash: 0,
    stop: 0,
    cutOff: 0,
    clockJump: 0,
    sendDropped: 0,
    sendRefused: 0,
    sendRepeated: 0,
    sendElsewhere: 0,
    sendUnanswered: 0,
    nodeSilent: 0,
    nodeBehind: 0,
    nodeDear: 0,
  }
}
