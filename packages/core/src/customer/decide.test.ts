import { describe, it } from 'vitest'
import { check } from '../table.fixture.js'

describe('disableCustomer', () => {
  it('makes nothing available on any account, and leaves balances', () => {
    check(`
      openAccounts A BTC B BTC customer=alice
      openAccount C BTC
      fund A 10
      fund B 5
      placeBlockage h A 4
      disableCustomer alice
      customer alice enabled=no active=yes
      account A balance=10 available=0
      account B balance=5 available=0
    `)
  })

  it('stops sending and new accounts, not receiving', () => {
    check(`
      openAccounts A BTC B BTC customer=alice
      openAccount C BTC
      fund A 10
      fund C 10
      placeBlockage h A 4
      disableCustomer alice
      pay A C 1 -> senderAccount.customer.disabled
      pay A B 1 -> senderAccount.customer.disabled
      payBatch A C 1 -> 0:senderAccount.customer.disabled
      payFromBlockage h C 4 -> senderAccount.customer.disabled
      openAccount D BTC customer=alice -> customer.not.active
      pay C A 3
      fund A 2
      account A balance=15 available=0
    `)
  })

  it('refuses an unknown, a disabled and a deactivated customer', () => {
    check(`
      openAccount A BTC customer=alice
      disableCustomer nobody -> customer.internal.not.exists
      disableCustomer alice
      disableCustomer alice -> customer.disabled
      enableCustomer alice
      deactivateAccount A
      deactivateCustomer alice
      disableCustomer alice -> customer.inactive
    `)
  })
})

describe('enableCustomer', () => {
  it('makes available again what was, with the blockages and what came in meanwhile', () => {
    check(`
      openAccounts A BTC B BTC customer=alice
      fund A 10
      placeBlockage h A 4
      disableCustomer alice
      fund A 2
      placeBlockage h2 A 1
      account A balance=12 available=0
      enableCustomer alice
      customer alice enabled=yes
      account A balance=12 available=7
      pay A B 7
    `)
  })

  it('does not end a freeze', () => {
    check(`
      openAccount A BTC customer=alice
      fund A 10
      placeBlockage h A 4
      freezeAccount A
      disableCustomer alice
      account A available=0 frozen=yes
      enableCustomer alice
      account A available=-4 frozen=yes
    `)
  })

  it('refuses an unknown, an enabled and a deactivated customer', () => {
    check(`
      openAccount A BTC customer=alice
      enableCustomer nobody -> customer.internal.not.exists
      enableCustomer alice -> customer.enabled
      deactivateAccount A
      deactivateCustomer alice
      enableCustomer alice -> customer.inactive
    `)
  })
})

describe('deactivateCustomer', () => {
  it('needs every account deactivated', () => {
    check(`
      openAccounts A BTC B BTC customer=alice
      deactivateCustomer alice -> customer.deactivate.account.active
      deactivateAccount A
      deactivateCustomer alice -> customer.deactivate.account.active
      deactivateAccount B
      deactivateCustomer alice
      customer alice active=no accounts=0
    `)
  })

  it('counts accounts that were opened, closed and opened again, and those of a virtual currency', () => {
    check(`
      openAccount A BTC customer=alice
      deactivateAccount A
      activateAccount A
      deactivateCustomer alice -> customer.deactivate.account.active
      deactivateAccount A
      createCurrency V VC_GOLD 0 customer=alice
      deactivateCustomer alice -> customer.deactivate.account.active
      deactivateAccount V
      deactivateCustomer alice
    `)
  })

  it('leaves the customer nothing that can be done', () => {
    check(`
      openAccount A BTC customer=alice
      openAccount B BTC
      fund B 1
      deactivateAccount A
      deactivateCustomer alice
      openAccount C BTC customer=alice -> customer.not.active
      createCurrency V VC_GOLD 5 customer=alice -> customer.not.active
      activateAccount A -> account.customer.inactive
      pay B A 1 -> recipientAccount.not.exists
      fund A 1 -> account.not.exists
      releaseAllBlockages A -> customer.blockage.inactive
    `)
  })

  it('lets neither the customer nor its accounts be changed before it is active again', () => {
    check(`
      openAccounts A EUR B EUR customer=alice
      freezeAccount B
      deactivateAccount A
      deactivateAccount B
      deactivateCustomer alice
      updateCustomer alice externalId=alicia -> customer.inactive
      enableCustomer alice -> customer.inactive
      disableCustomer alice -> customer.inactive
      updateAccount A code=1 -> account.customer.inactive
      freezeAccount A -> account.customer.inactive
      freezeAccount B -> account.customer.inactive
      unfreezeAccount A -> account.customer.inactive
      unfreezeAccount B -> account.customer.inactive
      deactivateAccount A -> account.inactive
      placeBlockage h A 1 -> account.inactive
      account B active=no
      activateCustomer alice
      unfreezeAccount B
      updateAccount A code=1
      freezeAccount A
    `)
  })

  it('refuses an unknown and a deactivated customer', () => {
    check(`
      openAccount A BTC customer=alice
      deactivateCustomer nobody -> customer.internal.not.exists
      deactivateAccount A
      deactivateCustomer alice
      deactivateCustomer alice -> customer.inactive
    `)
  })
})

describe('activateCustomer', () => {
  it('takes the customer back, its accounts one by one', () => {
    check(`
      openAccount A BTC customer=alice
      deactivateAccount A
      deactivateCustomer alice
      activateCustomer alice
      customer alice active=yes accounts=0
      account A active=no
      activateAccount A
      fund A 1
    `)
  })

  it('does not enable a customer that was disabled before', () => {
    check(`
      openAccount A BTC customer=alice
      deactivateAccount A
      disableCustomer alice
      deactivateCustomer alice
      activateCustomer alice
      customer alice active=yes enabled=no
    `)
  })

  it('refuses an unknown and an active customer', () => {
    check(`
      openAccount A BTC customer=alice
      activateCustomer nobody -> customer.internal.not.exists
      activateCustomer alice -> customer.active
    `)
  })
})

describe('updateCustomer', () => {
  it('changes what is given and leaves the rest', () => {
    check(`
      openAccount A BTC customer=alice country=US provider=GB customerAccounting=USD
      updateCustomer alice externalId=alice country=DE
      customer alice externalId=alice country=DE provider=GB accounting=USD
      updateCustomer alice externalId=alice provider=FR accounting=CZK
      customer alice externalId=alice country=DE provider=FR accounting=CZK
    `)
  })

  it('moves the external id: the new one finds the customer, the old one is free', () => {
    check(`
      openAccount A BTC customer=alice
      updateCustomer alice externalId=alicia
      customer alice externalId=alicia accounts=1
      openAccount B BTC customer=alicia
      customer alicia externalId=alicia accounts=2
      openAccount C BTC customer=alice
      customer alice externalId=alice accounts=1
    `)
  })

  it('refuses the external id of another customer of the tenant', () => {
    check(`
      openAccount A BTC customer=alice
      openAccount B BTC customer=bob
      openAccount C BTC customer=carol tenant=other
      updateCustomer bob externalId=alice -> validation.failed
      updateCustomer bob externalId=carol
      customer bob externalId=carol
    `)
  })

  it('applies the accounting currency to accounts opened later only', () => {
    check(`
      openAccount A BTC customer=alice customerAccounting=USD
      updateCustomer alice externalId=alice accounting=CZK
      openAccount B BTC customer=alice
      account A accounting=USD
      account B accounting=CZK
    `)
  })

  it('refuses an unknown customer', () => {
    check('updateCustomer nobody externalId=x -> customer.internal.not.exists')
  })
})

it('never finds a customer of another tenant', () => {
  check(`
    openAccount A BTC customer=alice
    updateCustomer     alice externalId=x tenant=other -> customer.internal.not.exists
    disableCustomer    alice tenant=other -> customer.internal.not.exists
    enableCustomer     alice tenant=other -> customer.internal.not.exists
    deactivateCustomer alice tenant=other -> customer.internal.not.exists
    activateCustomer   alice tenant=other -> customer.internal.not.exists
    customer alice enabled=yes active=yes externalId=alice
  `)
})
