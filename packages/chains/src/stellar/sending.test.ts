/** Sends of one account side by side, Horizons that fail, and transactions that expire: what is answered is paid once. */
import { FeeBumpTransaction, Networks, TransactionBuilder } from '@stellar/stellar-base'
import { Rejected } from '@tallystick/engine'
import { quickOrFull } from '@tallystick/testing'
import type { Failure } from '@tallystick/testing/simulated'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, pendingOf, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { STROOPS } from './chain.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { type Account, openStellarWorld, type StellarWorld } from './ledger-world.fixture.js'

/** Sends at once. */
const MANY = quickOrFull(25, 100)

let world: StellarWorld
let calls: Calls
let alice: Account
let bob: Account

async function open(options: Parameters<typeof openStellarWorld>[0] = {}): Promise<void> {
  world = await openStellarWorld(options)
  calls = await world.as('testnet')
  alice = world.account('alice')
  bob = world.account('bob')
}
afterEach(() => world.close())

const close = (ledgers = 1): void => world.server.ledger.close(ledgers)
const body = (amount = '1') => ({
  fromAccount: alice.address,
  fromSecret: alice.secret,
  to: bob.address,
  amount,
})
const pay = (amount = '1') => calls.transferXlmBlockchain(body(amount))
const paid = (): bigint => world.stroops(bob) - 1_000n * STROOPS
const statuses = async () => (await world.sends()).map(({ status }) => status)
const indexOf = ({ claims }: { readonly claims: readonly { readonly index: bigint }[] }): bigint =>
  claims[0]?.index ?? 0n
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'sent',
    (error: unknown) => (error instanceof Rejected ? error.code : String(error)),
  )

describe('one account', () => {
  beforeEach(() => open())

  it('many at once have consecutive sequences, and each is in a ledger of its own', async () => {
    const first = world.server.ledger.account(alice.address).sequence + 1n
    const told = await Promise.all(Array.from({ length: MANY }, () => outcome(pay())))
    // A ledger takes one transaction of an account; the others are recorded, and wait.
    expect(new Set(told)).toEqual(new Set(['sent', 'broadcast.unknown']))
    const sends = await world.sends()
    const inOrder = sends.toSorted((one, other) => Number(indexOf(one) - indexOf(other)))
    expect(inOrder.map(indexOf)).toEqual(Array.from({ length: MANY }, (_, n) => first + BigInt(n)))
    // As the worker does, one after another: a hundred in a quarter of an hour.
    for (const { raw } of inOrder) {
      world.server.ledger.submit(raw)
      close()
    }
    expect(paid()).toBe(BigInt(MANY) * STROOPS)
    await world.round()
    expect(new Set(await statuses())).toEqual(new Set(['final']))
    expect(await calls.charged()).toBe(10 * MANY)
  })

  it('each is sent as soon as the one before it is in a ledger: a round of five seconds for each', async () => {
    const COUNT = 12
    await Promise.all(Array.from({ length: COUNT }, () => outcome(pay())))
    let rounds = 0
    for (; (await statuses()).some((status) => status !== 'final') && rounds < 4 * COUNT; rounds += 1) {
      close()
      await world.round(5_000)
    }
    expect([paid(), rounds <= COUNT + 2]).toEqual([BigInt(COUNT) * STROOPS, true])
  })

  it('what waits is counted: eight with money for seven are seven', async () => {
    const own = world.server.ledger.account(alice.address)
    own.balance = STROOPS + 8n * STROOPS + 7n * 100n - 1n
    world.server.ledger.settle()
    const told = await Promise.all(Array.from({ length: 8 }, () => outcome(pay())))
    expect(told.filter((code) => code === 'balance.insufficient')).toHaveLength(1)
    for (let ledgers = 0; ledgers < 10; ledgers += 1) {
      await world.round()
      close()
    }
    expect(paid()).toBe(7n * STROOPS)
  })

  it('one that the queue loses is sent again, and those behind it follow', async () => {
    let lost = 0
    world.server.ledger.loses = () => {
      lost += 1
      return lost <= 2
    }
    await txIdOf(pay('1'))
    expect(await outcome(pay('2'))).toBe('broadcast.unknown')
    for (let ledgers = 0; ledgers < 6; ledgers += 1) {
      close()
      await world.round()
    }
    expect(paid()).toBe(3n * STROOPS)
    expect(await statuses()).toEqual(['final', 'final'])
  })
})

describe('a Horizon that fails', () => {
  beforeEach(() => open({ timeoutMs: 400 }))

  const failures: readonly Failure[] = ['die', 'drop', 'hang', 'late', 'lie', 'busy']
  it.each(failures)('while it is sent (%s): told so, and paid once', async (failure) => {
    world.server.failing = (method) => (method === 'POST' ? failure : undefined)
    const call = () => calls.transferXlmBlockchain(body(), { idempotencyKey: 'once' })
    expect(await codeOf(call())).toBe('broadcast.unknown')
    expect(await calls.charged()).toBe(0)
    world.server.failing = () => undefined
    await world.round()
    close()
    const { txId } = (await call()) as { txId: string }
    expect(await calls.xlmGetTransaction({ hash: txId })).toMatchObject({ successful: true })
    await world.round()
    expect([paid(), await statuses()]).toEqual([STROOPS, ['final']])
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
    const call = () => calls.transferXlmBlockchain(body(), { idempotencyKey: 'once' })
    const first = await call()
    close()
    expect(await call()).toEqual(first)
    await world.round()
    expect([paid(), await statuses()]).toEqual([STROOPS, ['final']])
  })
})

describe('of two Horizons', () => {
  beforeEach(() => open({ servers: 2, timeoutMs: 1_000 }))

  it('one that is gone is passed over, before and while a payment is sent, and it is paid once', async () => {
    const [first, second] = world.servers
    if (first === undefined || second === undefined) throw new TypeError('no server')
    await first.close()
    await txIdOf(pay('1'))
    close()
    await world.round()
    expect([paid(), await statuses()]).toEqual([STROOPS, ['final']])
    expect(second.asked.some((request) => request.startsWith('POST'))).toBe(true)
  })

  it('one that takes a payment and then is gone: the other tells what became of it', async () => {
    const [first, second] = world.servers
    if (first === undefined || second === undefined) throw new TypeError('no server')
    // It may have the payment: no other is given it by the same call.
    first.failing = (method) => (method === 'POST' ? 'drop' : undefined)
    expect(await codeOf(pay('1'))).toBe('broadcast.unknown')
    expect(second.asked.filter((request) => request.startsWith('POST'))).toEqual([])
    await first.close()
    close()
    await world.round()
    expect([paid(), await statuses()]).toEqual([STROOPS, ['final']])
  })

  it('one that hangs while it sends, and one that is behind: the payment is not dead, and paid once', async () => {
    const [first, second] = world.servers
    if (first === undefined || second === undefined) throw new TypeError('no server')
    first.failing = (method) => (method === 'POST' ? 'hang' : undefined)
    expect(await codeOf(pay('1'))).toBe('broadcast.unknown')
    await first.close()
    await world.round()
    close()
    second.lag = 1
    world.server.ledger.stall(400)
    await world.round()
    expect(await statuses()).not.toContain('dead')
    second.lag = 0
    await world.round()
    expect([paid(), await statuses()]).toEqual([STROOPS, ['final']])
  })
})

describe('time', () => {
  beforeEach(() => open({ timeoutMs: 400 }))
  const LIFETIME = 300
  /** It says that it takes everything, and takes nothing. */
  const lying = (): void => {
    world.server.failing = (method) => (method === 'POST' ? 'lie' : undefined)
  }

  it('one that expired unseen is dead by proof, and its sequence pays anew', async () => {
    lying()
    const sequence = world.server.ledger.account(alice.address).sequence + 1n
    expect(await codeOf(pay('1'))).toBe('broadcast.unknown')
    world.server.ledger.pass(LIFETIME + 5)
    await world.round()
    expect([await statuses(), await world.held()]).toEqual([['dead'], 0])
    world.server.failing = () => undefined
    await txIdOf(pay('2'))
    close()
    await world.round()
    expect(paid()).toBe(2n * STROOPS)
    expect((await world.sends()).map(({ claims }) => claims[0]?.index)).toEqual([sequence, sequence])
  })

  it('one that may still be taken is not dead: nothing takes its sequence, and in the end it is paid', async () => {
    lying()
    expect(await codeOf(pay('1'))).toBe('broadcast.unknown')
    world.server.ledger.pass(LIFETIME - 10)
    await world.round()
    expect(await world.held()).toBe(1)
    world.server.failing = () => undefined
    await world.round()
    close()
    await world.round()
    expect([paid(), await statuses()]).toEqual([STROOPS, ['final']])
  })

  it('a Horizon that is behind proves nothing: of what it does not show yet nothing is dead', async () => {
    const txId = await txIdOf(pay('1'))
    world.server.lag = 100
    close()
    world.server.ledger.pass(LIFETIME + 5)
    // It shows the account as it was before, and no ledger after the time.
    await world.round()
    expect(await world.held()).toBe(1)
    world.server.lag = 0
    await world.round()
    expect([paid(), await statuses()]).toEqual([STROOPS, ['final']])
    expect((await world.sends())[0]?.txId).toBe(txId)
  })

  it('one whose sequence another transaction has used is dead at once', async () => {
    lying()
    const refused = await refusalOf(pay('1'))
    expect(refused.code).toBe('broadcast.unknown')
    world.server.failing = () => undefined
    // Of another service, with the same key.
    const other = await openStellarWorld()
    other.server.ledger.fund(alice.address, 10n * STROOPS)
    other.server.ledger.fund(bob.address, 10n * STROOPS)
    other.server.ledger.account(alice.address).sequence = world.server.ledger.account(alice.address).sequence
    other.server.ledger.settle()
    const elsewhere = await other.as('testnet')
    await txIdOf(elsewhere.transferXlmBlockchain(body('5')))
    const [theirs] = await other.sends()
    world.server.ledger.submit(theirs?.raw ?? '')
    close()
    await other.close()
    await world.round()
    expect(paid()).toBe(5n * STROOPS)
    expect(await statuses()).toEqual(['dead'])
    expect((await world.sends())[0]?.reason).toMatch(/Another transaction used sequence/)
  })
})

describe('a pending signature that expires', () => {
  beforeEach(() => open())
  const DAY = 86_400
  const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
  const ask = (amount: string) =>
    pendingOf(
      calls.transferXlmBlockchainKMS({
        fromAccount: alice.address,
        signatureId: WALLET,
        to: bob.address,
        amount,
        message: '7',
        messageType: 'id',
      }),
    )
  const serialized = async (id: string) =>
    (await calls.getPendingTransactionToSign({ id })).serializedTransaction
  /** Of the ledger's clock, which the service's is far behind. */
  const later = () => world.round(100 * 86_400_000)
  const read = (text: string) => {
    const transaction = TransactionBuilder.fromXDR(text, Networks.TESTNET)
    if (transaction instanceof FeeBumpTransaction) throw new TypeError('a fee bump')
    return transaction
  }

  it('is built again with its sequence once a ledger proves that it is dead, and not before', async () => {
    const id = await ask('1')
    const behind = await ask('2')
    const old = await serialized(id)
    world.server.ledger.stall(DAY - 60)
    await later()
    expect(await serialized(id)).toBe(old)
    world.server.ledger.stall(120)
    // Signatures are looked at beside the rounds, so a round or two later.
    const before = [old, await serialized(behind)]
    const left = async () => {
      await later()
      const now = await Promise.all([id, behind].map(serialized))
      return now.filter((one) => before.includes(one))
    }
    await expect.poll(left, { timeout: 10_000 }).toEqual([])
    const renewed = await serialized(id)
    const [was, is] = [read(old), read(renewed)]
    expect([is.sequence, is.memo, is.operations]).toEqual([was.sequence, was.memo, was.operations])
    expect(Number(is.timeBounds?.maxTime)).toBeGreaterThan(Number(was.timeBounds?.maxTime) + DAY - 120)
    const late = { txData: signAsDaemon(old, alice.secret), signatureId: id }
    expect(await codeOf(calls.xlmBroadcast(late))).toBe('transaction.invalid.body')
    for (const one of [id, behind]) {
      const txData = signAsDaemon(await serialized(one), alice.secret)
      await calls.xlmBroadcast({ txData, signatureId: one })
      close()
    }
    await world.round()
    expect([paid(), await statuses()]).toEqual([3n * STROOPS, ['final', 'final']])
  })

  it('is left to what a ledger has of it', async () => {
    const id = await ask('1')
    const old = await serialized(id)
    const raw = signAsDaemon(old, alice.secret)
    world.server.ledger.submit(raw)
    close()
    world.server.ledger.stall(DAY + 60)
    await later()
    expect(await serialized(id)).toBe(old)
    await calls.completePendingSignature({ id, txId: read(raw).hash().toString('hex') })
    expect(paid()).toBe(STROOPS)
  })
})
