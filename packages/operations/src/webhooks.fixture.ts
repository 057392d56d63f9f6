/** Subscriptions of the world of the examples. */
import { setHmac } from '@tallystick/core'
import { embeddedCaller } from '@tallystick/engine'
import type { Tallystick } from './tallystick.js'

export const HOOK = 'https://example.com/hook'

/** Gives webhooks a digest, which costs the caller nothing here. */
export function digested(
  { engine }: Tallystick,
  { tenant, apiKey }: Parameters<Tallystick['as']>[0],
): Promise<unknown> {
  const command = { tenant, apiKey, secret: 'of the world' }
  const free = { price: () => 0, present: () => null, idempotency: null }
  return engine.execute({ caller: embeddedCaller(), rule: setHmac, command, ...free })
}

export async function subscribed(ledger: Tallystick): Promise<string> {
  const attr = { url: `${HOOK}/of/the/world` }
  return (await ledger.createSubscriptionKMSSuccess({ type: 'KMS_COMPLETED_TX', attr })).id
}

export async function reported(ledger: Tallystick): Promise<string> {
  const interval = { type: 'TRANSACTION_HISTORY_REPORT', attr: { interval: 720 } } as const
  return (await ledger.createSubscriptionInterval(interval)).id
}
