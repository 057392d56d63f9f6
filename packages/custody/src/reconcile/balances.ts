/** What an address has, according to the node and to the observed outputs. */
import { type Cursor, type OnChain, OUTPUTS, onChain } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import { type Chain, NodeFault } from '../ports/chain.js'
import { isUtxo } from '../ports/utxo.js'

/** Whether a balance that is read now is that after the cursor's block. */
export async function isAt({ blocks, node }: Chain, { height }: Cursor): Promise<boolean> {
  return blocks?.keepsStates === true || (await (blocks ?? node).head()).height === height
}

/** @param asset Empty for the native coin. @throws NodeFault */
export async function balanceOf(
  chain: Chain,
  address: string,
  asset: string,
  { height, hash }: Cursor,
): Promise<bigint> {
  const { node, blocks } = chain
  if (blocks?.balance !== undefined) {
    return blocks.balance(address, asset === '' ? null : asset, { height, hash })
  }
  if (asset !== '') throw new NodeFault('unsupported', 'its nodes are not asked for balances of tokens')
  const balances = await Promise.all(spellings(chain, address).map((one) => node.balance(one)))
  return balances.reduce((sum, one) => sum + one, 0n)
}

/** The unspent outputs of an address in observed blocks; 0 on chains without outputs. */
export async function outputsOf(
  query: Pick<Queries, 'list'>,
  chain: Chain,
  owned: OnChain & { readonly address: string },
): Promise<bigint> {
  if (!isUtxo(chain)) return 0n
  const address = { in: spellings(chain, owned.address) }
  const where = { ...onChain(owned), address, spentHeight: null, height: { from: 0 } }
  const outputs = await query.list(OUTPUTS, { part: 'unspent', where })
  return outputs.reduce((sum, { value }) => sum + value, 0n)
}

/** Both addresses of a key: clients differ in where they send change. */
const spellings = (chain: Chain, address: string): readonly string[] =>
  isUtxo(chain) ? [address, ...chain.codec.twins(address)] : [address]
