/**
 * Converts answers of EVM nodes to the API's models: their field names, whole numbers as numbers, amounts of wei as
 * decimal text. Values that the node does not report are left out.
 */
import { type ExactNumber, exactNumber } from '@tallystick/core'
import type { Rpc } from '@tallystick/custody'
import { present } from '../../present.js'

/** The differences between the models of transactions. */
export interface TransactionModel {
  readonly has: readonly ('timestamp' | 'feeCurrency')[]
  /** Whether each log contains its block. */
  readonly logsNameBlock: boolean
}

export const ETH_TX: TransactionModel = { has: ['timestamp'], logsNameBlock: false }
export const POLYGON_TX: TransactionModel = { has: [], logsNameBlock: true }
export const CELO_TX: TransactionModel = { has: ['feeCurrency'], logsNameBlock: false }

const integer = (value: unknown): bigint | undefined =>
  (typeof value === 'string' && /^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i.test(value)) || Number.isSafeInteger(value)
    ? BigInt(value as string | number)
    : undefined

const number = (value: unknown): number | ExactNumber | undefined => {
  const whole = integer(value)
  return whole === undefined ? undefined : exactNumber(whole.toString())
}

const decimal = (value: unknown): string | undefined => integer(value)?.toString()

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const fieldsOf = (value: unknown): Rpc => (typeof value === 'object' && value !== null ? { ...value } : {})

function listOf<Item>(value: unknown, shown: (item: Rpc) => Item): Item[] | undefined {
  return Array.isArray(value) ? value.map((item) => shown(fieldsOf(item))) : undefined
}

const presentLog = (log: Rpc, namesBlock: boolean) =>
  present({
    address: text(log['address']),
    topics: Array.isArray(log['topics']) ? log['topics'].map(String) : undefined,
    data: text(log['data']),
    logIndex: number(log['logIndex']),
    ...(namesBlock ? { blockNumber: number(log['blockNumber']), blockHash: text(log['blockHash']) } : {}),
    transactionIndex: number(log['transactionIndex']),
    transactionHash: text(log['transactionHash']),
  })

/** @param transaction Merged with its receipt, if there is one */
export function presentTransaction(transaction: Rpc, { has, logsNameBlock }: TransactionModel) {
  const status = integer(transaction['status'])
  return present({
    blockHash: text(transaction['blockHash']),
    status: status === undefined ? undefined : status === 1n,
    blockNumber: number(transaction['blockNumber']),
    from: text(transaction['from']),
    gas: number(transaction['gas']),
    // The price that was paid instead of the one offered, if the receipt has it.
    gasPrice: decimal(transaction['effectiveGasPrice'] ?? transaction['gasPrice']),
    transactionHash: text(transaction['hash']),
    input: text(transaction['input']),
    nonce: number(transaction['nonce']),
    to: text(transaction['to']),
    transactionIndex: number(transaction['transactionIndex']),
    value: decimal(transaction['value']),
    gasUsed: number(transaction['gasUsed']),
    cumulativeGasUsed: number(transaction['cumulativeGasUsed']),
    contractAddress: text(transaction['contractAddress']),
    logs: listOf(transaction['logs'], (log) => presentLog(log, logsNameBlock)),
    ...(has.includes('timestamp')
      ? { timestamp: number(transaction['timestamp'] ?? transaction['blockTimestamp']) }
      : {}),
    ...(has.includes('feeCurrency') ? { feeCurrency: text(transaction['feeCurrency']) } : {}),
  })
}

export function presentBlock(block: Rpc, model: TransactionModel) {
  return present({
    difficulty: decimal(block['difficulty']),
    extraData: text(block['extraData']),
    gasLimit: number(block['gasLimit']),
    gasUsed: number(block['gasUsed']),
    hash: text(block['hash']),
    logsBloom: text(block['logsBloom']),
    miner: text(block['miner']),
    mixHash: text(block['mixHash']),
    nonce: text(block['nonce']),
    number: number(block['number']),
    parentHash: text(block['parentHash']),
    receiptsRoot: text(block['receiptsRoot']),
    sha3Uncles: text(block['sha3Uncles']),
    size: number(block['size']),
    stateRoot: text(block['stateRoot']),
    timestamp: number(block['timestamp']),
    totalDifficulty: decimal(block['totalDifficulty']),
    transactions: listOf(block['transactions'], (transaction) => presentTransaction(transaction, model)),
    transactionsRoot: text(block['transactionsRoot']),
  })
}

export function presentInternal(transfer: Rpc) {
  return present({
    from: text(transfer['from']),
    to: text(transfer['to']),
    value: decimal(transfer['value']),
    blockNumber: number(transfer['blockNumber']),
    timeStamp: decimal(transfer['timestamp']),
    hash: text(transfer['hash']),
    type: text(transfer['type']),
  })
}
