/**
 * Commands in three steps: ask and build (`prepare`), decide and record in one unit of work, tell the world
 * (`finish`). What is recorded is durable before the world hears of it; a process that dies between the two
 * leaves a record that a worker, or the same call repeated, finishes.
 */
import { idempotencyRecordKey } from '@tallystick/core'
import { Rejected, type Terms } from '@tallystick/engine'
import type { CallContext } from './context.js'
import { type Price, priceOf } from './price.js'

/**
 * @typeParam Stored JSON-shaped, without secrets: what is kept under an idempotency key
 * @typeParam Recorded What is at hand beside it, once it is recorded; not when the call is repeated
 */
export interface TwoPhase<Args, Stored, Result, Recorded extends Stored = Stored> {
  /**
   * Asks nodes, builds and signs, and ends by recording it on these terms, in one unit of work. Not run when an answer
   * stands under the call's idempotency key.
   */
  prepare(context: CallContext, args: Args, terms: Terms): Promise<Recorded>
  /** Tells the world of what is recorded. Runs again for the same call repeated: it must not mind. */
  finish(context: CallContext, stored: Stored | Recorded, args: Args): Promise<Result>
}

export async function runTwoPhase<Args, Stored, Result, Recorded extends Stored>(
  context: CallContext,
  args: Args,
  price: Price<Args>,
  how: TwoPhase<Args, Stored, Result, Recorded>,
): Promise<Result> {
  const { caller, idempotency } = context
  const known = await storedRecord<Stored>(context)
  if (known !== undefined) return how.finish(context, known.stored, args)
  const terms: Terms = { caller, idempotency, price: (output) => priceOf(price, args, output) }
  return how.finish(context, await how.prepare(context, args, terms), args)
}

/**
 * What stands under the call's idempotency key; undefined when it is new.
 * @throws Rejected `idempotency.key.reused` when it was used with another request
 */
async function storedRecord<Stored>({
  engine,
  caller,
  idempotency,
}: CallContext): Promise<{ readonly stored: Stored } | undefined> {
  if (idempotency === null) return undefined
  const answer = await engine.query.find(idempotencyRecordKey(caller.tenant, idempotency.key))
  if (answer === undefined) return undefined
  if (answer.requestHash !== idempotency.requestHash) throw new Rejected({ code: 'idempotency.key.reused' })
  // The request is the same, so it is what this operation's `present` made.
  return { stored: JSON.parse(answer.body) as Stored }
}
