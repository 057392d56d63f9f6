import type { AccountId, DepositId, Reference, TenantId, Timestamp } from '../ids.js'
import type { Amount } from '../money.js'

export type DepositStatus = 'InProgress' | 'Done' | 'Failed'

/** A chain output that pays to an account of the ledger. It is credited exactly once, when it is Done. */
export interface Deposit {
  readonly id: DepositId
  readonly tenant: TenantId
  readonly account: AccountId
  readonly currency: string
  readonly scale: number
  readonly amount: Amount
  readonly txId: string
  /** Index of the output in its transaction; 0 if a transaction has only one. */
  readonly vout: number
  readonly address: string
  readonly from: string | null
  readonly xpub: string | null
  readonly derivationKey: number
  readonly blockHeight: number
  readonly blockHash: string | null
  readonly status: DepositStatus
  readonly spent: boolean
  /** The reference of the entry that credited it. Until it is Done, a reference that no entry has. */
  readonly reference: Reference
  readonly created: Timestamp
  /** The chain in whose block it was found, as in the API; absent if a program has reported it. */
  readonly chain?: string
  readonly network?: string
  /** The block from which on it is credited. */
  readonly matures?: number
  /** What the ledger's own account `shortfall` paid when the credit was reversed, in units of `scale`. */
  readonly shortfall?: Amount
}

/** An output of a chain transaction. */
export type DepositOutput = Pick<Deposit, 'currency' | 'txId' | 'vout' | 'address'>

/**
 * The identity of a chain output. It guarantees that a deposit is credited once, however often a scanner reports it and
 * in whatever spelling. It includes the address, because a transaction on an account-based chain may pay several
 * addresses. See docs/decisions/028-the-identity-of-a-deposit.md.
 */
export function depositOutput({ currency, txId, vout, address }: DepositOutput): string {
  return JSON.stringify([currency, plainHash(txId), vout, plainAddress(address)])
}

/**
 * All texts under which a deposit may be stored: its identity, and its reported spelling, which releases before 0.2
 * stored.
 * @param reported The reported spelling, if it differs
 */
export function depositOutputs(
  output: DepositOutput,
  reported: Partial<DepositOutput> = {},
): readonly string[] {
  const asReported = { ...output, ...reported }
  const { currency, txId, vout, address } = asReported
  return [
    ...new Set([
      depositOutput(output),
      depositOutput(asReported),
      JSON.stringify([currency, txId, vout, address]),
    ]),
  ]
}

const HASH = /^(?:0x)?([0-9a-f]{64})$/i

/**
 * Writes a hash of 64 hex digits in lower case and without 0x. Case matters in other hashes (SOL, ALGO), so they stay.
 */
function plainHash(txId: string): string {
  return HASH.exec(txId)?.[1]?.toLowerCase() ?? txId
}

/** Hex digits after 0x or XDC's prefix. Case is only a checksum (ERC-55). */
const HEX_ADDRESS = /^(?:0x|xdc)([0-9a-f]{40})$/i
/** CashAddr. Its prefix is optional. */
const CASH_ADDRESS = /^(?:(?:bitcoincash|bchtest|bchreg):)?([qp][ac-hj-np-z02-9]{41})$/
/** BIP-173: all upper case or all lower case. */
const BECH32 = /^[a-z]{2,10}1[ac-hj-np-z02-9]{6,80}$/

function plainAddress(address: string): string {
  const hex = HEX_ADDRESS.exec(address)?.[1]
  if (hex !== undefined) return `0x${hex.toLowerCase()}`
  const small = address === address.toUpperCase() ? address.toLowerCase() : address
  return CASH_ADDRESS.exec(small)?.[1] ?? (BECH32.test(small) ? small : address)
}
