/**
 * Whether a node would have shown a transaction that it does not show. Nodes find one by its receipt, which they keep only
 * with `storage.transHistory.switch` (java-tron); a lite node has receipts since its snapshot. So what a node has of the
 * time tells: of the first block with transactions that could have this one, it must have all receipts.
 */
import type { TronHead } from '@tallystick/custody'
import { objectIn, textIn } from '../answers.js'
import { listIn, type TronHttp, wholeIn } from './http.js'
import type { RawData } from './transaction.js'

/** Between two blocks at least: missed ones make it more. */
const BLOCK_MS = 3_000
/** Before it expires, a block may have it (java-tron, `MAXIMUM_TIME_UNTIL_EXPIRATION`). */
const LONGEST_LIFE_MS = 86_400_000
/** A transaction names the low 16 bits of the number of its reference block, which is no older than so many blocks. */
const NUMBERS = 65_536
/** Numbers that can be meant: the life of a transaction and that age together are less than as many blocks. */
const CANDIDATES = 3
/** More than there are in ten minutes. Only networks of tests have as many without transactions. */
const MOST_EMPTY = 300

type Lifetime = Pick<RawData, 'refBlock' | 'expiration'>

/** @param solid After the expiration */
export async function wouldShow(node: TronHttp, lifetime: Lifetime, solid: TronHead): Promise<boolean> {
  const first = await firstHeight(node, lifetime, solid)
  for (let height = first; height < first + MOST_EMPTY && height <= solid.height; height += 1) {
    const block = await blockAt(node, height, true)
    if (block === undefined) return false
    const { length } = listIn(block, 'transactions')
    if (length > 0) {
      const receipts = await node.list('/walletsolidity/gettransactioninfobyblocknum', { num: height })
      return receipts.length === length
    }
    const time = wholeIn(objectIn(objectIn(block, 'block_header'), 'raw_data'), 'timestamp')
    // Later ones may not have it, and none of those before has any.
    if (time > lifetime.expiration) return true
  }
  return false
}

const blockAt = (node: TronHttp, height: number, detail: boolean) =>
  node.find('/walletsolidity/getblock', { id_or_num: String(height), detail })

/** Below it, no block can have the transaction. */
async function firstHeight(
  node: TronHttp,
  { refBlock, expiration }: Lifetime,
  solid: TronHead,
): Promise<number> {
  const born = solid.height - Math.ceil((solid.time - expiration + LONGEST_LIFE_MS) / BLOCK_MS)
  const lowest = born - NUMBERS
  const ahead = (Number.parseInt(refBlock.bytes, 16) - lowest) % NUMBERS
  let reference = lowest + (ahead < 0 ? ahead + NUMBERS : ahead)
  for (let left = CANDIDATES; left > 0 && reference <= solid.height; left -= 1, reference += NUMBERS) {
    if (reference < 0) continue
    const block = await blockAt(node, reference, false)
    const isIt = block !== undefined && textIn(block, 'blockID').slice(16, 32) === refBlock.hash
    if (isIt) return Math.max(1, born, reference + 1)
  }
  return Math.max(1, born)
}
