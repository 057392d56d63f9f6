/** What the model knows beside its state: the currencies in use here, the order of refusals, and amounts as text. */
import { REJECTIONS, type RejectionCode } from '@tallystick/core'
import type { Outcome } from '../command.js'

/**
 * The built-in currencies in use here. Of chains, one with xpubs needs one, one without takes an address or nothing; a
 * token's account may have one, the others refuse it.
 */
export const BUILT_IN: ReadonlyMap<
  string,
  { readonly scale: number; readonly needsXpub: boolean; readonly xpub: boolean }
> = new Map([
  ['EUR', { scale: 2, needsXpub: false, xpub: false }],
  ['JPY', { scale: 0, needsXpub: false, xpub: false }],
  ['BTC', { scale: 8, needsXpub: true, xpub: true }],
  ['XRP', { scale: 6, needsXpub: false, xpub: true }],
  ['USDT', { scale: 6, needsXpub: false, xpub: true }],
])

export const VIRTUAL_SCALE = 18

const WHOLE_DIGITS = 38

/** What no balance may reach, above or below. */
export const limitOf = (scale: number): bigint => 10n ** BigInt(WHOLE_DIGITS + scale)

export const refuse = (code: RejectionCode): Outcome => ({ accepted: false, code, index: null })

/** How a call ends. */
export interface Verdict {
  readonly outcome: Outcome
  readonly credits: number
  /** The content of its answer; undefined if the model does not predict it. */
  readonly says: unknown
  /** It was not answered: the call is carried on in another unit of work. */
  readonly goesOn?: boolean
}

export type PossibleRefusal = readonly [applies: boolean, code: RejectionCode]

const PRECEDENCE: ReadonlyMap<string, number> = new Map(
  Object.keys(REJECTIONS).map((code, index) => [code, index]),
)

/** Of the refusals that apply, the first in the documented table. */
export function firstOf(refusals: readonly PossibleRefusal[]): Outcome | null {
  let first: RejectionCode | null = null
  for (const [applies, code] of refusals) {
    if (applies && (first === null || rank(code) < rank(first))) first = code
  }
  return first === null ? null : refuse(first)
}

const rank = (code: RejectionCode): number => PRECEDENCE.get(code) ?? PRECEDENCE.size

/** A decimal of at most 38 characters with at most `scale` decimals, in minor units; else null. */
export function parse(text: string, scale: number): bigint | null {
  if (text.length > 38 || !/^(\d+\.?\d*|\.\d+)$/.test(text)) return null
  const point = text.indexOf('.')
  const decimals = point === -1 ? 0 : text.length - point - 1
  if (decimals > scale) return null
  return BigInt(text.replace('.', '')) * 10n ** BigInt(scale - decimals)
}

export function positive(text: string, scale: number): bigint | null {
  const amount = parse(text, scale)
  return amount === 0n ? null : amount
}
