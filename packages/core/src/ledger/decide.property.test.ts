import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountId } from '../ids.js'
import { TENANT, type TestLedger } from '../ledger.fixture.js'
import { formatDecimal } from '../money.js'
import { fcOptions } from '../property.fixture.js'
import { check } from '../table.fixture.js'
import { type PaymentOrder, pay, payBatch } from './decide.js'

const NAMES = ['A', 'B', 'C', 'D', 'E']

/** Amounts of the size of the balances, so that about half of the payments are refused. */
const payment = fc.record({
  from: fc.nat(NAMES.length - 1),
  to: fc.nat(NAMES.length - 1),
  amount: fc.oneof(fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 2000n })),
})
const opening = fc.array(fc.bigInt({ min: 0n, max: 1000n }), {
  minLength: NAMES.length,
  maxLength: NAMES.length,
})

function opened(balances: readonly bigint[]): { ledger: TestLedger; ids: AccountId[] } {
  const played = check(NAMES.map((name) => `openAccount ${name} BTC`).join('\n'))
  for (const [at, balance] of balances.entries()) {
    if (balance > 0n) played.play(`fund ${NAMES[at]} ${formatDecimal(balance, 8)}`)
  }
  return { ledger: played.ledger, ids: NAMES.map((name) => played.accountId(name)) }
}

const order = (recipient: AccountId, amount: bigint): PaymentOrder => ({
  recipient,
  amount: formatDecimal(amount, 8),
  anonymous: false,
  baseRate: null,
  details: null,
})

const at = <T>(list: readonly T[], index: number): T => {
  const item = list[index]
  if (item === undefined) throw new Error(`no item ${index}`)
  return item
}

describe('any payments among five accounts', () => {
  it('keep the sum, overdraw nobody, and are settled exactly when the balance covers them', () => {
    fc.assert(
      fc.property(opening, fc.array(payment, { maxLength: 40 }), (balances, payments) => {
        const { ledger, ids } = opened(balances)
        const model = [...balances]
        for (const { from, to, amount } of payments) {
          const settled = from !== to && amount > 0n && at(model, from) >= amount
          const command = { tenant: TENANT, sender: at(ids, from), order: order(at(ids, to), amount) }
          expect(ledger.run(pay, command).accepted).toBe(settled)
          if (settled) {
            model[from] = at(model, from) - amount
            model[to] = at(model, to) + amount
          }
          expect(ids.map((id) => ledger.account(id).balance)).toEqual(model)
        }
        const total = (list: readonly bigint[]) => list.reduce((sum, balance) => sum + balance, 0n)
        expect(total(model)).toBe(total(balances))
        expect(model.every((balance) => balance >= 0n)).toBe(true)
      }),
      fcOptions(150),
    )
  })

  it('leave on every account the sum of its postings, at every entry', () => {
    fc.assert(
      fc.property(opening, fc.array(payment, { maxLength: 40 }), (balances, payments) => {
        const { ledger, ids } = opened(balances)
        for (const { from, to, amount } of payments) {
          ledger.run(pay, { tenant: TENANT, sender: at(ids, from), order: order(at(ids, to), amount) })
        }
        const sums = new Map<AccountId, bigint>()
        for (const { debit, credit, amount } of ledger.entries) {
          expect(amount > 0n).toBe(true)
          sums.set(debit.account, (sums.get(debit.account) ?? 0n) - amount)
          sums.set(credit.account, (sums.get(credit.account) ?? 0n) + amount)
          expect([debit.balance, credit.balance]).toEqual([sums.get(debit.account), sums.get(credit.account)])
        }
        for (const [id, sum] of sums) expect(ledger.account(id).balance).toBe(sum)
        const references = ledger.entries.map((entry) => entry.reference)
        expect(new Set(references).size).toBe(references.length)
      }),
      fcOptions(150),
    )
  })

  it('come to the same in a batch as one by one, or the batch names the first that is refused', () => {
    const orders = fc.array(fc.record({ to: fc.nat(4), amount: fc.bigInt({ min: 0n, max: 400n }) }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(opening, fc.nat(4), orders, (balances, from, list) => {
        const batch = opened(balances)
        const single = opened(balances)
        const sender = at(batch.ids, from)
        const commands = list.map(({ to, amount }) => order(at(batch.ids, to), amount))
        const before = batch.ledger.kept.changes.length

        const together = batch.ledger.run(payBatch, { tenant: TENANT, sender, orders: commands })
        const apart = commands.map((order) => single.ledger.run(pay, { tenant: TENANT, sender, order }))
        const refused = apart.findIndex((decision) => !decision.accepted)
        if (refused === -1) {
          expect(together).toMatchObject({
            accepted: true,
            output: apart.map((decision) => (decision.accepted ? decision.output : undefined)),
          })
          expect(batch.ledger.kept.changes).toEqual(single.ledger.kept.changes)
        } else {
          const { rejection } = at(apart, refused) as { rejection: object }
          expect(together).toEqual({ accepted: false, rejection: { ...rejection, index: refused } })
          expect(batch.ledger.kept.changes).toHaveLength(before)
        }
      }),
      fcOptions(200),
    )
  })
})
