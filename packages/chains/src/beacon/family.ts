/** The family of BNB Beacon Chain: makes a chain from a record, a network and the access to its nodes. */
import { type BeaconChain, type BeaconRecord, type ChainNetwork, paramsOf } from '@tallystick/custody'
import type { Rest } from '../transport/transport.js'
import { beaconCodec } from './codec.js'
import { beaconHttp } from './http.js'
import { beaconAccounts } from './keys.js'
import { beaconNode } from './node.js'

/** @throws NodeFault `unsupported` if the record does not have the network */
export function beaconFamily(record: BeaconRecord, network: ChainNetwork, rest: Rest): BeaconChain {
  const { prefix } = paramsOf({ record, network })
  const codec = beaconCodec(record, network)
  return {
    record,
    network,
    codec,
    accounts: beaconAccounts(prefix),
    node: beaconNode(beaconHttp(rest), codec, prefix),
  }
}
