/** What becomes of transactions of TRON whose answers are lost, that expire, that forks undo, and of many at once. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { codeOf, txIdOf } from '../open-ledger.fixture.js'
import { SUN } from './chain.fixture.js'
import { openTronWorld } from './ledger-world.fixture.js'
import type { Failure } from './server.fixture.js'

async function opened(options: Parameters<typeof openTronWorld>[0] = {}) {
  const world = await openTronWorld(options)
  onTestFinished(() => world.close())
  const calls = await world.as('testnet')
  const alice = world.account('alice')
  const to = world.account('bob', 1n).address
  const pay = (amount: string) => calls.transferTronBlockchain({ fromPrivateKey: alice.key, to, amount })
  const paid = () => world.network.account(to).balance - SUN
  const fail = (how: Failure | undefined) => {
    for (const server of world.servers) {
      server.failing = (path) => (path.endsWith('broadcasthex') ? how : undefined)
    }
  }
  const statuses = async () => (await world.sends()).map(({ status }) => status)
  return { world, calls, alice, pay, paid, fail, statuses }
}

describe('a transaction whose answer is lost', () => {
  it.each(['drop', 'die', 'lie', 'busy'] as const)(
    '(%s) is sent again as it is, and paid once',
    async (how) => {
      const { world, pay, paid, fail, statuses } = await opened()
      fail(how)
      expect(await codeOf(pay('1'))).toBe('broadcast.unknown')
      fail(undefined)
      await world.round(5_000)
      world.settle()
      await world.round(5_000)
      expect(paid()).toBe(SUN)
      expect(await statuses()).toEqual(['final'])
    },
  )

  it('is not refused by a proxy that repeats it', async () => {
    const { world, pay, paid, fail } = await opened()
    fail('repeat')
    await txIdOf(pay('1'))
    world.settle()
    expect(paid()).toBe(SUN)
  })
})

describe('a transaction that expires', () => {
  it('is dead once a solid block is later, and not before', async () => {
    const { world, pay, paid, fail, statuses } = await opened()
    fail('die')
    expect(await codeOf(pay('1'))).toBe('broadcast.unknown')
    // Its node has it in no block, and a later block may still take it.
    await world.round(5_000)
    expect(await statuses()).toEqual(['unknown'])
    await world.round(700_000)
    world.settle()
    await world.round(700_000)
    expect(await statuses()).toEqual(['dead'])
    fail(undefined)
    await txIdOf(pay('1'))
    world.settle()
    expect(paid()).toBe(SUN)
  })

  it('is not dead to a node that is behind', async () => {
    const { world, pay, statuses } = await opened()
    await txIdOf(pay('1'))
    world.settle()
    world.server.behind = 20
    await world.round(5_000)
    world.server.behind = 0
    world.settle()
    await world.round(5_000)
    expect(await statuses()).toEqual(['final'])
  })

  it('is alive again when a fork undoes its block, and is sent again where that has lost it', async () => {
    const { world, pay, paid, statuses } = await opened()
    await txIdOf(pay('1'))
    world.network.grow()
    await world.round(1)
    world.network.fork(2, true)
    await world.round(60_000)
    world.settle()
    await world.round(60_000)
    expect(paid()).toBe(SUN)
    expect(await statuses()).toEqual(['final'])
  })
})

describe('many sends of one account', () => {
  it('100 at once are 100 payments, those among them whose answers are dropped too', async () => {
    const { world, pay, paid, fail } = await opened()
    const [server] = world.servers
    if (server === undefined) throw new TypeError('no server')
    let asked = 0
    server.failing = (path) => (path.endsWith('broadcasthex') && ++asked % 7 === 0 ? 'drop' : undefined)
    const calls = await Promise.allSettled(Array.from({ length: 100 }, () => pay('0.5')))
    fail(undefined)
    const told = calls.filter(({ status }) => status === 'fulfilled').length
    expect(told).toBeGreaterThan(80)
    const sends = await world.sends()
    expect(new Set(sends.map(({ txId }) => txId)).size).toBe(100)
    world.network.grow()
    await world.round(5_000)
    world.settle()
    await world.round(5_000)
    expect(paid()).toBe(50n * SUN)
    expect(new Set((await world.sends()).map(({ status }) => status))).toEqual(new Set(['final']))
  })

  it('do not spend together what each could spend alone', async () => {
    const { world, pay, paid } = await opened()
    const calls = await Promise.allSettled(Array.from({ length: 5 }, () => pay('400')))
    expect(calls.filter(({ status }) => status === 'fulfilled').length).toBe(2)
    world.settle()
    expect(paid()).toBe(800n * SUN)
    // What a block has is not counted twice.
    await txIdOf(pay('150'))
    expect(await codeOf(pay('150'))).toBe('balance.insufficient')
  })
})
