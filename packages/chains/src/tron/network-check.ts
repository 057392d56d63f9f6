/** Which network a node of TRON is on: the id of its first block, whose last four bytes are its chain id. */
import type { ChainNetwork, TronRecord } from '@tallystick/custody'
import type { NetworkChecks } from '../transport/network-check.js'

/** A private network has a first block of its own. */
const OWN = 'a network of its own'

export function tronNetworkChecks({ networks }: TronRecord, network: ChainNetwork): Partial<NetworkChecks> {
  const params = networks[network]
  if (params === undefined) return {}
  const known = Object.values(networks).flatMap(({ genesis }) => genesis)
  return {
    rest: {
      question: '/wallet/getblockbynum',
      body: { json: { num: 0 } },
      read(answer) {
        const id: unknown = Reflect.get(Object(answer), 'blockID')
        if (typeof id !== 'string' || !/^[0-9a-f]{64}$/.test(id)) return undefined
        return params.genesis.length === 0 && !known.includes(id) ? OWN : id
      },
      expected: params.genesis.length === 0 ? [OWN] : params.genesis,
    },
  }
}
