import { describe, expect, it } from 'vitest'
import { type Account, available, availableThen } from '../account/account.js'
import { freezeAccount, openAccount, unfreezeAccount } from '../account/decide.js'
import { placeBlockage, releaseBlockages } from '../blockage/decide.js'
import { BLOCKAGES } from '../blockage/table.js'
import { disableCustomer, enableCustomer } from '../customer/decide.js'
import { CUSTOMERS } from '../customer/table.js'
import type { Decision } from '../decision.js'
import type { AccountId } from '../ids.js'
import { customerKey } from '../key.js'
import { blockagesOf, TENANT, TestLedger } from '../ledger.fixture.js'
import { View } from '../view.js'

/** An account, its customer, and a unit of work on them that notes how both stand after it. */
function opened() {
  const ledger = new TestLedger()
  const customer = {
    externalId: 'alice',
    accountingCurrency: null,
    customerCountry: null,
    providerCountry: null,
  }
  const owned = ledger.must(openAccount, {
    tenant: TENANT,
    account: {
      currency: 'EUR',
      xpub: null,
      customer,
      accountingCurrency: null,
      accountCode: null,
      accountNumber: null,
    },
  })
  const account = owned.account.id
  const id = owned.customer?.id
  if (id === undefined) throw new Error('it has no customer')
  const noted = (...decisions: readonly Decision<unknown>[]) => {
    const view = new View()
    view.putAccount(ledger.account(account))
    const owner = ledger.kept.find(customerKey(TENANT, id))
    if (owner !== undefined) view.put(CUSTOMERS, owner)
    for (const blockage of blockagesOf(ledger.kept, account)) view.put(BLOCKAGES, blockage)
    for (const decision of decisions) {
      if (!decision.accepted) throw new Error(decision.rejection.code)
      for (const change of decision.changes) view.apply(change)
    }
    view.recordStatuses(7)
    view.recordStatuses(8)
    return view.changes.flatMap((change) => (change.type === 'standing.noted' ? [change.standing] : []))
  }
  return { ledger, account, customer: id, noted }
}

const hold = (account: AccountId, amount: string) => ({
  tenant: TENANT,
  account,
  amount,
  type: 'CARD',
  description: null,
  ensureSufficientBalance: false,
})

describe('a unit of work notes', () => {
  it('how an account stands after all that was blocked, released and frozen, once', () => {
    const { ledger, account, noted } = opened()
    const blocked = placeBlockage.decide(ledger.kept, hold(account, '3'), ledger.env)
    const more = placeBlockage.decide(ledger.kept, hold(account, '0.5'), ledger.env)
    const frozen = freezeAccount.decide(ledger.kept, { tenant: TENANT, account }, ledger.env)
    expect(noted(blocked, more)).toEqual([
      { tenant: TENANT, subject: account, at: 7, blocked: 350n, stopped: false },
    ])
    expect(noted(blocked, frozen)).toMatchObject([{ blocked: 300n, stopped: true }])
    ledger.must(placeBlockage, hold(account, '3'))
    ledger.must(freezeAccount, { tenant: TENANT, account })
    const released = releaseBlockages.decide(ledger.kept, { tenant: TENANT, account }, ledger.env)
    const thawed = unfreezeAccount.decide(ledger.kept, { tenant: TENANT, account }, ledger.env)
    expect(noted(released)).toMatchObject([{ blocked: 0n, stopped: true }])
    expect(noted(released, thawed)).toMatchObject([{ blocked: 0n, stopped: false }])
  })

  it('a customer that is disabled or enabled, and none that is changed otherwise', () => {
    const { ledger, account, customer, noted } = opened()
    const onCustomer = { tenant: TENANT, customer }
    const disabled = disableCustomer.decide(ledger.kept, onCustomer, ledger.env)
    expect(noted(disabled)).toEqual([
      { tenant: TENANT, subject: customer, at: 7, blocked: 0n, stopped: true },
    ])
    ledger.must(disableCustomer, onCustomer)
    expect(noted(enableCustomer.decide(ledger.kept, onCustomer, ledger.env))).toMatchObject([
      { subject: customer, stopped: false },
    ])
    const known = ledger.kept.find(customerKey(TENANT, customer))
    if (known === undefined) throw new Error('there is none')
    const counted = { ...known, activeAccounts: 5, active: false }
    const change = { type: 'customer.updated', customer: counted } as const
    const updated = { type: 'account.updated', account: ledger.account(account) } as const
    expect(noted({ accepted: true, output: null, changes: [change, updated] })).toEqual([])
  })
})

it.each([
  [10n, 0n, false, false, 10n],
  [10n, 4n, false, false, 6n],
  [10n, 14n, false, false, -4n],
  [10n, 4n, true, false, -4n],
  [10n, 4n, false, true, 0n],
  [10n, 4n, true, true, 0n],
])(
  'of %s, with %s blocked, frozen %s, disabled %s: %s is available, then as now',
  (balance, blocked, frozen, disabled, rest) => {
    expect(availableThen({ scale: 2, balance, blocked, frozen, disabled })).toBe(rest)
    const { ledger, account, customer } = opened()
    const now: Account = {
      ...ledger.account(account),
      balance,
      blocked,
      frozenBy: frozen ? ('x' as never) : null,
    }
    const owner = ledger.kept.find(customerKey(TENANT, customer))
    expect(available(now, owner && { ...owner, enabled: !disabled })).toBe(rest)
  },
)
