import { Fault, findUnstorable, Rejected, UNSTORABLE_TEXT, type Violation } from '@tallystick/core'

export { Fault, Rejected } from '@tallystick/core'

/**
 * Checks text that no schema has checked. In a batch, such text would fail the calls of others.
 * @throws Rejected if some storage could not return the text unchanged
 */
export function requireStorable(
  target: Violation['target'],
  fields: Readonly<Record<string, unknown>>,
): void {
  const property = findUnstorable(fields)
  if (property === null) return
  throw new Rejected({
    code: 'validation.failed',
    violations: [{ target, property, constraints: { wellFormed: UNSTORABLE_TEXT } }],
  })
}

/**
 * Whoever has such a name would share the queue of the service's own work, and could fill it.
 * @throws Fault if it is a name of the service's own: see `CHAINS_TENANT`
 */
export function requireTenant(name: string): void {
  if (name.endsWith(':')) throw new Fault('The name of a tenant ends with no colon. Choose another name')
}

/**
 * The storage can never write these changes, and has written nothing. The engine commits the calls apart, so that only
 * the faulty one fails.
 */
export class Unwritable extends Fault {}

/** Whether the same call may succeed later, although nothing else changes. */
export const isForNow = (error: unknown): boolean =>
  error instanceof Fault ? error.transient : error instanceof Rejected && FOR_NOW.has(error.code)

/** The call was not begun. */
const FOR_NOW: ReadonlySet<string> = new Set(['overloaded', 'unavailable'])

/** Converts a storage's error to a Fault, so that callers need not know the storage's own errors. */
export function asFault(cause: unknown, storage: string): Fault {
  if (cause instanceof Fault) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  return new Fault(`The ${storage} storage failed: ${message}`, { storage }, { cause })
}
