/** Sends that are not covered together, on a real node: what is answered is paid, and no nonce is left open. */
import type { ServerResponse } from 'node:http'
import { records } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { afterEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { dies, text } from '../transport/server.fixture.js'
import contracts from './contracts.fixture.json' with { type: 'json' }
import {
  type Account,
  type EvmWorld,
  type EvmWorldId,
  openEvmWorld,
  WORLDS_IN_TURN,
} from './ledger-world.fixture.js'
import { type EvmCalls, evmCalls } from './operations.fixture.js'

let world: EvmWorld
let keyed: Calls
let calls: EvmCalls
let alice: Account
const bob = `0x${'b'.repeat(40)}`
const FEE = { gasLimit: '21000', gasPrice: '100' }
/** A coin, and 21,000 units of gas at 100 Gwei. */
const EACH = 10n ** 18n + 21_000n * 100n * 10n ** 9n

afterEach(() => world.close())

async function open(id: EvmWorldId = 'ETH'): Promise<void> {
  world = await openEvmWorld({ id, mines: false })
  keyed = await world.as('testnet')
  calls = evmCalls(id, keyed)
  alice = await world.account(0n)
}
const fund = (coins: bigint) => world.rpc('anvil_setBalance', alice.address, `0x${coins.toString(16)}`)
const one = (currency: string, changes: object = {}) => ({
  to: bob,
  amount: '1',
  currency,
  fee: FEE,
  fromPrivateKey: alice.fromPrivateKey,
  ...changes,
})
/** What each call came to: `sent`, or the code of its refusal. */
const outcomes = (sends: readonly Promise<unknown>[]): Promise<readonly string[]> =>
  Promise.all(
    sends.map((send) =>
      send.then(
        () => 'sent',
        (error: unknown) => (error instanceof Rejected ? error.code : String(error)),
      ),
    ),
  )
const SEVEN = ['balance.insufficient', ...Array(7).fill('sent')]
const wei = async (address: string): Promise<bigint> =>
  BigInt(await world.rpc<string>('eth_getBalance', address, 'latest'))
const nonceOf = async (): Promise<number> =>
  Number(await world.rpc<string>('eth_getTransactionCount', alice.address, 'latest'))

describe.each(WORLDS_IN_TURN)('on $id', ({ id }) => {
  it('eight at once with money for seven: seven are sent and mined, one is refused', async () => {
    await open(id)
    await fund(EACH * 8n - 1n)
    const told = await outcomes(Array.from({ length: 8 }, () => calls.transfer(one(id))))
    expect(told.toSorted()).toEqual(SEVEN)
    await world.rpc('evm_mine')
    expect([await nonceOf(), await wei(bob)]).toEqual([7, 7n * 10n ** 18n])
    expect(await calls.count(alice.address)).toBe(7)
  })
})

it('eight at once in two processes with money for seven: seven are sent and mined, one is refused', async () => {
  await open()
  await fund(EACH * 8n - 1n)
  const other = evmCalls('ETH', await world.beside('testnet'))
  const told = await outcomes(
    Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? calls : other).transfer(one('ETH'))),
  )
  expect(told.toSorted()).toEqual(SEVEN)
  await world.rpc('evm_mine')
  expect([await nonceOf(), await wei(bob)]).toEqual([7, 7n * 10n ** 18n])
})

it('eight at once with tokens for seven: seven are sent and mined, one is refused', async () => {
  await open()
  alice = await world.account(1_000n, 7_999_999n)
  const fee = { gasLimit: '100000', gasPrice: '100' }
  const told = await outcomes(Array.from({ length: 8 }, () => calls.transfer(one(world.token.name, { fee }))))
  expect(told.toSorted()).toEqual(SEVEN)
  await world.rpc('evm_mine')
  expect(await nonceOf()).toBe(7)
})

/** Its `transfer(address,uint256)` is called as that of a token is. */
const transferOf = (contractAddress: string, amount: string) =>
  calls.call({
    contractAddress,
    methodName: 'transfer',
    methodABI: contracts.Token.abi.find(({ name }) => name === 'transfer') ?? {},
    params: [bob, amount],
    fromPrivateKey: alice.fromPrivateKey,
  })

it.each([
  ['without balances', contracts.Denying.bytecode],
  // It answers one to everything: who calls it has one of its kind.
  ['whose numbers are no amounts', '0x600a600c600039600a6000f3600160005260206000f3'],
])('a contract %s takes what looks like a transfer, and holds nothing else up', async (_what, bytecode) => {
  await open()
  await fund(100n * EACH)
  const contract = await world.deploy(bytecode)
  const told = await outcomes([transferOf(contract, '700'), calls.transfer(one('ETH'))])
  expect(told).toEqual(['sent', 'sent'])
  await world.rpc('evm_mine')
  expect([await nonceOf(), await wei(bob)]).toEqual([2, 10n ** 18n])
})

it('Celo: what its token moves of the coin is paid beside the coin', async () => {
  await open('CELO')
  const coinToken = records.CELO.networks.testnet?.coinToken ?? ''
  await world.rpc('anvil_setCode', coinToken, '0x600160005260206000f3')
  await fund(100n * EACH)
  await txIdOf(transferOf(coinToken, String((199n * EACH) / 2n)))
  expect(await codeOf(calls.transfer(one('CELO')))).toBe('balance.insufficient')
})

it('the refusal says what else waits; it is covered again when that is in a block', async () => {
  await open()
  await fund(EACH * 2n - 1n)
  await txIdOf(calls.transfer(one('ETH')))
  const { code, message } = await refusalOf(calls.transfer(one('ETH')))
  expect([code, message]).toEqual([
    'balance.insufficient',
    expect.stringContaining('beside its 1 transactions that wait for a block'),
  ])
  await world.rpc('evm_mine')
  await fund(EACH)
  await txIdOf(calls.transfer(one('ETH')))
  await world.rpc('evm_mine')
  expect(await nonceOf()).toBe(2)
})

it('one that takes the place of another need not be paid beside it', async () => {
  await open()
  await fund(EACH * 2n)
  await txIdOf(calls.transfer(one('ETH')))
  const dearer = { fee: { gasLimit: '21000', gasPrice: '200' }, nonce: 0 }
  await txIdOf(calls.transfer(one('ETH', dearer)))
  // Of the two only one is ever paid; what is left is no second payment.
  expect(await codeOf(calls.transfer(one('ETH')))).toBe('balance.insufficient')
  await world.rpc('evm_mine')
  expect([await nonceOf(), await wei(bob)]).toEqual([1, 10n ** 18n])
})

describe('nodes behind one URL, some of them behind the others', () => {
  type Params = readonly unknown[]
  const answering =
    (what: object) =>
    ({ body }: { readonly body: string }, response: ServerResponse): void =>
      text(response, JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, ...what }))
  const failing = (code: number, message: string) => answering({ error: { code, message } })

  /** One payment is mined, and what is left is not enough for another. */
  async function spent(): Promise<{ readonly before: string; readonly height: number }> {
    await open()
    await fund(EACH * 2n - 1n)
    const before = await world.rpc<string>('eth_getBalance', alice.address, 'latest')
    const height = Number(await world.rpc<string>('eth_blockNumber'))
    await txIdOf(calls.transfer(one('ETH')))
    await world.rpc('evm_mine')
    return { before, height }
  }

  /** Asked for a balance, as one in so many times is, by a node that has not come to the last block yet. */
  function lag(before: string, of: readonly string[], share: number): void {
    let asked = 0
    world.interfere = ({ method, params }) => {
      if (!of.includes(method)) return undefined
      asked += 1
      if (asked % share !== 0) return undefined
      const [, at] = params
      if (at !== 'latest') return failing(-32_000, 'header not found')
      return answering({ result: method === 'eth_getBalance' ? before : '0x0' })
    }
  }

  it.each([1, 2, 3])('the balance of one that is behind, one time in %i, covers nothing', async (share) => {
    const { before } = await spent()
    lag(before, ['eth_getBalance'], share)
    const told = await codeOf(calls.transfer(one('ETH')))
    // One that is always behind is of no use.
    expect(told).toBe(share === 1 ? 'chain.unavailable' : 'balance.insufficient')
    expect(await world.sends()).toHaveLength(1)
    world.interfere = () => undefined
    await fund(EACH)
    await txIdOf(calls.transfer(one('ETH')))
    await world.rpc('evm_mine')
    expect(await nonceOf()).toBe(2)
  })

  it('one that is behind in everything covers nothing twice: what it does not have yet is counted', async () => {
    const { height } = await spent()
    const behind = await world.rpc('eth_getBlockByNumber', `0x${height.toString(16)}`, false)
    world.interfere = ({ method, params }) =>
      method !== 'eth_getBlockByNumber' || params[0] !== 'latest' ? undefined : answering({ result: behind })
    expect(await codeOf(calls.transfer(one('ETH')))).toBe('balance.insufficient')
  })

  it('of one that takes no hash of a block the number of one is asked for', async () => {
    await spent()
    const isHash = (params: Params) => params.some((param) => typeof param === 'object' && param !== null)
    world.interfere = ({ method, params }) =>
      /^eth_get(?:Balance|TransactionCount)$/.test(method) && isHash(params)
        ? failing(-32_602, 'invalid argument 1: json: cannot unmarshal object into Go value')
        : undefined
    expect(await codeOf(calls.transfer(one('ETH')))).toBe('balance.insufficient')
    await fund(EACH)
    await txIdOf(calls.transfer(one('ETH')))
  })
})

describe('a transaction that no node takes: it is not covered any more', () => {
  const ROUND_MS = 5_000
  const minute = async (): Promise<void> => {
    for (let passed = 0; passed < 60_000; passed += ROUND_MS) await world.round(ROUND_MS)
  }

  /** Its call is told that nobody knows: it was lost on its way to the node. */
  async function lost(currency = 'ETH'): Promise<string> {
    world.interfere = ({ method }) => (method === 'eth_sendRawTransaction' ? dies : undefined)
    expect(await codeOf(calls.transfer(one(currency, { amount: '5' })))).toBe('broadcast.unknown')
    world.interfere = () => undefined
    return (await world.sends())[0]?.txId ?? ''
  }

  /** Its call is told that it is sent, and the node forgets it. */
  async function dropped(currency = 'ETH'): Promise<string> {
    const txId = await txIdOf(calls.transfer(one(currency, { amount: '5' })))
    await world.rpc('anvil_dropTransaction', txId)
    return txId
  }

  it.each(WORLDS_IN_TURN)(
    'on $id: those behind it are mined within a minute, and it says what became of it',
    async ({ id }) => {
      await open(id)
      await fund(10n * EACH)
      const first = await lost(id)
      const behind = [await txIdOf(calls.transfer(one(id))), await txIdOf(calls.transfer(one(id)))]
      // Somebody else has spent with the same key.
      await fund(3n * EACH)
      await world.rpc('evm_mine')
      expect(await nonceOf()).toBe(0)
      let passed = 0
      while ((await nonceOf()) < 3 && passed < 60_000) {
        passed += ROUND_MS
        await world.round(ROUND_MS)
        await world.rpc('evm_mine')
      }
      expect([await nonceOf(), await wei(bob)]).toEqual([3, 2n * 10n ** 18n])
      expect(passed).toBeLessThan(60_000)
      await world.round()
      const sends = await world.sends()
      expect(sends.map(({ txId, status }) => [txId, status])).toEqual([
        [first, 'replaced'],
        ...behind.map((txId) => [txId, 'confirmed']),
        [expect.any(String), 'confirmed'],
      ])
      const filler = sends[3]
      expect(sends[0]?.reason).toContain('the sender does not have enough for the amount and the fee')
      expect(sends[0]?.reason).toContain(`${filler?.txId} takes its place`)
      expect(filler).toMatchObject({ replaces: first, claims: sends[0]?.claims })
      expect(await calls.transaction(filler?.txId ?? '')).toMatchObject({
        from: alice.address.toLowerCase(),
        to: alice.address.toLowerCase(),
        value: '0',
        gas: 21_000,
      })
    },
  )

  it('keeps its nonce when its call was told that it is sent: all are mined when there is enough', async () => {
    await open()
    await fund(10n * EACH)
    const first = await dropped()
    const second = await txIdOf(calls.transfer(one('ETH')))
    await fund(3n * EACH)
    await minute()
    expect((await world.sends()).map(({ txId }) => txId)).toEqual([first, second])
    // Meanwhile nothing more is taken on that would wait behind it.
    expect(await codeOf(calls.transfer(one('ETH')))).toBe('balance.insufficient')
    await fund(10n * EACH)
    await world.round()
    await world.rpc('evm_mine')
    expect([await nonceOf(), await wei(bob)]).toEqual([2, 6n * 10n ** 18n])
  })

  it('keeps its nonce until its caller names that: then those behind it are mined', async () => {
    await open()
    await fund(10n * EACH)
    await dropped()
    await txIdOf(calls.transfer(one('ETH')))
    await fund(3n * EACH)
    await minute()
    const fee = { gasLimit: '21000', gasPrice: '200' }
    await txIdOf(calls.transfer(one('ETH', { to: alice.address, amount: '0', nonce: 0, fee })))
    await world.rpc('evm_mine')
    expect([await nonceOf(), await wei(bob)]).toEqual([2, 10n ** 18n])
  })

  it('is sent again by itself when it is covered again before it is given up', async () => {
    await open()
    await fund(10n * EACH)
    await lost()
    await txIdOf(calls.transfer(one('ETH')))
    await fund(EACH)
    await world.round(ROUND_MS)
    await fund(10n * EACH)
    await minute()
    await world.rpc('evm_mine')
    await world.round()
    expect([await nonceOf(), await wei(bob)]).toEqual([2, 6n * 10n ** 18n])
    expect((await world.sends()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
  })

  it('is not given up when none waits behind it', async () => {
    await open()
    await fund(10n * EACH)
    const first = await lost()
    await fund(EACH)
    await minute()
    await minute()
    expect(await world.sends()).toMatchObject([{ txId: first, claims: [{ index: 0n }] }])
    await fund(10n * EACH)
    await world.round()
    await world.rpc('evm_mine')
    expect(await wei(bob)).toBe(5n * 10n ** 18n)
  })
})
