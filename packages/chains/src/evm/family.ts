/** The EVM family: makes a chain from a record, a network and its nodes. */
import { type ChainNetwork, type EvmChain, type EvmRecord, NodeFault, pathOn } from '@tallystick/custody'
import { hdKeys, XPUB } from '../keys/hd.js'
import { type JsonRpc, plain, type Rest } from '../transport/transport.js'
import { blockbookHistory } from './blockbook.js'
import { evmBlocks } from './blocks.js'
import { evmCodec } from './codec.js'
import { evmNode } from './node.js'
import { otsHistory } from './ots.js'
import { evmRpc } from './rpc.js'
import { evmTokens } from './tokens.js'

/**
 * @param nodes For an address's transactions: Blockbook if there is one, otherwise the node's `ots_` methods. Only a
 * call shows
 *   whether the node has them.
 * @throws NodeFault `unsupported` if the record does not have the network
 */
export function evmFamily(
  record: EvmRecord,
  network: ChainNetwork,
  nodes: { readonly rpc: JsonRpc; readonly rest?: Rest },
): EvmChain {
  const params = record.networks[network]
  if (params === undefined) throw new NodeFault('unsupported', `${record.name} has no ${network}`)
  const codec = evmCodec(record, network, params)
  const rpc = evmRpc(nodes.rpc)
  const node = evmNode(codec, params, rpc, record.confirmations)
  const path = pathOn(record, network)
  return {
    record,
    network,
    codec,
    node,
    blocks: evmBlocks(codec, params, rpc),
    tokens: evmTokens(codec, params, rpc, record.confirmations),
    history:
      nodes.rest === undefined
        ? otsHistory(codec, rpc)
        : blockbookHistory(codec, node, rpc, plain(nodes.rest)),
    ...(path === null ? {} : { keys: keysOf(path, codec) }),
  }
}

/** EVM chains write xpubs as Bitcoin does, on every network. */
const keysOf = (path: string, codec: EvmChain['codec']) =>
  hdKeys({
    path,
    version: XPUB,
    versions: [XPUB],
    addressOf: codec.address,
    textOf: codec.privateKeyText,
  })
