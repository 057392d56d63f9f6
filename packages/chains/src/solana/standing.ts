/**
 * The status of a transaction (solana.com, "Transaction Confirmation & Expiration"). A transaction is dead if a final
 * block is above the last block that may have it: all blocks below are final too, and the node shows it in none of
 * them.
 */
import type { Signed, TransactionStatus } from '@tallystick/custody'
import { contextual, EVERY_VERSION, isObject, objectOf, type Solana, textIn, wholeIn } from './rpc.js'
import { parted } from './text.js'

/** Blocks that a transaction lives for (agave, `MAX_PROCESSING_AGE`). */
export const LIFE = 150n

export interface Status {
  readonly height: number
  readonly ok: boolean
  readonly commitment: 'processed' | 'confirmed' | 'finalized'
}

interface Statuses {
  readonly all: readonly (Status | null)[]
  /** Of the block by which they were told. */
  readonly slot: bigint
}

/** Also of transactions that are long over. At most 256. */
export async function statusesOf(node: Solana, txIds: readonly string[]): Promise<Statuses> {
  const { value, slot } = contextual(
    await node.ask('getSignatureStatuses', [txIds, { searchTransactionHistory: true }]),
  )
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return { all: txIds.map((_, at) => statusOf(list[at])), slot }
}

function statusOf(value: unknown): Status | null {
  if (!isObject(value)) return null
  const commitment = textIn(value, 'confirmationStatus')
  return {
    height: Number(wholeIn(value, 'slot')),
    ok: value['err'] === null,
    commitment: commitment === 'finalized' || commitment === 'confirmed' ? commitment : 'processed',
  }
}

export async function standing(node: Solana, { raw, txId }: Signed): Promise<TransactionStatus> {
  // Asked first: what the node shows afterwards is at least as new.
  const final = objectOf(await node.ask('getEpochInfo', [{ commitment: 'finalized' }]))
  const { all, slot } = await statusesOf(node, [txId])
  const [status] = all
  if (status !== null && status !== undefined) {
    const { height, ok, commitment } = status
    if (commitment === 'processed') return { kind: 'pending' }
    return { kind: 'confirmed', height, ok, final: commitment === 'finalized' }
  }
  const { last } = parted(raw)
  const isOver = last !== null && wholeIn(final, 'blockHeight') > last
  // Behind one address there may be several nodes: who told the status must know that final block.
  if (!isOver || slot < wholeIn(final, 'absoluteSlot') || !(await remembers(node, last - LIFE))) {
    return { kind: 'absent' }
  }
  return { kind: 'dead', reason: `It is in none of the blocks up to ${last}, the last that could have it.` }
}

/** Whether the node still has all blocks from this height on. */
async function remembers(node: Solana, height: bigint): Promise<boolean> {
  const first = await node.ask('getFirstAvailableBlock', [])
  if (first === 0) return true
  const block = await headerAt(node, first)
  return isObject(block) && wholeIn(block, 'blockHeight') <= height
}

/** A final block without its transactions. */
export const headerAt = (node: Solana, slot: unknown): Promise<unknown> =>
  node.ask('getBlock', [slot, { transactionDetails: 'none', rewards: false, ...EVERY_VERSION }])
