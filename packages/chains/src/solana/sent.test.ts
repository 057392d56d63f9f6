/** From when on the list of what names an address is whole, however much of it a node gives. */
import { NodeFault } from '@tallystick/custody'
import { expect, it } from 'vitest'
import type { Solana } from './rpc.js'
import { sentBy } from './sent.js'

const SECOND = 1_000
/** Of the newest block. One transaction in each second names the address. */
const NOW = 1_800_000_000
/** Its slot, and its height. */
const NEWEST = 1_000_000

interface Lacks {
  /** The age of the first block that the node has. */
  readonly has?: number
  /** The age of a later one that it lacks. */
  readonly lost?: number
  /** Pages that it gives. */
  readonly gives?: number
}

/** @param named How many transactions name the address; every second one has failed */
function nodeWith(named: number, { has = NEWEST, lost = -1, gives = 1_000 }: Lacks = {}) {
  let lists = 0
  const entry = (age: number) => ({
    ...{ signature: `${age}`, slot: NEWEST - age, blockTime: NOW - age },
    err: age % 2 === 0 ? null : 'failed',
  })
  const ask = async (method: string, [first, how]: readonly unknown[]): Promise<unknown> => {
    if (method === 'getEpochInfo') return { absoluteSlot: NEWEST }
    // One block each second.
    if (method === 'getBlock') return { blockHeight: first, blockTime: NOW - NEWEST + Number(first) }
    if (method === 'getBlocks') {
      const slots = Array.from({ length: Number(how) - Number(first) + 1 }, (_, at) => Number(first) + at)
      return slots.filter((slot) => slot >= NEWEST - has && slot !== NEWEST - lost)
    }
    if (++lists > gives) throw new NodeFault('unreachable', 'host')
    const { before = '-1', limit } = how as { readonly before?: string; readonly limit: number }
    const from = Number(before) + 1
    return Array.from({ length: Math.min(limit, named - from) }, (_, at) => entry(from + at))
  }
  return { ask } as Solana
}

it.each([
  ['all of it', 2_500, {}, 5_000, 5_000, 4],
  ['all that was asked for', 2_500, {}, 500, 500, 1],
  ['what the blocks of the node have', 2_500, { has: 400 }, 5_000, 400, 1],
  ['what it has since a block of just before that it lacks', 2_500, { lost: 300 }, 5_000, 299, 1],
  ['all of a chain that is younger', 2_500, {}, NEWEST + 5_000, NEWEST + 5_000, 4],
  ['nothing yet, while it lacks the block before the newest', 2_500, { lost: 1 }, 5_000, 0, 1],
  ['what it has since a block that it lacks', 4_500, { lost: 4_300 }, 5_000, 4_299, 5],
  ['100 pages', 100_500, {}, 200_000, 99_999 - 0.001, 100],
  ['all of 100 pages, and none behind them is needed', 100_500, {}, 99_998, 99_998, 100],
  ['the pages that the node gives', 2_500, { gives: 2 }, 5_000, 1_999 - 0.001, 2],
] as const)('tells from when on it is whole: %s', async (_, named, lacks, asked, since, pages) => {
  const listed = await sentBy(nodeWith(named, lacks), 'address', (NOW - asked) * SECOND)
  expect(listed).toMatchObject({ since: (NOW - since) * SECOND, pages, slot: 1_000_000n, height: 1_000_000n })
  const times = listed.sent.map(({ time }) => time)
  expect(times).toHaveLength(Math.floor(Math.min(since, named - 1) / 2) + 1)
  expect(times).toEqual([...times].sort((one, other) => one - other))
})

it('is none without the newest page', async () => {
  await expect(sentBy(nodeWith(5, { gives: 0 }), 'address', 0)).rejects.toThrow('host')
})
