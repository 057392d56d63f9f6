/**
 * Transactions of Stellar from the wire's words: exact stroops, and memos by their type. What the ledger can hold, the
 * codec checks.
 */
import { parseDecimal, type RejectionCode } from '@tallystick/core'
import {
  planStellar,
  planStellarPending,
  type StellarChain,
  type StellarMemo,
  type StellarOperation,
  type StellarRequest,
  XLM,
} from '@tallystick/custody'
import { refused } from '../../chains/faults.js'
import { accountSends } from '../../chains/send.js'
import type { CallContext } from '../../context.js'

/** Of a send. */
export const XLM_SEND_CREDITS = 10

const MAX_INT64 = 2n ** 63n - 1n
/** Of a memo that is a hash. */
const HASH_DIGITS = 64

/** What building a transaction of Stellar may be refused with. */
export const XLM_BUILD_CODES = [
  'balance.insufficient',
  'transaction.invalid.body',
  'xlm.account.failed',
  'fee.exceptional',
] as const satisfies readonly RejectionCode[]

/** What a payment may be refused with beside that. */
export const XLM_PAYMENT_CODES = [
  ...XLM_BUILD_CODES,
  'amount.dust',
  'xlm.memo.required',
  'xlm.trustline.missing',
] as const satisfies readonly RejectionCode[]

export interface Transfer {
  readonly fromAccount: string
  readonly to: string
  readonly amount: string
  readonly message?: string
  readonly messageType?: StellarMemo['type']
}

export interface Asset {
  readonly token: string
  readonly issuerAccount: string
}

interface TrustLine extends Asset {
  readonly fromAccount: string
  readonly limit?: string
}

export const xlmPayment = (transfer: Transfer): StellarRequest => payment(transfer, XLM)

export const assetPayment = (transfer: Transfer & Asset): StellarRequest =>
  payment(transfer, nameOf(transfer))

export function trustLine({ limit, fromAccount, ...asset }: TrustLine): StellarRequest {
  const most = limit === undefined ? MAX_INT64 : stroopsOf('limit', limit)
  return requestOf(fromAccount, { type: 'trust', asset: nameOf(asset), limit: most.toString() }, null)
}

function payment(transfer: Transfer, asset: string): StellarRequest {
  const { fromAccount, to } = transfer
  const amount = stroopsOf('amount', transfer.amount).toString()
  return requestOf(fromAccount, { type: 'payment', to, asset, amount }, memoOf(transfer))
}

const requestOf = (
  account: string,
  operation: StellarOperation,
  memo: StellarMemo | null,
): StellarRequest => ({
  account,
  memo,
  operation,
})

const nameOf = ({ token, issuerAccount }: Asset): string => `${token}:${issuerAccount}`

/** A recipient who asks for an ID or a hash could not tell whose payment without it is. */
function memoOf({ message = '', messageType }: Transfer): StellarMemo | null {
  if (message === '') {
    if (messageType === undefined || messageType === 'text') return null
    throw refused('message', { required: `message must be given: messageType is ${messageType}` })
  }
  return { type: messageType ?? (message.length === HASH_DIGITS ? 'hash' : 'text'), value: message }
}

export const xlmOf = ({ chains, caller }: CallContext): Promise<StellarChain> =>
  chains.chain('XLM', caller.network)

/** Both operations that send a request. */
export const both = accountSends({
  chainOf: xlmOf,
  credits: XLM_SEND_CREDITS,
  keyField: 'fromSecret',
  plan: planStellar,
  planPending: planStellarPending,
})

/** @throws Rejected `validation.failed` when it has more decimals than Stellar, or more digits than an amount */
function stroopsOf(property: string, text: string): bigint {
  const parsed = parseDecimal(text.replace(/^\+/, ''), 7)
  if (parsed.ok) return parsed.amount
  throw refused(property, { decimals: `${property} is not an amount with 7 decimals at most` })
}
