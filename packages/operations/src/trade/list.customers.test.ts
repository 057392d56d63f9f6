/** Lists of orders by the customers of their accounts. */
import { expect, it } from 'vitest'
import { deposit, fundedAccount, openLedger } from '../ledger.fixture.js'

it('orders of a customer are the same ones, in the same pages, however many accounts it has', async () => {
  const { ledger } = openLedger()
  const euros = async (externalId: string) => {
    const account = await ledger.createAccount({ currency: 'EUR', customer: { externalId } })
    await deposit(ledger, account.id, '100', { currency: 'EUR' })
    return account
  }
  const [{ id: ours, customerId = '' }, { id: theirs }] = [await euros('many'), await euros('other')]
  const [our1, their1] = [
    await fundedAccount(ledger, '10', 'many'),
    await fundedAccount(ledger, '10', 'other'),
  ]
  const order = { type: 'SELL', price: '100', amount: '1', pair: 'BTC/EUR' } as const
  const place = async (currency1AccountId: string, currency2AccountId: string) =>
    (await ledger.createTrade({ ...order, currency1AccountId, currency2AccountId })).id
  const placed = [
    await place(our1, ours),
    await place(their1, ours),
    await place(their1, theirs),
    await place(our1, theirs),
    await place(await fundedAccount(ledger, '10'), ours),
  ]
  const wanted = placed.filter((_id, index) => index !== 2).reverse()
  const list = async (page: {
    readonly pageSize: number
    readonly offset?: number
    readonly pair?: string
  }) =>
    ((await ledger.getSellTradesBody({ customerId, ...page })) as readonly { readonly id: string }[]).map(
      ({ id }) => id,
    )
  for (const accounts of [0, 97, 1, 1, 100]) {
    await Promise.all(
      Array.from({ length: accounts }, () =>
        ledger.createAccount({ currency: 'EUR', customer: { externalId: 'many' } }),
      ),
    )
    expect(await list({ pageSize: 50 })).toEqual(wanted)
    expect(await list({ pageSize: 2, offset: 1 })).toEqual(wanted.slice(1, 3))
    expect(await list({ pageSize: 50, pair: 'BTC/USD' })).toEqual([])
    expect(await ledger.getSellTradesBody({ customerId, pageSize: 50, count: true })).toBe(4)
  }
  await ledger.close()
})
