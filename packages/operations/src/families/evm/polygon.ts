/** Polygon: its coin, MATIC in the API, and ERC-20 tokens. */

import { records } from '@tallystick/custody'
import Type from 'typebox'
import { sendCodes } from '../../chains/send.js'
import { MANAGED_CODES } from '../../chains/signing.js'
import { operation } from '../../operation.js'
import { flat } from '../../price.js'
import { evmOperations } from './catalogue.js'
import {
  CallPolygonSmartContractMethod,
  CallPolygonSmartContractMethodCaller,
  CallPolygonSmartContractMethodKMS,
  CallPolygonSmartContractReadMethod,
  ContractAnswer,
  EthBlock,
  MaticBalance,
  PolygonTx,
  TransferPolygonBlockchain,
  TransferPolygonBlockchainKMS,
} from './models.js'
import { ETH_TX, POLYGON_TX } from './present.js'
import { readBalance, readBlock, readTransaction, readTransactions } from './reads.js'
import { CALL_CODES, CREDITS, call } from './sends.js'

const chainOperations = evmOperations({
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

const callPolygonSmartContractMethodCaller = operation({
  id: 'callPolygonSmartContractMethodCaller',
  area: 'Polygon',
  method: 'POST',
  path: '/v3/polygon/smartcontract',
  summary: 'Calls a contract, signed by a managed wallet',
  description:
    'caller is the address of a managed wallet. It signs with a testnet API key of any plan, and on mainnet with one of a paid plan.',
  price: flat(CREDITS),
  body: CallPolygonSmartContractMethodCaller,
  output: ContractAnswer,
  errors: [...sendCodes(records.MATIC, CALL_CODES), ...MANAGED_CODES].filter(
    (code) => code !== 'private.key.testnet.only',
  ),
  discriminators: ['caller'],
}).twoPhase(call(records.MATIC)[0])

export const polygon = { ...chainOperations, callPolygonSmartContractMethodCaller }
