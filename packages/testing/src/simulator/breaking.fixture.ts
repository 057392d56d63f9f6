/** How a rule is broken on purpose. */
import {
  ACCOUNTS,
  type Account,
  accept,
  type Change,
  type Decision,
  type Env,
  type Rule,
  type View,
} from '@tallystick/core'
import { type Mutation, NO_MUTATION } from './mutation.js'

/** Decides in place of one rule, on what the rule itself would say. */
export function mutate(
  name: string,
  decide: <Asked, Output>(
    rule: Rule<Asked, Output>,
    view: View,
    command: Asked,
    env: Env,
  ) => Decision<Output>,
): Mutation {
  return {
    ...NO_MUTATION,
    rule: (rule) =>
      rule.name === name
        ? { ...rule, decide: (view, command, env) => decide(rule, view, command, env) }
        : rule,
  }
}

/** Decides on accounts that were made to look otherwise. What is written are the changes of the rule alone. */
export function seenAs(name: string, look: (account: Account) => Account): Mutation {
  return mutate(name, (rule, view, command, env) => {
    const fork = view.fork()
    for (const account of [...view.all(ACCOUNTS)]) fork.putAccount(look(account))
    return rule.decide(fork, command, env)
  })
}

export const ALWAYS_ENOUGH = -(10n ** 30n)

/** Changes what a rule would write. */
export function writes(name: string, change: (change: Change, view: View) => Change | null): Mutation {
  return mutate(name, (rule, view, command, env) => {
    const decision = rule.decide(view, command, env)
    if (!decision.accepted) return decision
    const changes = decision.changes.map((one) => change(one, view)).filter((one) => one !== null)
    return accept(decision.output, changes)
  })
}
