/** What becomes of transactions of TRON whose answers are lost, that expire, that forks undo, and of many at once. */
import { utils } from 'tronweb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createChains } from '../chains.js'
import { codeOf, pendingOf, refusalOf, txIdOf } from '../open-ledger.fixture.js'
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
  /** What happens between the effect of the next broadcast and its answer. */
  const answersOnce = (then: () => Promise<unknown>) => {
    world.server.beforeAnswer = async (path) => {
      if (!path.endsWith('broadcasthex')) return
      world.server.beforeAnswer = () => Promise.resolve()
      await then()
    }
  }
  const statuses = async () => (await world.sends()).map(({ status }) => status)
  return { world, calls, alice, pay, paid, fail, statuses, answersOnce }
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

describe('a node that answers late', () => {
  it.each([
    ['in time, when blocks have the transaction already', 0, false],
    ['when its caller has given up, and blocks have the transaction already', 1_500, true],
  ])('%s: it is paid once', async (_name, lateMs, isUnknown) => {
    const { world, pay, paid, statuses, answersOnce } = await opened({ timeoutMs: isUnknown ? 1_000 : 5_000 })
    answersOnce(async () => {
      world.settle()
      await new Promise((wake) => setTimeout(wake, lateMs))
    })
    if (isUnknown) expect(await codeOf(pay('1'))).toBe('broadcast.unknown')
    else await txIdOf(pay('1'))
    await world.round(5_000)
    expect([paid(), await statuses()]).toEqual([SUN, ['final']])
  })

  it('and does not know its block for long after: the transaction is not dead, and paid once', async () => {
    const { world, pay, paid, statuses, answersOnce } = await opened({ timeoutMs: 1_000 })
    answersOnce(() => new Promise((wake) => setTimeout(wake, 1_500)))
    expect(await codeOf(pay('1'))).toBe('broadcast.unknown')
    world.settle()
    // Behind by more than the transaction lives, it is given the transaction again.
    await world.round(700_000)
    world.server.behind = 20
    await world.round(700_000)
    expect(await statuses()).not.toContain('dead')
    world.server.behind = 0
    await world.round(5_000)
    expect([paid(), await statuses()]).toEqual([SUN, ['final']])
  })

  it('of two, one that is behind neither ends a transaction nor pays it twice', async () => {
    const { world, pay, paid, statuses } = await opened({ servers: 2 })
    const [first, second] = world.servers
    if (first === undefined || second === undefined) throw new TypeError('no server')
    world.settle()
    first.behind = 1
    // It takes the transaction, and may not show it.
    await pay('1').catch(() => undefined)
    expect(await world.sends()).toHaveLength(1)
    world.settle()
    for (const behind of [20, 15, 3]) {
      first.behind = behind
      await world.round(60_000)
      expect(await statuses()).not.toContain('dead')
    }
    first.behind = 0
    await world.round(700_000)
    expect([paid(), await statuses()]).toEqual([SUN, ['final']])
  })
})

it('a payment is refused, and the refusal says why, where the newest block is older than it may be', async () => {
  const { world, calls, pay, paid } = await opened()
  await world.look(11 * 60_000)
  const { rejection } = await refusalOf(pay('1'))
  expect(rejection).toMatchObject({
    code: 'chain.unavailable',
    detail: expect.stringContaining('newest block is older'),
  })
  expect([await world.sends(), paid(), await calls.charged()]).toEqual([[], 0n, 0])
  world.network.grow(20, world.network.head.time + 11 * 60_000)
  await txIdOf(pay('1'))
})

describe('a pending signature that expires', () => {
  const DAY_MS = 86_400_000
  const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
  const OTHER = '26d3883e-4e17-48b3-a0ee-09a3e484ac84'

  async function waiting() {
    const world = await opened()
    const { calls, alice } = world
    const to = world.world.account('bob', 0n).address
    const id = await pendingOf(
      calls.transferTronBlockchainKMS({ from: alice.address, signatureId: WALLET, to, amount: '2' }),
    )
    const serialized = async () => {
      const [own] = await calls.receivePendingTransactionsToSign({ chain: 'TRON', signatureIds: [WALLET] })
      return own?.serializedTransaction ?? ''
    }
    const sign = (text: string) => JSON.stringify(utils.crypto.signTransaction(alice.key, JSON.parse(text)))
    /** Beside the rounds, so a round or two later. */
    const renewed = async (old: string): Promise<string> => {
      const again = async () => {
        await world.world.round(120_000)
        return serialized()
      }
      await expect.poll(again, { timeout: 10_000 }).not.toBe(old)
      return serialized()
    }
    return { ...world, id, serialized, sign, renewed }
  }

  it('is built again once no block can have it, and not before; what is signed then is paid once', async () => {
    const { world, calls, paid, id, serialized, sign, renewed: again } = await waiting()
    const old = await serialized()
    await world.round(DAY_MS - 2 * 3_600_000)
    expect(await serialized()).toBe(old)
    // Time is up, and no solid block is as late yet: a block may still take it.
    world.server.behind = 21
    await world.round(2 * 3_600_000)
    expect(await serialized()).toBe(old)
    world.server.behind = 0
    const renewed = await again(old)
    const [was, is] = [old, renewed].map((text) => JSON.parse(text).raw_data)
    expect(is.contract).toEqual(was.contract)
    expect(is.expiration - was.expiration).toBeGreaterThan(DAY_MS - 3_600_000)
    expect(utils.transaction.txCheck(JSON.parse(renewed))).toBe(true)
    expect(await world.held()).toBe(1)
    expect(await codeOf(calls.tronBroadcast({ txData: sign(old), signatureId: id }))).toBe(
      'transaction.invalid.body',
    )
    await calls.tronBroadcast({ txData: sign(renewed), signatureId: id })
    world.settle()
    await world.round(5_000)
    expect(paid()).toBe(2n * SUN)
  })

  it('is not built again while a node shows that it was sent: the id completes it', async () => {
    const { world, calls, paid, id, serialized, sign } = await waiting()
    const old = await serialized()
    const txData = sign(old)
    const { txID: txId } = JSON.parse(txData)
    const { codec } = await createChains({}).chain('TRON', 'testnet')
    world.network.submit(codec.rawOf(txData))
    world.settle()
    await world.round(2 * DAY_MS)
    expect(await serialized()).toBe(old)
    await calls.completePendingSignature({ id, txId })
    expect(paid()).toBe(2n * SUN)
  })

  it('is not built again by a node without receipts of its time; the log names each, and what the node lacks', async () => {
    const { world, calls, alice, pay, id, serialized, renewed } = await waiting()
    const to = world.account('bob', 0n).address
    const other = await pendingOf(
      calls.transferTronBlockchainKMS({ from: alice.address, signatureId: OTHER, to, amount: '3' }),
    )
    const old = await serialized()
    // Others pay while it lives.
    await txIdOf(pay('1'))
    world.server.receiptsFrom = Number.POSITIVE_INFINITY
    await world.round(DAY_MS)
    await world.round(120_000)
    expect(await serialized()).toBe(old)
    for (const one of [id, other]) {
      await expect
        .poll(() => world.warnings)
        .toContainEqual(
          expect.stringMatching(
            new RegExp(`${one} has expired.*storage\\.transHistory\\.switch = "on".*Remove the cause$`),
          ),
        )
    }
    world.server.receiptsFrom = 0
    await renewed(old)
  })

  it('and was signed too late is built again when its transaction is dead', async () => {
    const { world, calls, paid, id, serialized, sign, fail, renewed: again } = await waiting()
    const old = await serialized()
    fail('die')
    expect(await codeOf(calls.tronBroadcast({ txData: sign(old), signatureId: id }))).toBe(
      'broadcast.unknown',
    )
    await world.round(DAY_MS)
    world.settle()
    await world.round(120_000)
    fail(undefined)
    const renewed = await again(old)
    await calls.tronBroadcast({ txData: sign(renewed), signatureId: id })
    world.settle()
    expect(paid()).toBe(2n * SUN)
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

  it('is not dead by a node without receipts of its time, and the log says what the node lacks', async () => {
    const { world, calls, pay, fail, statuses } = await opened()
    const { key } = world.account('carol')
    const to = world.account('bob', 0n).address
    await txIdOf(calls.transferTronBlockchain({ fromPrivateKey: key, to, amount: '1' }))
    fail('die')
    expect(await codeOf(pay('1'))).toBe('broadcast.unknown')
    fail(undefined)
    world.server.receiptsFrom = Number.POSITIVE_INFINITY
    await world.round(700_000)
    await world.round(700_000)
    expect(await statuses()).not.toContain('dead')
    expect(world.warnings).toContainEqual(
      expect.stringMatching(/TRON testnet: .*storage\.transHistory\.switch = "on"/),
    )
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
    await world.look(5_000)
    expect(await statuses()).toEqual(['confirmed'])
    world.network.fork(1, true)
    expect(paid()).toBe(0n)
    await world.look(60_000)
    world.settle()
    await world.look(60_000)
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
  it.each([
    ['to three new accounts need what each of these costs', ['dave', 'erin', 'frank'], 2],
    ['to one new account pay for it once', ['dave', 'dave', 'dave'], 3],
    ['to one new account and an old one pay for one', ['dave', 'bob', 'bob'], 3],
  ])('%s', async (_what, names, covered) => {
    const { world, calls } = await opened()
    const { key } = world.account('grace', 11n)
    const paying = names.map((name) => {
      const { address: to } = world.account(name, name === 'bob' ? 1n : 0n)
      return calls.transferTronBlockchain({ fromPrivateKey: key, to, amount: '3' })
    })
    const told = await Promise.allSettled(paying)
    expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(covered)
    await world.round()
    expect((await world.sends()).map(({ status }) => status)).toEqual(Array(covered).fill('final'))
  })
})
