/**
 * The calls for a ledger under load, derived from a seed. So the process that calls and the process that checks know the
 * same calls without messages. The paymentId of every entry names its call.
 */
import { createHash } from 'node:crypto'
import type { Operations } from '@tallystick/operations'

/** What exists before the first call. */
export interface Stage {
  readonly sender: string
  readonly recipients: readonly string[]
  /** Blockages on the sender; each is paid from once. */
  readonly holds: readonly string[]
  /** Gets newly minted supply. */
  readonly mint: string
}

interface Payment {
  readonly recipient: number
  readonly amount: string
}

export interface Call {
  readonly id: string
  /** Null for a call that nobody may repeat. */
  readonly key: string | null
  readonly kind: 'pay' | 'batch' | 'hold' | 'mint'
  readonly payments: readonly Payment[]
  /** Place of the blockage that a `hold` pays from. */
  readonly hold: number
}

export const HOLD_AMOUNT = '5'
const CURRENCY = 'VC_LOAD'
/** One call in this many pays from a blockage, as long as the round has some left. */
const HOLD_EACH = 8
const HOLDS_PER_ROUND = 12
const RECIPIENTS = 5

/** @param index Place of the call in its round, from 0. */
export function callOf(seed: number, round: number, index: number): Call {
  const dice = createHash('sha256').update(`${seed} ${round} ${index}`).digest()
  const roll = (place: number, limit: number): number => dice.readUInt16BE(place * 2) % limit
  const payment = (place: number): Payment => ({
    recipient: roll(place, RECIPIENTS),
    amount: `0.${String(1 + roll(place + 1, 99)).padStart(2, '0')}`,
  })
  const id = `${seed}/${round}/${index}`
  const key = roll(0, 10) < 6 ? `key ${id}` : null
  const turn = Math.floor(index / HOLD_EACH)
  if (index % HOLD_EACH === 0 && turn < HOLDS_PER_ROUND) {
    return { id, key, kind: 'hold', payments: [payment(1)], hold: round * HOLDS_PER_ROUND + turn }
  }
  const kind = (['pay', 'pay', 'pay', 'batch', 'mint'] as const)[roll(13, 5)] ?? 'pay'
  const count = kind === 'batch' ? 2 + roll(14, 4) : 1
  return { id, key, kind, payments: Array.from({ length: count }, (_, n) => payment(1 + 2 * n)), hold: -1 }
}

/** Makes the call. @returns The references of its entries, in order */
export async function perform(ledger: Operations, stage: Stage, call: Call): Promise<readonly string[]> {
  const options = call.key === null ? {} : { idempotencyKey: call.key }
  const orders = call.payments.map(({ recipient, amount }) => ({
    recipientAccountId: at(stage.recipients, recipient),
    amount,
    paymentId: call.id,
  }))
  const [order] = orders
  if (order === undefined) throw new Error(`Call ${call.id} pays nothing`)
  switch (call.kind) {
    case 'pay':
      return [(await ledger.sendTransaction({ senderAccountId: stage.sender, ...order }, options)).reference]
    case 'batch':
      return ledger.sendTransactionBatch({ senderAccountId: stage.sender, transaction: orders }, options)
    case 'hold': {
      const id = at(stage.holds, call.hold)
      return [(await ledger.unblockAmountWithTransaction({ id, ...order }, options)).reference]
    }
    case 'mint': {
      const { amount, paymentId } = order
      const args = { accountId: stage.mint, amount, paymentId }
      return [(await ledger.mintCurrency(args, options)).reference]
    }
  }
}

/** Opens the accounts, and places the blockages of all rounds. */
export async function prepare(ledger: Operations, rounds: number): Promise<Stage> {
  const { id: sender } = await ledger.createCurrency({
    name: CURRENCY,
    supply: '1000000000',
    basePair: 'EUR',
  })
  const accounts = await ledger.createAccountBatch({
    accounts: Array.from({ length: RECIPIENTS + 1 }, () => ({ currency: CURRENCY })),
  })
  const [mint = '', ...recipients] = accounts.map(({ id }) => id)
  const holds = await Promise.all(
    Array.from({ length: rounds * HOLDS_PER_ROUND }, () =>
      ledger.blockAmount({ id: sender, amount: HOLD_AMOUNT, type: 'LOAD', ensureSufficientBalance: true }),
    ),
  )
  return { sender, recipients, mint, holds: holds.map(({ id }) => id) }
}

function at(list: readonly string[], place: number): string {
  const item = list[place]
  if (item === undefined) throw new Error(`There is no ${place} in a list of ${list.length}`)
  return item
}
