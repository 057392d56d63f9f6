/** How a gateway identifies its network: by the ID that every transaction names. */
import type { MultiversxParams } from '@tallystick/custody'
import type { NetworkChecks } from '../transport/network-check.js'

export function multiversxNetworkChecks({ chainIds }: MultiversxParams): Pick<NetworkChecks, 'rest'> {
  return {
    rest: {
      question: '/network/config',
      read: (answer) => {
        const data: unknown = Reflect.get(Object(answer), 'data')
        const config: unknown = Reflect.get(Object(data), 'config')
        const said: unknown = Reflect.get(Object(config), 'erd_chain_id')
        return typeof said === 'string' && /^[\w-]{1,30}$/.test(said) ? said : undefined
      },
      expected: chainIds,
    },
  }
}
