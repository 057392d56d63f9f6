/** Bitcoin Cash: blocks, transactions and outputs, and payments from outputs. */

import Type from 'typebox'
import { NODE_CODES } from '../chains/faults.js'
import {
  addressIn,
  BLOCK_CODES,
  blockHashAt,
  blockOf,
  HISTORY_CODES,
  historyOf,
  infoOf,
  TX_CODES,
  transactionOf,
  utxoOf,
} from '../chains/utxo.js'
import { bchBlock, bchTx } from '../chains/utxo-present.js'
import {
  broadcastCodesOf,
  broadcastSigned,
  PENDING_PAYMENT_CODES,
  payFromOutputs,
  paymentCodes,
  waitFromOutputs,
} from '../chains/utxo-send.js'
import { optional } from '../models/fields.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../models/send.js'
import {
  BchBlock,
  BchGetBlockHash200Response,
  BchInfo,
  BchTx,
  BlockRef,
  Height,
  Skip,
  TxHash,
  UtxoAddress,
} from '../models/utxo.js'
import { BchTransaction, BchTransactionKMS } from '../models/utxo-sends.js'
import { operation } from '../operation.js'
import { flat } from '../price.js'

const area = 'Bitcoin Cash'
const READ_CREDITS = 5
const SEND_CREDITS = 10
const BROADCAST_CREDITS = 5

/** Transactions that one answer has. */
const PAGE = 50

export const bchGetBlockChainInfo = operation({
  id: 'bchGetBlockChainInfo',
  area,
  method: 'GET',
  path: '/v3/bcash/info',
  summary: 'The state of Bitcoin Cash',
  price: flat(READ_CREDITS),
  output: BchInfo,
  errors: NODE_CODES,
}).read(async (context) => {
  const { chain, blocks, bestblockhash, difficulty } = await infoOf(await utxoOf(context, 'BCH'))
  return { chain, blocks, bestblockhash, difficulty }
})

export const bchGetBlockHash = operation({
  id: 'bchGetBlockHash',
  area,
  method: 'GET',
  path: '/v3/bcash/block/hash/{i}',
  summary: 'The hash of the block at a height',
  price: flat(READ_CREDITS),
  params: { i: Height },
  output: BchGetBlockHash200Response,
  errors: BLOCK_CODES,
}).read(async (context, { i }) => ({ hash: await blockHashAt(await utxoOf(context, 'BCH'), i) }))

export const bchGetBlock = operation({
  id: 'bchGetBlock',
  area,
  method: 'GET',
  path: '/v3/bcash/block/{hash}',
  summary: 'A block with its transactions, by hash or height',
  price: flat(READ_CREDITS),
  params: { hash: BlockRef },
  output: BchBlock,
  errors: BLOCK_CODES,
}).read(async (context, { hash }) => {
  const chain = await utxoOf(context, 'BCH')
  const found = await blockOf(chain, hash)
  return bchBlock(chain, found)
})

export const bchGetTxByAddress = operation({
  id: 'bchGetTxByAddress',
  area,
  method: 'GET',
  path: '/v3/bcash/transaction/address/{address}',
  summary: 'Transactions of an address, the newest first, 50 at a time',
  description: 'Needs a node with an index of addresses: Blockbook.',
  price: flat(READ_CREDITS),
  params: { address: UtxoAddress },
  query: { skip: optional(Skip) },
  output: Type.Array(BchTx),
  errors: HISTORY_CODES,
}).read(async (context, { address, skip }) => {
  const chain = await utxoOf(context, 'BCH')
  const found = await historyOf(chain, addressIn(chain, address, 'address', 'param'), {
    limit: PAGE,
    offset: skip,
  })
  return found.map((each) => bchTx(chain, each))
})

export const bchGetRawTransaction = operation({
  id: 'bchGetRawTransaction',
  area,
  method: 'GET',
  path: '/v3/bcash/transaction/{hash}',
  summary: 'A transaction of Bitcoin Cash',
  price: flat(READ_CREDITS),
  params: { hash: TxHash },
  output: BchTx,
  errors: TX_CODES,
}).read(async (context, { hash }) => {
  const chain = await utxoOf(context, 'BCH')
  const found = await transactionOf(chain, hash)
  return bchTx(chain, found)
})

export const bchTransaction = operation({
  id: 'bchTransaction',
  area,
  method: 'POST',
  path: '/v3/bcash/transaction',
  summary: 'Send BCH from outputs',
  description:
    'Each output is spent whole. With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.',
  price: flat(SEND_CREDITS),
  body: BchTransaction,
  output: TransactionSigned,
  errors: paymentCodes('BCH'),
}).performed(payFromOutputs('BCH', SEND_CREDITS))

export const bchTransactionKMS = operation({
  id: 'bchTransactionKMS',
  area,
  method: 'POST',
  path: '/v3/bcash/transaction',
  summary: 'Send BCH from outputs, signed by a key-management system',
  description:
    'Each output is spent whole. With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.',
  price: flat(SEND_CREDITS),
  body: BchTransactionKMS,
  output: TransactionSigned,
  errors: PENDING_PAYMENT_CODES,
  toldBy: ['fromUTXO[].signatureId'],
}).performed(waitFromOutputs('BCH'))

export const bchBroadcast = operation({
  id: 'bchBroadcast',
  area,
  method: 'POST',
  path: '/v3/bcash/broadcast',
  summary: 'Broadcast a signed transaction of Bitcoin Cash',
  description:
    'With signatureId it completes that pending transaction, and must be the one that it asks for.',
  price: flat(BROADCAST_CREDITS),
  body: BroadcastKMS,
  output: TransactionHash,
  errors: broadcastCodesOf('BCH'),
}).performed(broadcastSigned('BCH', BROADCAST_CREDITS))
