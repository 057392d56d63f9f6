/** The size of a transaction in weight units (BIP-141): four for a byte, one for a byte of witness. */
import type { OutputKind, UtxoParams } from '@tallystick/custody'
import { isWitness, SPENDING } from './script.js'

/** Larger ones are not relayed (Bitcoin Core, MAX_STANDARD_TX_WEIGHT). */
export const MAX_WEIGHT = 400_000

/** Version and locktime, and the marker and flag of a witness. */
export const OVERHEAD = 4 * (4 + 4) + 2

/** The count of inputs, or of outputs, takes one byte, or three above 252. */
export const countWeight = (count: number): number => 4 * (count > 252 ? 3 : 1)

/** Outpoint, sequence, script and witness. An input without witness still has an empty one. */
export function inputWeight(kind: OutputKind): number {
  const { script, witness } = SPENDING[kind]
  return 4 * (36 + 4 + script) + Math.max(1, witness)
}

/** Value, the script's length, and the script of fewer than 253 bytes. */
export const outputWeight = (script: Uint8Array): number => 4 * (8 + 1 + script.length)

export const virtualBytes = (weight: number): number => Math.ceil(weight / 4)

/** Base units for a weight, at a rate per 1,000 virtual bytes; rounded up. */
export function feeFor(weight: number, rate: bigint): bigint {
  return (BigInt(virtualBytes(weight)) * rate + 999n) / 1000n
}

/**
 * The smallest value that nodes relay to a script. `dust` is that of p2pkh, whose output and later input have 182 bytes
 * together (Bitcoin Core, GetDustThreshold); a segwit input has 67 instead of 148.
 */
export function dustOf(script: Uint8Array, params: UtxoParams): bigint {
  if (!isWitness(script)) return params.dust
  return (params.dust * BigInt(8 + 1 + script.length + 67)) / 182n
}
