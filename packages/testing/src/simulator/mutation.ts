/** A fault that is inserted on purpose, to show that the simulator finds it. */
import type { Rule } from '@tallystick/core'
import type { EvmChain } from '@tallystick/custody'
import type { Execution, Storage } from '@tallystick/engine'
import type { Moment } from './connection.js'

export interface Mutation {
  /** Gets every rule before it is asked, and gives it back, or another of the same name. */
  rule<Asked, Output>(rule: Rule<Asked, Output>): Rule<Asked, Output>
  /** Gets every call before the engine does. */
  execution<Asked, Output, Result>(
    execution: Execution<Asked, Output, Result>,
  ): Execution<Asked, Output, Result>
  /** Gets the chain of each engine that pays on one. */
  chain(chain: EvmChain): EvmChain
  /** Gets the storage of each ledger. */
  storage(storage: Storage, moment: Moment): Storage
}

export const NO_MUTATION: Mutation = {
  rule: (rule) => rule,
  execution: (execution) => execution,
  chain: (chain) => chain,
  storage: (storage) => storage,
}
