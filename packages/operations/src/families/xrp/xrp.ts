/**
 * Converts bodies of sends on the XRP Ledger: exact drops, and one setting at a time. Amounts on the wire are decimal
 * text in XRP or the asset; the codec checks what the ledger can represent.
 */
import { parseDecimal, type RejectionCode } from '@tallystick/core'
import { planXrp, planXrpPending, type XrpChain, type XrpJson, type XrpRequest } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { refused } from '../../chains/faults.js'
import { accountSends } from '../../chains/send.js'
import type { CallContext } from '../../context.js'

/** Of a send. */
export const XRP_SEND_CREDITS = 10

/** Account flags (xrpl.org, "AccountSet Flags"). */
const ASF_REQUIRE_DEST = 1
const ASF_DEFAULT_RIPPLE = 8

/** Refusals when a transaction of XRP is built. */
export const XRP_BUILD_CODES = [
  'balance.insufficient',
  'transaction.invalid.body',
  'xrp.account.failed',
  'fee.exceptional',
] as const satisfies readonly RejectionCode[]

export interface Sender {
  readonly fromAccount: string
  /** In XRP. */
  readonly fee?: string
}

export interface Transfer extends Sender {
  readonly to: string
  readonly amount: string
  readonly sourceTag?: number
  readonly destinationTag?: number
}

export interface Asset {
  readonly issuerAccount: string
  readonly token: string
}

export interface Settings extends Sender {
  readonly rippling?: boolean
  readonly requireDestinationTag?: boolean
}

/** The fields of the operation; custody adds the others. */
export function xrpPayment(transfer: Transfer): XrpJson {
  return payment(transfer, dropsOf('amount', transfer.amount).toString())
}

export function assetPayment(transfer: Transfer & Asset): XrpJson {
  const { issuerAccount: issuer, token: currency, amount: value } = transfer
  return payment(transfer, { currency, issuer, value })
}

function payment({ to, sourceTag, destinationTag }: Transfer, amount: unknown): XrpJson {
  return {
    TransactionType: 'Payment',
    Destination: to,
    ...(destinationTag === undefined ? {} : { DestinationTag: destinationTag }),
    ...(sourceTag === undefined ? {} : { SourceTag: sourceTag }),
    Amount: amount,
  }
}

export function trustLine({ issuerAccount, token, limit }: Asset & { readonly limit: string }): XrpJson {
  return {
    TransactionType: 'TrustSet',
    LimitAmount: { currency: token, issuer: issuerAccount, value: limit },
  }
}

/** @throws Rejected `xrp.settings.multiple`: a transaction can set one flag and clear one */
export function accountSettings({ rippling, requireDestinationTag }: Settings): XrpJson {
  if (rippling === undefined && requireDestinationTag === undefined) {
    throw refused('rippling', { required: 'rippling or requireDestinationTag must be given' })
  }
  if (rippling === requireDestinationTag) throw new Rejected({ code: 'xrp.settings.multiple' })
  const flags = [
    [ASF_DEFAULT_RIPPLE, rippling],
    [ASF_REQUIRE_DEST, requireDestinationTag],
  ] as const
  const json: Record<string, unknown> = { TransactionType: 'AccountSet' }
  for (const [flag, isOn] of flags) {
    if (isOn !== undefined) json[isOn ? 'SetFlag' : 'ClearFlag'] = flag
  }
  return json
}

const requestOf = ({ fromAccount, fee }: Sender, fields: XrpJson): XrpRequest => ({
  account: fromAccount,
  fee: fee === undefined ? null : dropsOf('fee', fee),
  fields,
})

export const xrpOf = ({ chains, caller }: CallContext): Promise<XrpChain> =>
  chains.chain('XRP', caller.network)

const signedOrPending = accountSends({
  chainOf: xrpOf,
  credits: XRP_SEND_CREDITS,
  keyField: 'fromSecret',
  plan: planXrp,
  planPending: planXrpPending,
})

/** Both operations that send these fields. */
export const both = <Args>(toJson: (args: Args) => XrpJson) =>
  signedOrPending((args: Args & Sender) => requestOf(args, toJson(args)))

/** @throws Rejected `validation.failed` if it has more decimals than XRP, or more digits than an amount */
function dropsOf(property: string, text: string): bigint {
  const parsed = parseDecimal(text.replace(/^\+/, ''), 6)
  if (parsed.ok) return parsed.amount
  throw refused(property, { decimals: `${property} is not an amount of XRP, with 6 decimals at most` })
}
