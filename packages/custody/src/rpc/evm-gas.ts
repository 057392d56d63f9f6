/** Gas on EVM chains that are reached by the pass-through only (ethereum.github.io/execution-apis). */
import { BadTransaction, NodeFault } from '../ports/chain.js'
import type { EvmCall } from '../ports/evm.js'
import { askNode, type PassThroughs } from './ask.js'

/**
 * Units of gas of a transaction, and the price of one that the node suggests, in base units.
 * @param node Of the RPC pass-through: `optimism-mainnet`
 * @throws BadTransaction `execution.reverted`, `insufficient.funds`; NodeFault
 */
export async function gasBy(
  chains: PassThroughs,
  node: string,
  { from, to, value, data }: EvmCall,
): Promise<{ readonly units: bigint; readonly price: bigint }> {
  const call = { from, ...(to === null ? {} : { to }), value: `0x${value.toString(16)}`, data }
  const [units, price] = await Promise.all([
    quantityOf(chains, node, 'eth_estimateGas', [call]),
    quantityOf(chains, node, 'eth_gasPrice', []),
  ])
  return { units, price }
}

async function quantityOf(
  chains: PassThroughs,
  node: string,
  method: string,
  params: readonly unknown[],
): Promise<bigint> {
  const { status, value } = await askNode(chains, node, '', { jsonrpc: '2.0', id: 1, method, params })
  const answer: unknown = Object(value)
  const { result, error } = answer as { readonly result?: unknown; readonly error?: unknown }
  if (typeof result === 'string' && /^0x[0-9a-f]{1,64}$/i.test(result)) return BigInt(result)
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown }
  const text = typeof message === 'string' ? message : ''
  if (/insufficient (?:funds|balance)|gas required exceeds allowance/i.test(text)) {
    throw new BadTransaction(
      'insufficient.funds',
      'The sender does not have enough for the amount and the fee',
    )
  }
  // Geth's code. Others say it in the message.
  if (Number(code) === 3 || /revert|invalid opcode|out of gas/i.test(text)) {
    throw new BadTransaction('execution.reverted', 'The contract refused')
  }
  throw new NodeFault(
    'unreachable',
    `The node answered ${method} with status ${status} and without a quantity`,
  )
}
