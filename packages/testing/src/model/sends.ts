/** Transactions, pending signatures, withdrawals and what they use up: what they are, and how they change. */
import type {
  OnChain,
  Reservation,
  SendStatus,
  SettleSend,
  SignatureStatus,
  WithdrawalStatus,
} from '@tallystick/core'
import type { SignatureLabel, WithdrawalLabel } from '../command.js'
import type { ModelAccount } from './state.js'

/** One output, or one nonce of a sender. */
export interface ModelReservation extends OnChain, Reservation {
  holder: Thing | null
  /** The transactions that use it up, as they were begun; those that are over too. */
  users: readonly ModelSend[]
}

export interface ModelSend extends OnChain {
  readonly kind: 'send'
  readonly txId: string
  raw: string
  claims: readonly ModelReservation[]
  status: SendStatus
  reason: string | null
  /** Credits, until they are charged. */
  due: number
  signature: ModelSignature | null
  /** What it pays. */
  withdrawal: ModelWithdrawal | null
  /** The index of what it leaves to its own wallet. */
  change: number | null
  /** Whose claims it took over. */
  replaces: ModelSend | null
}

export interface ModelSignature extends OnChain {
  readonly kind: 'signature'
  readonly label: SignatureLabel
  claims: readonly ModelReservation[]
  /** What is to be signed. */
  serialized: string
  readonly replaces: boolean
  status: SignatureStatus
  txId: string | null
  error: string | null
  /** What its transaction pays. */
  readonly withdrawal: ModelWithdrawal | null
}

export interface ModelWithdrawal extends OnChain {
  readonly kind: 'withdrawal'
  readonly label: WithdrawalLabel
  readonly account: ModelAccount
  readonly amount: bigint
  readonly charged: bigint
  /** Its turn, and then its outputs. */
  readonly claims: readonly ModelReservation[]
  readonly oneCall: boolean
  status: WithdrawalStatus
  /** The transaction that pays it. */
  paidBy: ModelSend | null
  /** In blocks, and perhaps its own. */
  sighted: readonly string[]
  signature: ModelSignature | null
  reverted: 'all' | 'amount' | null
  reason: string | null
}

/** A block may have paid it, and no transaction of it is recorded. */
export const mayBePaid = ({ status, paidBy, sighted }: ModelWithdrawal): boolean =>
  status === 'InProgress' && paidBy === null && sighted.length > 0

export type Thing = ModelSend | ModelSignature | ModelWithdrawal

export const isOver = ({ status }: ModelSend): boolean => status === 'refused' || status === 'dead'
export const isUnheard = ({ status }: ModelSend): boolean => ['signed', 'offered', 'unknown'].includes(status)
/** Refused by no node, and in no block. */
const isUnderWay = (send: ModelSend): boolean => isUnheard(send) || send.status === 'sent'

export const nameOf = ({ tenant, chain, network }: OnChain, what: string): string =>
  `${tenant} ${chain} ${network} ${what}`

/** Whether there is one, and another than this. */
export const differs = <Value>(known: Value | null, value: Value): boolean =>
  known !== null && known !== value

export const isReplaceable = (thing: Thing | null): boolean => thing?.kind === 'send' && isUnderWay(thing)

/** It replaced one, which replaced one, and so on. */
export function rowOf(send: Pick<ModelSend, 'replaces'> | undefined): readonly ModelSend[] {
  const row: ModelSend[] = []
  for (let one = send?.replaces ?? null; one !== null && !row.includes(one); one = one.replaces) row.push(one)
  return row
}

/** Those in its place: the ones that it replaced, then who has what it uses up, and what that one replaced. */
export function othersOf(send: ModelSend): readonly ModelSend[] {
  const holders = send.claims.flatMap(({ holder }) => (holder?.kind === 'send' ? [holder] : []))
  const all = [...rowOf(send), ...holders.flatMap((holder) => [holder, ...rowOf(holder)])]
  return all.filter((one) => one !== send)
}

type ModelNews = SettleSend['event']

export function statusAfter(send: ModelSend, news: ModelNews): SendStatus {
  if (news === 'offered') return send.status === 'offered' ? 'unknown' : 'offered'
  // Alive again; but where its successor has what it used up, that one is sent.
  if (news === 'undone') return send.claims.every(({ holder }) => holder === send) ? 'sent' : 'replaced'
  return news
}

export function isNews(send: ModelSend, news: ModelNews): boolean {
  switch (news) {
    case 'offered':
      return send.status === 'signed' || send.status === 'offered'
    case 'sent':
      return isUnheard(send)
    case 'refused':
      // No node could ever take it: unless one did. Nor can one have said so that was given nothing.
      return send.status === 'offered' || send.status === 'unknown'
    case 'undone':
      return send.status === 'confirmed'
    case 'confirmed':
      // A replaced one may yet be confirmed.
      return isUnderWay(send) || send.status === 'replaced'
    case 'final':
    case 'dead':
      return isUnderWay(send) || send.status === 'replaced' || send.status === 'confirmed'
  }
}

/** A node has it, or its successor is sent: it is not to be signed again. */
export function finish({ signature, txId }: ModelSend): void {
  if (signature?.status !== 'pending') return
  Object.assign(signature, { status: 'complete', txId, error: null })
}

/** It holds nothing any more: what its transaction does not use is free. */
export function becomes(pending: ModelSignature, send: ModelSend): void {
  for (const claim of pending.claims) {
    if (claim.holder === pending) claim.holder = send.claims.includes(claim) ? send : null
  }
  if (pending.status === 'complete') return
  pending.txId = send.txId
  pending.error = null
  if (!isUnheard(send)) finish(send)
}

/** What it held goes to the last user of it that is not over; else to who is to sign it again, or nobody. */
export function giveBack(send: ModelSend): void {
  const { signature } = send
  for (const claim of send.claims) {
    if (claim.holder !== send) continue
    const heir = claim.users.findLast((user) => !isOver(user)) ?? null
    claim.holder = heir
    // Nodes may have it. Of one that a node had, and that is charged, no refusal is believed.
    if (heir?.status === 'replaced') heir.status = heir.due === 0 ? 'sent' : 'unknown'
  }
  if (signature?.status !== 'pending') return
  for (const claim of signature.claims) claim.holder ??= signature
  signature.txId = null
  signature.error = send.reason
}
