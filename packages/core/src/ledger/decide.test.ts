import { describe, expect, it } from 'vitest'
import { nobody, OTHER_TENANT, rateTable, TENANT } from '../ledger.fixture.js'
import { check } from '../table.fixture.js'
import { type PaymentOrder, pay, payBatch } from './decide.js'
import { recordType } from './entry.js'

describe('pay', () => {
  it('moves the amount at once', () => {
    check(`
      openAccounts A BTC B BTC
      fund A 10
      pay A B 3.00000001
      account A balance=6.99999999 available=6.99999999
      account B balance=3.00000001 available=3.00000001
      pay B A 3.00000001
      account B balance=0
    `)
  })

  it('spends what is available and not a unit more', () => {
    check(`
      openAccounts A BTC B BTC
      fund A 10
      placeBlockage h A 4
      pay A B 6.00000001 -> balance.insufficient
      pay A B 6
      account A balance=4 available=0
      pay A B 0.00000001 -> balance.insufficient
      releaseBlockage h
      pay A B 4
      pay A B 0.00000001 -> balance.insufficient
      account A balance=0
    `)
  })

  it('spends nothing of a negative available balance', () => {
    check(`
      openAccounts A BTC B BTC
      fund A 1
      placeBlockage h A 5
      pay A B 0.00000001 -> balance.insufficient
      account A balance=1 available=-4
    `)
  })

  it('records nothing when it is refused', () => {
    const { ledger } = check(`
      openAccounts A BTC B BTC
      pay A B 1 -> balance.insufficient
      account A balance=0
      account B balance=0
    `)
    expect(ledger.entries).toEqual([])
  })

  it('sends to a frozen account and to a disabled customer, not to a deactivated account', () => {
    check(`
      openAccount A BTC
      openAccounts B BTC C BTC customer=bob
      fund A 10
      freezeAccount B
      disableCustomer bob
      pay A B 1
      account B balance=1 available=0
      deactivateAccount C
      pay A C 1 -> recipientAccount.not.exists
    `)
  })

  it('sends nothing from a deactivated or frozen account, or a disabled or deactivated customer', () => {
    check(`
      openAccounts A BTC B BTC customer=alice
      openAccount C BTC
      fund A 10
      deactivateAccount B
      pay B C 1 -> senderAccount.not.exists
      freezeAccount A
      pay A C 1 -> senderAccount.frozen
      unfreezeAccount A
      disableCustomer alice
      pay A C 1 -> senderAccount.customer.disabled
      enableCustomer alice
      pay A C 1
    `)
  })

  it('refuses to pay an account to itself', () => {
    const played = check(`
      openAccount A BTC
      fund A 10
      pay A A 1 -> validation.failed
    `)
    const order: PaymentOrder = {
      recipient: nobody(),
      amount: '1',
      anonymous: false,
      baseRate: null,
      details: null,
    }
    const decision = played.ledger.run(pay, { tenant: TENANT, sender: nobody(), order })
    expect(decision).toMatchObject({
      rejection: { violations: [{ target: 'body', property: 'recipientAccountId' }] },
    })
  })

  it.each([
    '',
    '.',
    '-1',
    '+1',
    '1e1',
    '1,5',
    ' 1',
    '0',
    '0.0',
    '0.000000001',
    '1.000000000',
    '1'.repeat(39),
  ])('refuses the amount %j', (amount) => {
    const { ledger, accountId } = funded()
    const order: PaymentOrder = {
      recipient: accountId('B'),
      amount,
      anonymous: false,
      baseRate: null,
      details: null,
    }
    expect(ledger.refusal(pay, { tenant: TENANT, sender: accountId('A'), order })).toBe('amount.format')
  })

  it.each([
    ['0', 'zero'],
    ['1e1', 'not a plain decimal'],
    ['0.000000001', 'BTC has 8 decimals'],
    ['1'.repeat(39), 'more than 38 characters'],
  ])('says what is wrong with the amount %j', (amount, detail) => {
    const { ledger, accountId } = funded()
    const order: PaymentOrder = {
      recipient: accountId('B'),
      amount,
      anonymous: false,
      baseRate: null,
      details: null,
    }
    expect(ledger.run(pay, { tenant: TENANT, sender: accountId('A'), order })).toMatchObject({
      rejection: { detail },
    })
  })

  it('reports the first of several faults', () => {
    check(
      `
        openAccounts A BTC customer=alice
        openAccounts B EUR C BTC
        openAccount  D BTC accounting=CZK
        openAccount  E BTC
        fund A 1
        deactivateAccount E
        freezeAccount A
        disableCustomer alice
        pay nobody nobody x -> validation.failed
        pay E E x           -> validation.failed
        pay A A x           -> validation.failed
        pay E nobody x      -> senderAccount.not.exists
        pay A E x           -> recipientAccount.not.exists
        pay A B x           -> senderAccount.customer.disabled
        enableCustomer alice
        pay A B x           -> senderAccount.frozen
        unfreezeAccount A
        pay A B x           -> transaction.currency.incompatible
        pay A D x           -> amount.format
        pay A D 2           -> balance.insufficient
        pay A D 1           -> rate.not.found
        pay A C 1
      `,
      rateTable({ 'BTC/EUR': '40000' }, true),
    )
  })

  it('never finds an account of another tenant, nor one of the ledger’s own', () => {
    check(`
      openAccounts A BTC B BTC
      openAccount MINE BTC tenant=other
      fund A 10
      pay A B 1 tenant=other       -> senderAccount.not.exists
      pay A MINE 1 tenant=other    -> senderAccount.not.exists
      pay MINE A 1 tenant=other    -> recipientAccount.not.exists
      pay A MINE 1                 -> recipientAccount.not.exists
      pay A world:BTC 1            -> recipientAccount.not.exists
      pay world:BTC A 1            -> senderAccount.not.exists
      payBatch A MINE 1            -> 0:recipientAccount.not.exists
      payBatch world:BTC A 1       -> 0:senderAccount.not.exists
      account A balance=10
    `)
  })
})

describe('payBatch', () => {
  it('settles every payment, each on what the ones before it left', () => {
    check(`
      openAccounts A BTC B BTC C BTC
      fund A 10
      payBatch A B 4 C 5 B 1
      account A balance=0
      account B balance=5
      account C balance=5
    `)
  })

  it('settles none when one is refused, and names it', () => {
    const { ledger } = check(`
      openAccounts A BTC B BTC C BTC D EUR
      fund A 10
      payBatch A B 4 C 6.00000001    -> 1:balance.insufficient
      payBatch A B 4 C 4 D 1         -> 2:transaction.currency.incompatible
      payBatch A B 4 nobody 1 C x    -> 1:recipientAccount.not.exists
      payBatch A A 1 B 1             -> 0:validation.failed
      payBatch A B 1 C 0             -> 1:amount.format
      payBatch nobody B 1            -> 0:senderAccount.not.exists
      payBatch nobody                -> senderAccount.not.exists
      account A balance=10
      account B balance=0
      account C balance=0
    `)
    expect(ledger.entries).toHaveLength(1)
  })

  it('answers with the references in order, one for each payment', () => {
    const { ledger, accountId } = funded()
    const order = (amount: string): PaymentOrder => ({
      recipient: accountId('B'),
      amount,
      anonymous: false,
      baseRate: null,
      details: null,
    })
    const references = ledger.must(payBatch, {
      tenant: TENANT,
      sender: accountId('A'),
      orders: [order('1'), order('2'), order('3')],
    })
    const entries = ledger.entries.slice(-3)
    expect(entries.map((entry) => entry.reference)).toEqual(references)
    expect(entries.map((entry) => entry.amount)).toEqual([1_0000_0000n, 2_0000_0000n, 3_0000_0000n])
    expect(new Set(references).size).toBe(3)
    expect(
      ledger.refusal(payBatch, { tenant: OTHER_TENANT, sender: accountId('A'), orders: [order('1')] }),
    ).toBe('senderAccount.not.exists')
  })
})

describe('the entry of a payment', () => {
  it('holds both sides, their balances after it, and all the caller wrote', () => {
    const { ledger, accountId } = funded()
    const details = { senderNote: 'rent', recipientNote: 'May', paymentId: '7', transactionCode: 'T' }
    const reference = ledger.must(pay, {
      tenant: TENANT,
      sender: accountId('A'),
      order: { recipient: accountId('B'), amount: '2.5', anonymous: true, baseRate: null, details },
    })
    expect(ledger.entries.at(-1)).toEqual({
      tenant: TENANT,
      reference,
      created: ledger.now,
      operation: 'PAYMENT',
      currency: 'BTC',
      scale: 8,
      amount: 2_5000_0000n,
      debit: { account: accountId('A'), balance: 7_5000_0000n, value: null, valueCurrency: 'EUR' },
      credit: { account: accountId('B'), balance: 2_5000_0000n, value: null, valueCurrency: 'EUR' },
      anonymous: true,
      details,
      pricing: { source: 'fixture', timestamp: 1_650_000_000_000 },
    })
  })
})

describe('market value', () => {
  const RATES = { 'BTC/EUR': '42000.5', 'BTC/USD': '50000', 'USD/EUR': '0.9', 'EUR/USD': '1.1' }

  it.each([
    ['a chain currency, in EUR', 'openAccounts A BTC B BTC', '0.1', '4200.05', '4200.05'],
    [
      'each side in its own currency',
      'openAccount A BTC\nopenAccount B BTC accounting=USD',
      '0.1',
      '4200.05',
      '5000',
    ],
    ['a fiat currency in itself', 'openAccounts A EUR B EUR', '7.25', '7.25', '7.25'],
    [
      'one side of which is in itself',
      'openAccount A USD accounting=USD\nopenAccount B USD',
      '10',
      '10',
      '9',
    ],
    ['a pair that is not known', 'openAccounts A BTC B BTC accounting=CZK', '1', null, null],
    [
      'a pair known to one side only',
      'openAccount A BTC\nopenAccount B BTC accounting=CZK',
      '1',
      '42000.5',
      null,
    ],
    ['one satoshi', 'openAccounts A BTC B BTC', '0.00000001', '0.00042', '0.00042'],
  ])('of %s', (_, accounts, amount, debit, credit) => {
    const { ledger } = check(`${accounts}\nfund A 100\npay A B ${amount}`, rateTable(RATES))
    expect(values(ledger)).toEqual([debit, credit])
  })

  it.each([
    ['its base rate times the base pair', 'basePair=BTC baseRate=0.5', '', '3', '63000.75'],
    [
      'its base rate alone, where the base pair is the accounting currency',
      'basePair=EUR baseRate=0.5',
      '',
      '3',
      '1.5',
    ],
    ['the base rate of the payment instead', 'basePair=BTC baseRate=0.5', 'baseRate=2', '3', '252003'],
    ['nothing, at a base rate of zero', 'basePair=BTC baseRate=0', '', '3', '0'],
    ['unknown, when the base pair is', 'basePair=ETH baseRate=0.5', '', '3', null],
    ['unknown, when the rate of the payment is no decimal', 'basePair=BTC', 'baseRate=1e3', '3', null],
  ])('of a virtual currency: %s', (_, currency, payment, amount, value) => {
    const { ledger } = check(
      `
        createCurrency A VC_GOLD 10 ${currency}
        openAccount B VC_GOLD
        pay A B ${amount} ${payment}
      `,
      rateTable(RATES),
    )
    expect(values(ledger)).toEqual([value, value])
  })

  it('leaves the base rate of a payment aside in any other currency', () => {
    const { ledger } = check('openAccounts A BTC B BTC\nfund A 1\npay A B 0.1 baseRate=2', rateTable(RATES))
    expect(values(ledger)).toEqual(['4200.05', '4200.05'])
  })

  it('follows a changed currency in later records, and leaves the earlier', () => {
    const { ledger } = check(
      `
        createCurrency A VC_GOLD 10 basePair=EUR baseRate=2
        openAccount B VC_GOLD
        pay A B 1
        updateCurrency VC_GOLD baseRate=3
        pay A B 1
        updateCurrency VC_GOLD basePair=USD
        pay A B 1
      `,
      rateTable(RATES),
    )
    expect(ledger.entries.slice(1).map((entry) => entry.credit.value)).toEqual([
      2_0000_0000n,
      3_0000_0000n,
      2_7000_0000n,
    ])
  })

  it.each([
    ['0.5', 0n],
    ['1.5', 2n],
    ['2.5', 2n],
    ['2.50000001', 3n],
  ])('of one satoshi at %s is rounded half to even', (rate, value) => {
    const { ledger } = check(
      'openAccounts A BTC B BTC\nfund A 1\npay A B 0.00000001',
      rateTable({ 'BTC/EUR': rate }),
    )
    expect(ledger.entries.at(-1)?.credit.value).toBe(value)
  })

  it('refuses the payment when rates are required and its own is not known', () => {
    const rates = rateTable({ 'BTC/EUR': '42000.5' }, true)
    check(
      `
        openAccounts A BTC B BTC
        openAccount C BTC accounting=USD
        fund A 10
        pay A C 1 -> rate.not.found
        payBatch A B 1 C 1 -> 1:rate.not.found
        account A balance=10
        pay A B 1
        account A balance=9
      `,
      rates,
    )
  })

  it.each([
    ['C', 'A', 'BTC in USD'],
    ['A', 'C', 'BTC in USD'],
  ])('that is required and not known is named: %s pays %s', (from, to, pair) => {
    const priced = { 'BTC/EUR': '1' }
    const played = check(
      'openAccount A BTC\nopenAccount C BTC accounting=USD\nfund A 1\nfund C 1',
      rateTable(priced),
    )
    const decision = pay.decide(
      played.ledger.kept,
      {
        tenant: TENANT,
        sender: played.accountId(from),
        order: {
          recipient: played.accountId(to),
          amount: '1',
          anonymous: false,
          baseRate: null,
          details: null,
        },
      },
      { ...played.ledger.env, rates: rateTable(priced, true) },
    )
    expect(decision).toMatchObject({ accepted: false, rejection: { code: 'rate.not.found', detail: pair } })
  })

  it('is dated by its source, or by now when the source states no time', () => {
    const dated = check('openAccounts A BTC\nfund A 1', rateTable(RATES))
    expect(dated.ledger.entries[0]?.pricing).toEqual({ source: 'fixture', timestamp: 1_650_000_000_000 })
    const undated = check('openAccounts A BTC\nfund A 1', { ...rateTable(RATES), timestamp: null })
    expect(undated.ledger.entries[0]?.pricing).toEqual({ source: 'fixture', timestamp: undated.ledger.now })
  })
})

describe('recordType', () => {
  it.each([
    ['PAYMENT', 'DEBIT_PAYMENT', 'CREDIT_PAYMENT'],
    ['MINT', 'DEBIT_PAYMENT', 'CREDIT_PAYMENT'],
    ['REVOKE', 'DEBIT_PAYMENT', 'CREDIT_PAYMENT'],
    ['DEPOSIT', 'DEBIT_PAYMENT', 'CREDIT_DEPOSIT'],
    ['WITHDRAWAL', 'DEBIT_WITHDRAWAL', 'CANCEL_WITHDRAWAL'],
    ['BLOCKCHAIN_TRANSACTION', 'DEBIT_OUTGOING_PAYMENT', 'CREDIT_INCOMING_PAYMENT'],
    ['EXCHANGE', 'EXCHANGE_SELL', 'EXCHANGE_BUY'],
  ] as const)('of %s is %s and %s', (operation, debit, credit) => {
    expect([recordType(operation, 'debit'), recordType(operation, 'credit')]).toEqual([debit, credit])
  })
})

function funded() {
  const played = check('openAccounts A BTC B BTC\nfund A 10')
  return { ledger: played.ledger, accountId: (name: string) => played.accountId(name) }
}

/** The values of the last entry's two sides as decimal text, written here a second way. */
function values(ledger: ReturnType<typeof check>['ledger']): (string | null)[] {
  const entry = ledger.entries.at(-1)
  return [entry?.debit, entry?.credit].map((leg) => {
    if (leg?.value === null || leg?.value === undefined) return null
    const digits = leg.value.toString().padStart(9, '0')
    return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
  })
}

describe('payLinked', () => {
  it('pays both sides of an exchange, in two currencies', () => {
    check(`
      openAccounts A EUR B EUR
      openAccounts C BTC D BTC
      fund A 100
      fund D 2
      payLinked A B 90 D C 1.5
      account A balance=10
      account B balance=90
      account C balance=1.5
      account D balance=0.5
    `)
  })

  it('decides each payment on the state after those before it', () => {
    check(`
      openAccounts A EUR B EUR C EUR
      fund A 10
      payLinked A B 10 B C 9 C A 1
      account A balance=1
      account B balance=1
      account C balance=8
    `)
  })

  it('pays nothing at all if one is refused, and names it', () => {
    const { ledger } = check(`
      openAccounts A EUR B EUR
      openAccounts C BTC D BTC
      fund A 10
      payLinked A B 10 C D 1 -> 1:balance.insufficient
      payLinked A B 10 A B 1 -> 1:balance.insufficient
      payLinked A C 1 -> 0:transaction.currency.incompatible
      account A balance=10
      account B balance=0
    `)
    expect(ledger.entries).toHaveLength(1)
  })
})
