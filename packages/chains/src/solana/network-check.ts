/** Which network a node of Solana is on: the hash of its first block (`getGenesisHash`). */
import type { SolanaParams } from '@tallystick/custody'
import type { NetworkChecks } from '../transport/network-check.js'

/** solana.com, "Clusters": private networks have a first block of their own. */
const PUBLIC: ReadonlySet<string> = new Set([
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
])
const HASH = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const OWN = 'a network of its own'

export function solanaNetworkChecks({ genesis }: Pick<SolanaParams, 'genesis'>): NetworkChecks {
  return {
    rpc: {
      question: 'getGenesisHash',
      params: [],
      read(answer) {
        if (typeof answer !== 'string' || !HASH.test(answer)) return undefined
        return genesis === null && !PUBLIC.has(answer) ? OWN : answer
      },
      expected: [genesis ?? OWN],
    },
  }
}
