/**
 * The status of a transaction (solana.com, "Transaction Confirmation & Expiration"). A transaction is dead if a final
 * block is at or above the last block that may have it: all blocks below are final too. The node must have all of those that may
 * have it, and show it in none of them.
 */
import type { Signed, TransactionStatus } from '@tallystick/custody'
import { textIn } from '../answers.js'
import { isObject } from '../json.js'
import { blockFrom, type Header, unbrokenTo } from './history.js'
import { contextual, objectOf, type Solana, wholeIn } from './rpc.js'
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
  const epoch = objectOf(await node.ask('getEpochInfo', [{ commitment: 'finalized' }]))
  const final = { slot: Number(wholeIn(epoch, 'absoluteSlot')), height: wholeIn(epoch, 'blockHeight') }
  const { shown } = await shownOf(node, txId)
  if (shown !== undefined) return shown
  const { last } = parted(raw)
  if (last === null || !(await hasAll(node, final, last))) return { kind: 'absent' }
  // Again: only now it is known that the node has stored what those blocks have.
  const again = await shownOf(node, txId)
  if (again.shown !== undefined) return again.shown
  // Behind one address there may be several nodes: who told the status must know that final block.
  if (again.slot < BigInt(final.slot)) return { kind: 'absent' }
  return { kind: 'dead', reason: `It is in none of the blocks up to ${last}, the last that could have it.` }
}

async function shownOf(node: Solana, txId: string) {
  const { all, slot } = await statusesOf(node, [txId])
  const [status] = all
  const shown = status === null || status === undefined ? undefined : whereOf(status)
  return { shown, slot }
}

const whereOf = ({ height, ok, commitment }: Status): TransactionStatus =>
  commitment === 'processed'
    ? { kind: 'pending' }
    : { kind: 'confirmed', height, ok, final: commitment === 'finalized' }

/** Whether all blocks that may have a transaction are final, and the node has them. */
async function hasAll(node: Solana, final: Omit<Header, 'time'>, last: bigint): Promise<boolean> {
  const begun = last > LIFE ? last - LIFE : 0n
  const end = await blockFrom(node, final, last)
  return end !== undefined && (await unbrokenTo(node, end, ({ height }) => height <= begun)).height <= begun
}
