/** Who cancels an order that an earlier one has yet to take, comes too late. */
import { expect, it } from 'vitest'
import type { Rule } from '../decision.js'
import type { TradeId } from '../ids.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { cancelTrade, cancelTrades, placeTrade, type Traded } from './decide.js'
import { TRADES } from './table.js'
import { order, place, trader } from './trade.fixture.js'

/** More orders than a new one loads, and one that takes all of them but the last: it is not finished. */
function unfinished() {
  const ledger = new TestLedger()
  const [seller, buyer] = [trader(ledger, 'seller'), trader(ledger, 'buyer')]
  const sold = Array.from({ length: 9 }, () => place(ledger, 'SELL', '1', '1', seller))
  const { id, isMatching } = ledger.must(placeTrade, order('BUY', '1', '8', buyer))
  expect(isMatching).toBe(true)
  return { ledger, seller, buyer, sold, bought: id ?? expect.fail('not placed') }
}

/** Of a call that runs in as many units of work as it needs. */
function refusalOf<Command>(ledger: TestLedger, rule: Rule<Command, Traded>, command: Command) {
  for (;;) {
    const decision = ledger.run(rule, command)
    if (!decision.accepted) return decision.rejection.code
    if (!decision.output.mustRepeat) return undefined
  }
}

it('an order that an earlier one takes is not cancelled, and one that it leaves is', () => {
  const { ledger, sold, bought } = unfinished()
  const [taken, left] = sold.slice(-2)
  if (taken === undefined || left === undefined) return expect.fail('no orders')
  expect(refusalOf(ledger, cancelTrade, { tenant: TENANT, trade: taken })).toBe('trade.not.exists')
  expect(ledger.must(cancelTrade, { tenant: TENANT, trade: left })).toMatchObject({ count: 1 })
  expect(ledger.kept.byId(TRADES, taken)).toMatchObject({ ended: 'filled' })
  expect(ledger.kept.byId(TRADES, left)).toMatchObject({ ended: 'cancelled', fill: 0n })
  expect(ledger.kept.byId(TRADES, bought)).toMatchObject({ ended: 'filled' })
})

it.each<[what: string, code: string, refused: (made: ReturnType<typeof unfinished>) => string | undefined]>([
  [
    'a cancellation',
    'trade.not.exists',
    ({ ledger, sold }) => refusalOf(ledger, cancelTrade, { tenant: TENANT, trade: sold.at(-2) as TradeId }),
  ],
  [
    'an order',
    'trade.currency2.balance',
    ({ ledger, buyer }) => refusalOf(ledger, placeTrade, order('BUY', '1', '5000', buyer)),
  ],
])('%s that is refused has finished an earlier order: what refuses it stays so', (_, code, refused) => {
  const made = unfinished()
  expect(refused(made)).toBe(code)
  const { ledger, sold, bought } = made
  const orders = [...sold.slice(0, 8), bought].map((id) => ledger.kept.byId(TRADES, id)?.ended)
  expect(orders).toEqual(Array(9).fill('filled'))
})

it('who cancels all of an account pays for what was cancelled, and not for what was traded', () => {
  const { ledger, seller, sold } = unfinished()
  const done = ledger.must(cancelTrades, { tenant: TENANT, account: seller.account1 })
  expect(done).toMatchObject({ count: 1, mustRepeat: false })
  const ends = sold.map((id) => ledger.kept.byId(TRADES, id)?.ended)
  expect(ends).toEqual([...Array(8).fill('filled'), 'cancelled'])
})

it('who cancels all of an account finishes an earlier order of one pair in each unit of work', () => {
  const ledger = new TestLedger()
  const { account2 } = trader(ledger, 'own')
  const waiting = ['BTC', 'ETH', 'LTC'].map((coin) => {
    const on = (name: string) => trader(ledger, `${name} ${coin}`, '1000', '1000', coin)
    const [own, seller, buyer] = [on('own'), on('seller'), on('buyer')]
    const pair = `${coin}/EUR`
    const { id } = ledger.must(placeTrade, { ...order('BUY', '0.5', '1', { ...own, account2 }), pair })
    for (let count = 0; count < 9; count++) {
      ledger.must(placeTrade, { ...order('SELL', '1', '1', seller), pair })
    }
    const bought = ledger.must(placeTrade, { ...order('BUY', '1', '8', buyer), pair })
    expect(bought).toMatchObject({ isMatching: true })
    return id ?? expect.fail('not placed')
  })
  const units = waiting.map(() => ledger.must(cancelTrades, { tenant: TENANT, account: account2 }))
  expect(units).toMatchObject([
    { count: 1, mustRepeat: true },
    { count: 1, mustRepeat: true },
    { count: 1, mustRepeat: false },
  ])
  for (const id of waiting) expect(ledger.kept.byId(TRADES, id)).toMatchObject({ ended: 'cancelled' })
})
