import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fcOptions } from '../property.fixture.js'
import { check } from '../table.fixture.js'
import type { DepositStatus } from './deposit.js'

interface Output {
  readonly tx: string
  readonly vout: number
  readonly to: 'A' | 'B'
  readonly amount: number
}

const outputs: fc.Arbitrary<Output[]> = fc.uniqueArray(
  fc.record({
    tx: fc.constantFrom('x', 'y', 'z'),
    vout: fc.nat(2),
    to: fc.constantFrom('A' as const, 'B' as const),
    amount: fc.integer({ min: 1, max: 50 }),
  }),
  { selector: ({ tx, vout }) => `${tx} ${vout}`, minLength: 1, maxLength: 6 },
)

/** Reports of some of the outputs, each any number of times, in any order. */
const scan = (statuses: readonly DepositStatus[]) =>
  outputs.chain((all) =>
    fc.record({
      all: fc.constant(all),
      reports: fc.array(
        fc.record({ output: fc.constantFrom(...all), status: fc.constantFrom(...statuses) }),
        { maxLength: 30 },
      ),
    }),
  )

const line = ({ tx, vout, to, amount }: Output, status: DepositStatus): string =>
  `recordDeposit ${to} ${amount} tx=${tx} vout=${vout} status=${status}`

const credited = (outputs: Iterable<Output>, to: 'A' | 'B'): number =>
  [...outputs].filter((output) => output.to === to).reduce((sum, { amount }) => sum + amount, 0)

it('each output that was ever Done is credited once, in whatever order and however often it is reported', () => {
  fc.assert(
    fc.property(scan(['InProgress', 'Done']), ({ reports }) => {
      const played = check('openAccounts A BTC B BTC')
      for (const { output, status } of reports) played.play(line(output, status))
      const done = new Set(reports.filter(({ status }) => status === 'Done').map(({ output }) => output))
      played.play(`
        account A balance=${credited(done, 'A')}
        account B balance=${credited(done, 'B')}
      `)
      expect(played.ledger.entries).toHaveLength(done.size)
    }),
    fcOptions(200),
  )
})

it('with Failed among them, the first Done stands and is final', () => {
  fc.assert(
    fc.property(scan(['InProgress', 'Done', 'Failed']), ({ reports }) => {
      const played = check('openAccounts A BTC B BTC')
      const settled = new Map<Output, DepositStatus>()
      for (const { output, status } of reports) {
        const before = settled.get(output)
        const contradicts = before === 'Done' && status === 'Failed'
        played.play(line(output, status) + (contradicts ? ' -> deposit.unexpected.state' : ''))
        if (before !== 'Done') settled.set(output, status)
      }
      const done = [...settled].filter(([, status]) => status === 'Done').map(([output]) => output)
      played.play(`
        account A balance=${credited(done, 'A')}
        account B balance=${credited(done, 'B')}
      `)
    }),
    fcOptions(200),
  )
})

it('all reports again, in another order, change nothing', () => {
  fc.assert(
    fc.property(
      scan(['InProgress', 'Done']).chain(({ reports }) =>
        fc.tuple(fc.constant(reports), fc.shuffledSubarray(reports, { minLength: reports.length })),
      ),
      ([reports, again]) => {
        const played = check('openAccounts A BTC B BTC')
        for (const { output, status } of reports) played.play(line(output, status))
        const balances = ['A', 'B'].map((name) => played.ledger.balance(played.accountId(name)))
        const written = played.ledger.kept.changes.length
        for (const { output, status } of again) played.play(line(output, status))
        expect(played.ledger.kept.changes).toHaveLength(written)
        expect(['A', 'B'].map((name) => played.ledger.balance(played.accountId(name)))).toEqual(balances)
      },
    ),
    fcOptions(100),
  )
})
