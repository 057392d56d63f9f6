/** How servers of the XRP Ledger say of which network they are: by `network_id` of `server_info` (xrpl.org). */
import type { ChainNetwork } from '@tallystick/custody'
import { ExchangeFault } from '../transport/exchange.js'
import type { NetworkChecks } from '../transport/network-check.js'
import { isObject, succeeded } from './rpc.js'

/** A server that names none is of mainnet. */
const IDS = { mainnet: '0', testnet: '1' } as const
const DEVNET = '2'
/**
 * Private networks name one of their own. Without, such a server would look like one of mainnet, where what is signed
 * for it would be as good.
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
        // Clio knows it of its rippled alone, and leaves it out while it does not reach one.
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
