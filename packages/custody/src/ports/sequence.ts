/**
 * Sequences of any length as claims. The books count indexes up to 2^53, and some chains begin far above that: Stellar
 * puts the height of a ledger in front of each account's first one. Such a sequence is claimed in two parts, the higher
 * one behind the owner: `G…#128` and the rest. One below 2^53 is claimed as it is.
 */
import type { Claim } from '@tallystick/core'

/** Indexes of one part: from 0 to 2^53 - 1. */
export const PART = 1n << 53n

/** @throws RangeError when it is negative */
export function claimAt(owner: string, sequence: bigint): Claim {
  if (sequence < 0n) throw new RangeError('A sequence is not negative')
  const higher = sequence / PART
  return { owner: higher === 0n ? owner : `${owner}#${higher}`, index: Number(sequence % PART) }
}

/** The sequence of a claim that `claimAt` has made. */
export function sequenceOf({ owner, index }: Claim): bigint {
  const [, higher = '0'] = /#(\d+)$/.exec(owner) ?? []
  return BigInt(higher) * PART + BigInt(index)
}
