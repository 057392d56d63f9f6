/** Traders with money, and orders of theirs, for the tests of the order book. */
import { expect } from 'vitest'
import { openAccount } from '../account/decide.js'
import { recordDeposit } from '../deposit/decide.js'
import type { AccountId, CustomerId, TradeId } from '../ids.js'
import { TENANT, type TestLedger } from '../ledger.fixture.js'
import type { Decimal } from '../money.js'
import { placeTrade } from './decide.js'
import type { FutureTerms, TradeType } from './trade.js'

export interface Trader {
  readonly customer: CustomerId
  /** Of BTC, or another coin. */
  readonly account1: AccountId
  /** Of EUR. */
  readonly account2: AccountId
}

/** A customer with accounts of both currencies. */
export function trader(
  ledger: TestLedger,
  externalId: string,
  btc = '1000',
  eur = '1000',
  coin = 'BTC',
): Trader {
  const open = (currency: string, amount: string) => {
    const customer = { externalId, accountingCurrency: null, customerCountry: null, providerCountry: null }
    const account = {
      currency,
      xpub: currency === 'EUR' ? null : `xpub-${externalId}`,
      customer,
      accountingCurrency: null,
      accountCode: null,
      accountNumber: null,
    }
    const { id } = ledger.must(openAccount, { tenant: TENANT, account }).account
    if (amount !== '0')
      ledger.must(recordDeposit, {
        tenant: TENANT,
        account: id,
        currency,
        amount,
        txId: externalId + currency,
        vout: 0,
        address: 'address',
        from: null,
        derivationKey: 0,
        blockHeight: 7,
        blockHash: 'hash',
        status: 'Done',
      })
    return id
  }
  const [account1, account2] = [open(coin, btc), open('EUR', eur)]
  const { customer } = ledger.account(account1)
  return { customer: customer ?? expect.fail('no customer'), account1, account2 }
}

interface More {
  readonly fee?: string
  readonly feeAccount?: AccountId
  readonly terms?: FutureTerms
}

export const order = (
  type: TradeType,
  price: string,
  amount: string,
  { account1, account2 }: Trader,
  { fee, feeAccount, terms }: More = {},
) => ({
  tenant: TENANT,
  type,
  pair: 'BTC/EUR',
  price,
  amount,
  account1,
  account2,
  fee: fee ?? null,
  feeAccount: feeAccount ?? null,
  terms: terms ?? null,
})

export function place(ledger: TestLedger, ...of: Parameters<typeof order>): TradeId {
  return ledger.must(placeTrade, order(...of)).id ?? expect.fail('not placed')
}

/** Of futures that end in an hour. */
export const terms = (ledger: TestLedger, block = '22', penalty = '45'): FutureTerms => ({
  sealDate: ledger.now + 3_600_000,
  percentBlock: block as Decimal,
  percentPenalty: penalty as Decimal,
})
