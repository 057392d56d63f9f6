/** Bitcoin: blocks, transactions and outputs, and payments from addresses or outputs. */

import Type from 'typebox'
import { NODE_CODES } from '../chains/faults.js'
import {
  addressIn,
  BALANCE_CODES,
  BLOCK_CODES,
  balanceOf,
  blockHashAt,
  blockOf,
  HISTORY_CODES,
  historyOf,
  infoOf,
  TX_CODES,
  transactionOf,
  unspentOutput,
  utxoOf,
  versionOf,
} from '../chains/utxo.js'
import { btcBlock, btcTx, btcUtxo } from '../chains/utxo-present.js'
import {
  broadcastCodesOf,
  broadcastSigned,
  PENDING_PAYMENT_CODES,
  payFromAddresses,
  payFromOutputs,
  paymentCodes,
  waitFromAddresses,
  waitFromOutputs,
} from '../chains/utxo-send.js'
import { Offset, optional, PageSize } from '../models/fields.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../models/send.js'
import {
  BlockBound,
  BlockRef,
  BtcBasedBalance,
  BtcBlock,
  BtcBlockHash,
  BtcInfo,
  BtcTx,
  BtcUTXO,
  Height,
  Mempool,
  OutputHash,
  OutputIndex,
  TxHash,
  TxType,
  UtxoAddress,
} from '../models/utxo.js'
import {
  BtcTransactionFromAddress,
  BtcTransactionFromAddressKMS,
  BtcTransactionFromUTXO,
  BtcTransactionFromUTXOKMS,
} from '../models/utxo-sends.js'
import { operation } from '../operation.js'
import { flat } from '../price.js'

const area = 'Bitcoin'
const READ_CREDITS = 1
const SEND_CREDITS = 2
const BROADCAST_CREDITS = 2

export const btcGetBlockChainInfo = operation({
  id: 'btcGetBlockChainInfo',
  area,
  method: 'GET',
  path: '/v3/bitcoin/info',
  summary: 'The state of Bitcoin',
  price: flat(READ_CREDITS),
  output: BtcInfo,
  errors: NODE_CODES,
}).read(async (context) => infoOf(await utxoOf(context, 'BTC')))

export const btcGetBlockHash = operation({
  id: 'btcGetBlockHash',
  area,
  method: 'GET',
  path: '/v3/bitcoin/block/hash/{i}',
  summary: 'The hash of the block at a height',
  price: flat(READ_CREDITS),
  params: { i: Height },
  output: BtcBlockHash,
  errors: BLOCK_CODES,
}).read(async (context, { i }) => ({ hash: await blockHashAt(await utxoOf(context, 'BTC'), i) }))

export const btcGetBlock = operation({
  id: 'btcGetBlock',
  area,
  method: 'GET',
  path: '/v3/bitcoin/block/{hash}',
  summary: 'A block with its transactions, by hash or height',
  price: flat(READ_CREDITS),
  params: { hash: BlockRef },
  output: BtcBlock,
  errors: BLOCK_CODES,
}).read(async (context, { hash }) => {
  const chain = await utxoOf(context, 'BTC')
  const found = await blockOf(chain, hash)
  return btcBlock(found)
})

export const btcGetBalanceOfAddress = operation({
  id: 'btcGetBalanceOfAddress',
  area,
  method: 'GET',
  path: '/v3/bitcoin/address/balance/{address}',
  summary: 'What came to an address and what left it',
  description:
    'The balance is their difference. A node without an index of addresses knows only what is unspent in blocks: then that is incoming, outgoing is 0 and nothing is told of the mempool. Blockbook tells all of it.',
  price: flat(READ_CREDITS),
  params: { address: UtxoAddress },
  output: BtcBasedBalance,
  errors: BALANCE_CODES,
}).read(async (context, { address }) => {
  const chain = await utxoOf(context, 'BTC')
  return balanceOf(chain, addressIn(chain, address, 'address', 'param'))
})

export const btcGetTxByAddress = operation({
  id: 'btcGetTxByAddress',
  area,
  method: 'GET',
  path: '/v3/bitcoin/transaction/address/{address}',
  summary: 'Transactions of an address, the newest first',
  description: 'Needs a node with an index of addresses: Blockbook.',
  price: flat(READ_CREDITS),
  params: { address: UtxoAddress },
  query: {
    pageSize: PageSize,
    offset: optional(Offset),
    blockFrom: optional(BlockBound),
    blockTo: optional(BlockBound),
    txType: optional(TxType),
  },
  output: Type.Array(BtcTx),
  errors: HISTORY_CODES,
}).read(async (context, { address, pageSize, offset, blockFrom, blockTo, txType }) => {
  const chain = await utxoOf(context, 'BTC')
  const found = await historyOf(chain, addressIn(chain, address, 'address', 'param'), {
    limit: pageSize,
    offset,
    from: blockFrom,
    to: blockTo,
    direction: txType,
  })
  return found.map(btcTx)
})

export const btcGetMempool = operation({
  id: 'btcGetMempool',
  area,
  method: 'GET',
  path: '/v3/bitcoin/mempool',
  summary: 'The transactions that wait for a block',
  price: flat(1),
  output: Mempool,
  errors: NODE_CODES,
}).read(async (context) => [...(await (await utxoOf(context, 'BTC')).node.mempool())])

export const btcGetUTXO = operation({
  id: 'btcGetUTXO',
  area,
  method: 'GET',
  path: '/v3/bitcoin/utxo/{hash}/{index}',
  summary: 'An output that is not spent',
  description: 'Spent in a block or by what waits in the mempool, it is not found.',
  price: flat(READ_CREDITS),
  params: { hash: OutputHash, index: OutputIndex },
  output: BtcUTXO,
  errors: TX_CODES,
}).read(async (context, { hash, index }) => {
  const chain = await utxoOf(context, 'BTC')
  const found = await unspentOutput(chain, hash, index)
  return btcUtxo(found, await versionOf(chain, found))
})

export const btcGetRawTransaction = operation({
  id: 'btcGetRawTransaction',
  area,
  method: 'GET',
  path: '/v3/bitcoin/transaction/{hash}',
  summary: 'A transaction of Bitcoin',
  price: flat(READ_CREDITS),
  params: { hash: TxHash },
  output: BtcTx,
  errors: TX_CODES,
}).read(async (context, { hash }) => {
  const chain = await utxoOf(context, 'BTC')
  const found = await transactionOf(chain, hash)
  return btcTx(found)
})

export const btcTransactionFromAddress = operation({
  id: 'btcTransactionFromAddress',
  area,
  method: 'POST',
  path: '/v3/bitcoin/transaction',
  summary: 'Send BTC from addresses',
  description:
    'Outputs of the addresses are selected, as few as it takes. With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.',
  price: flat(SEND_CREDITS),
  body: BtcTransactionFromAddress,
  output: TransactionSigned,
  errors: paymentCodes('BTC'),
  toldBy: ['fromAddress'],
}).performed(payFromAddresses('BTC', SEND_CREDITS))

export const btcTransactionFromAddressKMS = operation({
  id: 'btcTransactionFromAddressKMS',
  area,
  method: 'POST',
  path: '/v3/bitcoin/transaction',
  summary: 'Send BTC from addresses, signed by a key-management system',
  description:
    'Outputs of the addresses are selected, as few as it takes. With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.',
  price: flat(SEND_CREDITS),
  body: BtcTransactionFromAddressKMS,
  output: TransactionSigned,
  errors: PENDING_PAYMENT_CODES,
  toldBy: ['fromAddress', 'fromAddress[].signatureId'],
}).performed(waitFromAddresses('BTC'))

export const btcTransactionFromUTXO = operation({
  id: 'btcTransactionFromUTXO',
  area,
  method: 'POST',
  path: '/v3/bitcoin/transaction',
  summary: 'Send BTC from outputs',
  description:
    'Each output is spent whole. With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.',
  price: flat(SEND_CREDITS),
  body: BtcTransactionFromUTXO,
  output: TransactionSigned,
  errors: paymentCodes('BTC'),
  toldBy: ['fromUTXO'],
}).performed(payFromOutputs('BTC', SEND_CREDITS))

export const btcTransactionFromUTXOKMS = operation({
  id: 'btcTransactionFromUTXOKMS',
  area,
  method: 'POST',
  path: '/v3/bitcoin/transaction',
  summary: 'Send BTC from outputs, signed by a key-management system',
  description:
    'Each output is spent whole. With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.',
  price: flat(SEND_CREDITS),
  body: BtcTransactionFromUTXOKMS,
  output: TransactionSigned,
  errors: PENDING_PAYMENT_CODES,
  toldBy: ['fromUTXO', 'fromUTXO[].signatureId'],
}).performed(waitFromOutputs('BTC'))

export const btcBroadcast = operation({
  id: 'btcBroadcast',
  area,
  method: 'POST',
  path: '/v3/bitcoin/broadcast',
  summary: 'Broadcast a signed transaction of Bitcoin',
  description:
    'With signatureId it completes that pending transaction, and must be the one that it asks for.',
  price: flat(BROADCAST_CREDITS),
  body: BroadcastKMS,
  output: TransactionHash,
  errors: broadcastCodesOf('BTC'),
}).performed(broadcastSigned('BTC', BROADCAST_CREDITS))
