/** Ethereum: ETH and ERC-20 tokens, on the main network and on each of its testnets. */

import Type from 'typebox'
import {
  readBalance,
  readBlock,
  readCount,
  readHeight,
  readInternal,
  readTransaction,
  readTransactions,
} from '../chains/evm.js'
import { ETH_TX } from '../chains/evm-present.js'
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
  CallReadSmartContractMethod,
  CallSmartContractMethod,
  CallSmartContractMethodKMS,
  ContractAnswer,
  Direction,
  EthBalance,
  EthBlock,
  EthTx,
  EthTxInternal,
  EvmAddress,
  EvmAddress42,
  EvmBlockRef,
  EvmHash,
  TransferEthBlockchain,
  TransferEthBlockchainKMS,
} from '../models/evm.js'
import { Offset, optional, PageSize } from '../models/fields.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../models/send.js'
import { TestnetType } from '../models/wallet.js'
import { operation } from '../operation.js'
import { flat, unstated } from '../price.js'

const area = 'Ethereum'

export const ethGetBalance = operation({
  id: 'ethGetBalance',
  area,
  method: 'GET',
  path: '/v3/ethereum/account/balance/{address}',
  summary: 'What an address holds of ETH',
  price: flat(1),
  params: { address: EvmAddress },
  query: { testnetType: TestnetType },
  output: EthBalance,
  errors: [...NODE_CODES],
}).read(readBalance('ETH'))

export const ethGetTransactionByAddress = operation({
  id: 'ethGetTransactionByAddress',
  area,
  method: 'GET',
  path: '/v3/ethereum/account/transaction/{address}',
  summary: 'Transactions of an address, incoming and outgoing',
  description: 'Needs a node with an index by address: one with the ots_ methods (Erigon), or a Blockbook.',
  price: flat(1),
  params: { address: EvmAddress },
  query: {
    pageSize: PageSize,
    offset: optional(Offset),
    from: blockBound(1, 'First block'),
    to: blockBound(1, 'Last block'),
    sort: Direction,
    testnetType: TestnetType,
  },
  output: Type.Array(EthTx),
  errors: NODE_CODES,
}).read(readTransactions('ETH', ETH_TX))

export const ethGetInternalTransactionByAddress = operation({
  id: 'ethGetInternalTransactionByAddress',
  area,
  method: 'GET',
  path: '/v3/ethereum/account/transaction/erc20/internal/{address}',
  summary: 'Payments that contracts have made to or from an address',
  description:
    'The newest first. Needs a node with an index by address: one with the ots_ methods (Erigon), or a Blockbook.',
  price: flat(1),
  params: { address: EvmAddress },
  query: { pageSize: PageSize, offset: optional(Offset), testnetType: TestnetType },
  output: Type.Array(EthTxInternal),
  errors: NODE_CODES,
}).read(readInternal('ETH'))

export const ethGetBlock = operation({
  id: 'ethGetBlock',
  area,
  method: 'GET',
  path: '/v3/ethereum/block/{hash}',
  summary: 'A block, with its transactions',
  price: flat(1),
  params: { hash: EvmBlockRef },
  query: { testnetType: TestnetType },
  output: EthBlock,
  errors: ['block.hash.not.exists', ...NODE_CODES],
}).read(readBlock('ETH', ETH_TX))

export const ethGetCurrentBlock = operation({
  id: 'ethGetCurrentBlock',
  area,
  method: 'GET',
  path: '/v3/ethereum/block/current',
  summary: 'The number of the newest block',
  price: flat(1),
  query: { testnetType: TestnetType },
  output: Type.Number(),
  errors: NODE_CODES,
}).read(readHeight('ETH'))

export const ethGetTransaction = operation({
  id: 'ethGetTransaction',
  area,
  method: 'GET',
  path: '/v3/ethereum/transaction/{hash}',
  summary: 'A transaction',
  price: flat(1),
  params: { hash: EvmHash },
  query: { testnetType: TestnetType },
  output: EthTx,
  errors: ['tx.not.found', ...NODE_CODES],
}).read(readTransaction('ETH', ETH_TX))

export const ethGetTransactionCount = operation({
  id: 'ethGetTransactionCount',
  area,
  method: 'GET',
  path: '/v3/ethereum/transaction/count/{address}',
  summary: 'How many transactions an address has sent: the nonce of its next',
  description: 'With those that wait for their block, and those of Tallystick that the node does not show.',
  price: flat(1),
  params: { address: EvmAddress42 },
  query: { testnetType: TestnetType },
  output: Type.Number(),
  errors: NODE_CODES,
}).read(readCount('ETH'))

export const ethBroadcast = operation({
  id: 'ethBroadcast',
  area,
  method: 'POST',
  path: '/v3/ethereum/broadcast',
  summary: 'Broadcast a signed transaction of Ethereum',
  description: 'With signatureId it completes that pending transaction.',
  price: flat(CREDITS),
  body: BroadcastKMS,
  query: { testnetType: TestnetType },
  output: TransactionHash,
  errors: broadcastCodes('ETH'),
}).performed(broadcastRaw('ETH'))

export const transferEthBlockchain = operation({
  id: 'transferEthBlockchain',
  area,
  method: 'POST',
  path: '/v3/ethereum/transaction',
  summary: 'Send ETH or a token',
  price: unstated(CREDITS),
  body: TransferEthBlockchain,
  query: { testnetType: TestnetType },
  output: TransactionSigned,
  errors: sendCodes('ETH', TRANSFER_CODES),
  toldBy: ['fromPrivateKey'],
}).performed(transferSigned('ETH'))

export const transferEthBlockchainKMS = operation({
  id: 'transferEthBlockchainKMS',
  area,
  method: 'POST',
  path: '/v3/ethereum/transaction',
  summary: 'Send ETH or a token, signed by a key-management system',
  price: unstated(CREDITS),
  body: TransferEthBlockchainKMS,
  query: { testnetType: TestnetType },
  output: TransactionSigned,
  errors: pendingCodes(TRANSFER_CODES),
  toldBy: ['signatureId'],
}).performed(transferPending('ETH'))

export const callReadSmartContractMethod = operation({
  id: 'callReadSmartContractMethod',
  area,
  method: 'POST',
  path: '/v3/ethereum/smartcontract',
  summary: 'Ask a contract',
  description: 'Nothing is sent: of a method that writes, the answer tells what it would return.',
  price: flat(CREDITS),
  body: CallReadSmartContractMethod,
  query: { testnetType: TestnetType },
  output: ContractAnswer,
  errors: ['transaction.invalid.body', 'execution.reverted', ...NODE_CODES],
}).read(readContract('ETH'))

export const callSmartContractMethod = operation({
  id: 'callSmartContractMethod',
  area,
  method: 'POST',
  path: '/v3/ethereum/smartcontract',
  summary: 'Call a contract',
  description: 'A method whose description says that it only reads is asked, and nothing is sent.',
  price: flat(CREDITS),
  body: CallSmartContractMethod,
  query: { testnetType: TestnetType },
  output: ContractAnswer,
  errors: sendCodes('ETH', CALL_CODES),
  toldBy: ['fromPrivateKey'],
}).performed(callSigned('ETH'))

export const callSmartContractMethodKMS = operation({
  id: 'callSmartContractMethodKMS',
  area,
  method: 'POST',
  path: '/v3/ethereum/smartcontract',
  summary: 'Call a contract, signed by a key-management system',
  price: flat(CREDITS),
  body: CallSmartContractMethodKMS,
  query: { testnetType: TestnetType },
  output: ContractAnswer,
  errors: pendingCodes(CALL_CODES),
  toldBy: ['signatureId'],
}).performed(callPending('ETH'))
