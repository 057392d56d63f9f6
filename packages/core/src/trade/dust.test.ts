/** What is left of an order and is worth nothing ends it, and what it held is free again. */
import { expect, it } from 'vitest'
import { TestLedger } from '../ledger.fixture.js'
import { TRADES } from './table.js'
import { place, trader } from './trade.fixture.js'

/** The smallest part of a BTC costs less than EUR can hold. */
const PRICE = '0.01'
const [WHOLE, MORE] = ['1', '1.00000001']

it.each([
  ['SELL', 'BUY', 'waits', MORE, WHOLE],
  ['BUY', 'SELL', 'waits', MORE, WHOLE],
  ['SELL', 'BUY', 'arrives', WHOLE, MORE],
  ['BUY', 'SELL', 'arrives', WHOLE, MORE],
] as const)('of an order, %s before %s, that %s', (first, second, dusty, one, other) => {
  const ledger = new TestLedger()
  const [anna, ben] = [trader(ledger, 'anna'), trader(ledger, 'ben')]
  const [waited, arrived] = [place(ledger, first, PRICE, one, anna), place(ledger, second, PRICE, other, ben)]
  const [dust, filled] = dusty === 'waits' ? [waited, arrived] : [arrived, waited]
  const over = { book: null, blockage: null, blocked: 0n, fill: 100_000_000n }
  expect(ledger.kept.byId(TRADES, dust)).toMatchObject({ ...over, ended: 'dust' })
  expect(ledger.kept.byId(TRADES, filled)).toMatchObject({ ...over, ended: 'filled' })
  for (const account of [anna.account1, anna.account2, ben.account1, ben.account2])
    expect(ledger.account(account).blocked).toBe(0n)
})
