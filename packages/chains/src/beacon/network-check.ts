/** How nodes identify their network: by the chain id, which every signature covers. */
import type { BeaconParams } from '@tallystick/custody'
import type { NetworkChecks } from '../transport/network-check.js'
import { NODE_INFO } from './http.js'

export function beaconNetworkChecks({ chainId }: BeaconParams): Pick<NetworkChecks, 'rest'> {
  return {
    rest: {
      question: NODE_INFO,
      read(answer) {
        const said: unknown = Reflect.get(Object(Reflect.get(Object(answer), 'node_info')), 'network')
        return typeof said === 'string' && /^[ -~]{1,100}$/.test(said) ? said : undefined
      },
      expected: [chainId],
    },
  }
}
