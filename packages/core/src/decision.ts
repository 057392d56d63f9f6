import type { Env } from './env.js'
import type { Rejection, RejectionCode } from './rejection.js'
import type { Change, Key } from './tables.js'
import type { View } from './view.js'

/** The result of a rule: its output with all changes, or a refusal. */
export type Decision<Output> =
  | { readonly accepted: true; readonly output: Output; readonly changes: readonly Change[] }
  | { readonly accepted: false; readonly rejection: Rejection }

export type Refusal = Extract<Decision<never>, { accepted: false }>

/**
 * The rule of one command. `needs` names what must be loaded (and locked) before `decide` runs. `decide` is pure and
 * synchronous: the same view, command and env always give the same decision.
 */
export interface Rule<Command, Output> {
  readonly name: string
  needs(command: Command): readonly Key[]
  /** About how many items its keys bring with them, if they are many: they count for the size of a unit of work. */
  readonly brings?: number
  decide(view: View, command: Command, env: Env): Decision<Output>
}

export function accept<Output>(output: Output, changes: readonly Change[]): Decision<Output> {
  return { accepted: true, output, changes }
}

export function reject(code: RejectionCode, detail?: string): Refusal {
  return { accepted: false, rejection: detail === undefined ? { code } : { code, detail } }
}

/** Applies a part of a decision to the fork on which the rest is decided. */
export function applied<Output>(fork: View, decision: Decision<Output>): Decision<Output> {
  if (decision.accepted) for (const change of decision.changes) fork.apply(change)
  return decision
}
