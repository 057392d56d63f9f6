/** A view contains what the keys name, the rows that these bring with them, and nothing else. */
import {
  ACCOUNTS,
  type Account,
  API_KEYS,
  accountKey,
  BLOCKAGES,
  type BlockageId,
  CUSTOMERS,
  currencyKey,
  customerKey,
  DEPOSITS,
  depositKey,
  depositOutput,
  externalIdKey,
  idempotencyRecordKey,
  type Key,
  subscriptionsTo,
  type TenantId,
  type View,
} from '@tallystick/core'
import { keyHash, type Storage } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import {
  ALPHA,
  answered,
  BETA,
  created,
  defined,
  issued,
  opened,
  placed,
  posted,
  recorded,
  Samples,
  write,
} from './samples.js'
import { type OpenStorage, using } from './using.js'

/** Everything that a view can list, in order of id. */
function contents(view: View) {
  const sorted = <T extends { readonly id: string }>(values: Iterable<T>): T[] =>
    [...values].sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    accounts: sorted(view.all(ACCOUNTS)),
    customers: sorted(view.all(CUSTOMERS)),
    blockages: sorted(view.all(BLOCKAGES)),
    apiKeys: sorted(view.all(API_KEYS)),
    deposits: sorted(view.all(DEPOSITS)),
  }
}

type Contents = ReturnType<typeof contents>

const NOTHING: Contents = { accounts: [], customers: [], blockages: [], apiKeys: [], deposits: [] }

const load = (storage: Storage, ...keys: readonly Key[]): Promise<Contents> =>
  storage.transact(keys, contents)

/** One row of every kind for `tenant`, and similar rows that must not be loaded with them. */
async function populate(storage: Storage, samples: Samples, tenant: TenantId) {
  const customer = samples.customer({ tenant, externalId: 'same-everywhere', activeAccounts: 3 })
  const neighbour = samples.customer({ tenant, externalId: 'neighbour', activeAccounts: 1 })
  const gold = { currency: 'VC_GOLD', scale: 18 }
  const account = samples.account({ tenant, customer: customer.id, ...gold })
  const sibling = samples.account({ tenant, customer: customer.id, currency: 'BTC', scale: 8 })
  const stranger = samples.account({ tenant, customer: neighbour.id, ...gold })
  const loner = samples.account({ tenant })
  const mint = samples.system('mint', { tenant, ...gold })
  const world = samples.system('world', { tenant, ...gold })
  const blockage = samples.blockage(account, { amount: 3n })
  const second = samples.blockage(account, { amount: 4n })
  const freeze = samples.freeze(account)
  const elsewhere = samples.blockage(stranger)
  const currency = samples.currency(account, { customer: customer.id })
  const silver = samples.currency(account, { name: 'VC_SILVER' })
  const deposit = samples.deposit(account, { txId: 'tx', address: 'address', vout: 1 })
  const otherDeposit = samples.deposit(account, { txId: 'tx', address: 'address', vout: 2 })
  const apiKey = samples.apiKey({ tenant })
  const otherApiKey = samples.apiKey({ tenant })
  const answer = samples.answer({
    tenant,
    key: keyHash(tenant, 'same-everywhere'),
    body: JSON.stringify({ of: tenant }),
  })
  await write(
    storage,
    ...[customer, neighbour].map(created),
    ...[currency, silver].map(defined),
    ...[account, sibling, stranger, loner, mint, world].map(opened),
    ...[blockage, second, freeze, elsewhere].map(placed),
    posted(samples.entry(mint, account, 10n)),
    ...[deposit, otherDeposit].map(recorded),
    ...[apiKey, otherApiKey].map(issued),
    answered(answer),
  )
  return {
    customer,
    neighbour,
    // As it is after the blockages and the entry.
    account: { ...account, balance: 10n, blocked: 7n, frozenBy: freeze.id },
    sibling,
    loner,
    mint: { ...mint, balance: -10n },
    blockage,
    second,
    freeze,
    currency,
    deposit,
    apiKey,
    answer,
  }
}

type Populated = Awaited<ReturnType<typeof populate>>

/** One key of every type that names something of `them`, asked for on behalf of `tenant`. */
function everyKey(tenant: TenantId, them: Populated): readonly Key[] {
  return [
    accountKey(tenant, them.account.id),
    { type: 'systemOf', tenant, account: them.account.id, role: 'mint' },
    customerKey(tenant, them.customer.id),
    { type: 'blockage', tenant, id: them.blockage.id },
    { type: 'freezeOf', tenant, account: them.account.id },
    { type: 'traderOf', tenant, account: them.account.id },
    { type: 'blockagesOf', tenant, account: them.account.id, limit: 10 },
    { type: 'apiKey', tenant, id: them.apiKey.id },
  ]
}

export function loadingContract(open: OpenStorage): void {
  describe('loading', () => {
    it(
      'an account brings its customer and its virtual currency, not its blockages or siblings',
      using(open, async (storage) => {
        const { account, customer, currency } = await populate(storage, new Samples(), ALPHA)
        const loaded = await storage.transact([accountKey(ALPHA, account.id)], (view) => ({
          ...contents(view),
          currency: view.find(currencyKey(ALPHA, 'VC_GOLD')),
          other: view.find(currencyKey(ALPHA, 'VC_SILVER')),
          customerOf: view.customerOf(account),
        }))
        expect(loaded).toEqual({
          ...NOTHING,
          accounts: [account],
          customers: [customer],
          currency,
          other: undefined,
          customerOf: customer,
        })
      }),
    )

    it(
      'an account of no customer and a built-in currency comes alone',
      using(open, async (storage) => {
        const { loner } = await populate(storage, new Samples(), ALPHA)
        expect(await load(storage, accountKey(ALPHA, loner.id))).toEqual({ ...NOTHING, accounts: [loner] })
      }),
    )

    it(
      'systemOf brings the account and the system account of that role in its currency, once it exists',
      using(open, async (storage) => {
        const { account, sibling, customer, mint } = await populate(storage, new Samples(), ALPHA)
        const system = await storage.transact(
          [{ type: 'systemOf', tenant: ALPHA, account: account.id, role: 'mint' }],
          (view) => ({
            ...contents(view),
            mint: view.systemAccount(ALPHA, 'mint', 'VC_GOLD'),
            world: view.systemAccount(ALPHA, 'world', 'VC_GOLD'),
            currency: view.find(currencyKey(ALPHA, 'VC_GOLD'))?.name,
            visible: view.account(ALPHA, mint.id),
          }),
        )
        expect(system).toEqual({
          ...NOTHING,
          accounts: [account, mint],
          customers: [customer],
          mint,
          world: undefined,
          currency: 'VC_GOLD',
          visible: undefined,
        })
        // Its currency has no system account yet: the account is there all the same.
        expect(
          await load(storage, { type: 'systemOf', tenant: ALPHA, account: sibling.id, role: 'world' }),
        ).toEqual({ ...NOTHING, accounts: [sibling], customers: [customer] })
      }),
    )

    it(
      'a customer comes by internal and by external id, without accounts',
      using(open, async (storage) => {
        const { customer } = await populate(storage, new Samples(), ALPHA)
        const alone = { ...NOTHING, customers: [customer] }
        expect(await load(storage, customerKey(ALPHA, customer.id))).toEqual(alone)
        const external: Key = { type: 'customerByExternalId', tenant: ALPHA, externalId: customer.externalId }
        expect(await load(storage, external)).toEqual(alone)
        const found = await storage.transact([external], (view) =>
          view.find(externalIdKey(ALPHA, customer.externalId)),
        )
        expect(found).toEqual(customer)
      }),
    )

    it(
      'a currency comes by name',
      using(open, async (storage) => {
        const { currency } = await populate(storage, new Samples(), ALPHA)
        const loaded = await storage.transact(
          [{ type: 'currency', tenant: ALPHA, name: 'VC_GOLD' }],
          (view) => [
            view.find(currencyKey(ALPHA, 'VC_GOLD')),
            view.find(currencyKey(ALPHA, 'VC_SILVER')),
            contents(view),
          ],
        )
        expect(loaded).toEqual([currency, undefined, NOTHING])
      }),
    )

    it(
      'a blockage brings its account and what that brings, not the other blockages',
      using(open, async (storage) => {
        const { account, customer, blockage, currency } = await populate(storage, new Samples(), ALPHA)
        const loaded = await storage.transact(
          [{ type: 'blockage', tenant: ALPHA, id: blockage.id }],
          (view) => ({ ...contents(view), currency: view.find(currencyKey(ALPHA, 'VC_GOLD')) }),
        )
        expect(loaded).toEqual({
          ...NOTHING,
          accounts: [account],
          customers: [customer],
          blockages: [blockage],
          currency,
        })
      }),
    )

    it(
      'freezeOf brings the account and its freeze alone, of an account that is not frozen nothing more',
      using(open, async (storage) => {
        const { account, customer, freeze, loner } = await populate(storage, new Samples(), ALPHA)
        const freezeOf = (of: Account): Key => ({ type: 'freezeOf', tenant: ALPHA, account: of.id })
        expect(await load(storage, freezeOf(account))).toEqual({
          ...NOTHING,
          accounts: [account],
          customers: [customer],
          blockages: [freeze],
        })
        expect(await load(storage, freezeOf(loner))).toEqual({ ...NOTHING, accounts: [loner] })
      }),
    )

    it(
      'traderOf brings the account, its customer, and the subscriptions to what the customer trades',
      using(open, async (storage) => {
        const { account, customer, loner } = await populate(storage, new Samples(), ALPHA)
        const heard = (of: Account) =>
          storage.transact([{ type: 'traderOf', tenant: ALPHA, account: of.id }], (view) => ({
            ...contents(view),
            reached: [customer.id, ''].map((object) => view.isReached(subscriptionsTo(ALPHA, object))),
          }))
        expect(await heard(account)).toEqual({
          ...NOTHING,
          accounts: [account],
          customers: [customer],
          reached: [true, true],
        })
        expect(await heard(loner)).toEqual({ ...NOTHING, accounts: [loner], reached: [false, false] })
      }),
    )

    it(
      'blockagesOf brings the account and its oldest blockages, the freeze included, up to a limit',
      using(open, async (storage) => {
        const { account, customer, blockage, second, freeze, loner } = await populate(
          storage,
          new Samples(),
          ALPHA,
        )
        const blockagesOf = (of: Account, limit: number): Key => ({
          type: 'blockagesOf',
          tenant: ALPHA,
          account: of.id,
          limit,
        })
        const whole = { ...NOTHING, accounts: [account], customers: [customer] }
        expect(await load(storage, blockagesOf(account, 3))).toEqual({
          ...whole,
          blockages: [blockage, second, freeze],
        })
        expect(await load(storage, blockagesOf(account, 2))).toEqual({
          ...whole,
          blockages: [blockage, second],
        })
        expect(await load(storage, blockagesOf(loner, 3))).toEqual({ ...NOTHING, accounts: [loner] })
      }),
    )

    it(
      'a deposit comes by its chain output with its account, an API key by its id, an answer by its key',
      using(open, async (storage) => {
        const { deposit, account, customer, apiKey, answer } = await populate(storage, new Samples(), ALPHA)
        const output = depositOutput(deposit)
        const loaded = await storage.transact([{ type: 'deposit', tenant: ALPHA, output }], (view) => [
          contents(view),
          view.find(depositKey(ALPHA, output)),
        ])
        const brought = await load(storage, accountKey(ALPHA, account.id))
        expect(brought).toMatchObject({ accounts: [{ id: account.id }], customers: [customer] })
        expect(loaded).toEqual([{ ...brought, deposits: [deposit] }, deposit])
        expect(await load(storage, { type: 'apiKey', tenant: ALPHA, id: apiKey.id })).toEqual({
          ...NOTHING,
          apiKeys: [apiKey],
        })
        const answers = await storage.transact(
          [{ type: 'answer', tenant: ALPHA, key: answer.key }],
          (view) => [contents(view), view.find(idempotencyRecordKey(ALPHA, answer.key))],
        )
        expect(answers).toEqual([NOTHING, answer])
      }),
    )

    it(
      'what no key names is absent',
      using(open, async (storage) => {
        const { account, deposit, answer } = await populate(storage, new Samples(), ALPHA)
        const unnamed = await storage.transact([], (view) => [
          contents(view),
          view.account(ALPHA, account.id),
          view.find(externalIdKey(ALPHA, 'same-everywhere')),
          view.find(currencyKey(ALPHA, 'VC_GOLD')),
          view.find(depositKey(ALPHA, depositOutput(deposit))),
          view.find(idempotencyRecordKey(ALPHA, answer.key)),
        ])
        expect(unnamed).toEqual([NOTHING, undefined, undefined, undefined, undefined, undefined])
      }),
    )

    it(
      'what does not exist is absent',
      using(open, async (storage) => {
        const samples = new Samples()
        await populate(storage, samples, ALPHA)
        const account = samples.account()
        const loaded = await load(
          storage,
          accountKey(ALPHA, account.id),
          { type: 'systemOf', tenant: ALPHA, account: account.id, role: 'world' },
          customerKey(ALPHA, samples.customer().id),
          { type: 'customerByExternalId', tenant: ALPHA, externalId: 'nobody' },
          { type: 'currency', tenant: ALPHA, name: 'VC_NOTHING' },
          { type: 'blockage', tenant: ALPHA, id: samples.id() as BlockageId },
          { type: 'freezeOf', tenant: ALPHA, account: account.id },
          { type: 'traderOf', tenant: ALPHA, account: account.id },
          { type: 'blockagesOf', tenant: ALPHA, account: account.id, limit: 10 },
          { type: 'deposit', tenant: ALPHA, output: 'nothing' },
          { type: 'apiKey', tenant: ALPHA, id: samples.apiKey().id },
          { type: 'answer', tenant: ALPHA, key: keyHash(ALPHA, 'unused') },
        )
        expect(loaded).toEqual(NOTHING)
      }),
    )

    it(
      'what belongs to another tenant is absent, by every type of key',
      using(open, async (storage) => {
        const samples = new Samples()
        const theirs = await populate(storage, samples, ALPHA)
        for (const key of everyKey(BETA, theirs)) {
          expect(await load(storage, key), `key ${key.type}`).toEqual(NOTHING)
        }
        const named = await storage.transact(
          [
            { type: 'customerByExternalId', tenant: BETA, externalId: theirs.customer.externalId },
            { type: 'currency', tenant: BETA, name: theirs.currency.name },
            { type: 'deposit', tenant: BETA, output: depositOutput(theirs.deposit) },
            { type: 'answer', tenant: BETA, key: theirs.answer.key },
          ],
          (view) => [
            contents(view),
            view.find(externalIdKey(BETA, theirs.customer.externalId)),
            view.find(currencyKey(BETA, theirs.currency.name)),
            view.find(depositKey(BETA, depositOutput(theirs.deposit))),
            view.find(idempotencyRecordKey(BETA, theirs.answer.key)),
          ],
        )
        expect(named).toEqual([NOTHING, undefined, undefined, undefined, undefined])
      }),
    )

    it(
      'two tenants may use the same names, and each finds its own',
      using(open, async (storage) => {
        const samples = new Samples()
        const both = [await populate(storage, samples, ALPHA), await populate(storage, samples, BETA)]
        const tenants = [ALPHA, BETA]
        const keys = tenants.flatMap((tenant): Key[] => [
          { type: 'customerByExternalId', tenant, externalId: 'same-everywhere' },
          { type: 'currency', tenant, name: 'VC_GOLD' },
          { type: 'answer', tenant, key: keyHash(tenant, 'same-everywhere') },
        ])
        const loaded = await storage.transact(keys, (view) =>
          tenants.map((tenant) => ({
            customer: view.find(externalIdKey(tenant, 'same-everywhere')),
            currency: view.find(currencyKey(tenant, 'VC_GOLD')),
            answer: view.find(idempotencyRecordKey(tenant, keyHash(tenant, 'same-everywhere'))),
          })),
        )
        expect(loaded).toEqual(both.map(({ customer, currency, answer }) => ({ customer, currency, answer })))
        for (const [index, tenant] of tenants.entries()) {
          const deposit = both[index]?.deposit
          const output = depositOutput({ currency: 'VC_GOLD', txId: 'tx', vout: 1, address: 'address' })
          const found = await storage.transact([{ type: 'deposit', tenant, output }], (view) =>
            view.find(depositKey(tenant, output)),
          )
          expect(found).toEqual(deposit)
        }
      }),
    )

    it(
      'keys may repeat and overlap, and their order means nothing',
      using(open, async (storage) => {
        const them = await populate(storage, new Samples(), ALPHA)
        const keys = everyKey(ALPHA, them)
        const once = await load(storage, ...keys)
        expect(await load(storage, ...[...keys, ...keys].reverse())).toEqual(once)
        expect(once).toEqual({
          ...NOTHING,
          accounts: [them.account, them.mint],
          customers: [them.customer],
          blockages: [them.blockage, them.second, them.freeze],
          apiKeys: [them.apiKey],
        })
      }),
    )

    it(
      'a thousand accounts come in one unit of work',
      using(open, async (storage) => {
        const samples = new Samples()
        const customers = Array.from({ length: 500 }, () => samples.customer({ activeAccounts: 2 }))
        const accounts = customers.flatMap(({ id }) => [
          samples.account({ customer: id }),
          samples.account({ customer: id }),
        ])
        await write(storage, ...customers.map(created), ...accounts.map(opened))
        const loaded = await load(storage, ...accounts.map(({ id }) => accountKey(ALPHA, id)))
        expect(loaded).toEqual({ ...NOTHING, accounts, customers })
      }),
    )
  })
}
