/** What a policy is asked before something is signed that belongs to no withdrawal: whom it may pay. */
import type { Chain } from '../ports/chain.js'
import type { SigningIntent } from '../ports/policy.js'
import { listIn, receiverIn } from './encoded.js'

/** Who is to sign what. */
export interface ToAdmit extends Omit<SigningIntent, 'addresses'> {
  /** Addresses whose keys sign it, canonical: they pay, so no list has to name them. */
  readonly by: readonly string[]
}

/** Reads whom the call names, and whom the data pays that is signed for it: a name of a method may stand for another one. */
export function signingIntent({ by, ...asked }: ToAdmit): SigningIntent {
  const { chain, request, data } = asked
  const named = new Set([...addressesIn(chain.codec, request), ...addressesIn(chain.codec, data)])
  return { ...asked, addresses: [...named].filter((address) => !by.includes(address)) }
}

/**
 * Each address in a request, however deep, also in a list that is written as text, with commas or as JSON, and whom an encoded
 * call of a token pays; canonical.
 */
function* addressesIn(codec: Chain['codec'], value: unknown): Generator<string> {
  if (typeof value === 'string') {
    for (const part of value.split(',').map((one) => one.trim())) {
      const named = codec.isAddress(part) ? part : receiverIn(part)
      if (named !== null && codec.isAddress(named)) yield codec.canonical(named)
    }
    yield* addressesIn(codec, listIn(value))
  }
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) yield* addressesIn(codec, inner)
}
