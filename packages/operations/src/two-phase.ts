/**
 * Two-phase commands. `prepare` asks nodes, builds, and records in one unit of work; `finish` then tells nodes. What is
 * recorded is durable before a node gets it. If the process dies between the two, a worker or the same call, repeated,
 * completes the second phase.
 */
import { answerOf, idempotencyRecordKey } from '@tallystick/core'
import { Fault, Rejected, type Terms } from '@tallystick/engine'
import type { CallContext } from './context.js'
import { further } from './further.js'
import { type Price, priceOf } from './price.js'

/**
 * @typeParam Stored JSON-shaped and without secrets: the content of the idempotency record
 * @typeParam Recorded What `finish` also gets from `prepare`, but not in a repeated call
 */
export interface TwoPhase<Args, Stored, Result, Recorded extends Stored = Stored> {
  /**
   * Asks nodes, builds and signs, and finally records the result on these terms, in one unit of work. It does not run
   * if the call's idempotency key has a record.
   */
  prepare(context: CallContext, args: Args, terms: Terms): Promise<Recorded>
  /** Tells nodes about what is recorded. It must be safe to run again: for want of room, or when the call is repeated. */
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
  if (known !== undefined) return further(() => how.finish(context, known.stored, args))
  const terms: Terms = { caller, idempotency, price: (output) => priceOf(price, args, output) }
  const recorded = await how.prepare(context, args, terms).catch(async (error: unknown) => {
    // The same call, made at the same time, may have taken what this one lacked: its turn, its output, its money.
    const meanwhile = await storedRecord<Stored>(context).catch((fault: unknown) => {
      // Whether it was recorded may be unknown, and what keeps it from being looked for would say that it was not.
      throw error instanceof Fault ? error : fault
    })
    if (meanwhile === undefined) throw error
    return meanwhile.stored
  })
  return further(() => how.finish(context, recorded, args))
}

/**
 * The content of the call's idempotency record; undefined if it is new.
 * @throws Rejected `idempotency.key.reused` if the key was used for another request
 */
export async function storedRecord<Stored>({
  engine,
  caller,
  idempotency,
}: CallContext): Promise<{ readonly stored: Stored } | undefined> {
  if (idempotency === null) return undefined
  const answer = await engine.query.find(idempotencyRecordKey(caller.tenant, idempotency.key))
  if (answer === undefined) return undefined
  if (answer.requestHash !== idempotency.requestHash) throw new Rejected({ code: 'idempotency.key.reused' })
  // The request is the same, so this operation's `present` made the answer.
  return { stored: answerOf(answer) as Stored }
}
