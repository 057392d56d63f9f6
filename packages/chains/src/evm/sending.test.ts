/** Many sends at once, dropped ones, higher fees, and nodes that fail: one payment is made, or none. */
import { Rejected } from '@tallystick/engine'
import type { Operations } from '@tallystick/operations'
import { quickOrFull } from '@tallystick/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, txIdOf } from '../open-ledger.fixture.js'
import { type Behaviour, breaksOff, dies, hangs, json, refuses, text } from '../transport/server.fixture.js'
import {
  type Account,
  type EvmWorld,
  type Interference,
  openEvmWorld,
  WORLDS_IN_TURN,
  type WorldOptions,
} from './ledger-world.fixture.js'
import { type EvmCalls, evmCalls } from './operations.fixture.js'

let world: EvmWorld
let keyed: Calls
let calls: EvmCalls
let alice: Account
let bob: Account

async function open(options: WorldOptions = {}): Promise<void> {
  world = await openEvmWorld(options)
  keyed = await world.as('testnet')
  calls = evmCalls(options.id ?? 'ETH', keyed)
  alice = await world.account()
  bob = await world.account(0n)
}
afterEach(() => world.close())

const wei = async (address: string): Promise<bigint> =>
  BigInt(await world.rpc<string>('eth_getBalance', address, 'latest'))
const nonceOf = async (address: string): Promise<number> =>
  Number(await world.rpc<string>('eth_getTransactionCount', address, 'latest'))
const statuses = async () => (await world.sends()).map(({ status }) => status)

/** One wei: so many of them as arrive can be counted. */
const one = (changes: object = {}) => ({
  to: bob.address,
  amount: '0.000000000000000001',
  currency: 'ETH',
  fromPrivateKey: alice.fromPrivateKey,
  ...changes,
})

describe.each(WORLDS_IN_TURN)('on $id', ({ id }) => {
  it('many sends at once are all mined, their nonces one after another', async () => {
    const count = quickOrFull(id === 'ETH' ? 40 : 10, 100)
    await open({ id })
    const txIds = await Promise.all(
      Array.from({ length: count }, () => txIdOf(calls.transfer(one({ currency: id })))),
    )
    await world.mined()
    expect(new Set(txIds).size).toBe(count)
    const found = await Promise.all(txIds.map((txId) => calls.transaction(txId)))
    expect(found.every(({ status }) => status === true)).toBe(true)
    const nonces = found.map(({ nonce }) => Number(nonce)).sort((a, b) => a - b)
    expect(nonces).toEqual(Array.from({ length: count }, (_, nonce) => nonce))
    expect(await wei(bob.address)).toBe(BigInt(count))
    expect(await keyed.charged()).toBe(2 * count + count * (id === 'ETH' ? 1 : 2))
  })

  it('one that the node drops is sent again, and the rest are not stuck', async () => {
    await open({ id, mines: false })
    const txIds: string[] = []
    for (let nonce = 0; nonce < 10; nonce += 1)
      txIds.push(await txIdOf(calls.transfer(one({ currency: id }))))
    await world.rpc('anvil_dropTransaction', txIds[4])
    await world.rpc('evm_mine')
    expect(await nonceOf(alice.address)).toBe(4)
    // Its nonce is held: the next one is not put into the gap.
    expect(await calls.count(alice.address)).toBe(10)
    txIds.push(await txIdOf(calls.transfer(one({ currency: id }))))
    await world.round()
    await world.rpc('evm_mine')
    await world.round()
    expect(await nonceOf(alice.address)).toBe(11)
    expect(await wei(bob.address)).toBe(11n)
    expect(await statuses()).toEqual(Array(11).fill('confirmed'))
    const dropped = await calls.transaction(txIds[4] ?? '')
    expect(dropped).toMatchObject({ nonce: 4, status: true })
  })
})

it('two processes on one storage give no nonce twice, and leave none out', async () => {
  await open()
  const other = evmCalls('ETH', await world.beside('testnet'))
  await Promise.all(
    Array.from({ length: 30 }, (_, at) => txIdOf((at % 2 === 0 ? calls : other).transfer(one()))),
  )
  await world.mined()
  expect(await nonceOf(alice.address)).toBe(30)
  expect(await wei(bob.address)).toBe(30n)
})

it('a call that is made twice at once, with one idempotency key, is one payment', async () => {
  await open()
  const send = () => keyed.transferEthBlockchain(one(), { idempotencyKey: 'k' })
  const [first, second] = await Promise.all([send(), send()])
  expect(second).toEqual(first)
  expect(await send()).toEqual(first)
  await world.mined()
  expect(await wei(bob.address)).toBe(1n)
  expect(await keyed.charged()).toBe(2)
})

it('on another testnet transactions are looked after by the nodes of that', async () => {
  const testnetType = 'ethereum-holesky'
  await open({ mines: false, chainId: 17_000n, testnet: testnetType })
  const txId = await txIdOf(keyed.transferEthBlockchain({ ...one(), testnetType }))
  await world.rpc('anvil_dropTransaction', txId)
  await world.round()
  await world.rpc('evm_mine')
  await world.round()
  expect(await wei(bob.address)).toBe(1n)
  expect(await world.sends()).toMatchObject([{ txId, network: testnetType, status: 'confirmed' }])
})

describe('a nonce that is named', () => {
  beforeEach(() => open({ mines: false }))
  const price = (gasPrice: string) => ({ fee: { gasLimit: '21000', gasPrice } })

  it('takes the place of a transaction that waits, for a higher fee', async () => {
    const first = await txIdOf(calls.transfer(one(price('20'))))
    const second = await txIdOf(calls.transfer(one({ ...price('40'), nonce: 0 })))
    expect(second).not.toBe(first)
    await world.rpc('evm_mine')
    await world.round()
    expect(await calls.transaction(second)).toMatchObject({ nonce: 0, gasPrice: '40000000000', status: true })
    expect(await wei(bob.address)).toBe(1n)
    expect((await statuses()).sort()).toEqual(['confirmed', 'replaced'])
    // The next one comes after it.
    await txIdOf(calls.transfer(one()))
    await world.rpc('evm_mine')
    expect(await nonceOf(alice.address)).toBe(2)
    expect(await wei(bob.address)).toBe(2n)
  })

  it('for a fee that is not higher waits behind the first, until that is final', async () => {
    const first = await txIdOf(calls.transfer(one(price('20'))))
    const lower = calls.transfer(one({ ...price('20'), nonce: 0, amount: '0.000000000000000002' }))
    await expect(lower).rejects.toMatchObject({
      code: 'broadcast.unknown',
      message: expect.stringContaining('its gas price is too low'),
    })
    await world.rpc('evm_mine')
    await world.round()
    expect(await calls.transaction(first)).toMatchObject({ status: true })
    expect(await wei(bob.address)).toBe(1n)
    expect((await statuses()).sort()).toEqual(['confirmed', 'unknown'])
    await world.rpc('anvil_mine', '0x3f')
    await world.round()
    expect((await statuses()).sort()).toEqual(['dead', 'final'])
  })

  it('that was used in a final block is refused, and spends nothing', async () => {
    await txIdOf(calls.transfer(one()))
    await world.rpc('anvil_mine', '0x40')
    const charged = await keyed.charged()
    expect(await codeOf(calls.transfer(one({ ...price('90'), nonce: 0 })))).toBe('ethereum.broadcast.failed')
    expect(await keyed.charged()).toBe(charged)
    expect(await wei(bob.address)).toBe(1n)
    await txIdOf(calls.transfer(one()))
    await world.rpc('evm_mine')
    expect(await wei(bob.address)).toBe(2n)
  })

  it('the very same again is the very same', async () => {
    const again = one({ ...price('20'), nonce: 0 })
    expect(await txIdOf(calls.transfer(again))).toBe(await txIdOf(calls.transfer(again)))
    await world.rpc('evm_mine')
    expect(await wei(bob.address)).toBe(1n)
  })
})

describe('a node that', () => {
  const SEND = 'eth_sendRawTransaction'
  const only =
    (meant: string, behave: (forward: () => Promise<string>) => Behaviour): Interference =>
    ({ method }, forward) =>
      method === meant ? behave(forward) : undefined
  /** Passes the request on, and then does something else with the answer. */
  const after =
    (then: Behaviour) =>
    (forward: () => Promise<string>): Behaviour =>
    (asked, response) =>
      void forward().then(() => then(asked, response))
  /** What still arrives when its sender has given up. */
  let late: Promise<void>[] = []
  beforeEach(() => {
    late = []
  })
  const afterwards =
    (forward: () => Promise<string>): Behaviour =>
    (_asked, response) =>
      void late.push(
        new Promise((wake) => setTimeout(wake, 1_200)).then(forward).then((body) => text(response, body)),
      )

  /** What the caller is told: a transaction, or the code of a refusal. */
  const CASES: readonly (readonly [
    what: string,
    behave: (forward: () => Promise<string>) => Behaviour,
    told: 'sent' | 'broadcast.unknown',
  ])[] = [
    ['dies with the transaction unheard', () => dies, 'broadcast.unknown'],
    ['hangs with the transaction unheard', () => hangs, 'broadcast.unknown'],
    ['takes it, and dies', after(dies), 'sent'],
    ['takes it, and hangs', after(hangs), 'sent'],
    ['takes it, and breaks off its answer', after(breaksOff), 'sent'],
    ['takes it, and says that it did not', after(refuses('insufficient funds')), 'sent'],
    ['takes it when the caller has given up', afterwards, 'broadcast.unknown'],
    [
      'says that it took it, and did not',
      () => (asked, response) =>
        json(response, { jsonrpc: '2.0', id: JSON.parse(asked.body).id, result: `0x${'1'.repeat(64)}` }),
      'broadcast.unknown',
    ],
    ['says something that nobody knows', () => refuses('internal error'), 'broadcast.unknown'],
  ]

  it.each(CASES)('%s: one payment, by the same call repeated', async (_what, behave, told) => {
    await open({ timeoutMs: 300 })
    world.interfere = only(SEND, behave)
    const send = () => keyed.transferEthBlockchain(one(), { idempotencyKey: 'k' })
    const outcome = await send().catch((error: unknown) => (error instanceof Rejected ? error.code : error))
    expect(outcome).toEqual(told === 'sent' ? { txId: expect.any(String) } : told)
    world.interfere = () => undefined
    await settle(send)
  })

  it.each(CASES)('%s: one payment, by the worker', async (_what, behave) => {
    await open({ timeoutMs: 300 })
    world.interfere = only(SEND, behave)
    await keyed.transferEthBlockchain(one()).catch(() => undefined)
    world.interfere = () => undefined
    await world.round()
    await Promise.all(late)
    await world.mined()
    await world.round()
    expect(await wei(bob.address)).toBe(1n)
    expect(await nonceOf(alice.address)).toBe(1)
    expect(await statuses()).toEqual(['confirmed'])
    expect(await keyed.charged()).toBe(2)
  })

  async function settle(send: () => ReturnType<Operations['transferEthBlockchain']>): Promise<void> {
    await Promise.all(late)
    const again = await send()
    await world.mined()
    await world.round()
    expect(await wei(bob.address)).toBe(1n)
    expect(await nonceOf(alice.address)).toBe(1)
    expect(await world.sends()).toMatchObject([{ ...again, status: 'confirmed' }])
    expect(await keyed.charged()).toBe(2)
  }

  it('refuses it has spent nothing: the nonce is free for the next', async () => {
    await open()
    world.interfere = ({ method }) =>
      method === 'eth_sendRawTransaction' ? refuses('invalid sender') : undefined
    expect(await codeOf(calls.transfer(one()))).toBe('ethereum.broadcast.failed')
    world.interfere = () => undefined
    expect(await keyed.charged()).toBe(0)
    expect(await statuses()).toEqual(['refused'])
    expect(await calls.transaction(await txIdOf(calls.transfer(one())))).toMatchObject({ nonce: 0 })
  })

  it('answers nobody: nothing is signed or recorded', async () => {
    await open({ timeoutMs: 300 })
    for (const behave of [dies, hangs]) {
      world.interfere = () => behave
      expect(await codeOf(calls.transfer(one()))).toBe('chain.unavailable')
      expect(await codeOf(calls.transferKms({ ...kms(), to: bob.address }))).toBe('chain.unavailable')
      expect(await codeOf(calls.balance(bob.address))).toBe('chain.unavailable')
    }
    world.interfere = () => undefined
    expect(await world.sends()).toEqual([])
    expect(await keyed.getPendingTransactionsToSign({ chain: 'ETH' })).toEqual([])
    expect(await keyed.charged()).toBe(1)
  })

  it('is of another chain is asked nothing else', async () => {
    await open({ chainId: 5n })
    expect(await codeOf(calls.transfer(one()))).toBe('chain.unavailable')
    expect(await world.sends()).toEqual([])
  })

  const kms = () => ({
    amount: '1',
    currency: 'ETH',
    signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83',
  })
})
