/** How far a chain has been followed. */
import type { TenantId } from '../ids.js'
import type { Owned } from '../table.js'

/** The owner of rows that belong to a chain and not to a tenant. No tenant's name may end with its colon. */
export const CHAINS_TENANT = 'chains:' as TenantId

/** A chain and one of its networks. */
export interface FollowedChain {
  /** As in the API: `BTC`, `MATIC`. */
  readonly chain: string
  /** As `OnChain.network`. */
  readonly network: string
}

/** Names a block. */
export interface BlockName {
  readonly height: number
  readonly hash: string
}

/** The last observed block of a chain, and those before it. Any number of engines may move it, one at a time. */
export interface Cursor extends Owned, FollowedChain, BlockName {
  /** Rises with each change, so an engine that has read an older one cannot move it. */
  readonly revision: number
  /** The last blocks, the newest last, each as `height:hash`: those that can be undone. */
  readonly blocks: readonly string[]
  /** The last block has more payments than are recorded. No other block is observed before they are. */
  readonly unfinished?: true
}

export const cursorKey = ({ chain, network }: FollowedChain) =>
  ({ type: 'cursor', tenant: CHAINS_TENANT, chain, network }) as const

const written = ({ height, hash }: BlockName): string => `${height}:${hash}`

function read(text: string): BlockName {
  const colon = text.indexOf(':')
  return { height: Number(text.slice(0, colon)), hash: text.slice(colon + 1) }
}

/** The block before the last one; undefined if only one is kept. */
export function before({ blocks }: Cursor): BlockName | undefined {
  const text = blocks.at(-2)
  return text === undefined ? undefined : read(text)
}

/** The kept blocks, the newest first. */
export const kept = ({ blocks }: Cursor): readonly BlockName[] => blocks.map(read).reverse()

/**
 * A cursor at its first block.
 * @param older Blocks before it, the newest last: they can be undone like those that are observed, because nothing is
 * recorded of them
 */
export const begun = (of: FollowedChain, block: BlockName, older: readonly BlockName[]): Cursor => ({
  tenant: CHAINS_TENANT,
  chain: of.chain,
  network: of.network,
  height: block.height,
  hash: block.hash,
  revision: 1,
  blocks: [...older, block].map(written),
})

/** @param window How many blocks are kept */
export const advanced = ({ unfinished: _, ...cursor }: Cursor, block: BlockName, window: number): Cursor => ({
  ...cursor,
  height: block.height,
  hash: block.hash,
  revision: cursor.revision + 1,
  blocks: [...cursor.blocks, written(block)].slice(-window),
})

/** @param to The block before the last one */
export const receded = ({ unfinished: _, ...cursor }: Cursor, to: BlockName): Cursor => ({
  ...cursor,
  height: to.height,
  hash: to.hash,
  revision: cursor.revision + 1,
  blocks: cursor.blocks.slice(0, -1),
})

/** The same block, with more or all of its payments. */
export const filled = ({ unfinished: _, ...cursor }: Cursor, isWhole: boolean): Cursor => ({
  ...cursor,
  revision: cursor.revision + 1,
  ...(isWhole ? {} : { unfinished: true }),
})
