/** Transfers of BNB Beacon Chain from requests: exact base units, and the memo. The codec checks the chain's rules. */
import { parseDecimal, type RejectionCode } from '@tallystick/core'
import {
  type BeaconChain,
  type BeaconTransfer,
  BNB,
  planBeacon,
  planBeaconPending,
} from '@tallystick/custody'
import { refused } from '../../chains/faults.js'
import { accountSends } from '../../chains/send.js'
import type { CallContext } from '../../context.js'

/** Of a send. */
export const BNB_SEND_CREDITS = 10
const DECIMALS = 8

/** The refusals of building a transfer. */
export const BNB_BUILD_CODES = [
  'balance.insufficient',
  'transaction.invalid.body',
  'bnb.account.failed',
  'bnb.memo.required',
  'fee.exceptional',
] as const satisfies readonly RejectionCode[]

/** Reads a body. Without an account, the account of the key pays. */
interface Transfer {
  readonly to: string
  readonly amount: string
  readonly message?: string
  readonly fromAddress?: string
}

export function transfer({ to, amount, message = '', fromAddress }: Transfer): BeaconTransfer {
  const parsed = parseDecimal(amount.replace(/^\+/, ''), DECIMALS)
  if (!parsed.ok) {
    throw refused('amount', { decimals: `amount is not an amount of BNB, with ${DECIMALS} decimals at most` })
  }
  return { from: fromAddress ?? null, to, asset: BNB, amount: parsed.amount, memo: message }
}

export const bnbOf = ({ chains, caller }: CallContext): Promise<BeaconChain> =>
  chains.chain('BNB', caller.network)

/** Both operations that send a transfer. */
export const both = accountSends({
  chainOf: bnbOf,
  credits: BNB_SEND_CREDITS,
  keyField: 'fromPrivateKey',
  plan: planBeacon,
  planPending: planBeaconPending,
})
