/** Limits the time of a call with many reads: its caller does not wait for ever, and others get their turn. */
import { Fault, type Queries } from '@tallystick/engine'

/** Less than a connection stays open without an answer. */
const LONGEST_MS = 60_000

/** The reads of one call. After this time, no further read starts. */
export function bounded(queries: Queries, now: () => number = () => performance.now()): Queries {
  const end = now() + LONGEST_MS
  return new Proxy(queries, {
    get(target, name) {
      const read: unknown = Reflect.get(target, name)
      if (typeof read !== 'function') return read
      return (...args: readonly unknown[]) =>
        now() < end ? Reflect.apply(read, target, args) : Promise.reject(tooLong())
    },
  })
}

function tooLong(): Fault {
  return new Fault(
    `The call has read for ${LONGEST_MS / 1_000} s. Ask for a shorter time, or for fewer accounts`,
    {},
    { transient: true },
  )
}
