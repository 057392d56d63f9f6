/**
 * Whoever raises the fee of a transaction makes another one with its nonce or outputs. If the first pays a withdrawal and
 * the other pays the same recipients, the other pays the withdrawal: otherwise its account would get the money back for
 * what the chain has paid.
 */
import {
  isOver,
  type Reservation,
  type Send,
  sendKey,
  sendOf,
  type WithdrawalId,
  withdrawalKey,
} from '@tallystick/core'
import { type Engine, heldReservations } from '@tallystick/engine'
import { paysThem } from './pays.js'
import type { Order } from './plan.js'
import { placeOf } from './sends.js'

type Reads = Pick<Engine, 'query'>

export interface Successor {
  readonly txId: string
  readonly raw: string
  readonly claims: readonly Reservation[]
}

/** The transactions that it replaces. */
export async function replacedBy(
  { query }: Reads,
  order: Order,
  { txId, claims }: Successor,
): Promise<readonly Send[]> {
  const place = placeOf(order)
  const holders = (await heldReservations(query, place, claims)).map(({ holder }) => sendOf(holder))
  const others = [...new Set(holders)].flatMap((held) => (held === undefined || held === txId ? [] : [held]))
  const sends = await query.findAll(others.map((held) => sendKey(place, held)))
  return sends.filter((send) => !isOver(send))
}

/**
 * @param replaced Those whose place it takes
 * @returns The withdrawal that the transaction pays in their place, if there is one; and those that it does not
 */
export async function inheritedBy(
  { query }: Reads,
  order: Order,
  replaced: readonly Send[],
  { raw }: Successor,
): Promise<{ readonly heir?: WithdrawalId; readonly unpaid: readonly WithdrawalId[] }> {
  const unpaid: WithdrawalId[] = []
  const { outputs } = order.chain.codec.inspect(raw)
  for (const send of await withPredecessors(query, replaced)) {
    if (send.withdrawal === undefined || isOver(send)) continue
    const withdrawal = await query.find(withdrawalKey(send.tenant, send.withdrawal))
    const due = { raw: send.raw, payments: withdrawal?.payments ?? [] }
    if (paysThem(order.chain.codec, [due], outputs)) return { heir: send.withdrawal, unpaid }
    unpaid.push(send.withdrawal)
  }
  return { unpaid }
}

/** Each of them may have taken the place of another one. */
export async function withPredecessors(
  query: Reads['query'],
  sends: readonly Send[],
): Promise<readonly Send[]> {
  const found = new Map(sends.map((send) => [send.txId, send]))
  for (const send of found.values()) {
    const before = send.replaces === null ? undefined : await query.find(sendKey(send, send.replaces))
    if (before !== undefined && !found.has(before.txId)) found.set(before.txId, before)
  }
  return [...found.values()]
}
