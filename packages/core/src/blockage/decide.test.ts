import { describe, expect, it } from 'vitest'
import { blockagesOf, rateTable } from '../ledger.fixture.js'
import { check } from '../table.fixture.js'
import { blockedAmount } from './blockage.js'

describe('placeBlockage', () => {
  it('takes the amount from what is available and leaves the balance, any number of times', () => {
    check(`
      openAccount A BTC
      fund A 10
      placeBlockage h1 A 4
      account A balance=10 available=6
      placeBlockage h2 A 4 type=CARD
      placeBlockage h3 A 0.00000001 type=RENT
      account A balance=10 available=1.99999999
      blockages A CARD:4 CARD:4 RENT:0.00000001
    `)
  })

  it('may block more than there is, unless told to make sure', () => {
    check(`
      openAccount A BTC
      fund A 10
      placeBlockage h1 A 10.00000001 ensure=yes -> balance.insufficient
      placeBlockage h2 A 10 ensure=yes
      placeBlockage h3 A 0.00000001 ensure=yes -> balance.insufficient
      placeBlockage h4 A 5
      account A balance=10 available=-5
    `)
  })

  it('makes sure of what is available, not of the balance', () => {
    check(`
      openAccount A BTC customer=alice
      fund A 10
      freezeAccount A
      placeBlockage h1 A 1 ensure=yes -> balance.insufficient
      unfreezeAccount A
      disableCustomer alice
      placeBlockage h1 A 1 ensure=yes -> balance.insufficient
      enableCustomer alice
      placeBlockage h1 A 1 ensure=yes
    `)
  })

  it('refuses an unknown or deactivated account and an amount that is none', () => {
    check(`
      openAccounts A BTC B BTC
      deactivateAccount B
      placeBlockage h nobody 1 -> account.not.exists
      placeBlockage h B 1 -> account.inactive
      placeBlockage h A 0 -> amount.format
      placeBlockage h A -1 -> amount.format
      placeBlockage h A 1e2 -> amount.format
      placeBlockage h A 0.000000001 -> amount.format
    `)
  })

  it('reports the first of several faults', () => {
    check(`
      openAccounts A BTC B BTC
      deactivateAccount B
      placeBlockage h nobody x ensure=yes -> account.not.exists
      placeBlockage h B x ensure=yes -> account.inactive
      placeBlockage h A x ensure=yes -> amount.format
      placeBlockage h A 1 ensure=yes -> balance.insufficient
    `)
  })
})

describe('releaseBlockage', () => {
  it('gives the amount back, once', () => {
    check(`
      openAccount A BTC
      fund A 10
      placeBlockage h1 A 4
      placeBlockage h2 A 3
      releaseBlockage h1
      account A balance=10 available=7
      releaseBlockage h1 -> blockage.not.exists
      account A available=7
      blockages A CARD:3
    `)
  })

  it('does not end a freeze', () => {
    const played = check(`
      openAccount A BTC
      fund A 10
      freezeAccount A
    `)
    const freeze = played.ledger.account(played.accountId('A')).frozenBy
    played.bind('freeze', freeze ?? '')
    played.play(`
      releaseBlockage freeze -> account.frozen
      account A frozen=yes available=0
    `)
  })

  it('refuses an unknown blockage', () => {
    check('releaseBlockage nobody -> blockage.not.exists')
  })
})

describe('releaseAllBlockages', () => {
  it('gives back every hold of the account, and of no other', () => {
    check(`
      openAccounts A BTC B BTC
      fund A 10
      placeBlockage h1 A 4
      placeBlockage h2 A 3
      placeBlockage h3 B 2
      releaseAllBlockages A count=2
      account A balance=10 available=10
      blockages A
      account B available=-2
      releaseAllBlockages A count=0
    `)
  })

  it('leaves the freeze, which ends with unfreezing', () => {
    check(`
      openAccount A BTC
      fund A 10
      placeBlockage h1 A 4
      freezeAccount A
      releaseAllBlockages A count=1
      account A frozen=yes available=0
      blockages A ACCOUNT_FROZEN:0
    `)
  })

  it('refuses an unknown account and one of a deactivated customer', () => {
    check(`
      openAccount A BTC customer=alice
      deactivateAccount A
      deactivateCustomer alice
      releaseAllBlockages nobody -> account.not.exists
      releaseAllBlockages A -> customer.blockage.inactive
    `)
  })
})

describe('payFromBlockage', () => {
  it('pays the whole hold', () => {
    check(`
      openAccounts A BTC B BTC
      fund A 10
      placeBlockage h A 4
      payFromBlockage h B 4
      account A balance=6 available=6
      account B balance=4 available=4
      blockages A
      payFromBlockage h B 1 -> blockage.not.exists
    `)
  })

  it('pays a part, and the rest becomes available', () => {
    check(`
      openAccounts A BTC B BTC
      fund A 10
      placeBlockage h A 4
      payFromBlockage h B 1
      account A balance=9 available=9
      blockages A
    `)
  })

  it('pays out of what is held even when nothing else is available', () => {
    check(`
      openAccounts A BTC B BTC
      fund A 10
      placeBlockage h1 A 4
      placeBlockage h2 A 6
      account A available=0
      payFromBlockage h1 B 4
      account A balance=6 available=0
    `)
  })

  it('keeps the hold when the payment is refused', () => {
    check(`
      openAccounts A BTC B BTC C EUR D BTC
      deactivateAccount D
      fund A 10
      placeBlockage h A 4
      placeBlockage over A 9
      payFromBlockage h B 4.00000001 -> blockage.amount.exceeded
      payFromBlockage h nobody 4 -> recipientAccount.not.exists
      payFromBlockage h D 4 -> recipientAccount.not.exists
      payFromBlockage h A 4 -> validation.failed
      payFromBlockage h C 4 -> transaction.currency.incompatible
      payFromBlockage h B 0 -> amount.format
      payFromBlockage h B 0.000000001 -> amount.format
      payFromBlockage h B 4 -> balance.insufficient
      freezeAccount A
      payFromBlockage h B 4 -> senderAccount.frozen
      unfreezeAccount A
      blockages A CARD:4 CARD:9
      account A balance=10 available=-3
      releaseBlockage over
      payFromBlockage h B 4
    `)
    check(
      `
        openAccount A EUR
        openAccount B EUR accounting=USD
        fund A 10
        placeBlockage h A 4
        payFromBlockage h B 4 -> rate.not.found
        blockages A CARD:4
        account A balance=10 available=6
      `,
      rateTable({}, true),
    )
  })

  it('refuses an unknown blockage, and a freeze', () => {
    const played = check(`
      openAccounts A BTC B BTC
      fund A 10
      freezeAccount A
      payFromBlockage nobody B 1 -> blockage.not.exists
    `)
    played.bind('freeze', played.ledger.account(played.accountId('A')).frozenBy ?? '')
    played.play(`
      payFromBlockage freeze B 1 -> senderAccount.frozen
      payFromBlockage freeze B x -> senderAccount.frozen
    `)
  })

  it('reports the first of several faults', () => {
    check(`
      openAccounts A BTC B EUR customer=alice
      openAccount C BTC
      fund A 10
      placeBlockage h A 4
      freezeAccount A
      disableCustomer alice
      payFromBlockage nobody nobody x -> blockage.not.exists
      payFromBlockage h nobody 4 -> recipientAccount.not.exists
      payFromBlockage h B 4 -> senderAccount.customer.disabled
      enableCustomer alice
      payFromBlockage h B 4 -> senderAccount.frozen
      unfreezeAccount A
      payFromBlockage h B 4 -> transaction.currency.incompatible
      payFromBlockage h C 11 -> blockage.amount.exceeded
    `)
  })

  it.each([
    ['payFromBlockage h nobody 5 -> recipientAccount.not.exists'],
    ['payFromBlockage h nobody x -> recipientAccount.not.exists'],
    ['disableCustomer alice\npayFromBlockage h C 5 -> senderAccount.customer.disabled'],
    ['freezeAccount A\npayFromBlockage h C 5 -> senderAccount.frozen'],
    ['payFromBlockage h B 5 -> transaction.currency.incompatible'],
    ['payFromBlockage h A x -> validation.failed'],
  ])('reports the amount last: %s', (lines) => {
    check(`
      openAccounts A BTC B EUR customer=alice
      openAccount C BTC
      fund A 10
      placeBlockage h A 4
      ${lines}
    `)
  })
})

describe('blockedAmount', () => {
  it('of a freeze is the balance, of a hold its amount', () => {
    const played = check(`
      openAccount A BTC
      fund A 10
      placeBlockage h A 4
      freezeAccount A
    `)
    const { ledger } = played
    const account = ledger.account(played.accountId('A'))
    const blocked = blockagesOf(ledger.kept, account.id).map((blockage) => blockedAmount(blockage, account))
    expect(blocked).toEqual([4_0000_0000n, 10_0000_0000n])
    expect(account.balance - (blocked[0] ?? 0n) - (blocked[1] ?? 0n)).toBe(ledger.available(account.id))
  })
})

it('never finds a blockage or account of another tenant, nor one of the ledger’s own', () => {
  check(`
    openAccounts A BTC B BTC
    openAccount MINE BTC tenant=other
    fund A 10
    placeBlockage h A 4
    releaseBlockage h tenant=other -> blockage.not.exists
    payFromBlockage h MINE 4 tenant=other -> blockage.not.exists
    payFromBlockage h MINE 4 -> recipientAccount.not.exists
    payFromBlockage h world:BTC 4 -> recipientAccount.not.exists
    placeBlockage h2 A 1 tenant=other -> account.not.exists
    placeBlockage h2 world:BTC 1 -> account.not.exists
    releaseAllBlockages A tenant=other -> account.not.exists
    releaseAllBlockages world:BTC -> account.not.exists
    blockages A CARD:4
  `)
})
