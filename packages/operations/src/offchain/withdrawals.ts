/** Withdrawals from accounts of the ledger to addresses of chains; whoever has the keys signs their transactions. */
import {
  type Withdrawal as CoreWithdrawal,
  cancelWithdrawal as cancelRule,
  formatDecimal,
  type OwnedAccount,
  type RejectionCode,
  VIRTUAL_PREFIX,
  WITHDRAWALS,
  type WithdrawalId,
} from '@tallystick/core'
import {
  type AssetOf,
  assetHeld,
  assetOf,
  isUtxo,
  type Known,
  mustBeLookedFor,
  placeOf,
  type Recorded,
  records,
  refusalOf,
  SENT_BY_SIGNER,
  type WantedWithdrawal,
} from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import Type, { type Static } from 'typebox'
import { NODE_CODES, refused as refusedField } from '../chains/faults.js'
import { delivered, orderOf } from '../chains/send.js'
import type { CallContext } from '../context.js'
import { empty, operation } from '../operation.js'
import { present } from '../present.js'
import { flat } from '../price.js'
import { Cursor } from '../wire/cursor.js'
import { Offset, optional, PageSize, text } from '../wire/fields.js'
import { mustPayAnother } from './account-family.js'
import { dataOf, type SpentOutput, shownData } from './data.js'
import { paymentsOf, refused, unitsIn } from './payments.js'
import { rawOf } from './raw.js'
import { payingAccount } from './transfer.js'
import {
  BroadcastResponse,
  BroadcastWithdrawal,
  Withdrawal,
  WithdrawalObject,
  WithdrawalResponse,
  WithdrawalStatus,
} from './withdrawal-models.js'

const PATH = '/v3/offchain/withdrawal'
const area = 'Withdrawal'
const LINK_CREDITS = 2

/** What public clients leave in the body of a transfer that they turn into a withdrawal: some of it are keys. */
const LEFTOVERS = [
  'gasPrice',
  'gasLimit',
  'data',
  'signatureId',
  'sourceTag',
  'from',
  'xpub',
  'mnemonic',
  'keyPair',
] as const

/** Refusals of every transaction that is linked to a withdrawal. */
const LINK_CODES: readonly RejectionCode[] = [
  'withdrawal.missing',
  'withdrawal.unexpected.state',
  'offchain.not.supported',
  'transaction.invalid.body',
  'claim.taken',
  'kms.missing',
  'kms.unexpected.state',
  ...NODE_CODES,
]

interface Stored {
  readonly id: string
  readonly reference: string
  readonly data?: readonly SpentOutput[]
}

export const storeWithdrawal = operation({
  id: 'storeWithdrawal',
  area,
  method: 'POST',
  path: PATH,
  summary: 'Stores a withdrawal',
  description:
    'Takes amount and fee from the account at once, and on chains of outputs reserves what the transaction is to spend. Sign it elsewhere, and broadcast it with the ID of the withdrawal. Until then, no other withdrawal of the currency is stored for the same wallet. Clients may leave fields of a transfer in the body, also keys: they are dropped unread.',
  price: flat(2),
  body: Withdrawal,
  output: WithdrawalResponse,
  ignored: LEFTOVERS,
  errors: [
    'senderAccount.not.exists',
    'senderAccount.customer.disabled',
    'senderAccount.frozen',
    'account.xpub.missing',
    'offchain.not.supported',
    'withdrawal.account.virtual',
    'account.blockchain.testnet',
    'withdrawal.recipient.format',
    'amount.format',
    'fee.format',
    'attr.wrong.format',
    'transaction.amount.btc',
    'transaction.amount.eth',
    'balance.insufficient',
    'rate.not.found',
    'fee.exceptional',
    'withdrawal.pending',
    'withdrawal.held',
    'withdrawal.denied',
    'withdrawal.approval.required',
    'withdrawal.busy',
    'transaction.invalid.body',
    'amount.dust',
    'claim.taken',
    ...NODE_CODES,
  ],
}).twoPhase({
  async prepare(context, args, terms): Promise<Stored> {
    const owned = await payingAccount(context, args.senderAccountId)
    const asset = await onChain(context, owned)
    const order = orderOf(context, asset.chain)
    return context.custody.withdrawals.store(order, terms, wantedOf(owned, asset, args), (spending) => {
      const { id, reference } = spending.withdrawal
      const data = dataOf(asset.chain, owned.account.xpub, spending)
      return { id, reference, ...(data === undefined ? {} : { data }) }
    })
  },
  finish: async (_context, { data, ...stored }) => ({
    ...stored,
    ...(data === undefined ? {} : { data: shownData(data) }),
  }),
})

export const getWithdrawals = operation({
  id: 'getWithdrawals',
  area,
  method: 'GET',
  path: PATH,
  summary: 'Returns withdrawals',
  description: 'The newest first, on the network of the API key. Includes those of one-call transfers.',
  price: flat(1),
  query: {
    currency: optional(text(2, 30, 'Currency of the account')),
    status: optional(WithdrawalStatus),
    pageSize: PageSize,
    offset: optional(Offset),
    cursor: optional(Cursor),
  },
  output: Type.Array(WithdrawalObject),
  errors: [],
}).paged({
  read: ({ engine, caller: { tenant, network } }, { currency, status }, place) =>
    engine.query.list(WITHDRAWALS, {
      where: {
        tenant,
        network: network === 'mainnet' ? network : { not: 'mainnet' },
        ...present({ currency, status }),
      },
      order: 'desc',
      ...place,
    }),
  idOf: ({ id }) => id,
  show: (withdrawals) => withdrawals.map(presentWithdrawal),
})

export const completeWithdrawal = operation({
  id: 'completeWithdrawal',
  area,
  method: 'PUT',
  path: `${PATH}/{id}/{txId}`,
  summary: 'Completes a withdrawal',
  description:
    'For a transaction that somebody else has sent. A node must have it, and it must be that of the withdrawal: it pays the recipients and nobody else, and spends what was reserved. A repeated call changes nothing.',
  price: flat(LINK_CREDITS),
  params: {
    id: text(10, 50, 'ID of the withdrawal'),
    txId: text(10, 88, 'ID of the transaction on the chain'),
  },
  output: null,
  errors: ['tx.not.found', ...LINK_CODES],
}).twoPhase({
  async prepare(context, { id, txId }, terms): Promise<Recorded> {
    const known = await knownOf(context, await context.custody.withdrawals.find(context.caller, id))
    const { order } = known
    return context.custody.withdrawals.complete(order, terms, { ...known, txId, credits: LINK_CREDITS })
  },
  async finish(context, recorded: Recorded, { id }) {
    const withdrawal = await context.custody.withdrawals.find(context.caller, id)
    if (withdrawal.status === 'InProgress') {
      const { order } = await knownOf(context, withdrawal)
      await context.custody.pipeline.noteCompleted(order, recorded)
    }
    return null
  },
})

export const cancelInProgressWithdrawal = operation({
  id: 'cancelInProgressWithdrawal',
  area,
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Cancels a withdrawal in progress',
  description:
    'The account gets its money back. Refused while a signed transaction of the withdrawal may still be confirmed: it may have been sent although its broadcast has failed. On XRP and Stellar, it is also refused while the service is more than 20 blocks behind the chain: one of those may show a payment. A pending signature of the withdrawal is deleted. On Solana, where its system may have sent it, the call is refused: delete the pending signature, which cancels the withdrawal when a node has proven that nothing was sent. A repeated call changes nothing.',
  price: flat(1),
  params: { id: text(24, 24, 'ID of the withdrawal') },
  query: {
    revert: optional(
      Type.Boolean({ default: true, description: 'False: only the amount comes back, the fee stays paid' }),
    ),
  },
  output: null,
  errors: [
    'withdrawal.missing',
    'account.not.exists',
    'rate.not.found',
    'withdrawal.not.cancelled.transaction.failed',
    ...NODE_CODES,
  ],
}).command(
  cancelRule,
  ({ id, revert = true }, { tenant, network }) => ({
    tenant,
    network,
    id: id as WithdrawalId,
    revert,
    sentBySigner: SENT_BY_SIGNER,
  }),
  empty,
  { before: (context, { id }) => mustBeLookedFor(context, id as WithdrawalId) },
)

interface Linked extends Recorded {
  readonly id: string
}

type Answer = Static<typeof BroadcastResponse>

export const broadcastBlockchainTransaction = operation({
  id: 'broadcastBlockchainTransaction',
  area,
  method: 'POST',
  path: `${PATH}/broadcast`,
  summary: 'Broadcasts the transaction of a withdrawal',
  description:
    'The transaction must be that of the withdrawal: it pays the recipients and nobody else, and spends what was reserved. It is recorded before a node gets it. Once a node has it, the withdrawal is done. If nobody knows yet, completed is false, and the service repeats the transaction until a node accepts it or the chain rules it out.',
  price: flat(LINK_CREDITS),
  body: BroadcastWithdrawal,
  output: BroadcastResponse,
  errors: [
    ...new Set<RejectionCode>([
      'broadcast.failed.withdrawalId',
      ...LINK_CODES,
      'fee.exceptional',
      ...Object.values(records).map(refusalOf),
    ]),
  ],
}).twoPhase({
  async prepare(context, args, terms): Promise<Linked> {
    const withdrawal = await broadcastOf(context, args)
    const known = await knownOf(context, withdrawal)
    const { order } = known
    if (![withdrawal.chain, withdrawal.currency].includes(args.currency)) {
      const constraints = { currency: `the withdrawal is of ${withdrawal.chain}` }
      throw refusedField('currency', constraints)
    }
    const raw = await rawOf(context, order.chain, args.txData)
    const signature = args.signatureId ?? null
    const toLink = { ...known, raw, signature, credits: LINK_CREDITS }
    return { ...(await context.custody.withdrawals.link(order, terms, toLink)), id: withdrawal.id }
  },
  async finish(context, sent: Linked, args): Promise<Answer> {
    const withdrawal = await broadcastOf(context, args)
    const { order } = await knownOf(context, withdrawal)
    const answer = { id: withdrawal.id as string, txId: sent.txId }
    try {
      await delivered(context, order.chain, sent, true)
      return { ...answer, completed: true }
    } catch (error) {
      if (!(error instanceof Rejected && error.code === 'broadcast.unknown')) throw error
      // Not an error: clients cancel after one, and it may be on its way.
      const message =
        'The transaction is recorded, and is repeated until a node accepts it or the chain rules it out'
      return {
        ...answer,
        completed: false,
        message,
        statusCode: 200,
        errorCode: 'withdrawal.not.completed',
      }
    }
  },
})

/** @throws Rejected `broadcast.failed.withdrawalId`, `withdrawal.missing`, `kms.missing` */
async function broadcastOf(
  { custody, caller }: CallContext,
  { withdrawalId, signatureId }: Static<typeof BroadcastWithdrawal>,
): Promise<CoreWithdrawal> {
  const { withdrawals } = custody
  if (signatureId === undefined) {
    if (withdrawalId === undefined) throw new Rejected({ code: 'broadcast.failed.withdrawalId' })
    return withdrawals.find(caller, withdrawalId)
  }
  const withdrawal = await withdrawals.ofSignature(caller, signatureId)
  if (withdrawalId === undefined || withdrawalId === withdrawal.id) return withdrawal
  throw refused('broadcast.failed.withdrawalId', `${signatureId} is of withdrawal ${withdrawal.id}`)
}

/** What its chain is by now. @throws Rejected `offchain.not.supported` if the configuration lost it */
async function knownOf(context: CallContext, withdrawal: CoreWithdrawal) {
  const { currency, chain, network } = withdrawal
  const asset = await assetOf(context, context.engine, currency)
  const order = asset && orderOf(context, asset.chain)
  const place = order && placeOf(order)
  if (asset === undefined || order === undefined || place?.chain !== chain || place.network !== network) {
    throw refused('offchain.not.supported', `${currency} on ${chain} ${network}`)
  }
  const known: Known = { withdrawal, asset: asset.asset }
  return { ...known, order }
}

async function onChain(context: CallContext, { account }: OwnedAccount): Promise<AssetOf> {
  const { currency } = account
  const asset = await assetHeld(context, context.engine, account)
  if (asset !== undefined) return asset
  const isVirtual = currency.startsWith(VIRTUAL_PREFIX)
  throw refused(isVirtual ? 'withdrawal.account.virtual' : 'offchain.not.supported', currency)
}

function wantedOf(owned: OwnedAccount, asset: AssetOf, args: Static<typeof Withdrawal>): WantedWithdrawal {
  const { chain } = asset
  const { decimals } = chain.record
  const payments = paymentsOf(chain, isUtxo(chain), owned.account.scale, args)
  const fee = formatDecimal(unitsIn(args.fee, decimals, 'fee.format'), decimals)
  const source = sourceIn(asset, args.sourceAddress)
  mustPayAnother({}, { payments }, (address) => address === source)
  return {
    owned,
    asset,
    payments,
    amount: args.amount.replace('+', ''),
    fee,
    address: args.address,
    multipleAmounts: args.multipleAmounts ?? null,
    attr: args.attr ?? null,
    paymentId: args.paymentId ?? null,
    senderNote: args.senderNote ?? null,
    source,
  }
}

/** Chains of outputs and of tags pay from the wallet of the account. */
function sourceIn({ chain }: AssetOf, source: string | undefined): string | null {
  const { codec, record } = chain
  if (source === undefined) return null
  if (codec.isAddress(source)) {
    return isUtxo(chain) || record.tag !== undefined ? null : codec.canonical(source)
  }
  throw refusedField('sourceAddress', { address: `sourceAddress is not an address of ${record.name}` })
}

function presentWithdrawal(withdrawal: CoreWithdrawal) {
  const { id, txId, account, currency, status, address, reference, amount, scale, attr, fee } = withdrawal
  const { multipleAmounts, paymentId, senderNote, created } = withdrawal
  return present({
    id: id as string,
    txId,
    accountId: account as string,
    currency,
    status,
    address,
    reference: reference as string,
    amount: formatDecimal(amount, scale) as string,
    attr,
    fee,
    sourceAddress: sourceOf(withdrawal),
    multipleAmounts: multipleAmounts === null ? null : [...multipleAmounts],
    paymentId,
    senderNote,
    date: created as number,
  })
}

/** Null where outputs of several addresses pay, or only the signer knows which address does. */
const sourceOf = ({ inputs, wallet }: CoreWithdrawal): string | null =>
  inputs.length > 0 || /^(account|kms):/.test(wallet) ? null : wallet
