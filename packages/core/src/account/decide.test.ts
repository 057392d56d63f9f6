import { describe, expect, it } from 'vitest'
import { CUSTOMERS } from '../customer/table.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { check } from '../table.fixture.js'
import { type NewAccount, openAccount, openAccounts } from './decide.js'

describe('openAccount', () => {
  it('opens an empty, active account in any kind of currency', () => {
    check(`
      openAccount BTC-ACCOUNT BTC xpub=xpub6
      openAccount XRP-ACCOUNT XRP xpub=rAddress
      openAccount USDT-ACCOUNT USDT
      openAccount EUR-ACCOUNT EUR
      createCurrency GOLD VC_GOLD 5
      openAccount GOLD-2 VC_GOLD
      account BTC-ACCOUNT currency=BTC  balance=0 available=0 active=yes frozen=no xpub=xpub6
      account XRP-ACCOUNT currency=XRP  balance=0 available=0 active=yes frozen=no xpub=rAddress
      account USDT-ACCOUNT currency=USDT balance=0 available=0 active=yes frozen=no xpub=none
      account EUR-ACCOUNT currency=EUR  balance=0 available=0 active=yes frozen=no xpub=none
      account GOLD-2 currency=VC_GOLD balance=0 available=0 active=yes frozen=no xpub=none
    `)
  })

  it('creates the customer with the account, or adds the account to the known one', () => {
    check(`
      openAccount A BTC customer=alice country=US
      customer alice accounts=1 enabled=yes active=yes country=US externalId=alice
      openAccount B ETH customer=alice country=DE
      # What is known of a customer is changed by updateCustomer only.
      customer alice accounts=2 country=US
    `)
  })

  it('takes the accounting currency of the account, else of the customer, else EUR', () => {
    check(`
      openAccount A BTC
      openAccount B BTC customer=alice customerAccounting=USD
      openAccount C BTC customer=alice
      openAccount D BTC customer=alice accounting=CZK
      account A accounting=EUR
      account B accounting=USD
      account C accounting=USD
      account D accounting=CZK
    `)
  })

  it('refuses a currency that does not exist, here or for this tenant', () => {
    check(`
      openAccount A NOPE -> ledger.currency.invalid
      openAccount A btc -> ledger.currency.invalid
      openAccount A VC_GOLD -> ledger.currency.invalid
      createCurrency GOLD VC_GOLD 5 tenant=other
      openAccount A VC_GOLD -> ledger.currency.invalid
    `)
  })

  it.each('ALGO BNB EGLD SOL XLM XRP'.split(' '))('takes an address for %s, or none', (chain) => {
    check(`
      openAccount A ${chain} xpub=none
      openAccount B ${chain} xpub=address
    `)
  })

  it.each('BCH BSC BTC CELO DOGE ETH FLOW KCS KLAY LTC MATIC TRON XDC'.split(' '))(
    'needs an xpub for %s',
    (chain) => {
      check(`
        openAccount A ${chain} xpub=none -> account.xpub.missing
        openAccount A ${chain} xpub=key
      `)
    },
  )

  it('refuses an xpub where no wallet stands behind the currency', () => {
    check(`
      createCurrency GOLD VC_GOLD 5
      openAccount A EUR xpub=xpub6 -> account.xpub.present
      openAccount A VC_GOLD xpub=xpub6 -> account.xpub.present
    `)
  })

  it('refuses a disabled and a deactivated customer', () => {
    check(`
      openAccount A BTC customer=alice
      disableCustomer alice
      openAccount B BTC customer=alice -> customer.not.active
      enableCustomer alice
      deactivateAccount A
      deactivateCustomer alice
      openAccount B BTC customer=alice -> customer.not.active
      activateCustomer alice
      openAccount B BTC customer=alice
      customer alice accounts=1
    `)
  })

  it('gives each tenant its own customer of the same external id', () => {
    const played = check(`
      openAccount A BTC customer=alice
      disableCustomer alice
      openAccount B BTC customer=alice tenant=other
    `)
    const { ledger } = played
    expect([...ledger.kept.all(CUSTOMERS)].map((customer) => customer.tenant)).toEqual(['tenant', 'other'])
    expect(ledger.account(played.accountId('A')).customer).not.toBe(
      ledger.account(played.accountId('B')).customer,
    )
  })

  it('reports the first of several faults', () => {
    check(`
      openAccount A BTC customer=alice
      disableCustomer alice
      openAccount B NOPE customer=alice xpub=none -> customer.not.active
      openAccount B BTC  customer=alice xpub=none -> customer.not.active
      openAccount B EUR  customer=alice xpub=xpub -> customer.not.active
    `)
  })

  it('leaves no customer behind when the account is refused', () => {
    const { ledger } = check('openAccount A NOPE customer=alice -> ledger.currency.invalid')
    expect([...ledger.kept.all(CUSTOMERS)]).toEqual([])
  })
})

describe('openAccounts', () => {
  it('opens all, with one customer for those that share it', () => {
    check(`
      openAccounts A BTC B EUR C USDT customer=alice
      customer alice accounts=3
      account C currency=USDT active=yes
    `)
  })

  it('opens none when one is refused, and names it', () => {
    const { ledger } = check(
      'openAccounts A BTC B EUR C NOPE D EUR customer=alice -> 2:ledger.currency.invalid',
    )
    expect(ledger.kept.changes).toEqual([])
  })

  it('equals the same accounts one by one', () => {
    const accounts: readonly NewAccount[] = ['BTC', 'EUR', 'ETH'].map((currency) => ({
      currency,
      xpub: currency === 'EUR' ? null : 'xpub',
      customer: {
        externalId: 'alice',
        accountingCurrency: 'USD',
        customerCountry: null,
        providerCountry: null,
      },
      accountingCurrency: null,
      accountCode: null,
      accountNumber: null,
    }))
    const batch = new TestLedger()
    const single = new TestLedger()
    const output = batch.must(openAccounts, { tenant: TENANT, accounts })
    expect(output).toEqual(accounts.map((account) => single.must(openAccount, { tenant: TENANT, account })))
    expect(batch.kept.changes).toEqual(single.kept.changes)
  })
})

describe('updateAccount', () => {
  it('changes what is given and leaves the rest', () => {
    check(`
      openAccount A BTC code=SALES number=1
      updateAccount A code=REFUNDS
      account A code=REFUNDS number=1
      updateAccount A number=2
      account A code=REFUNDS number=2
    `)
  })

  it('refuses an unknown account', () => {
    check('updateAccount nobody code=X -> account.not.exists')
  })
})

describe('deactivateAccount', () => {
  it('needs balance and available balance zero', () => {
    check(`
      openAccounts A BTC B BTC customer=alice
      fund A 10
      deactivateAccount A -> account.balance.non.zero
      pay A B 10
      placeBlockage h A 1
      account A balance=0 available=-1
      deactivateAccount A -> account.balance.non.zero
      releaseBlockage h
      deactivateAccount A
      account A active=no
      customer alice accounts=1
    `)
  })

  it('is not fooled by a blockage of the whole balance, a freeze or a disabled customer', () => {
    check(`
      openAccount A BTC customer=alice
      fund A 10
      placeBlockage h A 10
      account A balance=10 available=0
      deactivateAccount A -> account.balance.non.zero
      releaseBlockage h
      freezeAccount A
      account A balance=10 available=0
      deactivateAccount A -> account.balance.non.zero
      unfreezeAccount A
      disableCustomer alice
      account A balance=10 available=0
      deactivateAccount A -> account.balance.non.zero
    `)
  })

  it('stops all that would run on the account, both ways', () => {
    check(`
      openAccounts A BTC B BTC
      fund B 10
      deactivateAccount A
      pay B A 1 -> recipientAccount.not.exists
      pay A B 1 -> senderAccount.not.exists
      fund A 1 -> account.not.exists
      placeBlockage h A 1 -> account.inactive
      deactivateAccount A -> account.inactive
      account A active=no balance=0
    `)
  })

  it('refuses an unknown account', () => {
    check('deactivateAccount nobody -> account.not.exists')
  })
})

describe('activateAccount', () => {
  it('takes a deactivated account back into use', () => {
    check(`
      openAccount A BTC customer=alice
      deactivateAccount A
      customer alice accounts=0
      activateAccount A
      account A active=yes
      customer alice accounts=1
      fund A 1
    `)
  })

  it('refuses an unknown, an active and a deactivated customer’s account', () => {
    check(`
      openAccount A BTC customer=alice
      activateAccount nobody -> account.not.exists
      activateAccount A -> account.active
      deactivateAccount A
      deactivateCustomer alice
      activateAccount A -> account.customer.inactive
      activateCustomer alice
      activateAccount A
    `)
  })
})

describe('freezeAccount', () => {
  it('stops what goes out and lets come in; available is zero minus the blockages', () => {
    check(`
      openAccounts A BTC B BTC
      fund A 10
      placeBlockage h A 4
      account A balance=10 available=6
      freezeAccount A
      account A balance=10 available=-4 frozen=yes
      blockages A CARD:4 ACCOUNT_FROZEN:0
      pay A B 1 -> senderAccount.frozen
      fund A 5
      account A balance=15 available=-4
      fund B 1
      pay B A 1
      account A balance=16 available=-4
      placeBlockage h2 A 1
      account A available=-5
      releaseBlockage h
      account A available=-1
    `)
  })

  it('refuses an unknown and a frozen account', () => {
    check(`
      openAccount A BTC
      freezeAccount nobody -> account.not.exists
      freezeAccount A
      freezeAccount A -> account.frozen
      blockages A ACCOUNT_FROZEN:0
    `)
  })
})

describe('unfreezeAccount', () => {
  it('deletes the ACCOUNT_FROZEN blockage, and only it', () => {
    check(`
      openAccounts A BTC B BTC
      fund A 10
      placeBlockage h A 4
      # A caller may use the same words; the freeze is not known by them.
      placeBlockage fake A 1 type=ACCOUNT_FROZEN
      freezeAccount A
      blockages A CARD:4 ACCOUNT_FROZEN:1 ACCOUNT_FROZEN:0
      unfreezeAccount A
      blockages A CARD:4 ACCOUNT_FROZEN:1
      account A balance=10 available=5 frozen=no
      pay A B 5
      freezeAccount A
      unfreezeAccount A
    `)
  })

  it('refuses an unknown account and one that is not frozen', () => {
    check(`
      openAccount A BTC
      placeBlockage fake A 1 type=ACCOUNT_FROZEN
      unfreezeAccount nobody -> account.not.exists
      unfreezeAccount A -> account.not.frozen
    `)
  })
})

describe('states together', () => {
  it('keeps a freeze through deactivation', () => {
    check(`
      openAccount A BTC
      freezeAccount A
      deactivateAccount A
      account A active=no frozen=yes
      activateAccount A
      account A active=yes frozen=yes
      freezeAccount A -> account.frozen
    `)
  })
})

it('never finds an account of another tenant, nor one of the ledger’s own', () => {
  const lines = (name: string, tenant: string) => `
    updateAccount     ${name} code=X ${tenant} -> account.not.exists
    activateAccount   ${name} ${tenant} -> account.not.exists
    deactivateAccount ${name} ${tenant} -> account.not.exists
    freezeAccount     ${name} ${tenant} -> account.not.exists
    unfreezeAccount   ${name} ${tenant} -> account.not.exists
  `
  check(`
    openAccount A BTC
    fund A 10
    ${lines('A', 'tenant=other')}
    ${lines('world:BTC', '')}
    freezeAccount A
    unfreezeAccount A tenant=other -> account.not.exists
  `)
})
