/** Polygon: its coin, MATIC in the API, and ERC-20 tokens. */

import { records } from '@tallystick/custody'
import Type from 'typebox'
import { evmOperations } from './catalogue.js'
import {
  CallPolygonSmartContractMethod,
  CallPolygonSmartContractMethodKMS,
  CallPolygonSmartContractReadMethod,
  EthBlock,
  MaticBalance,
  PolygonTx,
  TransferPolygonBlockchain,
  TransferPolygonBlockchainKMS,
} from './models.js'
import { ETH_TX, POLYGON_TX } from './present.js'
import { readBalance, readBlock, readTransaction, readTransactions } from './reads.js'
import { CALL_CODES } from './sends.js'

export const polygon = evmOperations({
  record: records.MATIC,
  area: 'Polygon',
  ids: {
    balance: 'polygonGetBalance',
    transactions: 'polygonGetTransactionByAddress',
    block: 'polygonGetBlock',
    height: 'polygonGetCurrentBlock',
    transaction: 'polygonGetTransaction',
    count: 'polygonGetTransactionCount',
    broadcast: 'polygonBroadcast',
    transfer: 'transferPolygonBlockchain',
    transferKms: 'transferPolygonBlockchainKMS',
    ask: 'callPolygonSmartContractReadMethod',
    call: 'callPolygonSmartContractMethod',
    callKms: 'callPolygonSmartContractMethodKMS',
  },
  models: {
    balance: MaticBalance,
    transactions: Type.Array(PolygonTx),
    block: EthBlock,
    transaction: PolygonTx,
    transfer: TransferPolygonBlockchain,
    transferKms: TransferPolygonBlockchainKMS,
    ask: CallPolygonSmartContractReadMethod,
    call: CallPolygonSmartContractMethod,
    callKms: CallPolygonSmartContractMethodKMS,
  },
  reads: {
    balance: readBalance(records.MATIC),
    transactions: readTransactions(records.MATIC, POLYGON_TX),
    block: readBlock(records.MATIC, ETH_TX),
    transaction: readTransaction(records.MATIC, POLYGON_TX),
  },
  holds: 'MATIC',
  firstBlock: 0,
  transactionCredits: 2,
  transferStated: true,
  callCodes: CALL_CODES,
})
