/** The MultiversX family: makes a chain from a record, a network and the access to its nodes. */
import type { ChainNetwork, MultiversxChain, MultiversxRecord } from '@tallystick/custody'
import type { Rest } from '../transport/transport.js'
import { multiversxCodec } from './codec.js'
import { gateway } from './gateway.js'
import { multiversxAccounts } from './keys.js'
import { multiversxNode } from './node.js'

/** @throws NodeFault `unsupported` if the record does not have the network */
export function multiversxFamily(
  record: MultiversxRecord,
  network: ChainNetwork,
  rest: Rest,
): MultiversxChain {
  return {
    record,
    network,
    codec: multiversxCodec(record, network),
    accounts: multiversxAccounts,
    node: multiversxNode(gateway(rest)),
  }
}
