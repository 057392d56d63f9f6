/** Where a follower begins that nobody has told: with the block that was made before the first deposit address. */
import { type BlockName, DEPOSIT_ADDRESSES, type FollowedChain } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import type { BlockHeader, Blocks } from '../ports/blocks.js'
import { NoBlock } from '../ports/chain.js'

/** Clocks of miners differ: Bitcoin accepts a block that is two hours ahead. */
const MARGIN_MS = 3 * 3_600_000

type Headers = Pick<Blocks, 'head' | 'header'>

interface Beginning {
  readonly query: Queries
  readonly on: FollowedChain
  readonly blocks: Headers
  /** The first block to observe, if somebody has told. */
  readonly from: number | undefined
  /** The number of blocks that can be undone. */
  readonly window: number
}

/**
 * The block after which blocks are observed, last, and before it those that the chain may yet undo, as far as the node has
 * them. None if it does not have the first one.
 */
export async function beginning({
  query,
  on,
  blocks,
  from,
  window,
}: Beginning): Promise<readonly BlockName[]> {
  const { height: head } = await blocks.head()
  const first = from === undefined ? await firstHeight(query, on, blocks, head) : Math.max(0, from - 1)
  const found: BlockName[] = []
  if (first === undefined) return found
  // Far below the head, one is enough.
  for (let at = first; at >= 0 && at > (found.length === 0 ? first : head) - window; at--) {
    const header = await headerOf(blocks, at)
    if (header === undefined) break
    // On a chain with empty slots it may be one above, which is no block to begin after.
    if (header.height === at) found.unshift({ height: at, hash: header.hash })
  }
  return found
}

/** Undefined if the node does not have a block that is so old. */
async function firstHeight(
  query: Queries,
  on: FollowedChain,
  blocks: Headers,
  head: number,
): Promise<number | undefined> {
  const [first] = await query.list(DEPOSIT_ADDRESSES, { where: on, by: 'created', limit: 1 })
  if (first === undefined) return head
  /** The block at `low`. */
  let older: BlockHeader | undefined
  const isLater = async (at: number): Promise<boolean> => {
    const header = await headerOf(blocks, at)
    if (header !== undefined && header.time >= first.created - MARGIN_MS) return true
    older = header
    return false
  }
  // Back in growing steps, because addresses are young, and a node may not have all old blocks.
  let [low, high] = [head, head]
  for (let step = 1; low > 0 && (await isLater(low)); step *= 2) {
    high = low
    low = Math.max(0, low - step)
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await isLater(middle)) high = middle
    else low = middle
  }
  return low === 0 || older !== undefined ? low : undefined
}

/** Undefined above the head, and if the node does not have it. */
async function headerOf(blocks: Headers, height: number): Promise<BlockHeader | undefined> {
  try {
    return await blocks.header(height)
  } catch (fault) {
    if (fault instanceof NoBlock) return undefined
    throw fault
  }
}
