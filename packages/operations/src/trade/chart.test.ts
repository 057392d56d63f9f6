/** A chart has the fills of each span, and no more points than are documented. */
import { expect, it } from 'vitest'
import { deposit, fundedAccount, openLedger, START } from '../ledger.fixture.js'

const MINUTE = 60_000
const MINUTES = 201

it('has at most 200 points, each with the first, last, highest and lowest price of its span, and all that was traded', async () => {
  const { ledger, pass } = openLedger()
  const account = async (externalId: string) => {
    const { id } = await ledger.createAccount({ currency: 'EUR', customer: { externalId } })
    await deposit(ledger, id, '100000', { currency: 'EUR' })
    return { currency1AccountId: await fundedAccount(ledger, '9', externalId), currency2AccountId: id }
  }
  const [seller, buyer] = [await account('seller'), await account('buyer')]
  const pair = 'BTC/EUR'
  const trade = async (price: string) => {
    await ledger.createTrade({ type: 'SELL', price, amount: '0.01', pair, ...seller })
    await ledger.createTrade({ type: 'BUY', price, amount: '0.01', pair, ...buyer })
  }
  for (const price of ['3', '9', '1']) await trade(price)
  for (let minute = 1; minute < MINUTES; minute++) {
    pass(MINUTE)
    await trade('2')
  }
  const span = { pair, from: START, to: START + MINUTES * MINUTE }
  const first = await ledger.chartRequest({ ...span, timeFrame: 'MIN_1' })
  expect(first).toHaveLength(200)
  expect(first[0]).toEqual({ timestamp: START, open: '3', close: '1', high: '9', low: '1', volume: '0.03' })
  expect(first.at(-1)).toMatchObject({ timestamp: START + 199 * MINUTE, volume: '0.01' })
  const last = await ledger.chartRequest({ ...span, timeFrame: 'MIN_1', direction: 'desc' })
  expect(last).toHaveLength(200)
  expect([last[0]?.timestamp, last.at(-1)?.timestamp]).toEqual([START + 200 * MINUTE, START + MINUTE])
  const [backwards] = await ledger.chartRequest({ ...span, timeFrame: 'YEAR', direction: 'desc' })
  expect(backwards).toMatchObject({ open: '3', close: '2', high: '9', low: '1', volume: '2.03' })
  await ledger.close()
})
