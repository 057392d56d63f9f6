/** What followers of a chain show to subscribers, on a storage: once, whoever follows, and again if the chain undoes it. */
import { type ApiKeyId, SIGHTINGS, sightedObject, subscribe, type TenantId, WEBHOOKS } from '@tallystick/core'
import { Depths } from '@tallystick/custody'
import { Engine, type Storage } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { DEPTH, ON, TENANT, Watched } from './following.js'
import { type OpenStorage, shared, using } from './using.js'

const BETA = 'beta' as TenantId
const GAMMA = 'gamma' as TenantId
const DEPTHS = new Depths(DEPTH)
/** Blocks that are kept. */
const WINDOW = 100

async function watch(storage: Storage, address: string, tenant: TenantId = TENANT): Promise<void> {
  const engine = new Engine({ storage: shared(storage) })
  const apiKey = 'key' as ApiKeyId
  await engine.execute({
    caller: { tenant, apiKey },
    rule: subscribe,
    command: {
      ...{ tenant, apiKey, network: 'testnet', plan: 'paid', type: 'ADDRESS_TRANSACTION' },
      ...{ object: sightedObject(ON, address), attr: { address }, consumer: null, secret: '' },
      url: 'https://example.com/hook',
    },
    price: () => 0,
    present: () => null,
    idempotency: null,
  })
  await engine.close()
}

/** What the tenant was told, in the order of its subscription. */
async function told(storage: Storage, tenant: TenantId = TENANT): Promise<readonly string[]> {
  const webhooks = await storage.query.list(WEBHOOKS, { where: { tenant } })
  const sorted = webhooks.toSorted((a, b) => a.sequence - b.sequence)
  expect(sorted.map(({ sequence }) => sequence)).toEqual(sorted.map((_one, at) => at + 1))
  return sorted.map(({ body }) => {
    const { txId, amount, blockNumber, reorg } = JSON.parse(body)
    return `${txId} ${amount} ${blockNumber}${reorg === true ? ' reorg' : ''}`
  })
}

export function sightingContract(open: OpenStorage): void {
  describe('sightings of watched addresses', () => {
    it.each(['evm', 'utxo'] as const)(
      'are told once from the subscription on, however many follow, and again if the chain undoes them: %s',
      (family) =>
        using(open, async (storage) => {
          const watched = new Watched(storage)
          const { chain } = watched
          const followers = [0, 0, 0].map(() => watched.follower(0, family))
          const all = () => Promise.all(followers.map((follower) => follower.round()))
          const pay = (coins: bigint, spends: readonly string[] = []) => ({
            ...watched.pay('X', coins, spends),
            from: 'Y',
          })
          chain.mine([pay(1n)])
          await all()
          await watch(storage, 'X')
          await watch(storage, 'X', BETA)
          const other = { ...pay(5n), address: 'Z' }
          const first = pay(2n)
          chain.mine([other, first])
          await all()
          expect(await told(storage)).toEqual(['tx-3 2 2'])
          // The same address gets what is left of what it spends.
          chain.mine([pay(1n, [first.txId])])
          const spent = family === 'utxo' ? ['tx-4 -2 3'] : []
          await all()
          const before = ['tx-3 2 2', 'tx-4 1 3', ...spent]
          expect(await told(storage)).toEqual(before)
          const undone = chain.undo(2)
          for (let count = 0; count < 3; count++) chain.mine()
          await all()
          const back = ['tx-4 1 3 reorg', ...spent.map((one) => `${one} reorg`), 'tx-3 2 2 reorg']
          expect(await told(storage)).toEqual([...before, ...back])
          expect(await storage.query.count(SIGHTINGS)).toBe(0)
          // Both are in one block now.
          chain.mine(undone)
          await all()
          const again = ['tx-3 2 5', 'tx-4 1 5', ...spent.map((one) => one.replace(/3$/, '5'))]
          expect(await told(storage)).toEqual([...before, ...back, ...again])
          expect(await told(storage, BETA)).toEqual([...before, ...back, ...again])
          // Of what is subscribed to later, those tell who know the older ones.
          await watch(storage, 'W', GAMMA)
          const newer = { ...watched.pay('W', 1n), from: 'Y' }
          chain.mine([newer])
          await all()
          expect(await told(storage, GAMMA)).toEqual([`${newer.txId} 1 ${chain.height}`])
          await watched.end()
        })(),
    )

    it(
      'of a block with many are recorded in parts, whoever goes on',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        const { chain } = watched
        await watched.follower().round()
        await watch(storage, 'X')
        const paid = Array.from({ length: 10 }, () => ({ ...watched.pay('X', 1n), from: 'Y' }))
        chain.mine(paid)
        let reads = 0
        const one = watched.follower(0, 'evm', DEPTHS, 3, () => {
          if (++reads === 2) one.stop()
        })
        await one.round()
        expect((await told(storage)).length).toBeLessThan(10)
        await Promise.all([1, 4].map((atOnce) => watched.follower(0, 'evm', DEPTHS, atOnce).round()))
        expect((await told(storage)).toSorted()).toEqual(paid.map(({ txId }) => `${txId} 1 1`).toSorted())
        await watched.end()
      }),
    )

    it(
      'are forgotten once their block can no longer be undone; on UTXO chains they stay, for what spends them',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        const { chain } = watched
        await watched.follower().round()
        await watch(storage, 'X')
        chain.mine([{ ...watched.pay('X', 1n), from: 'Y' }])
        for (let count = 0; count < 130; count++) chain.mine()
        await watched.follower().round()
        expect([await told(storage), await storage.query.count(SIGHTINGS)]).toEqual([['tx-1 1 1'], 0])
        await watched.end()
      }),
    )

    it(
      'are forgotten as fast as they are made, also where each block has more than one commit takes',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        const { chain } = watched
        const following = watched.follower(0, 'evm', DEPTHS, 1)
        await following.round()
        await watch(storage, 'X')
        const mine = (blocks: number): void => {
          for (let block = 0; block < blocks; block++) {
            chain.mine(Array.from({ length: 3 }, () => ({ ...watched.pay('X', 1n), from: 'Y' })))
          }
        }
        mine(3)
        for (let count = 0; count < WINDOW - 3; count++) chain.mine()
        mine(4)
        await following.round()
        expect(await storage.query.list(SIGHTINGS, { where: { height: { to: 3 } } })).toEqual([])
        expect(await storage.query.count(SIGHTINGS)).toBe(12)
        await watched.end()
      }),
    )
  })
}
