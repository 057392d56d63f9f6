/**
 * XRP: accounts with sequences and tags, trust lines and issued assets. Reads return the node's own answer. Sends are
 * recorded with their sequence before a node gets them.
 */
import { accountInfo, records } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { accountOf, freshAccount } from '../../chains/accounts.js'
import { NODE_CODES, refused } from '../../chains/faults.js'
import { broadcastCodes, broadcasting } from '../../chains/send.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../../models/send.js'
import { operation } from '../../operation.js'
import { flat } from '../../price.js'
import { optional } from '../../wire/fields.js'
import { pair } from '../pair.js'
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
  both,
  trustLine,
  XRP_BUILD_CODES,
  XRP_SEND_CREDITS,
  xrpOf,
  xrpPayment,
} from './xrp.js'

const area = 'XRP'
const READ_CREDITS = 5
const BROADCAST_CREDITS = 5

const read = { area, method: 'GET', price: flat(READ_CREDITS) } as const
const send = {
  area,
  record: records.XRP,
  price: flat(XRP_SEND_CREDITS),
  outputs: [TransactionSigned, TransactionSigned],
  codes: XRP_BUILD_CODES,
  keyField: 'fromSecret',
  signers: [['fromSecret'], ['signatureId']],
} as const

/** @throws Rejected `validation.failed` */
function markerOf(text: string): object {
  const marker = jsonIn(text)
  if (typeof marker === 'object' && marker !== null && !Array.isArray(marker)) return marker
  throw refused('marker', { json: 'marker is the JSON of the one that was answered' }, 'query')
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const xrpWallet = operation({
  ...read,
  id: 'xrpWallet',
  path: '/v3/xrp/account',
  summary: 'Generates an XRP account',
  description:
    'The service stores nothing. The account exists on the XRP ledger once it has received the reserve.',
  output: XrpWallet,
  errors: ['chain.not.configured'],
}).read(async (context) => freshAccount(context, (await xrpOf(context)).accounts))

export const xrpGetAccountInfo = operation({
  ...read,
  id: 'xrpGetAccountInfo',
  path: '/v3/xrp/account/{account}',
  summary: 'Returns an XRP account',
  params: { account: XrpAccountParam },
  output: XrpAccount,
  errors: ['xrp.account.failed', ...NODE_CODES],
}).read(async (context, args) => {
  const chain = await xrpOf(context)
  return accountInfo(chain, accountOf(chain, args.account))
})

export const xrpGetAccountBalance = operation({
  ...read,
  id: 'xrpGetAccountBalance',
  path: '/v3/xrp/account/{account}/balance',
  summary: "Returns an account's balances of XRP and other assets",
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
  ...read,
  id: 'xrpGetAccountTx',
  path: '/v3/xrp/account/tx/{account}',
  summary: 'Returns the transactions of an account, newest first',
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
  ...read,
  id: 'xrpGetFee',
  path: '/v3/xrp/fee',
  summary: 'Returns the current transaction fee, in drops',
  output: XrpFee,
  errors: NODE_CODES,
}).read(async (context) => (await xrpOf(context)).node.fee())

export const xrpGetLastClosedLedger = operation({
  ...read,
  id: 'xrpGetLastClosedLedger',
  path: '/v3/xrp/info',
  summary: 'Returns the last closed ledger',
  output: XrpInfo,
  errors: NODE_CODES,
}).read(async (context) => (await xrpOf(context)).node.info())

export const xrpGetLedger = operation({
  ...read,
  id: 'xrpGetLedger',
  path: '/v3/xrp/ledger/{i}',
  summary: 'Returns a ledger with its transactions',
  params: { i: XrpLedgerIndex },
  output: XrpLedger,
  errors: ['xrp.ledger.failed', ...NODE_CODES],
}).read(async (context, { i }) => {
  const ledger = await (await xrpOf(context)).node.ledger(i)
  if (ledger === undefined) throw new Rejected({ code: 'xrp.ledger.failed', detail: String(i) })
  return ledger
})

export const xrpGetTransaction = operation({
  ...read,
  id: 'xrpGetTransaction',
  path: '/v3/xrp/transaction/{hash}',
  summary: 'Returns an XRP transaction',
  params: { hash: XrpHash },
  output: XrpTx,
  errors: ['tx.not.found', ...NODE_CODES],
}).read(async (context, { hash }) => {
  const transaction = await (await xrpOf(context)).node.transaction(hash)
  if (transaction === undefined) throw new Rejected({ code: 'tx.not.found', detail: hash })
  return transaction
})

export const [transferXrpBlockchain, transferXrpBlockchainKMS] = pair(
  {
    ...send,
    ids: ['transferXrpBlockchain', 'transferXrpBlockchainKMS'],
    path: '/v3/xrp/transaction',
    summary: 'Sends XRP',
    bodies: [TransferXrpBlockchain, TransferXrpBlockchainKMS],
  },
  both(xrpPayment),
)

export const [transferXrpBlockchainAsset, transferXrpBlockchainAssetKMS] = pair(
  {
    ...send,
    ids: ['transferXrpBlockchainAsset', 'transferXrpBlockchainAssetKMS'],
    path: '/v3/xrp/transaction',
    summary: 'Sends an asset that an XRP account has issued',
    bodies: [TransferXrpBlockchainAsset, TransferXrpBlockchainAssetKMS],
    discriminators: ['issuerAccount', 'token'],
  },
  both(assetPayment),
)

export const [trustLineXrpBlockchain, trustLineXrpBlockchainKMS] = pair(
  {
    ...send,
    ids: ['trustLineXrpBlockchain', 'trustLineXrpBlockchainKMS'],
    path: '/v3/xrp/trust',
    summary: 'Creates, changes or removes a trust line',
    description:
      'The issuer must allow rippling (accountSettingsXrpBlockchain). A new trust line raises the reserve of the account.',
    bodies: [TrustLineXrpBlockchain, TrustLineXrpBlockchainKMS],
  },
  both(trustLine),
)

export const [accountSettingsXrpBlockchain, accountSettingsXrpBlockchainKMS] = pair(
  {
    ...send,
    ids: ['accountSettingsXrpBlockchain', 'accountSettingsXrpBlockchainKMS'],
    path: '/v3/xrp/account/settings',
    summary: 'Changes the settings of an account',
    bodies: [AccountSettingsXrpBlockchain, AccountSettingsXrpBlockchainKMS],
    codes: ['xrp.settings.multiple', ...XRP_BUILD_CODES],
  },
  both(accountSettings),
)

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
