/**
 * Private keys are taken on the testnet only, and the examples sign with some. They do it for an API key, as a service would;
 * the calls of `createTallystick` are on the testnet too, unless it is told otherwise.
 */
import { DEFAULT_TENANT } from '@tallystick/engine'
import type { Operations, Tallystick } from '@tallystick/operations'

/** The operations on behalf of a fresh API key of the testnet. */
export async function onTestnet(tallystick: Tallystick): Promise<Operations> {
  const access = await tallystick.access()
  const { key } = await access.create({
    tenant: DEFAULT_TENANT,
    name: 'example',
    network: 'testnet',
    plan: 'paid',
  })
  const caller = await access.identify(key)
  if (caller === null) throw new TypeError('the key was made just now')
  return tallystick.as(caller)
}

/** Of a call that was signed, the transaction that it sent. */
export function txIdOf(
  answer: { readonly txId: string } | { readonly signatureId: string } | object,
): string {
  if ('txId' in answer) return answer.txId
  throw new TypeError('It waits for its signature')
}
