/** What the rules of sends are asked to do, and what they answer. */
import type { ApiKeyId, SignatureId, WithdrawalId } from '../ids.js'
import type { ChangeOutput } from '../output/output.js'
import type { Gap } from './gap.js'
import type { OnChain, Reservation } from './reservation.js'
import type { Send, SendStatus } from './send.js'

export interface RecordSend extends OnChain {
  readonly txId: string
  /** In the format of the chain's nodes, hex. */
  readonly raw: string
  readonly claims: readonly Reservation[]
  /**
   * True: this call built it from what was free. Two calls at once may build the same transaction; the second is then
   * refused as `claim.taken`, not mistaken for the first. False: the caller chose it (signed elsewhere, or its own
   * nonce).
   */
  readonly fresh: boolean
  /** The pending signature that it completes once a node accepts it. Its reservations pass to this transaction. */
  readonly signature: SignatureId | null
  /** The withdrawal that it pays. Absent: that of the pending signature, if there is one. */
  readonly withdrawal?: WithdrawalId
  /** Take over the reservations of an unconfirmed transaction of ours: the caller named its nonce. */
  readonly replaces: boolean
  /**
   * With `replaces`: the withdrawals of the transactions that it replaces, as its caller found them. It pays none of these.
   * Absent: they were not looked at.
   */
  readonly unpaid?: readonly WithdrawalId[]
  /** See `Send.filler`. */
  readonly filler?: string
  /**
   * The id of the transaction that it was compared with, the only one that it may replace. Null: it may replace none.
   * Undefined: it may replace the holder of its reservations.
   */
  readonly instead?: string | null
  /** Why it replaces that transaction: it is the filler of that one. */
  readonly because?: string
  /** UTXO: what it leaves to its own wallet. Absent: nothing that may be spent before a block has it. */
  readonly change?: ChangeOutput | undefined
  /** The API key that is charged once a node accepts it. */
  readonly apiKey: ApiKeyId
  readonly credits: number
}

/**
 * `offered`: the service is about to submit it. All others are reports of nodes. `undone`: its block left the chain.
 */
export type SendEvent = Exclude<SendStatus, 'signed' | 'unknown' | 'replaced'> | 'undone'

export interface SettleSend extends OnChain {
  readonly txId: string
  readonly event: SendEvent
  readonly reason: string | null
  /**
   * With `final`: the chain has executed it without effect, as a contract call that reverts. Only its fee is paid.
   */
  readonly failed?: boolean
  /** With `dead` and `failed`: blocks that nobody has looked at yet may have another transaction that pays its withdrawal. */
  readonly isBehind?: true
  /** With `confirmed` and `final`: the block that has it. */
  readonly height?: number
  /** With `confirmed` and `final`: see `Send.minedAs`. */
  readonly minedAs?: string
  /** With `minedAs`, if that pays its withdrawal and is none of ours: how many withdrawals it was known to pay before. */
  readonly counted?: number
  /** With `minedAs`: that one has used all its reservations, so nothing else ever may. */
  readonly keeps?: true
  /** With `refused`: the decoded filler. See `Gap`. */
  readonly gap?: Gap
}

export interface Settled {
  /** The send after the event. */
  readonly send: Send
  /** The credits to charge: those due, if a node accepted the transaction with this event; otherwise 0. */
  readonly credits: number
}
