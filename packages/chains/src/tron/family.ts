/** The TRON family: makes a chain from a record, a network and a way to its nodes. */
import {
  type Blocks,
  type ChainNetwork,
  NodeFault,
  pathOn,
  type TronChain,
  type TronNode,
  type TronRecord,
} from '@tallystick/custody'
import { hdKeys } from '../keys/hd.js'
import type { Rest } from '../transport/transport.js'
import { tronBlocks } from './blocks.js'
import { tronCodec } from './codec.js'
import { tronHttp } from './http.js'
import { tronKeys } from './keys.js'
import { tronNode } from './node.js'
import { tronTokens } from './tokens.js'

/** @throws NodeFault `unsupported` when the record has no such network, or no path for wallets */
export function tronFamily(record: TronRecord, network: ChainNetwork, rest: Rest): TronChain {
  const path = pathOn(record, network)
  if (record.networks[network] === undefined || path === null) {
    throw new NodeFault('unsupported', `${record.name} has no ${network}`)
  }
  const codec = tronCodec(record, network)
  const factory = record.networks[network]?.gasPumpFactory
  if (factory !== undefined && !codec.isAddress(factory)) {
    throw new NodeFault(
      'unconfigured',
      `gasPumpFactory of ${record.name} is no address: its checksum is wrong`,
    )
  }
  const node = tronNode(record, codec, tronHttp(rest))
  return {
    record,
    network,
    codec,
    keys: hdKeys(tronKeys(path)),
    node,
    tokens: tronTokens(codec, node),
    blocks: { ...tronBlocks(codec, tronHttp(rest)), balance: solidBalance(node) },
  }
}

/** Nodes only know the newest solidified state. */
const solidBalance =
  (node: TronNode): NonNullable<Blocks['balance']> =>
  async (address, asset) => {
    if (asset !== null && !/^\d+$/.test(asset)) return node.trc20Balance(asset, address, 'solid')
    const { coins, assets } = await node.funds(address, 'solid')
    return asset === null ? coins : (assets.get(asset) ?? 0n)
  }
