import {
  type Account,
  type Blockage,
  type BlockageId,
  type Customer,
  type CustomerId,
  type Deposit,
  type DepositId,
  systemAccountId,
  type VirtualCurrency,
} from '@tallystick/core'
import { describe, expect, it } from 'vitest'
import {
  counterAccount,
  present,
  presentAccount,
  presentBalance,
  presentBlockage,
  presentCurrency,
  presentCustomer,
  presentDeposit,
  presentRecord,
} from './present.js'
import { entry, RECIPIENT, record, SENDER, TENANT } from './record.fixture.js'

const CUSTOMER = 'c'.repeat(24) as CustomerId

const account: Account = {
  id: SENDER,
  tenant: TENANT,
  currency: 'BTC',
  scale: 8,
  customer: CUSTOMER,
  role: null,
  balance: 1_5000_0000n,
  blocked: 5000_0000n,
  frozenBy: null,
  active: true,
  accountingCurrency: 'EUR',
  accountCode: null,
  accountNumber: null,
  xpub: 'xpub',
  created: 1,
}

const customer: Customer = {
  id: CUSTOMER,
  tenant: TENANT,
  externalId: 'outside',
  enabled: true,
  active: true,
  accountingCurrency: null,
  customerCountry: null,
  providerCountry: null,
  activeAccounts: 1,
  created: 1,
}

describe('present', () => {
  it('leaves out what has no value, and nothing else', () => {
    expect(present({ a: null, b: undefined, c: 0, d: '', e: false, f: [] })).toStrictEqual({
      c: 0,
      d: '',
      e: false,
      f: [],
    })
  })
})

describe('a record', () => {
  it('of the sender has a negative amount and value, and the note it wrote for itself', () => {
    expect(presentRecord(record('debit'))).toStrictEqual({
      accountId: SENDER,
      counterAccountId: RECIPIENT,
      currency: 'BTC',
      amount: '-0.25',
      anonymous: false,
      created: 1_000,
      marketValue: { amount: '-9000', currency: 'EUR', sourceDate: 900, source: 'CoinGecko' },
      operationType: 'PAYMENT',
      transactionType: 'DEBIT_PAYMENT',
      reference: entry.reference,
      transactionCode: 'code',
      senderNote: 'mine',
      recipientNote: 'yours',
      paymentId: 'id',
    })
  })

  it('of the recipient has a positive amount, and not the note of the sender', () => {
    expect(presentRecord(record('credit'))).toStrictEqual({
      accountId: RECIPIENT,
      counterAccountId: SENDER,
      currency: 'BTC',
      amount: '0.25',
      anonymous: false,
      created: 1_000,
      marketValue: { amount: '0', currency: 'CZK', sourceDate: 900, source: 'none' },
      operationType: 'PAYMENT',
      transactionType: 'CREDIT_PAYMENT',
      reference: entry.reference,
      transactionCode: 'code',
      recipientNote: 'yours',
      paymentId: 'id',
    })
  })

  it('of an anonymous payment names the recipient to the sender, and nobody to the recipient', () => {
    expect(presentRecord(record('debit', { anonymous: true }))).toMatchObject({
      anonymous: true,
      counterAccountId: RECIPIENT,
    })
    const received = presentRecord(record('credit', { anonymous: true }))
    expect(received.anonymous).toBe(true)
    expect(received).not.toHaveProperty('counterAccountId')
    expect(JSON.stringify(received)).not.toContain(SENDER)
  })

  it('has no value below zero where there is none', () => {
    const free = { ...entry.debit, value: 0n }
    expect(presentRecord(record('debit', { debit: free })).marketValue.amount).toBe('0')
  })

  it('never names one of the ledger’s own accounts', () => {
    const mint = { ...entry.debit, account: systemAccountId(TENANT, 'mint', 'VC_A') }
    const minted = record('credit', { operation: 'MINT', debit: mint, details: null })
    expect(presentRecord(minted)).not.toHaveProperty('counterAccountId')
    expect(counterAccount(minted)).toBeUndefined()
    const named = record('credit', { debit: mint, details: { customCounterAccount: 'outside' } })
    expect(presentRecord(named).counterAccountId).toBe('outside')
  })

  it('shows the caller’s own reference in place of ours', () => {
    expect(presentRecord(record('credit', { details: { customReference: 'own' } })).reference).toBe('own')
  })

  it('of a deposit or withdrawal names transaction, address and tag', () => {
    const details = { txId: 'hash', address: 'address', attr: '7' }
    expect(presentRecord(record('credit', { operation: 'DEPOSIT', details }))).toMatchObject({
      ...details,
      operationType: 'DEPOSIT',
      transactionType: 'CREDIT_DEPOSIT',
    })
  })
})

describe('an account', () => {
  it('shows what is available beside what is there', () => {
    expect(presentAccount({ account, customer })).toStrictEqual({
      id: SENDER,
      balance: { accountBalance: '1.5', availableBalance: '1' },
      currency: 'BTC',
      frozen: false,
      active: true,
      customerId: CUSTOMER,
      accountingCurrency: 'EUR',
      xpub: 'xpub',
    })
  })

  it('shows less than nothing as available when frozen with blockages', () => {
    const frozen = { ...account, frozenBy: 'f'.repeat(24) as BlockageId }
    expect(presentBalance({ account: frozen, customer })).toEqual({
      accountBalance: '1.5',
      availableBalance: '-0.5',
    })
    expect(presentAccount({ account: frozen, customer }).frozen).toBe(true)
  })

  it('shows nothing as available of a disabled customer', () => {
    expect(presentBalance({ account, customer: { ...customer, enabled: false } })).toEqual({
      accountBalance: '1.5',
      availableBalance: '0',
    })
  })
})

it('a customer leaves out what it did not say', () => {
  expect(presentCustomer(customer)).toStrictEqual({
    externalId: 'outside',
    id: CUSTOMER,
    enabled: true,
    active: true,
  })
})

it('a blockage tells its amount; a freeze, all there is', () => {
  const blockage: Blockage = {
    id: 'b'.repeat(24) as BlockageId,
    tenant: TENANT,
    account: SENDER,
    amount: 5000_0000n,
    type: 'HOLD',
    description: null,
    freeze: false,
    created: 1,
  }
  expect(presentBlockage(blockage, account)).toStrictEqual({
    id: blockage.id,
    accountId: SENDER,
    amount: '0.5',
    type: 'HOLD',
  })
  expect(presentBlockage({ ...blockage, amount: 0n, freeze: true }, account).amount).toBe('1.5')
})

describe('a deposit', () => {
  const deposit: Deposit = {
    id: 'd'.repeat(24) as DepositId,
    tenant: TENANT,
    account: RECIPIENT,
    currency: 'BTC',
    scale: 8,
    amount: 1n,
    txId: 'hash',
    vout: 2,
    address: 'address',
    from: 'elsewhere',
    xpub: 'xpub',
    derivationKey: 7,
    blockHeight: 100,
    blockHash: 'block',
    status: 'Done',
    spent: false,
    reference: entry.reference,
    created: 1_000,
  }

  it('shows where it came from and where it went', () => {
    expect(presentDeposit(deposit)).toStrictEqual({
      txId: 'hash',
      address: 'address',
      timestamp: 1_000,
      xpub: 'xpub',
      derivationKey: 7,
      amount: '0.00000001',
      status: 'Done',
      accountId: RECIPIENT,
      currency: 'BTC',
      reference: entry.reference,
      vout: 2,
      spent: false,
      blockHeight: 100,
      blockHash: 'block',
      from: 'elsewhere',
    })
  })

  it('shows an empty xpub, which is required, and leaves out what is not', () => {
    const shown = presentDeposit({ ...deposit, xpub: null, blockHash: null, from: null })
    expect(shown.xpub).toBe('')
    expect(Object.keys(shown)).toHaveLength(13)
  })
})

it('a virtual currency tells its supply, and its rate as a number', () => {
  const currency: VirtualCurrency = {
    tenant: TENANT,
    name: 'VC_A',
    scale: 18,
    baseRate: '0.0000001',
    basePair: 'EUR',
    description: null,
    account: SENDER,
    customer: null,
    created: 1,
  }
  expect(presentCurrency(currency, 10n ** 18n)).toStrictEqual({
    name: 'VC_A',
    supply: '1',
    accountId: SENDER,
    baseRate: 1e-7,
    precision: 18,
    basePair: 'EUR',
  })
})
