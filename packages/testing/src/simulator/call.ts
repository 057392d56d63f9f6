/** One logical call: what a client wants done once, however often it has to send it. */
import type { Rejection } from '@tallystick/core'
import type { Engine } from '@tallystick/engine'
import type { Outcome, SimulatedCommand } from '../command.js'
import type { SeenTrading } from '../trading-command.js'

export interface Call {
  readonly number: number
  readonly command: SimulatedCommand
  /** Without one it is sent once. */
  readonly key: string | null
  /** The id that stood for the blockage's label when the call was made; null where it names none. */
  readonly blockage: string | null

  // ---- what its client knows
  sends: number
  settled: 'accepted' | 'refused' | 'unknown' | null

  // ---- what the storage has of it
  /** The answer written with its effect. */
  accepted: string | null
  /** How it was refused, in units of work that took effect. */
  readonly refusals: string[]
}

/** What an engine says to one request. */
export type Answer =
  | { readonly kind: 'done'; readonly body: string }
  | { readonly kind: 'refused'; readonly rejection: Rejection }
  | { readonly kind: 'fault'; readonly fault: unknown }

/** One run of a rule, seen from inside: what it decided, whether or not that is committed later. */
export interface Decided {
  readonly call: Call
  readonly rejection: Rejection | null
  readonly body: string
  /** Of a call of the order book, once the units of work before it have given their labels; and of what is refused. */
  readonly seen: (() => SeenTrading) | null
  /** Gives what was created its labels, once it is committed. */
  learn(): void
}

/** Whatever a rule decides goes here; the storage asks what one unit of work has brought. */
export class Recorder {
  decided: Decided[] = []

  /** Before a unit of work is run, or run again. */
  restart(): void {
    this.decided = []
  }
}

/** A call in the words of the engine: sends it there, as often as it is asked to. */
export type Request = (engine: Engine) => Promise<unknown>

export function outcomeOf(rejection: Rejection | null): Outcome {
  return rejection === null
    ? { accepted: true }
    : { accepted: false, code: rejection.code, index: rejection.index ?? null }
}

/** `accepted`, or code and index. */
export function nameOf(outcome: Outcome): string {
  if (outcome.accepted) return 'accepted'
  return outcome.index === null ? outcome.code : `${outcome.code} at ${outcome.index}`
}
