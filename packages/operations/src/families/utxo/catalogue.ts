/**
 * The operations of a UTXO chain: those of every chain, and those of some. Its table contains the differences between
 * chains.
 */
import type { UtxoChain } from '@tallystick/custody'
import type { TSchema } from 'typebox'
import { NODE_CODES } from '../../chains/faults.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../../models/send.js'
import { operation, type ResultOf } from '../../operation.js'
import { named, type Own } from '../named.js'
import { pair } from '../pair.js'
import { BlockRef, type BtcBlockHash, Height, Mempool, OutputHash, OutputIndex, TxHash } from './models.js'
import { BLOCK_CODES, blockHashAt, blockOf, TX_CODES, transactionOf, unspentOutput, utxoOf } from './reads.js'
import type { BtcTransactionFromUTXO, BtcTransactionFromUTXOKMS } from './send-models.js'
import { broadcastCodesOf, broadcastSigned, PAYMENT_CODES, payFromOutputs } from './sends.js'
import {
  type AsOn,
  FROM_OUTPUTS,
  type OfUtxoChain,
  type Presents,
  priced,
  type Transaction,
} from './table.js'

type Block = Awaited<ReturnType<typeof blockOf>>
type Output = Awaited<ReturnType<typeof unspentOutput>>

// ---- every chain

interface UtxoIds extends Readonly<Record<string, string>> {
  readonly info: string
  readonly blockHash: string
  readonly block: string
  readonly transaction: string
  readonly pay: string
  readonly payKms: string
  readonly broadcast: string
}

interface UtxoModels {
  readonly info: TSchema
  readonly blockHash: typeof BtcBlockHash
  readonly block: TSchema
  readonly transaction: TSchema
  readonly pay: AsOn<typeof BtcTransactionFromUTXO>
  readonly payKms: AsOn<typeof BtcTransactionFromUTXOKMS>
}

interface UtxoTable<Ids extends UtxoIds, Models extends UtxoModels> {
  readonly ids: Ids
  readonly models: Models
  readonly info: (chain: UtxoChain) => Promise<ResultOf<Models['info']>>
  readonly presentBlock: Presents<Block, Models['block']>
  readonly presentTransaction: Presents<Transaction, Models['transaction']>
  /** The fields that distinguish a payment from outputs from one from addresses, if the chain has both. */
  readonly payDiscriminators: readonly string[]
}

export function utxoOperations<const Ids extends UtxoIds, Models extends UtxoModels>(
  of: OfUtxoChain,
  table: UtxoTable<Ids, Models>,
) {
  return named(table.ids, { ...readOperations(of, table), ...payOperations(of, table) })
}

function readOperations<Models extends UtxoModels>(of: OfUtxoChain, table: UtxoTable<UtxoIds, Models>) {
  const { record, area } = of
  const { ids, info, presentBlock, presentTransaction } = table
  const models: Own<Models, UtxoModels> = table.models
  const price = priced(of, of.credits.read)
  return {
    info: operation({
      id: ids.info,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/info`,
      summary: `Returns the state of the ${area} blockchain`,
      price,
      output: models.info,
      errors: NODE_CODES,
    }).read(async (context) => info(await utxoOf(context, record))),

    blockHash: operation({
      id: ids.blockHash,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/block/hash/{i}`,
      summary: 'Returns the hash of the block at a height',
      price,
      params: { i: Height },
      output: table.models.blockHash,
      errors: BLOCK_CODES,
    }).read(async (context, { i }) => ({ hash: await blockHashAt(await utxoOf(context, record), i) })),

    block: operation({
      id: ids.block,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/block/{hash}`,
      summary: 'Returns a block with its transactions, by hash or height',
      price,
      params: { hash: BlockRef },
      output: models.block,
      errors: BLOCK_CODES,
    }).read(async (context, { hash }) => {
      const chain = await utxoOf(context, record)
      return presentBlock(chain, await blockOf(chain, hash))
    }),

    transaction: operation({
      id: ids.transaction,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/transaction/{hash}`,
      summary: `Returns a transaction`,
      price,
      params: { hash: TxHash },
      output: models.transaction,
      errors: TX_CODES,
    }).read(async (context, { hash }) => {
      const chain = await utxoOf(context, record)
      return presentTransaction(chain, await transactionOf(chain, hash))
    }),
  }
}

function payOperations<Models extends UtxoModels>(of: OfUtxoChain, table: UtxoTable<UtxoIds, Models>) {
  const { record, area, credits } = of
  const { ids, payDiscriminators } = table
  const models: Own<Models, UtxoModels> = table.models
  const [pay, payKms] = pair(
    {
      ids: [ids.pay, ids.payKms],
      area,
      record,
      path: `/v3/${record.segment}/transaction`,
      summary: `Sends ${record.id} from outputs`,
      description: FROM_OUTPUTS,
      price: priced(of, credits.send),
      bodies: [models.pay, models.payKms],
      outputs: [TransactionSigned, TransactionSigned],
      codes: PAYMENT_CODES,
      keyField: 'fromUTXO[].privateKey',
      signers: [payDiscriminators, [...payDiscriminators, 'fromUTXO[].signatureId']],
    },
    payFromOutputs(record, credits.send),
  )
  return {
    pay,
    payKms,

    broadcast: operation({
      id: ids.broadcast,
      area,
      method: 'POST',
      path: `/v3/${record.segment}/broadcast`,
      summary: `Broadcasts a signed ${area} transaction`,
      description:
        'With signatureId, completes that pending signature; the transaction must be the requested one.',
      price: priced(of, credits.broadcast),
      body: BroadcastKMS,
      output: TransactionHash,
      errors: broadcastCodesOf(record),
    }).twoPhase(broadcastSigned(record, credits.broadcast)),
  }
}

// ---- chains whose mempool is readable

interface MempoolIds extends Readonly<Record<string, string>> {
  readonly mempool: string
  readonly output: string
}

export function mempoolOperations<const Ids extends MempoolIds, Model extends TSchema>(
  of: OfUtxoChain,
  ids: Ids,
  model: Model,
  presentOutput: (chain: UtxoChain, found: Output) => Promise<ResultOf<Model>>,
) {
  const { record, area, credits } = of
  return named(ids, {
    mempool: operation({
      id: ids.mempool,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/mempool`,
      summary: 'Returns the transactions in the mempool',
      price: priced(of, 1),
      output: Mempool,
      errors: NODE_CODES,
    }).read(async (context) => [...(await (await utxoOf(context, record)).node.mempool())]),

    output: operation({
      id: ids.output,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/utxo/{hash}/{index}`,
      summary: 'Returns an unspent output',
      description: 'An output that a block or the mempool spends is not found.',
      price: priced(of, credits.read),
      params: { hash: OutputHash, index: OutputIndex },
      output: model,
      errors: TX_CODES,
    }).read(async (context, { hash, index }) => {
      const chain = await utxoOf(context, record)
      return presentOutput(chain, await unspentOutput(chain, hash, index))
    }),
  })
}
