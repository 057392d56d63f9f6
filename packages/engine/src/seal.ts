/**
 * Tamper evidence. Every unit of work is sealed: the seal's hash covers the digests of its entries, in order, what
 * it did to all other lists (state.ts), and the hash of the seal before it of the same writer. Whoever changes,
 * removes or reorders an entry, or changes anything else, must change every later seal of that writer; and an
 * anchored hash, kept elsewhere, shows that.
 *
 * A writer is whoever commits one after another: one engine on a server, all processes on one SQLite file.
 * Writers do not wait for each other, so their chains stand side by side.
 */
import { createHash, hash } from 'node:crypto'
import { canonicalEntry, type Entry, type EntryText } from '@tallystick/core'

/** Hex digits of an entry's digest that are stored with it: they tell which entry of a batch was changed. */
export const STORED_DIGEST_DIGITS = 16

/** The hash before a writer's first seal. */
export const NO_SEAL = ''

/** SHA-256 of the entry's canonical text, hex. */
export function digestEntry(entry: Entry, text?: EntryText): string {
  return hash('sha256', canonicalEntry(entry, text), 'hex')
}

/**
 * SHA-256 over the hash of the writer's seal before, the digests of the sealed entries, and what was done to the
 * other lists, hex. Seals of releases that did not say the last are as those of units of work that did nothing.
 */
export function sealHash(previous: string, digests: readonly string[], state: string): string {
  const sum = createHash('sha256').update(previous).update(' ')
  for (const digest of digests) sum.update(digest)
  if (state !== '') sum.update(' ').update(state)
  return sum.digest('hex')
}

/** The newest seal of one writer, as it may be kept elsewhere. */
export interface Anchor {
  readonly writer: string
  readonly number: number
  readonly hash: string
}
