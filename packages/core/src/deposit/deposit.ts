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

/**
 * The identity of a chain output: with it a deposit is credited once, however often a scanner reports it.
 * The address is part of it, because account-based chains may pay several addresses in one transaction.
 */
export function depositOutput(output: Pick<Deposit, 'currency' | 'txId' | 'vout' | 'address'>): string {
  return JSON.stringify([output.currency, output.txId, output.vout, output.address])
}
