import { describe, expect, it } from 'vitest'
import type { Block, ContractLog, IdTransfer, Movement } from '../ports/blocks.js'
import { TRANSFER } from '../token-transfers.js'
import { batchesOf, targetsOf, touchesOf } from './sighted.js'
import { nameOfChain } from './sightings.js'

const addressOf = (digit: string): string => `0x${digit.repeat(40)}`
const [A, B, C] = [addressOf('a'), addressOf('b'), addressOf('c')] as const
const TOKEN = addressOf('1')
const topicOf = (address: string): string => `0x${'0'.repeat(24)}${address.slice(2)}`
const units = (amount: bigint): string => `0x${amount.toString(16).padStart(64, '0')}`

const block = (over: Partial<Block>): Block => ({
  ...{ height: 7, hash: 'hash', parent: 'parent', time: 1_000, movements: [], spends: [] },
  ...over,
})
const movement = (over: Partial<Movement>): Movement => ({
  ...{ txId: 'tx', position: 0, address: B, asset: null, amount: 5n, from: A },
  ...over,
})
const log = (over: Partial<ContractLog> = {}): ContractLog => ({
  ...{ txId: 'tx', place: 0, index: 0, address: TOKEN, data: units(5n) },
  topics: [TRANSFER, topicOf(A), topicOf(B)],
  ...over,
})
const transfer = (over: Partial<IdTransfer> = {}): IdTransfer => ({
  ...{
    txId: 'tx',
    place: 3,
    index: 9,
    part: 2,
    standard: 'erc1155',
    contract: TOKEN,
    tokenId: 7n,
    amount: 5n,
  },
  ...{ from: A, to: B, operator: null },
  ...over,
})

const among =
  (...watched: readonly string[]) =>
  (address: string): boolean =>
    watched.includes(address)

/** What touches the watched ones, as text. */
function touched(
  family: 'evm' | 'utxo' | 'tron',
  over: Partial<Block>,
  watched: readonly string[],
  held = {},
  id = 'LTC',
) {
  const outputs = new Map(Object.entries<{ readonly address: string; readonly amount: bigint }>(held))
  return touchesOf({ id, family }, block(over), among(...watched), outputs).map(
    ({ address, place, asset, amount, tokenId }) =>
      [address.slice(-1), place, asset === null ? 'coin' : 'token', amount, tokenId].join(' ').trim(),
  )
}

describe('an EVM block', () => {
  const fee = movement({ address: A, amount: -6n, from: null })

  it.each<
    readonly [what: string, over: Partial<Block>, watched: readonly string[], expected: readonly string[]]
  >([
    ['nobody', { movements: [movement({})], logs: [log()] }, [C], []],
    ['the recipient', { movements: [movement({}), fee] }, [B], ['b tx:0:in coin 5']],
    ['the sender', { movements: [movement({}), fee] }, [A], ['a tx:0:out coin 5']],
    ['both', { movements: [movement({})] }, [A, B], ['b tx:0:in coin 5', 'a tx:0:out coin 5']],
    ['a sender who paid a fee only', { movements: [fee] }, [A], []],
    ['who gets back his own', { movements: [movement({ returned: true })] }, [A, B], []],
    ['a token that nobody lists', { logs: [log()] }, [B], ['b tx:1:in token 5']],
    [
      'a token that is listed, once',
      { movements: [movement({ asset: TOKEN, position: 1 })], logs: [log()] },
      [B],
      ['b tx:1:in token 5'],
    ],
    [
      'a coin whose contract logs it, once',
      { movements: [movement({ position: 1 })], logs: [log()] },
      [B],
      ['b tx:1:in coin 5'],
    ],
    [
      'a coin that the chain itself logs, once',
      { movements: [movement({})], logs: [log({ address: `0x${'f'.repeat(39)}e` })] },
      [B],
      ['b tx:0:in coin 5'],
    ],
    ['a transfer of nothing', { logs: [log({ data: units(0n) })] }, [A, B], []],
    ['another event', { logs: [log({ topics: [units(1n), topicOf(A), topicOf(B)] })] }, [A, B], []],
    ['a log that is no transfer', { logs: [log({ data: '0x' })] }, [A, B], []],
    ['a token with an id', { idTransfers: [transfer()] }, [A], ['a tx:4.2:out token 5 7']],
    [
      'a token that somebody sends himself',
      { logs: [log({ topics: [TRANSFER, topicOf(A), topicOf(A)] })] },
      [A],
      [],
    ],
    ['a token with an id that somebody sends himself', { idTransfers: [transfer({ to: A })] }, [A], []],
    ['none of a token with an id', { idTransfers: [transfer({ amount: 0n })] }, [A], []],
  ])('touches %s', (_what, over, watched, expected) => {
    expect(touched('evm', over, watched)).toEqual(expected)
  })
})

describe('a UTXO block', () => {
  const pays = (position: number, amount: bigint, over: Partial<Movement> = {}): Movement =>
    movement({ position, amount, from: null, ...over })
  const spends = [{ txId: 'tx', index: 0, by: 'later' }]

  it.each<readonly [what: string, over: Partial<Block>, held: object, expected: readonly string[]]>([
    [
      'what arrives, by transaction',
      { movements: [pays(0, 1n), pays(2, 2n), pays(0, 4n, { txId: 'other' })] },
      {},
      ['b tx:in coin 3', 'b other:in coin 4'],
    ],
    [
      'what leaves of known coins',
      { spends: [...spends, { txId: 'tx', index: 1, by: 'later' }] },
      { 'tx:0': { address: B, amount: 5n }, 'tx:1': { address: B, amount: 2n } },
      ['b later:out coin -7'],
    ],
    [
      'what leaves in the same block',
      { movements: [pays(0, 1n)], spends },
      {},
      ['b tx:in coin 1', 'b later:out coin -1'],
    ],
    ['nothing that leaves of others', { spends }, {}, []],
  ])('shows %s', (_what, over, held, expected) => {
    expect(touched('utxo', over, [B], held)).toEqual(expected)
  })

  it('shows nothing that leaves on chains that tell incoming payments only, nor what arrives and leaves at once', () => {
    for (const id of ['BCH', 'DOGE']) {
      const held = { 'tx:0': { address: B, amount: 1n } }
      expect(touched('utxo', { movements: [pays(0, 1n)], spends }, [B], held, id)).toEqual(['b tx:in coin 1'])
    }
  })

  it('keeps which outputs have arrived', () => {
    const [touch] = touchesOf(
      { id: 'LTC', family: 'utxo' },
      block({ movements: [pays(0, 1n), pays(2, 2n)] }),
      among(B),
      new Map(),
    )
    expect(touch?.outputs).toEqual({ 0: '1', 2: '2' })
  })
})

it('on other chains each movement of the address is told with its sign', () => {
  const over = {
    movements: [
      movement({}),
      movement({ address: A, amount: -6n, from: null }),
      movement({ returned: true }),
    ],
  }
  expect(touched('tron', over, [A, B])).toEqual(['b tx:0:in coin 5', 'a tx:0:out coin -6'])
})

it('on other chains tokens that nobody knows are told too, with the decimals that the block has', () => {
  const others = [movement({ asset: TOKEN, position: 1, decimals: 2 })]
  const all = block({ movements: [movement({})], others })
  const touches = touchesOf({ id: 'SOL', family: 'solana' }, all, among(B), new Map())
  expect(touches).toMatchObject([{ asset: null }, { asset: TOKEN, place: 'tx:1:in', decimals: 2 }])
  expect(targetsOf(block({ others }))).toEqual(others)
})

it('names all that somebody may watch', () => {
  const all = block({ movements: [movement({ address: C })], logs: [log()], idTransfers: [transfer()] })
  expect(new Set(targetsOf(all).map(({ address }) => address))).toEqual(
    new Set([A, B, C, TRANSFER, 'erc1155']),
  )
})

it('makes batches of a thousand events, of what is watched', () => {
  const idTransfers = Array.from({ length: 2_001 }, (_one, part) => transfer({ part, standard: 'erc721' }))
  const all = block({ idTransfers: [...idTransfers, transfer()], logs: [log()] })
  const batches = batchesOf(all, (kind) => kind === 'CONTRACT_NFT_TXS_PER_BLOCK')
  expect(batches.map(({ target, part, events }) => [target, part, events.length])).toEqual([
    ['erc721', 0, 1_000],
    ['erc721', 1, 1_000],
    ['erc721', 2, 1],
  ])
  expect(batchesOf(all, (_kind, target) => target === TRANSFER)).toEqual([
    {
      ...{ kind: 'CONTRACT_LOG_EVENT', target: TRANSFER, part: 0 },
      events: [
        {
          ...{ txId: 'tx', logIndex: 0, timestamp: 1_000, address: TOKEN, data: units(5n) },
          ...{ topic_0: TRANSFER, topic_1: topicOf(A), topic_2: topicOf(B) },
        },
      ],
    },
  ])
})

it('makes more batches of long logs, and one of a log that is longer than any', () => {
  const long = (characters: number) => log({ data: `0x${'0'.repeat(characters)}` })
  const batches = batchesOf(
    block({ logs: [...Array.from({ length: 5 }, () => long(100_000)), long(1_000_000), log()] }),
    (kind) => kind === 'CONTRACT_LOG_EVENT',
  )
  expect(batches.map(({ part, events }) => [part, events.length])).toEqual([
    [0, 2],
    [1, 2],
    [2, 1],
    [3, 1],
    [4, 1],
  ])
})

it.each([
  ['ETH', 'mainnet', 'ethereum-mainnet'],
  ['ETH', 'testnet', 'ethereum-sepolia'],
  ['ETH', 'ethereum-holesky', 'ethereum-holesky'],
  ['KLAY', 'testnet', 'klaytn-baobab'],
  ['BTC', 'mainnet', 'bitcoin-mainnet'],
  ['OWN', 'testnet', 'own-testnet'],
])('%s %s is %s in payloads', (chain, network, name) => {
  expect(nameOfChain({ chain, network })).toBe(name)
})
