/** How many contracts nodes are asked about because of a block, and what is told of the others. */
import {
  type ApiKeyId,
  beginFollowing,
  type Rule,
  sightedObject,
  subscribe,
  type TenantId,
} from '@tallystick/core'
import { Engine, memoryStorage } from '@tallystick/engine'
import { beforeEach, expect, it } from 'vitest'
import type { Block, ContractLog } from '../ports/blocks.js'
import { NodeFault } from '../ports/chain.js'
import { TRANSFER } from '../token-transfers.js'
import { KnownAssets } from './known-assets.js'
import { Sightings } from './sightings.js'

const ON = { chain: 'ETH', network: 'testnet' }
const TENANT = 'alpha' as TenantId
const hex = (value: number | string, digits: number): string =>
  `0x${value.toString(16).padStart(digits, '0')}`
const addressOf = (value: number): string => hex(value, 40)
const [ANNA, BEN, SOMEBODY] = [addressOf(0xa), addressOf(0xb), addressOf(0xc)] as const
const LISTED = addressOf(0xf)

let now: number
let engine: Engine
/** The tokens that were asked about, and how many at once at most. */
let asked: string[]
let [open, most] = [0, 0]
/** What the contract of a token says. */
let says: (asset: string) => number | undefined
let sightings: Sightings

beforeEach(async () => {
  now = 0
  asked = []
  most = 0
  says = () => 2
  const scheduler = { soon: setImmediate, later: () => () => undefined, elapsed: () => now }
  engine = new Engine({ storage: memoryStorage(), scheduler, warn: () => undefined })
  await decide(beginFollowing, { ...ON, block: { height: 7, hash: 'seven' } })
  for (const address of [ANNA, BEN]) {
    await decide(subscribe, {
      ...{ tenant: TENANT, apiKey: '' as ApiKeyId, network: 'testnet', plan: 'paid', attr: {} },
      ...{ type: 'ADDRESS_TRANSACTION', object: sightedObject(ON, address), consumer: null },
      ...{ secret: '', url: 'https://example.com' },
    })
  }
  const shared = {
    tokens: new Set([LISTED]),
    of: (asset: string | null) => (asset === LISTED ? { currency: 'USDC', scale: 6 } : undefined),
  }
  const decimals = async (asset: string) => {
    asked.push(asset)
    most = Math.max(most, ++open)
    await new Promise(setImmediate)
    open--
    return says(asset)
  }
  const tokens = { decimals, find: () => expect.fail('the decimals are enough') }
  const record = { id: 'ETH', family: 'evm', decimals: 18 } as const
  sightings = new Sightings(engine, ON, { record, tokens }, new KnownAssets(engine, ON, shared))
})

function decide<Command, Output>(rule: Rule<Command, Output>, command: Command): Promise<Output> {
  return engine.execute({
    ...{ caller: { tenant: TENANT, apiKey: '' as ApiKeyId }, rule, command, price: () => 0 },
    ...{ present: (output: Output) => output, idempotency: null },
  })
}

/** A block that pays 1,500 units of each token to an address. */
const paying = (height: number, to: string, assets: readonly string[]): Block => ({
  ...{ height, hash: `block ${height}`, parent: '', time: 0, movements: [], spends: [] },
  logs: assets.map(
    (address, index): ContractLog => ({
      ...{ txId: `${height}`, place: index, index, address, data: hex(1_500, 64) },
      topics: [TRANSFER, hex(SOMEBODY.slice(2), 64), hex(to.slice(2), 64)],
    }),
  ),
})
const flood = (count: number, from = 0x1000): readonly string[] =>
  Array.from({ length: count }, (_, at) => addressOf(from + at))

/** The amounts that are told; null: none. */
async function amounts(...blocks: readonly Block[]): Promise<readonly (string | null)[]> {
  const shown = await sightings.of(blocks)
  return shown.flat().map(({ body }) => JSON.parse(body).amount ?? null)
}

it('of a flood of tokens 64 are asked about, 16 at once, and no amount is told of the others', async () => {
  const told = await amounts(paying(8, ANNA, flood(400)))
  expect([asked.length, most]).toEqual([64, 16])
  expect(told).toEqual([...Array(64).fill('15'), ...Array(336).fill(null)])
  // The next block asks on.
  await amounts(paying(9, ANNA, flood(400)))
  expect(asked).toEqual(flood(128))
})

it('a flood of one address hides no token of another one, nor one that is listed', async () => {
  const blocks = paying(8, ANNA, [...flood(400), LISTED])
  const other = paying(8, BEN, flood(3, 0x9000))
  const told = await amounts({ ...blocks, logs: [...(blocks.logs ?? []), ...(other.logs ?? [])] })
  expect(told.slice(400)).toEqual(['0.0015', '15', '15', '15'])
  expect(asked).toHaveLength(64)
})

it('one block after the other has its own', async () => {
  const told = await amounts(paying(8, ANNA, flood(64)), paying(9, ANNA, flood(64, 0x9000)))
  expect(told).toEqual(Array(128).fill('15'))
})

it('what thousands of tokens have said is not asked again', async () => {
  const all = flood(6_400)
  for (let part = 0; part < 100; part++) {
    await amounts(paying(8 + part, ANNA, all.slice(64 * part, 64 * part + 64)))
  }
  expect(await amounts(paying(200, ANNA, all))).toEqual(Array(6_400).fill('15'))
  expect(asked).toHaveLength(6_400)
})

it('a contract that says none is told in base units, and asked again after five minutes', async () => {
  says = () => undefined
  const tell = (height: number) => amounts(paying(height, ANNA, [LISTED, ...flood(1)]))
  for (const height of [8, 9]) expect(await tell(height)).toEqual(['0.0015', '1500'])
  now = 299_999
  await tell(10)
  expect(asked).toHaveLength(1)
  now = 300_000
  says = () => 3
  expect(await tell(11)).toEqual(['0.0015', '1.5'])
  expect(asked).toHaveLength(2)
})

it('a node that does not answer has said nothing of a token', async () => {
  says = () => {
    throw new NodeFault('unreachable', 'away')
  }
  const block = paying(8, ANNA, flood(400))
  await expect(amounts(block)).rejects.toThrow('away')
  says = () => 2
  expect((await amounts(block)).slice(0, 64)).toEqual(Array(64).fill('15'))
})

it('a block that is recorded in parts is told alike each time, and asks no more nodes', async () => {
  const block = paying(8, ANNA, flood(400))
  const first = await sightings.of([block, paying(9, BEN, [])])
  expect(await sightings.of([block])).toEqual(first.slice(0, 1))
  expect(asked).toHaveLength(64)
})
