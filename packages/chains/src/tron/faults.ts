import { BadTransaction, NodeFault } from '@tallystick/custody'

export const malformed = (why: string): BadTransaction =>
  new BadTransaction('malformed', `TRON does not accept this transaction: ${why}.`)

/** A node broke off a call of a contract: because of what the contract does, or because of its own state. */
export class BrokeOff extends NodeFault {
  constructor(code: string) {
    super('unreachable', `The node answered ${code}`)
  }
}
