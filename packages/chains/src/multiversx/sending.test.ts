/** Sends of one account side by side, and gateways that fail: what is answered is paid once, and ends by proof only. */
import { Rejected } from '@tallystick/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, txIdOf } from '../open-ledger.fixture.js'
import { EGLD, FEE, multiversxWorld, TOKEN, tokenTransfer } from './chain.fixture.js'
import { type Account, type MultiversxWorld, openMultiversxWorld } from './ledger-world.fixture.js'
import type { Failure } from './server.fixture.js'

let world: MultiversxWorld
let calls: Calls
let alice: Account
let bob: Account

async function open(options: Parameters<typeof openMultiversxWorld>[0] = {}): Promise<void> {
  world = await openMultiversxWorld(options)
  calls = await world.as('testnet')
  alice = world.account('alice')
  bob = world.account('bob', 0n)
}
afterEach(() => world.close())

const close = (blocks = 1): void => world.server.ledger.close(blocks)
const body = (over: object = {}) => ({
  from: alice.address,
  fromPrivateKey: alice.key,
  to: bob.address,
  amount: '1',
  ...over,
})
const pay = (over: object = {}) => calls.transferEgldBlockchain(body(over))
const paid = (): bigint => world.units(bob.address)
const statuses = async () => (await world.sends()).map(({ status }) => status)
const nonces = async () =>
  (await world.sends()).map(({ claims }) => Number(claims[0]?.index)).sort((one, other) => one - other)
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'sent',
    (error: unknown) => (error instanceof Rejected ? error.code : String(error)),
  )

/** Another service with the same key sends this instead. */
async function elsewhere(over: object, nonce: number): Promise<void> {
  const other = await multiversxWorld()
  const { codec } = other.chain
  const { raw } = await other.sign(codec.signer(alice.key), { nonce, receiver: bob.address, ...over })
  await other.close()
  world.server.ledger.submit(JSON.parse(raw))
}

describe('one account', () => {
  beforeEach(() => open())

  it('a hundred at once, some of which are dropped: a nonce for each, and each is paid once', async () => {
    const drop = new Set<string>()
    world.server.ledger.loses = (hash) => {
      if (drop.size >= 5 || drop.has(hash) || !/^[0-3]/.test(hash)) return false
      drop.add(hash)
      return true
    }
    const told = await Promise.all(Array.from({ length: 100 }, () => outcome(pay())))
    expect(new Set(told)).toEqual(new Set(['sent']))
    expect(await nonces()).toEqual(Array.from({ length: 100 }, (_, n) => n))
    for (let blocks = 0; blocks < 8; blocks += 1) {
      close()
      await world.round()
    }
    expect(drop.size).toBe(5)
    expect(paid()).toBe(100n * EGLD)
    expect(new Set(await statuses())).toEqual(new Set(['final']))
    expect(await calls.charged()).toBe(200)
  })

  it('what waits is counted, of EGLD and of tokens: eight with money for seven are seven', async () => {
    world.server.ledger.account(alice.address).balance = 7n * (EGLD + FEE) + EGLD
    world.server.ledger.settle()
    const told = await Promise.all(Array.from({ length: 8 }, () => outcome(pay())))
    expect(told.filter((code) => code === 'balance.insufficient')).toHaveLength(1)
    close()
    expect(paid()).toBe(7n * EGLD)
    world.server.ledger.fund(alice.address, EGLD)
    world.server.ledger.fund(alice.address, 20n, TOKEN)
    const fee = { gasLimit: '500000', gasPrice: '1000000000' }
    const tokens = await Promise.all(
      [7n, 8n, 9n].map((amount) => outcome(pay({ amount: '0', data: tokenTransfer(amount), fee }))),
    )
    expect(tokens.filter((code) => code === 'balance.insufficient')).toHaveLength(1)
  })
})

describe('a gateway that fails', () => {
  beforeEach(() => open({ timeoutMs: 400 }))

  const failures: readonly Failure[] = ['die', 'drop', 'hang', 'late', 'lie', 'busy', 'repeat']
  it.each(failures)('while it is sent (%s): told so, and paid once', async (failure) => {
    world.server.failing = (method) => (method === 'POST' ? failure : undefined)
    const call = () => calls.transferEgldBlockchain(body(), { idempotencyKey: 'once' })
    const first = await outcome(call())
    // What it shows afterwards, it has.
    expect(first).toBe(/^(drop|repeat)$/.test(failure) ? 'sent' : 'broadcast.unknown')
    world.server.failing = () => undefined
    await world.round()
    close()
    const { txId } = (await call()) as { txId: string }
    expect(await calls.egldGetTransaction({ hash: txId })).toMatchObject({ status: 'success' })
    await world.round()
    expect([paid(), await statuses()]).toEqual([EGLD, ['final']])
  })

  it('before anything is sent: refused, and nothing is recorded', async () => {
    for (const failure of ['die', 'hang', 'busy'] as const) {
      world.server.failing = () => failure
      expect(await codeOf(pay())).toBe('chain.unavailable')
    }
    expect(await world.sends()).toEqual([])
  })

  it('another one is asked', async () => {
    await world.close()
    await open({ servers: 2, timeoutMs: 400 })
    world.server.failing = () => 'die'
    await txIdOf(pay())
    close()
    expect(paid()).toBe(EGLD)
  })

  it('one that is behind does not show what was sent: that is sent again, and paid once', async () => {
    close()
    world.server.lag = 1
    expect(await outcome(pay())).toBe('broadcast.unknown')
    close()
    await world.round()
    expect(await statuses()).not.toContain('dead')
    world.server.lag = 0
    close()
    await world.round()
    expect([paid(), await statuses()]).toEqual([EGLD, ['final']])
  })
})

describe('the end of a transaction', () => {
  beforeEach(() => open({ timeoutMs: 400 }))
  /** It says that it takes everything, and takes nothing. */
  const lying = (): void => {
    world.server.failing = (method) => (method === 'POST' ? 'lie' : undefined)
  }

  it('it is final only with its hyperblock: one that is undone is sent again', async () => {
    world.server.ledger.unfinal = 3
    await txIdOf(pay())
    close()
    await world.round()
    expect(await statuses()).toEqual(['confirmed'])
    world.server.ledger.undo()
    world.server.ledger.pool.clear()
    close()
    await world.round()
    expect([paid(), await statuses()]).toEqual([0n, ['sent']])
    close(4)
    await world.round()
    expect([paid(), await statuses()]).toEqual([EGLD, ['final']])
  })

  it('while its nonce is free it is never dead, however long it is nowhere', async () => {
    lying()
    expect(await outcome(pay())).toBe('broadcast.unknown')
    close(300)
    await world.round()
    expect(await world.held()).toBe(1)
    world.server.failing = () => undefined
    await world.round()
    close()
    await world.round()
    expect([paid(), await statuses()]).toEqual([EGLD, ['final']])
  })

  it.each([true, false])(
    'another one with its nonce in a final hyperblock: dead (index: %s)',
    async (indexed) => {
      lying()
      world.server.indexed = indexed
      expect(await outcome(pay())).toBe('broadcast.unknown')
      world.server.failing = () => undefined
      await elsewhere({ value: (5n * EGLD).toString(), gasPrice: 1_000_000_001 }, 0)
      // Until that is final, either may be the one.
      world.server.ledger.unfinal = 2
      world.server.failing = (method) => (method === 'POST' ? 'hang' : undefined)
      close()
      await world.round()
      expect(await statuses()).not.toContain('dead')
      close(2)
      await world.round()
      expect([paid(), await statuses()]).toEqual([5n * EGLD, ['dead']])
      expect((await world.sends())[0]?.reason).toMatch(/Another transaction used nonce 0/)
      // Nothing of the refused one is charged, and the next one is not hindered.
      world.server.failing = () => undefined
      await txIdOf(pay())
      expect(await calls.charged()).toBe(2)
    },
  )

  it('a used nonce whose transaction nobody shows proves nothing', async () => {
    lying()
    world.server.indexed = false
    expect(await outcome(pay())).toBe('broadcast.unknown')
    world.server.failing = () => undefined
    await elsewhere({ gasPrice: 1_000_000_001 }, 0)
    // Longer ago than hyperblocks are read.
    close(200)
    await world.round()
    expect(await statuses()).not.toContain('dead')
    expect(await world.held()).toBe(1)
    world.server.indexed = true
    await world.round()
    expect(await statuses()).toEqual(['dead'])
  })
})
