/** Prices per unit of gas, from the last blocks (EIP-1559) or as the node suggests. Base units of the fee's coin. */
import { times } from '@tallystick/core'
import { type EvmNode, type EvmParams, NodeFault } from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import { type EvmRpc, fieldsOf, hex, listOf, quantity } from './rpc.js'

type Rates = Awaited<ReturnType<EvmNode['feeRates']>>

const BLOCKS = 20
/** Percentiles of the tips in a block: for slow, medium and fast. */
const PERCENTILES = [10, 50, 90]
/**
 * The tip if most blocks take none, whatever the node suggests, because its suggestion may be the tip of a single
 * transaction. Wallets offer 1 Gwei by default.
 */
const QUIET_TIP = 1_000_000_000n

export const gasPrice = async (node: EvmRpc, feeCurrency?: string): Promise<bigint> =>
  quantity(await node.ask('eth_gasPrice', feeCurrency === undefined ? [] : [feeCurrency]))

export async function feeRates(node: EvmRpc, params: EvmParams, feeCurrency?: string): Promise<Rates> {
  if (feeCurrency !== undefined) return inCurrency(node, feeCurrency)
  const history = params.fee === 'eip1559' ? await feeHistory(node, params) : undefined
  return history ?? advised(await gasPrice(node), 0n, null)
}

/** Celo: both methods take the currency (docs.celo.org, "Fee Abstraction"). The price includes the tip. */
async function inCurrency(node: EvmRpc, feeCurrency: string): Promise<Rates> {
  const [price, tip] = await Promise.all([gasPrice(node, feeCurrency), maxPriority(node, [feeCurrency])])
  return advised(price, tip, price > tip ? price - tip : 0n)
}

/** The node's suggestion is for the next block; a tenth more outbids others who use it. */
const advised = (price: bigint, priority: bigint, base: bigint | null): Rates => ({
  slow: price,
  medium: price,
  fast: times(price, '1.1'),
  base,
  priority,
})

/** Undefined if the node lacks the method, or the chain has no base fee. */
async function feeHistory(node: EvmRpc, params: EvmParams): Promise<Rates | undefined> {
  const answer = await optional(node, 'eth_feeHistory', [hex(BLOCKS), 'latest', PERCENTILES])
  const history = fieldsOf(answer)
  // One more than there are blocks: the last is the next block's.
  const next = listOf(history?.['baseFeePerGas']).at(-1)
  const base = next === undefined ? 0n : quantity(next)
  if (base === 0n) return undefined
  const blocks = listOf(history?.['reward'])
  // A block without tips counts as a tip of zero: on a quiet chain, a single transaction's tip would otherwise be the
  // only one.
  const tip = (at: number): bigint => median(blocks.map((block) => quantity(listOf(block)[at] ?? '0x0')))
  const paid = tip(1)
  const priority = paid > 0n ? paid : lesser(await maxPriority(node, []), params.quietTip ?? QUIET_TIP)
  const least = tip(0)
  return {
    slow: base + (least > 0n ? least : priority),
    // A full block raises the base fee by an eighth.
    medium: times(base, '1.125') + priority,
    // Three full blocks, and a little more.
    fast: times(base, '1.5') + greater(tip(2), priority),
    base,
    priority,
  }
}

const maxPriority = async (node: EvmRpc, params: readonly string[]): Promise<bigint> =>
  quantity((await optional(node, 'eth_maxPriorityFeePerGas', params)) ?? '0x0')

/** Undefined if the node does not know the method. */
async function optional(node: EvmRpc, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await node.raw(method, params)
  } catch (error) {
    if (error instanceof RpcError) return undefined
    if (error instanceof NodeFault && error.code === 'unsupported') return undefined
    throw error
  }
}

/** For an even number, the lower of the two middle values; 0 for none. */
function median(values: readonly bigint[]): bigint {
  return values.toSorted((a, b) => (a < b ? -1 : Number(a > b)))[Math.floor((values.length - 1) / 2)] ?? 0n
}

const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other)
