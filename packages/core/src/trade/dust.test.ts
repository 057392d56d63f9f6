/**
 * What is left of an order and is worth nothing ends it, and what it held is free again. What is worth nothing at the
 * price of a cheap order alone is traded for the smallest unit.
 */
import { describe, expect, it } from 'vitest'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { placeTrade } from './decide.js'
import { settleAgreement } from './future.js'
import { AGREEMENTS, FILLS, TRADES } from './table.js'
import { order, place, terms, trader } from './trade.fixture.js'

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

describe('little of an order', () => {
  // Side, price and amount of the order that waits, and price and amount of the other: what is paid, in cents.
  it.each([
    ['SELL', '0.01', '1', '0.02', '0.99999999', 1n],
    ['SELL', '0.01', '1', '60000', '0.00000017', 1n],
    ['SELL', '0.01', '2', '0.02', '1.99999999', 1n],
    ['SELL', '0.01', '2', '0.02', '2', 2n],
    ['BUY', '0.02', '1', '0.01', '1', 2n],
    ['BUY', '0.02', '1', '0.019', '0.99999999', 1n],
    // Nothing at its own price either: it is refused.
    ['SELL', '0.01', '1', '0.01', '0.99999999', null],
    ['BUY', '0.02', '1', '0.01', '0.99999999', null],
  ] as const)('%s at %s of %s BTC, for %s of %s', (waits, price, amount, limit, little, paid) => {
    const ledger = new TestLedger()
    const [anna, ben] = [trader(ledger, 'anna'), trader(ledger, 'ben')]
    const first = place(ledger, waits, price, amount, anna)
    const placed = ledger.run(
      placeTrade,
      order(waits === 'SELL' ? 'BUY' : 'SELL', limit, little, ben, { fee: '100', feeAccount: fees() }),
    )
    expect(placed.accepted).toBe(paid !== null)
    expect([...ledger.kept.all(FILLS)].map(({ maker, quote }) => [maker, quote])).toEqual(
      paid === null ? [] : [[first, paid]],
    )

    function fees() {
      const { account1, account2 } = trader(ledger, 'fees')
      return waits === 'SELL' ? account2 : account1
    }
  })

  it('is bought of the best price, before what costs more, within what the buyer has', () => {
    const ledger = new TestLedger()
    const [cheap, dear, fees] = [trader(ledger, 'cheap'), trader(ledger, 'dear'), trader(ledger, 'fees')]
    const poor = trader(ledger, 'poor', '0', '0.02')
    const first = place(ledger, 'SELL', '0.01', '1', cheap)
    const second = place(ledger, 'SELL', '0.011', '1', dear)
    const fee = { fee: '100', feeAccount: fees.account2 }
    const bought = place(ledger, 'BUY', '0.0111', '0.99999999', poor, fee)
    expect([first, second, bought].map((id) => ledger.kept.byId(TRADES, id)?.ended)).toEqual([
      'dust',
      null,
      'filled',
    ])
    expect([ledger.balance(cheap.account2), ledger.balance(poor.account1)]).toEqual(['1000.01', '0.99999999'])
    expect([ledger.balance(poor.account2), ledger.balance(fees.account2)]).toEqual(['0', '1000.01'])
  })

  it.each([
    ['all', '1', ['0.99999999', '1000.01']],
    ['nothing, if the seller has a part only', '0.5', ['0', '1000']],
  ])('is sold for that unit as a future: %s', (_, btc, [bought, paid]) => {
    const ledger = new TestLedger()
    const [seller, buyer] = [trader(ledger, 'seller', btc), trader(ledger, 'buyer', '0')]
    const agreed = terms(ledger, '0')
    place(ledger, 'FUTURE_SELL', '0.01', '1', seller, { terms: agreed })
    place(ledger, 'FUTURE_BUY', '0.02', '0.99999999', buyer, { terms: agreed })
    ledger.now = agreed.sealDate
    for (const { id } of [...ledger.kept.all(AGREEMENTS)])
      expect(ledger.must(settleAgreement, { tenant: TENANT, agreement: id })).toBe(true)
    expect([ledger.balance(buyer.account1), ledger.balance(seller.account2)]).toEqual([bought, paid])
  })
})
