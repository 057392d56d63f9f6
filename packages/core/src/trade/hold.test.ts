/** The blockage of an order is never loaded: it follows from the order, whatever the order has traded. */
import { expect, it } from 'vitest'
import { BLOCKAGES } from '../blockage/table.js'
import { TestLedger } from '../ledger.fixture.js'
import { TRADES } from './table.js'
import { place, terms, trader } from './trade.fixture.js'
import { blockageOf } from './trade.js'

it.each(['BUY', 'SELL'] as const)('a %s, placed and traded in parts', (side) => {
  const ledger = new TestLedger()
  const [anna, ben, fees] = [trader(ledger, 'anna'), trader(ledger, 'ben'), trader(ledger, 'fees')]
  const feeAccount = side === 'BUY' ? fees.account2 : fees.account1
  const id = place(ledger, side, '1.5', '3', anna, { fee: '1', feeAccount })
  const check = (): void => {
    const trade = ledger.kept.byId(TRADES, id) ?? expect.fail('no order')
    expect(trade.state).toBe('open')
    expect(blockageOf(trade)).toEqual(ledger.kept.byId(BLOCKAGES, trade.blockage ?? ''))
  }
  check()
  for (const part of ['1', '0.5', '0.1']) {
    ledger.now += 1_000
    place(ledger, side === 'BUY' ? 'SELL' : 'BUY', '1.5', part, ben)
    check()
  }
})

it('that of a future does not: it is loaded', () => {
  const ledger = new TestLedger()
  const id = place(ledger, 'BUY', '1', '3', trader(ledger, 'anna'), { terms: terms(ledger) })
  const trade = ledger.kept.byId(TRADES, id) ?? expect.fail('no order')
  expect(trade.blockage).not.toBeNull()
  expect(blockageOf(trade)).toBeNull()
})
