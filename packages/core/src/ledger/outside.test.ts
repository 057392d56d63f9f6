import { describe, expect, it } from 'vitest'
import { rateTable, TENANT } from '../ledger.fixture.js'
import { check } from '../table.fixture.js'
import { fundAccount, withdrawFunds } from './outside.js'

describe('fundAccount', () => {
  it('credits an account of any currency from the world, which it opens', () => {
    check(`
      openAccounts A EUR B EUR
      openAccount C BTC
      fundAccount A 100.25
      fundAccount B 1
      fundAccount C 0.00000001
      account A balance=100.25 available=100.25
      account world:EUR balance=-101.25
      account world:BTC balance=-0.00000001
    `)
  })

  it('adds to the supply of a virtual currency', () => {
    check(`
      createCurrency A VC_GOLD 10
      fundAccount A 5
      account A balance=15
      supply VC_GOLD 15
      withdrawFunds A 12
      supply VC_GOLD 3
    `)
  })

  it('credits a frozen account, and that of a disabled customer, not a deactivated one', () => {
    check(`
      openAccount A EUR customer=ann
      openAccount B EUR
      freezeAccount A
      disableCustomer ann
      fundAccount A 1
      account A balance=1 available=0
      deactivateAccount B
      fundAccount B 1 -> account.not.exists
      fundAccount A 1 tenant=other -> account.not.exists
    `)
  })
})

it('both need the rate of the account, when values are required', () => {
  check(
    `
      openAccount A BTC
      openAccount B BTC accounting=USD
      fundAccount A 2
      fundAccount B 1 -> rate.not.found
      withdrawFunds A 1
    `,
    rateTable({ 'BTC/EUR': '42000.5' }, true),
  )
})

describe('withdrawFunds', () => {
  it('debits what is available and not a unit more', () => {
    check(`
      openAccount A EUR
      withdrawFunds A 1 -> balance.insufficient
      fundAccount A 10
      placeBlockage h A 4
      withdrawFunds A 6.01 -> balance.insufficient
      withdrawFunds A 6
      account A balance=4 available=0
      account world:EUR balance=-4
      releaseBlockage h
      withdrawFunds A 4
      account world:EUR balance=0
    `)
  })

  it('is refused where a payment is: no account, disabled customer, frozen account, in this order', () => {
    check(`
      openAccount A EUR customer=ann
      openAccount B EUR
      fundAccount A 10
      freezeAccount A
      withdrawFunds A 0 -> senderAccount.frozen
      disableCustomer ann
      withdrawFunds A 1 -> senderAccount.customer.disabled
      withdrawFunds A 1 tenant=other -> account.not.exists
      enableCustomer ann
      unfreezeAccount A
      withdrawFunds A 0 -> amount.format
      withdrawFunds A 11 -> balance.insufficient
      account A balance=10
      deactivateAccount B
      withdrawFunds B 1 -> account.not.exists
    `)
  })
})

describe.each([fundAccount, withdrawFunds])('$name', (rule) => {
  it.each(['', '-1', '+1', '1e1', '0', '0.000', '0.0000000001', '1'.repeat(39)])(
    'refuses the amount %j, and opens nothing',
    (amount) => {
      const played = check('openAccount A EUR')
      const account = played.accountId('A')
      const decision = played.ledger.run(rule, { tenant: TENANT, account, amount, details: null })
      expect(decision).toMatchObject({ rejection: { code: 'amount.format' } })
      expect(played.ledger.entries).toEqual([])
    },
  )

  it('keeps the details, and shows the type of a deposit or withdrawal', () => {
    const played = check('openAccount A EUR\n fundAccount A 1')
    const account = played.accountId('A')
    const details = { customReference: 'bank-1', recipientNote: 'thanks' }
    played.ledger.run(rule, { tenant: TENANT, account, amount: '1', details })
    const operation = rule === fundAccount ? 'DEPOSIT' : 'WITHDRAWAL'
    expect(played.ledger.entries.at(-1)).toMatchObject({ details, operation })
  })
})
