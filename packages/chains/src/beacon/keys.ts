/** Keys: secp256k1; an address is the hash of the compressed public key, as Bitcoin's are. A private key is hex. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { type AccountKeys, BadKey, type KeySigner } from '@tallystick/custody'
import { writeAddress } from './address.js'

const SECRET_BYTES = 32
const MESSAGE = 'Not a private key of BNB Beacon Chain: 64 hex digits.'

export function privateKeyText(secret: Uint8Array): string {
  if (secret.length !== SECRET_BYTES || !secp256k1.utils.isValidSecretKey(secret)) throw new BadKey(MESSAGE)
  return hex.encode(secret)
}

/** The 20 bytes of its address. @throws BadKey if the key is not a point of the curve */
export function hashOf(publicKey: Uint8Array): Uint8Array {
  let point: Uint8Array
  try {
    point = secp256k1.Point.fromBytes(publicKey).toBytes(true)
  } catch {
    throw new BadKey('Not a public key')
  }
  return ripemd160(sha256(point))
}

/** @throws BadKey without any part of the text */
export function signerOf(prefix: string, privateKey: string): KeySigner {
  const [, digits] = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(privateKey) ?? []
  const secret = digits === undefined ? undefined : hex.decode(digits.toLowerCase())
  if (secret === undefined || !secp256k1.utils.isValidSecretKey(secret)) throw new BadKey(MESSAGE)
  const publicKey = secp256k1.getPublicKey(secret, true)
  return {
    publicKey,
    address: writeAddress(prefix, hashOf(publicKey)),
    // RFC 6979, low s; 64 bytes.
    sign: ({ bytes }) => secp256k1.sign(bytes, secret, { prehash: false }),
  }
}

/** Each key is one account. */
export const beaconAccounts = (prefix: string): AccountKeys => ({
  entropy: SECRET_BYTES,
  secret: privateKeyText,
  async account(secret, index) {
    if (index !== 0) throw new BadKey('A private key of BNB Beacon Chain has one account, with index 0.')
    return { address: signerOf(prefix, secret).address, privateKey: secret }
  },
})
