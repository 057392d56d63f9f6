/** Transactions that name an account, from the index of a node (solana.com/docs/rpc, `getSignaturesForAddress`). */
import { NodeFault, type SolanaSent } from '@tallystick/custody'
import { FINAL } from './reads.js'
import { objectOf, type Solana, textIn, wholeIn } from './rpc.js'
import { headerAt, LIFE } from './standing.js'

/** The most that nodes answer at once. */
const PAGE = 1_000
const PAGES = 100

/** @param node One endpoint */
export async function sentBy(node: Solana, address: string, since: number): Promise<SolanaSent> {
  const minContextSlot = Number(wholeIn(objectOf(await node.ask('getEpochInfo', [FINAL])), 'absoluteSlot'))
  const final = await blockAt(node, minContextSlot)
  const first = await node.ask('getFirstAvailableBlock', [])
  if (first !== 0 && (await blockAt(node, first)).time > since) throw tooLittle()
  // Behind one address there may be several nodes: who lists must know that final block, and so all that is listed.
  const how = { ...FINAL, limit: PAGE, minContextSlot }
  const sent: SolanaSent['sent'][number][] = []
  let last: { readonly before?: string } = {}
  for (let page = 0; page < PAGES; page++) {
    const found = await node.ask('getSignaturesForAddress', [address, { ...how, ...last }])
    if (!Array.isArray(found)) throw new NodeFault('unreachable', 'The node did not list transactions')
    const young = found.map(objectOf).filter((one) => timeOf(one) >= since)
    for (const one of young)
      if (one['err'] === null) sent.push({ txId: textIn(one, 'signature'), slot: wholeIn(one, 'slot') })
    // Not when there are fewer than were asked for: a provider may list fewer at once.
    if (young.length < found.length || found.length === 0)
      return { sent: sent.reverse(), slot: BigInt(minContextSlot), ...final }
    last = { before: textIn(objectOf(found.at(-1)), 'signature') }
  }
  throw new NodeFault('unsupported', `more than ${PAGES * PAGE} transactions name ${address}`)
}

const tooLittle = (): NodeFault =>
  new NodeFault(
    'unsupported',
    'the node has no blocks of the time when it was asked for: use one that keeps more',
  )

async function blockAt(node: Solana, slot: unknown) {
  const block = objectOf(await headerAt(node, slot))
  const height = wholeIn(block, 'blockHeight')
  return { height, last: height + LIFE, time: timeOf(block) }
}

const timeOf = (from: Readonly<Record<string, unknown>>): number => Number(wholeIn(from, 'blockTime')) * 1_000
