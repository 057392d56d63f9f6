/**
 * Keys of the XRP Ledger: family seeds (`s…`), raw secp256k1 keys, and their addresses. `ripple-keypairs` derives keys
 * from a seed; the curve is noble's.
 *
 * Ed25519 seeds (`sEd…`) are refused: the API documents those of secp256k1. A key-management system may use them; its
 * transactions are decoded like any other.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { type AccountKeys, BadKey, type KeySigner } from '@tallystick/custody'
import { decodeSeed, encodeSeed } from 'ripple-address-codec'
import { deriveAddress, deriveKeypair } from 'ripple-keypairs'

const SEED_BYTES = 16
const SECRET_BYTES = 32
const MESSAGE = 'Not a secp256k1 seed (s…) or private key of the XRP Ledger.'

/** The text of a seed (16 bytes: `s…`) or of a raw private key (32 bytes: 64 hex digits). */
export function privateKeyText(secret: Uint8Array): string {
  if (secret.length === SEED_BYTES) return encodeSeed(secret, 'secp256k1')
  if (secret.length !== SECRET_BYTES) throw new BadKey(MESSAGE)
  const text = upperHex(secret)
  secretOf(text)
  return text
}

/** Each seed is one account. */
export const xrpAccounts: AccountKeys = {
  entropy: SEED_BYTES,
  secret(entropy) {
    if (entropy.length !== SEED_BYTES) throw new RangeError('A seed has 16 bytes')
    return privateKeyText(entropy)
  },
  async account(secret, index) {
    if (index !== 0) throw new BadKey('A seed of the XRP Ledger has one account, with index 0.')
    return { address: signerOf(secret).address, privateKey: secret }
  },
}

/** @throws BadKey without any part of the text */
export function signerOf(privateKey: string): KeySigner {
  const secret = secretOf(privateKey)
  const publicKey = secp256k1.getPublicKey(secret, true)
  return {
    publicKey,
    address: addressOf(publicKey),
    sign: ({ bytes }) => secp256k1.sign(bytes, secret, { prehash: false, lowS: true, format: 'der' }),
  }
}

/** @throws BadKey if it is not a public key of 33 bytes: secp256k1, or Ed25519 after the byte 0xed */
export function addressOf(publicKey: Uint8Array): string {
  try {
    if (publicKey[0] !== 0xed) secp256k1.Point.fromBytes(publicKey)
    if (publicKey.length === 33) return deriveAddress(upperHex(publicKey))
  } catch {
    // Reported below, without repeating anything.
  }
  throw new BadKey('Not a compressed public key of 33 bytes.')
}

export const upperHex = (bytes: Uint8Array): string => hex.encode(bytes).toUpperCase()

function secretOf(text: string): Uint8Array {
  try {
    // `ripple-keypairs` writes raw keys with a leading byte 00.
    const raw = /^(?:00)?([0-9a-fA-F]{64})$/.exec(text)?.[1]
    const secret = hex.decode((raw ?? seedKey(text)).toLowerCase())
    if (secp256k1.utils.isValidSecretKey(secret)) return secret
  } catch {
    // The libraries' messages may quote the input.
  }
  throw new BadKey(MESSAGE)
}

/** Longer text is not decoded: see `address.ts`. */
const MAX_LENGTH = 48

function seedKey(text: string): string {
  if (text.length > MAX_LENGTH) throw new BadKey(MESSAGE)
  // The address codec accepts seeds of any length, so the result must encode to the same text.
  const { type, bytes } = decodeSeed(text)
  if (type !== 'secp256k1' || encodeSeed(bytes, 'secp256k1') !== text) throw new BadKey(MESSAGE)
  return deriveKeypair(text).privateKey.slice(2)
}
