/**
 * A client that was written for the documented API and never heard of us: the public, typed
 * `@tatumio/api-client`, unchanged. It types what it gets, so the compiler checks the shapes too.
 */

import { chainCatalogue, operations } from '@tallystick/operations'
import { type Account, ApiError, ApiServices, TatumApi } from '@tatumio/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routesOf } from '../routes.js'
import { KEY, type Running, startService } from '../service.fixture.js'
import { chosen } from './storages.fixture.js'

const { ledger, tatum, exchangeRate } = ApiServices

/** Areas that other files are about. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'Key Management System',
  'Blockchain addresses',
  'Blockchain operations',
  'Virtual account blockchain fees',
  'Withdrawal',
  'Notification subscriptions',
  'Custodial managed wallets',
  'Order Book',
])

/** The error that a call of the client ends with. */
async function refusal(call: PromiseLike<unknown>): Promise<ApiError> {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('The call was not refused')
}

describe.each(chosen)('on $name', ({ open }) => {
  let service: Running

  beforeAll(async () => {
    // It would win over the URL below.
    delete process.env['TATUM_API_URL']
    service = await startService({ storage: await open() })
    TatumApi(KEY, service.url)
  })
  afterAll(() => service.close())

  let points: Account
  let alice: Account
  let bob: Account

  describe('virtual currencies', () => {
    test('create, read, update', async () => {
      points = await ledger.virtualCurrency.createCurrency({
        name: 'VC_POINTS',
        supply: '1000000',
        basePair: 'EUR',
        baseRate: 0.01,
        description: 'Loyalty points',
        customer: { externalId: 'the-shop', accountingCurrency: 'USD', customerCountry: 'CZ' },
      })
      expect(points).toMatchObject({
        balance: { accountBalance: '1000000', availableBalance: '1000000' },
        currency: 'VC_POINTS',
        active: true,
        frozen: false,
      })
      expect(await ledger.virtualCurrency.getCurrency('VC_POINTS')).toEqual({
        name: 'VC_POINTS',
        supply: '1000000',
        accountId: points.id,
        baseRate: 0.01,
        precision: expect.any(Number),
        basePair: 'EUR',
        customerId: points.customerId,
        description: 'Loyalty points',
      })
      expect(
        await ledger.virtualCurrency.updateCurrency({ name: 'VC_POINTS', baseRate: 0.02, basePair: 'USD' }),
      ).toBeUndefined()
      expect(await ledger.virtualCurrency.getCurrency('VC_POINTS')).toMatchObject({
        baseRate: 0.02,
        basePair: 'USD',
      })
    })

    test('mint and revoke', async () => {
      const { reference } = await ledger.virtualCurrency.mintCurrency({
        accountId: points.id,
        amount: '10.5',
      })
      expect(reference).toMatch(/^[0-9a-f-]{36}$/)
      await ledger.virtualCurrency.revokeCurrency({
        accountId: points.id,
        amount: '0.5',
        senderNote: 'too many',
      })
      expect((await ledger.virtualCurrency.getCurrency('VC_POINTS')).supply).toBe('1000010')
    })

    test('of a name that is taken', async () => {
      const error = await refusal(
        ledger.virtualCurrency.createCurrency({ name: 'VC_POINTS', supply: '1', basePair: 'EUR' }),
      )
      expect([error.status, error.body.errorCode]).toEqual([403, 'virtual.duplicate'])
    })
  })

  describe('accounts', () => {
    test('create one, one of a chain, and several', async () => {
      alice = await ledger.account.createAccount({
        currency: 'VC_POINTS',
        customer: { externalId: 'alice' },
        accountCode: 'AC_1',
        accountNumber: '123',
        accountingCurrency: 'USD',
        compliant: false,
      })
      const bitcoin = await ledger.account.createAccount({
        currency: 'BTC',
        xpub: 'xpub6EsCk1uU6cJzqvP9CdsTiJwT2rF748YkPnhv5Qo8q44DG7nn2vbyt48YRsNSUYS44jFCW9gwvD9kLQu9AuqXpTpM1c5hgg9PsuBLdeNncid',
        customer: { externalId: 'alice' },
      })
      expect(bitcoin).toMatchObject({
        currency: 'BTC',
        customerId: alice.customerId,
        xpub: expect.any(String),
      })
      const both = await ledger.account.createAccountBatch({
        accounts: [
          { currency: 'VC_POINTS', customer: { externalId: 'bob' } },
          { currency: 'EUR', customer: { externalId: 'bob' } },
        ],
      })
      expect(both.map(({ currency }) => currency)).toEqual(['VC_POINTS', 'EUR'])
      const [first] = both
      if (first === undefined) throw new Error('No account')
      bob = first
    })

    test('read and list', async () => {
      expect(await ledger.account.getAccountByAccountId(alice.id)).toEqual(alice)
      expect(await ledger.account.getAccountBalance(alice.id)).toEqual({
        accountBalance: '0',
        availableBalance: '0',
      })
      const list = await ledger.account.getAccounts(
        10,
        0,
        'desc',
        'account_balance',
        true,
        false,
        false,
        'VC_POINTS',
      )
      expect(list.map(({ id }) => id)).toContain(alice.id)
      expect(list[0]?.id).toBe(points.id)
      expect(await ledger.account.getAccounts(1, 1)).toHaveLength(1)
      expect(await ledger.account.getAccountsCount()).toEqual({ total: 5 })
      const own = await ledger.account.getAccountsByCustomerId(50, alice.customerId ?? '')
      expect(own.map(({ currency }) => currency).sort()).toEqual(['BTC', 'VC_POINTS'])
    })

    test('update', async () => {
      expect(
        await ledger.account.updateAccountByAccountId(alice.id, {
          accountCode: 'AC_2',
          accountNumber: '456',
        }),
      ).toBeUndefined()
      expect(await ledger.account.getAccountByAccountId(alice.id)).toMatchObject({
        accountCode: 'AC_2',
        accountNumber: '456',
      })
    })

    test('freeze, unfreeze, deactivate, activate: calls without a body', async () => {
      expect(await ledger.account.freezeAccount(alice.id)).toBeUndefined()
      expect((await ledger.account.getAccountByAccountId(alice.id)).frozen).toBe(true)
      await ledger.account.unfreezeAccount(alice.id)
      await ledger.account.deactivateAccount(alice.id)
      expect((await refusal(ledger.account.getAccountByAccountId(alice.id))).body).toMatchObject({
        statusCode: 403,
        errorCode: 'account.not.exists',
      })
      await ledger.account.activateAccount(alice.id)
      expect((await ledger.account.getAccountByAccountId(alice.id)).active).toBe(true)
    })
  })

  describe('payments', () => {
    test('one, and several at once', async () => {
      const { reference } = await ledger.transaction.sendTransaction({
        senderAccountId: points.id,
        recipientAccountId: alice.id,
        amount: '100.25',
        anonymous: false,
        compliant: false,
        transactionCode: '1_01_EXTERNAL_CODE',
        paymentId: '9625',
        recipientNote: 'Thank you',
        senderNote: 'Private',
        baseRate: 1,
      })
      const records = await ledger.transaction.getTransactionsByReference(reference ?? '')
      expect(records.map(({ amount, transactionType }) => [amount, transactionType])).toEqual([
        ['-100.25', 'DEBIT_PAYMENT'],
        ['100.25', 'CREDIT_PAYMENT'],
      ])
      const references = await ledger.transaction.sendTransactionBatch({
        senderAccountId: points.id,
        transaction: [
          { recipientAccountId: alice.id, amount: '1' },
          { recipientAccountId: bob.id, amount: '2' },
        ],
      })
      expect(references).toHaveLength(2)
      expect(await ledger.account.getAccountBalance(alice.id)).toEqual({
        accountBalance: '101.25',
        availableBalance: '101.25',
      })
    })

    test('lists, and their number', async () => {
      const list = await ledger.transaction.getTransactionsByAccountId({ id: alice.id }, 10)
      expect(list).toEqual([
        expect.objectContaining({ amount: '1', operationType: 'PAYMENT', currency: 'VC_POINTS' }),
        expect.objectContaining({
          accountId: alice.id,
          counterAccountId: points.id,
          amount: '100.25',
          anonymous: false,
          created: expect.any(Number),
          marketValue: {
            amount: expect.any(String),
            currency: expect.any(String),
            source: expect.any(String),
            sourceDate: expect.any(Number),
          },
          transactionCode: '1_01_EXTERNAL_CODE',
          paymentId: '9625',
          recipientNote: 'Thank you',
        }),
      ])
      expect(list).not.toEqual(expect.arrayContaining([expect.objectContaining({ senderNote: 'Private' })]))
      expect(
        await ledger.transaction.getTransactionsByAccountId({ id: alice.id }, undefined, undefined, true),
      ).toBe(2)
      const mine = { id: alice.customerId ?? '', transactionTypes: ['CREDIT_PAYMENT' as const] }
      expect(await ledger.transaction.getTransactionsByCustomerId(mine, 1, 1)).toHaveLength(1)
      expect(await ledger.transaction.getTransactions({ currency: 'VC_POINTS' }, undefined, 0, true)).toBe(9)
    })

    test('without the money for it', async () => {
      const error = await refusal(
        ledger.transaction.sendTransaction({
          senderAccountId: bob.id,
          recipientAccountId: alice.id,
          amount: '1000000000',
        }),
      )
      expect([error.status, error.message]).toEqual([403, expect.any(String)])
      expect(error.body).toEqual({
        statusCode: 403,
        errorCode: 'balance.insufficient',
        message: expect.any(String),
      })
    })
  })

  describe('blockages', () => {
    test('block, list, read, pay from, delete', async () => {
      const { id = '' } = await ledger.account.blockAmount(alice.id, {
        amount: '50',
        type: 'CARD_HOLD',
        description: 'Card',
        ensureSufficientBalance: true,
      })
      expect(await ledger.account.getBlockAmount(alice.id, 50)).toEqual([
        { id, accountId: alice.id, amount: '50', type: 'CARD_HOLD', description: 'Card' },
      ])
      expect(await ledger.account.getBlockAmountById(id)).toMatchObject({ id, amount: '50' })
      expect((await ledger.account.getAccountBalance(alice.id)).availableBalance).toBe('51.25')
      const { reference } = await ledger.account.unblockAmountWithTransaction(id, {
        recipientAccountId: bob.id,
        amount: '20',
      })
      expect(await ledger.transaction.getTransactionsByReference(reference ?? '')).toHaveLength(2)
      const second = await ledger.account.blockAmount(alice.id, { amount: '1', type: 'x' })
      await ledger.account.deleteBlockAmount(second.id ?? '')
      await ledger.account.blockAmount(alice.id, { amount: '1', type: 'x' })
      await ledger.account.deleteAllBlockAmount(alice.id)
      expect(await ledger.account.getAccountBalance(alice.id)).toEqual({
        accountBalance: '81.25',
        availableBalance: '81.25',
      })
    })

    test('that is not there', async () => {
      const error = await refusal(ledger.account.deleteBlockAmount('5fb7bdf6e96d9ab593e191a5'))
      expect([error.status, error.body.errorCode]).toEqual([403, 'blockage.not.exists'])
    })
  })

  describe('customers', () => {
    test('list, read by either ID, update, and the four switches', async () => {
      const id = bob.customerId ?? ''
      expect((await ledger.customer.findAllCustomers(50)).map(({ externalId }) => externalId).sort()).toEqual(
        ['alice', 'bob', 'the-shop'],
      )
      expect(await ledger.customer.getCustomerByExternalOrInternalId('bob')).toEqual(
        await ledger.customer.getCustomerByExternalOrInternalId(id),
      )
      expect(
        await ledger.customer.updateCustomer(id, { externalId: 'robert', customerCountry: 'DE' }),
      ).toMatchObject({ id, externalId: 'robert', customerCountry: 'DE', enabled: true, active: true })
      await ledger.customer.disableCustomer(id)
      expect((await ledger.account.getAccountBalance(bob.id)).availableBalance).toBe('0')
      await ledger.customer.enableCustomer(id)
      for (const account of await ledger.account.getAccountsByCustomerId(50, id)) {
        if (account.id !== bob.id) await ledger.account.deactivateAccount(account.id)
      }
      expect((await refusal(ledger.customer.deactivateCustomer(id))).body.errorCode).toBe(
        'customer.deactivate.account.active',
      )
      const { accountBalance } = await ledger.account.getAccountBalance(bob.id)
      await ledger.transaction.sendTransaction({
        senderAccountId: bob.id,
        recipientAccountId: alice.id,
        amount: accountBalance,
      })
      await ledger.account.deactivateAccount(bob.id)
      await ledger.customer.deactivateCustomer(id)
      await ledger.customer.activateCustomer(id)
      expect(await ledger.customer.getCustomerByExternalOrInternalId('robert')).toMatchObject({
        active: true,
      })
    })
  })

  describe('the rest', () => {
    // The client has no member for deposits, but the service class is exported.
    test('deposits', async () => {
      const { DepositService } = await import('@tatumio/api-client')
      expect(await DepositService.getDeposits(50, 0, 'desc', 'Done')).toEqual([])
      expect(await DepositService.getDepositsCount()).toEqual({ total: 0 })
    })

    test('version, usage, rates', async () => {
      expect(await tatum.getVersion()).toMatchObject({ status: 'ACTIVE', testnet: true })
      expect(await tatum.getCredits()).toEqual([
        { day: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/), usage: expect.any(Number) },
      ])
      expect(await exchangeRate.getExchangeRate('EUR', 'EUR')).toMatchObject({
        id: 'EUR',
        value: '1',
        basePair: 'EUR',
      })
    })

    test('freezing the key leaves it reading', async () => {
      await tatum.freezeApiKey()
      const error = await refusal(ledger.account.createAccount({ currency: 'EUR' }))
      expect([error.status, error.body.errorCode]).toEqual([401, 'subscription.not.active'])
      expect(await ledger.account.getAccounts(1)).toHaveLength(1)
      await tatum.unfreezeApiKey()
    })
  })

  describe('errors', () => {
    test('of a field', async () => {
      const error = await refusal(ledger.account.blockAmount(alice.id, { amount: 'ten', type: 'x' }))
      expect(error.status).toBe(400)
      expect(error.body).toEqual({
        statusCode: 400,
        errorCode: 'validation.failed',
        message: expect.any(String),
        data: [
          { target: 'body', property: 'amount', value: 'ten', constraints: { pattern: expect.any(String) } },
        ],
      })
    })

    test('of the key', async () => {
      TatumApi('wrong', service.url)
      const error = await refusal(tatum.getVersion())
      TatumApi(KEY, service.url)
      expect([error.status, error.body.errorCode]).toEqual([401, 'subscription.invalid'])
    })
  })

  test('the client has been through every route of the ledger, with success', async () => {
    const { text } = await service.call('GET', '/metrics')
    // Chains, addresses, withdrawals and keys: public-client.chains.test.ts, public-client.addresses.test.ts,
    // custody/flow.test.ts, public-client.custody.test.ts, public-client.trade.test.ts and, for each family, its own
    // file. Tokens: chains/src/tokens.test.ts, without the client.
    const ofLedger = operations.filter(
      ({ id, area, description = '' }) =>
        !Object.hasOwn(chainCatalogue, id) &&
        !ELSEWHERE.has(area) &&
        // Of what the documents do not have, it cannot have heard.
        !description.includes("Tallystick's own"),
    )
    for (const { method, path } of routesOf(ofLedger)) {
      expect(text).toMatch(
        new RegExp(
          `requests_total\\{method="${method}",route="${path.replaceAll(/[{}]/g, '\\$&')}",status="20[04]"\\}`,
        ),
      )
    }
  })
})
