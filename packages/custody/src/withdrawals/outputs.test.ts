/** Which outputs of a wallet may be spent, while blocks are observed. */
import type { Output, TenantId } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { records } from '../records.js'
import { walletOutputs } from './outputs.js'

const HEIGHT = 100
const output = (value: bigint, matures: number) =>
  ({ txId: `of ${value}`, index: 0, value, height: HEIGHT, matures, derivationKey: 1 }) as Output

it('an output that a block moves to the next page meanwhile is there once', async () => {
  const [deepest, next] = [output(2n, HEIGHT), output(1n, HEIGHT)]
  const shallow = Array.from({ length: 999 }, (_, at) => output(BigInt(2_000 - at), HEIGHT + 1))
  let unspent = [...shallow, deepest, next]
  const query = {
    find: async () => ({ height: HEIGHT }),
    findAll: async () => [],
    list: async (_outputs: unknown, { offset = 0, limit = 0 }: { offset?: number; limit?: number }) => {
      const page = unspent.slice(offset, offset + limit)
      unspent = [output(9_000n, HEIGHT + 1), ...unspent]
      return page
    },
  } as unknown as Queries
  const caller = { tenant: 'alpha' as TenantId, network: 'testnet' } as const
  const found = await walletOutputs({ query }, { chain: { record: records.LTC }, caller }, ['wallet'])
  expect(found).toEqual({ deep: [deepest, next], own: [], held: 0n })
})
