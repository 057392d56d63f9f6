/** Compares signed transactions with the one that a key-management system was asked to sign. */
import type { Transaction } from '@stellar/stellar-base'
import type { Envelope } from './envelope.js'

const FIELDS: readonly (readonly [name: string, of: (transaction: Transaction) => string])[] = [
  ['its account', ({ source }) => source],
  ['its sequence', ({ sequence }) => sequence],
  ['its fee', ({ fee }) => fee],
  ['its time bounds', ({ timeBounds }) => `${timeBounds?.minTime} ${timeBounds?.maxTime}`],
  ['its memo', ({ memo }) => memo.toXDRObject().toXDR('base64')],
]

/**
 * What a signed transaction does otherwise than the one that was asked for; null when nothing. The signer adds its
 * signature, and nothing else: the hash is that of all the rest.
 */
export function difference(asked: Envelope, signed: Envelope): string | null {
  if (signed.isBump) return 'it is wrapped in another transaction'
  if (asked.hash === signed.hash) return null
  const [name] = FIELDS.find(([, of]) => of(asked.inner) !== of(signed.inner)) ?? ['what it does']
  return `${name} is not the same`
}
