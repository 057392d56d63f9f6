/** The operations of an EVM chain. Its table, `EvmTable`, contains the differences between chains. */
import type { RejectionCode } from '@tallystick/core'
import type { EvmRecord } from '@tallystick/custody'
import Type, { type TObject, type TSchema } from 'typebox'
import { NODE_CODES } from '../../chains/faults.js'
import { broadcastCodes } from '../../chains/send.js'
import type { CallContext } from '../../context.js'
import { BroadcastKMS, TransactionHash, TransactionSigned } from '../../models/send.js'
import { TestnetType } from '../../models/wallet.js'
import { type AnyOperation, type Area, type Operation, operation, type ResultOf } from '../../operation.js'
import { flat, type Price, unstated } from '../../price.js'
import { Offset, optional, PageSize } from '../../wire/fields.js'
import { named, type Own } from '../named.js'
import { pair } from '../pair.js'
import {
  blockBound,
  type CallPolygonSmartContractMethod,
  type CallPolygonSmartContractMethodKMS,
  type CallPolygonSmartContractReadMethod,
  ContractAnswer,
  Direction,
  EvmAddress,
  EvmAddress42,
  EvmBlockRef,
  EvmHash,
  type TransferPolygonBlockchain,
  type TransferPolygonBlockchainKMS,
} from './models.js'
import { type OnTestnet, readCount, readHeight } from './reads.js'
import * as sends from './sends.js'
import { CREDITS, TRANSFER_CODES } from './sends.js'

/** The operation ids of a chain, by the names that the factory uses. */
interface EvmIds extends Readonly<Record<string, string>> {
  readonly balance: string
  readonly transactions: string
  readonly block: string
  readonly height: string
  readonly transaction: string
  readonly count: string
  readonly broadcast: string
  readonly transfer: string
  readonly transferKms: string
  readonly ask: string
  readonly call: string
  readonly callKms: string
}

/** The fields of Polygon's model, or more. */
type AsOn<Polygon extends TObject> = TObject<Polygon['properties']>

/** The documented models of the chain. */
interface EvmModels {
  readonly balance: TSchema
  /** The list of an address's transactions. */
  readonly transactions: TSchema
  readonly block: TSchema
  readonly transaction: TSchema
  readonly transfer: AsOn<typeof TransferPolygonBlockchain>
  readonly transferKms: AsOn<typeof TransferPolygonBlockchainKMS>
  readonly ask: AsOn<typeof CallPolygonSmartContractReadMethod>
  readonly call: AsOn<typeof CallPolygonSmartContractMethod>
  readonly callKms: AsOn<typeof CallPolygonSmartContractMethodKMS>
}

interface OfAddress {
  readonly address: string
}

interface OfHash {
  readonly hash: string
}

interface Range extends OfAddress {
  readonly pageSize: number
  readonly offset?: number
  readonly from?: number
  readonly to?: number
  readonly sort?: string
}

type Read<Args, Model extends TSchema> = (context: CallContext, args: Args) => Promise<ResultOf<Model>>

/** The functions that make the answers, in the chain's models. */
interface EvmReads<Models extends EvmModels> {
  readonly balance: Read<OfAddress, Models['balance']>
  readonly transactions: Read<Range, Models['transactions']>
  readonly block: Read<OfHash, Models['block']>
  readonly transaction: Read<OfHash, Models['transaction']>
}

interface EvmTable<Ids extends EvmIds, Models extends EvmModels> {
  readonly record: EvmRecord
  readonly area: Area
  readonly ids: Ids
  readonly models: Models
  readonly reads: EvmReads<Models>
  /** The coins in a balance, for the summary. */
  readonly holds: string
  readonly balanceCodes?: readonly RejectionCode[]
  /** The documented minimum of block numbers. */
  readonly firstBlock: 0 | 1
  /** Credits of looking up a transaction. */
  readonly transactionCredits: number
  /** Whether the documentation states the credits of a transfer. */
  readonly transferStated: boolean
  readonly callCodes: readonly RejectionCode[]
  /** The fields that distinguish a contract call from a read, besides the fields of the signer. */
  readonly callDiscriminators?: readonly string[]
}

export function evmOperations<const Ids extends EvmIds, Models extends EvmModels>(
  table: EvmTable<Ids, Models>,
) {
  return named(table.ids, {
    ...addressOperations(table),
    ...blockOperations(table),
    ...sendOperations(table),
    ...contractOperations(table),
  })
}

function addressOperations<Models extends EvmModels>(table: EvmTable<EvmIds, Models>) {
  const { record, area, ids, reads, firstBlock, balanceCodes = [] } = table
  const models: Own<Models, EvmModels> = table.models
  return {
    balance: operation({
      id: ids.balance,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/account/balance/{address}`,
      summary: `Returns the ${table.holds} balance of an address`,
      price: flat(1),
      params: { address: EvmAddress },
      output: models.balance,
      errors: [...balanceCodes, ...NODE_CODES],
    }).read(reads.balance),

    transactions: operation({
      id: ids.transactions,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/account/transaction/{address}`,
      summary: 'Returns the incoming and outgoing transactions of an address',
      description: 'Needs a node with an address index: one with the ots_ methods (Erigon), or Blockbook.',
      price: flat(1),
      params: { address: EvmAddress },
      query: {
        pageSize: PageSize,
        offset: optional(Offset),
        from: blockBound(firstBlock, 'First block'),
        to: blockBound(firstBlock, 'Last block'),
        sort: Direction,
      },
      output: models.transactions,
      errors: NODE_CODES,
    }).read(reads.transactions),

    count: operation({
      id: ids.count,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/transaction/count/{address}`,
      summary: 'Returns the number of transactions that an address has sent, which is its next nonce',
      description: 'Includes pending transactions, even those of this service that the node does not show.',
      price: flat(1),
      params: { address: EvmAddress42 },
      output: Type.Number(),
      errors: NODE_CODES,
    }).read(readCount(record)),
  }
}

function blockOperations<Models extends EvmModels>(table: EvmTable<EvmIds, Models>) {
  const { record, area, ids, reads } = table
  const models: Own<Models, EvmModels> = table.models
  return {
    block: operation({
      id: ids.block,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/block/{hash}`,
      summary: 'Returns a block with its transactions',
      price: flat(1),
      params: { hash: EvmBlockRef },
      output: models.block,
      errors: ['block.hash.not.exists', ...NODE_CODES],
    }).read(reads.block),

    height: operation({
      id: ids.height,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/block/current`,
      summary: 'Returns the number of the newest block',
      price: flat(1),
      output: Type.Number(),
      errors: NODE_CODES,
    }).read(readHeight(record)),

    transaction: operation({
      id: ids.transaction,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/transaction/{hash}`,
      summary: 'Returns a transaction',
      price: flat(table.transactionCredits),
      params: { hash: EvmHash },
      output: models.transaction,
      errors: ['tx.not.found', ...NODE_CODES],
    }).read(reads.transaction),
  }
}

const SIGNERS = [['fromPrivateKey'], ['signatureId']] as const

function sendOperations<Models extends EvmModels>(table: EvmTable<EvmIds, Models>) {
  const { record, area, ids } = table
  const models: Own<Models, EvmModels> = table.models
  const price = table.transferStated ? flat : unstated
  const [transfer, transferKms] = pair(
    {
      ids: [ids.transfer, ids.transferKms],
      area,
      record,
      path: `/v3/${record.segment}/transaction`,
      summary: `Sends ${record.id} or a token`,
      price: price(CREDITS),
      bodies: [models.transfer, models.transferKms],
      outputs: [TransactionSigned, TransactionSigned],
      codes: TRANSFER_CODES,
      keyField: 'fromPrivateKey',
      signers: SIGNERS,
    },
    sends.transfer(record),
  )
  return {
    broadcast: broadcastOperation({ id: ids.broadcast, area, record, price: flat(CREDITS) }),

    transfer,
    transferKms,
  }
}

function contractOperations<Models extends EvmModels>(table: EvmTable<EvmIds, Models>) {
  const { record, area, ids, callCodes, callDiscriminators = [] } = table
  const models: Own<Models, EvmModels> = table.models
  const path = `/v3/${record.segment}/smartcontract`
  const price = flat(CREDITS)
  const [call, callKms] = pair(
    {
      ids: [ids.call, ids.callKms],
      area,
      record,
      path,
      summary: 'Calls a contract',
      description:
        'If the ABI declares the method as read-only, returns its result and sends no transaction.',
      price,
      bodies: [models.call, models.callKms],
      outputs: [ContractAnswer, ContractAnswer],
      codes: callCodes,
      keyField: 'fromPrivateKey',
      signers: SIGNERS,
      discriminators: callDiscriminators,
    },
    sends.call(record),
  )
  return {
    ask: operation({
      id: ids.ask,
      area,
      method: 'POST',
      path,
      summary: 'Reads from a contract',
      description: 'Sends no transaction. For a method that writes, returns what the method would return.',
      price,
      body: models.ask,
      output: ContractAnswer,
      errors: ['transaction.invalid.body', 'execution.reverted', ...NODE_CODES],
    }).read(sends.readContract(record)),

    call,
    callKms,
  }
}

interface Broadcasting {
  readonly id: string
  readonly area: Area
  readonly record: EvmRecord
  readonly price: Price<unknown>
}

/** The only operation of the chains besides Ethereum, Polygon and Celo. */
export const broadcastOperation = ({ id, area, record, price }: Broadcasting) =>
  operation({
    id,
    area,
    method: 'POST',
    path: `/v3/${record.segment}/broadcast`,
    summary: `Broadcasts a signed ${area} transaction`,
    description: 'With signatureId, completes that pending signature.',
    price,
    body: BroadcastKMS,
    output: TransactionHash,
    errors: [...broadcastCodes(record), 'fee.exceptional'],
  }).twoPhase(sends.broadcastRaw(record))

type OnTestnets<Operations> = {
  readonly [Id in keyof Operations]: Operations[Id] extends Operation<infer Args, infer Result>
    ? Operation<Args & OnTestnet, Result>
    : never
}

/** Adds the choice of a testnet to the operations of a chain that has several. */
export function onTestnets<Operations extends object>(operations: Operations): OnTestnets<Operations> {
  const entries = Object.entries(operations).map(([id, own]: [string, AnyOperation]) => [
    id,
    { ...own, query: { ...own.query, testnetType: TestnetType } },
  ])
  // `OnTestnets` describes the same types. Each operation passes `testnetType` to its chain.
  return Object.fromEntries(entries) as OnTestnets<Operations>
}
