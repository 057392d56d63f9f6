/** Celo: its coin and ERC-20 tokens, some of which can pay fees. */

import { records } from '@tallystick/custody'
import Type from 'typebox'
import { evmOperations } from './catalogue.js'
import {
  CallCeloReadSmartContractMethod,
  CallCeloSmartContractMethod,
  CallCeloSmartContractMethodKMS,
  CeloBalance,
  CeloBlock,
  CeloTx,
  TransferCeloBlockchain,
  TransferCeloBlockchainKMS,
} from './models.js'
import { CELO_TX } from './present.js'
import { readBlock, readCeloBalance, readTransaction, readTransactions } from './reads.js'
import { TRANSFER_CODES } from './sends.js'

export const celo = evmOperations({
  record: records.CELO,
  area: 'Celo',
  ids: {
    balance: 'celoGetBalance',
    transactions: 'celoGetTransactionByAddress',
    block: 'celoGetBlock',
    height: 'celoGetCurrentBlock',
    transaction: 'celoGetTransaction',
    count: 'celoGetTransactionCount',
    broadcast: 'celoBroadcast',
    transfer: 'transferCeloBlockchain',
    transferKms: 'transferCeloBlockchainKMS',
    ask: 'callCeloReadSmartContractMethod',
    call: 'callCeloSmartContractMethod',
    callKms: 'callCeloSmartContractMethodKMS',
  },
  models: {
    balance: CeloBalance,
    transactions: Type.Array(CeloTx),
    block: CeloBlock,
    transaction: CeloTx,
    transfer: TransferCeloBlockchain,
    transferKms: TransferCeloBlockchainKMS,
    ask: CallCeloReadSmartContractMethod,
    call: CallCeloSmartContractMethod,
    callKms: CallCeloSmartContractMethodKMS,
  },
  reads: {
    balance: readCeloBalance,
    transactions: readTransactions(records.CELO, CELO_TX),
    block: readBlock(records.CELO, CELO_TX),
    transaction: readTransaction(records.CELO, CELO_TX),
  },
  holds: 'CELO, CUSD and CEUR',
  balanceCodes: ['transaction.invalid.body', 'execution.reverted'],
  firstBlock: 0,
  transactionCredits: 2,
  transferStated: true,
  callCodes: TRANSFER_CODES,
  callDiscriminators: ['feeCurrency'],
})
