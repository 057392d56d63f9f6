/** What a call does after its first unit of work, which has taken effect. */
import { Fault, isForNow } from '@tallystick/engine'

/** Waits between attempts, in milliseconds: twice as long each time, about six seconds in all. */
const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 3_200

/**
 * Runs what follows. If there is no room for it now, it is tried again: a refusal would tell the caller that the call
 * has changed nothing.
 * @throws Fault if there is none for a while
 */
export async function further<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let wait = FIRST_WAIT_MS; ; wait *= 2) {
    try {
      return await work()
    } catch (cause) {
      if (!isForNow(cause)) throw cause
      if (wait > LONGEST_WAIT_MS) {
        throw new Fault('The call has taken effect in part. Repeat it for the rest', {}, { cause })
      }
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
