/** Where a follower begins that nobody has told: with the block that was made before the first deposit address. */
import { DEPOSIT_ADDRESSES, type FollowedChain } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import type { BlockHeader, Blocks } from '../ports/blocks.js'

/** Clocks of miners differ: Bitcoin accepts a block that is two hours ahead. */
const MARGIN_MS = 3 * 3_600_000

/** The block after which blocks are observed. Undefined if the node does not have it. */
export async function firstBlock(
  query: Queries,
  on: FollowedChain,
  blocks: Blocks,
): Promise<BlockHeader | undefined> {
  const { height } = await blocks.head()
  const [first] = await query.list(DEPOSIT_ADDRESSES, { where: on, by: 'created', limit: 1 })
  if (first === undefined) return blocks.header(height)
  const until = first.created - MARGIN_MS
  // Back in growing steps, because addresses are young, and a node may not have all old blocks.
  let [low, high] = [height, height]
  for (let step = 1; low > 0; step *= 2) {
    const header = await blocks.header(low)
    if (header === undefined || header.time < until) break
    high = low
    low = Math.max(0, low - step)
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const header = await blocks.header(middle)
    if (header !== undefined && header.time < until) low = middle
    else high = middle
  }
  return blocks.header(low)
}
