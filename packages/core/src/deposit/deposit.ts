import type { AccountId, DepositId, Reference, TenantId, Timestamp } from '../ids.js'
import type { Amount } from '../money.js'

export type DepositStatus = 'InProgress' | 'Done' | 'Failed'

/** An output on a chain that pays one of the ledger's accounts; credited exactly once, when it is Done. */
export interface Deposit {
  readonly id: DepositId
  readonly tenant: TenantId
  readonly account: AccountId
  readonly currency: string
  readonly scale: number
  readonly amount: Amount
  readonly txId: string
  /** Which output of the transaction; 0 where a transaction has only one. */
  readonly vout: number
  readonly address: string
  readonly from: string | null
  readonly xpub: string | null
  readonly derivationKey: number
  readonly blockHeight: number
  readonly blockHash: string | null
  readonly status: DepositStatus
  readonly spent: boolean
  /** Of the entry that credited it, once Done; before that, one of its own. */
  readonly reference: Reference
  readonly created: Timestamp
}

/** Where on a chain value arrived. */
export type Output = Pick<Deposit, 'currency' | 'txId' | 'vout' | 'address'>

/**
 * The identity of a chain output: with it a deposit is credited once, however often a scanner reports it, and
 * however it spells what it found. The address is part of it, because account-based chains may pay several
 * addresses in one transaction.
 */
export function depositOutput({ currency, txId, vout, address }: Output): string {
  return JSON.stringify([currency, plainHash(txId), vout, plainAddress(address)])
}

/**
 * Where a deposit may be found: under its identity, and as it is spelled, which is how releases before 0.2 wrote it.
 * @param reported As it was reported, where that is another spelling of the same
 */
export function depositOutputs(output: Output, reported: Partial<Output> = {}): readonly string[] {
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

/** A hash in hex says the same in either case, with and without 0x. Other hashes (SOL, ALGO) depend on the case. */
function plainHash(txId: string): string {
  return HASH.exec(txId)?.[1]?.toLowerCase() ?? txId
}

/** Hex under 0x or XDC's own prefix; the case is only a checksum (ERC-55). */
const HEX_ADDRESS = /^(?:0x|xdc)([0-9a-f]{40})$/i
/** CashAddr, whose prefix may be left out. */
const CASH_ADDRESS = /^(?:(?:bitcoincash|bchtest|bchreg):)?([qp][ac-hj-np-z02-9]{41})$/
/** BIP-173: all in capitals, or none. */
const BECH32 = /^[a-z]{2,10}1[ac-hj-np-z02-9]{6,80}$/

function plainAddress(address: string): string {
  const hex = HEX_ADDRESS.exec(address)?.[1]
  if (hex !== undefined) return `0x${hex.toLowerCase()}`
  const small = address === address.toUpperCase() ? address.toLowerCase() : address
  return CASH_ADDRESS.exec(small)?.[1] ?? (BECH32.test(small) ? small : address)
}
