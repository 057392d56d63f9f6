/**
 * Extended public keys (BIP-32), under the version bytes of any chain, and their children. An address for each
 * of many consecutive indexes is what a ledger asks for all day, so what can be kept of an xpub is kept, and
 * what is public is computed in variable time: an index and an xpub make a child for whoever has both.
 */
import { createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check, hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { BadKey } from '@tallystick/custody'

const { Point } = secp256k1
const base58check = createBase58check(sha256)

/** Indexes from here on are hardened: an xpub has no children there. */
export const MAX_INDEX = 2 ** 31 - 1

export interface Xpub {
  /** The four bytes it began with: which chain, network and kind of address it is for (SLIP-132). */
  readonly version: number
  readonly publicKey: Uint8Array
  readonly chainCode: Uint8Array
  readonly point: InstanceType<typeof Point>
}

/** @throws BadKey when it is no xpub, or none under these version bytes; the text is not repeated */
export function parseXpub(text: string, versions: readonly number[], written?: WrittenXpub): Xpub {
  const other = written?.read(text)
  if (other !== undefined) return { ...other, version: versions[0] ?? 0, point: pointOf(other.publicKey) }
  let key: HDKey
  let version: number
  try {
    const bytes = base58check.decode(text)
    version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
    // A private version that none of ours equals: a private key is not taken for a public one.
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

/** Another way to write an xpub than that of BIP-32. */
export interface WrittenXpub {
  write(key: { readonly publicKey: Uint8Array; readonly chainCode: Uint8Array }): string
  /** Undefined when the text is none of this way. */
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
 * The generator with a larger table than the library keeps: a child costs a fifth less. Made when first
 * needed, in some ten milliseconds.
 */
let generator: InstanceType<typeof Point> | undefined

/**
 * The public key of child `index`, compressed (BIP-32, CKDpub).
 * @throws BadKey when the index is hardened or no integer
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
  // BIP-32: such an index has no child. Nobody has ever met one (the odds are below 1 in 2^127).
  if (tweak >= Point.Fn.ORDER) throw new BadKey('This index has no key')
  const child = parent.point.add(generator.multiplyUnsafe(tweak))
  if (child.is0()) throw new BadKey('This index has no key')
  return child.toBytes(true)
}
