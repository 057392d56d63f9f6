/** The Solana family: makes a chain from a record, a network and a way to its nodes. */
import { type ChainNetwork, NodeFault, type SolanaChain, type SolanaRecord } from '@tallystick/custody'
import type { JsonRpc } from '../transport/transport.js'
import { solanaBlocks } from './blocks.js'
import { solanaCodec } from './codec.js'
import { solanaAccounts } from './keys.js'
import { solanaNode } from './node.js'
import { solana } from './rpc.js'
import { solanaTokens } from './tokens.js'

/** @throws NodeFault `unsupported` when the record has no such network */
export function solanaFamily(record: SolanaRecord, network: ChainNetwork, rpc: JsonRpc): SolanaChain {
  if (record.networks[network] === undefined) {
    throw new NodeFault('unsupported', `${record.name} has no ${network}`)
  }
  const codec = solanaCodec(record, network)
  const node = solanaNode(solana(rpc))
  const blocks = solanaBlocks(solana(rpc))
  return {
    record,
    network,
    codec,
    accounts: solanaAccounts,
    blocks,
    node,
    tokens: solanaTokens(codec, node, blocks),
  }
}
