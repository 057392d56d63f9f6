/** One-call transfers on the other chains of accounts: the body becomes a request of the family's plan. */
import { DEPOSIT_ADDRESSES, formatDecimal } from '@tallystick/core'
import {
  BadTransaction,
  type BeaconChain,
  type BeaconTransfer,
  type MultiversxChain,
  type MultiversxRequest,
  planBeacon,
  planBeaconPending,
  planMultiversx,
  planMultiversxPending,
  planSolana,
  planSolanaPending,
  planStellar,
  planStellarPending,
  planTron,
  planTronPending,
  planXrp,
  planXrpPending,
  records,
  type SolanaChain,
  type SolanaPayment,
  type StellarChain,
  type StellarRequest,
  type TronChain,
  type TronRequest,
  type XrpChain,
  type XrpRequest,
} from '@tallystick/custody'
import { refused as refusedField } from '../chains/faults.js'
import type { CallContext } from '../context.js'
import { bnbOf, transfer as bnbTransfer } from '../families/beacon/beacon.js'
import { egldOf } from '../families/multiversx/multiversx.js'
import { assetPayment as xlmAsset, xlmOf, xlmPayment } from '../families/stellar/stellar.js'
import { tronOf } from '../families/tron/tron.js'
import { assetPayment as xrpAsset, xrpOf, xrpPayment } from '../families/xrp/xrp.js'
import { type AccountFamily, nativeFee, recipientOf } from './account-family.js'
import { refused, unitsIn } from './payments.js'
import type { Asked, TransferArgs } from './transfer.js'

// ---- XRP

interface XrpArgs extends TransferArgs {
  readonly account: string
  readonly sourceTag?: number
}

export const xrpFamily: AccountFamily<XrpChain, XrpArgs, XrpRequest> = {
  record: records.XRP,
  isMany: false,
  chainOf: xrpOf,
  sender: (_context, _asked, { account }) => account,
  request({ asset, amount, payments: [payment] }, { account, address, sourceTag }) {
    const transfer = {
      fromAccount: account,
      to: address,
      amount: formatDecimal(amount, asset.decimals),
      ...(sourceTag === undefined ? {} : { sourceTag }),
      ...(payment?.tag === undefined ? {} : { destinationTag: Number(payment.tag) }),
    }
    const fields =
      asset.asset === null ? xrpPayment(transfer) : xrpAsset({ ...transfer, ...issued(asset.asset) })
    return { account, fee: null, fields }
  },
  plan: planXrp,
  planPending: planXrpPending,
  fee: (asked) => nativeFee(asked),
}

/** @param asset Its code, a colon and its issuer */
function issued(asset: string): { readonly token: string; readonly issuerAccount: string } {
  const colon = asset.indexOf(':')
  return { token: asset.slice(0, colon), issuerAccount: asset.slice(colon + 1) }
}

// ---- Stellar

interface XlmArgs extends TransferArgs {
  readonly fromAccount: string
}

export const xlmFamily: AccountFamily<StellarChain, XlmArgs, StellarRequest> = {
  record: records.XLM,
  isMany: false,
  paysOwnTags: true,
  chainOf: xlmOf,
  sender: (_context, _asked, { fromAccount }) => fromAccount,
  request({ asset, amount }, { fromAccount, address, attr: message = '' }) {
    const transfer = { fromAccount, to: address, amount: formatDecimal(amount, asset.decimals), message }
    return asset.asset === null ? xlmPayment(transfer) : xlmAsset({ ...transfer, ...issued(asset.asset) })
  },
  plan: planStellar,
  planPending: planStellarPending,
  fee: (asked) => nativeFee(asked),
}

// ---- TRON

interface TronArgs extends TransferArgs {
  readonly fee?: string
  readonly from?: string
}

/** Sun: the documented default. */
const TRON_FEE = 2_500_000n

export const tronFamily: AccountFamily<TronChain, TronArgs, TronRequest> = {
  record: records.TRON,
  isMany: false,
  chainOf: tronOf,
  sender: (_context, _asked, { from }) => from,
  async request(asked, { fee }, from) {
    const { asset, amount } = asked
    const { chain, asset: token } = asset
    const to = recipientOf(asked)
    const owner = from ?? ''
    if (token === null) {
      return { contract: { type: 'TransferContract', owner, to, amount }, feeLimit: null }
    }
    if (/^\d+$/.test(token)) {
      mustBe(asset.decimals, Number((await chain.node.asset(token))?.['precision'] ?? 0))
      return { contract: { type: 'TransferAssetContract', owner, to, asset: token, amount }, feeLimit: null }
    }
    mustBe(asset.decimals, await chain.node.trc20Decimals(token))
    const data = chain.codec.trc20Transfer(to, amount)
    const contract = { type: 'TriggerSmartContract', owner, contract: token, data, value: 0n } as const
    return { contract, feeLimit: fee === undefined ? null : unitsIn(fee, 6, 'fee.format') }
  },
  plan: ({ engine }, order, request) => planTron(engine, order, request),
  planPending: ({ engine }, order, request) => planTronPending(engine, order, request),
  fee: (asked, { fee }) =>
    // Of a contract, it limits the energy, which the plan has seen to.
    asked.asset.asset === null ? nativeFee(asked, fee, TRON_FEE) : nativeFee(asked),
}

/** @throws BadTransaction */
function mustBe(known: number, told: number): void {
  if (known === told) return
  throw new BadTransaction('malformed', `The ledger counts ${known} decimals of the token, the chain ${told}`)
}

// ---- Solana

interface SolanaArgs extends TransferArgs {
  readonly from: string
  readonly fee?: string
}

/** Lamports: the documented default. */
const SOLANA_FEE = 5_000n

export const solanaFamily: AccountFamily<SolanaChain, SolanaArgs, SolanaPayment> = {
  record: records.SOL,
  isMany: false,
  chainOf: ({ chains, caller }) => chains.chain('SOL', caller.network),
  sender: (_context, _asked, { from }) => from,
  async request(asked, _args, from) {
    const { asset, amount } = asked
    const payment = { from: from ?? '', to: recipientOf(asked), amount }
    if (asset.asset === null) return payment
    mustBe(asset.decimals, (await asset.chain.node.mint(asset.asset)).decimals)
    return { ...payment, mint: asset.asset }
  },
  plan: async (custody, order, request, { address }) => {
    if (address !== request.from)
      throw refusedField('privateKey', { key: 'privateKey is not the key of from' })
    return planSolana(custody, order, request)
  },
  planPending: planSolanaPending,
  fee: (asked, { fee }) => nativeFee(asked, fee, SOLANA_FEE),
}

// ---- BNB Beacon Chain

interface BnbArgs extends TransferArgs {
  readonly fromAddress?: string
}

export const bnbFamily: AccountFamily<BeaconChain, BnbArgs, BeaconTransfer> = {
  record: records.BNB,
  isMany: false,
  chainOf: bnbOf,
  sender: (_context, _asked, { fromAddress }) => fromAddress,
  request: ({ asset, amount }, { address: to, attr: message = '' }, fromAddress) =>
    bnbTransfer({
      to,
      amount: formatDecimal(amount, asset.decimals),
      message,
      ...(fromAddress === null ? {} : { fromAddress }),
    }),
  plan: planBeacon,
  planPending: planBeaconPending,
  fee: (asked) => nativeFee(asked),
}

// ---- MultiversX

interface EgldArgs extends TransferArgs {
  readonly gasLimit?: string
  readonly gasPrice?: string
  readonly from?: string
  readonly signatureId?: string
}

/** What a key-management system signs names its sender, and the documented body does not. */
async function addressOf({ engine, caller: { tenant } }: CallContext, { account }: Asked): Promise<string> {
  const where = { tenant, account: account.id, removed: false }
  const [first, ...others] = await engine.query.list(DEPOSIT_ADDRESSES, { where, limit: 2 })
  if (first !== undefined && others.length === 0) return first.address
  throw refusedField('from', {
    required: 'from must be given: the account does not have exactly one address',
  })
}

const wholeOf = (text: string | undefined): bigint | null =>
  text === undefined ? null : BigInt(text.replace('+', ''))

export const egldFamily: AccountFamily<MultiversxChain, EgldArgs, MultiversxRequest> = {
  record: records.EGLD,
  isMany: false,
  chainOf: egldOf,
  sender: (context, asked, { from, signatureId }) =>
    from === undefined && signatureId !== undefined ? addressOf(context, asked) : from,
  request(asked, { gasLimit, gasPrice }, from) {
    const { asset, amount } = asked
    if (asset.asset !== null) throw refused('offchain.not.supported', `${asset.currency} is not EGLD`)
    return {
      from: from ?? '',
      to: recipientOf(asked),
      amount,
      data: null,
      gasLimit: wholeOf(gasLimit),
      gasPrice: wholeOf(gasPrice),
    }
  },
  plan: planMultiversx,
  planPending: planMultiversxPending,
  fee: (asked) => nativeFee(asked),
}
