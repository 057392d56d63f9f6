/**
 * The output scripts that addresses stand for, and what it takes to spend each. Sizes are the largest that a
 * signature can have, so that what is estimated is never below what is sent.
 */

import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { OutputKind } from '@tallystick/custody'

/** What an output is locked with. `p2sh` may hold anything; the kinds of `OutputKind` but one have a script of their own. */
export type ScriptKind = 'p2pkh' | 'p2sh' | 'p2sh32' | 'p2wpkh' | 'p2wsh' | 'p2tr'

interface Template {
  readonly kind: ScriptKind
  /** Around the hash or key. */
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

/** The kind of a script and the hash or key in it; undefined when it has no address. */
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

/** The script inside a p2sh output that holds p2wpkh (BIP-141): also what its spender must show. */
export const redeemScript = (publicKey: Uint8Array): Uint8Array => scriptFor('p2wpkh', hash160(publicKey))

/** Of segwit: its signatures cover amounts, its spending data are a quarter as heavy. */
export const isWitness = (script: Uint8Array): boolean => {
  const kind = readScript(script)?.kind
  return kind === 'p2wpkh' || kind === 'p2wsh' || kind === 'p2tr'
}

/**
 * A DER signature with a low s has at most 71 bytes, and one for the hash type: 72. A Schnorr signature has 64.
 * `script`: of the scriptSig, with the byte that counts it; `witness`: with the byte that counts its items.
 */
export const SPENDING: Readonly<Record<OutputKind, { readonly script: number; readonly witness: number }>> = {
  p2pkh: { script: 1 + (1 + 72) + (1 + 33), witness: 0 },
  'p2sh-p2wpkh': { script: 1 + 23, witness: 1 + (1 + 72) + (1 + 33) },
  p2wpkh: { script: 1, witness: 1 + (1 + 72) + (1 + 33) },
  p2tr: { script: 1, witness: 1 + (1 + 64) },
}

/** How we would spend such an output; undefined when we cannot. A p2sh output is taken to hold p2wpkh. */
export function spendingKind(script: Uint8Array, segwit: boolean): OutputKind | undefined {
  const kind = readScript(script)?.kind
  if (kind === 'p2pkh') return kind
  if (!segwit) return undefined
  if (kind === 'p2sh') return 'p2sh-p2wpkh'
  return kind === 'p2wpkh' || kind === 'p2tr' ? kind : undefined
}
