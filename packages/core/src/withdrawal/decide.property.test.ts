/**
 * Anything may happen to a few withdrawals, transactions and pending signatures of one wallet. A small model says what
 * each withdrawal has become; `TestLedger` checks sums, `clearing` and claims after each step.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TENANT } from '../ledger.fixture.js'
import { fcOptions } from '../property.fixture.js'
import type { SendEvent } from '../send/command.js'
import { isOver, isTaken, type Send } from '../send/send.js'
import { SENDS } from '../send/table.js'
import { haveSame } from './hold.js'
import { WITHDRAWALS } from './table.js'
import type { Withdrawal } from './withdrawal.js'
import { Withdrawals } from './withdrawals.fixture.js'

const EVENTS: readonly SendEvent[] = [
  'offered',
  'offered',
  'sent',
  'sent',
  'confirmed',
  'undone',
  'final',
  'final',
  'refused',
  'dead',
]

const withdrawal = fc.constantFrom('U', 'V', 'W')
const txId = fc.constantFrom('A', 'B', 'C')
const signature = fc.constantFrom('S', 'T')
const nonce = fc.nat(1)
/** UTXO: the outputs 0 and 1. Others: nothing. */
const outputs = fc.boolean()
const flag = fc.boolean()

/** One line of a table (see `withdrawals.fixture.ts`). */
const line = fc.oneof(
  fc
    .tuple(withdrawal, outputs, flag)
    .map(([w, utxo, token]) => `store ${w} P 4 ${utxo ? 'inputs=0,1' : ''} ${token ? 'token=yes' : ''}`),
  fc
    .tuple(withdrawal, txId, nonce, outputs, flag)
    .map(
      ([w, t, n, utxo, replaces]) =>
        `transfer ${w} ${t} P 4 ${utxo ? 'inputs=0,1 claims=0,1' : `claims=${n}`} ${replaces ? 'replaces=yes' : ''}`,
    ),
  fc
    .tuple(withdrawal, signature, nonce, outputs)
    .map(([w, s, n, utxo]) => `pend ${w} ${s} P 4 ${utxo ? 'inputs=0,1 claims=0,1' : `claims=${n}`}`),
  fc
    .tuple(txId, fc.constantFrom('0', '0 1'), flag, fc.option(withdrawal), fc.option(signature))
    .map(
      ([t, claims, replaces, w, s]) =>
        `record ${t} ${claims} ${replaces ? 'replaces=yes' : ''} ${w === null ? '' : `withdrawal=${w}`} ${s === null ? '' : `signature=${s}`}`,
    ),
  fc
    .tuple(txId, fc.constantFrom(...EVENTS), flag)
    .map(([t, event, failed]) => `settle ${t} ${event} ${failed ? 'failed=yes' : ''}`),
  fc.tuple(withdrawal, flag).map(([w, revert]) => `cancel ${w} ${revert ? '' : 'revert=no'}`),
  signature.map((s) => `delete ${s}`),
)

type State = 'InProgress' | 'Done' | 'all' | 'amount'

/** What withdrawals have become, by what is seen of their transactions. */
class Model {
  readonly states = new Map<Withdrawal['id'], State>()
  private readonly finals = new Set<string>()
  /** The transactions that may still pay each one. */
  readonly alive = new Map<Withdrawal['id'], Set<string>>()

  follow(text: string, played: Withdrawals): void {
    const [verb, name = ''] = text.split(/\s+/)
    for (const { id } of played.ledger.kept.all(WITHDRAWALS)) {
      if (this.states.has(id)) continue
      this.states.set(id, 'InProgress')
      this.alive.set(id, new Set())
    }
    const cancelled = verb === 'cancel' ? played.withdrawal(name) : undefined
    const deleted = verb === 'delete' ? played.signature(name).withdrawalId : null
    const given = cancelled?.id ?? deleted
    if (given !== null && this.states.get(given) === 'InProgress') {
      this.states.set(given, text.includes('revert=no') ? 'amount' : 'all')
    }
    for (const send of played.ledger.kept.all(SENDS)) this.see(send, played, text)
  }

  private see(send: Send, played: Withdrawals, text: string): void {
    for (const [id, alive] of this.alive) {
      if (send.withdrawal === id && !isOver(send)) alive.add(send.txId)
      else if (alive.delete(send.txId) && alive.size === 0) this.lost(id, played)
    }
    if (send.withdrawal === undefined) return
    const isSent = isTaken(send) && send.status !== 'replaced'
    if (isSent && this.states.get(send.withdrawal) === 'InProgress') this.states.set(send.withdrawal, 'Done')
    if (send.status !== 'final' || this.finals.has(send.txId)) return
    this.finals.add(send.txId)
    const isFailed = text.startsWith('settle') && text.includes('failed=yes')
    if (isFailed && this.states.get(send.withdrawal) === 'Done') this.states.set(send.withdrawal, 'amount')
  }

  private lost(id: Withdrawal['id'], played: Withdrawals): void {
    const { oneCall } = [...played.ledger.kept.all(WITHDRAWALS)].find((one) => one.id === id) as Withdrawal
    const state = this.states.get(id)
    if (state === 'Done' || (state === 'InProgress' && oneCall)) this.states.set(id, 'all')
  }
}

function play(lines: readonly string[], after: (played: Withdrawals, model: Model) => void): void {
  const played = new Withdrawals()
  const model = new Model()
  played.play('fund P 50')
  for (const text of lines) {
    played.ledger.now++
    if (!played.tries(text)) continue
    model.follow(text, played)
    after(played, model)
  }
}

const histories = fc.array(line, { maxLength: 30 })

it('each withdrawal has become what its transactions say, and its account has paid for exactly that', () => {
  fc.assert(
    fc.property(histories, (lines) =>
      play(lines, (played, model) => {
        const { ledger } = played
        let left = 50n * 10n ** 18n
        for (const { id, status, reverted, charged, amount } of ledger.kept.all(WITHDRAWALS)) {
          expect(status === 'Cancelled' ? reverted : status).toBe(model.states.get(id))
          left -= charged
          if (status === 'Cancelled') left += reverted === 'all' ? charged : amount
        }
        expect(ledger.account(played.account('P')).balance).toBe(left)
      }),
    ),
    fcOptions(400),
  )
})

it('no withdrawal is given back while a transaction of it may be confirmed, and none has two', () => {
  fc.assert(
    fc.property(histories, (lines) =>
      play(lines, ({ ledger }) => {
        const sends = [...ledger.kept.all(SENDS)]
        for (const { id, status, reason } of ledger.kept.all(WITHDRAWALS)) {
          const alive = sends.filter((send) => send.withdrawal === id && !isOver(send))
          const final = alive.find((send) => send.status === 'final')
          // Once one of them is final, no block takes those with the same claims.
          if (status === 'Cancelled' && final === undefined) expect(alive, `${id} ${reason}`).toEqual([])
          for (const one of alive) {
            expect(alive.every((other) => haveSame(one.claims, other.claims))).toBe(true)
          }
        }
      }),
    ),
    fcOptions(400),
  )
})

it('the properties meet every end of a withdrawal', () => {
  const met = new Set<string>()
  for (const lines of fc.sample(histories, { numRuns: 500, seed: 1 })) {
    play(lines, ({ ledger }) => {
      for (const { tenant, status, reverted, oneCall } of ledger.kept.all(WITHDRAWALS)) {
        expect(tenant).toBe(TENANT)
        met.add(`${oneCall ? 'one call' : 'stored'} ${reverted ?? status}`)
      }
    })
  }
  expect([...met].toSorted()).toEqual([
    'one call Done',
    'one call InProgress',
    'one call all',
    'one call amount',
    'stored Done',
    'stored InProgress',
    'stored all',
    'stored amount',
  ])
})
