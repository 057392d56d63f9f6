/**
 * Gas pumps on a real node: their addresses, and that only their owner moves anything. `npm test` runs the oldest rules
 * that the contracts are made for and today's; `npm run test:faults` all between them, and more histories.
 */
import { type EvmContract, GAS_PUMP_FACTORY, NodeFault, type PumpKind, records } from '@tallystick/custody'
import { Interface } from 'ethers'
import fc from 'fast-check'
import { decodeAbiParameters, getContractAddress, keccak256 } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, start } from './anvil.fixture.js'
import { evm } from './chain.fixture.js'
import {
  activePump,
  balanceOf,
  contracts,
  deployFactory,
  FACTORY,
  FUNGIBLE,
  MULTI_TOKEN,
  move,
  multiBalanceOf,
  NATIVE,
  NON_FUNGIBLE,
  ownerOf,
  PUMPS,
} from './gas-pumps.fixture.js'
import { factoryAddress } from './gas-pumps.js'
import { ALICE, BOB, CAROL, type Unlocked, unlocked, word } from './unlocked.fixture.js'

const MANY = process.env['FAULT_MINUTES'] !== undefined
const HARDFORKS = MANY ? ['london', 'paris', 'shanghai', 'cancun', 'prague', 'osaka'] : ['london', 'osaka']
const RUNS = MANY ? 100 : 8
/** EIP-7825. */
const MOST_GAS = 16_777_216n
const NO_ONE = `0x${'0'.repeat(40)}`

it('the factory of the records is the compiled one, at the address that the proxy gives it', () => {
  expect(factoryAddress()).toBe(GAS_PUMP_FACTORY.toLowerCase())
  const evms = Object.values(records).filter((record) => record.family === 'evm')
  const known = evms.flatMap(({ id, networks }) =>
    Object.values(networks).every(({ gasPumpFactory }) => gasPumpFactory === GAS_PUMP_FACTORY) ? [id] : [],
  )
  expect(known.sort()).toEqual(['BSC', 'CELO', 'ETH', 'KLAY', 'MATIC', 'ONE', 'XDC'])
})

it('a chain without a factory says so', () => {
  const { gasPumps } = evm(records.KCS).codec
  expect(() => gasPumps.addressesOf(BOB)).toThrow(NodeFault)
})

it.each([
  [records.ONE, /^one1[0-9a-z]{38}$/],
  [records.XDC, /^xdc[0-9a-fA-F]{40}$/],
])('addresses are in the chain’s own spelling: %#', (record, spelling) => {
  const { codec } = evm(record)
  const at = codec.gasPumps.addressesOf(codec.gasPumps.factory)(7n)
  expect(at).toMatch(spelling)
  expect(codec.canonical(at)).toBe(PUMPS.addressesOf(GAS_PUMP_FACTORY)(7n).toLowerCase())
})

describe.each(HARDFORKS)('under the rules of %s', (hardfork) => {
  let anvil: Anvil
  let chain: Unlocked
  beforeAll(async () => {
    anvil = await start(1n, true, hardfork)
    chain = unlocked(anvil.rpc)
    expect(await deployFactory(chain)).toMatchObject({ status: '0x1' })
  })
  afterAll(() => anvil?.kill())

  it('the factory is where the records say, and cannot be deployed twice', async () => {
    expect(await chain.code(FACTORY)).not.toBe('0x')
    expect(await deployFactory(chain)).toMatchObject({ status: '0x0' })
    const implementation = await chain.ask(FACTORY, contracts.call('GasPumpFactory', 'implementation()', []))
    const first = getContractAddress({
      opcode: 'CREATE2',
      from: FACTORY as `0x${string}`,
      salt: `0x${word(0)}`,
      bytecode: contracts.deployment('GasPump', []) as `0x${string}`,
    })
    expect(implementation).toBe(BigInt(first))
    // What is cloned has no owner itself.
    for (const from of [ALICE, BOB, CAROL, FACTORY]) {
      const data = PUMPS.transfer(move(NATIVE, null, CAROL, 0n))
      expect(await chain.refuses({ from, to: first, data })).toBe(true)
    }
  })

  it('10,000 addresses that are computed offline are those of the chain', async () => {
    const asking = await chain.deployFixture('Asking')
    const abi = new Interface(['function addressesOf(address,address,uint256,uint256)'])
    for (let batch = 0; batch < 20; batch++) {
      const owner = `0x${keccak256(`0x${word(batch)}`).slice(26)}`
      // Far apart, and up to the last one that can be activated.
      const from = batch === 19 ? 2n ** 255n - 500n : BigInt(batch) ** 12n * 7n
      const data = abi.encodeFunctionData('addressesOf', [FACTORY, owner, from, 500])
      const answer = await anvil.rpc.call('eth_call', [{ to: asking, data }, 'latest'])
      const [told] = decodeAbiParameters([{ type: 'address[]' }], String(answer) as `0x${string}`)
      const at = PUMPS.addressesOf(owner)
      expect(Array.from({ length: 500 }, (_, i) => at(from + BigInt(i)))).toEqual(told)
    }
  })

  it('anybody activates them, once, and they are the owner’s all the same', async () => {
    const at = PUMPS.addressesOf(BOB)
    const placesOf = (from: bigint, to: bigint) =>
      Array.from({ length: Number(to - from) + 1 }, (_, i) => from + BigInt(i)).map((index) => ({
        index,
        address: at(index),
      }))
    const first = await chain.send({ from: CAROL, to: FACTORY, data: PUMPS.activate(BOB, 10n, 12n) })
    expect(PUMPS.eventsIn(first.logs)).toEqual({ activated: placesOf(10n, 12n), existing: [], created: [] })
    for (const { address } of placesOf(10n, 12n)) {
      const answer = await anvil.rpc.call('eth_call', [{ to: address, data: PUMPS.askOwner }, 'latest'])
      expect(PUMPS.addressIn(String(answer))?.toLowerCase()).toBe(BOB)
    }
    const code = await chain.code(at(11n))
    const again = await chain.send({ to: FACTORY, data: PUMPS.activate(BOB, 11n, 13n) })
    expect(PUMPS.eventsIn(again.logs)).toEqual({
      activated: placesOf(13n, 13n),
      existing: placesOf(11n, 12n),
      created: [],
    })
    expect(await chain.code(at(11n))).toBe(code)
    expect(await chain.code(at(14n))).toBe('0x')
    const none = await chain.send({ to: FACTORY, data: PUMPS.activate(BOB, 20n, 19n) })
    expect(none).toMatchObject({ status: '0x1', logs: [] })
    for (const data of [PUMPS.activate(NO_ONE, 1n, 1n), PUMPS.activate(BOB, 2n ** 255n, 2n ** 255n)]) {
      expect(await chain.refuses({ to: FACTORY, data })).toBe(true)
    }
  })

  it('new ones without an index are at addresses of their own, whoever was first', async () => {
    const before = await chain.send({ from: CAROL, to: FACTORY, data: PUMPS.create(BOB, 2) })
    const own = await chain.send({ from: BOB, to: FACTORY, data: PUMPS.create(null, 1) })
    const made = [before, own].flatMap(({ logs }) => PUMPS.eventsIn(logs).created)
    const at = PUMPS.addressesOf(BOB)
    expect(made).toEqual([0n, 1n, 2n].map((n) => at(2n ** 255n + n)))
    for (const address of made) expect(await chain.ask(address, PUMPS.askOwner)).toBe(BigInt(BOB))
    expect(await chain.refuses({ to: FACTORY, data: PUMPS.create(NO_ONE, 1) })).toBe(true)
  })

  it('270 of them fit into a transaction of the network', async () => {
    const both = [PUMPS.activate(CAROL, 1n, 270n), PUMPS.create(CAROL, 270)]
    for (const data of both) {
      const { gasUsed, logs } = await chain.send({ to: FACTORY, data })
      const { activated, created } = PUMPS.eventsIn(logs)
      expect(activated.length + created.length).toBe(270)
      expect(BigInt(gasUsed)).toBeLessThan(MOST_GAS)
    }
  })

  it('pay coins that came before they were activated, and after, to whom the owner says', async () => {
    const address = await activePump(chain, 100n)
    await chain.send({ to: address, value: 5n })
    const somebody = `0x${'7'.repeat(40)}`
    const all = 10n ** 18n + 5n
    const data = PUMPS.transfer(move(NATIVE, null, somebody, all))
    for (const from of [ALICE, CAROL, FACTORY, address]) {
      expect(await chain.refuses({ from, to: address, data })).toBe(true)
    }
    const more = PUMPS.transfer(move(NATIVE, null, somebody, all + 1n))
    expect(await chain.refuses({ from: BOB, to: address, data: more })).toBe(true)
    await chain.send({ from: BOB, to: address, data })
    expect([await chain.balance(address), await chain.balance(somebody)]).toEqual([0n, all])
  })

  it('move and approve ERC-20, those that answer nothing, too', async () => {
    const address = await activePump(chain, 101n)
    const gold = await chain.deploy(
      contracts.deployment('Erc20', ['Gold', 'AU', '18', '1000', '1000', address, ALICE]),
    )
    const silent = await chain.deployFixture('Silent')
    await chain.send({ to: silent, data: `0xa9059cbb${word(address)}${word(1000)}` })
    for (const token of [gold, silent]) {
      const data = PUMPS.transfer(move(FUNGIBLE, token, CAROL, 400n))
      expect(await chain.refuses({ to: address, data })).toBe(true)
      const more = PUMPS.transfer(move(FUNGIBLE, token, CAROL, 1001n))
      expect(await chain.refuses({ from: BOB, to: address, data: more })).toBe(true)
      await chain.send({ from: BOB, to: address, data })
      expect(await chain.ask(token, balanceOf(CAROL))).toBe(400n)
      for (const allowed of [5n, 6n]) {
        const approve = PUMPS.approve(move(FUNGIBLE, token, CAROL, allowed))
        expect(await chain.refuses({ to: address, data: approve })).toBe(true)
        await chain.send({ from: BOB, to: address, data: approve })
        expect(await chain.ask(token, `0xdd62ed3e${word(address)}${word(CAROL)}`)).toBe(allowed)
      }
    }
  })

  it('a token that denies is refused; one that lies cannot be told; what has no code takes nothing', async () => {
    const address = await activePump(chain, 105n)
    const [denying, lying] = [await chain.deployFixture('Denying'), await chain.deployFixture('Lying')]
    const refuses = (token: string) =>
      chain.refuses({ from: BOB, to: address, data: PUMPS.transfer(move(FUNGIBLE, token, CAROL, 1n)) })
    expect([await refuses(denying), await refuses(lying), await refuses(ALICE)]).toEqual([true, false, true])
  })

  it('take, move and approve ERC-721', async () => {
    const address = await activePump(chain, 102n)
    const nft = (method: string, ...args: readonly unknown[]) => contracts.call('Nft', method, args)
    const token = await chain.deploy(contracts.deployment('Nft', ['Art', 'ART', ALICE]))
    for (const id of ['1', '2', '3']) {
      await chain.send({ to: token, data: nft('mintWithTokenURI(address,uint256,string)', ALICE, id, '') })
      const there = nft('safeTransferFrom(address,address,uint256)', ALICE, address, id)
      expect(await chain.send({ to: token, data: there })).toMatchObject({ status: '0x1' })
    }
    const data = PUMPS.transfer(move(NON_FUNGIBLE, token, CAROL, 0n, 2n))
    expect(await chain.refuses({ to: address, data })).toBe(true)
    await chain.send({ from: BOB, to: address, data })
    expect(await chain.ask(token, ownerOf(2n))).toBe(BigInt(CAROL))
    const approve = PUMPS.approve(move(NON_FUNGIBLE, token, CAROL, 0n, 3n))
    expect(await chain.refuses({ to: address, data: approve })).toBe(true)
    await chain.send({ from: BOB, to: address, data: approve })
    const take = nft('transferFrom(address,address,uint256)', address, CAROL, '3')
    expect(await chain.refuses({ from: ALICE, to: token, data: take })).toBe(true)
    await chain.send({ from: CAROL, to: token, data: take })
    expect(await chain.ask(token, balanceOf(CAROL))).toBe(2n)
    const onward = PUMPS.transfer(move(NON_FUNGIBLE, token, PUMPS.addressesOf(BOB)(10n), 0n, 1n))
    expect(await chain.send({ from: BOB, to: address, data: onward })).toMatchObject({ status: '0x1' })
  })

  it('take, move and approve ERC-1155', async () => {
    const address = await activePump(chain, 103n)
    const token = await chain.deployFixture('Multi')
    const abi = new Interface(['function safeTransferFrom(address,address,uint256,uint256,bytes)'])
    const pay = (from: string, to: string, amount: number) =>
      abi.encodeFunctionData('safeTransferFrom', [from, to, 7, amount, '0x'])
    await chain.send({ to: token, data: pay(ALICE, address, 100) })
    expect(await chain.ask(token, multiBalanceOf(address, 7n))).toBe(100n)
    const data = PUMPS.transfer(move(MULTI_TOKEN, token, CAROL, 40n, 7n))
    expect(await chain.refuses({ to: address, data })).toBe(true)
    await chain.send({ from: BOB, to: address, data })
    const approve = (amount: bigint) => PUMPS.approve(move(MULTI_TOKEN, token, CAROL, amount))
    expect(await chain.refuses({ to: address, data: approve(1n) })).toBe(true)
    await chain.send({ from: BOB, to: address, data: approve(1n) })
    await chain.send({ from: CAROL, to: token, data: pay(address, CAROL, 10) })
    await chain.send({ from: BOB, to: address, data: approve(0n) })
    expect(await chain.refuses({ from: CAROL, to: token, data: pay(address, CAROL, 1) })).toBe(true)
    expect(await chain.ask(token, multiBalanceOf(CAROL, 7n))).toBe(50n)
  })

  it('refuse kinds that they do not know, and lists of different lengths', async () => {
    const address = await activePump(chain, 104n)
    const refuses = (data: string) => chain.refuses({ from: BOB, to: address, data })
    for (const kind of [4, 255] as number[]) {
      expect(await refuses(PUMPS.transfer(move(kind as PumpKind, FACTORY, CAROL, 0n)))).toBe(true)
    }
    expect(await refuses(PUMPS.approve(move(NATIVE, FACTORY, CAROL, 1n)))).toBe(true)
    const lists: readonly (readonly string[])[] = [[NO_ONE], ['3'], [CAROL], ['0'], ['0']]
    const batch = (columns: readonly (readonly string[])[]) =>
      contracts.call(
        'GasPump' satisfies EvmContract,
        'transferBatch(address[],uint256[],address[],uint256[],uint256[])',
        columns,
      )
    expect(await refuses(batch(lists))).toBe(false)
    for (const longer of lists.keys()) {
      expect(await refuses(batch(lists.map((list, i) => (i === longer ? [...list, ...list] : list))))).toBe(
        true,
      )
    }
  })

  it('whoever is paid and calls back in the middle gets no more than the payment', async () => {
    const address = await activePump(chain, 106n)
    const returning = await chain.deployFixture('Returning')
    const abi = new Interface(['function prepare(bytes)', 'function succeeded() returns (bool)'])
    const back = PUMPS.transfer(move(NATIVE, null, returning, 1n))
    await chain.send({ to: returning, data: abi.encodeFunctionData('prepare', [back]) })
    const multi = await chain.deployFixture('Multi')
    const give = new Interface(['function safeTransferFrom(address,address,uint256,uint256,bytes)'])
    await chain.send({
      to: multi,
      data: give.encodeFunctionData('safeTransferFrom', [ALICE, address, 7, 10, '0x']),
    })
    const data = PUMPS.transferBatch([
      move(NATIVE, null, returning, 3n),
      move(MULTI_TOKEN, multi, returning, 4n, 7n),
      move(NATIVE, null, returning, 2n),
    ])
    expect(await chain.send({ from: BOB, to: address, data })).toMatchObject({ status: '0x1' })
    expect(await chain.balance(returning)).toBe(5n)
    expect(await chain.ask(multi, multiBalanceOf(returning, 7n))).toBe(4n)
    expect(await chain.ask(returning, abi.encodeFunctionData('succeeded'))).toBe(0n)
  })

  describe('batches of anything, by anybody', () => {
    const HOLDERS = 3
    let holders: readonly string[]
    let gold: string
    let art: string
    let multi: string
    beforeAll(async () => {
      const pump = await activePump(chain, 200n)
      const other = await activePump(chain, 201n)
      holders = [pump, other, `0x${'8'.repeat(40)}`]
      gold = await chain.deploy(
        contracts.deployment('Erc20', ['Gold', 'AU', '18', '1000', '1000', pump, ALICE]),
      )
      art = await chain.deploy(contracts.deployment('Nft', ['Art', 'ART', ALICE]))
      for (const id of ['0', '1', '2', '3']) {
        await chain.send({
          to: art,
          data: contracts.call('Nft', 'mintWithTokenURI(address,uint256,string)', [pump, id, '']),
        })
      }
      multi = await chain.deployFixture('Multi')
      const give = new Interface(['function safeTransferFrom(address,address,uint256,uint256,bytes)'])
      await chain.send({
        to: multi,
        data: give.encodeFunctionData('safeTransferFrom', [ALICE, pump, 7, 1000, '0x']),
      })
    })

    /** What each holder has: coins, gold, multi tokens, then the holder of each NFT. */
    const standing = async (): Promise<bigint[][]> => [
      await Promise.all(holders.map((holder) => chain.balance(holder))),
      await Promise.all(holders.map((holder) => chain.ask(gold, balanceOf(holder)))),
      await Promise.all(holders.map((holder) => chain.ask(multi, multiBalanceOf(holder, 7n)))),
      await Promise.all(
        [0n, 1n, 2n, 3n].map(async (id) => {
          const owner = await chain.ask(art, ownerOf(id))
          return BigInt(holders.findIndex((holder) => BigInt(holder) === owner))
        }),
      ),
    ]

    interface Step {
      readonly kind: PumpKind
      readonly to: number
      readonly amount: bigint
      readonly id: bigint
    }

    /** What becomes of it: undefined if one of the steps is not possible. */
    function expected(before: bigint[][], pump: number, steps: readonly Step[]): bigint[][] | undefined {
      const after = before.map((row) => [...row])
      for (const { kind, to, amount, id } of steps) {
        if (kind === NON_FUNGIBLE) {
          if (after[3]?.[Number(id)] !== BigInt(pump)) return undefined
          after[3][Number(id)] = BigInt(to)
          continue
        }
        const row = after[kind === NATIVE ? 0 : kind === FUNGIBLE ? 1 : 2] ?? []
        if ((row[pump] ?? 0n) < amount) return undefined
        row[pump] = (row[pump] ?? 0n) - amount
        row[to] = (row[to] ?? 0n) + amount
      }
      return after
    }

    const step: fc.Arbitrary<Step> = fc.record({
      kind: fc.constantFrom<PumpKind[]>(FUNGIBLE, NON_FUNGIBLE, MULTI_TOKEN, NATIVE),
      to: fc.integer({ min: 0, max: HOLDERS - 1 }),
      amount: fc.oneof(
        { weight: 9, arbitrary: fc.bigInt({ min: 0n, max: 60n }) },
        { weight: 1, arbitrary: fc.constant(10n ** 19n) },
      ),
      id: fc.bigInt({ min: 0n, max: 3n }),
    })

    it('only the owner moves anything, all of a batch or nothing, and nothing is made or lost', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 1 }),
          fc.oneof(
            { weight: 4, arbitrary: fc.constant(BOB) },
            { weight: 1, arbitrary: fc.constantFrom(ALICE, CAROL) },
          ),
          fc.array(step, { maxLength: 6 }),
          async (pump, from, steps) => {
            const before = await standing()
            const tokens = [gold, art, multi, null]
            const moves = steps.map(({ kind, to, amount, id }) =>
              move(kind, tokens[kind] ?? null, holders[to] ?? '', amount, kind === MULTI_TOKEN ? 7n : id),
            )
            const data = PUMPS.transferBatch(moves)
            const { status } = await chain.send({ from, to: holders[pump] ?? '', data })
            const after = from === BOB ? expected(before, pump, steps) : undefined
            expect(status).toBe(after === undefined ? '0x0' : '0x1')
            expect(await standing()).toEqual(after ?? before)
          },
        ),
        { numRuns: RUNS },
      )
    })
  })
})
