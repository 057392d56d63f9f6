/** An embedder's own currency whose decimals are changed: no account gets what another one pays as something else. */
import type { Currency } from '@tallystick/core'
import { memoryStorage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { deposit, openLedger } from '../ledger.fixture.js'

const gems = (scale: number): Currency => ({ code: 'GEM', kind: 'fiat', scale })
const REFUSED = expect.stringMatching(
  /^Fault: An account of GEM has \d decimals, and what it gets or pays has/,
)

it('an account of other decimals neither pays nor gets anything, until they are as at first', async () => {
  const storage = memoryStorage()
  const before = openLedger({ storage, currencies: [gems(2)] }).ledger
  const after = openLedger({ storage, currencies: [gems(4)] }).ledger
  const [one, two] = [
    await before.createAccount({ currency: 'GEM' }),
    await before.createAccount({ currency: 'GEM' }),
  ]
  const other = await after.createAccount({ currency: 'GEM' })
  await before.fund({ id: one.id, amount: '10' })
  const pay = (senderAccountId: string, recipientAccountId: string) => ({
    ...{ senderAccountId, recipientAccountId, amount: '1' },
  })
  const calls = [
    before.sendTransaction(pay(one.id, other.id)),
    after.sendTransaction(pay(one.id, other.id)),
    after.fund({ id: other.id, amount: '1' }),
    deposit(after, other.id, '1', { currency: 'GEM' }),
  ]
  for (const call of calls) expect(await call.then(() => 'done', String)).toEqual(REFUSED)
  await before.sendTransaction(pay(one.id, two.id))
  const balances = [one, two, other].map(
    async ({ id }) => (await before.getAccountBalance({ id })).accountBalance,
  )
  expect(await Promise.all(balances)).toEqual(['9', '1', '0'])
  expect((await before.verify()).discrepancies).toEqual([])
})
