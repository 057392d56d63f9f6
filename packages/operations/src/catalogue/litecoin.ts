/** Litecoin: blocks, transactions and outputs, and payments from addresses or outputs. */

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
import { btcUtxo, ltcBlock, ltcTx } from '../chains/utxo-present.js'
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
  Height,
  LtcBlock,
  LtcGetBlockHash200Response,
  LtcInfo,
  LtcTx,
  LtcUTXO,
  Mempool,
  OutputHash,
  OutputIndex,
  TxHash,
  TxType,
  UtxoAddress,
} from '../models/utxo.js'
import {
  LtcTransactionAddress,
  LtcTransactionAddressKMS,
  LtcTransactionUTXO,
  LtcTransactionUTXOKMS,
} from '../models/utxo-sends.js'
import { operation } from '../operation.js'
import { unstated } from '../price.js'

const area = 'Litecoin'
const READ_CREDITS = 5
const SEND_CREDITS = 10
const BROADCAST_CREDITS = 5

export const ltcGetBlockChainInfo = operation({
  id: 'ltcGetBlockChainInfo',
  area,
  method: 'GET',
  path: '/v3/litecoin/info',
  summary: 'The state of Litecoin',
  price: unstated(READ_CREDITS),
  output: LtcInfo,
  errors: NODE_CODES,
}).read(async (context) => infoOf(await utxoOf(context, 'LTC')))

export const ltcGetBlockHash = operation({
  id: 'ltcGetBlockHash',
  area,
  method: 'GET',
  path: '/v3/litecoin/block/hash/{i}',
  summary: 'The hash of the block at a height',
  price: unstated(READ_CREDITS),
  params: { i: Height },
  output: LtcGetBlockHash200Response,
  errors: BLOCK_CODES,
}).read(async (context, { i }) => ({ hash: await blockHashAt(await utxoOf(context, 'LTC'), i) }))

export const ltcGetBlock = operation({
  id: 'ltcGetBlock',
  area,
  method: 'GET',
  path: '/v3/litecoin/block/{hash}',
  summary: 'A block with its transactions, by hash or height',
  price: unstated(READ_CREDITS),
  params: { hash: BlockRef },
  output: LtcBlock,
  errors: BLOCK_CODES,
}).read(async (context, { hash }) => {
  const chain = await utxoOf(context, 'LTC')
  const found = await blockOf(chain, hash)
  return ltcBlock(chain, found)
})

export const ltcGetBalanceOfAddress = operation({
  id: 'ltcGetBalanceOfAddress',
  area,
  method: 'GET',
  path: '/v3/litecoin/address/balance/{address}',
  summary: 'What came to an address and what left it',
  description:
    'The balance is their difference. A node without an index of addresses knows only what is unspent in blocks: then that is incoming, outgoing is 0 and nothing is told of the mempool. Blockbook tells all of it.',
  price: unstated(READ_CREDITS),
  params: { address: UtxoAddress },
  output: BtcBasedBalance,
  errors: BALANCE_CODES,
}).read(async (context, { address }) => {
  const chain = await utxoOf(context, 'LTC')
  return balanceOf(chain, addressIn(chain, address, 'address', 'param'))
})

export const ltcGetTxByAddress = operation({
  id: 'ltcGetTxByAddress',
  area,
  method: 'GET',
  path: '/v3/litecoin/transaction/address/{address}',
  summary: 'Transactions of an address, the newest first',
  description: 'Needs a node with an index of addresses: Blockbook.',
  price: unstated(READ_CREDITS),
  params: { address: UtxoAddress },
  query: {
    pageSize: PageSize,
    offset: optional(Offset),
    blockFrom: optional(BlockBound),
    blockTo: optional(BlockBound),
    txType: optional(TxType),
  },
  output: Type.Array(LtcTx),
  errors: HISTORY_CODES,
}).read(async (context, { address, pageSize, offset, blockFrom, blockTo, txType }) => {
  const chain = await utxoOf(context, 'LTC')
  const found = await historyOf(chain, addressIn(chain, address, 'address', 'param'), {
    limit: pageSize,
    offset,
    from: blockFrom,
    to: blockTo,
    direction: txType,
  })
  return found.map((each) => ltcTx(chain, each))
})

export const ltcGetMempool = operation({
  id: 'ltcGetMempool',
  area,
  method: 'GET',
  path: '/v3/litecoin/mempool',
  summary: 'The transactions that wait for a block',
  price: unstated(1),
  output: Mempool,
  errors: NODE_CODES,
}).read(async (context) => [...(await (await utxoOf(context, 'LTC')).node.mempool())])

export const ltcGetUTXO = operation({
  id: 'ltcGetUTXO',
  area,
  method: 'GET',
  path: '/v3/litecoin/utxo/{hash}/{index}',
  summary: 'An output that is not spent',
  description: 'Spent in a block or by what waits in the mempool, it is not found.',
  price: unstated(READ_CREDITS),
  params: { hash: OutputHash, index: OutputIndex },
  output: LtcUTXO,
  errors: TX_CODES,
}).read(async (context, { hash, index }) => {
  const chain = await utxoOf(context, 'LTC')
  const found = await unspentOutput(chain, hash, index)
  return btcUtxo(found, await versionOf(chain, found))
})

export const ltcGetRawTransaction = operation({
  id: 'ltcGetRawTransaction',
  area,
  method: 'GET',
  path: '/v3/litecoin/transaction/{hash}',
  summary: 'A transaction of Litecoin',
  price: unstated(READ_CREDITS),
  params: { hash: TxHash },
  output: LtcTx,
  errors: TX_CODES,
}).read(async (context, { hash }) => {
  const chain = await utxoOf(context, 'LTC')
  const found = await transactionOf(chain, hash)
  return ltcTx(chain, found)
})

export const ltcTransactionAddress = operation({
  id: 'ltcTransactionAddress',
  area,
  method: 'POST',
  path: '/v3/litecoin/transaction',
  summary: 'Send LTC from addresses',
  description:
    'Outputs of the addresses are selected, as few as it takes. With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.',
  price: unstated(SEND_CREDITS),
  body: LtcTransactionAddress,
  output: TransactionSigned,
  errors: paymentCodes('LTC'),
  toldBy: ['fromAddress'],
}).performed(payFromAddresses('LTC', SEND_CREDITS))

export const ltcTransactionAddressKMS = operation({
  id: 'ltcTransactionAddressKMS',
  area,
  method: 'POST',
  path: '/v3/litecoin/transaction',
  summary: 'Send LTC from addresses, signed by a key-management system',
  description:
    'Outputs of the addresses are selected, as few as it takes. With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.',
  price: unstated(SEND_CREDITS),
  body: LtcTransactionAddressKMS,
  output: TransactionSigned,
  errors: PENDING_PAYMENT_CODES,
  toldBy: ['fromAddress', 'fromAddress[].signatureId'],
}).performed(waitFromAddresses('LTC'))

export const ltcTransactionUTXO = operation({
  id: 'ltcTransactionUTXO',
  area,
  method: 'POST',
  path: '/v3/litecoin/transaction',
  summary: 'Send LTC from outputs',
  description:
    'Each output is spent whole. With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.',
  price: unstated(SEND_CREDITS),
  body: LtcTransactionUTXO,
  output: TransactionSigned,
  errors: paymentCodes('LTC'),
  toldBy: ['fromUTXO'],
}).performed(payFromOutputs('LTC', SEND_CREDITS))

export const ltcTransactionUTXOKMS = operation({
  id: 'ltcTransactionUTXOKMS',
  area,
  method: 'POST',
  path: '/v3/litecoin/transaction',
  summary: 'Send LTC from outputs, signed by a key-management system',
  description:
    'Each output is spent whole. With changeAddress the remainder goes there, less the fee, which is the one that is named or the one of the market. Without it the remainder is the fee, and one that cannot be meant, or is above the fee that is named, is refused. A fee that is not named is never above the ceiling of the chain.',
  price: unstated(SEND_CREDITS),
  body: LtcTransactionUTXOKMS,
  output: TransactionSigned,
  errors: PENDING_PAYMENT_CODES,
  toldBy: ['fromUTXO', 'fromUTXO[].signatureId'],
}).performed(waitFromOutputs('LTC'))

export const ltcBroadcast = operation({
  id: 'ltcBroadcast',
  area,
  method: 'POST',
  path: '/v3/litecoin/broadcast',
  summary: 'Broadcast a signed transaction of Litecoin',
  description:
    'With signatureId it completes that pending transaction, and must be the one that it asks for.',
  price: unstated(BROADCAST_CREDITS),
  body: BroadcastKMS,
  output: TransactionHash,
  errors: broadcastCodesOf('LTC'),
}).performed(broadcastSigned('LTC', BROADCAST_CREDITS))
