import { describe, expect, it } from 'vitest'
import { openAccount } from '../account/decide.js'
import type { AccountId } from '../ids.js'
import { rateTable, TENANT, TestLedger, world } from '../ledger.fixture.js'
import { check } from '../table.fixture.js'
import { type RecordDeposit, recordDeposit } from './decide.js'

describe('recordDeposit', () => {
  it('credits what is Done, out of the world', () => {
    check(`
      openAccount A BTC
      recordDeposit A 1.5
      account A balance=1.5 available=1.5
      account world:BTC balance=-1.5
    `)
  })

  it('credits once, however often and in whatever order an output is reported', () => {
    for (const reports of [
      ['Done'],
      ['Done', 'Done', 'Done'],
      ['InProgress', 'Done'],
      ['InProgress', 'InProgress', 'Done', 'InProgress', 'Done'],
      ['Done', 'InProgress'],
    ]) {
      check(`
        openAccount A BTC
        ${reports.map((status) => `recordDeposit A 2 status=${status}`).join('\n')}
        account A balance=2
        account world:BTC balance=-2
      `)
    }
  })

  it('credits nothing before Done, nor when Failed', () => {
    const { ledger } = check(`
      openAccount A BTC
      recordDeposit A 2 status=InProgress
      account A balance=0
      recordDeposit A 2 status=Failed
      recordDeposit A 2 status=InProgress
      recordDeposit A 2 status=Failed
      account A balance=0
      recordDeposit A 2 tx=other status=Failed
      account A balance=0
    `)
    expect(ledger.entries).toEqual([])
  })

  it('refuses to take a settled output back', () => {
    check(`
      openAccount A BTC
      recordDeposit A 2 tx=done
      recordDeposit A 2 tx=done status=Failed -> deposit.unexpected.state
      account A balance=2
    `)
  })

  it('credits a failed output that a reorganisation brought back, once', () => {
    check(`
      openAccount A BTC
      recordDeposit A 2 tx=lost status=InProgress
      recordDeposit A 2 tx=lost status=Failed
      account A balance=0
      recordDeposit A 2 tx=lost status=InProgress
      recordDeposit A 2 tx=lost
      recordDeposit A 2 tx=lost
      account A balance=2
    `)
  })

  it('records what has failed also on an account that was deactivated meanwhile', () => {
    check(`
      openAccount A BTC
      recordDeposit A 2 tx=lost status=InProgress
      deactivateAccount A
      recordDeposit A 2 tx=lost status=Failed
      recordDeposit A 2 tx=lost -> account.not.exists
    `)
  })

  it('tells outputs apart by currency, transaction, index and address', () => {
    check(`
      openAccounts A BTC B LTC
      recordDeposit A 1 tx=a vout=0 address=x
      recordDeposit A 1 tx=a vout=1 address=x
      recordDeposit A 1 tx=b vout=0 address=x
      recordDeposit A 1 tx=a vout=0 address=y
      recordDeposit B 1 tx=a vout=0 address=x
      account A balance=4
      account B balance=1
      recordDeposit A 1 tx=a vout=0 address=y
      account A balance=4
    `)
  })

  it('refuses an output that was reported for another account', () => {
    check(`
      openAccounts A BTC B BTC
      recordDeposit A 1 tx=a status=InProgress
      recordDeposit B 1 tx=a -> deposit.unexpected.state
      recordDeposit A 1 tx=a
      recordDeposit B 1 tx=a -> deposit.unexpected.state
      recordDeposit B 1 tx=a status=InProgress -> deposit.unexpected.state
      account A balance=1
      account B balance=0
    `)
  })

  it('reaches a frozen account and a disabled customer’s, not a deactivated one', () => {
    check(`
      openAccounts A BTC B BTC customer=alice
      deactivateAccount B
      freezeAccount A
      disableCustomer alice
      recordDeposit A 1 tx=a
      account A balance=1 available=0
      recordDeposit B 1 tx=b -> account.not.exists
    `)
  })

  it('answers a repetition even when the account could not receive any more', () => {
    check(`
      openAccounts A BTC B BTC
      recordDeposit A 1 tx=a
      pay A B 1
      deactivateAccount A
      recordDeposit A 1 tx=a
      recordDeposit A 1 tx=a status=InProgress
      recordDeposit A 1 tx=b -> account.not.exists
    `)
  })

  it('refuses an unknown account, another currency and an amount that is none', () => {
    check(`
      openAccount A BTC
      recordDeposit nobody 1 -> account.not.exists
      recordDeposit A 1 currency=ETH -> transaction.currency.incompatible
      recordDeposit A 0 -> amount.format
      recordDeposit A -1 -> amount.format
      recordDeposit A 1e1 -> amount.format
      recordDeposit A 0.000000001 -> amount.format
      recordDeposit A 0 status=InProgress -> amount.format
      account A balance=0
    `)
  })

  it('refuses a virtual currency, whose supply is all that its accounts have', () => {
    check(`
      createCurrency A VC_GOLD 5
      recordDeposit A 1 currency=VC_GOLD -> transaction.currency.incompatible
      recordDeposit A 1 currency=VC_GOLD status=InProgress -> transaction.currency.incompatible
      account A balance=5
      supply VC_GOLD 5
    `)
  })

  it('reports the first of several faults', () => {
    check(`
      openAccounts A BTC B ETH
      recordDeposit A 1 tx=a
      recordDeposit nobody x tx=a currency=BTC -> deposit.unexpected.state
      recordDeposit A x tx=a status=Failed -> deposit.unexpected.state
      recordDeposit nobody x tx=b currency=ETH -> account.not.exists
      recordDeposit A x tx=b currency=ETH -> transaction.currency.incompatible
      recordDeposit A x tx=b -> amount.format
    `)
  })

  it('refuses a balance of more than 38 digits before the point', () => {
    check(`
      openAccount A BTC
      recordDeposit A ${'9'.repeat(38)} tx=a
      recordDeposit A 1 tx=b -> amount.format
      recordDeposit A 0.99999999 tx=c
      account A balance=${'9'.repeat(38)}.99999999
      recordDeposit A 0.00000001 tx=d -> amount.format
    `)
  })

  it('needs the rate of the account, when values are required', () => {
    check(
      `
        openAccount A BTC
        openAccount B BTC accounting=USD
        recordDeposit A 1 tx=a
        recordDeposit B 1 tx=b -> rate.not.found
        account B balance=0
      `,
      rateTable({ 'BTC/EUR': '40000' }, true),
    )
  })

  it('needs no rate but that of the account', () => {
    check(
      `
        openAccount A BTC accounting=USD
        recordDeposit A 1
      `,
      rateTable({ 'BTC/USD': '40000' }, true),
    )
  })

  it('never finds an account of another tenant, nor one of the ledger’s own', () => {
    check(`
      openAccount A BTC
      openAccount B BTC tenant=other
      recordDeposit A 1 tx=a
      recordDeposit A 1 tx=b tenant=other -> account.not.exists
      recordDeposit world:BTC 1 tx=b -> account.not.exists
      # The same output may be known to two tenants: each has its own record of it.
      recordDeposit B 1 tx=a tenant=other
      account A balance=1
      account B balance=1
    `)
  })

  describe('what is kept of it', () => {
    const ledger = new TestLedger()
    const { account } = ledger.must(openAccount, {
      tenant: TENANT,
      account: {
        currency: 'BTC',
        xpub: 'xpub6',
        customer: null,
        accountingCurrency: null,
        accountCode: null,
        accountNumber: null,
      },
    })
    const report: RecordDeposit = {
      tenant: TENANT,
      account: account.id,
      currency: 'BTC',
      amount: '0.5',
      txId: 'tx',
      vout: 3,
      address: 'bc1q',
      from: 'bc1p',
      derivationKey: 7,
      blockHeight: 100,
      blockHash: null,
      status: 'InProgress',
    }
    const opened = ledger.now
    const first = ledger.must(recordDeposit, report)
    ledger.now += 60_000
    const done = ledger.must(recordDeposit, {
      ...report,
      blockHeight: 101,
      blockHash: 'hash',
      status: 'Done',
    })
    const again = ledger.must(recordDeposit, { ...report, amount: '9', status: 'Done' })

    it('is all that was reported, with the wallet of the account', () => {
      expect(first).toMatchObject({
        account: account.id,
        currency: 'BTC',
        scale: 8,
        amount: 5000_0000n,
        txId: 'tx',
        vout: 3,
        address: 'bc1q',
        from: 'bc1p',
        xpub: 'xpub6',
        derivationKey: 7,
        blockHeight: 100,
        blockHash: null,
        status: 'InProgress',
        spent: false,
        created: opened,
      })
      expect(first.id).toMatch(/^[0-9a-f]{24}$/)
      expect(first.reference).toMatch(/^[0-9a-f-]{36}$/)
    })

    it('keeps id and time of the first report, and takes block and reference of the credit', () => {
      const { reference } = done
      expect(done).toEqual({ ...first, reference, blockHeight: 101, blockHash: 'hash', status: 'Done' })
      expect(reference > first.reference).toBe(true)
      expect(again).toEqual(done)
    })

    it('is recorded once, then updated', () => {
      const types = ledger.kept.changes
        .map((change) => change.type)
        .filter((type) => type.startsWith('deposit'))
      expect(types).toEqual(['deposit.recorded', 'deposit.updated'])
    })

    it('is credited by one DEPOSIT entry of its reference', () => {
      expect(ledger.entries).toHaveLength(1)
      expect(ledger.entries[0]).toMatchObject({
        operation: 'DEPOSIT',
        anonymous: false,
        reference: done.reference,
        amount: 5000_0000n,
        debit: { account: world('BTC') satisfies AccountId, balance: -5000_0000n },
        credit: { account: account.id, balance: 5000_0000n },
        details: { txId: 'tx', address: 'bc1q' },
      })
    })
  })
})
