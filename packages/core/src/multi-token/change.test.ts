import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginFollowing, observeBlock, observeMore, undoBlock } from '../follow/decide.js'
import { CURSORS } from '../follow/table.js'
import { TestLedger } from '../ledger.fixture.js'
import { fcOptions } from '../property.fixture.js'
import { type MultiObserved, type MultiTransferred, placeOfTransfer } from './multi-token.js'
import { MULTI_BALANCES, MULTI_TOKENS, MULTI_TRANSFERS } from './table.js'

const ON = { chain: 'ETH', network: 'testnet' } as const
const NOBODY = `0x${'0'.repeat(40)}`
const NOTHING = { receipts: [], maturing: [], made: [], spent: [], holdings: [] }
const FIRST = 10

type Told = readonly [from: string, to: string, amount: bigint, tokenId?: string]

class Indexed {
  readonly ledger = new TestLedger()
  private made = 0

  constructor() {
    this.ledger.must(beginFollowing, { ...ON, block: { height: FIRST, hash: 'first' } })
  }

  private get cursor() {
    return [...this.ledger.kept.all(CURSORS)][0] ?? expect.fail('no cursor')
  }

  block(transfers: readonly Told[], created: readonly string[] = [], from = 0, unfinished = false) {
    const { revision, hash, height } = this.cursor
    const block = { height: height + 1, hash: `block ${this.made++}` }
    const multi = this.told(height + 1, transfers, created, from)
    const rest = unfinished ? ({ unfinished: true } as const) : {}
    this.ledger.must(observeBlock, {
      ...{ ...ON, ...NOTHING, ...rest },
      ...{ revision, parent: hash, block, window: 100, multi },
    })
  }

  /** The rest of the last block. */
  more(transfers: readonly Told[], from: number) {
    const { revision, height } = this.cursor
    const multi = this.told(height, transfers, [], from)
    this.ledger.must(observeMore, { ...ON, receipts: [], made: [], spent: [], revision, multi })
  }

  /** As a follower does: with all that the index has of the block. */
  undo(hash = this.cursor.hash) {
    const { kept } = this.ledger
    const multi = {
      created: [...kept.all(MULTI_TOKENS)].filter(({ blockHash }) => blockHash === hash),
      transfers: [...kept.all(MULTI_TRANSFERS)].filter(({ blockHash }) => blockHash === hash).sort(byPlace),
    }
    const { revision } = this.cursor
    this.ledger.must(undoBlock, { ...ON, revision, deposits: [], made: [], spent: [], holdings: [], multi })
  }

  private told(
    height: number,
    transfers: readonly Told[],
    created: readonly string[],
    first: number,
  ): MultiObserved {
    return {
      created: created.map((contract) => ({ contract, txId: `creates ${contract}` })),
      transfers: transfers.map(([from, to, amount, tokenId = '1'], index): MultiTransferred => {
        const place = placeOfTransfer({ height }, first + index, 0)
        return { contract: 'c', txId: 't', place, tokenId, amount, from, to, operator: 'o' }
      }),
    }
  }

  /** By address and token: the amount, and the height of its last change. */
  get balances() {
    const stored = [...this.ledger.kept.all(MULTI_BALANCES)]
    const named = stored.map((one) => [`${one.address} ${one.tokenId}`, [one.amount, one.height]] as const)
    return Object.fromEntries(named)
  }

  get contracts() {
    return [...this.ledger.kept.all(MULTI_TOKENS)].map(({ contract }) => contract)
  }

  get transfers() {
    return [...this.ledger.kept.all(MULTI_TRANSFERS)].map(({ address, previous }) => [address, previous])
  }
}

const byPlace = (a: { readonly place: string }, b: { readonly place: string }): number =>
  a.place < b.place ? -1 : a.place > b.place ? 1 : 0

/** Blocks, each with its transfers; then what is there. */
const CASES: readonly (readonly [what: string, blocks: readonly (readonly Told[])[], balances: object])[] = [
  ['a mint has one side', [[[NOBODY, 'a', 5n]]], { 'a 1': [5n, 11] }],
  ['a burn has one side', [[[NOBODY, 'a', 5n]], [['a', NOBODY, 2n]]], { 'a 1': [3n, 12] }],
  ['a transfer has two sides', [[[NOBODY, 'a', 5n]], [['a', 'b', 2n]]], { 'a 1': [3n, 12], 'b 1': [2n, 12] }],
  ['what has become 0 is no balance', [[[NOBODY, 'a', 5n]], [['a', 'b', 5n]]], { 'b 1': [5n, 12] }],
  ['to oneself changes no amount', [[[NOBODY, 'a', 5n]], [['a', 'a', 3n]]], { 'a 1': [5n, 12] }],
  ['to oneself makes no balance', [[['a', 'a', 3n]]], {}],
  ['what nobody sends to nobody has no side', [[[NOBODY, NOBODY, 3n]]], {}],
  ['nothing makes no balance', [[['a', 'b', 0n]]], {}],
  [
    'tokens of a contract are told apart',
    [[[NOBODY, 'a', 5n]], [[NOBODY, 'a', 7n, '2']]],
    { 'a 1': [5n, 11], 'a 2': [7n, 12] },
  ],
  [
    'a contract that moves what nobody has is believed, and never below the truth of its other side',
    [[['a', 'b', 4n]]],
    { 'a 1': [-4n, 11], 'b 1': [4n, 11] },
  ],
  [
    'amounts of 256 bits are exact',
    [[[NOBODY, 'a', 2n ** 256n - 1n]], [['a', 'b', 1n]]],
    { 'a 1': [2n ** 256n - 2n, 12], 'b 1': [1n, 12] },
  ],
]

describe('indexMulti', () => {
  it.each(CASES)('%s', (_what, blocks, balances) => {
    const indexed = new Indexed()
    for (const transfers of blocks) indexed.block(transfers)
    expect(indexed.balances).toEqual(balances)
    expect(indexed.transfers.map(([address]) => address)).not.toContain(NOBODY)
  })

  it('has a contract from the block that creates it, once', () => {
    const indexed = new Indexed()
    indexed.block([], ['c', 'd'])
    indexed.block([], ['c'])
    expect(indexed.contracts).toEqual(['c', 'd'])
    indexed.undo()
    // The block that is undone has not created it.
    expect(indexed.contracts).toEqual(['c', 'd'])
  })

  it('has each side of a transfer once, with the height of the change before', () => {
    const indexed = new Indexed()
    indexed.block([[NOBODY, 'a', 5n]])
    indexed.block([['a', 'b', 2n]], [], 0, true)
    // A part that comes again is known by its place.
    indexed.more([['a', 'b', 2n]], 0)
    expect(indexed.balances).toEqual({ 'a 1': [3n, 12], 'b 1': [2n, 12] })
    expect(indexed.transfers).toEqual([
      ['a', null],
      ['a', 11],
      ['b', null],
    ])
  })
})

describe('unindexMulti', () => {
  it.each(CASES)('as it was before: %s', (_what, blocks) => {
    const indexed = new Indexed()
    indexed.block([[NOBODY, 'a', 9n]])
    const before = { balances: indexed.balances, transfers: indexed.transfers }
    for (const transfers of blocks) indexed.block(transfers, ['c'])
    for (const _ of blocks) indexed.undo()
    expect({ balances: indexed.balances, transfers: indexed.transfers }).toEqual(before)
    expect(indexed.contracts).toEqual([])
  })

  it('leaves what is of another block, whoever names it', () => {
    const indexed = new Indexed()
    indexed.block([[NOBODY, 'a', 5n]], ['c'])
    const { balances } = indexed
    indexed.block([])
    indexed.undo('block 0')
    expect(indexed.balances).toEqual(balances)
    expect(indexed.contracts).toEqual(['c'])
  })

  it('a block of several parts goes as a whole', () => {
    const indexed = new Indexed()
    indexed.block([[NOBODY, 'a', 5n]], ['c'], 0, true)
    indexed.more([['a', 'b', 5n]], 1)
    indexed.undo()
    expect([indexed.balances, indexed.contracts, indexed.transfers]).toEqual([{}, [], []])
  })
})

const somebody = fc.constantFrom(NOBODY, 'a', 'b', 'c')
const transfer: fc.Arbitrary<Told> = fc.tuple(
  somebody,
  somebody,
  fc.bigInt({ min: 0n, max: 3n }),
  fc.constantFrom('1', '2'),
)
/** A block, or null: the last one is undone. */
const step = fc.option(fc.array(transfer, { maxLength: 4 }), { freq: 2, nil: null })

it('whatever blocks tell and undo, balances are what the transfers of the chain add up to', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const indexed = new Indexed()
      const chain: (readonly Told[])[] = []
      for (const transfers of steps) {
        if (transfers !== null) {
          indexed.block(transfers)
          chain.push(transfers)
        } else if (chain.pop() !== undefined) indexed.undo()
        expect(indexed.balances).toEqual(addedUp(chain))
      }
    }),
    fcOptions(),
  )
})

function addedUp(chain: readonly (readonly Told[])[]): Record<string, readonly [bigint, number]> {
  const sums = new Map<string, readonly [bigint, number]>()
  for (const [index, transfers] of chain.entries()) {
    for (const [from, to, amount, tokenId] of transfers) {
      const sides =
        from === to
          ? [[to, 0n] as const]
          : ([
              [from, -amount],
              [to, amount],
            ] as const)
      for (const [side, change] of sides) {
        if (side === NOBODY && from !== to) continue
        const name = `${side} ${tokenId}`
        const [sum] = sums.get(name) ?? [0n]
        if (sum + change === 0n) sums.delete(name)
        else sums.set(name, [sum + change, FIRST + 1 + index])
      }
    }
  }
  return Object.fromEntries(sums)
}
