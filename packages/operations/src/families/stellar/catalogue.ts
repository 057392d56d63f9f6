/**
 * Stellar: accounts with sequences, trust lines, assets and memos. What is read is the node's own answer; what is sent is
 * recorded with its sequence before a node hears of it.
 */
import { records } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { accountOf, freshAccount } from '../../chains/accounts.js'
import { NODE_CODES } from '../../chains/faults.js'
import { broadcastCodes, broadcasting, pendingCodes, sendCodes } from '../../chains/send.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../../models/send.js'
import { operation } from '../../operation.js'
import { flat } from '../../price.js'
import { optional } from '../../wire/fields.js'
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
import {
  assetPayment,
  left,
  signing,
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

const PAYMENT_CODES = sendCodes(records.XLM, XLM_PAYMENT_CODES)
const PENDING_PAYMENT_CODES = pendingCodes(XLM_PAYMENT_CODES)

export const xlmWallet = operation({
  id: 'xlmWallet',
  area,
  method: 'GET',
  path: '/v3/xlm/account',
  summary: 'Generates a Stellar account',
  description:
    'The service stores nothing. The account exists on the Stellar ledger once it has received its reserve.',
  price: flat(READ_CREDITS),
  output: XlmWallet,
  errors: ['chain.not.configured'],
}).read(async (context) => freshAccount(context, (await xlmOf(context)).accounts))

export const xlmGetAccountInfo = operation({
  id: 'xlmGetAccountInfo',
  area,
  method: 'GET',
  path: '/v3/xlm/account/{account}',
  summary: 'Returns a Stellar account with its balances',
  price: flat(READ_CREDITS),
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
  id: 'xlmGetAccountTx',
  area,
  method: 'GET',
  path: '/v3/xlm/account/tx/{account}',
  summary: 'Returns the transactions of an account, newest first',
  description: 'At most 200, and none that failed. For the next page, send the paging_token of the last one.',
  price: flat(READ_CREDITS),
  params: { account: XlmAccountParam },
  query: { pagination: optional(XlmPagination) },
  output: XlmTxs,
  errors: ['xlm.account.failed', 'transaction.invalid.body', ...NODE_CODES],
}).read(async (context, args) => {
  const chain = await xlmOf(context)
  const account = accountOf(chain, args.account)
  const found = await chain.node.accountTransactions(account, args.pagination)
  if (found === undefined) throw new Rejected({ code: 'xlm.account.failed', detail: account })
  return [...found]
})

export const xlmGetFee = operation({
  id: 'xlmGetFee',
  area,
  method: 'GET',
  path: '/v3/xlm/fee',
  summary: 'Returns the fee of an operation, in stroops',
  price: flat(READ_CREDITS),
  output: XlmFee,
  errors: NODE_CODES,
}).read(async (context) => Number(await (await xlmOf(context)).node.fee()))

export const xlmGetLastClosedLedger = operation({
  id: 'xlmGetLastClosedLedger',
  area,
  method: 'GET',
  path: '/v3/xlm/info',
  summary: 'Returns the last closed ledger',
  price: flat(READ_CREDITS),
  output: XlmLedger,
  errors: NODE_CODES,
}).read(async (context) => (await xlmOf(context)).node.info())

export const xlmGetLedger = operation({
  id: 'xlmGetLedger',
  area,
  method: 'GET',
  path: '/v3/xlm/ledger/{sequence}',
  summary: 'Returns a ledger',
  price: flat(READ_CREDITS),
  params: { sequence: XlmSequence },
  output: XlmLedger,
  errors: ['block.hash.not.exists', 'transaction.invalid.body', ...NODE_CODES],
}).read(async (context, { sequence }) => {
  const ledger = await (await xlmOf(context)).node.ledger(Number(sequence))
  if (ledger === undefined) throw new Rejected({ code: 'block.hash.not.exists', detail: sequence })
  return ledger
})

export const xlmGetLedgerTx = operation({
  id: 'xlmGetLedgerTx',
  area,
  method: 'GET',
  path: '/v3/xlm/ledger/{sequence}/transaction',
  summary: 'Returns the transactions of a ledger',
  description: 'None that failed.',
  price: flat(READ_CREDITS),
  params: { sequence: XlmSequence },
  output: XlmTxs,
  errors: ['block.hash.not.exists', 'transaction.invalid.body', ...NODE_CODES],
}).read(async (context, { sequence }) => {
  const found = await (await xlmOf(context)).node.ledgerTransactions(Number(sequence))
  if (found === undefined) throw new Rejected({ code: 'block.hash.not.exists', detail: sequence })
  return [...found]
})

export const xlmGetTransaction = operation({
  id: 'xlmGetTransaction',
  area,
  method: 'GET',
  path: '/v3/xlm/transaction/{hash}',
  summary: 'Returns a Stellar transaction',
  price: flat(READ_CREDITS),
  params: { hash: XlmHash },
  output: XlmTx,
  errors: ['tx.not.found', ...NODE_CODES],
}).read(async (context, { hash }) => {
  const transaction = await (await xlmOf(context)).node.transaction(hash)
  if (transaction === undefined) throw new Rejected({ code: 'tx.not.found', detail: hash })
  return transaction
})

export const transferXlmBlockchain = operation({
  id: 'transferXlmBlockchain',
  area,
  method: 'POST',
  path: '/v3/xlm/transaction',
  summary: 'Sends XLM',
  description: 'A recipient that the ledger does not know yet is made by the payment.',
  price: flat(XLM_SEND_CREDITS),
  body: TransferXlmBlockchain,
  output: TransactionSigned,
  errors: PAYMENT_CODES,
  discriminators: ['fromSecret'],
}).twoPhase(signing(xlmPayment))

export const transferXlmBlockchainKMS = operation({
  id: 'transferXlmBlockchainKMS',
  area,
  method: 'POST',
  path: '/v3/xlm/transaction',
  summary: 'Sends XLM, signed by a key-management system',
  description: 'The transaction expires a day later: it must be signed and broadcast until then.',
  price: flat(XLM_SEND_CREDITS),
  body: TransferXlmBlockchainKMS,
  output: TransactionSigned,
  errors: PENDING_PAYMENT_CODES,
  discriminators: ['signatureId'],
}).twoPhase(left(xlmPayment))

export const transferXlmBlockchainAsset = operation({
  id: 'transferXlmBlockchainAsset',
  area,
  method: 'POST',
  path: '/v3/xlm/transaction',
  summary: 'Sends an asset that a Stellar account has issued',
  price: flat(XLM_SEND_CREDITS),
  body: TransferXlmBlockchainAsset,
  output: TransactionSigned,
  errors: PAYMENT_CODES,
  discriminators: ['fromSecret', 'token', 'issuerAccount'],
}).twoPhase(signing(assetPayment))

export const transferXlmBlockchainKMSAsset = operation({
  id: 'transferXlmBlockchainKMSAsset',
  area,
  method: 'POST',
  path: '/v3/xlm/transaction',
  summary: 'Sends an issued asset, signed by a key-management system',
  description: 'The transaction expires a day later: it must be signed and broadcast until then.',
  price: flat(XLM_SEND_CREDITS),
  body: TransferXlmBlockchainKMSAsset,
  output: TransactionSigned,
  errors: PENDING_PAYMENT_CODES,
  discriminators: ['signatureId', 'token', 'issuerAccount'],
}).twoPhase(left(assetPayment))

export const trustLineXlmBlockchain = operation({
  id: 'trustLineXlmBlockchain',
  area,
  method: 'POST',
  path: '/v3/xlm/trust',
  summary: 'Creates, changes or removes a trust line',
  description:
    'The first trust line to an issuer makes the asset. A new line raises the reserve of the account.',
  price: flat(XLM_SEND_CREDITS),
  body: TrustLineXlmBlockchain,
  output: TransactionSigned,
  errors: sendCodes(records.XLM, XLM_BUILD_CODES),
  discriminators: ['fromSecret'],
}).twoPhase(signing(trustLine))

export const trustLineXlmBlockchainKMS = operation({
  id: 'trustLineXlmBlockchainKMS',
  area,
  method: 'POST',
  path: '/v3/xlm/trust',
  summary: 'Creates, changes or removes a trust line, signed by a key-management system',
  price: flat(XLM_SEND_CREDITS),
  body: TrustLineXlmBlockchainKMS,
  output: TransactionSigned,
  errors: pendingCodes(XLM_BUILD_CODES),
  discriminators: ['signatureId'],
}).twoPhase(left(trustLine))

export const xlmBroadcast = operation({
  id: 'xlmBroadcast',
  area,
  method: 'POST',
  path: '/v3/xlm/broadcast',
  summary: 'Broadcasts a signed Stellar transaction',
  description: 'With signatureId it completes that pending transaction.',
  price: flat(BROADCAST_CREDITS),
  body: BroadcastKMS,
  output: TransactionHash,
  errors: broadcastCodes(records.XLM),
}).twoPhase(broadcasting((context) => xlmOf(context), BROADCAST_CREDITS))
