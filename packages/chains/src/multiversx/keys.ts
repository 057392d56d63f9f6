/** Keys of MultiversX: 32 bytes, the secret of RFC 8032, in hex. The public half is the address. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { type AccountKeys, BadKey, type KeySigner } from '@tallystick/custody'
import { ENTROPY_BYTES, mnemonicOf } from '../keys/mnemonic.js'
import { deriveEd25519 } from '../keys/slip10.js'
import { KEY_BYTES, textOf } from './address.js'

const MAX_INDEX = 2 ** 31 - 1
const MESSAGE = 'Not a private key of MultiversX: 64 hex digits.'

export function privateKeyText(secret: Uint8Array): string {
  if (secret.length !== KEY_BYTES) throw new BadKey(MESSAGE)
  return Buffer.from(secret).toString('hex')
}

/** @throws BadKey if it is not a public key of 32 bytes */
export function addressOf(publicKey: Uint8Array): string {
  if (publicKey.length !== KEY_BYTES) throw new BadKey('Not a public key of 32 bytes.')
  return textOf(publicKey)
}

/** @throws BadKey without any part of the text */
export function signerOf(privateKey: string): KeySigner {
  if (!/^[0-9a-fA-F]{64}$/.test(privateKey)) throw new BadKey(MESSAGE)
  const secret = Uint8Array.from(Buffer.from(privateKey, 'hex'))
  const publicKey = ed25519.getPublicKey(secret)
  return { publicKey, address: textOf(publicKey), sign: ({ bytes }) => ed25519.sign(bytes, secret) }
}

/** Accounts of a mnemonic at m/44'/508'/0'/0'/i' (SLIP-0010). */
export const multiversxAccounts: AccountKeys = {
  entropy: ENTROPY_BYTES,
  secret: mnemonicOf,
  async account(secret, index) {
    if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) {
      throw new BadKey(`An index is a whole number from 0 to ${MAX_INDEX}`)
    }
    const key = await deriveEd25519(secret, `m/44'/508'/0'/0'/${index}'`)
    const privateKey = privateKeyText(key)
    key.fill(0)
    return { address: signerOf(privateKey).address, privateKey }
  },
}
