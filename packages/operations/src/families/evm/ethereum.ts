/** Ethereum: ETH and ERC-20 tokens, on mainnet and each testnet. */

import { records } from '@tallystick/custody'
import Type from 'typebox'
import { NODE_CODES } from '../../chains/faults.js'
import { operation } from '../../operation.js'
import { flat, type Price } from '../../price.js'
import { Offset, optional, PageSize } from '../../wire/fields.js'
import { evmOperations, onTestnets } from './catalogue.js'
import {
  CallReadSmartContractMethod,
  CallSmartContractMethod,
  CallSmartContractMethodKMS,
  EthBalance,
  EthBlock,
  EthTx,
  EthTxInternal,
  EvmAddress,
  TransferEthBlockchain,
  TransferEthBlockchainKMS,
} from './models.js'
import { ETH_TX } from './present.js'
import { readBalance, readBlock, readInternal, readTransaction, readTransactions } from './reads.js'
import { CALL_CODES } from './sends.js'

export const internalOperation = (id: string, path: string, price: Price<unknown>) =>
  operation({
    id,
    area: 'Ethereum',
    method: 'GET',
    path,
    summary: 'Returns the payments that contracts made to or from an address',
    description:
      'Newest first, without those that failed. Needs a node with an address index: one with the ots_ methods (Erigon), or Blockbook; and one that traces calls (debug_traceTransaction or trace_transaction).',
    price,
    params: { address: EvmAddress },
    query: { pageSize: PageSize, offset: optional(Offset) },
    output: Type.Array(EthTxInternal),
    errors: NODE_CODES,
  }).read(readInternal(records.ETH))

export const ethereum = onTestnets({
  ethGetInternalTransactionByAddress: internalOperation(
    'ethGetInternalTransactionByAddress',
    '/v3/ethereum/account/transaction/erc20/internal/{address}',
    flat(1),
  ),
  ...evmOperations({
    record: records.ETH,
    area: 'Ethereum',
    ids: {
      balance: 'ethGetBalance',
      transactions: 'ethGetTransactionByAddress',
      block: 'ethGetBlock',
      height: 'ethGetCurrentBlock',
      transaction: 'ethGetTransaction',
      count: 'ethGetTransactionCount',
      broadcast: 'ethBroadcast',
      transfer: 'transferEthBlockchain',
      transferKms: 'transferEthBlockchainKMS',
      ask: 'callReadSmartContractMethod',
      call: 'callSmartContractMethod',
      callKms: 'callSmartContractMethodKMS',
    },
    models: {
      balance: EthBalance,
      transactions: Type.Array(EthTx),
      block: EthBlock,
      transaction: EthTx,
      transfer: TransferEthBlockchain,
      transferKms: TransferEthBlockchainKMS,
      ask: CallReadSmartContractMethod,
      call: CallSmartContractMethod,
      callKms: CallSmartContractMethodKMS,
    },
    reads: {
      balance: readBalance(records.ETH),
      transactions: readTransactions(records.ETH, ETH_TX),
      block: readBlock(records.ETH, ETH_TX),
      transaction: readTransaction(records.ETH, ETH_TX),
    },
    holds: 'ETH',
    firstBlock: 1,
    transactionCredits: 1,
    transferStated: false,
    callCodes: CALL_CODES,
  }),
})
