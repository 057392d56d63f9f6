/** Operations of addresses: balance, history and payments. Not every UTXO chain has all of them. */
import type { TSchema } from 'typebox'
import { TransactionSigned } from '../../models/send.js'
import { operation } from '../../operation.js'
import type { Price } from '../../price.js'
import { Offset, optional, PageSize } from '../../wire/fields.js'
import { named, type Own } from '../named.js'
import { pair } from '../pair.js'
import { BlockBound, BtcBasedBalance, TxType, UtxoAddress } from './models.js'
import { addressIn, BALANCE_CODES, balanceOf, HISTORY_CODES, historyOf, utxoOf } from './reads.js'
import type { BtcTransactionFromAddress, BtcTransactionFromAddressKMS } from './send-models.js'
import { PAYMENT_CODES, payFromAddresses } from './sends.js'
import {
  type AsOn,
  FROM_ADDRESSES,
  type OfUtxoChain,
  type Presents,
  priced,
  type Transaction,
} from './table.js'

interface AddressIds extends Readonly<Record<string, string>> {
  readonly balance: string
  readonly transactions: string
  readonly payFromAddress: string
  readonly payFromAddressKms: string
}

interface AddressModels {
  /** A list. */
  readonly transactions: TSchema
  readonly payFromAddress: AsOn<typeof BtcTransactionFromAddress>
  readonly payFromAddressKms: AsOn<typeof BtcTransactionFromAddressKMS>
}

export function addressOperations<const Ids extends AddressIds, Models extends AddressModels>(
  of: OfUtxoChain,
  ids: Ids,
  given: Models,
  presentTransactions: Presents<readonly Transaction[], Models['transactions']>,
) {
  const { record, area, credits } = of
  const models: Own<Models, AddressModels> = given
  const [payFromAddress, payFromAddressKms] = pair(
    {
      ids: [ids.payFromAddress, ids.payFromAddressKms],
      area,
      record,
      path: `/v3/${record.segment}/transaction`,
      summary: `Sends ${record.id} from addresses`,
      description: FROM_ADDRESSES,
      price: priced(of, credits.send),
      bodies: [models.payFromAddress, models.payFromAddressKms],
      outputs: [TransactionSigned, TransactionSigned],
      codes: PAYMENT_CODES,
      keyField: 'fromAddress[].privateKey',
      signers: [['fromAddress'], ['fromAddress', 'fromAddress[].signatureId']],
    },
    payFromAddresses(record, credits.send),
  )
  return named(ids, {
    balance: balanceOperation(of, ids.balance, priced(of, credits.read)),

    transactions: historyOperation(
      of,
      ids.transactions,
      priced(of, credits.read),
      models.transactions,
      presentTransactions,
    ),

    payFromAddress,
    payFromAddressKms,
  })
}

type Placed = Pick<OfUtxoChain, 'record' | 'area'>

export const balanceOperation = ({ record, area }: Placed, id: string, price: Price<unknown>) =>
  operation({
    id,
    area,
    method: 'GET',
    path: `/v3/${record.segment}/address/balance/{address}`,
    summary: 'Returns what an address received and sent',
    description:
      'The balance is the difference. A node with an address index (Blockbook) reports all of it. Other nodes know only the unspent outputs in blocks: incoming is then their sum, outgoing is 0, and the mempool is left out.',
    price,
    params: { address: UtxoAddress },
    output: BtcBasedBalance,
    errors: BALANCE_CODES,
  }).read(async (context, { address }) => {
    const chain = await utxoOf(context, record)
    return balanceOf(chain, addressIn(chain, address, 'address', 'param'))
  })

export const historyOperation = <Model extends TSchema>(
  { record, area }: Placed,
  id: string,
  price: Price<unknown>,
  model: Model,
  presentTransactions: Presents<readonly Transaction[], Model>,
) =>
  operation({
    id,
    area,
    method: 'GET',
    path: `/v3/${record.segment}/transaction/address/{address}`,
    summary: 'Returns the transactions of an address, newest first',
    description: 'Needs a node with an address index (Blockbook).',
    price,
    params: { address: UtxoAddress },
    query: {
      pageSize: PageSize,
      offset: optional(Offset),
      blockFrom: optional(BlockBound),
      blockTo: optional(BlockBound),
      txType: optional(TxType),
    },
    output: model,
    errors: HISTORY_CODES,
  }).read(async (context, { address, pageSize, offset, blockFrom, blockTo, txType }) => {
    const chain = await utxoOf(context, record)
    const found = await historyOf(chain, addressIn(chain, address, 'address', 'param'), {
      limit: pageSize,
      offset,
      from: blockFrom,
      to: blockTo,
      direction: txType,
    })
    return presentTransactions(chain, found)
  })
