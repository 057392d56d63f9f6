/** The MultiversX family: makes a chain from a record, a network and the access to its nodes. */
import type { ChainNetwork, MultiversxChain, MultiversxRecord } from '@tallystick/custody'
import type { Rest } from '../transport/transport.js'
import { multiversxBlocks } from './blocks.js'
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
  const asked = gateway(rest)
  const node = multiversxNode(asked)
  return {
    record,
    network,
    codec: multiversxCodec(record, network),
    accounts: multiversxAccounts,
    node,
    blocks: {
      ...multiversxBlocks(asked),
      balance: async (address, asset) =>
        asset === null ? node.balance(address) : ((await node.funds(address, [asset])).tokens[0] ?? 0n),
    },
  }
}
