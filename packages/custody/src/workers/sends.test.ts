import { recordSend, type Send, sendKey, type TenantId } from '@tallystick/core'
import {
  chargesFrom,
  Engine,
  embeddedCaller,
  Fault,
  heldReservations,
  memoryStorage,
  type Queries,
  Rejected,
  reservedIndexes,
  type Storage,
  unsettledSends,
} from '@tallystick/engine'
import { FakeNode, fakeChain, fakeChains } from '@tallystick/testing'
import { describe, expect, it } from 'vitest'
import { Custody } from '../custody.js'
import { NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import { ROUND_MS, SendsWorker } from './sends.js'

const TENANT = 'tenant' as TenantId
const ON = { tenant: TENANT, chain: 'ETH', network: 'testnet' }
const CALLER = embeddedCaller(TENANT)

/** Time that is moved by hand, and everything that it brings run to its end. */
class Hand {
  now = 0
  /** How far the clock on the wall is ahead of what has passed. */
  ahead = Date.UTC(2030, 0, 1)
  private waiting: { readonly run: () => void; readonly at: number }[] = []

  readonly clock = { now: () => this.now + this.ahead }
  readonly scheduler = {
    soon: (run: () => void) => void setImmediate(run),
    later: (run: () => void, ms: number) => {
      const timer = { run, at: this.now + ms }
      this.waiting.push(timer)
      return () => {
        this.waiting = this.waiting.filter((other) => other !== timer)
      }
    },
    elapsed: () => this.now,
  }

  /** In steps of a round. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= ROUND_MS) {
      this.now += Math.min(left, ROUND_MS)
      const due = this.waiting.filter(({ at }) => at <= this.now)
      this.waiting = this.waiting.filter(({ at }) => at > this.now)
      for (const { run } of due) run()
      await this.settled()
    }
  }

  async settled(): Promise<void> {
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  }

  get timers(): number {
    return this.waiting.length
  }
}

interface Options {
  readonly storage?: Storage
  readonly chains?: (node: FakeNode) => Chains
}

function open({ storage = memoryStorage(), chains = fakeChains }: Options = {}) {
  const hand = new Hand()
  const node = new FakeNode()
  const warnings: string[] = []
  const engine = new Engine({
    storage,
    clock: hand.clock,
    scheduler: hand.scheduler,
    warn: (message) => void warnings.push(message),
  })
  const custody = new Custody(engine, chains(node))
  const record = (
    nonce: number,
    over: { readonly fee?: number; readonly replaces?: boolean; readonly on?: Partial<typeof ON> } = {},
  ): Promise<Send> =>
    engine.execute({
      caller: CALLER,
      rule: recordSend,
      command: {
        ...ON,
        ...over.on,
        ...node.sign('a', nonce, over.fee),
        fresh: false,
        signature: null,
        replaces: over.replaces ?? false,
        apiKey: CALLER.apiKey,
        credits: 5,
      },
      price: () => 0,
      present: (send) => send,
      idempotency: null,
    })
  const status = async ({ txId, chain, network }: Send) =>
    (await storage.query.find(sendKey({ ...ON, chain, network }, txId)))?.status
  const credits = async () => {
    const charges = await chargesFrom(storage.query, TENANT, CALLER.apiKey, '0000-01-01')
    return charges.reduce((sum, charge) => sum + charge.credits, 0)
  }
  return { custody, hand, node, chain: fakeChain(node), record, status, credits, warnings, storage }
}

describe('the worker', () => {
  it('sends what was recorded and never sent, and follows it into its block', async () => {
    const { hand, node, record, status, credits } = open()
    const send = await record(0)
    // It is still in the hands of its own call.
    await hand.pass(ROUND_MS - 1)
    expect(node.heard).toEqual([])
    await hand.pass(ROUND_MS * 2)
    expect(node.heard).toEqual(['a:0:0'])
    expect([await status(send), await credits()]).toEqual(['sent', 5])
    node.mine()
    await hand.pass(60_000)
    expect([await status(send), await credits()]).toEqual(['final', 5])
  })

  it('learns that a node has what its call never heard of, and sends nothing', async () => {
    const { custody, hand, node, chain, record, status, credits } = open()
    node.answers.push('lose')
    const send = await record(0)
    await expect(custody.sends.deliver(chain, send)).rejects.toMatchObject({ code: 'broadcast.unknown' })
    await hand.pass(ROUND_MS * 2)
    expect([await status(send), await credits()]).toEqual(['sent', 5])
    expect(node.heard).toEqual(['a:0:0'])
  })

  it('sends again what a node has forgotten, or lied about', async () => {
    const { custody, hand, node, chain, record, status, credits } = open()
    const sends = [await record(0), await record(1)]
    node.answers.push('lie')
    for (const send of sends) await custody.sends.deliver(chain, send)
    node.forget('a:1:0')
    node.mine()
    expect(node.minedOf('a')).toEqual([])
    await hand.pass(60_000)
    node.mine()
    expect(node.minedOf('a')).toEqual(['a:0:0', 'a:1:0'])
    await hand.pass(120_000)
    expect(await Promise.all(sends.map(status))).toEqual(['final', 'final'])
    expect(await credits()).toBe(10)
  })

  it('frees what one claimed that no node had before, and is refused; not what a node once took', async () => {
    const { custody, hand, node, chain, record, status, credits, storage } = open()
    const refused = await record(0)
    const taken = await record(1)
    await custody.sends.deliver(chain, taken)
    node.forget(taken.txId)
    node.answers.push('refuse', 'refuse')
    await hand.pass(ROUND_MS * 2)
    expect([await status(refused), await status(taken)]).toEqual(['refused', 'sent'])
    expect(await reservedIndexes(storage.query, ON, 'a', 0n, 10)).toEqual([1n])
    // Somebody else uses the nonce, with the same key.
    await node.broadcast(node.sign('a', 0, 7))
    await node.broadcast(node.sign('a', 1, 7))
    node.mine()
    await hand.pass(120_000)
    expect(await status(taken)).toBe('dead')
    expect(await reservedIndexes(storage.query, ON, 'a', 0n, 10)).toEqual([])
    expect(await credits()).toBe(5)
  })

  it('holds what an unanswered one claimed, whatever another node says, until a block tells', async () => {
    const { custody, hand, node, chain, record, status, credits, storage } = open()
    const [taken, lost] = [await record(0), await record(1)]
    node.answers.push('stray', 'miss')
    for (const send of [taken, lost]) {
      await expect(custody.sends.deliver(chain, send)).rejects.toMatchObject({ code: 'broadcast.unknown' })
    }
    node.answers.push('decline', 'decline', 'decline', 'decline')
    await hand.pass(ROUND_MS * 3)
    expect(node.answers).toEqual([])
    expect([await status(taken), await status(lost)]).toEqual(['unknown', 'unknown'])
    expect(await reservedIndexes(storage.query, ON, 'a', 0n, 10)).toEqual([0n, 1n])
    node.mine()
    await hand.pass(60_000)
    expect([await status(taken), await status(lost)]).toEqual(['final', 'sent'])
    expect(await credits()).toBe(10)
  })

  it('does not send what is replaced, and finds out which of the two a block took', async () => {
    const { custody, hand, node, chain, record, status } = open()
    const first = await record(0)
    await custody.sends.deliver(chain, first)
    const second = await record(0, { fee: 1, replaces: true })
    // The second never arrives; what the node has is the first.
    node.answers.push('miss')
    await custody.sends.deliver(chain, second).catch(() => undefined)
    node.mine()
    await hand.pass(60_000)
    expect([await status(first), await status(second)]).toEqual(['final', 'dead'])

    const third = await record(1)
    const fourth = await record(1, { fee: 1, replaces: true })
    await hand.pass(60_000)
    expect(node.heard).not.toContain(third.txId)
    node.mine()
    await hand.pass(120_000)
    expect([await status(third), await status(fourth)]).toEqual(['dead', 'final'])
  })

  it('follows one that a block has until that is final, and sends it again when the block is undone', async () => {
    const { custody, hand, node, chain, record, status, credits, storage, warnings } = open()
    node.confirmations = 6
    const sends = [await record(0), await record(1)]
    for (const send of sends) await custody.sends.deliver(chain, send)
    node.mine()
    await hand.pass(60_000)
    expect(await Promise.all(sends.map(status))).toEqual(['confirmed', 'confirmed'])
    // One of them waits for a block again, the other is nowhere.
    node.undo(1)
    node.forget('a:0:0')
    await hand.pass(60_000)
    expect(await Promise.all(sends.map(status))).toEqual(['sent', 'sent'])
    expect(node.heard).toEqual(['a:0:0', 'a:1:0', 'a:0:0'])
    expect(warnings).toEqual([
      'ETH testnet: the block that had a:0:0 is undone',
      'ETH testnet: the block that had a:1:0 is undone',
    ])
    expect(await reservedIndexes(storage.query, ON, 'a', 0n, 10)).toEqual([0n, 1n])
    node.mine()
    await hand.pass(60_000)
    expect(await Promise.all(sends.map(status))).toEqual(['confirmed', 'confirmed'])
    for (let block = 1; block < 6; block += 1) node.mine()
    await hand.pass(60_000)
    expect(await Promise.all(sends.map(status))).toEqual(['final', 'final'])
    expect(node.minedOf('a')).toEqual(['a:0:0', 'a:1:0'])
    expect(await unsettledSends(storage.query, undefined, 10)).toEqual([])
    expect(await credits()).toBe(10)
  })

  it('of a row lets any come into a block and out of it again, and keeps the nonce for who stays', async () => {
    const { custody, hand, node, chain, record, status, storage } = open()
    node.confirmations = 6
    const first = await record(0)
    await custody.sends.deliver(chain, first)
    const second = await record(0, { fee: 1, replaces: true })
    await custody.sends.deliver(chain, second)
    const statuses = async () => [await status(first), await status(second)]
    // Another node still had the first.
    node.forget(second.txId)
    await node.broadcast(first)
    node.mine()
    await hand.pass(60_000)
    expect(await statuses()).toEqual(['confirmed', 'sent'])
    node.undo(1, false)
    await hand.pass(600_000)
    node.mine()
    await hand.pass(600_000)
    expect(await statuses()).toEqual(['replaced', 'confirmed'])
    node.undo(1, false)
    await node.broadcast(first)
    node.mine()
    await hand.pass(600_000)
    expect((await statuses())[0]).toBe('confirmed')
    for (let block = 1; block < 6; block += 1) node.mine()
    await hand.pass(600_000)
    expect(await statuses()).toEqual(['final', 'dead'])
    const [held] = await heldReservations(storage.query, ON, first.claims)
    expect(held?.holder).toBe(`send:${first.txId}`)
  })

  it('says once which transaction a node does not take, and why', async () => {
    const { hand, node, record, warnings } = open()
    await record(0)
    node.answers.push('decline', 'decline', 'decline')
    await hand.pass(60_000)
    expect(warnings).toEqual([
      'Transactions wait to be sent: ETH testnet a:0:0: a node does not take it: insufficient funds',
    ])
  })

  it('does not wait out a clock that was set ahead when something was recorded, and is back', async () => {
    const { hand, node, record, status } = open()
    await hand.settled()
    hand.ahead += 3_600_000
    const [first, second] = [await record(0), await record(1)]
    hand.ahead -= 3_600_000
    await hand.pass(ROUND_MS * 3)
    expect([await status(first), await status(second)]).toEqual(['sent', 'sent'])
    expect(node.heard.toSorted()).toEqual(['a:0:0', 'a:1:0'])
  })

  it('asks the network that a transaction is of', async () => {
    const asked = new Map<string, number>()
    const { hand, record, status } = open({
      chains: (node) => {
        const chains = fakeChains(node)
        return {
          ...chains,
          chain: (id, network, testnet) => {
            asked.set(`${id} ${network} ${testnet ?? ''}`.trim(), 1)
            return chains.chain(id, network, testnet)
          },
        }
      },
    })
    const sends = [
      await record(0),
      await record(1, { on: { network: 'mainnet' } }),
      await record(2, { on: { network: 'ethereum-holesky' } }),
      await record(3, { on: { chain: 'MATIC' } }),
    ]
    await hand.pass(ROUND_MS * 2)
    expect([...asked.keys()].sort()).toEqual([
      'ETH mainnet',
      'ETH testnet',
      'ETH testnet ethereum-holesky',
      'MATIC testnet',
    ])
    expect(await Promise.all(sends.map(status))).toEqual(['sent', 'sent', 'sent', 'sent'])
  })

  it.each([
    ['', []],
    [', while the clock is set forward, and back', [86_400_000, -86_400_000]],
    [', while the clock is set back, and forward', [-86_400_000, 86_400_000]],
    [', while the clock stands still', [-ROUND_MS]],
  ])('waits longer each time, up to ten minutes%s', async (_how, steps) => {
    const { hand, node, record } = open()
    await record(5)
    const heard: number[] = []
    const start = hand.now
    for (let count = 0, step = 0; hand.now - start < 7_200_000; step += 1) {
      // Now and then, or with each round.
      if (steps.length === 1 || step % 7 === 0) hand.ahead += steps[step % 2] ?? steps[0] ?? 0
      await hand.pass(ROUND_MS)
      // The node forgets it each time, so that every look is a broadcast.
      node.forget('a:5:0')
      if (node.heard.length > count) heard.push((hand.now - start) / 1_000)
      count = node.heard.length
    }
    const gaps = heard.slice(1).map((second, index) => second - (heard[index] ?? 0))
    expect(gaps.slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 320, 600])
    expect(new Set(gaps.slice(7))).toEqual(new Set([600]))
  })

  it('looks at more than one page, and at each in its turn', async () => {
    const { hand, node, record } = open()
    await Promise.all(Array.from({ length: 250 }, (_, nonce) => record(nonce)))
    await hand.pass(ROUND_MS * 2)
    expect(new Set(node.heard).size).toBe(250)
  })

  it('warns once of a node that is away, does nothing rash, and goes on when it is back', async () => {
    const { hand, node, record, status, warnings } = open()
    const send = await record(0)
    node.fault = new NodeFault('unreachable', 'http://user:password@host')
    await hand.pass(3_600_000)
    expect(warnings).toEqual(['Transactions wait to be sent: ETH testnet: unreachable'])
    expect(await status(send)).toBe('signed')
    node.fault = null
    // However long it was away, nothing waits longer for that.
    await hand.pass(ROUND_MS)
    expect(await status(send)).toBe('sent')
    node.fault = new NodeFault('unreachable', '')
    await record(1)
    await hand.pass(60_000)
    expect(warnings).toHaveLength(2)
  })

  it('is not held up by one that its node’s adapter cannot read', async () => {
    const { hand, record, status, warnings } = open({
      chains: (node) => {
        const seen = node.status.bind(node)
        node.status = (signed) =>
          signed.txId === 'a:0:0' ? Promise.reject(new TypeError('unreadable')) : seen(signed)
        return fakeChains(node)
      },
    })
    const sends = await Promise.all(Array.from({ length: 20 }, (_, nonce) => record(nonce)))
    await hand.pass(60_000)
    const statuses = await Promise.all(sends.map(status))
    expect(statuses).toEqual(['signed', ...Array<string>(19).fill('sent')])
    // Of each time that it is looked at, which is ever more seldom.
    expect(new Set(warnings)).toEqual(
      new Set(['Transactions wait to be sent: ETH testnet: TypeError: unreadable']),
    )
  })

  it('is not held up by those of which its node cannot tell, as it is configured', async () => {
    const { hand, record, status, warnings } = open({
      chains: (node) => {
        const seen = node.status.bind(node)
        const cannot = () => Promise.reject(new NodeFault('unsupported', 'needs -txindex'))
        node.status = (signed) => (/^a:\d:/.test(signed.txId) ? cannot() : seen(signed))
        return fakeChains(node)
      },
    })
    const sends = await Promise.all(Array.from({ length: 20 }, (_, nonce) => record(nonce)))
    await hand.pass(ROUND_MS * 2)
    const statuses = await Promise.all(sends.map(status))
    expect(new Set(statuses.slice(0, 10))).toEqual(new Set(['signed']))
    expect(new Set(statuses.slice(10))).toEqual(new Set(['sent']))
    expect(new Set(warnings)).toEqual(new Set(['Transactions wait to be sent: ETH testnet: needs -txindex']))
  })

  it('is not held up by those of a tenant that has as many calls waiting as it may', async () => {
    let isCrowded = true
    const { hand, record, status } = open({
      chains: (node) => {
        const seen = node.status.bind(node)
        const refuse = () => Promise.reject(new Rejected({ code: 'overloaded' }))
        node.status = (signed) => (isCrowded && /^a:\d:/.test(signed.txId) ? refuse() : seen(signed))
        return fakeChains(node)
      },
    })
    const sends = await Promise.all(Array.from({ length: 20 }, (_, nonce) => record(nonce)))
    await hand.pass(600_000)
    const statuses = await Promise.all(sends.map(status))
    expect(statuses).toEqual([...Array<string>(10).fill('signed'), ...Array<string>(10).fill('sent')])
    // They wait no longer for that.
    isCrowded = false
    await hand.pass(ROUND_MS)
    expect(new Set(await Promise.all(sends.map(status)))).toEqual(new Set(['sent']))
  })

  it('is not held up on one chain by the node of another', async () => {
    const { hand, record, status } = open({
      chains: (node) => {
        const chains = fakeChains(node)
        return {
          ...chains,
          chain: (id, ...rest) =>
            id === 'BTC' ? Promise.reject(new NodeFault('unconfigured', '')) : chains.chain(id, ...rest),
        }
      },
    })
    const stuck = await record(0, { on: { chain: 'BTC' } })
    const send = await record(1)
    await hand.pass(ROUND_MS * 2)
    expect([await status(stuck), await status(send)]).toEqual(['signed', 'sent'])
  })

  it('survives a storage that does not answer', async () => {
    const kept = memoryStorage()
    let isBroken = true
    const query = new Proxy(kept.query, {
      get: (target, name) => {
        if (!isBroken || name !== 'list') return Reflect.get(target, name)
        return () => Promise.reject(new Fault('the disk is gone'))
      },
    }) as Queries
    const { hand, record, status, warnings } = open({ storage: { ...kept, query } })
    const send = await record(0)
    await hand.pass(30_000)
    expect(warnings).toEqual([expect.stringContaining('the disk is gone')])
    isBroken = false
    await hand.pass(ROUND_MS * 2)
    expect(await status(send)).toBe('sent')
  })

  it('begins its next round while signatures and deployed tokens are looked at, and ends that too', async () => {
    const { hand, node, storage } = open({ chains: () => fakeChains(new FakeNode()) })
    let [rounds, looks, stops] = [0, 0, 0]
    const worker = new SendsWorker({
      ...{ chains: fakeChains(node), scheduler: hand.scheduler, warn: () => undefined },
      sends: { look: () => expect.fail('nothing was sent'), fill: () => expect.fail('nothing was sent') },
      renewals: { look: () => new Promise(() => void rounds++), stop: () => void stops++ },
      deployments: { look: () => new Promise(() => void looks++), stop: () => void stops++ },
      query: () => storage.query,
    })
    worker.start()
    await hand.settled()
    await hand.pass(ROUND_MS * 2)
    worker.stop()
    expect([rounds, looks, stops]).toEqual([3, 3, 2])
  })

  it('ends before the engine does, and leaves no timer', async () => {
    const { custody, hand, node, record, warnings } = open()
    await record(0)
    await hand.settled()
    await custody.close()
    expect(hand.timers).toBe(0)
    await hand.pass(60_000)
    expect(node.heard).toEqual([])
    expect(warnings).toEqual([])
  })

  it('is not there without chains', async () => {
    const hand = new Hand()
    const custody = new Custody(
      new Engine({ storage: memoryStorage(), clock: hand.clock, scheduler: hand.scheduler }),
    )
    await hand.settled()
    expect(hand.timers).toBe(0)
    await custody.close()
  })

  it('of several engines on one storage sends and charges no more than one', async () => {
    const storage = memoryStorage()
    const shared = { ...storage, close: () => Promise.resolve() }
    const node = new FakeNode()
    const worlds = [1, 2, 3].map(() => open({ storage: shared, chains: () => fakeChains(node) }))
    const sends = await Promise.all(
      [0, 1, 2, 3].map((nonce) => worlds[0]?.record(nonce) ?? expect.fail('no engine')),
    )
    for (let step = 0; step < 30; step++) {
      await Promise.all(worlds.map(({ hand }) => hand.pass(ROUND_MS)))
      if (step === 10) node.mine()
    }
    for (const send of sends) expect(await worlds[0]?.status(send)).toBe('final')
    expect(node.minedOf('a')).toHaveLength(4)
    expect(await worlds[0]?.credits()).toBe(20)
  })
})
