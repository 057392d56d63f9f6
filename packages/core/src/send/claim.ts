/** What transactions use up, and who holds it: so that no two of ours ever spend the same. */
import type { SignatureId, TenantId } from '../ids.js'

/** Where a transaction takes place, and for whom. */
export interface OnChain {
  readonly tenant: TenantId
  /** As the API writes it: `BTC`, `MATIC`. */
  readonly chain: string
  /** `mainnet`, `testnet`, or the name of another testnet of the chain, `ethereum-holesky`. */
  readonly network: string
}

/**
 * A thing that one transaction uses up. UTXO: the transaction id and number of an output. EVM, XRP: the
 * sender's address and its nonce or sequence.
 */
export interface Claim {
  readonly owner: string
  readonly index: number
}

/** A transaction by its id, or a pending signature by its own. */
export type Holder = `send:${string}` | `kms:${string}`

export interface HeldClaim extends OnChain, Claim {
  readonly holder: Holder
}

export const heldBySend = (txId: string): Holder => `send:${txId}`
export const heldBySignature = (id: SignatureId): Holder => `kms:${id}`

/** The transaction that holds a claim; undefined when a pending signature does. */
export function sendOf(holder: Holder): string | undefined {
  return holder.startsWith('send:') ? holder.slice('send:'.length) : undefined
}

export const isClaim = (a: Claim, b: Claim): boolean => a.owner === b.owner && a.index === b.index

/** Each once: a transaction of somebody else's making may name one twice. */
export function distinct(claims: readonly Claim[]): readonly Claim[] {
  const seen = new Set<string>()
  return claims.filter(({ owner, index }) => {
    const name = `${index} ${owner}`
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}

/** `place` is where something else is too: not to take its other fields along. */
export const onChain = ({ tenant, chain, network }: OnChain): OnChain => ({ tenant, chain, network })
