import { describe, expect, it } from 'vitest'
import { beginFollowing, observeBlock, undoBlock } from '../follow/decide.js'
import { CURSORS } from '../follow/table.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { openHoldings } from './decide.js'
import type { HoldingChange, Stray, Unassigned } from './holding.js'
import { HOLDINGS } from './table.js'

const ON = { chain: 'ETH', network: 'testnet' } as const
const NAME = { tenant: TENANT, address: 'a', asset: '' }
const WINDOW = 3

class Observed {
  readonly ledger = new TestLedger()

  constructor() {
    this.ledger.must(beginFollowing, { ...ON, block: { height: 10, hash: '10' } })
  }

  get cursor() {
    return [...this.ledger.kept.all(CURSORS)][0] ?? expect.fail('no cursor')
  }

  block(
    ...sums: readonly (readonly [
      observed: bigint,
      unassigned?: bigint,
      taken?: bigint,
      strays?: readonly Stray[],
      payments?: readonly Unassigned[],
    ])[]
  ) {
    const { revision, hash, height } = this.cursor
    const holdings = sums.map((sum): HoldingChange => {
      const [observed, unassigned = 0n, taken = 0n, strays = [], payments = []] = sum
      return { ...NAME, observed, unassigned, taken, strays, payments }
    })
    const block = { height: height + 1, hash: String(height + 1) }
    const nothing = { receipts: [], maturing: [], made: [], spent: [] }
    this.ledger.must(observeBlock, {
      ...ON,
      ...nothing,
      revision,
      parent: hash,
      block,
      window: WINDOW,
      holdings,
    })
  }

  undo() {
    const { revision } = this.cursor
    this.ledger.must(undoBlock, { ...ON, revision, deposits: [], made: [], spent: [], holdings: [NAME] })
  }

  open(amount: bigint, revision = this.cursor.revision) {
    const balances = [{ asset: '', amount }]
    return this.ledger.must(openHoldings, {
      ...ON,
      tenant: TENANT,
      address: 'a',
      revision,
      balances,
      watch: true,
    })
  }

  get holding() {
    return [...this.ledger.kept.all(HOLDINGS)][0]
  }
}

describe('holding of an address', () => {
  it('adds up what blocks change, and is what it was once they are undone', () => {
    const observed = new Observed()
    observed.block([5n, 2n])
    observed.block()
    observed.block([-3n, 0n, -3n])
    expect(observed.holding).toMatchObject({ observed: 2n, unassigned: 2n, taken: -3n, changed: 13 })
    observed.undo()
    expect(observed.holding).toMatchObject({ observed: 5n, unassigned: 2n, taken: 0n, changed: 11 })
    // The block has not changed it.
    observed.undo()
    expect(observed.holding).toMatchObject({ observed: 5n, changed: 11 })
    observed.block([1n])
    expect(observed.holding).toMatchObject({ observed: 6n, changed: 12 })
  })

  it('keeps the changes of blocks that can be undone, and no others', () => {
    const observed = new Observed()
    for (let count = 0; count < 9; count++) observed.block([1n])
    expect(observed.holding?.observed).toBe(9n)
    expect(observed.holding?.recent.map(([height]) => height)).toEqual([17, 18, 19])
  })

  it('keeps blocks with strays longer: their sender may tell of them later', () => {
    const observed = new Observed()
    const strays = [['a', '-2'] as const]
    observed.block([-2n, 0n, -2n, strays])
    for (let count = 0; count < 9; count++) observed.block([1n])
    expect(observed.holding?.recent.map(([height, , , , , own]) => [height, own])).toEqual([
      [11, strays],
      [18, undefined],
      [19, undefined],
      [20, undefined],
    ])
    for (let count = 0; count < 99; count++) observed.block([-1n, 0n, -1n, strays])
    expect(observed.holding?.recent).toHaveLength(64 + WINDOW)
    observed.undo()
    expect(observed.holding).toMatchObject({ taken: -100n, changed: 118 })
  })

  it('lists the last payments that belong to nobody, until their block is undone', () => {
    const observed = new Observed()
    const payments = (count: number) => Array.from({ length: count }, (_, at) => [`t${at}`, '1'] as const)
    const listed = () => observed.holding?.recent.map(([height, , , , , , own]) => [height, own?.length])
    observed.block([2n, 2n, 0n, [], payments(2)])
    observed.block([-1n, 0n, -1n, [['a', '-1']]])
    for (let count = 0; count < 9; count++) observed.block([1n])
    expect(listed()?.slice(0, 2)).toEqual([
      [11, 2],
      [12, undefined],
    ])
    observed.block([99n, 99n, 0n, [], payments(99)])
    expect(listed()?.at(-1)).toEqual([22, 64])
    expect(observed.holding?.unassigned).toBe(101n)
    observed.undo()
    expect(listed()?.at(-1)).toEqual([21, undefined])
    expect(observed.holding?.unassigned).toBe(2n)
    for (let count = 0; count < 99; count++) observed.block([1n, 1n, 0n, [], payments(1)])
    expect(observed.holding?.recent).toHaveLength(64 + WINDOW)
  })

  it('opens with what was there before, at the block of the cursor only', () => {
    const observed = new Observed()
    const before = observed.cursor.revision
    observed.block([5n])
    expect(observed.open(100n, before)).toBeNull()
    expect(observed.holding?.opening).toBe(0n)
    observed.open(100n)
    expect(observed.holding).toMatchObject({ opening: 95n, observed: 5n, watched: true })
    // A follower that read the cursor before does not know of the address.
    expect(observed.cursor.revision).toBe(before + 2)
  })
})
