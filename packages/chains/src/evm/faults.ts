/** Converts errors of the family's libraries to those of the port. */
import { BadTransaction } from '@tallystick/custody'

export const malformed = (message: string): BadTransaction => new BadTransaction('malformed', message)

/**
 * Runs code in which a library may throw. The library's message is dropped, because it quotes the input.
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
