/**
 * A transaction that waits for its signatures: its message, the signatures so far, and the height of the last block
 * that may have it.
 */
import { base58 } from '@scure/base'
import type { SignatureOf, Signed, SigningRequest } from '@tallystick/custody'
import { textOf } from './address.js'
import { readMessage, readTransaction, SIGNATURE_BYTES, writeTransaction } from './message.js'
import { malformed } from './reader.js'
import { bytesIn, decoded, encoded, holds, idOf } from './text.js'

export interface Payload {
  /** Base64. */
  readonly message: string
  /** Absent where it does not expire. */
  readonly last?: string
  /** Base58, in the order of the signers; null where one is missing. Absent where all are. */
  readonly signatures?: readonly (string | null)[]
}

/** Each signer, with what it has signed already. */
function signersOf({ message, signatures }: Payload) {
  const signed = decoded(message)
  const { keys, signers } = readMessage(signed)
  const all = keys.slice(0, signers).map((address, at) => ({ address, signature: signatures?.[at] ?? null }))
  return { signed, all }
}

/** Of those who still have to sign. */
export function requestsOf(payload: Payload): readonly SigningRequest[] {
  const { signed, all } = signersOf(payload)
  return all
    .filter(({ signature }) => signature === null)
    .map(({ address }) => ({
      bytes: signed,
      scheme: 'ed25519',
      address,
      accepts: (publicKey) => publicKey.length === 32 && textOf(publicKey) === address,
    }))
}

/**
 * The signatures in the order of the signers: those that are there, and those that are given.
 * @throws BadTransaction `malformed` when one does not hold, or is not asked for
 */
function filled(payload: Payload, given: readonly SignatureOf[]) {
  const { signed, all } = signersOf(payload)
  const added = new Map(given.map(({ publicKey, signature }) => [textOf(publicKey), signature]))
  if (added.size !== given.length) throw malformed('one key signs twice')
  const signatures = all.map(({ address, signature }) => {
    if (signature !== null) return base58.decode(signature)
    const own = added.get(address)
    if (own === undefined) return null
    added.delete(address)
    if (!holds(own, signed, address)) throw malformed(`the signature of ${address} does not hold`)
    return own
  })
  if (added.size > 0) throw malformed('somebody signs who is not asked to')
  return { signed, signatures }
}

/** The whole transaction. @throws BadTransaction `malformed` */
export function combined(payload: Payload, given: readonly SignatureOf[]): Signed {
  const { signed, signatures } = filled(payload, given)
  const whole = signatures.flatMap((signature) => signature ?? [])
  if (whole.length !== signatures.length) throw malformed('a signature is missing')
  const text = encoded(writeTransaction(whole, signed))
  return { raw: payload.last === undefined ? text : `${payload.last}:${text}`, txId: idOf(whole) }
}

/** The transaction as far as it is signed, Base64. @throws BadTransaction `malformed` */
export function withSignatures(payload: Payload, given: readonly SignatureOf[]): string {
  const { signed, signatures } = filled(payload, given)
  const blank = new Uint8Array(SIGNATURE_BYTES)
  const all = signatures.map((signature) => signature ?? blank)
  return encoded(writeTransaction(all, signed))
}

/** Of a serialized transaction of which signatures may be missing. @throws BadTransaction `malformed` */
export function payloadIn(text: string): Payload {
  const { signatures, message, signed } = readTransaction(bytesIn(text))
  const known = signatures.map((signature, at) => {
    if (signature.every((byte) => byte === 0)) return null
    if (!holds(signature, signed, message.keys[at] ?? '')) throw malformed('a signature does not hold')
    return base58.encode(signature)
  })
  return { message: encoded(signed), signatures: known }
}
