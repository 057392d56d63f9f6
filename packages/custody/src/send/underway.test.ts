import { heldBySend, type TenantId } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { underWay } from './underway.js'

const owner = { tenant: 'a' as TenantId, chain: 'ETH', network: 'testnet', owner: 'alice' }

/** Of transactions by what they replace: the last one holds the index 7. */
function stored(replaced: Readonly<Record<string, string | null>>, last: string): Queries {
  const held = { ...owner, index: 7n, holder: heldBySend(last) }
  const reads = {
    list: async () => [held],
    findAll: async () => [held],
    find: async ({ txId }: { readonly txId: string }) =>
      txId in replaced ? { raw: `bytes of ${txId}`, replaces: replaced[txId] } : undefined,
  }
  return reads as unknown as Queries
}

it.each([
  ['what they replaced', { new: 'old', old: null }, ['bytes of new', 'bytes of old']],
  ['what is stored of it', { new: 'old' }, ['bytes of new']],
  ['a circle, should one be stored, once', { new: 'old', old: 'new' }, ['bytes of new', 'bytes of old']],
])('transactions that are under way are told with %s', async (_what, replaced, expected) => {
  expect(await underWay(stored(replaced, 'new'), owner, 0n, -1n)).toEqual([expected])
})
