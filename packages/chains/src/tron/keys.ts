/**
 * Keys: secp256k1, with the addresses of points as on Ethereum. The service writes extended public keys as the public
 * clients of the API do: the key and the chain code in hex, 65 bytes. It also reads those of BIP-32.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex } from '@scure/base'
import { BadKey, type KeySigner } from '@tallystick/custody'
import { type HdOptions, XPUB } from '../keys/hd.js'
import { hexXpub } from '../keys/xpub.js'
import { withPrefix, writeAddress } from './address.js'

/** @throws BadKey when it is no point */
export function addressOf(publicKey: Uint8Array): string {
  let point: Uint8Array
  try {
    point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  } catch {
    throw new BadKey('Not a public key')
  }
  return writeAddress(withPrefix(keccak_256(point.subarray(1)).subarray(12)))
}

export const privateKeyText = (secret: Uint8Array): string => hex.encode(secret)

/** @throws BadKey without any part of the text */
export function signerOf(privateKey: string): KeySigner {
  const [, digits] = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(privateKey) ?? []
  const secret = digits === undefined ? undefined : hex.decode(digits.toLowerCase())
  if (secret === undefined || !secp256k1.utils.isValidSecretKey(secret)) throw new BadKey('Not a private key')
  const publicKey = secp256k1.getPublicKey(secret, true)
  return {
    publicKey,
    address: addressOf(publicKey),
    // RFC 6979, low s; 64 bytes.
    sign: ({ bytes }) => secp256k1.sign(bytes, secret, { prehash: false }),
  }
}

export const tronKeys = (path: string): HdOptions => ({
  path,
  version: XPUB,
  versions: [XPUB],
  written: hexXpub,
  addressOf,
  textOf: privateKeyText,
})

/** The key that a signature of 65 bytes is of; undefined when it is none. Its last byte is 0 or 1, or 27 more. */
export function recovered(signature: Uint8Array, digest: Uint8Array): Uint8Array | undefined {
  const last = signature[64]
  if (signature.length !== 65 || last === undefined) return undefined
  const parity = last >= 27 ? last - 27 : last
  if (parity > 3) return undefined
  try {
    const recoverable = Uint8Array.of(parity, ...signature.subarray(0, 64))
    return secp256k1.recoverPublicKey(recoverable, digest, { prehash: false })
  } catch {
    return undefined
  }
}
