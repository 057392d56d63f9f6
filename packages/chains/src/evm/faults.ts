/** What the family's libraries throw, in the words of the port. */
import { BadTransaction } from '@tallystick/custody'

export const malformed = (message: string): BadTransaction => new BadTransaction('malformed', message)

/**
 * Runs what a library may refuse by throwing. Its own words are dropped: they quote the input at length.
 * @throws BadTransaction `malformed`
 */
export function attempt<Result>(work: () => Result, message = 'Not a valid transaction'): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof BadTransaction) throw error
    throw malformed(message)
  }
}
