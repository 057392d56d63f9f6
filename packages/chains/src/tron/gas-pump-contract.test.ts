/** The gas pump of TRON, run by anvil: no node of TRON can be installed here. */
import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, start } from '../evm/anvil.fixture.js'
import { CONTRACTS } from '../evm/compiled.js'
import { balanceOf, FUNGIBLE, move, NATIVE, NON_FUNGIBLE, ownerOf } from '../evm/gas-pumps.fixture.js'
import { gasPumps } from '../evm/gas-pumps.js'
import { ALICE, BOB, CAROL, type Unlocked, unlocked, word } from '../evm/unlocked.fixture.js'

const NOWHERE = `0x${'7e'.repeat(20)}`

let anvil: Anvil
let chain: Unlocked
let pumps: ReturnType<typeof gasPumps>
let pump: string
beforeAll(async () => {
  anvil = await start(1n, true, 'london')
  chain = unlocked(anvil.rpc)
  const factory = await chain.deploy(CONTRACTS.TronGasPumpFactory.bytecode)
  const same = (address: string) => address.toLowerCase()
  pumps = gasPumps({
    name: 'anvil',
    factory,
    contract: 'TronGasPump',
    setting: 'gasPumpFactory',
    deployment: null,
    read: same,
    write: same,
  })
  pump = pumps.addressesOf(BOB)(7n)
  expect(await chain.ask(factory, pumps.askAddress(BOB, 7n))).toBe(BigInt(pump))
  await chain.send({ to: pump, value: 1_000n })
  await chain.send({ from: CAROL, to: factory, data: pumps.activate(BOB, 7n, 7n) })
  expect(await chain.ask(pump, pumps.askOwner)).toBe(BigInt(BOB))
})
afterAll(() => anvil?.kill())

const transfer = new Interface(['function transfer(address,uint256)'])

/** A token of which the pump has 600. */
async function held(name: 'Tether' | 'Silent' | 'Token', words = ''): Promise<string> {
  const token = await chain.deployFixture(name, words)
  await chain.send({ to: token, data: transfer.encodeFunctionData('transfer', [pump, 600]) })
  expect(await chain.ask(token, balanceOf(pump))).toBe(600n)
  return token
}

describe('moves tokens', () => {
  it.each([
    ['answer false and move, as USDT', 'Tether', word(0)],
    ['answer nothing', 'Silent', ''],
    ['answer true', 'Token', word(1_000)],
  ] as const)('that %s, alone and in a batch', async (_, name, words) => {
    const token = await held(name, words)
    const before = await chain.balance(NOWHERE)
    const one = move(FUNGIBLE, token, NOWHERE, 100n)
    expect(await chain.refuses({ from: ALICE, to: pump, data: pumps.transfer(one) })).toBe(true)
    expect(await chain.send({ from: BOB, to: pump, data: pumps.transfer(one) })).toMatchObject({
      status: '0x1',
    })
    const batch = pumps.transferBatch([one, move(NATIVE, null, NOWHERE, 5n), one])
    expect(await chain.send({ from: BOB, to: pump, data: batch })).toMatchObject({ status: '0x1' })
    expect(await chain.ask(token, balanceOf(NOWHERE))).toBe(300n)
    expect(await chain.ask(token, balanceOf(pump))).toBe(300n)
    expect((await chain.balance(NOWHERE)) - before).toBe(5n)
  })
})

it('NFTs of TRON (TRC-721) arrive unless they are sent safely, and leave alone and in a batch', async () => {
  const nft = await chain.deployFixture('TronNft')
  const sending = new Interface([
    'function transferFrom(address,address,uint256)',
    'function safeTransferFrom(address,address,uint256)',
  ])
  const sent = (how: 'transferFrom' | 'safeTransferFrom', id: bigint) => ({
    to: nft,
    data: sending.encodeFunctionData(how, [ALICE, pump, id]),
  })
  const holders = () =>
    Promise.all([1n, 2n, 3n, 4n].map(async (id) => `0x${(await chain.ask(nft, ownerOf(id))).toString(16)}`))
  // It asks for onTRC721Received, which no pump has: the token stays with its sender.
  expect(await chain.send(sent('safeTransferFrom', 1n))).toMatchObject({ status: '0x0' })
  for (const id of [1n, 2n, 3n, 4n]) await chain.send(sent('transferFrom', id))
  expect(await holders()).toEqual([pump, pump, pump, pump])

  const out = (id: bigint, to = NOWHERE) => move(NON_FUNGIBLE, nft, to, 0n, id)
  const moves = (data: string) => chain.send({ from: BOB, to: pump, data })
  expect(await moves(pumps.transfer(out(2n)))).toMatchObject({ status: '0x1' })
  expect(await moves(pumps.transferBatch([out(1n), out(2n)]))).toMatchObject({ status: '0x0' })
  expect(await moves(pumps.transferBatch([out(3n), out(4n)]))).toMatchObject({ status: '0x1' })
  // A contract that does not ask for NFTs does not get one.
  expect(await moves(pumps.transfer(out(1n, nft)))).toMatchObject({ status: '0x0' })
  expect(await holders()).toEqual([pump, NOWHERE, NOWHERE, NOWHERE])
})

describe('is refused', () => {
  const refuses = (token: string, amount = 100n) =>
    chain.refuses({ from: BOB, to: pump, data: pumps.transfer(move(FUNGIBLE, token, NOWHERE, amount)) })

  it('where a token answers false, and moves nothing or not all of it', async () => {
    const half = await held('Tether', word(1))
    expect(await refuses(half)).toBe(true)
    expect(await refuses(await chain.deployFixture('Denying'))).toBe(true)
    expect(await chain.ask(half, balanceOf(pump))).toBe(600n)
  })

  it('where there is less, or no contract, and a batch then moves nothing', async () => {
    const token = await held('Tether', word(0))
    expect(await refuses(token, 601n)).toBe(true)
    expect(await refuses(NOWHERE)).toBe(true)
    const batch = [move(FUNGIBLE, token, NOWHERE, 100n), move(FUNGIBLE, token, NOWHERE, 501n)]
    const sent = await chain.send({ from: BOB, to: pump, data: pumps.transferBatch(batch) })
    expect(sent).toMatchObject({ status: '0x0' })
    expect(await chain.ask(token, balanceOf(pump))).toBe(600n)
  })

  it('where the pump would pay itself, and nothing is seen to leave', async () => {
    const token = await held('Tether', word(0))
    const itself = pumps.transfer(move(FUNGIBLE, token, pump, 100n))
    expect(await chain.refuses({ from: BOB, to: pump, data: itself })).toBe(true)
  })
})
