/**
 * How nodes of the UTXO family report their chain: by the hash of one block. `getblockchaininfo` returns the same name,
 * `main`, on Bitcoin, Litecoin, Dogecoin and Bitcoin Cash, but the hash is unique. A node that has not reached the
 * block cannot say.
 */
import type { UtxoParams } from '@tallystick/custody'
import type { NetworkChecks } from '../transport/network-check.js'

export function utxoNetworkChecks({ landmark }: UtxoParams): NetworkChecks {
  const { height, hashes } = landmark
  return {
    rpc: { question: 'getblockhash', params: [height], read: hashOf, expected: hashes },
    rest: {
      // Blockbook returns an empty hash for a height that it does not have.
      question: `/api/v2/block-index/${height}`,
      read: (answer) => hashOf((answer as { readonly blockHash?: unknown } | null)?.blockHash),
      expected: hashes,
    },
  }
}

const hashOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : undefined
