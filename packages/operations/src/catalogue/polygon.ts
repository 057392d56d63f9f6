/** Polygon: its coin, which the API calls MATIC, and ERC-20 tokens. */

import Type from 'typebox'
import {
  readBalance,
  readBlock,
  readCount,
  readHeight,
  readTransaction,
  readTransactions,
} from '../chains/evm.js'
import { ETH_TX, POLYGON_TX } from '../chains/evm-present.js'
import {
  broadcastRaw,
  CALL_CODES,
  CREDITS,
  callPending,
  callSigned,
  readContract,
  TRANSFER_CODES,
  transferPending,
  transferSigned,
} from '../chains/evm-send.js'
import { NODE_CODES } from '../chains/faults.js'
import { broadcastCodes, pendingCodes, sendCodes } from '../chains/send.js'
import {
  blockBound,
  CallPolygonSmartContractMethod,
  CallPolygonSmartContractMethodKMS,
  CallPolygonSmartContractReadMethod,
  ContractAnswer,
  Direction,
  EthBlock,
  EvmAddress,
  EvmAddress42,
  EvmBlockRef,
  EvmHash,
  MaticBalance,
  PolygonTx,
  TransferPolygonBlockchain,
  TransferPolygonBlockchainKMS,
} from '../models/evm.js'
import { Offset, optional, PageSize } from '../models/fields.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../models/send.js'
import { operation } from '../operation.js'
import { flat } from '../price.js'

const area = 'Polygon'

export const polygonGetBalance = operation({
  id: 'polygonGetBalance',
  area,
  method: 'GET',
  path: '/v3/polygon/account/balance/{address}',
  summary: 'What an address holds of MATIC',
  price: flat(1),
  params: { address: EvmAddress },
  output: MaticBalance,
  errors: [...NODE_CODES],
}).read(readBalance('MATIC'))

export const polygonGetTransactionByAddress = operation({
  id: 'polygonGetTransactionByAddress',
  area,
  method: 'GET',
  path: '/v3/polygon/account/transaction/{address}',
  summary: 'Transactions of an address, incoming and outgoing',
  description: 'Needs a node with an index by address: one with the ots_ methods (Erigon), or a Blockbook.',
  price: flat(1),
  params: { address: EvmAddress },
  query: {
    pageSize: PageSize,
    offset: optional(Offset),
    from: blockBound(0, 'First block'),
    to: blockBound(0, 'Last block'),
    sort: Direction,
  },
  output: Type.Array(PolygonTx),
  errors: NODE_CODES,
}).read(readTransactions('MATIC', POLYGON_TX))

export const polygonGetBlock = operation({
  id: 'polygonGetBlock',
  area,
  method: 'GET',
  path: '/v3/polygon/block/{hash}',
  summary: 'A block, with its transactions',
  price: flat(1),
  params: { hash: EvmBlockRef },
  output: EthBlock,
  errors: ['block.hash.not.exists', ...NODE_CODES],
}).read(readBlock('MATIC', ETH_TX))

export const polygonGetCurrentBlock = operation({
  id: 'polygonGetCurrentBlock',
  area,
  method: 'GET',
  path: '/v3/polygon/block/current',
  summary: 'The number of the newest block',
  price: flat(1),
  output: Type.Number(),
  errors: NODE_CODES,
}).read(readHeight('MATIC'))

export const polygonGetTransaction = operation({
  id: 'polygonGetTransaction',
  area,
  method: 'GET',
  path: '/v3/polygon/transaction/{hash}',
  summary: 'A transaction',
  price: flat(2),
  params: { hash: EvmHash },
  output: PolygonTx,
  errors: ['tx.not.found', ...NODE_CODES],
}).read(readTransaction('MATIC', POLYGON_TX))

export const polygonGetTransactionCount = operation({
  id: 'polygonGetTransactionCount',
  area,
  method: 'GET',
  path: '/v3/polygon/transaction/count/{address}',
  summary: 'How many transactions an address has sent: the nonce of its next',
  description: 'With those that wait for their block, and those of Tallystick that the node does not show.',
  price: flat(1),
  params: { address: EvmAddress42 },
  output: Type.Number(),
  errors: NODE_CODES,
}).read(readCount('MATIC'))

export const polygonBroadcast = operation({
  id: 'polygonBroadcast',
  area,
  method: 'POST',
  path: '/v3/polygon/broadcast',
  summary: 'Broadcast a signed transaction of Polygon',
  description: 'With signatureId it completes that pending transaction.',
  price: flat(CREDITS),
  body: BroadcastKMS,
  output: TransactionHash,
  errors: broadcastCodes('MATIC'),
}).performed(broadcastRaw('MATIC'))

export const transferPolygonBlockchain = operation({
  id: 'transferPolygonBlockchain',
  area,
  method: 'POST',
  path: '/v3/polygon/transaction',
  summary: 'Send MATIC or a token',
  price: flat(CREDITS),
  body: TransferPolygonBlockchain,
  output: TransactionSigned,
  errors: sendCodes('MATIC', TRANSFER_CODES),
  toldBy: ['fromPrivateKey'],
}).performed(transferSigned('MATIC'))

export const transferPolygonBlockchainKMS = operation({
  id: 'transferPolygonBlockchainKMS',
  area,
  method: 'POST',
  path: '/v3/polygon/transaction',
  summary: 'Send MATIC or a token, signed by a key-management system',
  price: flat(CREDITS),
  body: TransferPolygonBlockchainKMS,
  output: TransactionSigned,
  errors: pendingCodes(TRANSFER_CODES),
  toldBy: ['signatureId'],
}).performed(transferPending('MATIC'))

export const callPolygonSmartContractReadMethod = operation({
  id: 'callPolygonSmartContractReadMethod',
  area,
  method: 'POST',
  path: '/v3/polygon/smartcontract',
  summary: 'Ask a contract',
  description: 'Nothing is sent: of a method that writes, the answer tells what it would return.',
  price: flat(CREDITS),
  body: CallPolygonSmartContractReadMethod,
  output: ContractAnswer,
  errors: ['transaction.invalid.body', 'execution.reverted', ...NODE_CODES],
}).read(readContract('MATIC'))

export const callPolygonSmartContractMethod = operation({
  id: 'callPolygonSmartContractMethod',
  area,
  method: 'POST',
  path: '/v3/polygon/smartcontract',
  summary: 'Call a contract',
  description: 'A method whose description says that it only reads is asked, and nothing is sent.',
  price: flat(CREDITS),
  body: CallPolygonSmartContractMethod,
  output: ContractAnswer,
  errors: sendCodes('MATIC', CALL_CODES),
  toldBy: ['fromPrivateKey'],
}).performed(callSigned('MATIC'))

export const callPolygonSmartContractMethodKMS = operation({
  id: 'callPolygonSmartContractMethodKMS',
  area,
  method: 'POST',
  path: '/v3/polygon/smartcontract',
  summary: 'Call a contract, signed by a key-management system',
  price: flat(CREDITS),
  body: CallPolygonSmartContractMethodKMS,
  output: ContractAnswer,
  errors: pendingCodes(CALL_CODES),
  toldBy: ['signatureId'],
}).performed(callPending('MATIC'))
