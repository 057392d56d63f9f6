/**
 * Commands in three steps: ask and build (`prepare`), decide and record in one unit of work, tell the world
 * (`finish`). What is recorded is durable before the world hears of it; a process that dies between the two
 * leaves a record that a worker, or the same call repeated, finishes.
 */
import type { Rule } from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import type { CallContext } from './operation.js'
import { type Price, priceOf } from './price.js'

/** What is to be recorded: one command of the core, and what is kept of its output under an idempotency key. */
export interface Prepared<Command, Output, Stored> {
  readonly rule: Rule<Command, Output>
  readonly command: Command
  /** JSON-shaped, without secrets; runs inside the unit of work. */
  present(output: Output): Stored
  /** Charged for this recording in place of the operation's price: a send costs nothing until a node has it. */
  readonly credits?: number
}

/** Runs the rule; resolves when what it recorded is durable. */
export type Recorder<Stored> = <Command, Output>(
  prepared: Prepared<Command, Output, Stored>,
) => Promise<Stored>

export interface Performance<Args, Stored, Result> {
  /**
   * Asks nodes, builds and signs, and ends by calling `record`, in turn where transactions of one owner must not
   * overtake one another (`Sends.inTurn`). Not run when an answer stands under the call's idempotency key.
   */
  prepare(context: CallContext, args: Args, record: Recorder<Stored>): Promise<Stored>
  /** Tells the world of what is recorded. Runs again for the same call repeated: it must not mind. */
  finish(context: CallContext, stored: Stored, args: Args): Promise<Result>
}

export async function perform<Args, Stored, Result>(
  context: CallContext,
  args: Args,
  price: Price<Args>,
  how: Performance<Args, Stored, Result>,
): Promise<Result> {
  const { engine, caller, idempotency } = context
  const record: Recorder<Stored> = ({ rule, command, present, credits }) =>
    engine.execute({
      caller,
      rule,
      command,
      price: (output) => credits ?? priceOf(price, args, output),
      present,
      idempotency,
    })
  const known = await storedAnswer<Stored>(context)
  const stored = known === undefined ? await how.prepare(context, args, record) : known.stored
  return how.finish(context, stored, args)
}

/**
 * What stands under the call's idempotency key; undefined when it is new.
 * @throws Rejected `idempotency.key.reused` when it was used with another request
 */
async function storedAnswer<Stored>({
  engine,
  caller,
  idempotency,
}: CallContext): Promise<{ readonly stored: Stored } | undefined> {
  if (idempotency === null) return undefined
  const answer = await engine.query.answer(caller.tenant, idempotency.key)
  if (answer === undefined) return undefined
  if (answer.requestHash !== idempotency.requestHash) throw new Rejected({ code: 'idempotency.key.reused' })
  // The request is the same, so it is what this operation's `present` made.
  return { stored: JSON.parse(answer.body) as Stored }
}
