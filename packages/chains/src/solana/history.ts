/**
 * Whether a node has every block of a time: what it does not show may be in one that it lacks. A node lacks the blocks from
 * before its snapshot, and those in between if it was started again from a newer one. What it calls its first block tells
 * neither: one that has just started says 0 (agave, `Blockstore::get_first_available_block`). The number of its blocks
 * tells both, because the height of each is one more than that of the block before it.
 */
import { NodeFault } from '@tallystick/custody'
import { amountOf, EVERY_VERSION, objectOf, type Solana, wholeIn } from './rpc.js'

/** A final block without its transactions. */
export interface Header {
  readonly slot: number
  readonly height: bigint
  /** Milliseconds since 1970; null: the node does not know it. */
  readonly time: number | null
}

/** Slots that are looked through at once: few at first, because most that is asked for is recent. */
const FIRST_SPAN = 4_000
const LONGEST_SPAN = 64_000

/** @throws NodeFault also while the node has not stored what became of the block's transactions */
export async function headerAt(node: Solana, slot: number): Promise<Header> {
  const how = { transactionDetails: 'none', rewards: false, ...EVERY_VERSION }
  const block = objectOf(await node.ask('getBlock', [slot, how]))
  const time = block['blockTime'] === null ? null : Number(wholeIn(block, 'blockTime')) * 1_000
  return { slot, height: wholeIn(block, 'blockHeight'), time }
}

/** A block of this height, or soon after it; undefined if the node has none. */
export async function blockFrom(
  node: Solana,
  final: Omit<Header, 'time'>,
  height: bigint,
): Promise<Header | undefined> {
  // A slot may have no block: back by so many slots are as many blocks at most.
  const [slot] = slotsIn(
    await node.ask('getBlocksWithLimit', [final.slot - Number(final.height - height), 1]),
  )
  const block = slot === undefined ? undefined : await headerAt(node, slot)
  return block !== undefined && block.height >= height ? block : undefined
}

/**
 * The first of the blocks that the node has without a gap, up to a final one.
 * @param isEnough Those before it do not matter
 */
export async function unbrokenTo(
  node: Solana,
  last: Header,
  isEnough: (block: Header) => boolean,
): Promise<Header> {
  let first = last
  for (let span = FIRST_SPAN; !isEnough(first); span = Math.min(span * 4, LONGEST_SPAN)) {
    const slots = slotsIn(await node.ask('getBlocks', [Math.max(0, first.slot - span), first.slot]))
    const [slot] = slots
    if (slot === undefined || slot >= first.slot || slots.at(-1) !== first.slot) break
    first = await unbrokenAmong(node, slots, first)
    if (first.slot !== slot) break
  }
  return first
}

/** As `unbrokenTo`, of blocks that the node has listed. The one before a gap is too low, and so are all before it. */
async function unbrokenAmong(node: Solana, slots: readonly number[], last: Header): Promise<Header> {
  let first = last
  let [low, high] = [-1, slots.length - 1]
  for (let at = 0; high - low > 1; at = Math.floor((low + high) / 2)) {
    const block = await headerAt(node, slots[at] ?? last.slot)
    if (last.height - block.height === BigInt(slots.length - 1 - at)) [first, high] = [block, at]
    else low = at
  }
  return first
}

function slotsIn(list: unknown): readonly number[] {
  if (!Array.isArray(list)) throw new NodeFault('unreachable', 'The node did not list its blocks')
  return list.map((slot) => Number(amountOf(slot, 'a slot')))
}
