/**
 * The operations of a UTXO chain that an embedder added. Its answers have Bitcoin Core's format: Dogecoin's models, and
 * Bitcoin Cash's bodies.
 */
import type { UtxoRecord } from '@tallystick/custody'
import Type from 'typebox'
import type { AnyOperation, Area } from '../../operation.js'
import { unstated } from '../../price.js'
import { balanceOperation, historyOperation } from './addresses.js'
import { mempoolOperations, utxoOperations } from './catalogue.js'
import { DogeBlock, DogeInfo, DogeTx, DogeUTXO, LtcGetBlockHash200Response } from './models.js'
import { dogeBlock, dogeTx, dogeUtxo } from './present.js'
import { infoOf, versionOf } from './reads.js'
import { BchTransaction, BchTransactionKMS } from './send-models.js'
import type { OfUtxoChain } from './table.js'

export function addedUtxo(record: UtxoRecord, area: Area): readonly AnyOperation[] {
  const { segment } = record
  const of: OfUtxoChain = { record, area, credits: { read: 5, send: 10, broadcast: 5 }, stated: false }
  const ids = {
    info: `${segment}GetBlockChainInfo`,
    blockHash: `${segment}GetBlockHash`,
    block: `${segment}GetBlock`,
    transaction: `${segment}GetRawTransaction`,
    pay: `${segment}TransactionUTXO`,
    payKms: `${segment}TransactionUTXOKMS`,
    broadcast: `${segment}Broadcast`,
  }
  const models = {
    info: DogeInfo,
    blockHash: LtcGetBlockHash200Response,
    block: DogeBlock,
    transaction: DogeTx,
    pay: BchTransaction,
    payKms: BchTransactionKMS,
  }
  const [presentBlock, presentTransaction] = [dogeBlock, dogeTx]
  const made = {
    ...utxoOperations(of, {
      ids,
      models,
      info: infoOf,
      presentBlock,
      presentTransaction,
      payDiscriminators: [],
    }),
    ...mempoolOperations(
      of,
      { mempool: `${segment}GetMempool`, output: `${segment}GetUTXO` },
      DogeUTXO,
      async (chain, output) => {
        const [version, head] = await Promise.all([versionOf(chain, output), chain.node.head()])
        return dogeUtxo(chain, output, version, head.hash)
      },
    ),
  }
  const price = unstated(of.credits.read)
  return [
    ...Object.values<AnyOperation>(made),
    balanceOperation(of, `${segment}GetBalanceOfAddress`, price),
    historyOperation(of, `${segment}GetTxByAddress`, price, Type.Array(DogeTx), (chain, found) =>
      found.map((transaction) => dogeTx(chain, transaction)),
    ),
  ]
}
