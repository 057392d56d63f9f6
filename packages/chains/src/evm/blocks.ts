/**
 * Reads the blocks of EVM chains. A transaction counts if its receipt, from the same block, says that it succeeded. A
 * token counts if the log of its own contract says so, whatever the call returned. The sender pays the fee in either case.
 *
 * Positions: 0 is the transaction's own payment, followed by one for each log. Payments by contracts begin at `CALLS`,
 * and the remainders of contracts that ended at `ENDS`.
 */
import {
  BadTransaction,
  type Block,
  type BlockHeader,
  type Blocks,
  type ContractLog,
  type CreatedContract,
  type EvmCodec,
  type EvmParams,
  type Movement,
  NoBlock,
  NodeFault,
  type TokenTransfer,
  tokenTransferOf,
} from '@tallystick/custody'
import { eachOf } from '../each.js'
import { RpcError } from '../transport/transport.js'
import { covers } from './bloom.js'
import { type Transfers, transfersIn } from './calls.js'
import { CONTRACTS } from './compiled.js'
import { balanceAt } from './funds.js'
import { broken, idOf, idTransfersOf, incomplete, logsOf } from './logs.js'
import { evmMempool } from './mempool.js'
import { pays } from './pays.js'
import { count, type EvmRpc, type Fields, fieldsOf, hex, quantity } from './rpc.js'

/** More logs than a transaction can have: a log costs 375 units of gas. */
const CALLS = 1_000_000_000
const ENDS = 2_000_000_000

export function evmBlocks(codec: EvmCodec, params: EvmParams, rpc: EvmRpc): Blocks {
  const reading: Reading = { codec, coinToken: params.coinToken?.toLowerCase() }
  return {
    head: async () => {
      const head = fieldsOf(await rpc.ask('eth_getBlockByNumber', ['latest', false]))
      if (head === undefined) throw broken('The node has no block')
      return { height: count(head['number']), hash: idOf(head['hash']) }
    },
    header: async (height) => {
      const found = await blockAt(rpc.pinned(), height, false)
      return found === undefined ? undefined : headerOf(found, height)
    },
    block: async (height, assets) => {
      const node = rpc.pinned()
      const found = await blockAt(node, height, true)
      if (found === undefined) return undefined
      const header = headerOf(found, height)
      const transactions = transactionsOf(found)
      const ids = transactions.map(({ hash }) => idOf(hash))
      const receipts = await receiptsOf(node, header.hash, ids)
      const transfers = await transfersIn(rpc, { ...header, ids })
      return blockOf({ block: found, receipts, transfers }, height, assets, reading)
    },
    mempool: () => evmMempool(codec, reading.coinToken, rpc),
    keepsStates: true,
    balance: (address, asset, { hash }) => balanceAt(rpc, codec.canonical(address), asset, hash),
  }
}

/** Undefined above the head. @throws NoBlock if the node no longer has an old block */
async function blockAt(node: EvmRpc, height: number, isFull: boolean): Promise<Fields | undefined> {
  const found = fieldsOf(await node.ask('eth_getBlockByNumber', [hex(height), isFull]))
  if (found !== undefined) return found
  if (count(await node.ask('eth_blockNumber', [])) < height) return undefined
  throw new NoBlock(`block ${height}`)
}

/** In the order of the transactions. */
async function receiptsOf(node: EvmRpc, hash: string, ids: readonly string[]): Promise<readonly unknown[]> {
  if (ids.length === 0) return []
  try {
    const found = await node.raw('eth_getBlockReceipts', [hash])
    if (Array.isArray(found)) return found
  } catch (error) {
    const lacksIt = error instanceof NodeFault && error.code === 'unsupported'
    // Nodes without this method answer in various ways.
    if (!lacksIt && !(error instanceof RpcError)) throw error
  }
  return await eachOf(ids, (id) => node.ask('eth_getTransactionReceipt', [id]))
}

interface Reading {
  readonly codec: EvmCodec
  readonly coinToken: string | undefined
}

export interface ToldBlock {
  /** With its transactions in full. */
  readonly block: Fields
  /** Those of its transactions, perhaps with others. */
  readonly receipts: readonly unknown[]
  readonly transfers: Transfers
}

/** @throws NodeFault if it is not this block, or not all of it */
export function blockOf(
  { block, receipts, transfers }: ToldBlock,
  height: number,
  assets: ReadonlySet<string>,
  { codec, coinToken }: Reading,
): Block {
  const header = headerOf(block, height)
  const found = new Map(
    receipts.map((one) => {
      const receipt = fieldsOf(one) ?? {}
      if (idOf(receipt['blockHash']) !== header.hash) throw incomplete(height)
      return [idOf(receipt['transactionHash']), receipt] as const
    }),
  )
  let index = 0
  const transactions = transactionsOf(block).map((transaction) => {
    const receipt = found.get(idOf(transaction['hash']))
    if (receipt === undefined) throw incomplete(height)
    const logs = logsOf(receipt, height, index)
    index += logs.length
    return { transaction, receipt, logs }
  })
  if (new Set(transactions.map(({ receipt }) => receipt)).size !== transactions.length)
    throw incomplete(height)
  const logs = transactions.flatMap((one) => one.logs)
  if (!covers(logs, String(block['logsBloom']))) throw incomplete(height)
  const told = transactions.flatMap((one) => (succeeded(one.receipt) ? one.logs : []))
  const context: Context = {
    assets,
    coinToken,
    address: (value) => {
      const text = String(value)
      if (/^0x[0-9a-f]{40}$/.test(text)) return text
      try {
        return codec.canonical(text)
      } catch (error) {
        if (error instanceof BadTransaction) throw broken('The node answered with an invalid address')
        throw error
      }
    },
  }
  return {
    ...header,
    movements: transactions.flatMap((one) => {
      const calls = transfers?.get(idOf(one.transaction['hash'])) ?? []
      return movementsOf({ ...one, calls }, context)
    }),
    spends: [],
    logs: told,
    idTransfers: told.flatMap(idTransfersOf),
    created: transactions.flatMap(({ transaction, receipt }) => createdBy(transaction, receipt, context)),
    ...(transfers === null ? { untraced: true } : {}),
  }
}

function headerOf(block: Fields, height: number): BlockHeader {
  if (count(block['number']) !== height)
    throw broken(`The node answered for block ${height} with another one`)
  return {
    height,
    hash: idOf(block['hash']),
    parent: idOf(block['parentHash']),
    time: count(block['timestamp']) * 1_000,
  }
}

function transactionsOf({ transactions }: Fields): readonly Fields[] {
  if (!Array.isArray(transactions)) throw broken("The node's block has no transactions")
  return transactions.map((one) => fieldsOf(one) ?? {})
}

interface Context {
  readonly assets: ReadonlySet<string>
  readonly coinToken: string | undefined
  /** In the canonical spelling. */
  readonly address: (value: unknown) => string
}

interface Executed {
  readonly transaction: Fields
  readonly receipt: Fields
  readonly logs: readonly ContractLog[]
  readonly calls: NonNullable<ReturnType<NonNullable<Transfers>['get']>>
}

function movementsOf({ transaction, receipt, logs, calls }: Executed, context: Context): readonly Movement[] {
  const txId = idOf(transaction['hash'])
  const sender = context.address(transaction['from'])
  const isPaidInToken = (transaction['feeCurrency'] ?? null) !== null
  const fee = isPaidInToken ? 0n : feeOf(transaction, receipt)
  if (!succeeded(receipt)) return pays(txId, 0, sender, sender, null, 0n, fee)
  const to = context.address(transaction['to'] ?? receipt['contractAddress'])
  const own = pays(txId, 0, sender, to, null, quantity(transaction['value']), fee)
  const logged = logs.flatMap((log, index) => {
    const { from, to, asset, amount } = transferOf(log, context) ?? {}
    if (from === undefined || to === undefined || asset === undefined || amount === undefined) return []
    return pays(txId, index + 1, from, to, asset, amount).filter(({ address }) => address !== NOBODY)
  })
  let [called, ended] = [0, 0]
  const internal = calls.flatMap(({ from, to, value, isEnd }) => {
    const position = isEnd ? ENDS + ended++ : CALLS + called++
    return pays(txId, position, context.address(from), context.address(to), null, value)
  })
  return [...own, ...(isPaidInToken ? netOf(sender, logged) : logged), ...internal]
}

const succeeded = (receipt: Fields): boolean => quantity(receipt['status']) === 1n

/**
 * Nodes name an address for a transaction that failed too. Only contracts of multi tokens of this project count: what they
 * log has cost its gas, and anybody else's may log what it likes.
 */
function createdBy(transaction: Fields, receipt: Fields, context: Context): readonly CreatedContract[] {
  if ((transaction['to'] ?? null) !== null || !succeeded(receipt)) return []
  if (!String(transaction['input']).startsWith(CONTRACTS.MultiToken.bytecode)) return []
  return [{ txId: idOf(transaction['hash']), contract: context.address(receipt['contractAddress']) }]
}

/** What the sender paid for gas, whether or not the transaction succeeded. */
function feeOf(transaction: Fields, receipt: Fields): bigint {
  const { gasUsed, effectiveGasPrice, blobGasUsed, blobGasPrice, l1Fee } = receipt
  const optional = (value: unknown): bigint => (value === undefined || value === null ? 0n : quantity(value))
  return (
    quantity(gasUsed) * quantity(effectiveGasPrice ?? transaction['gasPrice']) +
    // EIP-4844; and the fee that rollups (OP Stack) take for the chain below them.
    optional(blobGasUsed) * optional(blobGasPrice) +
    optional(l1Fee)
  )
}

/** Tokens come from it when they are minted, and go to it when they are burnt. It holds none. */
const NOBODY = `0x${'0'.repeat(40)}`

/** Of the tokens that count. */
function transferOf(
  log: ContractLog,
  { assets, coinToken }: Context,
): (TokenTransfer & { readonly asset: string | null }) | undefined {
  const { address } = log
  const isCoin = address === coinToken
  const transfer = isCoin || assets.has(address) ? tokenTransferOf(log) : undefined
  return transfer && { ...transfer, asset: isCoin ? null : address }
}

/**
 * Celo: if a token pays the fee, its contract takes the highest possible fee and gives back the rest. Both are logs, and
 * the refund is no payment to the sender. So everything that the sender got and gave of a token becomes one movement.
 */
function netOf(sender: string, movements: readonly Movement[]): readonly Movement[] {
  const sums = new Map<string | null, bigint>()
  for (const { address, asset, amount } of movements) {
    if (address === sender) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  }
  return movements.flatMap((one) => {
    if (one.address !== sender) return [one]
    const amount = sums.get(one.asset) ?? 0n
    sums.delete(one.asset)
    return amount === 0n ? [] : [{ ...one, amount, from: amount > 0n ? one.from : null }]
  })
}
