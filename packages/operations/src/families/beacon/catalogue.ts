/**
 * BNB Beacon Chain: accounts with sequences, assets and memos. The chain no longer makes blocks, so reads return the answers
 * of an archive. Sends are recorded with their sequence before a node gets them.
 */
import { records } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { accountOf, freshAccount } from '../../chains/accounts.js'
import { NODE_CODES, refused } from '../../chains/faults.js'
import { broadcastCodes, broadcasting } from '../../chains/send.js'
import { Broadcast, SignatureId, TransactionHash } from '../../models/send.js'
import { operation } from '../../operation.js'
import { flat } from '../../price.js'
import { pair } from '../pair.js'
import { BNB_BUILD_CODES, BNB_SEND_CREDITS, bnbOf, both, transfer } from './beacon.js'
import {
  BnbAccount,
  BnbAddressParam,
  BnbBlock,
  BnbHash,
  BnbHeight,
  BnbHeightParam,
  BnbTx,
  BnbTxInAccount,
  BnbWallet,
  historyQuery,
  TransferBnbBlockchain,
  TransferBnbBlockchainKMS,
} from './models.js'
import { presentTransaction } from './present.js'

const area = 'BNB Beacon Chain'
const READ_CREDITS = 5
const BROADCAST_CREDITS = 5
const read = { area, method: 'GET', price: flat(READ_CREDITS) } as const
/** The most that the block service answers at once. */
const WINDOW_MS = 7 * 86_400_000

export const bnbGenerateWallet = operation({
  ...read,
  id: 'bnbGenerateWallet',
  path: '/v3/bnb/account',
  summary: 'Generates an account of BNB Beacon Chain',
  description: 'The service stores nothing. The chain made its last block in December 2024.',
  output: BnbWallet,
  errors: ['chain.not.configured'],
}).read(async (context) => {
  const { address, secret } = await freshAccount(context, (await bnbOf(context)).accounts)
  return { address, privateKey: secret }
})

export const bnbGetAccount = operation({
  ...read,
  id: 'bnbGetAccount',
  path: '/v3/bnb/account/{address}',
  summary: 'Returns an account of BNB Beacon Chain with its balances',
  params: { address: BnbAddressParam },
  output: BnbAccount,
  errors: ['bnb.account.failed', ...NODE_CODES],
}).read(async (context, args) => {
  const chain = await bnbOf(context)
  const address = accountOf(chain, args.address, 'address')
  const found = await chain.node.accountInfo(address)
  if (found === undefined) throw new Rejected({ code: 'bnb.account.failed', detail: address })
  return found
})

export const bnbGetTxByAccount = operation({
  ...read,
  id: 'bnbGetTxByAccount',
  path: '/v3/bnb/account/transaction/{address}',
  summary: 'Returns the transactions of an account, newest first',
  params: { address: BnbAddressParam },
  query: historyQuery,
  output: BnbTxInAccount,
  errors: ['transaction.invalid.body', ...NODE_CODES],
}).read(async (context, { address, ...query }) => {
  const chain = await bnbOf(context)
  const window = query.endTime - query.startTime
  if (window < 0 || window >= WINDOW_MS) {
    throw refused('endTime', { window: 'endTime is not within 7 days after startTime' }, 'query')
  }
  const { total, transactions } = await chain.node.history(accountOf(chain, address, 'address'), query)
  return { total, tx: transactions.map(presentTransaction) }
})

export const bnbGetCurrentBlock = operation({
  ...read,
  id: 'bnbGetCurrentBlock',
  path: '/v3/bnb/block/current',
  summary: 'Returns the height of the last block of BNB Beacon Chain',
  output: BnbHeight,
  errors: NODE_CODES,
}).read(async (context) => (await (await bnbOf(context)).node.head()).height)

export const bnbGetBlock = operation({
  ...read,
  id: 'bnbGetBlock',
  path: '/v3/bnb/block/{height}',
  summary: 'Returns a block of BNB Beacon Chain with its transactions',
  params: { height: BnbHeightParam },
  output: BnbBlock,
  errors: ['block.hash.not.exists', ...NODE_CODES],
}).read(async (context, { height }) => {
  const block = await (await bnbOf(context)).node.block(height)
  if (block === undefined) throw new Rejected({ code: 'block.hash.not.exists', detail: String(height) })
  return {
    timestamp: block.time,
    blockHeight: block.height,
    tx: block.transactions.map(presentTransaction),
  }
})

export const bnbGetTransaction = operation({
  ...read,
  id: 'bnbGetTransaction',
  path: '/v3/bnb/transaction/{hash}',
  summary: 'Returns a transaction of BNB Beacon Chain',
  params: { hash: BnbHash },
  output: BnbTx,
  errors: ['tx.not.found', ...NODE_CODES],
}).read(async (context, { hash }) => {
  const transaction = await (await bnbOf(context)).node.transaction(hash)
  if (transaction === undefined) throw new Rejected({ code: 'tx.not.found', detail: hash })
  return transaction
})

export const [transferBnbBlockchain, transferBnbBlockchainKMS] = pair(
  {
    ids: ['transferBnbBlockchain', 'transferBnbBlockchainKMS'],
    area,
    path: '/v3/bnb/transaction',
    summary: 'Sends BNB on BNB Beacon Chain',
    description:
      'The chain made its last block in December 2024: on its public networks nothing is confirmed any more.',
    price: flat(BNB_SEND_CREDITS),
    bodies: [TransferBnbBlockchain, TransferBnbBlockchainKMS],
    outputs: [TransactionHash, SignatureId],
    record: records.BNB,
    codes: BNB_BUILD_CODES,
    keyField: 'fromPrivateKey',
    signers: [['fromPrivateKey'], ['signatureId', 'fromAddress']],
  },
  both(transfer),
)

export const bnbBroadcast = operation({
  id: 'bnbBroadcast',
  area,
  method: 'POST',
  path: '/v3/bnb/broadcast',
  summary: 'Broadcasts a signed transfer of BNB Beacon Chain',
  description:
    'With signatureId it completes that pending transaction. Of transactions, transfers are accepted.',
  price: flat(BROADCAST_CREDITS),
  body: Broadcast,
  output: TransactionHash,
  errors: broadcastCodes(records.BNB),
}).twoPhase(broadcasting((context) => bnbOf(context), BROADCAST_CREDITS))
