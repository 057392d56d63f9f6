/**
 * Signs with a private key from the call (docs/chains.md). The key exists only during the call: it becomes a signer at
 * once, and neither core, engine nor storage ever sees it.
 */
import type { Chain, Signer } from '@tallystick/custody'
import { type Caller, Rejected } from '@tallystick/engine'
import { readKey } from './faults.js'

/**
 * @param property The field of the key
 * @throws Rejected `private.key.testnet.only`; `validation.failed` if it is not a key of this chain
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
