/** The UTXO family: makes a chain from a record, a network and its nodes. */
import { type ChainNetwork, NodeFault, pathOn, type UtxoChain, type UtxoRecord } from '@tallystick/custody'
import { hdKeys } from '../keys/hd.js'
import { type NodeAccess, plain } from '../transport/transport.js'
import { addressOf, scriptOfKey } from './addresses.js'
import { BlockbookBackend } from './blockbook.js'
import { utxoBlocks } from './blocks.js'
import { utxoCodec } from './codec.js'
import { askingOne, utxoNode } from './node.js'
import { payloadOf } from './payload.js'
import { wifOf } from './signing.js'

/** @throws NodeFault `unsupported` if the record does not have the network */
export function utxoFamily(record: UtxoRecord, network: ChainNetwork, access: NodeAccess): UtxoChain {
  const params = record.networks[network]
  if (params === undefined) throw new NodeFault('unsupported', `${record.name} has no ${network}`)
  const setting = { name: record.name, decimals: record.decimals, params }
  const path = pathOn(record, network)
  const keys =
    path === null
      ? undefined
      : hdKeys({
          path,
          version: params.xpub,
          versions: Object.keys(params.xpubRead).map(Number),
          addressOf: (publicKey, version) =>
            addressOf(scriptOfKey(publicKey, params.xpubRead[version] ?? params.address), params) ?? '',
          textOf: (secret) => wifOf(secret, params),
        })
  return {
    record,
    network,
    codec: utxoCodec(record, network, params),
    ...(keys === undefined ? {} : { keys }),
    node: utxoNode(setting, record.confirmations, access, (unsigned) =>
      payloadOf(record.id, network, unsigned),
    ),
    blocks: utxoBlocks(params, record.decimals, () => askingOne(setting, access)),
    ...(access.rest === undefined ? {} : { history: new BlockbookBackend(plain(access.rest), setting) }),
  }
}
