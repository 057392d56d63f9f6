/**
 * That a sender can pay for a transaction beside all that it has on its way. Nodes count what is in blocks only, so
 * several sends could each be covered by the same coins: all but the first would be declined, though they were
 * answered 200. What the sender has, and which of its transactions a block has, one endpoint tells: one that is behind
 * covers nothing twice.
 */
import type { Engine } from '@tallystick/engine'
import { BadTransaction } from '../../ports/chain.js'
import type { TronChain, TronNode, TronOutlay, TronPrices, TronState } from '../../ports/tron.js'
import type { Owner } from '../turns.js'
import { underWay } from '../underway.js'

/** What a transaction costs. */
export interface Bill {
  readonly prices: TronPrices
  /** Units that its contract takes. */
  readonly energy: bigint
  /** Sun, for a TRC-10 token that it issues. */
  readonly issue: bigint
  readonly outlay: TronOutlay
  /** Of a solidified block: what expired by then is in one, or never will be. */
  readonly solid: number
}

/** Transactions that are looked up side by side. */
const ABREAST = 8

/** @throws BadTransaction `insufficient.funds` */
export async function mustCover(
  query: Engine['query'],
  { codec, node }: TronChain,
  owner: Owner,
  bill: Bill,
): Promise<void> {
  const rows = await underWay(query, owner, codec.claimsFrom(bill.solid), -1n)
  const others = rows.flatMap(([written]) => (written === undefined ? [] : [codec.outlay(written)]))
  const one = node.pinned()
  let missing = 'the amount and the fee'
  // A node may count what waits as spent, and it would be counted twice: then what no fork undoes may tell more.
  for (const state of ['head', 'solid'] as const) {
    if ((await shortOf(one, owner.owner, bill, others, state)) === null) return
    // What a block has is paid. Looked for before the balance is: by then it may be in one.
    const open = await stillOpen(one, others, state)
    const outlay = await withNewOnly(one, bill.outlay, state)
    const short = await shortOf(one, owner.owner, { ...bill, outlay }, open, state)
    if (short === null) return
    const beside = open.length === 0 ? '' : `, beside its ${open.length} transactions that wait for a block`
    missing = `${short}${beside}`
  }
  throw new BadTransaction('insufficient.funds', `The sender does not have enough for ${missing}`)
}

/** Those that no block has. */
async function stillOpen(
  node: TronNode,
  rows: readonly TronOutlay[],
  state: TronState,
): Promise<readonly TronOutlay[]> {
  const open: TronOutlay[] = []
  const openOf = async (row: TronOutlay): Promise<readonly TronOutlay[]> =>
    (await node.isInBlock(row.txId, state)) ? [] : [await withNewOnly(node, row, state)]
  for (let start = 0; start < rows.length; start += ABREAST) {
    open.push(...(await Promise.all(rows.slice(start, start + ABREAST).map(openOf))).flat())
  }
  return open
}

/** The account of its recipient is not made where the state has it. */
async function withNewOnly(node: TronNode, outlay: TronOutlay, state: TronState): Promise<TronOutlay> {
  const isKnown = outlay.opens !== null && (await node.account(outlay.opens, state)) !== undefined
  return isKnown ? { ...outlay, opens: null } : outlay
}

/** What the sender has too little of; null when it has enough. All `opens` count as new, each of them once. */
async function shortOf(
  node: TronNode,
  owner: string,
  { prices, energy, issue, outlay }: Bill,
  others: readonly TronOutlay[],
  state: TronState,
): Promise<string | null> {
  const funds = await node.funds(owner, state)
  const all = [outlay, ...others]
  const bytes = all.reduce((sum, one) => sum + BigInt(one.bytes), 0n)
  const isFree = bytes <= funds.freeBytes || bytes <= funds.stakedBytes
  // Of the others only the limit is known. Energy that is staked for is taken first.
  const burnt = energy * prices.energy + others.reduce((sum, { feeLimit }) => sum + feeLimit, 0n)
  const staked = funds.energy * prices.energy
  const opened = new Set(all.flatMap(({ opens }) => opens ?? []))
  const coins =
    all.reduce((sum, { amount }) => sum + amount, 0n) +
    issue +
    BigInt(opened.size) * prices.account +
    (isFree ? 0n : bytes * prices.byte) +
    (burnt > staked ? burnt - staked : 0n)
  if (coins > funds.coins) return 'the amount and the fee'
  const { token } = outlay
  if (token === null) return null
  const wanted = all.reduce((sum, one) => (one.token?.id === token.id ? sum + one.token.amount : sum), 0n)
  const held = /^\d+$/.test(token.id)
    ? (funds.assets.get(token.id) ?? 0n)
    : await node.trc20Balance(token.id, owner, state)
  return wanted > held ? 'the tokens' : null
}
