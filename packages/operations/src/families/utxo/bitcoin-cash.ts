/** Bitcoin Cash: blocks, transactions and outputs, and payments from outputs. */

import { records } from '@tallystick/custody'
import Type from 'typebox'
import { operation } from '../../operation.js'
import { flat } from '../../price.js'
import { optional } from '../../wire/fields.js'
import { utxoOperations } from './catalogue.js'
import { BchBlock, BchGetBlockHash200Response, BchInfo, BchTx, Skip, UtxoAddress } from './models.js'
import { bchBlock, bchTx } from './present.js'
import { addressIn, HISTORY_CODES, historyOf, infoOf, utxoOf } from './reads.js'
import { BchTransaction, BchTransactionKMS } from './send-models.js'
import type { OfUtxoChain } from './table.js'

const of: OfUtxoChain = {
  record: records.BCH,
  area: 'Bitcoin Cash',
  credits: { read: 5, send: 10, broadcast: 5 },
  stated: true,
}

/** Transactions per answer. */
const PAGE = 50

const bchGetTxByAddress = operation({
  id: 'bchGetTxByAddress',
  area: of.area,
  method: 'GET',
  path: '/v3/bcash/transaction/address/{address}',
  summary: 'Returns the transactions of an address, newest first, 50 at a time',
  description: 'Needs a node with an address index (Blockbook).',
  price: flat(of.credits.read),
  params: { address: UtxoAddress },
  query: { skip: optional(Skip) },
  output: Type.Array(BchTx),
  errors: HISTORY_CODES,
}).read(async (context, { address, skip }) => {
  const chain = await utxoOf(context, records.BCH)
  const found = await historyOf(chain, addressIn(chain, address, 'address', 'param'), {
    limit: PAGE,
    offset: skip,
  })
  return found.map((each) => bchTx(chain, each))
})

export const bitcoinCash = {
  bchGetTxByAddress,
  ...utxoOperations(of, {
    ids: {
      info: 'bchGetBlockChainInfo',
      blockHash: 'bchGetBlockHash',
      block: 'bchGetBlock',
      transaction: 'bchGetRawTransaction',
      pay: 'bchTransaction',
      payKms: 'bchTransactionKMS',
      broadcast: 'bchBroadcast',
    },
    models: {
      info: BchInfo,
      blockHash: BchGetBlockHash200Response,
      block: BchBlock,
      transaction: BchTx,
      pay: BchTransaction,
      payKms: BchTransactionKMS,
    },
    async info(chain) {
      const { headers: _, ...info } = await infoOf(chain)
      return info
    },
    presentBlock: bchBlock,
    presentTransaction: bchTx,
    payDiscriminators: [],
  }),
}
