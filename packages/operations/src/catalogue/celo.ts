/** Celo: its coin and ERC-20 tokens, in some of which fees may be paid. */

import Type from 'typebox'
import {
  readBlock,
  readCeloBalance,
  readCount,
  readHeight,
  readTransaction,
  readTransactions,
} from '../chains/evm.js'
import { CELO_TX } from '../chains/evm-present.js'
import {
  broadcastRaw,
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
  CallCeloReadSmartContractMethod,
  CallCeloSmartContractMethod,
  CallCeloSmartContractMethodKMS,
  CeloBalance,
  CeloBlock,
  CeloTx,
  ContractAnswer,
  Direction,
  EvmAddress,
  EvmAddress42,
  EvmBlockRef,
  EvmHash,
  TransferCeloBlockchain,
  TransferCeloBlockchainKMS,
} from '../models/evm.js'
import { Offset, optional, PageSize } from '../models/fields.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../models/send.js'
import { operation } from '../operation.js'
import { flat } from '../price.js'

const area = 'Celo'

export const celoGetBalance = operation({
  id: 'celoGetBalance',
  area,
  method: 'GET',
  path: '/v3/celo/account/balance/{address}',
  summary: 'What an address holds of CELO, CUSD and CEUR',
  price: flat(1),
  params: { address: EvmAddress },
  output: CeloBalance,
  errors: ['transaction.invalid.body', 'execution.reverted', ...NODE_CODES],
}).read(readCeloBalance)

export const celoGetTransactionByAddress = operation({
  id: 'celoGetTransactionByAddress',
  area,
  method: 'GET',
  path: '/v3/celo/account/transaction/{address}',
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
  output: Type.Array(CeloTx),
  errors: NODE_CODES,
}).read(readTransactions('CELO', CELO_TX))

export const celoGetBlock = operation({
  id: 'celoGetBlock',
  area,
  method: 'GET',
  path: '/v3/celo/block/{hash}',
  summary: 'A block, with its transactions',
  price: flat(1),
  params: { hash: EvmBlockRef },
  output: CeloBlock,
  errors: ['block.hash.not.exists', ...NODE_CODES],
}).read(readBlock('CELO', CELO_TX))

export const celoGetCurrentBlock = operation({
  id: 'celoGetCurrentBlock',
  area,
  method: 'GET',
  path: '/v3/celo/block/current',
  summary: 'The number of the newest block',
  price: flat(1),
  output: Type.Number(),
  errors: NODE_CODES,
}).read(readHeight('CELO'))

export const celoGetTransaction = operation({
  id: 'celoGetTransaction',
  area,
  method: 'GET',
  path: '/v3/celo/transaction/{hash}',
  summary: 'A transaction',
  price: flat(2),
  params: { hash: EvmHash },
  output: CeloTx,
  errors: ['tx.not.found', ...NODE_CODES],
}).read(readTransaction('CELO', CELO_TX))

export const celoGetTransactionCount = operation({
  id: 'celoGetTransactionCount',
  area,
  method: 'GET',
  path: '/v3/celo/transaction/count/{address}',
  summary: 'How many transactions an address has sent: the nonce of its next',
  description: 'With those that wait for their block, and those of Tallystick that the node does not show.',
  price: flat(1),
  params: { address: EvmAddress42 },
  output: Type.Number(),
  errors: NODE_CODES,
}).read(readCount('CELO'))

export const celoBroadcast = operation({
  id: 'celoBroadcast',
  area,
  method: 'POST',
  path: '/v3/celo/broadcast',
  summary: 'Broadcast a signed transaction of Celo',
  description: 'With signatureId it completes that pending transaction.',
  price: flat(CREDITS),
  body: BroadcastKMS,
  output: TransactionHash,
  errors: broadcastCodes('CELO'),
}).performed(broadcastRaw('CELO'))

export const transferCeloBlockchain = operation({
  id: 'transferCeloBlockchain',
  area,
  method: 'POST',
  path: '/v3/celo/transaction',
  summary: 'Send CELO or a token',
  price: flat(CREDITS),
  body: TransferCeloBlockchain,
  output: TransactionSigned,
  errors: sendCodes('CELO', TRANSFER_CODES),
  toldBy: ['fromPrivateKey'],
}).performed(transferSigned('CELO'))

export const transferCeloBlockchainKMS = operation({
  id: 'transferCeloBlockchainKMS',
  area,
  method: 'POST',
  path: '/v3/celo/transaction',
  summary: 'Send CELO or a token, signed by a key-management system',
  price: flat(CREDITS),
  body: TransferCeloBlockchainKMS,
  output: TransactionSigned,
  errors: pendingCodes(TRANSFER_CODES),
  toldBy: ['signatureId'],
}).performed(transferPending('CELO'))

export const callCeloReadSmartContractMethod = operation({
  id: 'callCeloReadSmartContractMethod',
  area,
  method: 'POST',
  path: '/v3/celo/smartcontract',
  summary: 'Ask a contract',
  description: 'Nothing is sent: of a method that writes, the answer tells what it would return.',
  price: flat(CREDITS),
  body: CallCeloReadSmartContractMethod,
  output: ContractAnswer,
  errors: ['transaction.invalid.body', 'execution.reverted', ...NODE_CODES],
}).read(readContract('CELO'))

export const callCeloSmartContractMethod = operation({
  id: 'callCeloSmartContractMethod',
  area,
  method: 'POST',
  path: '/v3/celo/smartcontract',
  summary: 'Call a contract',
  description: 'A method whose description says that it only reads is asked, and nothing is sent.',
  price: flat(CREDITS),
  body: CallCeloSmartContractMethod,
  output: ContractAnswer,
  errors: sendCodes('CELO', TRANSFER_CODES),
  toldBy: ['fromPrivateKey', 'feeCurrency'],
}).performed(callSigned('CELO'))

export const callCeloSmartContractMethodKMS = operation({
  id: 'callCeloSmartContractMethodKMS',
  area,
  method: 'POST',
  path: '/v3/celo/smartcontract',
  summary: 'Call a contract, signed by a key-management system',
  price: flat(CREDITS),
  body: CallCeloSmartContractMethodKMS,
  output: ContractAnswer,
  errors: pendingCodes(TRANSFER_CODES),
  toldBy: ['signatureId', 'feeCurrency'],
}).performed(callPending('CELO'))
