/**
 * Stellar: accounts with sequences, trust lines, assets and memos. Reads return the node's own answer. Sends are recorded
 * with their sequence before a node gets them.
 */
import { records } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { accountOf, freshAccount } from '../../chains/accounts.js'
import { NODE_CODES } from '../../chains/faults.js'
import { broadcastCodes, broadcasting } from '../../chains/send.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../../models/send.js'
import { operation } from '../../operation.js'
import { flat } from '../../price.js'
import { optional } from '../../wire/fields.js'
import { pair } from '../pair.js'
import {
  TransferXlmBlockchain,
  TransferXlmBlockchainAsset,
  TransferXlmBlockchainKMS,
  TransferXlmBlockchainKMSAsset,
  TrustLineXlmBlockchain,
  TrustLineXlmBlockchainKMS,
  XlmAccount,
  XlmAccountParam,
  XlmFee,
  XlmHash,
  XlmLedger,
  XlmPagination,
  XlmSequence,
  XlmTx,
  XlmTxs,
  XlmWallet,
} from './models.js'
import { presentTx } from './present.js'
import {
  assetPayment,
  both,
  trustLine,
  XLM_BUILD_CODES,
  XLM_PAYMENT_CODES,
  XLM_SEND_CREDITS,
  xlmOf,
  xlmPayment,
} from './stellar.js'

const area = 'Stellar'
const READ_CREDITS = 5
const BROADCAST_CREDITS = 5

/** Of a transaction that a key-management system signs. */
const EXPIRY = 'A pending transaction expires after a day, unless it is signed and broadcast before.'

const read = { area, method: 'GET', price: flat(READ_CREDITS) } as const
const send = {
  area,
  record: records.XLM,
  price: flat(XLM_SEND_CREDITS),
  outputs: [TransactionSigned, TransactionSigned],
  codes: XLM_PAYMENT_CODES,
  keyField: 'fromSecret',
  signers: [['fromSecret'], ['signatureId']],
} as const

export const xlmWallet = operation({
  ...read,
  id: 'xlmWallet',
  path: '/v3/xlm/account',
  summary: 'Generates a Stellar account',
  description:
    'The service stores nothing. The account exists on the Stellar ledger once it has received its reserve.',
  output: XlmWallet,
  errors: ['chain.not.configured'],
}).read(async (context) => freshAccount(context, (await xlmOf(context)).accounts))

export const xlmGetAccountInfo = operation({
  ...read,
  id: 'xlmGetAccountInfo',
  path: '/v3/xlm/account/{account}',
  summary: 'Returns a Stellar account with its balances',
  params: { account: XlmAccountParam },
  output: XlmAccount,
  errors: ['xlm.account.failed', ...NODE_CODES],
}).read(async (context, args) => {
  const chain = await xlmOf(context)
  const account = accountOf(chain, args.account)
  const found = await chain.node.accountInfo(account)
  if (found === undefined) throw new Rejected({ code: 'xlm.account.failed', detail: account })
  return found
})

export const xlmGetAccountTx = operation({
  ...read,
  id: 'xlmGetAccountTx',
  path: '/v3/xlm/account/tx/{account}',
  summary: 'Returns the transactions of an account, newest first',
  description:
    'Returns at most 200, without those that failed. For the next page, send the paging_token of the last one.',
  params: { account: XlmAccountParam },
  query: { pagination: optional(XlmPagination) },
  output: XlmTxs,
  errors: ['xlm.account.failed', 'transaction.invalid.body', ...NODE_CODES],
}).read(async (context, args) => {
  const chain = await xlmOf(context)
  const account = accountOf(chain, args.account)
  const found = await chain.node.accountTransactions(account, args.pagination)
  if (found === undefined) throw new Rejected({ code: 'xlm.account.failed', detail: account })
  return found.map(presentTx)
})

export const xlmGetFee = operation({
  ...read,
  id: 'xlmGetFee',
  path: '/v3/xlm/fee',
  summary: 'Returns the fee of an operation, in stroops',
  output: XlmFee,
  errors: NODE_CODES,
}).read(async (context) => Number(await (await xlmOf(context)).node.fee()))

export const xlmGetLastClosedLedger = operation({
  ...read,
  id: 'xlmGetLastClosedLedger',
  path: '/v3/xlm/info',
  summary: 'Returns the last closed ledger',
  output: XlmLedger,
  errors: NODE_CODES,
}).read(async (context) => (await xlmOf(context)).node.info())

export const xlmGetLedger = operation({
  ...read,
  id: 'xlmGetLedger',
  path: '/v3/xlm/ledger/{sequence}',
  summary: 'Returns a ledger',
  params: { sequence: XlmSequence },
  output: XlmLedger,
  errors: ['block.hash.not.exists', 'transaction.invalid.body', ...NODE_CODES],
}).read(async (context, { sequence }) => {
  const ledger = await (await xlmOf(context)).node.ledger(Number(sequence))
  if (ledger === undefined) throw new Rejected({ code: 'block.hash.not.exists', detail: sequence })
  return ledger
})

export const xlmGetLedgerTx = operation({
  ...read,
  id: 'xlmGetLedgerTx',
  path: '/v3/xlm/ledger/{sequence}/transaction',
  summary: 'Returns the transactions of a ledger',
  description: 'Leaves out those that failed.',
  params: { sequence: XlmSequence },
  output: XlmTxs,
  errors: ['block.hash.not.exists', 'transaction.invalid.body', ...NODE_CODES],
}).read(async (context, { sequence }) => {
  const found = await (await xlmOf(context)).node.ledgerTransactions(Number(sequence))
  if (found === undefined) throw new Rejected({ code: 'block.hash.not.exists', detail: sequence })
  return found.map(presentTx)
})

export const xlmGetTransaction = operation({
  ...read,
  id: 'xlmGetTransaction',
  path: '/v3/xlm/transaction/{hash}',
  summary: 'Returns a Stellar transaction',
  params: { hash: XlmHash },
  output: XlmTx,
  errors: ['tx.not.found', ...NODE_CODES],
}).read(async (context, { hash }) => {
  const transaction = await (await xlmOf(context)).node.transaction(hash)
  if (transaction === undefined) throw new Rejected({ code: 'tx.not.found', detail: hash })
  return presentTx(transaction)
})

export const [transferXlmBlockchain, transferXlmBlockchainKMS] = pair(
  {
    ...send,
    ids: ['transferXlmBlockchain', 'transferXlmBlockchainKMS'],
    path: '/v3/xlm/transaction',
    summary: 'Sends XLM',
    description: `If the recipient has no account yet, the payment creates it. ${EXPIRY}`,
    bodies: [TransferXlmBlockchain, TransferXlmBlockchainKMS],
  },
  both(xlmPayment),
)

export const [transferXlmBlockchainAsset, transferXlmBlockchainKMSAsset] = pair(
  {
    ...send,
    ids: ['transferXlmBlockchainAsset', 'transferXlmBlockchainKMSAsset'],
    path: '/v3/xlm/transaction',
    summary: 'Sends an asset that a Stellar account has issued',
    description: EXPIRY,
    bodies: [TransferXlmBlockchainAsset, TransferXlmBlockchainKMSAsset],
    discriminators: ['token', 'issuerAccount'],
  },
  both(assetPayment),
)

export const [trustLineXlmBlockchain, trustLineXlmBlockchainKMS] = pair(
  {
    ...send,
    ids: ['trustLineXlmBlockchain', 'trustLineXlmBlockchainKMS'],
    path: '/v3/xlm/trust',
    summary: 'Creates, changes or removes a trust line',
    description: `The first trust line to an issuer creates the asset. A new trust line raises the reserve of the account. ${EXPIRY}`,
    bodies: [TrustLineXlmBlockchain, TrustLineXlmBlockchainKMS],
    codes: XLM_BUILD_CODES,
  },
  both(trustLine),
)

export const xlmBroadcast = operation({
  id: 'xlmBroadcast',
  area,
  method: 'POST',
  path: '/v3/xlm/broadcast',
  summary: 'Broadcasts a signed Stellar transaction',
  description: 'With signatureId, completes that pending signature.',
  price: flat(BROADCAST_CREDITS),
  body: BroadcastKMS,
  output: TransactionHash,
  errors: broadcastCodes(records.XLM),
}).twoPhase(broadcasting((context) => xlmOf(context), BROADCAST_CREDITS))
