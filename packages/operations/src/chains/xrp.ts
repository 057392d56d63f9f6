/**
 * Transactions of the XRP Ledger from the wire's words: exact drops, one setting at a time, and the sequence,
 * fee and last ledger that a transaction needs beside them. Amounts on the wire are XRP or the asset's own
 * decimal text; the codec checks what the ledger can hold.
 */
import { parseDecimal, type RejectionCode } from '@tallystick/core'
import {
  finish,
  mustBeBelow,
  NodeFault,
  type Signer,
  type XrpChain,
  type XrpJson,
  type XrpParams,
} from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import type { CallContext } from '../operation.js'
import type { Recorder } from '../performed.js'
import { refused } from './faults.js'
import { type AwaitsSignature, pendingSend, type SentTx, signedSend } from './send.js'
import { signerOf } from './signing.js'

/** Account flags (xrpl.org, "AccountSet Flags"). */
const ASF_REQUIRE_DEST = 1
const ASF_DEFAULT_RIPPLE = 8

/** What building a transaction of XRP may be refused with. */
export const XRP_BUILD_CODES = [
  'transaction.invalid.body',
  'xrp.account.failed',
  'fee.exceptional',
] as const satisfies readonly RejectionCode[]

export interface Sender {
  readonly fromAccount: string
  /** XRP. */
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

/** The fields that say what is done; the others are the ledger's to say. */
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

/** @throws Rejected `xrp.settings.multiple`: a transaction sets one flag, and clears one */
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

/** Signs with the key of the call, in the turn of its account, and records. */
export async function sendSigned(
  context: CallContext,
  args: Sender & { readonly fromSecret: string },
  json: XrpJson,
  credits: number,
  record: Recorder<SentTx>,
): Promise<SentTx> {
  const chain = await xrpOf(context)
  const signer = signerOf(context.caller, chain, 'fromSecret', args.fromSecret)
  return inTurn(
    context,
    chain,
    args,
    json,
    async (transaction, lastLedger) => {
      const unsigned = chain.codec.build({
        ...transaction,
        LastLedgerSequence: lastLedger,
        SigningPubKey: Buffer.from(signer.publicKey).toString('hex').toUpperCase(),
      })
      const signed = finish(chain.codec, unsigned, [signer])
      return record(signedSend(context, chain, signed, unsigned.claims, { credits }))
    },
    signer,
  )
}

/**
 * Stores the transaction for a key-management system. It has no last ledger: whoever signs may take days. It
 * holds its sequence until then, and those after it wait.
 */
export async function sendPending(
  context: CallContext,
  args: Sender & { readonly signatureId: string },
  json: XrpJson,
  record: Recorder<AwaitsSignature>,
): Promise<AwaitsSignature> {
  const chain = await xrpOf(context)
  return inTurn(context, chain, args, json, async (transaction) => {
    const { claims } = chain.codec.build(transaction)
    const serialized = chain.codec.serializeForKms(transaction)
    return record(pendingSend(context, chain, { hashes: [args.signatureId], serialized, claims }))
  })
}

export const xrpOf = ({ chains, caller }: CallContext): Promise<XrpChain> =>
  chains.chain('XRP', caller.network)

/** @throws Rejected `xrp.account.failed` */
export async function accountInfo(chain: XrpChain, account: string): Promise<XrpJson> {
  const info = await chain.node.accountInfo(account)
  if (info === undefined) throw new Rejected({ code: 'xrp.account.failed', detail: account })
  return info
}

/** Completes the transaction with the account's next sequence, while no other call of the account does so. */
async function inTurn<Stored>(
  { sends, caller }: CallContext,
  chain: XrpChain,
  { fromAccount, fee }: Sender,
  json: XrpJson,
  work: (transaction: XrpJson, lastLedger: number) => Promise<Stored>,
  signer?: Signer,
): Promise<Stored> {
  const { fallbackFee, lifetime } = paramsOf(chain)
  // What can be refused without a node is, before one is asked.
  const transaction = { ...json, Account: fromAccount, Flags: 0 }
  const named = fee === undefined ? null : dropsOf('fee', fee)
  chain.codec.build({ ...transaction, Fee: (named ?? fallbackFee).toString(), Sequence: 1 })
  if (signer !== undefined) mustSign(signer, await accountInfo(chain, fromAccount), fromAccount)
  const drops = named ?? (await askedFee(chain))
  const owner = {
    ...sends.place(caller.tenant, chain, caller.network),
    owner: chain.codec.canonical(fromAccount),
  }
  return sends.inTurn(owner, async () => {
    const [next, head] = await Promise.all([chain.node.nextSequence(fromAccount), chain.node.head()])
    const sequence = await sends.nextIndex(owner, next)
    const complete = { ...transaction, Fee: drops.toString(), Sequence: sequence }
    return work(complete, head.height + lifetime)
  })
}

/** An account is signed for by its own key, or by the one it has named its regular key. */
function mustSign(signer: Signer, info: XrpJson, account: string): void {
  const data: unknown = info['account_data']
  const regular = typeof data === 'object' && data !== null ? Reflect.get(data, 'RegularKey') : undefined
  if (signer.address === account || signer.address === regular) return
  throw refused('fromSecret', { key: `fromSecret is not the key of ${account}` })
}

async function askedFee(chain: XrpChain): Promise<bigint> {
  const drops = await chain.node.openLedgerFee()
  mustBeBelow(paramsOf(chain).maxFee, drops, chain.record)
  return drops
}

function paramsOf({ record, network }: XrpChain): XrpParams {
  const params = record.networks[network]
  if (params === undefined) throw new NodeFault('unconfigured', `${record.name} has no ${network}`)
  return params
}

/** @throws Rejected `validation.failed` when it has more decimals than XRP, or more digits than an amount */
function dropsOf(property: string, text: string): bigint {
  const parsed = parseDecimal(text.replace(/^\+/, ''), 6)
  if (parsed.ok) return parsed.amount
  throw refused(property, { decimals: `${property} is not an amount of XRP, with 6 decimals at most` })
}
