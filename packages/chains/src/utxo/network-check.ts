/**
 * How nodes of the UTXO family say of which chain they are: by the hash of one block. The name that `getblockchaininfo`
 * gives, `main`, is the same for Bitcoin, Litecoin, Dogecoin and Bitcoin Cash; the hash is nobody else's. A node that
 * has not yet got that far cannot say.
 */
import type { UtxoParams } from '@tallystick/custody'
import type { NetworkChecks } from '../transport/network-check.js'

export function utxoNetworkChecks({ landmark }: UtxoParams): NetworkChecks {
  const { height, hashes } = landmark
  return {
    rpc: { question: 'getblockhash', params: [height], read: hashOf, expected: hashes },
    rest: {
      // Of a height that it does not have, Blockbook answers an empty hash.
      question: `/api/v2/block-index/${height}`,
      read: (answer) => hashOf((answer as { readonly blockHash?: unknown } | null)?.blockHash),
      expected: hashes,
    },
  }
}

const hashOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : undefined
