/** The XRP family: a record, a network and a way to its nodes become a chain. */
import type { ChainNetwork, XrpChain, XrpRecord } from '@tallystick/custody'
import { NodeFault } from '@tallystick/custody'
import type { JsonRpc } from '../transport/transport.js'
import { xrpCodec } from './codec.js'
import { xrpAccounts } from './keys.js'
import { xrpNode } from './node.js'
import { rippled } from './rpc.js'

/** @throws NodeFault `unsupported` when the record has no such network */
export function xrpFamily(record: XrpRecord, network: ChainNetwork, rpc: JsonRpc): XrpChain {
  const params = record.networks[network]
  if (params === undefined) throw new NodeFault('unsupported', `${record.name} has no ${network}`)
  return {
    record,
    network,
    codec: xrpCodec(record, network),
    accounts: xrpAccounts,
    node: xrpNode(record, rippled(rpc), params.fallbackFee),
  }
}
