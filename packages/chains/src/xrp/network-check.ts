/** How servers of the XRP Ledger report their network: by `network_id` of `server_info` (xrpl.org). */
import type { ChainNetwork } from '@tallystick/custody'
import { isObject } from '../json.js'
import { ExchangeFault } from '../transport/exchange.js'
import type { NetworkChecks } from '../transport/network-check.js'
import { succeeded } from './rpc.js'

/** A server that reports none is on mainnet. */
const IDS = { mainnet: '0', testnet: '1' } as const
const DEVNET = '2'
/**
 * Private networks must have their own id. Without one, such a server would look like mainnet, where a transaction
 * signed for it would be valid too.
 */
const OWN = 'a network of its own'

export function xrpNetworkChecks(network: ChainNetwork): NetworkChecks {
  return {
    rpc: {
      question: 'server_info',
      params: [{ api_version: 1 }],
      read: (answer) => {
        const { info } = succeeded(answer)
        if (!isObject(info)) return undefined
        // Clio knows it only from its rippled, and leaves it out while it reaches none.
        if ('clio_version' in info && !('rippled_version' in info)) {
          throw new ExchangeFault('the Clio server does not reach its rippled', false)
        }
        const id = info['network_id'] ?? 0
        if (typeof id !== 'number') return undefined
        const isPublic = [IDS.mainnet, IDS.testnet, DEVNET].includes(String(id))
        return network === 'regtest' && !isPublic ? OWN : `network_id ${id}`
      },
      expected: [network === 'regtest' ? OWN : `network_id ${IDS[network]}`],
    },
  }
}
