/** Reads of the UTXO chains: blocks, transactions, outputs, balances and histories. All chains share them. */

import type { RejectionCode } from '@tallystick/core'
import {
  BadTransaction,
  NodeFault,
  type Utxo,
  type UtxoBlock,
  type UtxoChain,
  type UtxoHistory,
  type UtxoRecord,
  type UtxoTransaction,
} from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { NODE_CODES, refused } from '../../chains/faults.js'
import type { CallContext } from '../../context.js'
import { inCoins } from './present.js'

/** Refusals of reads: of a block, of a transaction or output, and of an address. */
export const BLOCK_CODES = [
  'block.hash.not.exists',
  ...NODE_CODES,
] as const satisfies readonly RejectionCode[]
export const TX_CODES = ['tx.not.found', ...NODE_CODES] as const satisfies readonly RejectionCode[]
export const HISTORY_CODES = NODE_CODES
export const BALANCE_CODES = [
  'address.outputs.exceeded',
  ...NODE_CODES,
] as const satisfies readonly RejectionCode[]

/** The balance of an address is computed from at most this many outputs (btcGetBalanceOfAddress). */
const MAX_OUTPUTS = 50_000

/** Nodes store heights as signed 32-bit numbers. */
const MAX_HEIGHT = 2 ** 31 - 1

const HASH = /^[0-9a-f]{64}$/i

/** Transactions per read, and the largest total, when searching for one direction. */
const SEARCH_PAGE = 200
const MAX_SEARCHED = 10_000

export const utxoOf = ({ chains, caller }: CallContext, { id }: Pick<UtxoRecord, 'id'>): Promise<UtxoChain> =>
  // A record of this family gives a chain of this family.
  chains.chain(id, caller.network) as Promise<UtxoChain>

export async function infoOf({ node }: UtxoChain) {
  const { chain, blocks, headers, bestBlock: bestblockhash, difficulty } = await node.info()
  return { chain, blocks, headers, bestblockhash, difficulty }
}

/** The hash of the block at a height. @throws Rejected `block.hash.not.exists` */
export async function blockHashAt(chain: UtxoChain, height: number): Promise<string> {
  // A node is asked in any case, because a missing node takes precedence.
  const hash = await chain.node.blockHash(Math.min(height, MAX_HEIGHT))
  if (hash === undefined || height > MAX_HEIGHT) throw noBlock(String(height))
  return hash
}

/** @param ref Hash or height @throws Rejected `block.hash.not.exists` */
export async function blockOf({ node }: UtxoChain, ref: string): Promise<UtxoBlock> {
  const height = /^\d{1,10}$/.test(ref) ? Number(ref) : null
  const isRef = height === null ? HASH.test(ref) : height <= MAX_HEIGHT
  const block = isRef ? await node.block(height ?? ref.toLowerCase()) : await reachable(node)
  if (block === undefined) throw noBlock(ref)
  return block
}

const noBlock = (detail: string): Rejected => new Rejected({ code: 'block.hash.not.exists', detail })

/** @throws Rejected `tx.not.found` */
export async function transactionOf({ node }: UtxoChain, hash: string): Promise<UtxoTransaction> {
  const transaction = HASH.test(hash) ? await node.transaction(hash.toLowerCase()) : await reachable(node)
  if (transaction === undefined) throw new Rejected({ code: 'tx.not.found', detail: hash })
  return transaction
}

/** Text that is not a hash finds nothing, but a missing node takes precedence. */
async function reachable(node: UtxoChain['node']): Promise<undefined> {
  await node.head()
}

/** @throws Rejected `tx.not.found` if it is spent or never existed */
export async function unspentOutput({ node }: UtxoChain, hash: string, index: number): Promise<Utxo> {
  const found = HASH.test(hash) ? await node.utxo({ txId: hash.toLowerCase(), index }) : await reachable(node)
  if (found !== undefined) return found
  throw new Rejected({ code: 'tx.not.found', detail: `output ${index} of ${hash} is spent, or never was` })
}

/** The version of the transaction that created an output; undefined if the node has no transaction index. */
export async function versionOf({ node }: UtxoChain, { txId }: Utxo): Promise<number | undefined> {
  try {
    return (await node.transaction(txId))?.version
  } catch (error) {
    if (error instanceof NodeFault && error.code === 'unsupported') return undefined
    // The transaction contains something that cannot be decoded, such as Litecoin's extension blocks. The output itself
    // was decoded.
    if (error instanceof BadTransaction) return undefined
    throw error
  }
}

/** @param target Where the address came from @throws Rejected `validation.failed` */
export function addressIn(
  { codec, record }: UtxoChain,
  address: string,
  property: string,
  target: 'param' | 'query' | 'body' = 'body',
): string {
  if (codec.isAddress(address)) return codec.canonical(address)
  throw refused(
    property,
    { address: `${property} is not an address of ${record.name} on this network` },
    target,
  )
}

/**
 * What an address received and sent, including the mempool. A node without an address index knows only unspent outputs
 * in blocks: `incoming` is then their sum, `outgoing` is 0, and the difference, the balance, is right.
 * @throws Rejected `address.outputs.exceeded`
 */
export async function balanceOf(chain: UtxoChain, address: string) {
  const [utxos, totals] = await Promise.all([chain.node.utxos(address), chain.history?.totals(address)])
  if (utxos.length > MAX_OUTPUTS) {
    throw new Rejected({ code: 'address.outputs.exceeded', detail: `${utxos.length} unspent outputs` })
  }
  if (totals === undefined) {
    const unspent = utxos.reduce((sum, { value }) => sum + value, 0n)
    return { incoming: inCoins(chain, unspent), outgoing: '0' }
  }
  const { incoming, outgoing, incomingPending, outgoingPending } = totals
  return {
    incoming: inCoins(chain, incoming + incomingPending),
    outgoing: inCoins(chain, outgoing + outgoingPending),
    incomingPending: inCoins(chain, incomingPending),
    outgoingPending: inCoins(chain, outgoingPending),
  }
}

interface HistoryPage {
  readonly limit: number
  readonly offset?: number | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly direction?: 'incoming' | 'outgoing' | undefined
}

/** Transactions of an address, newest first. @throws NodeFault `unsupported` without an address index */
export async function historyOf(
  chain: UtxoChain,
  address: string,
  { limit, offset = 0, from, to, direction }: HistoryPage,
): Promise<readonly UtxoTransaction[]> {
  const history = await historyIn(chain)
  const bounds = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  if (direction === undefined) return history.transactions(address, { offset, limit, ...bounds })
  const found: UtxoTransaction[] = []
  for (let start = 0; found.length < offset + limit; start += SEARCH_PAGE) {
    if (start >= MAX_SEARCHED) {
      const advice = 'narrow it with blockFrom and blockTo'
      throw new NodeFault(
        'unsupported',
        `${chain.record.name}: the history is too long for txType; ${advice}`,
      )
    }
    const page = await history.transactions(address, { offset: start, limit: SEARCH_PAGE, ...bounds })
    found.push(...page.filter((transaction) => directionOf(transaction, address) === direction))
    if (page.length < SEARCH_PAGE) break
  }
  return found.slice(offset, offset + limit)
}

export async function historyIn({ history, node, record }: UtxoChain): Promise<UtxoHistory> {
  if (history !== undefined) return history
  // A missing node takes precedence.
  await node.head()
  throw new NodeFault('unsupported', `${record.name}: the transactions of an address need Blockbook`)
}

const directionOf = ({ inputs }: UtxoTransaction, address: string): 'incoming' | 'outgoing' =>
  inputs.some(({ spent }) => spent?.address === address) ? 'outgoing' : 'incoming'
