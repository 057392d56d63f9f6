/** Tells a new payment from an equal one that was made earlier, for something else. */
import type { Chain, Signed } from '../ports/chain.js'
import { isUtxo } from '../ports/utxo.js'
import type { NewestBlock } from './plan.js'

/** Without reserved outputs, an earlier equal payment could complete it. The newest block of now tells the two apart. */
export async function newestBlock(chain: Chain): Promise<NewestBlock> {
  if (isUtxo(chain)) return {}
  const { height, hash } = await chain.node.head()
  return { headHeight: height, headHash: hash }
}

/** The block that had the transaction already when something was asked for; undefined if none had. */
export async function heightBefore(
  chain: Chain,
  signed: Signed,
  newest: NewestBlock,
): Promise<number | undefined> {
  if (newest.headHeight === undefined) return undefined
  const seen = await chain.node.status(signed)
  return seen.kind === 'confirmed' && (await wasThere(chain, seen.height, newest)) ? seen.height : undefined
}

/** Whether a block was there already when something was asked for. */
export async function wasThere(
  { node }: Chain,
  height: number,
  { headHeight, headHash }: NewestBlock,
): Promise<boolean> {
  if (headHeight === undefined || height > headHeight) return false
  // If the blocks of that time were undone, those in their place may have what was made since.
  return node.hashAt === undefined || (await node.hashAt(headHeight)) === headHash
}
