import { BadTransaction } from '@tallystick/custody'

export const malformed = (why: string): BadTransaction =>
  new BadTransaction('malformed', `BNB Beacon Chain does not accept this transaction: ${why}.`)
