/** What an address has, according to the node and to the observed outputs. */
import { ADDRESS_POOLS, type Cursor, type OnChain, OUTPUTS, onChain, outputKey } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import { type Chain, NodeFault } from '../ports/chain.js'
import { isUtxo, type UtxoChain } from '../ports/utxo.js'

interface Owned extends OnChain {
  readonly address: string
}

interface Wanted {
  readonly asset: string
  readonly cursor: Cursor
  readonly expected?: bigint
}

type Reads = Pick<Queries, 'find' | 'list'>

/** Whether a balance that is read now is that after the cursor's block. */
export async function isAt({ blocks, node }: Chain, { height }: Cursor): Promise<boolean> {
  return blocks?.keepsStates === true || (await (blocks ?? node).head()).height === height
}

/**
 * @param asset Empty for the native coin
 * @param expected If the node says so, its outputs are not looked at one by one
 * @throws NodeFault
 */
export async function balanceOf(
  query: Reads,
  chain: Chain,
  owned: Owned,
  { asset, cursor: { height, hash }, expected }: Wanted,
): Promise<bigint> {
  const { node, blocks } = chain
  if (blocks?.balance !== undefined) {
    return blocks.balance(owned.address, asset === '' ? null : asset, { height, hash })
  }
  if (asset !== '') throw new NodeFault('unsupported', 'its nodes are not asked for balances of tokens')
  if (!isUtxo(chain)) return node.balance(owned.address)
  const scripts = await scriptsOf(query, chain, owned)
  let sum = 0n
  for (const address of scripts) sum += await node.balance(address)
  if (sum === expected) return sum
  for (const address of scripts) sum -= await unreadable(query, chain, { ...owned, address })
  return sum
}

/** The unspent outputs of an address in observed blocks; 0 on chains without outputs. */
export async function outputsOf(query: Reads, chain: Chain, owned: Owned): Promise<bigint> {
  if (!isUtxo(chain)) return 0n
  const address = { in: await scriptsOf(query, chain, owned) }
  const where = { ...onChain(owned), address, spentHeight: null, height: { from: 0 } }
  const outputs = await query.list(OUTPUTS, { part: 'unspent', where })
  return outputs.reduce((sum, { value }) => sum + value, 0n)
}

/**
 * The addresses whose outputs the follower records for this one. Clients send the change of a pool to either address of its
 * key. The other address of the key of a deposit address is nobody's: anybody may pay to it, and it is not observed.
 */
async function scriptsOf(query: Reads, chain: UtxoChain, owned: Owned): Promise<readonly string[]> {
  const both = [owned.address, ...chain.codec.twins(owned.address)]
  const where = { ...onChain(owned), address: { in: both } }
  return (await query.list(ADDRESS_POOLS, { where, limit: 1 })).length > 0 ? both : [owned.address]
}

/**
 * What nodes count for an address although the service cannot spend it, so that the follower does not record it: outputs
 * with CashTokens, and those that pay to the bare public key (Blockbook lists them under the address of its hash).
 */
async function unreadable(query: Reads, { codec, node }: UtxoChain, owned: Owned): Promise<bigint> {
  const script = codec.scriptOf(owned.address)
  let sum = 0n
  for (const listed of await node.utxos(owned.address)) {
    if (listed.height === null || (await query.find(outputKey({ ...owned, ...listed }))) !== undefined)
      continue
    const output = await node.utxo(listed)
    if (output !== undefined && (output.tokens === true || output.script !== script)) sum += output.value
  }
  return sum
}
