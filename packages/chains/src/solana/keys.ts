/**
 * Keys of Solana. A private key has the format that wallets export, Base58 or hex of 64 bytes: the secret of RFC 8032,
 * then the public key, which reveals a text that is cut off or mistyped. Any 32 bytes alone would be a valid key.
 */
import '../sha512.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { type AccountKeys, BadKey, type KeySigner } from '@tallystick/custody'
import { ENTROPY_BYTES, mnemonicOf } from '../keys/mnemonic.js'
import { deriveEd25519 } from '../keys/slip10.js'
import { textOf } from './address.js'

const SECRET_BYTES = 32
const PAIR_BYTES = 64
const MAX_INDEX = 2 ** 31 - 1
const MESSAGE = 'Not a private key of Solana.'

export function privateKeyText(secret: Uint8Array): string {
  if (secret.length !== SECRET_BYTES) throw new BadKey(MESSAGE)
  const pair = Uint8Array.from([...secret, ...ed25519.getPublicKey(secret)])
  const text = base58.encode(pair)
  pair.fill(0)
  return text
}

/** @throws BadKey without a word of the text */
export function signerOf(privateKey: string): KeySigner {
  const secret = secretOf(privateKey)
  const publicKey = ed25519.getPublicKey(secret)
  return { publicKey, address: textOf(publicKey), sign: ({ bytes }) => ed25519.sign(bytes, secret) }
}

function secretOf(text: string): Uint8Array {
  const bytes = keyBytes(text)
  if (bytes?.length === PAIR_BYTES) {
    const secret = bytes.slice(0, SECRET_BYTES)
    if (Buffer.from(ed25519.getPublicKey(secret)).equals(bytes.subarray(SECRET_BYTES))) return secret
  }
  throw new BadKey(MESSAGE)
}

/** Undefined when it is neither hex nor base 58. 64 bytes have 88 characters there; longer text is not decoded. */
function keyBytes(text: string): Uint8Array | undefined {
  if (/^[0-9a-fA-F]{128}$/.test(text)) return Uint8Array.from(Buffer.from(text, 'hex'))
  return /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text) ? base58.decode(text) : undefined
}

/** Accounts of a mnemonic at m/44'/501'/i'/0' (SLIP-0010). */
export const solanaAccounts: AccountKeys = {
  entropy: ENTROPY_BYTES,
  secret: mnemonicOf,
  async account(secret, index) {
    if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) {
      throw new BadKey(`An index is a whole number from 0 to ${MAX_INDEX}`)
    }
    const key = await deriveEd25519(secret, `m/44'/501'/${index}'/0'`)
    const privateKey = privateKeyText(key)
    key.fill(0)
    return { address: signerOf(privateKey).address, privateKey }
  },
}
