import { REJECTIONS } from '@tallystick/core'
import { Fault, memoryStorage, Rejected } from '@tallystick/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectExample } from './examples.fixture.js'
import {
  deposit,
  FIRST_ADDRESS,
  fundedAccount,
  openLedger,
  pairs,
  refusal,
  refusalCode,
  START,
} from './ledger.fixture.js'
import { partly } from './property.fixture.js'
import type { Tallystick } from './tallystick.js'
import { callById, exampleOf, ledgerOperations, openWorld, unlike, type World } from './world.fixture.js'

describe('every operation', () => {
  it.each(ledgerOperations)('$id answers what its model says, and no more', async ({ id, output }) => {
    const world = await openWorld()
    await world.calls.createAccount({ currency: 'EUR' })
    const args = exampleOf(id).args(world) as object
    const answer = await callById(world.calls, id, args)
    expectExample(id, { args: { ...args }, answer })
    if (output === null) {
      expect(answer).toBeNull()
      return
    }
    expect(unlike(output, answer)).toEqual([])
    // Over the wire it stays the same.
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
    if (Array.isArray(answer)) expect(answer.length).toBeGreaterThan(0)
  })

  // Nothing is done: one world is enough.
  let known: World
  beforeAll(async () => {
    known = await openWorld()
  })
  it.each(ledgerOperations)('$id refuses an argument that it does not have', async ({ id }) => {
    const args = { ...(exampleOf(id).args(known) as object), unheard: 'of' }
    const { code, status, rejection } = await refusal(callById(known.calls, id, args))
    expect([code, status]).toEqual(['validation.failed', 400])
    expect(rejection.violations).toMatchObject([{ property: 'unheard' }])
  })
})

describe('a refusal', () => {
  it('is an error with code, status, and a sentence that says what to do', async () => {
    const { ledger } = openLedger()
    const from = await fundedAccount(ledger, '1')
    const to = await fundedAccount(ledger, '1')
    const refused = await refusal(
      ledger.sendTransaction({ senderAccountId: from, recipientAccountId: to, amount: '2' }),
    )
    expect(refused).toBeInstanceOf(Rejected)
    expect(refused).toBeInstanceOf(Error)
    expect({ ...refused, name: refused.name, message: refused.message }).toEqual({
      name: 'Rejected',
      code: 'balance.insufficient',
      status: 403,
      rejection: { code: 'balance.insufficient', detail: from },
      message: `${REJECTIONS['balance.insufficient'].cause} (${from}). ${REJECTIONS['balance.insufficient'].remedy}.`,
    })
  })

  it('names the place of the payment or account at fault', async () => {
    const { ledger } = openLedger()
    const from = await fundedAccount(ledger, '1')
    const to = await fundedAccount(ledger, '1')
    const payment = { recipientAccountId: to, amount: '0.6' }
    const payments = await refusal(
      ledger.sendTransactionBatch({ senderAccountId: from, transaction: [payment, payment] }),
    )
    expect(payments.rejection).toEqual({ code: 'balance.insufficient', detail: from, index: 1 })
    expect(payments.message).toMatch(/^Item 1: /)
    const accounts = await refusal(
      ledger.createAccountBatch({ accounts: [{ currency: 'EUR' }, { currency: 'NONE' }] }),
    )
    expect(accounts.rejection).toEqual({ code: 'ledger.currency.invalid', detail: 'NONE', index: 1 })
    expect(await ledger.getAccountsCount()).toEqual({ total: 2 })
    expect((await ledger.getAccountBalance({ id: from })).accountBalance).toBe('1')
  })

  it('lists the fields that do not fit', async () => {
    const { ledger } = openLedger()
    const refused = await refusal(ledger.blockAmount({ id: 'a', amount: '-1', type: '' }))
    expect([refused.code, refused.status]).toEqual(['validation.failed', 400])
    expect(refused.rejection.violations?.map(({ property }) => property).sort()).toEqual(['amount', 'type'])
  })

  it('is never a throw, whatever is given', async () => {
    const { ledger } = openLedger()
    const odd = [null, 1, 'text', [], () => 1, Symbol('odd'), 1n]
    for (const { id } of ledgerOperations) {
      for (const args of odd) expect(await refusalCode(callById(ledger, id, args))).toBe('validation.failed')
    }
    const parts = { params: {}, query: {}, body: undefined }
    const { caller } = await openWorld()
    for (const operation of ledgerOperations) {
      if (operation.body === null || operation.bodyOptional) continue
      const call = ledger.request(operation, parts, caller, {})
      expect(await refusalCode(call)).toBe('validation.failed')
    }
  })

  it('of an operation is one that it lists, or one of every call', async () => {
    const common = ['validation.failed', 'subscription.invalid', 'subscription.not.active']
    const seen = new Map<string, Set<string>>()
    const paying = ledgerOperations.filter(({ id }) => id === 'sendTransaction')
    for (const { id, errors } of new Set([...paying, ...partly('refusals', ledgerOperations)])) {
      // The example of each operation, on what is there and on what is not, in states where it is refused: those that
      // name nothing of what the states change have one.
      for (const state of STATES) {
        const world = await openWorld()
        await state(world.ledger, world)
        const given = exampleOf(id).args(world)
        for (const args of [given, JSON.parse(JSON.stringify(given).replaceAll('"0.5"', '"99"'))]) {
          for (let round = 0; round < 2; round++) {
            const code = await callById(world.ledger, id, args).then(
              () => null,
              (error: unknown) => {
                if (error instanceof Rejected) return error.code
                throw error
              },
            )
            if (code === null) continue
            expect([...errors, ...common], id).toContain(code)
            seen.set(id, (seen.get(id) ?? new Set()).add(code))
          }
        }
        const { account, recipient, customer, gold } = world
        const text = JSON.stringify(given)
        if (![account, recipient, customer, gold].some((changed) => text.includes(changed))) break
      }
    }
    expect(seen.get('sendTransaction')?.size).toBeGreaterThan(3)
  })
})

/** States of the world in which calls are refused. */
const STATES: readonly ((
  ledger: Tallystick,
  world: Awaited<ReturnType<typeof openWorld>>,
) => Promise<unknown>)[] = [
  async () => null,
  (ledger, { account }) => ledger.freezeAccount({ id: account }),
  (ledger, { customer }) => ledger.disableCustomer({ id: customer }),
  async (ledger, { account, recipient, customer }) => {
    await ledger.deleteAllBlockAmount({ id: account })
    await ledger.sendTransaction({ senderAccountId: account, recipientAccountId: recipient, amount: '10' })
    await ledger.deactivateAccount({ id: account })
    await ledger.deactivateCustomer({ id: customer })
  },
  (ledger, { gold }) => ledger.freezeAccount({ id: gold }),
]

it('a list that its owner uses again at once is in each call what it was then', async () => {
  const { ledger } = openLedger()
  const accounts: { currency: string }[] = []
  const calls = ['EUR', 'USD'].map((currency) => {
    accounts.splice(0, 1, { currency })
    return ledger.createAccountBatch({ accounts }, { idempotencyKey: currency })
  })
  const opened = (await Promise.all(calls)).flat()
  expect(opened.map(({ currency }) => currency)).toEqual(['EUR', 'USD'])
})

describe('an overloaded ledger', () => {
  it('refuses what does not fit its queue, and takes the rest to its end', async () => {
    const { ledger } = openLedger({ maxQueued: 3 })
    const calls = Array.from({ length: 5 }, () => ledger.createAccount({ currency: 'EUR' }))
    const outcomes = await Promise.allSettled(calls)
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done'))
    expect(codes).toEqual(['done', 'done', 'done', 'overloaded', 'overloaded'])
    expect(await ledger.getAccountsCount()).toEqual({ total: 3 })
    expect(await ledger.createAccount({ currency: 'EUR' })).toMatchObject({ active: true })
    const refused = outcomes[4]
    expect(refused?.status === 'rejected' && refused.reason).toMatchObject({ status: 429 })
  })
})

describe('a closed ledger', () => {
  it('finishes what it accepted, and refuses everything after as unavailable', async () => {
    const world = await openWorld()
    const accepted = world.ledger.createAccount({ currency: 'EUR' })
    const closing = world.ledger.close()
    expect(await accepted).toMatchObject({ currency: 'EUR' })
    await closing
    for (const { id } of ledgerOperations) {
      const { code, status } = await refusal(callById(world.calls, id, exampleOf(id).args(world)))
      expect([id, code, status]).toEqual([id, 'unavailable', 503])
    }
    await expect(world.ledger.close()).resolves.toBeUndefined()
  })
})

describe('a storage that breaks', () => {
  it('shows as the fault it is, not as a refusal; and the ledger goes on', async () => {
    const storage = memoryStorage()
    let broken = false
    const { ledger } = openLedger({
      storage: {
        ...storage,
        query: storage.query,
        transact: (keys, decide) =>
          broken ? Promise.reject(new Fault('the disk is gone')) : storage.transact(keys, decide),
      },
    })
    broken = true
    await expect(ledger.createAccount({ currency: 'EUR' })).rejects.toMatchObject({
      name: 'Fault',
      message: 'the disk is gone',
    })
    broken = false
    expect(await ledger.createAccount({ currency: 'EUR' })).toMatchObject({ currency: 'EUR' })
  })
})

describe('market values', () => {
  const rates = pairs({ 'BTC/EUR': '40000.5', 'BTC/USD': '44000', 'EUR/USD': '1.1' })

  it('are told to each side in its own currency, negative to the one that pays', async () => {
    const { ledger } = openLedger({ rates })
    const from = await fundedAccount(ledger, '1')
    const to = (await ledger.createAccountXpub({ currency: 'BTC', xpub: 'xpub', accountingCurrency: 'USD' }))
      .id
    const { reference } = await ledger.sendTransaction({
      senderAccountId: from,
      recipientAccountId: to,
      amount: '0.5',
    })
    const told = { sourceDate: START - 1_000, source: 'fixture' }
    const records = await ledger.getTransactionsByReference({ reference })
    expect(records.map(({ marketValue }) => marketValue)).toEqual([
      { amount: '-20000.25', currency: 'EUR', ...told },
      { amount: '22000', currency: 'USD', ...told },
    ])
  })

  it('are zero from no source where no rate is known', async () => {
    const { ledger } = openLedger({ rates })
    const to = (await ledger.createAccountXpub({ currency: 'BTC', xpub: 'xpub', accountingCurrency: 'CZK' }))
      .id
    await deposit(ledger, to, '1')
    expect(await ledger.getTransactionsByAccountId({ id: to })).toMatchObject([
      { marketValue: { amount: '0', currency: 'CZK', sourceDate: START - 1_000, source: 'none' } },
    ])
  })

  it('refuse the payment where they are required and no rate is known', async () => {
    const { ledger } = openLedger({ rates: pairs({ 'BTC/EUR': '40000' }, true) })
    const from = await fundedAccount(ledger, '1')
    const to = (await ledger.createAccountXpub({ currency: 'BTC', xpub: 'xpub', accountingCurrency: 'CZK' }))
      .id
    expect(
      await refusalCode(
        ledger.sendTransaction({ senderAccountId: from, recipientAccountId: to, amount: '0.5' }),
      ),
    ).toBe('rate.not.found')
    expect(await ledger.getTransactions({ count: true })).toBe(1)
  })

  it('of a virtual currency follow its base rate, or that of the payment', async () => {
    const { ledger } = openLedger({ rates })
    const { id: from } = await ledger.createCurrency({
      name: 'VC_GOLD',
      supply: '100',
      basePair: 'BTC',
      baseRate: 0.0000001,
    })
    const { id: to } = await ledger.createAccount({ currency: 'VC_GOLD' })
    const payment = { senderAccountId: from, recipientAccountId: to, amount: '10' }
    await ledger.sendTransaction(payment)
    await ledger.sendTransaction({ ...payment, baseRate: 2 })
    await ledger.sendTransaction({ ...payment, baseRate: 0 })
    const records = await ledger.getTransactionsByAccountId({ id: to })
    expect(Array.isArray(records) && records.map(({ marketValue }) => marketValue.amount)).toEqual([
      '0',
      '800010',
      '0.0400005',
    ])
    expect(await ledger.getCurrency({ name: 'VC_GOLD' })).toMatchObject({ baseRate: 1e-7, supply: '100' })
  })

  it('of a currency in another are told by getExchangeRate, exactly', async () => {
    const { ledger } = openLedger({ rates })
    expect(await ledger.getExchangeRate({ currency: 'BTC' })).toEqual({
      id: 'BTC',
      value: '40000.5',
      basePair: 'EUR',
      timestamp: START - 1_000,
      source: 'fixture',
    })
    expect(await ledger.getExchangeRate({ currency: 'EUR' })).toMatchObject({ value: '1', basePair: 'EUR' })
    expect(await ledger.getExchangeRate({ currency: 'EUR', basePair: 'USD' })).toMatchObject({ value: '1.1' })
    expect(await refusalCode(ledger.getExchangeRate({ currency: 'ETH' }))).toBe('rate.not.found')
  })

  it('without a source are those of a currency in itself', async () => {
    const { ledger } = openLedger()
    const account = await ledger.createAccount({ currency: 'EUR' })
    await deposit(ledger, account.id, '7', { currency: 'EUR' })
    expect(await ledger.getTransactionsByAccountId({ id: account.id })).toMatchObject([
      { marketValue: { amount: '7', currency: 'EUR', sourceDate: START, source: 'par' } },
    ])
  })
})

describe('recordDeposit', () => {
  it('credits an output once, however often it is told', async () => {
    const { ledger } = openLedger()
    const { id } = await ledger.createAccountXpub({ currency: 'BTC', xpub: 'xpub' })
    const told = { txId: 'one transaction', from: 'elsewhere', blockHash: 'block', blockHeight: 7 }
    await deposit(ledger, id, '1', { ...told, status: 'InProgress' })
    expect((await ledger.getAccountBalance({ id })).accountBalance).toBe('0')
    await deposit(ledger, id, '1', told)
    await Promise.all([deposit(ledger, id, '1', told), deposit(ledger, id, '1', told)])
    expect((await ledger.getAccountBalance({ id })).accountBalance).toBe('1')
    const [record] = await ledger.getDeposits({ accountId: id })
    expect(record).toMatchObject({ ...told, status: 'Done', amount: '1', accountId: id, spent: false })
    expect(await ledger.getTransactionsByReference({ reference: record?.reference ?? '' })).toMatchObject([
      { accountId: id, operationType: 'DEPOSIT', txId: told.txId, address: FIRST_ADDRESS },
    ])
  })

  it('is found by status, transaction, address, currency and account; and counted so', async () => {
    const { ledger } = openLedger()
    const one = await fundedAccount(ledger, '1')
    const two = await fundedAccount(ledger, '1')
    await deposit(ledger, one, '2', { txId: 'hash-of-the-second', address: 'second' })
    await deposit(ledger, two, '3', { status: 'InProgress' })
    await deposit(ledger, two, '3', { status: 'Failed' })
    const found = async (filter: object) => {
      const deposits = await ledger.getDeposits(filter)
      expect(await ledger.getDepositsCount(filter)).toEqual({ total: deposits.length })
      return deposits.length
    }
    expect(await found({})).toBe(5)
    expect(await found({ status: 'Done' })).toBe(3)
    expect(await found({ status: 'InProgress' })).toBe(1)
    expect(await found({ accountId: one })).toBe(2)
    expect(await found({ to: 'second' })).toBe(1)
    expect(await found({ txId: 'hash-of-the-second', to: 'address' })).toBe(0)
    expect(await found({ currency: 'ETH' })).toBe(0)
    const all = await ledger.getDeposits()
    expect(await ledger.getDeposits({ sort: 'desc' })).toEqual(all.toReversed())
    for (const pageSize of [1, 2, 3]) {
      expect(await ledger.getDeposits({ pageSize, page: 1 })).toEqual(all.slice(pageSize, 2 * pageSize))
      expect(await ledger.getDeposits({ pageSize, offset: 1 })).toEqual(all.slice(1, 1 + pageSize))
    }
    expect(await ledger.getDeposits({ page: 9 })).toEqual([])
  })
})

describe('getAccountBalanceAt', () => {
  it('says what getAccountBalance said, of every time since the account was opened', async () => {
    const { ledger, pass } = openLedger()
    pass(1_000)
    const id = await fundedAccount(ledger, '10', 'alice')
    const other = await fundedAccount(ledger, '0.5')
    const customer = await ledger.getCustomerByExternalOrInternalId({ id: 'alice' })
    const said: object[] = []
    const then = async (what: () => Promise<unknown>) => {
      await what()
      said.push({ ...(await ledger.getAccountBalance({ id })), time: ledger.engine.now() })
      pass(1_000)
    }
    let blockage = ''
    await then(async () => null)
    await then(async () => {
      blockage = (await ledger.blockAmount({ id, amount: '4', type: 'CARD' })).id
    })
    await then(() => ledger.freezeAccount({ id }))
    await then(() => deposit(ledger, id, '1'))
    await then(() => ledger.unfreezeAccount({ id }))
    await then(() => ledger.disableCustomer({ id: customer.id }))
    await then(() => ledger.enableCustomer({ id: customer.id }))
    await then(() =>
      ledger.unblockAmountWithTransaction({ id: blockage, recipientAccountId: other, amount: '3' }),
    )
    await then(() => ledger.sendTransaction({ senderAccountId: other, recipientAccountId: id, amount: '1' }))
    expect(said.map((balance) => Object.values(balance).slice(0, 2).join(' '))).toEqual([
      '10 10',
      '10 6',
      '10 -4',
      '11 -4',
      '11 7',
      '11 0',
      '11 7',
      '8 8',
      '9 9',
    ])
    for (const [index, expected] of said.entries()) {
      const time = START + 1_000 * (index + 1)
      expect(await ledger.getAccountBalanceAt({ id, time })).toEqual(expected)
      expect(await ledger.getAccountBalanceAt({ id, time: time + 999 })).toEqual({
        ...expected,
        time: time + 999,
      })
    }
  })

  it('refuses a time that has not come, and one at which there was no such account', async () => {
    const { ledger, pass } = openLedger()
    pass(10)
    const id = await fundedAccount(ledger, '10')
    expect(await ledger.getAccountBalanceAt({ id, time: START + 10 })).toMatchObject({ accountBalance: '10' })
    expect(await refusalCode(ledger.getAccountBalanceAt({ id, time: START + 9 }))).toBe('account.not.exists')
    const { code, rejection } = await refusal(ledger.getAccountBalanceAt({ id, time: START + 11 }))
    expect(code).toBe('validation.failed')
    expect(rejection.violations).toMatchObject([{ target: 'query', property: 'time' }])
  })
})

it('verify finds the books in order', async () => {
  const { ledger } = await openWorld()
  expect((await ledger.verify()).discrepancies).toEqual([])
})
