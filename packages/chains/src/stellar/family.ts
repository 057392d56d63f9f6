/** The Stellar family: makes a chain from a record, a network and a way to its nodes. */
import { type ChainNetwork, paramsOf, type StellarChain, type StellarRecord } from '@tallystick/custody'
import type { Rest } from '../transport/transport.js'
import { stellarBalance, stellarBlocks } from './blocks.js'
import { stellarCodec } from './codec.js'
import { horizon } from './horizon.js'
import { stellarAccounts } from './keys.js'
import { stellarNode } from './node.js'
import { stellarTokens } from './tokens.js'

/** @throws NodeFault `unsupported` if the record does not have the network */
export function stellarFamily(record: StellarRecord, network: ChainNetwork, rest: Rest): StellarChain {
  const { passphrase } = paramsOf({ record, network })
  const codec = stellarCodec(record, network)
  const node = stellarNode(horizon(rest), passphrase)
  const blocks = { ...stellarBlocks(horizon(rest)), balance: stellarBalance(node) }
  return {
    record,
    network,
    codec,
    accounts: stellarAccounts,
    blocks,
    node,
    tokens: stellarTokens(codec, node, blocks),
  }
}
