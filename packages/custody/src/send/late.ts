/** Faults of a node that answers, but too late, or with what is too old. */
import { NodeFault } from '../ports/chain.js'

/** Its message names no host: callers are told it. */
export class NodeLate extends NodeFault {
  constructor(message: string) {
    super('unreachable', message)
  }
}

/** A transaction expires a fixed time after the block that it is built on. */
export const OUTDATED = new NodeLate(
  'its newest block is older than a transaction may be: the node does not keep up, the chain stands still, or the clock of the service is wrong',
)

export const SLOW_KEYS = new NodeLate('its keys answer more slowly than a transaction of the chain expires')

export const SLOW_TURNS = new NodeLate('the calls before this one took too long')
