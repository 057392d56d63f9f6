import { DEPOSIT_ADDRESSES, type DepositAddress } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import type { Blocks } from '../ports/blocks.js'
import { firstBlock } from './first-block.js'
import { Progress } from './progress.js'

describe('the progress of a follower', () => {
  it('is told every ten seconds while it is far behind, with what is left', () => {
    let now = 5_000
    const lines: string[] = []
    const progress = new Progress(
      () => now,
      (line) => lines.push(line),
    )
    progress.begin()
    expect(progress.rate(1_000)).toEqual({ perSecond: null, secondsLeft: null })
    for (const behind of [10_000, 9_500, 9_000, 99]) {
      now += 6_000
      progress.add(300, behind)
    }
    expect(lines).toEqual(['9500 blocks behind: 50.0 a second, about 3 min left'])
    expect(progress.rate(99)).toEqual({ perSecond: 50, secondsLeft: 2 })
    expect(progress.rate(0)).toEqual({ perSecond: null, secondsLeft: null })
    progress.begin()
    expect(progress.rate(99)).toEqual({ perSecond: null, secondsLeft: null })
  })
})

describe('the first block', () => {
  const HOUR = 3_600_000
  const NEWEST = 1_000
  const on = { chain: 'BTC', network: 'mainnet' }
  const first = async (created: number | null, oldest = 0) => {
    const asked: number[] = []
    const header = async (height: number) => {
      asked.push(height)
      if (height < oldest) throw new Error(`no block ${height}`)
      return { height, hash: `h${height}`, parent: `h${height - 1}`, time: height * HOUR }
    }
    const blocks = { head: async () => ({ height: NEWEST, hash: 'h' }), header } as unknown as Blocks
    const list = async (table: unknown) => {
      expect(table).toBe(DEPOSIT_ADDRESSES)
      return created === null ? [] : [{ created } as DepositAddress]
    }
    const found = await firstBlock({ list } as unknown as Queries, on, blocks)
    return { height: found?.height, asked: asked.length }
  }

  it('is the newest one without an address, and otherwise one from before the first address', async () => {
    expect((await first(null)).height).toBe(NEWEST)
    for (const hours of [1, 3, 4, 5, 500, 997, 1_000, 1_003, 2_000]) {
      const { height, asked } = await first(hours * HOUR + 1)
      expect(height).toBe(Math.max(0, Math.min(NEWEST, hours - 3)))
      expect(asked).toBeLessThan(30)
    }
  })

  it('asks for no block that is much older than the address', async () => {
    expect((await first(990 * HOUR, 950)).height).toBe(986)
  })
})
