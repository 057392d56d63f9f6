/** Sends that are not covered together, on a real node: what is answered is paid, and no nonce is left open. */
import { Rejected } from '@tallystick/engine'
import { afterEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { type Account, type EvmWorld, openEvmWorld, WORLDS } from './ledger-world.fixture.js'
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

async function open(id: (typeof WORLDS)[number]['id'] = 'ETH'): Promise<void> {
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

describe.each(WORLDS)('on $id', ({ id }) => {
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
