/** A follower leaves a node that does not serve: nothing is credited wrong, and it goes on with another one. */
import { type Blocks, type BlocksAt, NodeFault } from '@tallystick/custody'
import { describe, expect, it } from 'vitest'
import { quickOrFull } from '../replay.js'
import type { ScriptedChain } from '../scripted-chain.js'
import { seededRandom } from '../seeded.js'
import { DEPTH, Watched } from './following.js'
import { type OpenStorage, using } from './using.js'

const SEED = 20261122
const STEPS = quickOrFull(30, 60)
/** Longer than a follower waits for a node that stands still. */
const LONG_MS = 120_000

/** How a node does not serve from the height on; the chain has later blocks. */
type Fault = (chain: ScriptedChain, height: number) => Partial<Blocks>

const broken = () => Promise.reject(new NodeFault('unreachable', 'this node does not answer'))
const until = (height: number, chain: ScriptedChain) => chain.blocks(Math.max(0, chain.height - height))

const FAULTS: Readonly<Record<string, Fault>> = {
  'does not answer': () => ({ head: broken, header: broken, block: broken }),
  'lags for ever': (chain, height) => until(height - 2, chain),
  'has a hole': (chain, height) => ({
    block: async (at, assets) => (at > height ? broken() : chain.blocks().block(at, assets)),
  }),
  'has a newer head than blocks': (chain, height) => ({
    header: async (at) => (at > height ? undefined : chain.blocks().header(at)),
    block: async (at, assets) => (at > height ? undefined : chain.blocks().block(at, assets)),
  }),
  'contradicts itself': (chain, height) => ({
    async block(at, assets) {
      const block = await chain.blocks().block(at, assets)
      return block === undefined || at <= height ? block : { ...block, parent: 'another' }
    },
  }),
  'stays on an abandoned branch': (chain, height) => ({
    head: async () => ({ height, hash: 'abandoned' }),
    header: async (at) => {
      const header = await until(height, chain).header(at)
      return header === undefined || at < height ? header : { ...header, hash: 'abandoned' }
    },
  }),
  'does not trace calls': (chain) => ({
    async block(at, assets) {
      const block = await chain.blocks().block(at, assets)
      return block === undefined ? undefined : { ...block, movements: [], untraced: true }
    },
  }),
}

/** A node that serves until it is broken. */
class Node implements BlocksAt {
  private fault: Partial<Blocks> = {}
  readonly blocks: Blocks

  constructor(
    readonly node: string,
    private readonly chain: ScriptedChain,
  ) {
    const honest = chain.blocks()
    this.blocks = {
      head: () => (this.fault.head ?? honest.head)(),
      header: (height) => (this.fault.header ?? honest.header)(height),
      block: (height, assets) => (this.fault.block ?? honest.block)(height, assets),
    }
  }

  fail(fault: Fault): void {
    const { chain } = this
    const { height } = chain
    const live = () => fault(chain, height)
    const { head, header, block } = live()
    this.fault = {
      ...(head && { head: () => live().head?.() ?? head() }),
      ...(header && { header: (at) => live().header?.(at) ?? header(at) }),
      ...(block && { block: (at, assets) => live().block?.(at, assets) ?? block(at, assets) }),
    }
  }

  heal(): void {
    this.fault = {}
  }
}

export function leavingContract(open: OpenStorage): void {
  describe('a node that', () => {
    it.each(Object.entries(FAULTS))('%s is left for another one', async (_name, fault) => {
      await using(open, async (storage) => {
        const watched = new Watched(storage)
        await watched.open('A')
        const { chain } = watched
        const [first, second] = [new Node('first', chain), new Node('second', chain)]
        const follower = watched.followerOf([first, second])
        for (let count = 0; count < DEPTH; count++) chain.mine([watched.pay('A', 1n)])
        await follower.round()
        expect(follower.status).toMatchObject({ node: 'first', switches: 0, problem: null })
        first.fail(fault)
        for (let count = 0; count < DEPTH; count++) chain.mine([watched.pay('A', 1n)])
        await follower.round()
        expect(follower.status).toMatchObject({
          ...{ node: 'second', switches: 1, problem: null },
          ...{ height: chain.height, behind: 0, deepestReorganisation: 0 },
        })
        expect(await watched.balance('A')).toBe(String(DEPTH + 1))
        second.fail(fault)
        chain.mine([watched.pay('A', 1n)])
        await follower.round()
        // Also one that has traced calls: what contracts have paid meanwhile would be missed.
        expect(follower.status.problem).not.toBeNull()
        expect(await watched.balance('A')).toBe(String(DEPTH + 1))
        second.heal()
        chain.mine()
        await follower.round()
        expect(follower.status).toMatchObject({ node: 'second', height: chain.height, problem: null })
        await watched.end()
      })()
    })

    it(
      'has never traced calls is left for one that does',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        await watched.open('A')
        const { chain } = watched
        const [first, second] = [new Node('first', chain), new Node('second', chain)]
        first.fail(FAULTS['does not trace calls'] as Fault)
        const follower = watched.followerOf([first, second])
        for (let count = 0; count < DEPTH; count++) chain.mine([watched.pay('A', 1n)])
        await follower.round()
        expect(follower.status).toMatchObject({ node: 'second', height: chain.height, problem: null })
        expect(await watched.balance('A')).toBe('1')
        await watched.end()
      }),
    )

    it(
      'has never traced calls is followed, if none of them has',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        await watched.open('A')
        const { chain } = watched
        const nodes = [new Node('first', chain), new Node('second', chain)]
        for (const node of nodes) node.fail(FAULTS['does not trace calls'] as Fault)
        const follower = watched.followerOf(nodes)
        for (let round = 0; round < 3; round++) {
          chain.mine([watched.pay('A', 1n)])
          await follower.round()
        }
        expect(follower.status).toMatchObject({ height: chain.height, problem: null })
        await watched.end()
      }),
    )

    it(
      'stands still, and says that its last block is the newest, is left after a while',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        await watched.open('A')
        const { chain } = watched
        const [first, second] = [new Node('first', chain), new Node('second', chain)]
        let now = 0
        const follower = watched.followerOf([first, second], () => now)
        chain.mine([watched.pay('A', 1n)])
        await follower.round()
        first.fail((of, height) => until(height, of))
        now += LONG_MS
        await follower.round()
        expect(follower.status.node).toBe('first')
        for (let count = 0; count < DEPTH; count++) chain.mine()
        await follower.round()
        expect(follower.status).toMatchObject({ node: 'second', switches: 1 })
        await follower.round()
        expect(follower.status).toMatchObject({ node: 'second', height: chain.height, problem: null })
        expect(await watched.balance('A')).toBe('1')
        // One that claims a newer head is left again, once the others have blocks.
        second.fail((of, height) => ({
          ...until(height, of),
          head: async () => ({ height: height + 100, hash: 'none' }),
        }))
        first.heal()
        chain.mine([watched.pay('A', 1n)])
        await follower.round()
        expect(follower.status).toMatchObject({ node: 'first', height: chain.height, problem: null })
        await watched.end()
      }),
    )

    it(
      'fails in whatever way, now one and now another: the accounts have what the chain pays',
      using(open, async (storage) => {
        const random = seededRandom(SEED)
        const watched = new Watched(storage)
        const { chain } = watched
        for (const name of ['A', 'B']) await watched.open(name)
        const nodes = ['first', 'second', 'third'].map((name) => new Node(name, chain))
        let now = 0
        const followers = [0, 1].map(() => watched.followerOf(nodes, () => now))
        // Which of them trace calls does not change.
        const faults = Object.values(FAULTS).filter((fault) => fault !== FAULTS['does not trace calls'])
        for (let step = 0; step < STEPS; step++) {
          const honest = random.below(nodes.length)
          for (const [place, node] of nodes.entries()) {
            if (place === honest) node.heal()
            else if (random.below(2) === 0) node.fail(faults[random.below(faults.length)] as Fault)
          }
          const undone = random.below(4) === 0 ? chain.undo(1 + random.below(2 * DEPTH)) : []
          for (let count = 0; count < 2 * DEPTH * Math.sign(undone.length); count++) chain.mine()
          const name = random.below(2) === 0 ? 'A' : 'B'
          chain.mine([...undone.filter(() => random.below(2) === 0), watched.pay(name, 1n)])
          now += LONG_MS
          await Promise.all(followers.map((follower) => follower.round()))
        }
        for (const node of nodes) node.heal()
        for (let count = 0; count <= 2 * DEPTH; count++) chain.mine()
        for (const follower of followers) await follower.round()
        for (const name of ['A', 'B']) {
          const paid = chain.paid().filter(({ address }) => address === name)
          expect(await watched.balance(name)).toBe(String(paid.length))
        }
        expect(followers.map(({ status }) => status.problem)).toEqual([null, null])
        await watched.end()
      }),
    )
  })
}
