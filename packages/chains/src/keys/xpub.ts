/**
 * Extended public keys (BIP-32), with the version bytes of any chain, and their children. Ledgers derive addresses of
 * many consecutive indexes, so parsed xpubs are cached. Public values are computed in variable time, because anybody
 * with the xpub and an index can compute the child.
 */
import '../sha512.js'
import { createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check, hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { BadKey } from '@tallystick/custody'

const { Point } = secp256k1
const base58check = createBase58check(sha256)

/** Indexes above this are hardened, and an xpub has no children there. */
export const MAX_INDEX = 2 ** 31 - 1

export interface Xpub {
  /** The first four bytes: chain, network and kind of address (SLIP-132). */
  readonly version: number
  readonly publicKey: Uint8Array
  readonly chainCode: Uint8Array
  readonly point: InstanceType<typeof Point>
}

/** @throws BadKey if it is not an xpub with these version bytes; the message does not repeat the text */
export function parseXpub(text: string, versions: readonly number[], written?: WrittenXpub): Xpub {
  const other = written?.read(text)
  if (other !== undefined) return { ...other, version: versions[0] ?? 0, point: pointOf(other.publicKey) }
  let key: HDKey
  let version: number
  try {
    const bytes = base58check.decode(text)
    version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
    // A private version that equals none of ours, so a private key is never taken for a public one.
    key = HDKey.fromExtendedKey(text, { public: version, private: 0 })
  } catch {
    throw new BadKey('Not an extended public key')
  }
  if (!versions.includes(version)) throw new BadKey('An extended public key of another chain or network')
  const { publicKey, chainCode } = key
  if (publicKey === null || chainCode === null) throw new BadKey('Not an extended public key')
  return { version, publicKey, chainCode, point: pointOf(publicKey) }
}

function pointOf(publicKey: Uint8Array): Xpub['point'] {
  try {
    return Point.fromBytes(publicKey)
  } catch {
    throw new BadKey('Not an extended public key')
  }
}

/** Another text form of an xpub than that of BIP-32. */
export interface WrittenXpub {
  write(key: { readonly publicKey: Uint8Array; readonly chainCode: Uint8Array }): string
  /** Undefined if the text does not have this form. */
  read(text: string): Omit<Xpub, 'version' | 'point'> | undefined
}

/** In hex: the compressed key, then the chain code. */
export const hexXpub: WrittenXpub = {
  write: ({ publicKey, chainCode }) => hex.encode(publicKey) + hex.encode(chainCode),
  read(text) {
    const [, publicKey, chainCode] = /^(0[23][0-9a-f]{64})([0-9a-f]{64})$/i.exec(text) ?? []
    if (publicKey === undefined || chainCode === undefined) return undefined
    return { publicKey: hex.decode(publicKey.toLowerCase()), chainCode: hex.decode(chainCode.toLowerCase()) }
  },
}

/**
 * The generator with a larger table than the library's: a child takes a fifth less time. Created on demand, in about
 * ten milliseconds.
 */
let generator: InstanceType<typeof Point> | undefined

/**
 * The public key of child `index`, compressed (BIP-32, CKDpub).
 * @throws BadKey if the index is hardened or not an integer
 */
export function childOf(parent: Xpub, index: number): Uint8Array {
  if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) {
    throw new BadKey(`An index is a whole number from 0 to ${MAX_INDEX}`)
  }
  const data = Buffer.alloc(37)
  data.set(parent.publicKey)
  data.writeUInt32BE(index, 33)
  const digest = createHmac('sha512', parent.chainCode).update(data).digest('hex')
  const tweak = BigInt(`0x${digest.slice(0, 64)}`)
  generator ??= Point.fromAffine(Point.BASE.toAffine()).precompute(8)
  // BIP-32: such an index has no child. The odds are below 1 in 2^127.
  if (tweak >= Point.Fn.ORDER) throw new BadKey('This index has no key')
  const child = parent.point.add(generator.multiplyUnsafe(tweak))
  if (child.is0()) throw new BadKey('This index has no key')
  return child.toBytes(true)
}
