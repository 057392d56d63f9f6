/** The Stellar family: makes a chain from a record, a network and a way to its nodes. */
import { type ChainNetwork, paramsOf, type StellarChain, type StellarRecord } from '@tallystick/custody'
import type { Rest } from '../transport/transport.js'
import { stellarBlocks } from './blocks.js'
import { stellarCodec } from './codec.js'
import { horizon } from './horizon.js'
import { stellarAccounts } from './keys.js'
import { stellarNode } from './node.js'

/** @throws NodeFault `unsupported` if the record does not have the network */
export function stellarFamily(record: StellarRecord, network: ChainNetwork, rest: Rest): StellarChain {
  const { passphrase } = paramsOf({ record, network })
  return {
    record,
    network,
    codec: stellarCodec(record, network),
    accounts: stellarAccounts,
    blocks: stellarBlocks(horizon(rest)),
    node: stellarNode(horizon(rest), passphrase),
  }
}
