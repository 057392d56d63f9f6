/**
 * Reservations: what transactions use, and which transaction, pending signature or withdrawal holds it. They
 * prevent two transactions of ours from spending the same thing.
 */
import type { SignatureId, TenantId, WithdrawalId } from '../ids.js'

/** Tenant, chain and network of a transaction. */
export interface OnChain {
  readonly tenant: TenantId
  /** As in the API: `BTC`, `MATIC`. */
  readonly chain: string
  /** `mainnet`, `testnet`, or the name of another testnet of the chain, such as `ethereum-holesky`. */
  readonly network: string
}

/**
 * Something that only one transaction can use. UTXO: the transaction id and index of an output. EVM, XRP: the sender's
 * address and its nonce or sequence.
 */
export interface Reservation {
  readonly owner: string
  /** From 0 to `MAX_INDEX`. */
  readonly index: bigint
}

/** What the integers of databases hold. Some chains begin far above 2^53: Stellar's sequences start with a ledger number. */
export const MAX_INDEX = 2n ** 63n - 1n

/** A transaction, a pending signature or a withdrawal, by its id. */
export type Holder = `send:${string}` | `kms:${string}` | `withdrawal:${string}`

export interface HeldReservation extends OnChain, Reservation {
  readonly holder: Holder
}

export const heldBySend = (txId: string): Holder => `send:${txId}`
export const heldBySignature = (id: SignatureId): Holder => `kms:${id}`
export const heldByWithdrawal = (id: WithdrawalId): Holder => `withdrawal:${id}`

/** The id of the transaction that holds a reservation; undefined if something else holds it. */
export function sendOf(holder: Holder): string | undefined {
  return holder.startsWith('send:') ? holder.slice('send:'.length) : undefined
}

/** The id of the pending signature that holds a reservation; undefined if something else holds it. */
export function signatureOf(holder: Holder): SignatureId | undefined {
  return holder.startsWith('kms:') ? (holder.slice('kms:'.length) as SignatureId) : undefined
}

/** In JSON: a number where that is exact, else text. */
export const plainIndex = (index: bigint): number | string =>
  index <= Number.MAX_SAFE_INTEGER ? Number(index) : String(index)

/** As the books keep the claims of a transaction. */
export function writeReservations(claims: readonly Reservation[]): string {
  return JSON.stringify(claims.map(({ owner, index }) => ({ owner, index: plainIndex(index) })))
}

/** @param text As `writeReservations` makes it */
export function readReservations(text: string): readonly Reservation[] {
  const claims = JSON.parse(text) as readonly { readonly owner: string; readonly index: number | string }[]
  return claims.map(({ owner, index }) => ({ owner, index: BigInt(index) }))
}

export const isSameReservation = (a: Reservation, b: Reservation): boolean =>
  a.owner === b.owner && a.index === b.index

/** Removes duplicates: a transaction that somebody else built may name an output twice. */
export function distinct(claims: readonly Reservation[]): readonly Reservation[] {
  const seen = new Set<string>()
  return claims.filter(({ owner, index }) => {
    const name = `${index} ${owner}`
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}

/** Copies only these three fields, because `place` may be a larger object. */
export const onChain = ({ tenant, chain, network }: OnChain): OnChain => ({ tenant, chain, network })
