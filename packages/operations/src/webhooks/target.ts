/** What the operations of subscriptions share. */
import { Rejected } from '@tallystick/engine'
import type { CallContext } from '../context.js'

export const SUBSCRIPTION = '/v3/subscription'
export const area = 'Notification subscriptions'

/** @throws Rejected if nothing may be sent to the URL */
export function requireTarget({ deliveries }: CallContext, property: string, url: string | undefined): void {
  const refused = url === undefined ? null : deliveries.targets.refusal(url)
  if (refused === null) return
  throw new Rejected({
    code: 'validation.failed',
    violations: [{ target: 'body', property, constraints: { url: `${property}: ${refused}` } }],
  })
}
