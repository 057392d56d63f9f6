/**
 * Which network a node of VeChain is on: the id of its first block. The chain has no record, so its nodes are only those
 * named for the pass-through; but the service itself asks them for gas, and the gas of another network would be wrong.
 */
import type { NetworkCheck } from '../transport/network-check.js'

/** github.com/vechain/thor, `thor/fork_config.go`; the same as in @vechain/connex, `config.js`. */
const FIRST_BLOCKS: Readonly<Record<string, string>> = {
  'vechain-mainnet': '0x00000000851caf3cfdb6e899cf5958bfb1ac3413d346d43539627e6be7ec1b4a',
  'vechain-testnet': '0x000000000b2bce3c70bc649a02749e8687721b09ed2e15997f466536b20bb127',
}

/** @param node By its name in the pass-through; undefined for a node of another chain */
export function namedNodeCheck(node: string): NetworkCheck | undefined {
  const id = Object.hasOwn(FIRST_BLOCKS, node) ? FIRST_BLOCKS[node] : undefined
  if (id === undefined) return undefined
  return {
    question: '/blocks/0',
    read(answer) {
      const said: unknown = Reflect.get(Object(answer), 'id')
      return typeof said === 'string' && /^0x[0-9a-f]{64}$/.test(said) ? said : undefined
    },
    expected: [id],
  }
}
