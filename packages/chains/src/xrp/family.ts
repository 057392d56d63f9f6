/** The XRP family: makes a chain from a record, a network and its nodes. */
import type { ChainNetwork, XrpChain, XrpRecord } from '@tallystick/custody'
import { NodeFault } from '@tallystick/custody'
import type { JsonRpc } from '../transport/transport.js'
import { xrpBalance, xrpBlocks } from './blocks.js'
import { xrpCodec } from './codec.js'
import { xrpAccounts } from './keys.js'
import { xrpNode } from './node.js'
import { rippled } from './rpc.js'
import { xrpTokens } from './tokens.js'

/** @throws NodeFault `unsupported` if the record does not have the network */
export function xrpFamily(record: XrpRecord, network: ChainNetwork, rpc: JsonRpc): XrpChain {
  const params = record.networks[network]
  if (params === undefined) throw new NodeFault('unsupported', `${record.name} has no ${network}`)
  const node = xrpNode(record, rippled(rpc), params.fallbackFee)
  const blocks = { ...xrpBlocks(rippled(rpc)), balance: xrpBalance(node) }
  return {
    record,
    network,
    codec: xrpCodec(record, network),
    accounts: xrpAccounts,
    blocks,
    node,
    tokens: xrpTokens(node, blocks),
  }
}
