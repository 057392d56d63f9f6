/** Transactions that name an account, from the index of a node (solana.com/docs/rpc, `getSignaturesForAddress`). */
import { NodeFault, type SolanaSent } from '@tallystick/custody'
import { textIn } from '../answers.js'
import { type Header, headerAt, unbrokenTo } from './history.js'
import { FINAL } from './reads.js'
import { objectOf, type Solana, wholeIn } from './rpc.js'
import { LIFE } from './standing.js'

/** The most that nodes answer at once. */
const PAGE = 1_000
const PAGES = 100
const TOO_LITTLE = 'the node has no blocks of the time when it was asked for: use one that keeps more'

/** @param node One endpoint */
export async function sentBy(node: Solana, address: string, since: number): Promise<SolanaSent> {
  const minContextSlot = Number(wholeIn(objectOf(await node.ask('getEpochInfo', [FINAL])), 'absoluteSlot'))
  const block = await headerAt(node, minContextSlot)
  const { height } = block
  const final = { height, last: height + LIFE, time: timeIn(block) }
  const first = await unbrokenTo(node, block, (one) => timeIn(one) <= since)
  // Before the first block of all there is nothing.
  const kept = first.height === 0n ? since : Math.max(since, timeIn(first))
  // Behind one address there may be several nodes: who lists must know that final block, and so all that is listed.
  const how = { ...FINAL, limit: PAGE, minContextSlot }
  const named: Named[] = []
  const told = (pages: number, from: number, lack: string) => ({
    sent: named.filter(({ hasFailed, time }) => !hasFailed && time >= from).reverse(),
    ...{ slot: BigInt(minContextSlot), ...final, pages, since: from, lack },
  })
  for (let pages = 0; ; pages++) {
    const last = named.at(-1)
    const page = pages < PAGES ? await pageBehind(node, address, how, last) : null
    // Of the second of the last one there may be more.
    if (page === null)
      return told(
        pages,
        (last?.time ?? 0) + 1,
        `only the last ${named.length} transactions that name ${address} can be read`,
      )
    named.push(...page)
    // Not when there are fewer than were asked for: a provider may list fewer at once.
    if (page.length === 0 || page.some(({ time }) => time < kept)) return told(pages + 1, kept, TOO_LITTLE)
  }
}

type Named = SolanaSent['sent'][number] & { readonly hasFailed: boolean }

/** Null: what is behind the newest ones cannot be had now. */
async function pageBehind(
  node: Solana,
  address: string,
  how: object,
  last: Named | undefined,
): Promise<readonly Named[] | null> {
  try {
    const before = last === undefined ? {} : { before: last.txId }
    const found = await node.ask('getSignaturesForAddress', [address, { ...how, ...before }])
    if (!Array.isArray(found)) throw new NodeFault('unreachable', 'The node did not list transactions')
    return found.map(objectOf).map((one) => ({
      txId: textIn(one, 'signature'),
      slot: wholeIn(one, 'slot'),
      time: timeOf(one),
      hasFailed: one['err'] !== null,
    }))
  } catch (fault) {
    if (last === undefined || !(fault instanceof NodeFault)) throw fault
    return null
  }
}

const timeOf = (from: Readonly<Record<string, unknown>>): number => Number(wholeIn(from, 'blockTime')) * 1_000

function timeIn({ slot, time }: Header): number {
  if (time === null) throw new NodeFault('unreachable', `The node does not know the time of slot ${slot}`)
  return time
}
