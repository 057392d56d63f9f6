/** What followers of a chain show to subscribers, on a storage: once, whoever follows, and again if the chain undoes it. */
import {
  type ApiKeyId,
  cursorKey,
  formatDecimal,
  SIGHTINGS,
  sightedObject,
  subscribe,
  type TenantId,
  WEBHOOKS,
} from '@tallystick/core'
import { Depths } from '@tallystick/custody'
import { Engine, type Storage } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import type { ScriptedPayment } from '../scripted-chain.js'
import { seededRandom } from '../seeded.js'
import { DEPTH, ON, TENANT, Watched } from './following.js'
import { type OpenStorage, shared, using } from './using.js'

const BETA = 'beta' as TenantId
const GAMMA = 'gamma' as TenantId
const DEPTHS = new Depths(DEPTH)
const SEED = 20261128
const STEPS = 6
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

/** Each of two followers goes on only once the other one has: none is ever ahead for two commits. */
class InStep {
  commits = 0
  private last: number | undefined
  private isAlone = false

  /** The storage as one of them has it. */
  of(storage: Storage, who: number): Storage {
    return {
      ...shared(storage),
      transact: async (keys, decide) => {
        while (this.last === who && !this.isAlone) await new Promise(setImmediate)
        let hasMoved = false
        const decided = await storage.transact(keys, (view) => {
          const result = decide(view)
          hasMoved = view.changes.length > 0
          return result
        })
        if (hasMoved) {
          this.last = who
          this.commits++
        }
        return decided
      },
    }
  }

  /** One of them has ended. */
  readonly end = (): void => {
    this.isAlone = true
  }
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
      'and deposits of a block are recorded in parts by two that refuse each other each time',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        await watched.open('X')
        const { chain } = watched
        await watched.follower().round()
        await watch(storage, 'X')
        const paid = Array.from({ length: 12 }, () => ({ ...watched.pay('X', 1n), from: 'Y' }))
        chain.mine(paid)
        const step = new InStep()
        const followers = [2, 3].map((atOnce, who) => {
          const read = () => {
            // It never ends: each begins at the first part again.
            if (step.commits > 50) for (const one of followers) one.stop()
          }
          return watched.follower(0, 'evm', DEPTHS, atOnce, read, step.of(storage, who))
        })
        await Promise.all(followers.map((one) => one.round().finally(step.end)))
        expect((await told(storage)).toSorted()).toEqual(paid.map(({ txId }) => `${txId} 1 1`).toSorted())
        expect(await storage.query.find(cursorKey(ON))).not.toHaveProperty('unfinished')
        expect(step.commits).toBeLessThanOrEqual(5)
        await watched.end()
      }),
    )

    it(
      'and deposits of blocks that are recorded and undone in parts end as the chain has them, whoever ends when',
      using(open, async (storage) => {
        const random = seededRandom(SEED)
        const watched = new Watched(storage)
        const { chain } = watched
        await watched.open('X')
        await watched.follower().round()
        await watch(storage, 'X')
        const pay = () => ({ ...watched.pay('X', BigInt(1 + random.below(9))), from: 'Y' })
        const follow = async (atOnce: number, isAll = false): Promise<void> => {
          // It ends at any block that it reads, also at one that it reads again.
          let reads = isAll ? Number.POSITIVE_INFINITY : random.below(12)
          const one = watched.follower(0, 'evm', DEPTHS, atOnce, () => {
            if (--reads < 0) one.stop()
          })
          await one.round()
        }
        /** Payments of an abandoned branch that the chain does not have. */
        let loose: readonly ScriptedPayment[] = []
        for (let step = 0; step < STEPS; step++) {
          const depth = random.below(2) === 0 ? random.below(4) : 0
          loose = [...loose, ...chain.undo(depth)]
          for (let count = depth + random.below(2); count >= 0; count--) {
            const back = loose.filter(() => random.below(2) === 0)
            loose = loose.filter((payment) => !back.includes(payment))
            chain.mine([...back, ...Array.from({ length: random.below(8) }, pay)])
          }
          await Promise.all([1, 2, 3].filter(() => random.below(3) > 0).map((atOnce) => follow(atOnce)))
        }
        for (let count = 0; count <= DEPTH; count++) chain.mine()
        await Promise.all([1, 2, 3].map((atOnce) => follow(atOnce, true)))
        const paid = chain.paid()
        const last = new Map<string, string>()
        for (const one of await told(storage)) {
          const [txId = '', ...rest] = one.split(' ')
          const before = last.get(txId)
          // Once, and not again before it is told that its block was undone.
          expect(one.endsWith(' reorg')).toBe(before !== undefined && !before.endsWith(' reorg'))
          last.set(txId, rest.join(' '))
        }
        const standing = [...last].filter(([, one]) => !one.endsWith(' reorg')).map(([txId]) => txId)
        expect(standing.toSorted()).toEqual(paid.map(({ txId }) => txId).toSorted())
        const sum = paid.reduce((total, { amount }) => total + amount, 0n)
        expect([await watched.balance('X'), await watched.entered()]).toEqual([
          formatDecimal(sum, 8),
          formatDecimal(sum, 8),
        ])
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
