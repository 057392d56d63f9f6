/** Dogecoin: blocks, transactions and outputs, and payments from outputs. */
import { NODE_CODES } from '../chains/faults.js'
import {
  BLOCK_CODES,
  blockHashAt,
  blockOf,
  infoOf,
  TX_CODES,
  transactionOf,
  unspentOutput,
  utxoOf,
  versionOf,
} from '../chains/utxo.js'
import { dogeBlock, dogeTx, dogeUtxo } from '../chains/utxo-present.js'
import {
  broadcastCodesOf,
  broadcastSigned,
  PENDING_PAYMENT_CODES,
  payFromOutputs,
  paymentCodes,
  waitFromOutputs,
} from '../chains/utxo-send.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../models/send.js'
import {
  BlockRef,
  DogeBlock,
  DogeInfo,
  DogeTx,
  DogeUTXO,
  Height,
  LtcGetBlockHash200Response,
  Mempool,
  OutputHash,
  OutputIndex,
  TxHash,
} from '../models/utxo.js'
import { DogeTransactionUTXO, DogeTransactionUTXOKMS } from '../models/utxo-sends.js'
import { operation } from '../operation.js'
import { flat } from '../price.js'

const area = 'Dogecoin'
const READ_CREDITS = 1
const SEND_CREDITS = 2
const BROADCAST_CREDITS = 2

export const dogeGetBlockChainInfo = operation({
  id: 'dogeGetBlockChainInfo',
  area,
  method: 'GET',
  path: '/v3/dogecoin/info',
  summary: 'The state of Dogecoin',
  price: flat(READ_CREDITS),
  output: DogeInfo,
  errors: NODE_CODES,
}).read(async (context) => infoOf(await utxoOf(context, 'DOGE')))

export const dogeGetBlockHash = operation({
  id: 'dogeGetBlockHash',
  area,
  method: 'GET',
  path: '/v3/dogecoin/block/hash/{i}',
  summary: 'The hash of the block at a height',
  price: flat(READ_CREDITS),
  params: { i: Height },
  output: LtcGetBlockHash200Response,
  errors: BLOCK_CODES,
}).read(async (context, { i }) => ({ hash: await blockHashAt(await utxoOf(context, 'DOGE'), i) }))

export const dogeGetBlock = operation({
  id: 'dogeGetBlock',
  area,
  method: 'GET',
  path: '/v3/dogecoin/block/{hash}',
  summary: 'A block with its transactions, by hash or height',
  price: flat(READ_CREDITS),
  params: { hash: BlockRef },
  output: DogeBlock,
  errors: BLOCK_CODES,
}).read(async (context, { hash }) => {
  const chain = await utxoOf(context, 'DOGE')
  const found = await blockOf(chain, hash)
  return dogeBlock(chain, found)
})

export const dogeGetMempool = operation({
  id: 'dogeGetMempool',
  area,
  method: 'GET',
  path: '/v3/dogecoin/mempool',
  summary: 'The transactions that wait for a block',
  price: flat(1),
  output: Mempool,
  errors: NODE_CODES,
}).read(async (context) => [...(await (await utxoOf(context, 'DOGE')).node.mempool())])

export const dogeGetUTXO = operation({
  id: 'dogeGetUTXO',
  area,
  method: 'GET',
  path: '/v3/dogecoin/utxo/{hash}/{index}',
  summary: 'An output that is not spent',
  description: 'Spent in a block or by what waits in the mempool, it is not found.',
  price: flat(READ_CREDITS),
  params: { hash: OutputHash, index: OutputIndex },
  output: DogeUTXO,
  errors: TX_CODES,
}).read(async (context, { hash, index }) => {
  const chain = await utxoOf(context, 'DOGE')
  const found = await unspentOutput(chain, hash, index)
  const [version, { hash: bestblock }] = await Promise.all([versionOf(chain, found), chain.node.head()])
  return dogeUtxo(chain, found, version, bestblock)
})

export const dogeGetRawTransaction = operation({
  id: 'dogeGetRawTransaction',
  area,
  method: 'GET',
  path: '/v3/dogecoin/transaction/{hash}',
  summary: 'A transaction of Dogecoin',
  price: flat(READ_CREDITS),
  params: { hash: TxHash },
  output: DogeTx,
  errors: TX_CODES,
}).read(async (context, { hash }) => {
  const chain = await utxoOf(context, 'DOGE')
  const found = await transactionOf(chain, hash)
  return dogeTx(chain, found)
})

export const dogeTransactionUTXO = operation({
  id: 'dogeTransactionUTXO',
  area,
  method: 'POST',
  path: '/v3/dogecoin/transaction',
  summary: 'Send DOGE from outputs',
  description:
    'Each output is spent whole. With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.',
  price: flat(SEND_CREDITS),
  body: DogeTransactionUTXO,
  output: TransactionSigned,
  errors: paymentCodes('DOGE'),
}).performed(payFromOutputs('DOGE', SEND_CREDITS))

export const dogeTransactionUTXOKMS = operation({
  id: 'dogeTransactionUTXOKMS',
  area,
  method: 'POST',
  path: '/v3/dogecoin/transaction',
  summary: 'Send DOGE from outputs, signed by a key-management system',
  description:
    'Each output is spent whole. With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.',
  price: flat(SEND_CREDITS),
  body: DogeTransactionUTXOKMS,
  output: TransactionSigned,
  errors: PENDING_PAYMENT_CODES,
  toldBy: ['fromUTXO[].signatureId'],
}).performed(waitFromOutputs('DOGE'))

export const dogeBroadcast = operation({
  id: 'dogeBroadcast',
  area,
  method: 'POST',
  path: '/v3/dogecoin/broadcast',
  summary: 'Broadcast a signed transaction of Dogecoin',
  description:
    'With signatureId it completes that pending transaction, and must be the one that it asks for.',
  price: flat(BROADCAST_CREDITS),
  body: BroadcastKMS,
  output: TransactionHash,
  errors: broadcastCodesOf('DOGE'),
}).performed(broadcastSigned('DOGE', BROADCAST_CREDITS))
