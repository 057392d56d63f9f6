/** Litecoin: blocks, transactions and outputs, and payments from addresses or outputs. */

import { records } from '@tallystick/custody'
import Type from 'typebox'
import { addressOperations } from './addresses.js'
import { mempoolOperations, utxoOperations } from './catalogue.js'
import { LtcBlock, LtcGetBlockHash200Response, LtcInfo, LtcTx, LtcUTXO } from './models.js'
import { btcUtxo, ltcBlock, ltcTx } from './present.js'
import { infoOf, versionOf } from './reads.js'
import {
  LtcTransactionAddress,
  LtcTransactionAddressKMS,
  LtcTransactionUTXO,
  LtcTransactionUTXOKMS,
} from './send-models.js'
import type { OfUtxoChain } from './table.js'

const of: OfUtxoChain = {
  record: records.LTC,
  area: 'Litecoin',
  credits: { read: 5, send: 10, broadcast: 5 },
  stated: false,
}

export const litecoin = {
  ...utxoOperations(of, {
    ids: {
      info: 'ltcGetBlockChainInfo',
      blockHash: 'ltcGetBlockHash',
      block: 'ltcGetBlock',
      transaction: 'ltcGetRawTransaction',
      pay: 'ltcTransactionUTXO',
      payKms: 'ltcTransactionUTXOKMS',
      broadcast: 'ltcBroadcast',
    },
    models: {
      info: LtcInfo,
      blockHash: LtcGetBlockHash200Response,
      block: LtcBlock,
      transaction: LtcTx,
      pay: LtcTransactionUTXO,
      payKms: LtcTransactionUTXOKMS,
    },
    info: infoOf,
    presentBlock: ltcBlock,
    presentTransaction: ltcTx,
    payDiscriminators: ['fromUTXO'],
  }),
  ...mempoolOperations(
    of,
    { mempool: 'ltcGetMempool', output: 'ltcGetUTXO' },
    LtcUTXO,
    async (chain, output) => btcUtxo(output, await versionOf(chain, output)),
  ),
  ...addressOperations(
    of,
    {
      balance: 'ltcGetBalanceOfAddress',
      transactions: 'ltcGetTxByAddress',
      payFromAddress: 'ltcTransactionAddress',
      payFromAddressKms: 'ltcTransactionAddressKMS',
    },
    {
      transactions: Type.Array(LtcTx),
      payFromAddress: LtcTransactionAddress,
      payFromAddressKms: LtcTransactionAddressKMS,
    },
    (chain, found) => found.map((transaction) => ltcTx(chain, transaction)),
  ),
}
