/**
 * Schnorr signatures of Bitcoin Cash (documentation.cash, "2019-05-15 Schnorr signature specification"), which are not
 * BIP-340's: the key is a whole point, and of the nonce's point y is a square. The key-management daemon signs so. In curve
 * arithmetic of noble's, for tests alone: nothing here runs in constant time.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'

const { Point } = secp256k1
const { Fn, Fp } = Point

type Curve = InstanceType<typeof Point>

const isSquare = (y: bigint): boolean => Fp.eql(Fp.pow(y, (Fp.ORDER - 1n) / 2n), 1n)

const challenge = (r: Uint8Array, publicKey: Uint8Array, digest: Uint8Array): bigint =>
  Fn.create(BigInt(`0x${Buffer.from(sha256(Uint8Array.of(...r, ...publicKey, ...digest))).toString('hex')}`))

/** @returns 64 bytes: the x of the nonce's point, and s */
export function signSchnorr(digest: Uint8Array, secret: Uint8Array): Uint8Array {
  const publicKey = secp256k1.getPublicKey(secret)
  const nonce = Fn.create(
    BigInt(`0x${Buffer.from(sha256(Uint8Array.of(...secret, ...digest))).toString('hex')}`),
  )
  const point = Point.BASE.multiply(nonce).toAffine()
  const r = Fp.toBytes(point.x)
  const k = isSquare(point.y) ? nonce : Fn.neg(nonce)
  const s = Fn.add(k, Fn.mul(challenge(r, publicKey, digest), Fn.fromBytes(secret)))
  return Uint8Array.of(...r, ...Fn.toBytes(s))
}

/** @param publicKey Compressed, as it is hashed */
export function verifySchnorr(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  const r = signature.subarray(0, 32)
  let found: Curve
  try {
    const s = Fn.fromBytes(signature.subarray(32))
    const key = Point.fromBytes(publicKey)
    found = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(challenge(r, publicKey, digest)))
  } catch {
    return false
  }
  if (found.is0()) return false
  const { x, y } = found.toAffine()
  return isSquare(y) && Buffer.from(Fp.toBytes(x)).equals(r)
}
