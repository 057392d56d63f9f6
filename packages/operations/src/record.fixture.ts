/** One payment with everything a caller may say of it, and its two records. */
import type { AccountId, Entry, Reference, TenantId } from '@tallystick/core'
import type { JournalRecord } from '@tallystick/engine'

export const TENANT = 'default' as TenantId
export const SENDER = 's'.repeat(24) as AccountId
export const RECIPIENT = 'r'.repeat(24) as AccountId

export const entry: Entry = {
  tenant: TENANT,
  reference: '01900000-0000-7000-8000-000000000001' as Reference,
  created: 1_000,
  operation: 'PAYMENT',
  currency: 'BTC',
  scale: 8,
  amount: 2500_0000n,
  debit: { account: SENDER, balance: 0n, value: 9_000_0000_0000n, valueCurrency: 'EUR' },
  credit: { account: RECIPIENT, balance: 2500_0000n, value: null, valueCurrency: 'CZK' },
  anonymous: false,
  details: { transactionCode: 'code', paymentId: 'id', senderNote: 'mine', recipientNote: 'yours' },
  pricing: { source: 'CoinGecko', timestamp: 900 },
}

export const record = (side: 'debit' | 'credit', over: Partial<Entry> = {}): JournalRecord => ({
  entry: { ...entry, ...over },
  side,
  number: 1,
})
