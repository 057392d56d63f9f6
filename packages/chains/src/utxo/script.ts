/**
 * The output scripts of addresses, and what spending each requires. Sizes are those of the largest possible signature,
 * so an estimate is never below the actual size.
 */

import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { OutputKind } from '@tallystick/custody'

/** The lock of an output. `p2sh` may contain anything; the other kinds of `OutputKind` have a script of their own. */
export type ScriptKind = 'p2pkh' | 'p2sh' | 'p2sh32' | 'p2wpkh' | 'p2wsh' | 'p2tr'

interface Template {
  readonly kind: ScriptKind
  /** The bytes around the hash or key. */
  readonly head: readonly number[]
  readonly tail: readonly number[]
  readonly size: number
}

const TEMPLATES: readonly Template[] = [
  // OP_DUP OP_HASH160 <20> … OP_EQUALVERIFY OP_CHECKSIG
  { kind: 'p2pkh', head: [0x76, 0xa9, 0x14], tail: [0x88, 0xac], size: 20 },
  // OP_HASH160 <20> … OP_EQUAL (BIP-16)
  { kind: 'p2sh', head: [0xa9, 0x14], tail: [0x87], size: 20 },
  // OP_HASH256 <32> … OP_EQUAL (Bitcoin Cash, CHIP-2022-05)
  { kind: 'p2sh32', head: [0xaa, 0x20], tail: [0x87], size: 32 },
  // Witness programs: version, then 20 or 32 bytes (BIP-141, BIP-341).
  { kind: 'p2wpkh', head: [0x00, 0x14], tail: [], size: 20 },
  { kind: 'p2wsh', head: [0x00, 0x20], tail: [], size: 32 },
  { kind: 'p2tr', head: [0x51, 0x20], tail: [], size: 32 },
]

export function scriptFor(kind: ScriptKind, hash: Uint8Array): Uint8Array {
  const template = TEMPLATES.find((each) => each.kind === kind)
  if (template === undefined || template.size !== hash.length)
    throw new TypeError(`No ${kind} of such a size`)
  return Uint8Array.of(...template.head, ...hash, ...template.tail)
}

/** The kind of a script, and its hash or key; undefined if it has no address. */
export function readScript(
  script: Uint8Array,
): { readonly kind: ScriptKind; readonly hash: Uint8Array } | undefined {
  for (const { kind, head, tail, size } of TEMPLATES) {
    if (script.length !== head.length + size + tail.length) continue
    const end = head.length + size
    if (head.some((byte, index) => script[index] !== byte)) continue
    if (tail.some((byte, index) => script[end + index] !== byte)) continue
    return { kind, hash: script.subarray(head.length, end) }
  }
  return undefined
}

export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))

/** The inner script of a p2sh output that contains p2wpkh (BIP-141). Its spender must show it. */
export const redeemScript = (publicKey: Uint8Array): Uint8Array => scriptFor('p2wpkh', hash160(publicKey))

/** Segwit: signatures cover amounts, and spending data count a quarter. */
export const isWitness = (script: Uint8Array): boolean => {
  const kind = readScript(script)?.kind
  return kind === 'p2wpkh' || kind === 'p2wsh' || kind === 'p2tr'
}

/**
 * A DER signature with a low s has at most 71 bytes, plus one for the hash type: 72. A Schnorr signature has 64.
 * `script`: the scriptSig with its length byte; `witness`: with the byte that counts its items.
 */
export const SPENDING: Readonly<Record<OutputKind, { readonly script: number; readonly witness: number }>> = {
  p2pkh: { script: 1 + (1 + 72) + (1 + 33), witness: 0 },
  'p2sh-p2wpkh': { script: 1 + 23, witness: 1 + (1 + 72) + (1 + 33) },
  p2wpkh: { script: 1, witness: 1 + (1 + 72) + (1 + 33) },
  p2tr: { script: 1, witness: 1 + (1 + 64) },
}

/** How this service spends such an output; undefined if it cannot. A p2sh output is assumed to contain p2wpkh. */
export function spendingKind(script: Uint8Array, segwit: boolean): OutputKind | undefined {
  const kind = readScript(script)?.kind
  if (kind === 'p2pkh') return kind
  if (!segwit) return undefined
  if (kind === 'p2sh') return 'p2sh-p2wpkh'
  return kind === 'p2wpkh' || kind === 'p2tr' ? kind : undefined
}
