/** What a transaction uses up, as a codec reads it from bytes that anybody may have written. */
import { MAX_INDEX, type Reservation } from '@tallystick/core'
import { BadTransaction } from './chain.js'

/** @throws BadTransaction `malformed` when no database can count so far */
export function reservationAt(owner: string, index: bigint): Reservation {
  if (index < 0n || index > MAX_INDEX) throw new BadTransaction('malformed', `it has the sequence ${index}`)
  return { owner, index }
}
