/** Metadata of accounts, customers and payments: kept, shown, changed, found, and refused. */
import { describe, expect, it } from 'vitest'
import { openLedger, refusal, type TestLedger } from '../ledger.fixture.js'

type Ledger = TestLedger['ledger']

async function euro(ledger: Ledger, metadata?: Record<string, string>) {
  return ledger.createAccount({ currency: 'EUR', ...(metadata === undefined ? {} : { metadata }) })
}

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

describe('of an account', () => {
  it('is shown wherever the account is, and changed name by name', async () => {
    const { ledger, storage } = openLedger()
    const { id, metadata } = await euro(ledger, { plan: 'gold', 'order.no': '17' })
    expect(metadata).toEqual({ plan: 'gold', 'order.no': '17' })
    await ledger.updateAccountByAccountId({ id, metadata: { plan: 'silver', 'order.no': '', shop: 'é' } })
    const shown = await ledger.getAccountByAccountId({ id })
    expect(shown.metadata).toEqual({ plan: 'silver', shop: 'é' })
    expect(await ledger.getAccounts()).toEqual([shown])
    // Without the field, nothing changes; and what is not there can be removed.
    await ledger.updateAccountByAccountId({ id, accountCode: 'x' })
    await ledger.updateAccountByAccountId({ id, metadata: { none: '' } })
    expect((await ledger.getAccountByAccountId({ id })).metadata).toEqual(shown.metadata)
    await ledger.updateAccountByAccountId({ id, metadata: { plan: '', shop: '' } })
    expect(await ledger.getAccountByAccountId({ id })).not.toHaveProperty('metadata')
    expect((await ledger.verify()).discrepancies).toEqual([])
    await storage.close()
  })

  it('finds it, together with all other conditions, page by page', async () => {
    const { ledger } = openLedger()
    const ids: string[] = []
    for (let index = 0; index < 12; index++) {
      const account = await euro(ledger, { plan: index % 2 === 0 ? 'gold' : 'iron', no: `${index % 3}` })
      ids.push(account.id)
    }
    await euro(ledger)
    ids.sort()
    const gold = idsOf(await ledger.getAccounts({ metadata: { plan: 'gold' } }))
    expect(gold).toHaveLength(6)
    expect(gold).toEqual(ids.filter((id) => gold.includes(id)))
    expect(idsOf(await ledger.getAccounts({ metadata: { plan: 'gold' }, sort: 'desc' }))).toEqual(
      gold.toReversed(),
    )
    expect(idsOf(await ledger.getAccounts({ metadata: { plan: 'gold' }, offset: 2, pageSize: 3 }))).toEqual(
      gold.slice(2, 5),
    )
    const both = { plan: 'gold', no: '2' }
    expect(await ledger.getAccounts({ metadata: both })).toHaveLength(2)
    expect(await ledger.getAccountsCount({ metadata: both })).toEqual({ total: 2 })
    await ledger.deactivateAccount({ id: gold[0] ?? '' })
    expect(idsOf(await ledger.getAccounts({ metadata: { plan: 'gold' }, active: true }))).toEqual(
      gold.slice(1),
    )
    expect(
      idsOf(await ledger.getAccounts({ metadata: { plan: 'gold' }, sortBy: 'available_balance' })),
    ).toEqual(gold)
    for (const metadata of [{ plan: 'Gold' }, { constructor: 'x' }, { plan: 'gold', no: '9' }]) {
      expect(await ledger.getAccounts({ metadata })).toEqual([])
    }
    expect(await ledger.getAccounts({ metadata: {} })).toHaveLength(13)
  })

  it('is kept of each account of a batch', async () => {
    const { ledger } = openLedger()
    const opened = await ledger.createAccountBatch({
      accounts: [{ currency: 'EUR', metadata: { no: '1' } }, { currency: 'EUR' }],
    })
    expect(opened.map(({ metadata }) => metadata)).toEqual([{ no: '1' }, undefined])
    expect(idsOf(await ledger.getAccounts({ metadata: { no: '1' } }))).toEqual([opened[0]?.id])
  })
})

describe('of a customer', () => {
  it('is kept when the customer is created, and changed as that of an account', async () => {
    const { ledger } = openLedger()
    const customer = { externalId: 'one', metadata: { tier: 'a' } }
    const { customerId: id = '' } = await ledger.createAccount({ currency: 'EUR', customer })
    // As its other fields, it is not changed by another account.
    await ledger.createAccount({ currency: 'EUR', customer: { externalId: 'one', metadata: { tier: 'b' } } })
    const shown = await ledger.getCustomerByExternalOrInternalId({ id })
    expect(shown.metadata).toEqual({ tier: 'a' })
    const changed = await ledger.updateCustomer({ id, externalId: 'one', metadata: { tier: 'b', x: 'y' } })
    expect(changed.metadata).toEqual({ tier: 'b', x: 'y' })
    expect(await ledger.updateCustomer({ id, externalId: 'two' })).toMatchObject({ metadata: { tier: 'b' } })
    await ledger.createAccount({ currency: 'EUR', customer: { externalId: 'other' } })
    expect(idsOf(await ledger.findAllCustomers({ pageSize: 50, metadata: { tier: 'b', x: 'y' } }))).toEqual([
      id,
    ])
    expect(await ledger.findAllCustomers({ pageSize: 50, offset: 1, metadata: { tier: 'b' } })).toEqual([])
    // That of an account is no customer's.
    expect(await ledger.getAccounts({ metadata: { tier: 'b' } })).toEqual([])
  })
})

describe('of a payment', () => {
  it('is on both records, and finds them', async () => {
    const { ledger } = openLedger()
    const [a, b] = [await euro(ledger), await euro(ledger)]
    await ledger.fund({ id: a.id, amount: '10', metadata: { source: 'card' } })
    const pay = (metadata?: Record<string, string>) =>
      ledger.sendTransaction({
        senderAccountId: a.id,
        recipientAccountId: b.id,
        amount: '1',
        ...(metadata === undefined ? {} : { metadata }),
      })
    const { reference } = await pay({ order: '2', 10: 'x', 9: 'y' })
    await pay({ order: '3' })
    await pay({})
    const records = await ledger.getTransactionsByReference({ reference })
    expect(records.map(({ metadata }) => metadata)).toEqual(Array(2).fill({ order: '2', 10: 'x', 9: 'y' }))
    const found = await ledger.getTransactions({ metadata: { order: '2' } })
    expect(found).toEqual(expect.arrayContaining(records))
    expect(found).toHaveLength(2)
    expect(await ledger.getTransactionsByAccountId({ id: b.id, metadata: { order: '3' }, count: true })).toBe(
      1,
    )
    expect(await ledger.getTransactionsByAccountId({ id: a.id, metadata: { source: 'card' } })).toHaveLength(
      1,
    )
    expect(await ledger.getTransactions({ metadata: { order: '9' } })).toEqual([])
    expect((await ledger.verify()).discrepancies).toEqual([])
  })

  it('is a part of what an idempotency key stands for', async () => {
    const { ledger } = openLedger()
    const { id } = await euro(ledger)
    const once = { idempotencyKey: 'once' }
    const first = await ledger.fund({ id, amount: '1', metadata: { a: '1', b: '2' } }, once)
    expect(await ledger.fund({ id, amount: '1', metadata: { b: '2', a: '1' } }, once)).toEqual(first)
    const { code } = await refusal(ledger.fund({ id, amount: '1', metadata: { a: '2' } }, once))
    expect(code).toBe('idempotency.key.reused')
  })
})

describe('is refused', () => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`n${index}`, 'x']))
  it.each([
    ['a name too many', many],
    ['a name with a blank', { 'a b': 'x' }],
    ['no name', { '': 'x' }],
    ["an object's own name", JSON.parse('{"__proto__":"x"}')],
    ['a long name', { ['n'.repeat(41)]: 'x' }],
    ['a long value', { a: 'x'.repeat(201) }],
    ['an empty value', { a: '' }],
    ['a number', { a: 1 }],
    ['an object within', { a: { b: 'c' } }],
    ['a text that no storage keeps', { a: '\0' }],
    ['a list', ['x']],
  ])('%s', async (_, metadata) => {
    const { ledger } = openLedger()
    const { code, rejection } = await refusal(ledger.createAccount({ currency: 'EUR', metadata }))
    expect(code).toBe('validation.failed')
    expect(JSON.stringify(rejection.violations)).toContain('metadata')
    expect(await ledger.getAccountsCount()).toEqual({ total: 0 })
  })

  it('a name too many beside those that are there', async () => {
    const { ledger } = openLedger()
    const { n0, n1, ...others } = many
    const { id } = await euro(ledger, others)
    await ledger.updateAccountByAccountId({ id, metadata: { n0: n0 ?? '' } })
    const refused = await refusal(ledger.updateAccountByAccountId({ id, metadata: { n1: n1 ?? '' } }))
    expect(refused.rejection.violations).toMatchObject([{ property: 'metadata' }])
    await ledger.updateAccountByAccountId({ id, metadata: { n1: n1 ?? '', n0: '' } })
    expect(Object.keys((await ledger.getAccountByAccountId({ id })).metadata ?? {})).toHaveLength(20)
  })
})
