/** Blocks that are undone, and nodes behind a balancer, on anvil: each payment is made once, and none is lost. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, txIdOf } from '../open-ledger.fixture.js'
import { type Behaviour, dies, json } from '../transport/server.fixture.js'
import { type Account, type EvmWorld, openEvmWorld } from './ledger-world.fixture.js'
import { type EvmCalls, evmCalls } from './operations.fixture.js'

let world: EvmWorld
let keyed: Calls
let calls: EvmCalls
let alice: Account
let bob: Account
beforeEach(async () => {
  world = await openEvmWorld({ mines: false })
  keyed = await world.as('testnet')
  calls = evmCalls('ETH', keyed)
  alice = await world.account()
  bob = await world.account(0n)
})
afterEach(() => world.close())

const wei = async (): Promise<bigint> =>
  BigInt(await world.rpc<string>('eth_getBalance', bob.address, 'latest'))
const statuses = async () => (await world.sends()).map(({ status }) => status)
const one = (changes: object = {}) => ({
  to: bob.address,
  amount: '0.000000000000000001',
  currency: 'ETH',
  fromPrivateKey: alice.fromPrivateKey,
  ...changes,
})
const mine = (blocks = 1) => world.rpc('anvil_mine', `0x${blocks.toString(16)}`)
const FINAL = 64
const SEND = 'eth_sendRawTransaction'
const refusing =
  (message: string): Behaviour =>
  (asked, response) =>
    json(response, { jsonrpc: '2.0', id: JSON.parse(asked.body).id, error: { code: -32_000, message } })

describe('a block that is undone', () => {
  it('and drops what it had: that is sent again, later ones are not stuck, and each is paid once', async () => {
    const first = await txIdOf(calls.transfer(one()))
    await mine()
    await world.round()
    expect(await statuses()).toEqual(['confirmed'])
    await world.rpc('anvil_reorg', 1, [])
    expect(await wei()).toBe(0n)
    // Its nonce is held still: the next one is behind it.
    const second = await txIdOf(calls.transfer(one({ amount: '0.000000000000000002' })))
    await world.round()
    expect(await statuses()).toEqual(['sent', 'sent'])
    await mine()
    await world.round()
    expect(await statuses()).toEqual(['confirmed', 'confirmed'])
    expect(await wei()).toBe(3n)
    expect(await calls.transaction(first)).toMatchObject({ nonce: 0, status: true })
    expect(await calls.transaction(second)).toMatchObject({ nonce: 1, status: true })
    await mine(FINAL)
    await world.round()
    expect(await statuses()).toEqual(['final', 'final'])
    expect(await keyed.charged()).toBeGreaterThan(0)
  })

  it('and gives its place to the transaction that had been replaced: that one is final, the other dead', async () => {
    const price = (gasPrice: string) => ({ fee: { gasLimit: '21000', gasPrice } })
    await txIdOf(calls.transfer(one(price('20'))))
    const raw = (await world.sends())[0]?.raw ?? ''
    await txIdOf(calls.transfer(one({ ...price('40'), nonce: 0, amount: '0.000000000000000002' })))
    await mine()
    await world.round()
    expect((await statuses()).sort()).toEqual(['confirmed', 'replaced'])
    await world.rpc('anvil_reorg', 1, [])
    // A miner had kept the first.
    await world.rpc('eth_sendRawTransaction', raw)
    await mine(FINAL)
    await world.round()
    await world.round()
    expect((await statuses()).sort()).toEqual(['dead', 'final'])
    expect(await wei()).toBe(1n)
  })

  it('and has used the nonce for somebody else’s: nothing is dead before that is final', async () => {
    await world.rpc('anvil_setBalance', alice.address, '0x56bc75e2d63100000')
    const txId = await txIdOf(calls.transfer(one()))
    await world.rpc('anvil_dropTransaction', txId)
    await world.rpc('anvil_impersonateAccount', alice.address)
    await world.rpc('eth_sendTransaction', {
      from: alice.address,
      to: alice.address,
      value: '0x0',
      gas: '0x5208',
    })
    await mine(FINAL - 1)
    await world.round()
    expect(await statuses()).toEqual(['sent'])
    await mine()
    await world.round()
    expect(await statuses()).toEqual(['dead'])
    expect(await wei()).toBe(0n)
  })
})

describe('a payment that was answered, while nodes decline it for a minute', () => {
  const ROUND_MS = 5_000
  const words = ['transaction underpriced', 'insufficient funds for gas * price + value']

  it.each(words)('"%s", its block undone: its nonce goes to no other, and it is paid', async (message) => {
    const first = await txIdOf(calls.transfer(one()))
    await mine()
    await world.round()
    await world.rpc('anvil_reorg', 1, [])
    const second = await txIdOf(calls.transfer(one({ amount: '0.000000000000000002' })))
    await declined(message)
    expect((await world.sends()).map(({ txId }) => txId)).toEqual([first, second])
    await mine()
    expect(await wei()).toBe(3n)
  })

  it('forgotten by its node: the same', async () => {
    const first = await txIdOf(calls.transfer(one()))
    const second = await txIdOf(calls.transfer(one({ amount: '0.000000000000000002' })))
    await world.rpc('anvil_dropTransaction', first)
    await declined('exceeds block gas limit')
    expect((await world.sends()).map(({ txId }) => txId)).toEqual([first, second])
    await mine()
    expect(await wei()).toBe(3n)
  })

  /** Then they take it. */
  async function declined(message: string): Promise<void> {
    world.interfere = ({ method }) => (method === SEND ? refusing(message) : undefined)
    for (let passed = 0; passed < 60_000; passed += ROUND_MS) await world.round(ROUND_MS)
    world.interfere = () => undefined
    await world.round()
  }
})

describe('a balancer', () => {
  const tooLow = refusing('nonce too low')

  it('whose first backend takes one and breaks off: it is not given to the second, and paid once', async () => {
    let times = 0
    world.interfere = ({ method }, forward) => {
      if (method !== SEND) return undefined
      times += 1
      if (times > 1) return tooLow
      return (asked, response) => void forward().then(() => dies(asked, response))
    }
    await txIdOf(calls.transfer(one()))
    expect(times).toBe(1)
    world.interfere = () => undefined
    await mine()
    await world.round()
    expect(await statuses()).toEqual(['confirmed'])
    expect(await wei()).toBe(1n)
  })

  it('that repeats a slow request itself, and answers "nonce too low": unknown, and paid once', async () => {
    let isBehind = true
    world.interfere = ({ method }, forward) => {
      if (method === SEND) return (asked, response) => void forward().then(() => tooLow(asked, response))
      // The backend that answers does not know what the other one took.
      return isBehind && method === 'eth_getTransactionByHash'
        ? (asked, response) => json(response, { jsonrpc: '2.0', id: JSON.parse(asked.body).id, result: null })
        : undefined
    }
    const { message } = await calls.transfer(one()).then(
      () => expect.fail('it was told as sent'),
      (error: Error) => error,
    )
    expect(message).toContain('its nonce was used before')
    expect(await codeOf(calls.transfer(one({ nonce: 0 })))).toBe('broadcast.unknown')
    isBehind = false
    world.interfere = () => undefined
    await mine(FINAL + 1)
    await world.round()
    await world.round()
    expect(await statuses()).toContain('final')
    expect(await wei()).toBe(1n)
  })
})

it('a refused call is refused for ever, also when another one has built the very same since, and been paid', async () => {
  const body = one({ fee: { gasLimit: '21000', gasPrice: '20' } })
  const call = (idempotencyKey: string) => keyed.transferEthBlockchain(body, { idempotencyKey })
  world.interfere = ({ method }) => (method === SEND ? refusing('invalid sender') : undefined)
  expect(await codeOf(call('first'))).toBe('ethereum.broadcast.failed')
  expect(await codeOf(call('first'))).toBe('ethereum.broadcast.failed')
  world.interfere = () => undefined
  const sent = await call('second')
  expect(await world.sends()).toHaveLength(1)
  expect(await codeOf(call('first'))).toBe('ethereum.broadcast.failed')
  expect(await call('second')).toEqual(sent)
  await mine()
  expect(await wei()).toBe(1n)
})
