import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deposit, openLedger, refusalCode, type TestLedger } from '../../ledger.fixture.js'
import { present } from '../../present.js'
import { fcOptions } from '../../property.fixture.js'

/** Currencies of different scales: 8, 18, 6, 2, 0. */
const CURRENCIES = ['BTC', 'ETH', 'XRP', 'EUR', 'JPY'] as const
const NUMBERS = [undefined, '1', '2', '10'] as const

const wanted = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  number: fc.constantFrom(...NUMBERS),
  /** Whole units, so that every scale has them. */
  balance: fc.constantFrom('0', '1', '2', '10', '1000'),
  blocked: fc.constantFrom('0', '1', '5'),
  frozen: fc.boolean(),
  inactive: fc.boolean(),
  customer: fc.constantFrom(undefined, 'one', 'two'),
})
type Wanted = typeof wanted extends fc.Arbitrary<infer W> ? W : never

const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const query = fc.record({
  active: seldom(fc.boolean()),
  frozen: seldom(fc.boolean()),
  onlyNonZeroBalance: seldom(fc.boolean()),
  currency: seldom(fc.constantFrom(...CURRENCIES, 'CZK')),
  accountNumber: seldom(fc.constantFrom('1', '2', '10')),
  sort: seldom(fc.constantFrom('asc' as const, 'desc' as const)),
  sortBy: seldom(
    fc.constantFrom(
      'id' as const,
      'account_number' as const,
      'account_balance' as const,
      'available_balance' as const,
    ),
  ),
  pageSize: fc.integer({ min: 1, max: 7 }),
})
type Query = typeof query extends fc.Arbitrary<infer Q> ? Q : never

async function open(all: readonly Wanted[]): Promise<TestLedger> {
  const opened = openLedger()
  const { ledger } = opened
  for (const { currency, number, balance, blocked, frozen, inactive, customer } of all) {
    const chain = currency !== 'EUR' && currency !== 'JPY'
    const fields = {
      currency,
      ...present({ accountNumber: number }),
      ...(customer === undefined ? {} : { customer: { externalId: customer } }),
    }
    const { id } = chain
      ? await ledger.createAccountXpub({ ...fields, xpub: 'xpub' })
      : await ledger.createAccount(fields)
    // Time passes or not: ids of one millisecond differ only in their random half.
    if (balance === '1') opened.pass(1)
    if (balance !== '0') await deposit(ledger, id, balance, { currency })
    if (blocked !== '0') await ledger.blockAmount({ id, amount: blocked, type: 'HOLD' })
    if (frozen) await ledger.freezeAccount({ id })
    if (inactive && balance === '0' && blocked === '0') await ledger.deactivateAccount({ id })
  }
  return opened
}

type Shown = Awaited<ReturnType<TestLedger['ledger']['getAccounts']>>[number]

/** Balances here are whole numbers, so Number is exact. */
const ORDERS: Readonly<Record<string, (a: Shown, b: Shown) => number>> = {
  id: () => 0,
  account_number: (a, b) => byText(a.accountNumber ?? '', b.accountNumber ?? ''),
  account_balance: (a, b) => Number(a.balance.accountBalance) - Number(b.balance.accountBalance),
  available_balance: (a, b) => Number(a.balance.availableBalance) - Number(b.balance.availableBalance),
}
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function naive(all: readonly Shown[], asked: Query): Shown[] {
  const agrees = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value
  const found = all.filter(
    (account) =>
      agrees(asked.active, account.active) &&
      agrees(asked.frozen, account.frozen) &&
      agrees(asked.currency as string | undefined, account.currency) &&
      agrees(asked.accountNumber, account.accountNumber ?? '') &&
      (asked.onlyNonZeroBalance !== true || account.balance.accountBalance !== '0'),
  )
  const compare = ORDERS[asked.sortBy ?? 'id']
  found.sort((a, b) => compare?.(a, b) || byText(a.id, b.id))
  return asked.sort === 'desc' ? found.reverse() : found
}

describe('the list of accounts', () => {
  it('is, page by page, what a plain filter and sort of all accounts give; and so is its count', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(wanted, { maxLength: 14 }),
        fc.array(query, { minLength: 8, maxLength: 8 }),
        async (accounts, queries) => {
          const { ledger } = await open(accounts)
          const all = await ledger.getAccounts()
          expect(all).toHaveLength(accounts.length)
          for (const asked of queries) {
            const expected = naive(all, asked)
            const { pageSize, ...filter } = present(asked)
            expect(await ledger.getAccountsCount(filter)).toEqual({ total: expected.length })
            // How a page is asked for changes nothing: the count takes it and leaves it aside.
            expect(await ledger.getAccountsCount({ ...filter, pageSize, page: 1 })).toEqual({
              total: expected.length,
            })
            for (let page = 0; page * pageSize <= expected.length; page++) {
              const offset = page * pageSize
              const slice = expected.slice(offset, offset + pageSize)
              expect(await ledger.getAccounts({ ...filter, pageSize, page })).toEqual(slice)
              expect(await ledger.getAccounts({ ...filter, pageSize, offset })).toEqual(slice)
            }
            // An offset is not bound to whole pages, and goes before a page.
            expect(await ledger.getAccounts({ ...filter, pageSize, offset: 1, page: 3 })).toEqual(
              expected.slice(1, 1 + pageSize),
            )
            if (expected.length > 1) found++
          }
        },
      ),
      fcOptions(60),
    )
    expect(found).toBeGreaterThan(1)
  })

  it('compares balances in units, whatever the scale', async () => {
    const { ledger } = openLedger()
    const amounts = [
      ['BTC', '2.00000001'],
      ['ETH', '2.000000010000000001'],
      ['XRP', '2'],
      ['EUR', '2.01'],
      ['JPY', '3'],
      ['BTC', '0.00000001'],
      ['ETH', '0.000000000000000001'],
    ] as const
    for (const [currency, amount] of amounts) {
      const { id } =
        currency === 'EUR' || currency === 'JPY'
          ? await ledger.createAccount({ currency })
          : await ledger.createAccountXpub({ currency, xpub: 'xpub' })
      await deposit(ledger, id, amount, { currency })
    }
    const sorted = [
      '0.000000000000000001',
      '0.00000001',
      '2',
      '2.00000001',
      '2.000000010000000001',
      '2.01',
      '3',
    ]
    for (const sortBy of ['account_balance', 'available_balance'] as const) {
      const up = await ledger.getAccounts({ sortBy })
      expect(up.map(({ balance }) => balance.accountBalance)).toEqual(sorted)
      const down = await ledger.getAccounts({ sortBy, sort: 'desc' })
      expect(down).toEqual(up.toReversed())
    }
  })

  it('has nothing beyond its end', async () => {
    const { ledger } = openLedger()
    await ledger.createAccount({ currency: 'EUR' })
    for (const sortBy of ['id', 'account_number', 'account_balance', 'available_balance'] as const) {
      expect(await ledger.getAccounts({ sortBy, offset: 1 })).toEqual([])
      expect(await ledger.getAccounts({ sortBy, page: 2 ** 40 })).toEqual([])
      expect(await ledger.getAccounts({ sortBy, offset: Number.MAX_SAFE_INTEGER })).toEqual([])
    }
    expect(await refusalCode(ledger.getAccounts({ offset: -1 }))).toBe('validation.failed')
  })

  it('in an order of its own reaches ten thousand accounts, and says so beyond', async () => {
    const { ledger } = openLedger()
    const accounts = Array.from({ length: 1_000 }, () => ({ currency: 'EUR' }))
    for (let batch = 0; batch < 10; batch++) await ledger.createAccountBatch({ accounts })
    await ledger.createAccount({ currency: 'EUR' })
    expect(await ledger.getAccounts({ sortBy: 'available_balance', offset: 9_950 })).toHaveLength(50)
    expect(await refusalCode(ledger.getAccounts({ sortBy: 'available_balance', offset: 9_951 }))).toBe(
      'validation.failed',
    )
    expect(await ledger.getAccounts({ sortBy: 'id', offset: 9_951 })).toHaveLength(50)
    expect(await ledger.getAccounts({ offset: 9_951, onlyNonZeroBalance: true })).toEqual([])
  })

  it('is sorted whole, past the size of a chunk', async () => {
    const { ledger } = openLedger()
    const accounts = Array.from({ length: 50 }, () => ({ currency: 'EUR' }))
    for (let batch = 0; batch < 11; batch++) await ledger.createAccountBatch({ accounts })
    const last = (await ledger.getAccounts({ sort: 'desc', pageSize: 1 }))[0]
    expect(last).toBeDefined()
    if (last === undefined) return
    await deposit(ledger, last.id, '1', { currency: 'EUR' })
    const [richest] = await ledger.getAccounts({ sortBy: 'account_balance', sort: 'desc', pageSize: 1 })
    expect(richest?.id).toBe(last.id)
    expect(await ledger.getAccountsCount({ onlyNonZeroBalance: true })).toEqual({ total: 1 })
    expect(await ledger.getAccountsCount()).toEqual({ total: 550 })
    const seen = new Set<string>()
    for (let page = 0; page < 11; page++) {
      for (const { id } of await ledger.getAccounts({ page, sortBy: 'available_balance' })) seen.add(id)
    }
    expect(seen.size).toBe(550)
  })
})

describe('the accounts of a customer', () => {
  it('are its active ones, in order of id, by their code where that is asked', async () => {
    const { ledger } = openLedger()
    const ids: string[] = []
    for (const accountCode of ['a', 'b', 'a']) {
      const account = await ledger.createAccount({
        currency: 'EUR',
        accountCode,
        customer: { externalId: 'one' },
      })
      ids.push(account.id)
    }
    ids.sort()
    await ledger.createAccount({ currency: 'EUR', accountCode: 'a', customer: { externalId: 'two' } })
    const { id } = await ledger.getCustomerByExternalOrInternalId({ id: 'one' })
    const list = async (args: object) =>
      (await ledger.getAccountsByCustomerId({ id, pageSize: 50, ...args })).map((account) => account.id)
    expect(await list({})).toEqual(ids)
    expect(await list({ pageSize: 1, offset: 1 })).toEqual(ids.slice(1, 2))
    expect(await list({ accountCode: 'a' })).toHaveLength(2)
    await ledger.deactivateAccount({ id: ids[0] ?? '' })
    expect(await list({})).toEqual(ids.slice(1))
    expect(await ledger.getAccountsByCustomerId({ id: 'nobody', pageSize: 50 })).toEqual([])
  })
})
