/** Dogecoin: blocks, transactions and outputs, and payments from outputs. */
import { records } from '@tallystick/custody'
import { mempoolOperations, utxoOperations } from './catalogue.js'
import { DogeBlock, DogeInfo, DogeTx, DogeUTXO, LtcGetBlockHash200Response } from './models.js'
import { dogeBlock, dogeTx, dogeUtxo } from './present.js'
import { infoOf, versionOf } from './reads.js'
import { DogeTransactionUTXO, DogeTransactionUTXOKMS } from './send-models.js'
import type { OfUtxoChain } from './table.js'

const of: OfUtxoChain = {
  record: records.DOGE,
  area: 'Dogecoin',
  credits: { read: 1, send: 2, broadcast: 2 },
  stated: true,
}

export const dogecoin = {
  ...utxoOperations(of, {
    ids: {
      info: 'dogeGetBlockChainInfo',
      blockHash: 'dogeGetBlockHash',
      block: 'dogeGetBlock',
      transaction: 'dogeGetRawTransaction',
      pay: 'dogeTransactionUTXO',
      payKms: 'dogeTransactionUTXOKMS',
      broadcast: 'dogeBroadcast',
    },
    models: {
      info: DogeInfo,
      blockHash: LtcGetBlockHash200Response,
      block: DogeBlock,
      transaction: DogeTx,
      pay: DogeTransactionUTXO,
      payKms: DogeTransactionUTXOKMS,
    },
    info: infoOf,
    presentBlock: dogeBlock,
    presentTransaction: dogeTx,
    payDiscriminators: [],
  }),
  ...mempoolOperations(
    of,
    { mempool: 'dogeGetMempool', output: 'dogeGetUTXO' },
    DogeUTXO,
    async (chain, output) => {
      const [version, head] = await Promise.all([versionOf(chain, output), chain.node.head()])
      return dogeUtxo(chain, output, version, head.hash)
    },
  ),
}
