/** Futures: what they block, how they are settled at their seal date, and what happens to those who cannot pay. */
import { expect, it } from 'vitest'
import { deactivateAccount, freezeAccount } from '../account/decide.js'
import type { TradeId } from '../ids.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { cancelTrade, cancelTrades, placeTrade } from './decide.js'
import { expireTrade, settleAgreement } from './future.js'
import { AGREEMENTS, TRADES } from './table.js'
import { order, place, type Trader, terms, trader } from './trade.fixture.js'

const stateOf = (ledger: TestLedger, id: TradeId) => {
  const { state, ended, fill } = ledger.kept.byId(TRADES, id) ?? expect.fail('no order')
  return { state, ended, fill }
}

const agreements = (ledger: TestLedger) => [...ledger.kept.all(AGREEMENTS)]

/** Everything that a worker does at a seal date. @returns How many agreements were settled */
function seal(ledger: TestLedger): number {
  for (const { id } of [...ledger.kept.all(TRADES)]) ledger.must(expireTrade, { tenant: TENANT, trade: id })
  return agreements(ledger).filter(({ id }) =>
    ledger.must(settleAgreement, { tenant: TENANT, agreement: id }),
  ).length
}

const money = (ledger: TestLedger, { account1, account2 }: Trader) => [
  ledger.balance(account1),
  ledger.balance(account2),
]

/** 1 BTC is sold for 60,000 EUR, blocked 22 %, penalty 45 %, fee 1 %. */
function deal(btc: string, eur: string, percent: readonly [string, string] = ['22', '45']) {
  const ledger = new TestLedger()
  const [maker, taker, fees] = [
    trader(ledger, 'maker', btc, '0'),
    trader(ledger, 'taker', '0', eur),
    trader(ledger, 'fees', '0', '0'),
  ] as const
  const agreed = terms(ledger, ...percent)
  const sold = place(ledger, 'FUTURE_SELL', '60000', '1', maker, {
    fee: '1',
    feeAccount: fees.account1,
    terms: agreed,
  })
  const bought = place(ledger, 'FUTURE_BUY', '60000', '1', taker, {
    fee: '1',
    feeAccount: fees.account2,
    terms: agreed,
  })
  return { ledger, maker, taker, fees, sold, bought, agreed }
}

it('the documented example: who is short pays its share of the penalty, and both pay the whole fee', () => {
  const { ledger, maker, taker, fees, sold, bought, agreed } = deal('0.65', '49200')
  expect(money(ledger, maker)).toEqual(['0.65', '0'])
  // 22 % of 1 BTC and 60,000 EUR, with the fee.
  expect([ledger.available(maker.account1), ledger.available(taker.account2)]).toEqual([
    42_780_000n,
    3_586_800n,
  ])
  expect(stateOf(ledger, sold)).toEqual({ state: 'matched', ended: 'filled', fill: 100_000_000n })
  ledger.now = agreed.sealDate - 1
  expect(seal(ledger)).toBe(0)
  expect(ledger.entries.filter(({ operation }) => operation === 'EXCHANGE')).toEqual([])
  ledger.now = agreed.sealDate
  expect(seal(ledger)).toBe(1)
  expect(agreements(ledger)).toMatchObject([
    { state: 'settled', penalty1: 3_465_000n, penalty2: 106_920n, charged1: 1_000_000n, charged2: 60_000n },
  ])
  expect(money(ledger, fees)).toEqual(['0.01', '600'])
  expect(money(ledger, maker)).toEqual(['0', '37390.2'])
  expect(money(ledger, taker)).toEqual(['0.64', '11209.8'])
  for (const id of [sold, bought]) expect(stateOf(ledger, id).state).toBe('ended')
  for (const { account1, account2 } of [maker, taker])
    expect([ledger.account(account1).blocked, ledger.account(account2).blocked]).toEqual([0n, 0n])
  // Whatever is repeated, and if the clock is set back.
  ledger.now = agreed.sealDate - 10
  expect(seal(ledger)).toBe(0)
  ledger.now = agreed.sealDate + 10
  expect(seal(ledger)).toBe(0)
  expect(money(ledger, maker)).toEqual(['0', '37390.2'])
})

it('what settles an agreement is the newest in the journal, whatever was exchanged since it was made', () => {
  const { ledger, maker, taker, agreed } = deal('2.02', '121200')
  place(ledger, 'SELL', '50000', '1', maker)
  place(ledger, 'BUY', '50000', '1', taker)
  const before = ledger.entries.at(-1)?.reference ?? expect.fail('no entry')
  ledger.now = agreed.sealDate
  expect(seal(ledger)).toBe(1)
  const [{ reference } = expect.fail('no agreement')] = agreements(ledger)
  expect(ledger.entries.slice(-4).map((entry) => entry.reference)).toEqual(Array(4).fill(reference))
  expect(reference > before).toBe(true)
})

it.each([
  // BTC and EUR of both, blocked and penalty; what the seller, the buyer and the fee account have then.
  ['both can pay', '1.01', '60600', ['22', '45'], ['0', '60000'], ['1', '0'], ['0.01', '600']],
  [
    'nothing is missing but the fee',
    '1',
    '60000',
    ['22', '45'],
    ['0', '59400'],
    ['0.99', '0'],
    ['0.01', '600'],
  ],
  ['the seller is short', '0.5', '60600', ['22', '45'], ['0', '26430'], ['0.49', '33570'], ['0.01', '600']],
  ['all is blocked', '1.01', '60600', ['100', '100'], ['0', '60000'], ['1', '0'], ['0.01', '600']],
  ['nothing is blocked', '0.001', '60600', ['0', '100'], ['0', '0'], ['0', '60000'], ['0.001', '600']],
  ['there is no penalty', '0.5', '60600', ['22', '0'], ['0', '29400'], ['0.49', '30600'], ['0.01', '600']],
] as const)('%s', (_, btc, eur, percent, seller, buyer, charged) => {
  const { ledger, maker, taker, fees, agreed } = deal(btc, eur, percent)
  ledger.now = agreed.sealDate
  expect(seal(ledger)).toBe(1)
  expect([money(ledger, maker), money(ledger, taker), money(ledger, fees)]).toEqual([seller, buyer, charged])
})

it('orders of other terms, other orders, and orders after the seal date do not meet', () => {
  const ledger = new TestLedger()
  const [one, other] = [trader(ledger, 'one'), trader(ledger, 'other')]
  const agreed = terms(ledger)
  place(ledger, 'FUTURE_SELL', '10', '1', one, { terms: agreed })
  place(ledger, 'BUY', '10', '1', other)
  place(ledger, 'FUTURE_BUY', '10', '1', other, { terms: terms(ledger, '23') })
  place(ledger, 'FUTURE_BUY', '10', '1', other, { terms: { ...agreed, sealDate: agreed.sealDate + 1 } })
  expect(agreements(ledger)).toEqual([])
  ledger.now = agreed.sealDate
  // The waiting one has not been ended yet.
  expect(ledger.refusal(placeTrade, order('FUTURE_BUY', '10', '1', other, { terms: agreed }))).toBe(
    'trade.terms',
  )
  expect(agreements(ledger)).toEqual([])
})

it('what is not matched can be cancelled, or expires; what is matched is settled all the same', () => {
  const ledger = new TestLedger()
  const [one, other] = [trader(ledger, 'one'), trader(ledger, 'other')]
  const agreed = terms(ledger, '50')
  const first = place(ledger, 'FUTURE_SELL', '10', '3', one, { terms: agreed })
  const second = place(ledger, 'FUTURE_SELL', '10', '2', one, { terms: agreed })
  place(ledger, 'FUTURE_BUY', '10', '4', other, { terms: agreed })
  expect(stateOf(ledger, second)).toEqual({ state: 'open', ended: null, fill: 100_000_000n })
  expect(ledger.account(one.account1).blocked).toBe(250_000_000n)
  ledger.must(cancelTrade, { tenant: TENANT, trade: second })
  expect(stateOf(ledger, second)).toEqual({ state: 'matched', ended: 'cancelled', fill: 100_000_000n })
  expect(ledger.refusal(cancelTrade, { tenant: TENANT, trade: first })).toBe('trade.not.exists')
  const third = place(ledger, 'FUTURE_SELL', '10', '1', one, { terms: agreed })
  expect(ledger.must(cancelTrades, { tenant: TENANT, account: one.account1 })).toMatchObject({ count: 1 })
  expect(stateOf(ledger, third)).toEqual({ state: 'ended', ended: 'cancelled', fill: 0n })
  const fourth = place(ledger, 'FUTURE_SELL', '10', '1', one, { terms: agreed })
  expect(ledger.refusal(deactivateAccount, { tenant: TENANT, account: other.account1 })).toBe(
    'account.trade.non.zero',
  )
  ledger.now = agreed.sealDate
  expect(seal(ledger)).toBe(2)
  expect(stateOf(ledger, fourth)).toEqual({ state: 'ended', ended: 'expired', fill: 0n })
  expect([first, second].map((id) => stateOf(ledger, id).state)).toEqual(['ended', 'ended'])
  expect(money(ledger, one)).toEqual(['996', '1040'])
  expect(ledger.account(one.account1).blocked).toBe(0n)
})

it('if somebody is stopped at the seal date, nothing moves and everything is released', () => {
  const { ledger, maker, taker, sold, agreed } = deal('1.01', '60600')
  ledger.must(freezeAccount, { tenant: TENANT, account: maker.account1 })
  ledger.now = agreed.sealDate
  expect(seal(ledger)).toBe(1)
  expect(agreements(ledger)).toMatchObject([{ state: 'void', sold: 0n, penalty1: 0n, charged1: 0n }])
  expect([money(ledger, maker), money(ledger, taker)]).toEqual([
    ['1.01', '0'],
    ['0', '60600'],
  ])
  expect(stateOf(ledger, sold).state).toBe('ended')
  expect(ledger.account(taker.account2).blocked).toBe(0n)
})

it.each([
  ['block', '0.0000000000000000000000000000000000000000000000001', '45'],
  ['penalty', '0', '0.0000000000000000000000000000000000000000000000001'],
  ['penalty', '0', '100.1'],
])('a percentage that nobody could compute with is refused at once: %s', (_which, block, penalty) => {
  const ledger = new TestLedger()
  const future = order('FUTURE_SELL', '60000', '1', trader(ledger, 'seller'), {
    terms: terms(ledger, block, penalty),
  })
  expect(ledger.run(placeTrade, future)).toMatchObject({ rejection: { code: 'amount.format' } })
  expect([...ledger.kept.all(TRADES)]).toEqual([])
})

it('a buyer who has all that he has promised gets all of it, although the price was rounded down', () => {
  const ledger = new TestLedger()
  const [seller, buyer] = [trader(ledger, 'seller', '2', '0'), trader(ledger, 'buyer', '0', '3')]
  const agreed = terms(ledger)
  place(ledger, 'FUTURE_SELL', '3', '1.00333332', seller, { terms: agreed })
  place(ledger, 'FUTURE_BUY', '3', '1.00333332', buyer, { terms: agreed })
  ledger.now = agreed.sealDate
  expect(seal(ledger)).toBe(1)
  expect([money(ledger, seller), money(ledger, buyer)]).toEqual([
    ['0.99666668', '3'],
    ['1.00333332', '0'],
  ])
})
