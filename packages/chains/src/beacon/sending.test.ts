/** Sends of one account side by side, nodes that fail, and sequences that others use: what is answered is paid once. */
import { Rejected } from '@tallystick/engine'
import { quickOrFull } from '@tallystick/testing'
import type { Failure } from '@tallystick/testing/simulated'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, txIdOf } from '../open-ledger.fixture.js'
import { accountOf, beaconWorld, COIN } from './chain.fixture.js'
import { type Account, type BeaconWorld, openBeaconWorld } from './ledger-world.fixture.js'

/** Sends at once. */
const MANY = quickOrFull(25, 100)

let world: BeaconWorld
let calls: Calls
let alice: Account
let bob: Account

async function open(options: Parameters<typeof openBeaconWorld>[0] = {}): Promise<void> {
  world = await openBeaconWorld(options)
  calls = await world.as('testnet')
  alice = world.account('alice')
  bob = world.account('bob')
}
afterEach(() => world.close())

const close = (blocks = 1): void => world.server.ledger.close(blocks)
const body = (amount = '1') =>
  ({ fromPrivateKey: alice.privateKey, to: bob.address, currency: 'BNB', amount }) as const
const pay = (amount = '1') => calls.transferBnbBlockchain(body(amount))
const paid = (): bigint => world.units(bob) - 1_000n * COIN
const statuses = async () => (await world.sends()).map(({ status }) => status)
const indexOf = ({ claims }: { readonly claims: readonly { readonly index: bigint }[] }): bigint =>
  claims[0]?.index ?? -1n
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'sent',
    (error: unknown) => (error instanceof Rejected ? error.code : String(error)),
  )
/** A transfer of the same account and sequence, signed by another program with the same key. */
async function rivalOf(sequence: bigint, amount: bigint): Promise<string> {
  const other = await beaconWorld()
  const { number } = world.server.ledger.account(alice.address)
  const over = { amount: amount.toString(), accountNumber: String(number), sequence: String(sequence) }
  const { raw } = other.sign(other.signer('alice'), over)
  await other.close()
  return raw
}

describe('one account', () => {
  beforeEach(() => open())

  it('many at once have consecutive sequences, and all are paid', async () => {
    const told = await Promise.all(Array.from({ length: MANY }, () => outcome(pay())))
    for (const code of told) expect(code).toMatch(/^(sent|broadcast\.unknown)$/)
    const sends = (await world.sends()).toSorted((one, other) => Number(indexOf(one) - indexOf(other)))
    expect(sends.map(indexOf)).toEqual(Array.from({ length: MANY }, (_, n) => BigInt(n)))
    for (let blocks = 0; blocks < 4; blocks += 1) {
      close()
      await world.round()
    }
    expect([paid(), new Set(await statuses())]).toEqual([BigInt(MANY) * COIN, new Set(['final'])])
    expect(await calls.charged()).toBe(10 * MANY)
  })

  it('what waits is counted: eight with money for seven are seven', async () => {
    world.server.ledger.account(alice.address).coins.set('BNB', 8n * COIN + 7n * 7_500n)
    world.server.ledger.settle()
    const told = await Promise.all(Array.from({ length: 8 }, () => outcome(pay())))
    expect(told.filter((code) => code === 'balance.insufficient')).toHaveLength(1)
    close()
    await world.round()
    close()
    expect(paid()).toBe(7n * COIN)
  })

  it('one that the node loses is sent again, and those that failed in a block behind it follow', async () => {
    // With the first one gone, those behind it are in the block, and fail there for their sequence.
    let lost = 0
    world.server.ledger.loses = () => {
      lost += 1
      return lost === 1
    }
    const told = [await outcome(pay('1')), await outcome(pay('2')), await outcome(pay('4'))]
    expect(told).toEqual(['sent', 'sent', 'sent'])
    for (let blocks = 0; blocks < 6; blocks += 1) {
      close()
      await world.round()
    }
    expect([paid(), await statuses()]).toEqual([7n * COIN, ['final', 'final', 'final']])
  })
})

describe('a node that fails', () => {
  beforeEach(() => open({ timeoutMs: 400 }))

  const failures: readonly Failure[] = ['die', 'drop', 'hang', 'late', 'lie', 'busy']
  it.each(failures)('while it is sent (%s): told so, and paid once', async (failure) => {
    world.server.failing = (method) => (method === 'POST' ? failure : undefined)
    const call = () => calls.transferBnbBlockchain(body(), { idempotencyKey: 'once' })
    expect(await codeOf(call())).toBe('broadcast.unknown')
    expect(await calls.charged()).toBe(0)
    world.server.failing = () => undefined
    await world.round()
    close()
    const { txId } = (await call()) as { txId: string }
    expect(await calls.bnbGetTransaction({ hash: txId })).toMatchObject({ ok: true })
    await world.round()
    expect([paid(), await statuses()]).toEqual([COIN, ['final']])
  })

  it('before anything is sent: refused, and nothing is recorded', async () => {
    for (const failure of ['die', 'hang', 'busy'] as const) {
      world.server.failing = () => failure
      expect(await codeOf(pay())).toBe('chain.unavailable')
    }
    expect(await world.sends()).toEqual([])
  })

  it('one that repeats what it is given pays once', async () => {
    world.server.repeats = 3
    const call = () => calls.transferBnbBlockchain(body(), { idempotencyKey: 'once' })
    const first = await call()
    close()
    expect(await call()).toEqual(first)
    await world.round()
    expect([paid(), await statuses()]).toEqual([COIN, ['final']])
  })
})

describe('the end of a send', () => {
  beforeEach(() => open({ timeoutMs: 400 }))
  /** It says that it takes everything, and takes nothing. */
  const lying = (): void => {
    world.server.failing = (method) => (method === 'POST' ? 'lie' : undefined)
  }
  const telling = (): void => {
    world.server.failing = () => undefined
  }

  it('time ends nothing: what no node has is sent until its sequence is used', async () => {
    lying()
    expect(await codeOf(pay())).toBe('broadcast.unknown')
    close(1_000)
    await world.round()
    expect(await world.held()).toBe(1)
    telling()
    await world.round()
    close()
    await world.round()
    expect([paid(), await statuses()]).toEqual([COIN, ['final']])
  })

  it('one whose sequence another transaction has used is dead by proof, and is built anew', async () => {
    lying()
    expect(await codeOf(pay('1'))).toBe('broadcast.unknown')
    telling()
    world.server.ledger.submit(await rivalOf(0n, 5n * COIN))
    close()
    await world.round()
    expect([await statuses(), await world.held()]).toEqual([['dead'], 0])
    expect((await world.sends())[0]?.reason).toMatch(/Another transaction used sequence 0/)
    await txIdOf(pay('2'))
    close()
    expect(paid()).toBe(7n * COIN)
  })

  it('one that failed in a block for its sequence may be in a later one: it is not given up, and paid once', async () => {
    lying()
    expect(await codeOf(pay('1'))).toBe('broadcast.unknown')
    await codeOf(pay('2'))
    const [first, second] = (await world.sends()).toSorted((one, other) =>
      Number(indexOf(one) - indexOf(other)),
    )
    // Some proposer puts the second one in too early: it fails, and has used nothing up.
    world.server.ledger.include(second?.raw ?? '')
    expect(world.server.ledger.find(second?.txId ?? '')?.code).toBe(65_539)
    await world.round()
    expect([await world.held(), new Set(await statuses())]).toEqual([2, new Set(['unknown'])])
    telling()
    world.server.ledger.submit(first?.raw ?? '')
    close()
    await world.round()
    close()
    await world.round()
    expect([paid(), await statuses()]).toEqual([3n * COIN, ['final', 'final']])
  })

  it('one that was paid and then repeated in a later block, where it fails, is paid', async () => {
    await txIdOf(pay())
    close()
    const [send] = await world.sends()
    world.server.ledger.include(send?.raw ?? '')
    expect(await calls.bnbGetTransaction({ hash: send?.txId ?? '' })).toMatchObject({ ok: false })
    await world.round()
    expect([paid(), await statuses()]).toEqual([COIN, ['final']])
    expect((await world.sends())[0]?.reason).toBeNull()
  })

  it('one that cannot be paid in its block has used its sequence, and has failed for good', async () => {
    lying()
    expect(await codeOf(pay('999'))).toBe('broadcast.unknown')
    telling()
    const [send] = await world.sends()
    world.server.ledger.account(alice.address).coins.set('BNB', COIN)
    world.server.ledger.settle()
    world.server.ledger.include(send?.raw ?? '')
    await world.round()
    expect([paid(), await statuses()]).toEqual([0n, ['final']])
    expect((await world.sends())[0]?.reason).toMatch(/failed/)
  })

  it('a node that is behind proves nothing', async () => {
    const txId = await txIdOf(pay())
    world.server.lag = 5
    close()
    await world.round()
    expect(await world.held()).toBe(1)
    world.server.lag = 0
    await world.round()
    expect([paid(), await statuses()]).toEqual([COIN, ['final']])
    expect((await world.sends())[0]?.txId).toBe(txId)
  })

  it('one with a signature that does not hold is refused, and its sequence is free', async () => {
    const { address } = accountOf('alice')
    world.server.ledger.account(address)
    const raw = await rivalOf(0n, COIN)
    expect(world.server.ledger.submit(raw.replace(/1240(..)/, '124000'))).toMatchObject({ code: 4 })
    await txIdOf(pay())
    close()
    expect(paid()).toBe(COIN)
  })
})
