/** What an account has signed, from the index of a node (solana.com/docs/rpc, `getSignaturesForAddress`). */
import { NodeFault, type SolanaNode } from '@tallystick/custody'
import { FINAL, LATEST } from './reads.js'
import { objectOf, type Solana, textIn, wholeIn } from './rpc.js'

/** The most that nodes answer at once. */
const PAGE = 1_000
/** An account that has signed more is not searched. */
const PAGES = 100

/** @param node One endpoint */
export async function sentBy(node: Solana, address: string, since: number): ReturnType<SolanaNode['sentBy']> {
  const final = objectOf(await node.ask('getEpochInfo', [FINAL]))
  const [height, slot] = [wholeIn(final, 'blockHeight'), Number(wholeIn(final, 'absoluteSlot'))]
  // Behind one address there may be several nodes: who lists must know that final block.
  const how = { ...LATEST, limit: PAGE, minContextSlot: slot }
  const txIds: string[] = []
  let last: { readonly before?: string } = {}
  for (let page = 0; page < PAGES; page++) {
    const found = await node.ask('getSignaturesForAddress', [address, { ...how, ...last }])
    if (!Array.isArray(found)) throw new NodeFault('unreachable', 'The node did not list transactions')
    for (const one of found.map(objectOf)) {
      if (wholeIn(one, 'slot') <= BigInt(since)) return { txIds, height, slot }
      const before = textIn(one, 'signature')
      last = { before }
      if (one['err'] === null) txIds.push(before)
    }
    // Not when there are fewer than were asked for: a provider may list fewer at once.
    if (found.length === 0) return { txIds, height, slot }
  }
  return undefined
}
