/**
 * Signing with a private key that came with the call (api.md, "Signing modes"). The key lives as long as the
 * call: it becomes a signer at once, and neither core, engine nor storage ever sees it.
 */
import { type Chain, finish, type Signed, type Signer, type Unsigned } from '@tallystick/custody'
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

/**
 * Signs everything a transaction asks for with the keys at hand.
 * @param property The field that the keys came in
 * @throws Rejected `validation.failed` when none of them is the key of something that is spent
 */
export function signWith(
  { codec }: Pick<Chain, 'codec'>,
  unsigned: Unsigned,
  signers: readonly Signer[],
  property: string,
): Signed {
  return readKey('body', property, 'is not the key of what is spent', () => finish(codec, unsigned, signers))
}
