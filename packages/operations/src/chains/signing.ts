/**
 * Signing with a private key that came with the call (api.md, "Signing modes"). The key lives as long as the
 * call: it becomes a signer at once, and neither core, engine nor storage ever sees it.
 */
import type { Chain, Signer } from '@tallystick/custody'
import { type Caller, Rejected } from '@tallystick/engine'
import { readKey } from './faults.js'

/**
 * @param property The field that the key came in
 * @throws Rejected `private.key.testnet.only`; `validation.failed` when it is no key of this chain
 */
export function signerOf(
  { network }: Pick<Caller, 'network'>,
  { codec }: Pick<Chain, 'codec'>,
  property: string,
  privateKey: string,
): Signer {
  if (network !== 'testnet') throw new Rejected({ code: 'private.key.testnet.only' })
  return readKey('body', property, 'is not a private key of this chain and network', () =>
    codec.signer(privateKey),
  )
}
