/** What a unit of gas costs, of the last blocks (EIP-1559) or as the node advises. Base units of the fee's coin. */
import { times } from '@tallystick/core'
import { type EvmNode, type EvmParams, NodeFault } from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import { type EvmRpc, fieldsOf, hex, listOf, quantity } from './rpc.js'

type Rates = Awaited<ReturnType<EvmNode['feeRates']>>

const BLOCKS = 20
/** Of the tips in a block: those who were in no hurry, most, and those who were. */
const PERCENTILES = [10, 50, 90]
/**
 * A tip where most blocks take none, however much the node advises: its advice may be the tip of one stranger.
 * 1 Gwei is what wallets offer by themselves.
 */
const QUIET_TIP = 1_000_000_000n

export const gasPrice = async (node: EvmRpc, feeCurrency?: string): Promise<bigint> =>
  quantity(await node.ask('eth_gasPrice', feeCurrency === undefined ? [] : [feeCurrency]))

export async function feeRates(node: EvmRpc, params: EvmParams, feeCurrency?: string): Promise<Rates> {
  if (feeCurrency !== undefined) return inCurrency(node, feeCurrency)
  const history = params.fee === 'eip1559' ? await feeHistory(node, params) : undefined
  return history ?? advised(await gasPrice(node), 0n, null)
}

/** Celo: both methods take the currency (docs.celo.org, "Fee Abstraction"). The price has the tip in it. */
async function inCurrency(node: EvmRpc, feeCurrency: string): Promise<Rates> {
  const [price, tip] = await Promise.all([gasPrice(node, feeCurrency), maxPriority(node, [feeCurrency])])
  return advised(price, tip, price > tip ? price - tip : 0n)
}

/** The node's advice is for the next block; a tenth more outbids those who follow it. */
const advised = (price: bigint, priority: bigint, base: bigint | null): Rates => ({
  slow: price,
  medium: price,
  fast: times(price, '1.1'),
  base,
  priority,
})

/** Undefined when the node has no such method, or the chain no base fee. */
async function feeHistory(node: EvmRpc, params: EvmParams): Promise<Rates | undefined> {
  const answer = await optional(node, 'eth_feeHistory', [hex(BLOCKS), 'latest', PERCENTILES])
  const history = fieldsOf(answer)
  // One more than there are blocks: the last is the next block's.
  const next = listOf(history?.['baseFeePerGas']).at(-1)
  const base = next === undefined ? 0n : quantity(next)
  if (base === 0n) return undefined
  const blocks = listOf(history?.['reward'])
  // A block without tips counts as one that took none: on a quiet chain one stranger's tip would be the only one.
  const tip = (at: number): bigint => median(blocks.map((block) => quantity(listOf(block)[at] ?? '0x0')))
  const paid = tip(1)
  const priority = paid > 0n ? paid : lesser(await maxPriority(node, []), params.quietTip ?? QUIET_TIP)
  const least = tip(0)
  return {
    slow: base + (least > 0n ? least : priority),
    // A full block raises the base fee by an eighth.
    medium: times(base, '1.125') + priority,
    // Three full blocks, and a little more than them.
    fast: times(base, '1.5') + greater(tip(2), priority),
    base,
    priority,
  }
}

const maxPriority = async (node: EvmRpc, params: readonly string[]): Promise<bigint> =>
  quantity((await optional(node, 'eth_maxPriorityFeePerGas', params)) ?? '0x0')

/** Undefined when the node does not know the method. */
async function optional(node: EvmRpc, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await node.raw(method, params)
  } catch (error) {
    if (error instanceof RpcError) return undefined
    if (error instanceof NodeFault && error.code === 'unsupported') return undefined
    throw error
  }
}

/** Of an even number the lower of the two in the middle; of none 0. */
function median(values: readonly bigint[]): bigint {
  return values.toSorted((a, b) => (a < b ? -1 : Number(a > b)))[Math.floor((values.length - 1) / 2)] ?? 0n
}

const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other)
