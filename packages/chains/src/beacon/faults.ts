import { BadTransaction } from '@tallystick/custody'

export const malformed = (why: string): BadTransaction =>
  new BadTransaction('malformed', `Not a transaction that BNB Beacon Chain takes: ${why}.`)
