/** Keys of Stellar: a secret `S…` is the seed of one key of Ed25519, and the key is the account's address. */
import '../sha512.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { type AccountKeys, BadKey, type KeySigner } from '@tallystick/custody'
import { bytesIn, written } from './address.js'

const SEED_BYTES = 32
const MESSAGE = 'Not a secret (S…) of Stellar.'

export function privateKeyText(secret: Uint8Array): string {
  if (secret.length !== SEED_BYTES) throw new BadKey(MESSAGE)
  return written('S', secret)
}

/** @throws BadKey when it is no public key of 32 bytes */
export function addressOf(publicKey: Uint8Array): string {
  if (publicKey.length !== SEED_BYTES) throw new BadKey('Not a public key of 32 bytes.')
  return written('G', publicKey)
}

/** @throws BadKey without any part of the text */
export function signerOf(privateKey: string): KeySigner {
  const secret = bytesIn('S', privateKey)
  if (secret === undefined) throw new BadKey(MESSAGE)
  const publicKey = ed25519.getPublicKey(secret)
  return {
    publicKey,
    address: addressOf(publicKey),
    sign: ({ bytes }) => ed25519.sign(bytes, secret),
  }
}

/** Each secret is one account. */
export const stellarAccounts: AccountKeys = {
  entropy: SEED_BYTES,
  secret(entropy) {
    if (entropy.length !== SEED_BYTES) throw new RangeError('A secret has 32 bytes')
    return privateKeyText(entropy)
  },
  async account(secret, index) {
    if (index !== 0) throw new BadKey('A secret of Stellar has one account, of the index 0.')
    return { address: signerOf(secret).address, privateKey: secret }
  },
}
