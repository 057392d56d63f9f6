/** Lists of orders and charts are refused once they have read for a minute. */
import { FILLS, type Table, TRADES } from '@tallystick/core'
import { expect, it, vi } from 'vitest'
import { deposit, fundedAccount, openLedger, START, type TestLedger } from '../ledger.fixture.js'

const SPAN = { pair: 'BTC/EUR', from: START, to: START + 1e9, timeFrame: 'YEAR' } as const

it.each<[what: string, call: (ledger: TestLedger['ledger']) => Promise<unknown>]>([
  ['a list', (ledger) => ledger.getHistoricalTradesBody({ pageSize: 1, offset: 2 ** 52 })],
  ['a count', (ledger) => ledger.getHistoricalTradesBody({ count: true })],
  ['a chart', (ledger) => ledger.chartRequest(SPAN)],
])('%s that has read for a minute', async (_, call) => {
  const { ledger, storage } = openLedger()
  const { id } = await ledger.createAccount({ currency: 'EUR' })
  await deposit(ledger, id, '100', { currency: 'EUR' })
  const other = await ledger.createAccount({ currency: 'EUR' })
  const order = { price: '1', amount: '1', pair: 'BTC/EUR' }
  const buyer = { currency1AccountId: await fundedAccount(ledger, '1'), currency2AccountId: id }
  const seller = { currency1AccountId: await fundedAccount(ledger, '1'), currency2AccountId: other.id }
  await ledger.createTrade({ type: 'BUY', ...order, ...buyer })
  await ledger.createTrade({ type: 'SELL', ...order, ...seller })
  const [[ended], [fill]] = await Promise.all([storage.query.list(TRADES), storage.query.list(FILLS)])
  let [time, pages] = [0, 0]
  // Each page takes ten seconds, and there is another one.
  const list = async (table: Table, { limit = 0 }) => {
    time += 10_000
    const item = table.list === TRADES.list ? ended : fill
    return Array.from({ length: ++pages > 9 ? 0 : limit }, (_, at) => ({
      ...item,
      id: `${pages}/${at}`,
      created: START + pages,
    }))
  }
  Object.assign(storage.query, { list })
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  await expect(call(ledger)).rejects.toMatchObject({ transient: true })
  expect(pages).toBe(6)
  clock.mockRestore()
})
