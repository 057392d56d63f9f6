/** A call of a rule: what it needs, its decision, and its answer to whoever waits for it. */
import {
  answerOf,
  type Digest,
  type Env,
  type IdempotencyRecord,
  idempotencyRecordKey,
  type Key,
  type Rejection,
  type Rule,
  storedAnswer,
  type View,
} from '@tallystick/core'
import type { Charged } from './caller.js'
import { Rejected } from './faults.js'
import type { Idempotency } from './request-hash.js'

/** A call of a rule. */
export interface Execution<Command, Output, Result> {
  /** The caller that is charged and that owns the idempotency key. */
  readonly caller: Charged
  readonly rule: Rule<Command, Output>
  readonly command: Command
  /** The credits of the call if it succeeds. */
  price(output: Output): number
  /** The answer as JSON-shaped data. An idempotency record stores it unchanged. */
  present(output: Output): Result
  readonly idempotency: Idempotency | null
  /** Whether the call needs another unit of work. The idempotency record stores only the answer of the last one. */
  unfinished?(output: Output): boolean
  /**
   * Told once, when the call is committed, what its rule has put out. Undefined: the answer is from an idempotency record.
   * A storage may have a call decided again, so `price` and `present` also see what is never committed.
   */
  committed?(output: Output | undefined): void
}

/** The caller, price and idempotency key of a call. */
export type Terms = Pick<Execution<unknown, unknown, unknown>, 'caller' | 'price' | 'idempotency'>

/** The terms of a call that nobody pays for, such as those of the service itself. */
export const uncharged = (caller: Charged) => ({ caller, price: () => 0, idempotency: null })

/** What became of a call. */
export type Outcome =
  /** `output`: of the rule; undefined if it did not run. */
  | { readonly kind: 'done'; readonly result: unknown; readonly output?: unknown }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | { readonly kind: 'fault'; readonly fault: unknown }

/** What a batch is made of. */
export interface Job {
  /** The tenant; empty if the job belongs to no tenant. */
  readonly tenant: string
  readonly keys: readonly Key[]
  run(view: View, env: Env, charge: (caller: Charged, credits: number) => void): Outcome
  settle(outcome: Outcome): void
}

type RecordKey = ReturnType<typeof idempotencyRecordKey>

/** A call that waits for its commit, with the promise of its caller. */
export class Call<Command, Output, Result> implements Job {
  readonly keys: readonly Key[]
  readonly brings: number | undefined
  readonly tenant: string
  /** What finds the answer to this call, if it was decided before. */
  private readonly recordKey: RecordKey | null

  constructor(
    private readonly execution: Execution<Command, Output, Result>,
    private readonly resolve: (result: Result) => void,
    private readonly reject: (reason: unknown) => void,
  ) {
    const { rule, command, idempotency, caller } = execution
    const needed = rule.needs(command)
    this.recordKey = idempotency === null ? null : idempotencyRecordKey(caller.tenant, idempotency.key)
    this.keys = this.recordKey === null ? needed : [...needed, this.recordKey]
    this.brings = rule.brings
    this.tenant = caller.tenant
  }

  run(view: View, env: Env, charge: (caller: Charged, credits: number) => void): Outcome {
    const { recordKey, execution } = this
    const known = recordKey === null ? undefined : view.find(recordKey)
    if (known !== undefined && execution.idempotency !== null)
      return replay(known, execution.idempotency.requestHash)
    return runExecution(execution, view, env, charge)
  }

  settle(outcome: Outcome): void {
    if (outcome.kind === 'done') {
      // They came from this execution's rule and `present`, or from its idempotency record.
      this.execution.committed?.(outcome.output as Output | undefined)
      this.resolve(outcome.result as Result)
    } else this.reject(outcome.kind === 'rejected' ? new Rejected(outcome.rejection) : outcome.fault)
  }
}

/** Decides one call on the state after the previous ones, and applies its changes if it is accepted. */
function runExecution<Command, Output, Result>(
  execution: Execution<Command, Output, Result>,
  view: View,
  env: Env,
  charge: (caller: Charged, credits: number) => void,
): Outcome {
  const { caller, rule, command, idempotency } = execution
  // If a rule throws, it has applied nothing, so the batch continues without it.
  let decision: ReturnType<typeof rule.decide>
  let result: Result | null = null
  let credits = 0
  let unfinished = false
  try {
    decision = rule.decide(view, command, env)
    if (decision.accepted) {
      result = execution.present(decision.output)
      credits = execution.price(decision.output)
      unfinished = execution.unfinished?.(decision.output) ?? false
    }
  } catch (fault) {
    return { kind: 'fault', fault }
  }
  if (!decision.accepted) return { kind: 'rejected', rejection: decision.rejection }
  for (const change of decision.changes) view.apply(change)
  charge(caller, credits)
  if (idempotency !== null && !unfinished) {
    const { reference, body } = storedAnswer(result)
    view.apply({
      type: 'answer.stored',
      answer: {
        tenant: caller.tenant,
        key: idempotency.key,
        requestHash: idempotency.requestHash,
        reference,
        body,
        created: env.now,
      },
    })
  }
  return { kind: 'done', result, output: decision.output }
}

function replay(answer: IdempotencyRecord, requestHash: Digest): Outcome {
  if (answer.requestHash !== requestHash)
    return { kind: 'rejected', rejection: { code: 'idempotency.key.reused' } }
  return { kind: 'done', result: answerOf(answer) }
}
