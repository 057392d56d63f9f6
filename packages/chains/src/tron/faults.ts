import { BadTransaction } from '@tallystick/custody'

export const malformed = (why: string): BadTransaction =>
  new BadTransaction('malformed', `TRON does not accept this transaction: ${why}.`)
