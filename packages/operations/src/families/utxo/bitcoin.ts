/** Bitcoin: blocks, transactions and outputs, and payments from addresses or outputs. */

import { records } from '@tallystick/custody'
import Type from 'typebox'
import { addressOperations } from './addresses.js'
import { mempoolOperations, utxoOperations } from './catalogue.js'
import { BtcBlock, BtcBlockHash, BtcInfo, BtcTx, BtcUTXO } from './models.js'
import { btcBlock, btcTx, btcUtxo } from './present.js'
import { infoOf, versionOf } from './reads.js'
import {
  BtcTransactionFromAddress,
  BtcTransactionFromAddressKMS,
  BtcTransactionFromUTXO,
  BtcTransactionFromUTXOKMS,
} from './send-models.js'
import type { OfUtxoChain } from './table.js'

const of: OfUtxoChain = {
  record: records.BTC,
  area: 'Bitcoin',
  credits: { read: 1, send: 2, broadcast: 2 },
  stated: true,
}

export const bitcoin = {
  ...utxoOperations(of, {
    ids: {
      info: 'btcGetBlockChainInfo',
      blockHash: 'btcGetBlockHash',
      block: 'btcGetBlock',
      transaction: 'btcGetRawTransaction',
      pay: 'btcTransactionFromUTXO',
      payKms: 'btcTransactionFromUTXOKMS',
      broadcast: 'btcBroadcast',
    },
    models: {
      info: BtcInfo,
      blockHash: BtcBlockHash,
      block: BtcBlock,
      transaction: BtcTx,
      pay: BtcTransactionFromUTXO,
      payKms: BtcTransactionFromUTXOKMS,
    },
    info: infoOf,
    presentBlock: (_chain, block) => btcBlock(block),
    presentTransaction: (_chain, transaction) => btcTx(transaction),
    payDiscriminators: ['fromUTXO'],
  }),
  ...mempoolOperations(
    of,
    { mempool: 'btcGetMempool', output: 'btcGetUTXO' },
    BtcUTXO,
    async (chain, output) => btcUtxo(output, await versionOf(chain, output)),
  ),
  ...addressOperations(
    of,
    {
      balance: 'btcGetBalanceOfAddress',
      transactions: 'btcGetTxByAddress',
      payFromAddress: 'btcTransactionFromAddress',
      payFromAddressKms: 'btcTransactionFromAddressKMS',
    },
    {
      transactions: Type.Array(BtcTx),
      payFromAddress: BtcTransactionFromAddress,
      payFromAddressKms: BtcTransactionFromAddressKMS,
    },
    (_chain, found) => found.map(btcTx),
  ),
}
