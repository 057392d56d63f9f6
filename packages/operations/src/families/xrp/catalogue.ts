/**
 * XRP: accounts with sequences and tags, trust lines and issued assets. Reads return the node's own answer. Sends are
 * recorded with their sequence before a node gets them.
 */
import { accountInfo, records } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { accountOf, freshAccount } from '../../chains/accounts.js'
import { NODE_CODES, refused } from '../../chains/faults.js'
import { broadcastCodes, broadcasting, pendingCodes, sendCodes } from '../../chains/send.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../../models/send.js'
import { operation } from '../../operation.js'
import { flat } from '../../price.js'
import { optional } from '../../wire/fields.js'
import {
  AccountSettingsXrpBlockchain,
  AccountSettingsXrpBlockchainKMS,
  TransferXrpBlockchain,
  TransferXrpBlockchainAsset,
  TransferXrpBlockchainAssetKMS,
  TransferXrpBlockchainKMS,
  TrustLineXrpBlockchain,
  TrustLineXrpBlockchainKMS,
  XrpAccount,
  XrpAccountBalance,
  XrpAccountParam,
  XrpAccountTx,
  XrpFee,
  XrpHash,
  XrpInfo,
  XrpLedger,
  XrpLedgerIndex,
  XrpMarker,
  XrpTx,
  XrpWallet,
} from './models.js'
import {
  accountSettings,
  assetPayment,
  left,
  signing,
  trustLine,
  XRP_BUILD_CODES,
  XRP_SEND_CREDITS,
  xrpOf,
  xrpPayment,
} from './xrp.js'

const area = 'XRP'
const READ_CREDITS = 5
const BROADCAST_CREDITS = 5

const SEND_CODES = sendCodes(records.XRP, XRP_BUILD_CODES)
const PENDING_CODES = pendingCodes(XRP_BUILD_CODES)

/** @throws Rejected `validation.failed` */
function markerOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused('marker', { json: 'marker is the JSON of the one that was answered' }, 'query')
  }
}

export const xrpWallet = operation({
  id: 'xrpWallet',
  area,
  method: 'GET',
  path: '/v3/xrp/account',
  summary: 'Generates an XRP account',
  description:
    'The service stores nothing. The account exists on the XRP ledger once it has received the reserve.',
  price: flat(READ_CREDITS),
  output: XrpWallet,
  errors: ['chain.not.configured'],
}).read(async (context) => freshAccount(context, (await xrpOf(context)).accounts))

export const xrpGetAccountInfo = operation({
  id: 'xrpGetAccountInfo',
  area,
  method: 'GET',
  path: '/v3/xrp/account/{account}',
  summary: 'Returns an XRP account',
  price: flat(READ_CREDITS),
  params: { account: XrpAccountParam },
  output: XrpAccount,
  errors: ['xrp.account.failed', ...NODE_CODES],
}).read(async (context, args) => {
  const chain = await xrpOf(context)
  return accountInfo(chain, accountOf(chain, args.account))
})

export const xrpGetAccountBalance = operation({
  id: 'xrpGetAccountBalance',
  area,
  method: 'GET',
  path: '/v3/xrp/account/{account}/balance',
  summary: "Returns an account's balances of XRP and other assets",
  price: flat(READ_CREDITS),
  params: { account: XrpAccountParam },
  output: XrpAccountBalance,
  errors: ['xrp.account.failed', ...NODE_CODES],
}).read(async (context, args) => {
  const chain = await xrpOf(context)
  const { drops, assets } = await chain.node.balances(accountOf(chain, args.account))
  return {
    balance: drops.toString(),
    assets: assets.map(({ value, currency }) => ({ balance: value, currency })),
  }
})

export const xrpGetAccountTx = operation({
  id: 'xrpGetAccountTx',
  area,
  method: 'GET',
  path: '/v3/xrp/account/tx/{account}',
  summary: 'Returns the transactions of an account, newest first',
  price: flat(READ_CREDITS),
  params: { account: XrpAccountParam },
  query: { min: optional(XrpLedgerIndex), marker: optional(XrpMarker) },
  output: XrpAccountTx,
  errors: ['xrp.account.failed', 'transaction.invalid.body', ...NODE_CODES],
}).read(async (context, { account, min, marker }) => {
  const chain = await xrpOf(context)
  return chain.node.accountTransactions(accountOf(chain, account), {
    ...(min === undefined ? {} : { min }),
    ...(marker === undefined ? {} : { marker: markerOf(marker) }),
  })
})

export const xrpGetFee = operation({
  id: 'xrpGetFee',
  area,
  method: 'GET',
  path: '/v3/xrp/fee',
  summary: 'Returns the current transaction fee, in drops',
  price: flat(READ_CREDITS),
  output: XrpFee,
  errors: NODE_CODES,
}).read(async (context) => (await xrpOf(context)).node.fee())

export const xrpGetLastClosedLedger = operation({
  id: 'xrpGetLastClosedLedger',
  area,
  method: 'GET',
  path: '/v3/xrp/info',
  summary: 'Returns the last closed ledger',
  price: flat(READ_CREDITS),
  output: XrpInfo,
  errors: NODE_CODES,
}).read(async (context) => (await xrpOf(context)).node.info())

export const xrpGetLedger = operation({
  id: 'xrpGetLedger',
  area,
  method: 'GET',
  path: '/v3/xrp/ledger/{i}',
  summary: 'Returns a ledger with its transactions',
  price: flat(READ_CREDITS),
  params: { i: XrpLedgerIndex },
  output: XrpLedger,
  errors: ['xrp.ledger.failed', ...NODE_CODES],
}).read(async (context, { i }) => {
  const ledger = await (await xrpOf(context)).node.ledger(i)
  if (ledger === undefined) throw new Rejected({ code: 'xrp.ledger.failed', detail: String(i) })
  return ledger
})

export const xrpGetTransaction = operation({
  id: 'xrpGetTransaction',
  area,
  method: 'GET',
  path: '/v3/xrp/transaction/{hash}',
  summary: 'Returns an XRP transaction',
  price: flat(READ_CREDITS),
  params: { hash: XrpHash },
  output: XrpTx,
  errors: ['tx.not.found', ...NODE_CODES],
}).read(async (context, { hash }) => {
  const transaction = await (await xrpOf(context)).node.transaction(hash)
  if (transaction === undefined) throw new Rejected({ code: 'tx.not.found', detail: hash })
  return transaction
})

export const transferXrpBlockchain = operation({
  id: 'transferXrpBlockchain',
  area,
  method: 'POST',
  path: '/v3/xrp/transaction',
  summary: 'Sends XRP',
  price: flat(XRP_SEND_CREDITS),
  body: TransferXrpBlockchain,
  output: TransactionSigned,
  errors: SEND_CODES,
  discriminators: ['fromSecret'],
}).twoPhase(signing(xrpPayment))

export const transferXrpBlockchainKMS = operation({
  id: 'transferXrpBlockchainKMS',
  area,
  method: 'POST',
  path: '/v3/xrp/transaction',
  summary: 'Sends XRP, signed by a key-management system',
  price: flat(XRP_SEND_CREDITS),
  body: TransferXrpBlockchainKMS,
  output: TransactionSigned,
  errors: PENDING_CODES,
  discriminators: ['signatureId'],
}).twoPhase(left(xrpPayment))

export const transferXrpBlockchainAsset = operation({
  id: 'transferXrpBlockchainAsset',
  area,
  method: 'POST',
  path: '/v3/xrp/transaction',
  summary: 'Sends an asset that an XRP account has issued',
  price: flat(XRP_SEND_CREDITS),
  body: TransferXrpBlockchainAsset,
  output: TransactionSigned,
  errors: SEND_CODES,
  discriminators: ['fromSecret', 'issuerAccount', 'token'],
}).twoPhase(signing(assetPayment))

export const transferXrpBlockchainAssetKMS = operation({
  id: 'transferXrpBlockchainAssetKMS',
  area,
  method: 'POST',
  path: '/v3/xrp/transaction',
  summary: 'Sends an issued asset, signed by a key-management system',
  price: flat(XRP_SEND_CREDITS),
  body: TransferXrpBlockchainAssetKMS,
  output: TransactionSigned,
  errors: PENDING_CODES,
  discriminators: ['signatureId', 'issuerAccount', 'token'],
}).twoPhase(left(assetPayment))

export const trustLineXrpBlockchain = operation({
  id: 'trustLineXrpBlockchain',
  area,
  method: 'POST',
  path: '/v3/xrp/trust',
  summary: 'Creates, changes or removes a trust line',
  description:
    'The issuer must allow rippling (accountSettingsXrpBlockchain). A new trust line raises the reserve of the account.',
  price: flat(XRP_SEND_CREDITS),
  body: TrustLineXrpBlockchain,
  output: TransactionSigned,
  errors: SEND_CODES,
  discriminators: ['fromSecret'],
}).twoPhase(signing(trustLine))

export const trustLineXrpBlockchainKMS = operation({
  id: 'trustLineXrpBlockchainKMS',
  area,
  method: 'POST',
  path: '/v3/xrp/trust',
  summary: 'Creates, changes or removes a trust line, signed by a key-management system',
  price: flat(XRP_SEND_CREDITS),
  body: TrustLineXrpBlockchainKMS,
  output: TransactionSigned,
  errors: PENDING_CODES,
  discriminators: ['signatureId'],
}).twoPhase(left(trustLine))

export const accountSettingsXrpBlockchain = operation({
  id: 'accountSettingsXrpBlockchain',
  area,
  method: 'POST',
  path: '/v3/xrp/account/settings',
  summary: 'Changes the settings of an account',
  price: flat(XRP_SEND_CREDITS),
  body: AccountSettingsXrpBlockchain,
  output: TransactionSigned,
  errors: ['xrp.settings.multiple', ...SEND_CODES],
  discriminators: ['fromSecret'],
}).twoPhase(signing(accountSettings))

export const accountSettingsXrpBlockchainKMS = operation({
  id: 'accountSettingsXrpBlockchainKMS',
  area,
  method: 'POST',
  path: '/v3/xrp/account/settings',
  summary: 'Changes the settings of an account, signed by a key-management system',
  price: flat(XRP_SEND_CREDITS),
  body: AccountSettingsXrpBlockchainKMS,
  output: TransactionSigned,
  errors: ['xrp.settings.multiple', ...PENDING_CODES],
  discriminators: ['signatureId'],
}).twoPhase(left(accountSettings))

export const xrpBroadcast = operation({
  id: 'xrpBroadcast',
  area,
  method: 'POST',
  path: '/v3/xrp/broadcast',
  summary: 'Broadcasts a signed XRP transaction',
  description: 'With signatureId, completes that pending signature.',
  price: flat(BROADCAST_CREDITS),
  body: BroadcastKMS,
  output: TransactionHash,
  errors: broadcastCodes(records.XRP),
}).twoPhase(broadcasting((context) => xrpOf(context), BROADCAST_CREDITS))
