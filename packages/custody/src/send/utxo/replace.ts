/**
 * A payment on a UTXO chain that takes the place of one of ours, by spending an output which that one spends: with a
 * higher fee, as BIP-125 has it (bitcoin, doc/policy/mempool-replacements.md). What nodes would refuse is refused
 * here, before anything is recorded.
 */

import {
  formatDecimal,
  type HeldReservation,
  haveSame,
  isOver,
  isReplaceable,
  type OnChain,
  type Send,
  sendKey,
  sendOf,
} from '@tallystick/core'
import type { Engine, Queries } from '@tallystick/engine'
import { heldReservations } from '@tallystick/engine'
import { BadTransaction, type Reservation } from '../../ports/chain.js'
import { reservationAt } from '../../ports/claim.js'
import type { Outpoint, Utxo, UtxoChain, Waiting } from '../../ports/utxo.js'
import { withPredecessors } from '../inherited.js'
import type { Order } from '../plan.js'
import { placeOf } from '../sends.js'

/** Outputs that storage is asked about at once. */
const RESERVATIONS_PAGE = 1_000

/** A transaction of ours whose place is to be taken. */
export interface Replaced extends Waiting {
  readonly send: Send
  /** Outputs that both spend. */
  readonly shared: readonly Outpoint[]
  /** It, or one before it, if that pays a withdrawal: a block may take either. */
  readonly paying: Send | undefined
  /** Whether the mempool of the node has it, and spends them. */
  readonly isWaiting: boolean
}

/** What takes its place. */
interface Successor {
  /** Base units. */
  readonly fee: bigint
  readonly virtualSize: number
  readonly inputs: readonly Utxo[]
}

export const claimOf = ({ txId, index }: Outpoint): Reservation => reservationAt(txId, BigInt(index))
export const outpointOf = ({ owner, index }: Reservation): Outpoint => ({ txId: owner, index: Number(index) })

export const nameOf = ({ txId, index }: Outpoint): string => `${txId}:${index}`

/**
 * The transaction of ours that spends some of these outputs, and is in no block yet; null when there is none.
 * @throws BadTransaction `output.spent` when several do
 */
export async function replaceableSpender(
  { query }: Pick<Engine, 'query'>,
  order: Order<UtxoChain>,
  outpoints: readonly Outpoint[],
): Promise<Replaced | null> {
  const { chain } = order
  const place = placeOf(order)
  const shared: Outpoint[] = []
  const holders = new Set<string>()
  for (const claim of await heldOf(query, place, outpoints)) {
    const holder = sendOf(claim.holder)
    if (holder === undefined) continue
    holders.add(holder)
    shared.push(outpointOf(claim))
  }
  const [txId, other] = holders
  if (txId === undefined) return null
  const send = await query.find(sendKey(place, txId))
  // What a block has spent is spent: the node says so.
  if (send === undefined || !isReplaceable(send)) return null
  if (other !== undefined) throw held(send, `and ${other} another of them: one can be replaced at a time`)
  const waiting = await chain.node.waiting(txId)
  const seen = waiting ?? (await unseen(chain, send))
  const made = chain.codec.inspect(send.raw).outputs.map((_paid, index) => ({ txId, index }))
  // Of ours, whatever the node knows of them: they were told as sent, and would be lost with it.
  const own = await heldOf(query, place, made)
  const descendants = Math.max(seen.descendants, own.length)
  const row = await withPredecessors(query, [send])
  const paying = row.find((one) => one.withdrawal !== undefined && !isOver(one))
  return { send, shared, paying, isWaiting: waiting !== undefined, ...seen, descendants }
}

/** Those of the outputs that a transaction or pending signature of ours spends. */
async function heldOf(
  query: Queries,
  place: OnChain,
  outpoints: readonly Outpoint[],
): Promise<readonly HeldReservation[]> {
  const held: HeldReservation[] = []
  for (let start = 0; start < outpoints.length; start += RESERVATIONS_PAGE) {
    const page = outpoints.slice(start, start + RESERVATIONS_PAGE).map(claimOf)
    held.push(...(await heldReservations(query, place, page)))
  }
  return held
}

/**
 * Of one that the node does not have: others may. Where an output that it spends is gone, because its own transaction
 * is or another has spent it, no node takes it as things stand, and any fee is higher.
 */
async function unseen(chain: UtxoChain, send: Send): Promise<Waiting> {
  const inputs = await madeOf(chain, send.claims)
  const isWhole = inputs.length === send.claims.length
  const { virtualSize } = chain.codec.measure(send.raw)
  return { fee: isWhole ? feeOf(chain, send.raw, inputs) : 0n, virtualSize, descendants: 0 }
}

/** Without those that never were, or that a block has spent. */
async function madeOf(chain: UtxoChain, claims: readonly Reservation[]): Promise<readonly Utxo[]> {
  const made: Utxo[] = []
  for (const outpoint of claims.map(outpointOf)) {
    const utxo = await chain.node.made(outpoint)
    if (utxo !== undefined) made.push(utxo)
  }
  return made
}

function feeOf({ codec }: UtxoChain, raw: string, inputs: readonly Utxo[]): bigint {
  const paid = codec.inspect(raw).outputs.reduce((sum, { amount }) => sum + amount, 0n)
  return inputs.reduce((sum, { value }) => sum + value, 0n) - paid
}

/** @throws BadTransaction `output.spent` when nodes would not let it take the place of the other */
export function mustReplace(chain: UtxoChain, replaced: Replaced, successor: Successor): void {
  const { send, shared, paying, fee, virtualSize, descendants } = replaced
  const { record, network, codec } = chain
  const rules = record.networks[network]?.replacement
  if (rules === undefined) throw held(send, `nodes of ${record.name} keep the first that they see`)
  if (!codec.measure(send.raw).replaceable) throw held(send, 'it does not signal that it may be replaced')
  if (descendants > 0) throw held(send, 'others spend what it makes, and would be dropped with it')
  // Otherwise it might not pay the withdrawal, or a block might take both.
  if (paying !== undefined && !haveSame(paying.claims, successor.inputs.map(claimOf))) {
    throw held(send, `it pays withdrawal ${paying.withdrawal}: what takes its place spends the same outputs`)
  }
  const common = new Set(shared.map(nameOf))
  if (successor.inputs.some((utxo) => utxo.height === null && !common.has(nameOf(utxo)))) {
    throw held(send, 'what takes its place spends nothing else that is in no block yet')
  }
  const size = BigInt(successor.virtualSize)
  const more = fee + (rules.incrementalFee * size + 999n) / 1000n
  const higherRate = (fee * size) / BigInt(virtualSize) + 1n
  const least = more > higherRate ? more : higherRate
  if (successor.fee >= least) return
  throw held(
    send,
    `with a fee of ${formatDecimal(least, record.decimals)} ${record.id} or more another takes its place`,
  )
}

/** As the node sees it now. @throws BadTransaction `output.spent` */
export async function mustBeTaken({ node }: UtxoChain, { send }: Replaced, raw: string): Promise<void> {
  if ((await node.wouldTake(raw)) === false) throw held(send, 'the node takes no other in its place')
}

/**
 * The same for a transaction that was signed elsewhere. Answers which one it takes the place of, null for nobody's; of
 * one that is known it says nothing.
 */
export async function checkReplacement(
  engine: Pick<Engine, 'query'>,
  order: Order<UtxoChain>,
  raw: string,
): Promise<{ readonly instead?: string | null }> {
  const { chain } = order
  const { txId, claims } = chain.codec.inspect(raw)
  const known = await engine.query.find(sendKey(placeOf(order), txId))
  if (known !== undefined && !isOver(known)) return {}
  const replaced = await replaceableSpender(engine, order, claims.map(outpointOf))
  if (replaced === null) return { instead: null }
  const inputs = await madeOf(chain, claims)
  const isMade = ({ owner, index }: Reservation) =>
    inputs.some((utxo) => utxo.txId === owner && BigInt(utxo.index) === index)
  const gone = claims.find((claim) => !isMade(claim))
  if (gone !== undefined) throw spentOutput(outpointOf(gone))
  const { virtualSize } = chain.codec.measure(raw)
  mustReplace(chain, replaced, { fee: feeOf(chain, raw, inputs), virtualSize, inputs })
  await mustBeTaken(chain, replaced, raw)
  return { instead: replaced.send.txId }
}

export const spentOutput = ({ txId, index }: Outpoint): BadTransaction =>
  new BadTransaction('output.spent', `output ${index} of ${txId} is spent, or never was`)

const held = ({ txId }: Send, why: string): BadTransaction =>
  new BadTransaction('output.spent', `${txId}, of yours and in no block yet, spends an output: ${why}`)
