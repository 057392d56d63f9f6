/**
 * One-call transfers: a withdrawal from an account of the ledger, whose transaction the same call signs, or leaves to a
 * key-management system. Both are stored in one commit, so what is refused before that has changed nothing.
 */
import {
  type Account,
  type AccountId,
  type ChangeOutput,
  formatDecimal,
  type OwnedAccount,
  type RejectionCode,
} from '@tallystick/core'
import {
  type AssetOf,
  type AwaitsSignature,
  amountOf,
  assetHeld,
  type Built,
  type Chain,
  type ChainRecord,
  deliveryCodes,
  type FeeCeiling,
  type FeeCoin,
  type IntendedPayment,
  mustHave,
  type Order,
  type Plan,
  placeOf,
  type Reservation,
  type SentWithdrawal,
  type SignerSource,
  type ToSign,
  type WalletsOf,
  type Withdrawing,
  type Withdrawn,
} from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { chainRejection, NODE_CODES } from '../chains/faults.js'
import { orderOf, type WithWallets } from '../chains/send.js'
import type { CallContext } from '../context.js'
import type { TwoPhase } from '../two-phase.js'
import { type PaymentArgs, paymentsOf, refused } from './payments.js'

/** What a body says, whatever the chain. */
export interface TransferArgs extends PaymentArgs {
  readonly senderAccountId: string
  readonly paymentId?: string
  readonly senderNote?: string
}

/** What is to be withdrawn, checked against the ledger and the chain. */
export interface Asked<On extends Chain = Chain> {
  readonly account: Account
  readonly asset: AssetOf & { readonly chain: On }
  readonly payments: readonly IntendedPayment[]
  /** Units of the currency: what all recipients get together. */
  readonly amount: bigint
}

/** What pays the fee, and how much the account is charged for it. */
export interface FeeOf {
  /** The coin that pays it. */
  readonly coin: FeeCoin & FeeCeiling
  /** Whether that is the currency of the account. */
  readonly isIncluded: boolean
  /** Units that the account pays for a transaction that costs so much at most. @throws BadTransaction */
  charged(most: string | null): bigint
}

/** The rest of a withdrawal: what its chain decides. */
export interface Drawn {
  /** See `Withdrawal.wallet`. */
  readonly wallet: string
  readonly fee: FeeOf
  /** UTXO: the outputs that it spends, and what goes back to the pool, as it was built. Absent on other chains. */
  spent?(built: Built): { readonly inputs: readonly Reservation[]; readonly change: bigint }
  /** See `Withdrawing.change`. */
  change?(raw: string): ChangeOutput | undefined
  /** See `Intent.changeTo`. */
  readonly changeTo?: string
}

/** A withdrawal with the key from the call. */
export interface Signing extends Drawn {
  readonly plan: Plan<ToSign>
  readonly source: SignerSource
}

/** A withdrawal that a key-management system signs. */
export interface Leaving extends Drawn, WithWallets {
  readonly wallets: WalletsOf
}

export interface TransferFamily<On extends Chain> {
  readonly record: ChainRecord
  /** Whether a transaction may pay several recipients. */
  readonly isMany: boolean
  chainOf(context: CallContext): Promise<On>
}

const codes = [
  'senderAccount.not.exists',
  'senderAccount.customer.disabled',
  'senderAccount.frozen',
  'offchain.not.supported',
  'withdrawal.account.virtual',
  'account.blockchain.testnet',
  'withdrawal.recipient.format',
  'amount.format',
  'fee.format',
  'balance.insufficient',
  'rate.not.found',
  'withdrawal.pending',
  'withdrawal.held',
  'withdrawal.denied',
  'withdrawal.approval.required',
  'withdrawal.busy',
  'fee.exceptional',
  'transaction.invalid.body',
  'claim.taken',
  ...NODE_CODES,
] as const satisfies readonly RejectionCode[]

/** Refusals of a transfer that is signed with a key from the call. @param own Those of its chain */
export const transferCodes = (
  record: ChainRecord,
  own: readonly RejectionCode[],
): readonly RejectionCode[] => [
  ...new Set([...own, ...codes, 'private.key.testnet.only' as const, ...deliveryCodes(record)]),
]

/** Refusals of a transfer that is left to a key-management system. */
export const leavingCodes = (own: readonly RejectionCode[]): readonly RejectionCode[] => [
  ...new Set([...own, ...codes]),
]

/** The wallet lacks coins on its chain: by `balance.insufficient` the caller would look at the account of the ledger. */
export async function asWithdrawal<Result>(
  { isMany }: Pick<TransferFamily<Chain>, 'isMany'>,
  prepare: () => Promise<Result>,
): Promise<Result> {
  try {
    return await prepare()
  } catch (error) {
    const { code, detail = '' } = chainRejection(error) ?? {}
    if (code !== 'balance.insufficient') throw error
    throw refused(isMany ? 'transaction.amount.btc' : 'transaction.amount.eth', detail)
  }
}

export interface Completed {
  readonly id: string
  readonly txId: string
  readonly completed: boolean
}

/** Signs with keys from the call, stores and delivers. */
export const transferring = <Args extends TransferArgs, On extends Chain>(
  family: TransferFamily<On>,
  credits: number,
  draw: (context: CallContext, order: Order<On>, asked: Asked<On>, args: Args) => Promise<Signing>,
): TwoPhase<Args, SentWithdrawal, Completed, Withdrawn> => ({
  prepare: (context, args, terms) =>
    asWithdrawal(family, async () => {
      const chain = await family.chainOf(context)
      const asked = await askedOf(context, family, chain, args)
      const order = orderOf(context, chain)
      const { plan, source, ...drawn } = await draw(context, order, asked, args)
      const withdrawing = withdrawingOf(context, order, asked, args, drawn)
      return context.custody.pipeline.withdraw(order, terms, plan, source, credits, withdrawing)
    }),
  async finish(context, { id, ...sent }) {
    const order = orderOf(context, await family.chainOf(context))
    try {
      const txId = await context.custody.pipeline.deliver(order, sent)
      return { id, txId, completed: true }
    } catch (error) {
      // Nobody knows yet whether a node has it. The worker goes on with it.
      if (!(error instanceof Rejected && error.code === 'broadcast.unknown')) throw error
      return { id, txId: sent.txId, completed: false }
    }
  },
})

/** Stores, and leaves the signature to a key-management system. */
export const leaving = <Args extends TransferArgs, On extends Chain>(
  family: TransferFamily<On>,
  draw: (context: CallContext, order: Order<On>, asked: Asked<On>, args: Args) => Promise<Leaving>,
): TwoPhase<Args, AwaitsSignature, AwaitsSignature> => ({
  prepare: (context, args, terms) =>
    asWithdrawal(family, async () => {
      const chain = await family.chainOf(context)
      const asked = await askedOf(context, family, chain, args)
      const order = orderOf(context, chain)
      const { plan, wallets, ...drawn } = await draw(context, order, asked, args)
      const withdrawing = withdrawingOf(context, order, asked, args, drawn)
      return context.custody.pipeline.pendWithdrawal(order, terms, plan, wallets, withdrawing)
    }),
  finish: async (_context, pending) => pending,
})

function withdrawingOf(
  { custody, caller }: CallContext,
  order: Order,
  { account, asset, payments }: Asked,
  args: TransferArgs,
  { wallet, fee, spent, change, changeTo }: Drawn,
): Withdrawing {
  const { id, currency, scale } = account
  const { chain } = asset
  const admitted = (charged: bigint): bigint => {
    custody.gate.admitFee(charged, fee.coin)
    return charged
  }
  return {
    currency,
    wallet,
    ...(change === undefined ? {} : { change }),
    admit: (terms) => {
      const intent = { caller, chain, account: id, currency, scale, payments, named: namedIn(args) }
      return custody.gate.admit({ ...intent, ...(changeTo === undefined ? {} : { changeTo }) }, terms)
    },
    store: (built, admission, head) => ({
      ...placeOf(order),
      ...head,
      account: id,
      currency,
      amount: args.amount.replace('+', ''),
      fee: formatDecimal(admitted(fee.charged(built.fee)), fee.coin.decimals),
      isFeeIncluded: fee.isIncluded,
      payments: payments.map(({ amount, ...to }) => ({ ...to, amount: String(amount) })),
      address: args.address,
      multipleAmounts: args.multipleAmounts ?? null,
      attr: args.attr ?? null,
      paymentId: args.paymentId ?? null,
      senderNote: args.senderNote ?? null,
      wallet,
      ...(spent?.(built) ?? { inputs: [], change: 0n }),
      admission,
    }),
  }
}

/** What the chains' bodies name of the fee, and of where money goes beside the recipients. */
const NAMED = ['fee', 'gasLimit', 'gasPrice', 'feeCurrency', 'attr'] as const

function namedIn(args: Readonly<Partial<Record<(typeof NAMED)[number], string>>>): Record<string, string> {
  return Object.fromEntries(
    NAMED.flatMap((field) => (args[field] === undefined ? [] : [[field, args[field]]])),
  )
}

/** The account that pays. The rule looks at it again. @throws Rejected `senderAccount.not.exists` */
export async function payingAccount({ engine, caller }: CallContext, id: string): Promise<OwnedAccount> {
  const owned = await engine.query.account(caller.tenant, id as AccountId)
  if (owned?.account.active && owned.account.role === null) return owned
  throw refused('senderAccount.not.exists', id)
}

/**
 * The account that pays, and what it holds.
 * @throws Rejected `senderAccount.not.exists`, `withdrawal.account.virtual`
 */
export async function senderOf(
  context: CallContext,
  id: string,
): Promise<Pick<Asked, 'account' | 'asset'> & Pick<OwnedAccount, 'customer'>> {
  const { engine, caller, chains } = context
  const { account, customer } = await payingAccount(context, id)
  const asset = await assetHeld({ chains, caller }, engine, account)
  if (asset === undefined) throw refused('withdrawal.account.virtual', account.currency)
  return { account, customer, asset }
}

/** @throws Rejected what needs no node to be refused */
async function askedOf<On extends Chain>(
  context: CallContext,
  family: TransferFamily<On>,
  chain: On,
  args: TransferArgs,
): Promise<Asked<On>> {
  const { account, customer, asset } = await senderOf(context, args.senderAccountId)
  if (asset.chain.record.id !== chain.record.id) {
    throw refused('offchain.not.supported', `${account.currency} is not on ${chain.record.name}`)
  }
  const payments = paymentsOf(chain, family.isMany, account.scale, args)
  const amount = amountOf({ payments })
  // Before nodes are asked and the wallet is looked at. The rule decides, with the fee.
  mustHave({ account, customer }, amount)
  return { account, asset: { ...asset, chain }, payments, amount }
}
