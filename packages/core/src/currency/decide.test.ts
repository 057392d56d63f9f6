import { describe, expect, it } from 'vitest'
import { currencyKey } from '../key.js'
import { mintOf, rateTable, TENANT, TestLedger } from '../ledger.fixture.js'
import { check } from '../table.fixture.js'
import { createCurrency, mintCurrency, revokeCurrency } from './decide.js'

const NINES = '9'.repeat(38)

describe('createCurrency', () => {
  it('issues the first supply to a new account, out of the mint', () => {
    const { ledger } = check(`
      createCurrency A VC_GOLD 100.5 basePair=EUR baseRate=2
      account A currency=VC_GOLD balance=100.5 available=100.5 active=yes xpub=none accounting=EUR
      supply VC_GOLD 100.5
      currency VC_GOLD basePair=EUR baseRate=2
    `)
    expect(ledger.entries.map((entry) => entry.operation)).toEqual(['MINT'])
  })

  it('answers with the account as the first supply left it', () => {
    const ledger = new TestLedger()
    const { account, customer } = ledger.must(createCurrency, {
      tenant: TENANT,
      name: 'VC_GOLD',
      supply: '2',
      basePair: 'EUR',
      baseRate: '1',
      description: 'coins',
      customer: {
        externalId: 'alice',
        accountingCurrency: null,
        customerCountry: null,
        providerCountry: null,
      },
      accountCode: 'code',
      accountNumber: 'number',
      accountingCurrency: null,
    })
    expect(account).toEqual(ledger.account(account.id))
    expect(account).toMatchObject({
      balance: 2n * 10n ** 18n,
      role: null,
      accountCode: 'code',
      accountNumber: 'number',
    })
    expect(customer).toMatchObject({ externalId: 'alice', activeAccounts: 1 })
    expect(ledger.kept.find(currencyKey(TENANT, 'VC_GOLD'))).toMatchObject({
      account: account.id,
      customer: customer?.id,
      description: 'coins',
      scale: 18,
    })
  })

  it('and every later change of the supply is open, with the notes of its caller', () => {
    const ledger = new TestLedger()
    const { account } = ledger.must(createCurrency, {
      tenant: TENANT,
      name: 'VC_GOLD',
      supply: '2',
      basePair: 'EUR',
      baseRate: '1',
      description: null,
      customer: null,
      accountCode: null,
      accountNumber: null,
      accountingCurrency: null,
    })
    const details = { paymentId: '7', recipientNote: 'issue' }
    const command = { tenant: TENANT, account: account.id, amount: '1', details }
    const references = [ledger.must(mintCurrency, command), ledger.must(revokeCurrency, command)]
    expect(ledger.entries.map((entry) => entry.anonymous)).toEqual([false, false, false])
    expect(ledger.entries.map((entry) => entry.details)).toEqual([null, details, details])
    expect(ledger.entries.slice(1).map((entry) => entry.reference)).toEqual(references)
  })

  it('may begin with no supply, and then records no movement', () => {
    const { ledger } = check(`
      createCurrency A VC_GOLD 0
      supply VC_GOLD 0
      account A balance=0
    `)
    expect(ledger.entries).toEqual([])
  })

  it('creates the customer with it, or adds the account to the known one', () => {
    check(`
      createCurrency A VC_GOLD 1 customer=alice customerAccounting=USD country=US
      customer alice accounts=1 country=US
      createCurrency B VC_SILVER 1 customer=alice
      createCurrency C VC_TIN 1 customer=alice accounting=CZK
      customer alice accounts=3
      account A accounting=USD
      account B accounting=USD
      account C accounting=CZK
    `)
  })

  it('refuses a bad name, a taken one, a bad supply or rate, and a disabled customer', () => {
    check(`
      createCurrency A GOLD 1 -> virtual.name.prefix
      createCurrency A vc_GOLD 1 -> virtual.name.prefix
      createCurrency A VC_ 1 -> virtual.name.prefix
      createCurrency A VC_GOLD -1 -> virtual.creation.error
      createCurrency A VC_GOLD 1e3 -> virtual.creation.error
      createCurrency A VC_GOLD 0.0000000000000000001 -> virtual.creation.error
      createCurrency A VC_GOLD 1 baseRate=1e3 -> virtual.creation.error
      createCurrency A VC_GOLD 1 baseRate=-1 -> virtual.creation.error
      createCurrency A VC_GOLD 1 customer=alice
      createCurrency B VC_GOLD 1 -> virtual.duplicate
      disableCustomer alice
      createCurrency B VC_TIN 1 customer=alice -> customer.not.active
      enableCustomer alice
      createCurrency B VC_TIN 1 customer=alice
    `)
  })

  it('reports the first of several faults', () => {
    check(`
      createCurrency A VC_GOLD 1 customer=alice
      disableCustomer alice
      createCurrency B GOLD    x customer=alice -> customer.not.active
      createCurrency B VC_GOLD x customer=alice -> customer.not.active
      createCurrency B VC_TIN  x customer=alice -> customer.not.active
      createCurrency B GOLD    x -> virtual.name.prefix
      createCurrency B VC_GOLD x -> virtual.duplicate
      createCurrency B VC_TIN  x -> virtual.creation.error
    `)
  })

  it('is refused without a trace when its value must be known and is not', () => {
    const { ledger } = check(
      'createCurrency A VC_GOLD 1 basePair=USD customer=alice -> rate.not.found',
      rateTable({}, true),
    )
    expect(ledger.kept.changes).toEqual([])
  })

  it('is each tenant’s own, supply and all', () => {
    check(`
      createCurrency A VC_GOLD 1
      createCurrency B VC_GOLD 5 tenant=other
      supply VC_GOLD 1
      account B balance=5
      pay A B 1 -> recipientAccount.not.exists
      updateCurrency VC_GOLD baseRate=7
      currency VC_GOLD baseRate=1 tenant=other
    `)
  })
})

describe('updateCurrency', () => {
  it('changes what is given and leaves the rest', () => {
    check(`
      createCurrency A VC_GOLD 1 basePair=EUR baseRate=2
      updateCurrency VC_GOLD baseRate=3.5
      currency VC_GOLD basePair=EUR baseRate=3.5
      updateCurrency VC_GOLD basePair=USD
      currency VC_GOLD basePair=USD baseRate=3.5
    `)
  })

  it('refuses an unknown currency and another tenant’s', () => {
    check(`
      createCurrency A VC_GOLD 1
      updateCurrency VC_TIN baseRate=2 -> vc.not.found
      updateCurrency VC_GOLD baseRate=2 tenant=other -> vc.not.found
      updateCurrency BTC baseRate=2 -> vc.not.found
      currency VC_GOLD baseRate=1
    `)
  })
})

describe('mintCurrency and revokeCurrency', () => {
  it('raise and lower the supply, on any account of the currency', () => {
    const { ledger } = check(`
      createCurrency A VC_GOLD 100
      openAccount B VC_GOLD
      mintCurrency A 10
      mintCurrency B 5.000000000000000001
      supply VC_GOLD 115.000000000000000001
      revokeCurrency A 60
      revokeCurrency B 5.000000000000000001
      supply VC_GOLD 50
      account A balance=50
      account B balance=0
      revokeCurrency A 50
      supply VC_GOLD 0
    `)
    expect(ledger.entries.map((entry) => entry.operation)).toEqual([
      'MINT',
      'MINT',
      'MINT',
      'REVOKE',
      'REVOKE',
      'REVOKE',
    ])
    expect(
      ledger.entries.map(
        ({ debit, credit }) => (debit.account === mintOf('VC_GOLD') ? credit : debit).balance,
      ),
    ).toEqual(['100', '110', '5.000000000000000001', '50', '0', '0'].map(atoms))
  })

  it('revokes only what is available', () => {
    check(`
      createCurrency A VC_GOLD 100 customer=alice
      placeBlockage h A 40
      revokeCurrency A 60.000000000000000001 -> virtual.account.balance
      freezeAccount A
      revokeCurrency A 1 -> virtual.account.balance
      unfreezeAccount A
      disableCustomer alice
      revokeCurrency A 1 -> virtual.account.balance
      enableCustomer alice
      revokeCurrency A 60
      account A balance=40 available=0
      supply VC_GOLD 40
    `)
  })

  it('mints onto a frozen account and a disabled customer’s, as anything else comes in', () => {
    check(`
      createCurrency A VC_GOLD 0 customer=alice
      freezeAccount A
      disableCustomer alice
      mintCurrency A 1
      account A balance=1 available=0
    `)
  })

  it.each(['mintCurrency', 'revokeCurrency'])(
    '%s refuses what is no account, no virtual currency, no amount',
    (rule) => {
      check(`
      createCurrency A VC_GOLD 0
      openAccounts B BTC C EUR
      ${rule} nobody 1 -> account.not.exists
      ${rule} B 1 -> virtual.account.notValid
      ${rule} C 1 -> virtual.account.notValid
      ${rule} A 0 -> amount.format
      ${rule} A -1 -> amount.format
      ${rule} A 0.0000000000000000001 -> amount.format
      deactivateAccount A
      ${rule} A 1 -> virtual.account.notValid
    `)
    },
  )

  it.each(['mintCurrency', 'revokeCurrency'])('%s reports the first of several faults', (rule) => {
    check(`
      createCurrency A VC_GOLD 0
      openAccount B BTC
      ${rule} nobody x -> account.not.exists
      ${rule} B x -> amount.format
      ${rule} B 1 -> virtual.account.notValid
      ${rule} A x -> amount.format
      deactivateAccount A
      ${rule} A x -> amount.format
      ${rule} A 1 -> virtual.account.notValid
    `)
  })

  it('refuse a supply of more than 38 digits before the point', () => {
    check(`
      createCurrency A VC_GOLD ${NINES}
      openAccount B VC_GOLD
      mintCurrency A 1 -> amount.format
      # The mint counts the supply, so another account has no room of its own.
      mintCurrency B 1 -> amount.format
      mintCurrency A 0.5
      account A balance=${NINES}.5
      supply VC_GOLD ${NINES}.5
    `)
  })

  it('need a rate when values are required', () => {
    check(
      `
        createCurrency A VC_GOLD 1 basePair=EUR
        updateCurrency VC_GOLD basePair=USD
        mintCurrency A 1 -> rate.not.found
        revokeCurrency A 1 -> rate.not.found
        account A balance=1
      `,
      rateTable({}, true),
    )
  })

  it('need no rate but that of the account', () => {
    check('createCurrency A VC_GOLD 1 basePair=BTC accounting=USD', rateTable({ 'BTC/USD': '40000' }, true))
  })

  it('never find an account of another tenant, nor the mint itself', () => {
    check(`
      createCurrency A VC_GOLD 10
      mintCurrency A 1 tenant=other -> account.not.exists
      revokeCurrency A 1 tenant=other -> account.not.exists
      mintCurrency mint:VC_GOLD 1 -> account.not.exists
      revokeCurrency mint:VC_GOLD 1 -> account.not.exists
      supply VC_GOLD 10
    `)
  })
})

function atoms(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}
