/** Makes what an engine executes from a call, and observes its rule. */
import type { Traded } from '@tallystick/core'
import { type Execution, idempotencyOf } from '@tallystick/engine'
import { isTrading } from '../command.js'
import { callerOf, type Labels } from '../labels.js'
import { translate } from '../mapper.js'
import type { ModelState } from '../model/state.js'
import { NOTHING_SEEN } from '../trading-command.js'
import { seenTrading } from '../trading-mapper.js'
import type { Call, Recorder, Request } from './call.js'
import type { Mutation } from './mutation.js'

const ONE = (): number => 1

/** In as many units of work as it needs. */
const toItsEnd =
  <Asked, Output>(execution: Execution<Asked, Output, unknown>): Request =>
  async (engine) => {
    const unfinished = (output: Output): boolean =>
      (Object(output).more ?? Object(output).mustRepeat) === true
    for (;;) {
      const result = await engine.execute({ ...execution, unfinished })
      if (Object(result).more !== true) return result
    }
  }

/** Ids are looked up now: what the labels of the call come to stand for later is not what it means. */
export function requestOf(
  call: Call,
  labels: Labels,
  state: ModelState,
  recorder: Recorder,
  mutation: Mutation,
): Request {
  const { command, key, number } = call
  const nameCustomer = (customer: { readonly tenant: typeof command.tenant; readonly externalId: string }) =>
    state.customerByExternalId(customer.tenant, customer.externalId)?.label ?? '?'
  return translate(command, labels, nameCustomer, (rule, asked, present, learn, price = ONE) => {
    const { name, needs, decide } = mutation.rule(rule)
    const heard: Execution<typeof asked, Parameters<typeof present>[0], unknown> = {
      caller: callerOf(command.tenant),
      command: asked,
      price,
      present,
      idempotency: key === null ? null : idempotencyOf(command.tenant, key, 'request', { number }),
      rule: {
        name,
        needs,
        decide(view, same, env) {
          const decision = decide(view, same, env)
          recorder.decided.push(
            decision.accepted
              ? {
                  call,
                  rejection: null,
                  body: JSON.stringify(present(decision.output) ?? null),
                  learn: () => learn(decision.output, decision.changes),
                  seen: isTrading(command)
                    ? () => seenTrading(command, labels, env.now, decision.output as Traded, decision.changes)
                    : null,
                }
              : {
                  call,
                  rejection: decision.rejection,
                  body: '',
                  learn: () => undefined,
                  seen: () => ({ ...NOTHING_SEEN, now: env.now, refused: true }),
                },
          )
          return decision
        },
      },
    }
    const execution = mutation.execution(heard)
    return isTrading(command) ? toItsEnd(execution) : (engine) => engine.execute(execution)
  })
}
