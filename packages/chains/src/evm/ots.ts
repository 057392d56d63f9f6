/**
 * Transactions of an address from a node with the `ots_` methods (Erigon, anvil; docs.otterscan.io, "JSON-RPC API
 * extensions"). The node returns pages that end with a whole block, newest first in each, in either direction from a
 * block.
 */
import { type EvmCodec, type EvmHistory, NodeFault, type Rpc } from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import { thosePaid } from './calls.js'
import { withReceipt } from './node.js'
import { count, type EvmRpc, fieldsOf, hex, listOf, quantity } from './rpc.js'

/** Erigon's largest page. */
const PAGE = 25
/** With more pages, an answer would take longer than a call may. */
const MAX_PAGES = 400

type Page = Parameters<EvmHistory['transactions']>[1]

export function otsHistory(codec: EvmCodec, rpc: EvmRpc): EvmHistory {
  return {
    transactions: async (address, page) => {
      const found: Rpc[] = []
      for await (const one of walk(rpc, codec.canonical(address), page)) {
        found.push(one)
        if (found.length === page.offset + page.limit) break
      }
      return found.slice(page.offset)
    },
    internal: async (address, { offset, limit }) => {
      const owner = codec.canonical(address)
      const found: Rpc[] = []
      for await (const transaction of walk(rpc, owner, { order: 'desc' })) {
        found.push(...(await internalOf(rpc, transaction, owner)))
        if (found.length >= offset + limit) break
      }
      return found.slice(offset, offset + limit)
    },
  }
}

/** @throws NodeFault `unsupported` if the node has no `ots_` methods; hosted nodes report this in various messages */
async function ots(rpc: EvmRpc, method: string, params: readonly unknown[]): Promise<unknown> {
  const unsupported = new NodeFault(
    'unsupported',
    'This needs a node with an index by address: one with the ots_ methods (Erigon), or a Blockbook',
  )
  try {
    return await rpc.raw(method, params)
  } catch (error) {
    if (error instanceof NodeFault && error.code === 'unsupported') throw unsupported
    if (!(error instanceof RpcError)) throw error
    if (/method|not (?:supported|available|allowed)|unsupported|unimplemented/i.test(error.message))
      throw unsupported
    throw new NodeFault('unreachable', `${method}: the node's error ${error.code}`)
  }
}

/** All transactions of an address within the heights, one after another. */
async function* walk(
  rpc: EvmRpc,
  address: string,
  { from = 0, to, order }: Pick<Page, 'from' | 'to' | 'order'>,
): AsyncGenerator<Rpc> {
  const isDown = order === 'desc'
  // Before a block, or after it; zero means after the newest, or before the oldest.
  let edge = isDown ? await before(rpc, to) : Math.max(from - 1, 0)
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { transactions, isLast } = await search(rpc, address, edge, isDown)
    for (const one of isDown ? transactions : transactions.toReversed()) {
      const height = count(one['blockNumber'])
      if (isDown ? height < from : to !== undefined && height > to) return
      if (isDown ? to === undefined || height <= to : height >= from) yield one
      edge = height
    }
    if (isLast || transactions.length === 0) return
  }
  throw new NodeFault(
    'unsupported',
    `Nothing is listed beyond ${MAX_PAGES * PAGE} transactions of an address`,
  )
}

/**
 * The block at which pages start, downwards. A height that the chain has not reached is never requested: some nodes
 * count down from it (anvil does), which takes for ever from a large height of a caller.
 */
async function before(rpc: EvmRpc, to: number | undefined): Promise<number> {
  if (to === undefined) return 0
  const head = count(await rpc.ask('eth_blockNumber', []))
  return to < head ? to + 1 : 0
}

async function search(rpc: EvmRpc, address: string, edge: number, isDown: boolean) {
  const method = isDown ? 'ots_searchTransactionsBefore' : 'ots_searchTransactionsAfter'
  const answer = fieldsOf(await ots(rpc, method, [address, edge, PAGE]))
  const receipts = listOf(answer?.['receipts']).map(fieldsOf)
  const transactions = listOf(answer?.['txs']).map((item, at) => {
    const receipt = receipts[at]
    const transaction = withReceipt(fieldsOf(item) ?? {}, receipt)
    const timestamp = receipt?.['timestamp']
    return timestamp === undefined ? transaction : { ...transaction, timestamp: hex(quantity(timestamp)) }
  })
  // The newest page is the first and the oldest the last, in either direction.
  return { transactions, isLast: (isDown ? answer?.['lastPage'] : answer?.['firstPage']) === true }
}

const KINDS: readonly string[] = ['call', 'selfdestruct', 'create', 'create2']

async function internalOf(rpc: EvmRpc, transaction: Rpc, owner: string): Promise<readonly Rpc[]> {
  const { hash, blockNumber, timestamp, from: sender, to: recipient, status } = transaction
  if (status === '0x0') return []
  const operations = await ots(rpc, 'ots_getInternalOperations', [hash])
  const listed = listOf(operations).flatMap((item) => {
    const { type, from, to, value } = fieldsOf(item) ?? {}
    // anvil lists the transaction itself, of a deployment with the new contract; Erigon lists only its internal
    // transfers. A sender makes no internal transfers.
    const isItself = from === sender && (to === recipient || recipient === null)
    if (isItself || (from !== owner && to !== owner)) return []
    return [{ hash, blockNumber, timestamp, from, to, value, type: KINDS[count(type)] ?? 'call' }]
  })
  return await thosePaid(rpc, transaction, listed)
}
