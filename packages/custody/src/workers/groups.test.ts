/** What is looked through early is used at the place that it was prepared for, and nowhere else. */
import { expect, it } from 'vitest'
import type { Block } from '../ports/blocks.js'
import { ReadAhead } from './ahead.js'
import { Groups, TOGETHER } from './groups.js'
import type { Watched } from './watched.js'

const NOBODY: Watched = { places: new Map(), owners: new Map(), touched: [] }
const HEAD = 40

/** A chain of one letter, whose blocks and looks are counted. */
class Reads {
  branch = 'a'
  fails = false
  readonly looks: string[] = []
  private readonly ahead = new ReadAhead((height) => this.read(height), 2 * TOGETHER)
  readonly groups = new Groups(this.ahead, (blocks) => {
    this.looks.push(`${blocks[0]?.hash} to ${blocks.at(-1)?.hash}`)
    return Promise.resolve(NOBODY)
  })

  async next(height: number, revision: number): Promise<string | undefined> {
    const { blocks } = await this.groups.next(this.place(height, revision), HEAD)
    return blocks[0]?.hash
  }

  prepare(height: number, revision: number): void {
    this.groups.prepare(this.place(height, revision), HEAD)
  }

  place = (height: number, revision: number) => ({ height, hash: `${this.branch}${height}`, revision })

  private async read(height: number): Promise<Block | undefined> {
    const { branch } = this
    if (this.fails) throw new Error(`no block ${height}`)
    if (height > HEAD) return undefined
    const [hash, parent] = [`${branch}${height}`, `${branch}${height - 1}`]
    return { height, hash, parent, time: 0, movements: [], spends: [] }
  }
}

it('looks through each group once, while the one before it is committed', async () => {
  const reads = new Reads()
  expect(await reads.next(0, 1)).toBe('a1')
  reads.prepare(16, 17)
  expect(await reads.next(16, 17)).toBe('a17')
  reads.prepare(32, 33)
  expect(await reads.next(32, 33)).toBe('a33')
  expect(reads.looks).toEqual(['a1 to a16', 'a17 to a32', 'a33 to a40'])
})

it('looks again if the revision has moved, because other addresses may count', async () => {
  const reads = new Reads()
  reads.prepare(0, 1)
  expect(await reads.next(0, 2)).toBe('a1')
  expect(reads.looks).toEqual(['a1 to a16', 'a1 to a16'])
})

it('reads again on another branch, and after it was told to forget what it has read', async () => {
  const reads = new Reads()
  reads.prepare(4, 5)
  reads.branch = 'b'
  reads.groups.clear()
  expect(await reads.next(3, 6)).toBe('b4')
  reads.prepare(19, 22)
  reads.groups.clear()
  expect(await reads.next(19, 22)).toBe('b20')
  expect(reads.looks.slice(1)).toEqual(['b4 to b19', 'b20 to b35', 'b20 to b35'])
})

it('has no rejection that nobody hears of, and tells of a fault to whoever reads', async () => {
  const reads = new Reads()
  reads.fails = true
  reads.prepare(0, 1)
  await expect(reads.next(0, 1)).rejects.toThrow('no block 1')
  reads.fails = false
  reads.prepare(0, 1)
  expect(await reads.next(0, 1)).toBe('a1')
})

it('reads nothing above the head of the node', async () => {
  const reads = new Reads()
  reads.prepare(HEAD, 1)
  expect(reads.looks).toEqual([])
})
