import { DEPOSIT_ADDRESSES, type DepositAddress } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { NoBlock, NodeFault } from '../ports/chain.js'
import { beginning } from './first-block.js'

const HOUR = 3_600_000
const WINDOW = 5
const on = { chain: 'BTC', network: 'mainnet' }

interface Case {
  /** The newest block of the node, which makes one an hour. */
  readonly newest?: number
  /** When the first address was made; absent: there is none. */
  readonly created?: number
  readonly from?: number
  /** Its oldest block. */
  readonly oldest?: number
  /** Its slots without a block. */
  readonly empty?: readonly number[]
  /** A block that it does not find when it is asked for the first time. */
  readonly late?: number
}

/** @returns The heights where it begins, the last one first, and how many headers it asked for */
async function begin({ newest = 1_000, created, from, oldest = 0, empty = [], late }: Case) {
  const asked: number[] = []
  const header = async (height: number) => {
    asked.push(height)
    if (height > newest) return undefined
    if (height < oldest || (height === late && asked.filter((one) => one === late).length === 1)) {
      throw new NoBlock(`block ${height}`)
    }
    let made = height
    while (empty.includes(made)) made++
    return { height: made, hash: `h${made}`, parent: `h${made - 1}`, time: made * HOUR }
  }
  const list = async (table: unknown) => {
    expect(table).toBe(DEPOSIT_ADDRESSES)
    return created === undefined ? [] : [{ created } as DepositAddress]
  }
  const query = { list } as unknown as Queries
  const blocks = { head: async () => ({ height: newest, hash: 'h' }), header }
  const found = await beginning({ query, on, blocks, from, window: WINDOW })
  for (const { height, hash } of found) expect(hash).toBe(`h${height}`)
  return { heights: found.map(({ height }) => height).reverse(), asked: asked.length }
}

describe('where a follower begins', () => {
  it('at the newest block without an address, and otherwise at one from before the first address', async () => {
    expect((await begin({})).heights[0]).toBe(1_000)
    for (const hours of [1, 3, 4, 5, 500, 997, 1_000, 1_003, 2_000]) {
      const { heights, asked } = await begin({ created: hours * HOUR + 1 })
      expect(heights[0]).toBe(Math.max(0, Math.min(1_000, hours - 3)))
      expect(asked).toBeLessThan(30)
    }
  })

  it.each<[string, Case, readonly number[]]>([
    ['the newest block, with all before it that can be undone', {}, [1_000, 999, 998, 997, 996]],
    ['the block before the one that it is told', { from: 999 }, [998, 997, 996]],
    ['with none before it that is too deep to be undone', { from: 500 }, [499]],
    ['the first block of the chain', { from: 0 }, [0]],
    ['near the first block of the chain', { newest: 3, from: 3 }, [2, 1, 0]],
    ['none above the head', { from: 1_002 }, []],
    ['with as many before it as the node has', { oldest: 998 }, [1_000, 999, 998]],
    ['none, if the node does not have the one that it is told', { from: 500, oldest: 500 }, []],
    ['one that a node with few old blocks has', { created: 990 * HOUR, oldest: 986 }, [986]],
    ['none, if the node keeps only younger blocks', { created: 990 * HOUR, oldest: 987 }, []],
    [
      'none that is too young, although the node did not find it at first',
      { created: 990 * HOUR, oldest: 987, late: 993 },
      [],
    ],
    ['before empty slots, not after them', { from: 1_000, empty: [999, 997] }, [998, 996]],
    ['none so far before empty slots', { from: 500, empty: [495, 496, 497, 498, 499] }, []],
  ])('%s', async (_what, how, heights) => {
    expect((await begin(how)).heights).toEqual(heights)
  })

  it('not while a node is at fault otherwise', async () => {
    const fault = new NodeFault('unreachable', 'no answer')
    const blocks = {
      head: async () => ({ height: 1_000, hash: 'h' }),
      header: () => Promise.reject(fault),
    }
    const begins = beginning({ query: {} as Queries, on, blocks, from: 500, window: WINDOW })
    await expect(begins).rejects.toBe(fault)
  })
})
