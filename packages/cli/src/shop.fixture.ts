import { call } from '@tallystick/harness'
import { expect } from 'vitest'

/** A ledger with 1000 of a virtual currency, of which half was paid on. */
export async function fill(
  url: string,
  key: string,
): Promise<{ readonly from: string; readonly to: string }> {
  const currency = await call(url, key, 'POST', '/v3/ledger/virtualCurrency', {
    name: 'VC_SHOP',
    supply: '1000',
    basePair: 'EUR',
  })
  expect(currency).toMatchObject({ status: 200 })
  const from = (currency.body as { id: string }).id
  const account = await call(url, key, 'POST', '/v3/ledger/account', { currency: 'VC_SHOP' })
  const to = (account.body as { id: string }).id
  const paid = await pay(url, key, from, to, '500')
  expect(paid).toMatchObject({ status: 200 })
  return { from, to }
}

export const pay = (url: string, key: string, from: string, to: string, amount: string) =>
  call(url, key, 'POST', '/v3/ledger/transaction', {
    senderAccountId: from,
    recipientAccountId: to,
    amount,
  })
