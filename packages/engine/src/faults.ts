import { findUnstorable, Rejected, UNSTORABLE_TEXT, type Violation } from '@tallystick/core'

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
