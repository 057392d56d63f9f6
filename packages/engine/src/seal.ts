/**
 * Tamper evidence. Every unit of work has a seal. Its hash covers the digests of the unit's entries in order, its
 * effect on all other lists (state.ts), and the hash of the writer's previous seal. A change, removal or reordering of
 * an entry requires changing all later seals of that writer, and an anchor (a hash kept elsewhere) reveals this. A change
 * of anything else requires a new seal: docs/decisions/016-seals.md.
 *
 * A writer commits one unit after another: one engine on a server, or all processes on one SQLite file. Writers do not
 * wait for each other, so each has its own chain.
 */
import { hash } from 'node:crypto'
import { canonicalEntry, type EntryTerms, type EntryText } from '@tallystick/core'

/** Hex digits of the digest that are stored with an entry. They show which entry of a batch was changed. */
export const STORED_DIGEST_DIGITS = 16

/** The hash before the first seal of a writer. */
export const NO_SEAL = ''

/** SHA-256 of the canonical text of the entry, hex. */
export function digestEntry(entry: EntryTerms, text: EntryText): string {
  return hash('sha256', canonicalEntry(entry, text), 'hex')
}

/**
 * SHA-256 over the hash of the writer's previous seal, the digests of the sealed entries, and the effect on the other
 * lists, hex. Seals of releases without the last part equal those of units without effect on other lists.
 */
export function sealHash(previous: string, digests: readonly string[], state: string): string {
  const end = state === '' ? '' : ` ${state}`
  return hash('sha256', `${previous} ${digests.join('')}${end}`, 'hex')
}

/** The newest seal of a writer, in the form that is kept elsewhere. */
export interface Anchor {
  readonly writer: string
  readonly number: number
  readonly hash: string
  /** What the seals of the writer up to this one have done to the other lists, in the format of `StateSum`. */
  readonly state?: string
}
