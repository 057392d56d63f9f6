/** Writing: a unit of work takes effect as a whole or not at all, and every row is stored exactly. */

import {
  accountKey,
  BLOCKAGES,
  type Change,
  type Customer,
  customerKey,
  DEPOSITS,
  externalIdKey,
  idempotencyRecordKey,
} from '@tallystick/core'
import { allowlistedApiKeys, apiKeyByHash, apiKeysOf, chargesFrom, keyHash } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { dumpStorage } from '../dump.js'
import {
  ALPHA,
  answered,
  BETA,
  charged,
  created,
  defined,
  HUGE,
  issued,
  opened,
  placed,
  posted,
  recorded,
  released,
  Samples,
  UNICODE,
  write,
} from './samples.js'
import { type OpenStorage, using } from './using.js'

const SCOPE = { tenants: [ALPHA, BETA], currencies: ['VC_GOLD'] }

/** One change of every type that creates a row. */
function oneOfEach(samples: Samples): readonly Change[] {
  const customer = samples.customer({ activeAccounts: 1 })
  const account = samples.account({ customer: customer.id, currency: 'VC_GOLD', scale: 18 })
  const mint = samples.system('mint', { currency: 'VC_GOLD', scale: 18 })
  const apiKey = samples.apiKey()
  return [
    created(customer),
    defined(samples.currency(account)),
    opened(account),
    opened(mint),
    posted(samples.entry(mint, account, 5n, { operation: 'MINT' })),
    placed(samples.blockage(account)),
    recorded(samples.deposit(account)),
    issued(apiKey),
    charged(apiKey, '2030-01-01', 3),
    answered(samples.answer({ key: keyHash(ALPHA, 'one-of-each') })),
  ]
}

export function writingContract(open: OpenStorage): void {
  describe('writing', () => {
    it(
      'a decide that throws has written nothing, and its error comes out as it is',
      using(open, async (storage) => {
        const samples = new Samples()
        await write(storage, ...oneOfEach(new Samples()))
        for (let count = 0; count < 50; count++) samples.id()
        const before = await dumpStorage(storage, SCOPE)
        const fault = new Error('decide is at fault')
        const account = samples.account()
        const answer = samples.answer({ key: keyHash(ALPHA, 'never') })
        await expect(
          storage.transact([], (view) => {
            view.apply(opened(account))
            view.apply(placed(samples.blockage(account)))
            view.apply(answered(answer))
            throw fault
          }),
        ).rejects.toBe(fault)
        expect(await dumpStorage(storage, SCOPE)).toEqual(before)
        // The storage still works.
        await write(storage, opened(account))
        expect((await storage.query.account(ALPHA, account.id))?.account).toEqual(account)
        const again = await storage.transact([idempotencyRecordKey(ALPHA, answer.key)], (view) =>
          view.find(idempotencyRecordKey(ALPHA, answer.key)),
        )
        expect(again).toBeUndefined()
      }),
    )

    it(
      'a decide that applies no change has written nothing, and its result is handed back',
      using(open, async (storage) => {
        await write(storage, ...oneOfEach(new Samples()))
        const before = await dumpStorage(storage, SCOPE)
        const result = { amounts: [1n, HUGE], nothing: null, missing: undefined }
        expect(await storage.transact([], () => result)).toEqual(result)
        expect(await storage.transact([], () => undefined)).toBeUndefined()
        expect(await dumpStorage(storage, SCOPE)).toEqual(before)
      }),
    )

    it(
      'what is put into a view without a change is not written',
      using(open, async (storage) => {
        const account = new Samples().account()
        await storage.transact([], (view) => view.putAccount(account))
        expect(await storage.query.account(ALPHA, account.id)).toBeUndefined()
      }),
    )

    it(
      'account.opened and account.updated keep every field, and null is not empty text',
      using(open, async (storage) => {
        const samples = new Samples()
        const customer = samples.customer({ activeAccounts: 1 })
        const full = samples.account({
          currency: 'BTC',
          scale: 8,
          customer: customer.id,
          accountingCurrency: 'USD',
          accountCode: UNICODE,
          accountNumber: `number ${UNICODE}`,
          xpub: `xpub ${UNICODE}`,
        })
        const bare = samples.account({ accountCode: '', accountNumber: null, xpub: null })
        await write(storage, created(customer), opened(full), opened(bare))
        expect(await storage.query.account(ALPHA, full.id)).toEqual({ account: full, customer })
        expect(await storage.query.account(ALPHA, bare.id)).toEqual({ account: bare, customer: undefined })

        const changed = { ...full, active: false, accountCode: null, accountNumber: `${UNICODE}2` }
        await write(storage, { type: 'account.updated', account: changed })
        expect((await storage.query.account(ALPHA, full.id))?.account).toEqual(changed)
        expect((await storage.query.account(ALPHA, bare.id))?.account).toEqual(bare)
        const loaded = await storage.transact([accountKey(ALPHA, full.id)], (view) =>
          view.account(ALPHA, full.id),
        )
        expect(loaded).toEqual(changed)
      }),
    )

    it(
      'customer.created and customer.updated keep every field, and a new external id replaces the old',
      using(open, async (storage) => {
        const samples = new Samples()
        const customer = samples.customer({
          externalId: UNICODE,
          enabled: false,
          active: false,
          accountingCurrency: 'USD',
          customerCountry: 'CZ',
          providerCountry: 'US',
          activeAccounts: 7,
        })
        const other = samples.customer({ externalId: 'taken' })
        await write(storage, created(customer), created(other))
        expect(await storage.query.find(customerKey(ALPHA, customer.id))).toEqual(customer)
        expect(await storage.query.find(externalIdKey(ALPHA, UNICODE))).toEqual(customer)

        // In one unit of work, one takes over the old name of the other.
        const away: Customer = { ...other, externalId: `${UNICODE} moved` }
        const next: Customer = {
          ...customer,
          externalId: 'taken',
          enabled: true,
          accountingCurrency: null,
          activeAccounts: 8,
        }
        await write(
          storage,
          { type: 'customer.updated', customer: away },
          { type: 'customer.updated', customer: next },
        )
        expect(await storage.query.find(externalIdKey(ALPHA, UNICODE))).toBeUndefined()
        expect(await storage.query.find(externalIdKey(ALPHA, 'taken'))).toEqual(next)
        expect(await storage.query.find(customerKey(ALPHA, other.id))).toEqual(away)
        const byOldName = await storage.transact(
          [{ type: 'customerByExternalId', tenant: ALPHA, externalId: UNICODE }],
          (view) => view.find(externalIdKey(ALPHA, UNICODE)),
        )
        expect(byOldName).toBeUndefined()
      }),
    )

    it(
      'blockage.placed and blockage.released keep every field and move blocked and frozenBy with them',
      using(open, async (storage) => {
        const samples = new Samples()
        const account = samples.account({ scale: 18, currency: 'ETH' })
        const hold = samples.blockage(account, {
          amount: HUGE,
          type: UNICODE,
          description: `why: ${UNICODE}`,
        })
        // The type of a blockage may say freeze; only `freeze` makes it one.
        const impostor = samples.blockage(account, { amount: 2n, type: 'ACCOUNT_FROZEN' })
        const freeze = samples.freeze(account)
        await write(storage, opened(account), placed(hold), placed(impostor), placed(freeze))
        const held = { ...account, blocked: HUGE + 2n, frozenBy: freeze.id }
        expect((await storage.query.account(ALPHA, account.id))?.account).toEqual(held)
        for (const blockage of [hold, impostor, freeze]) {
          expect(await storage.query.blockage(ALPHA, blockage.id)).toEqual({ blockage, account: held })
        }
        await write(storage, released(hold), released(freeze))
        expect((await storage.query.account(ALPHA, account.id))?.account).toEqual({ ...account, blocked: 2n })
        expect(await storage.query.blockage(ALPHA, hold.id)).toBeUndefined()
        expect(
          await storage.query.list(BLOCKAGES, {
            where: { tenant: ALPHA, account: account.id },
            offset: 0,
            limit: 50,
          }),
        ).toEqual([impostor])
      }),
    )

    it(
      'currency.created and currency.updated keep every field, and supply is what was minted',
      using(open, async (storage) => {
        const samples = new Samples()
        const customer = samples.customer({ activeAccounts: 1 })
        const account = samples.account({ currency: 'VC_GOLD', scale: 18, customer: customer.id })
        const mint = samples.system('mint', { currency: 'VC_GOLD', scale: 18 })
        const currency = samples.currency(account, {
          baseRate: '0.000000000000000000000000000000000001',
          basePair: 'USD',
          description: UNICODE,
          customer: customer.id,
        })
        await write(storage, created(customer), defined(currency), opened(mint), opened(account))
        expect(await storage.query.currency(ALPHA, 'VC_GOLD')).toEqual({ currency, supply: 0n })
        await write(storage, posted(samples.entry(mint, account, HUGE, { operation: 'MINT' })))
        await write(storage, posted(samples.entry(account, mint, 1n, { operation: 'REVOKE' })))
        const next = { ...currency, baseRate: '2', basePair: 'CZK' }
        await write(storage, { type: 'currency.updated', currency: next })
        expect(await storage.query.currency(ALPHA, 'VC_GOLD')).toEqual({ currency: next, supply: HUGE - 1n })
        expect(await storage.query.currency(BETA, 'VC_GOLD')).toBeUndefined()
        expect(await storage.query.currency(ALPHA, 'VC_SILVER')).toBeUndefined()
      }),
    )

    it(
      'entry.posted keeps every field, for each side and each operation',
      using(open, async (storage) => {
        const samples = new Samples()
        const payer = samples.account({ currency: 'ETH', scale: 18 })
        const payee = samples.account({ currency: 'ETH', scale: 18, accountingCurrency: 'USD' })
        const world = samples.system('world', { currency: 'ETH', scale: 18 })
        await write(storage, opened(world), opened(payer), opened(payee))
        const details = {
          transactionCode: UNICODE,
          paymentId: '1',
          senderNote: `sender ${UNICODE}`,
          recipientNote: '',
          txId: '0xabc',
          address: '0xdef',
          attr: '12345',
          customReference: 'custom',
          customCounterAccount: 'counter',
        }
        const funding = samples.entry(world, payer, HUGE * 10n, { operation: 'DEPOSIT' })
        const full = samples.entry(payer, payee, HUGE, {
          anonymous: true,
          details,
          pricing: { source: UNICODE, timestamp: 1 },
        })
        const priced = {
          ...full,
          debit: { ...full.debit, value: HUGE },
          credit: { ...full.credit, value: null },
        }
        const operations = ['PAYMENT', 'WITHDRAWAL', 'BLOCKCHAIN_TRANSACTION', 'EXCHANGE', 'REVOKE'] as const
        const others = operations.map((operation) =>
          samples.entry(payer, payee, 1n, { operation, details: { attr: operation } }),
        )
        const entries = [funding, priced, ...others]
        await write(storage, ...entries.map(posted))

        const seen = await storage.query.records(ALPHA, payer.id, entries.length, 50)
        expect(seen.map(({ entry }) => entry)).toEqual(entries.toReversed())
        expect(seen.map(({ side }) => side).reverse()).toEqual(['credit', ...Array(6).fill('debit')])
        const received = await storage.query.records(ALPHA, payee.id, 6, 50)
        expect(received.map(({ entry, side }) => ({ entry, side }))).toEqual(
          [priced, ...others].toReversed().map((entry) => ({ entry, side: 'credit' })),
        )
        const balances = await Promise.all(
          [payer, payee].map(async ({ id }) => (await storage.query.account(ALPHA, id))?.account.balance),
        )
        expect(balances).toEqual([HUGE * 9n - 5n, HUGE + 5n])
        const audited = await storage.audit((audit) => audit.entries(undefined, 50))
        expect(audited.map(({ entry }) => entry)).toEqual(entries)
      }),
    )

    it(
      'deposit.recorded and deposit.updated keep every field',
      using(open, async (storage) => {
        const samples = new Samples()
        const account = samples.account({ currency: 'XRP', scale: 6, xpub: 'rAddress' })
        const deposit = samples.deposit(account, {
          amount: HUGE,
          txId: UNICODE,
          vout: 4_294_967_295,
          address: UNICODE,
          from: UNICODE,
          xpub: UNICODE,
          derivationKey: 2_147_483_647,
          blockHeight: 9_007_199_254_740_991,
          blockHash: 'hash',
          status: 'InProgress',
        })
        const bare = samples.deposit(account)
        await write(storage, opened(account), recorded(deposit), recorded(bare))
        const all = () =>
          storage.query.list(DEPOSITS, { where: { tenant: ALPHA }, offset: 0, limit: 50, order: 'asc' })
        expect(await all()).toEqual([deposit, bare])
        const done = { ...deposit, status: 'Done' as const, spent: true, blockHash: null, amount: 1n }
        await write(storage, { type: 'deposit.updated', deposit: done })
        expect(await all()).toEqual([done, bare])
      }),
    )

    it(
      'apiKey.created and apiKey.updated keep every field, and a key is found by its hash',
      using(open, async (storage) => {
        const samples = new Samples()
        const addresses = ['192.0.2.7', '2001:db8::/32']
        const first = samples.apiKey({
          name: UNICODE,
          network: 'mainnet',
          plan: 'free',
          hint: UNICODE,
          addresses,
        })
        const second = samples.apiKey({ tenant: BETA })
        await write(storage, issued(first), issued(second))
        expect(await apiKeyByHash(storage.query, first.hash)).toEqual(first)
        expect(await apiKeyByHash(storage.query, second.hash)).toEqual(second)
        expect(await apiKeyByHash(storage.query, 'unknown')).toBeUndefined()
        expect(await apiKeysOf(storage.query)).toEqual([first, second])
        expect(await apiKeysOf(storage.query, BETA)).toEqual([second])
        expect(await allowlistedApiKeys(storage.query)).toEqual([first])
        const revoked = { ...first, frozen: true, revoked: true }
        await write(storage, { type: 'apiKey.updated', apiKey: revoked })
        expect(await apiKeyByHash(storage.query, first.hash)).toEqual(revoked)
        expect(await apiKeysOf(storage.query, ALPHA)).toEqual([revoked])
        expect(await allowlistedApiKeys(storage.query)).toEqual([])
      }),
    )

    it(
      'answer.stored is found again as it was',
      using(open, async (storage) => {
        const samples = new Samples()
        const answer = samples.answer({
          key: keyHash(ALPHA, UNICODE),
          body: JSON.stringify({ text: UNICODE, long: 'x'.repeat(100_000) }),
          requestHash: keyHash(ALPHA, 'another'),
        })
        const empty = samples.answer({ body: 'null' })
        const referring = samples.answer({ reference: '0123456789abcdef'.repeat(2), body: null })
        const all = [answer, empty, referring]
        await write(storage, ...all.map(answered))
        const keys = all.map(({ key }) => idempotencyRecordKey(ALPHA, key))
        const found = await storage.transact(keys, (view) => keys.map((key) => view.find(key)))
        expect(found).toEqual(all)
      }),
    )

    it(
      'credits.charged adds up by key and day, within and over units of work',
      using(open, async (storage) => {
        const samples = new Samples()
        const apiKey = samples.apiKey()
        const other = samples.apiKey()
        const theirs = { ...samples.apiKey(), tenant: BETA, id: apiKey.id }
        await write(storage, charged(apiKey, '2030-01-01', 2), charged(apiKey, '2030-01-01', 3))
        await write(storage, charged(apiKey, '2029-12-31', 1), charged(other, '2030-01-01', 100))
        await write(storage, charged(apiKey, '2030-01-02', 7), charged(theirs, '2030-01-02', 50))
        await write(storage, charged(apiKey, '2030-01-01', 1_000_000_000_000))
        const of = (day: string, credits: number) => ({ tenant: ALPHA, apiKey: apiKey.id, day, credits })
        const newer = [of('2030-01-01', 1_000_000_000_005), of('2030-01-02', 7)]
        expect(await chargesFrom(storage.query, ALPHA, apiKey.id, '2030-01-01')).toEqual(newer)
        expect(await chargesFrom(storage.query, ALPHA, apiKey.id, '2000-01-01')).toEqual([
          of('2029-12-31', 1),
          ...newer,
        ])
        expect(await chargesFrom(storage.query, ALPHA, apiKey.id, '2030-01-03')).toEqual([])
        expect(await chargesFrom(storage.query, BETA, apiKey.id, '2000-01-01')).toEqual([
          { ...of('2030-01-02', 50), tenant: BETA },
        ])
      }),
    )

    it(
      'several changes of one account in one unit of work leave what the last of them says',
      using(open, async (storage) => {
        const samples = new Samples()
        const customer = samples.customer()
        const world = samples.system('world')
        const account = samples.account({ customer: customer.id })
        const other = samples.account()
        const hold = samples.blockage(account, { amount: 30n })
        const kept = samples.blockage(account, { amount: 12n })
        const freeze = samples.freeze(account)
        const again = samples.freeze(account)
        const entries = [
          samples.entry(world, account, 100n),
          samples.entry(account, other, 40n),
          samples.entry(other, account, 5n),
        ]
        const counted = { ...customer, activeAccounts: 1 }
        await write(
          storage,
          created(customer),
          opened(world),
          opened(account),
          opened(other),
          { type: 'customer.updated', customer: counted },
          ...entries.slice(0, 1).map(posted),
          placed(hold),
          placed(freeze),
          placed(kept),
          released(freeze),
          ...entries.slice(1).map(posted),
          released(hold),
          placed(again),
        )
        const expected = { ...account, balance: 65n, blocked: 12n, frozenBy: again.id }
        expect(await storage.query.account(ALPHA, account.id)).toEqual({
          account: expected,
          customer: counted,
        })
        expect(
          await storage.query.list(BLOCKAGES, {
            where: { tenant: ALPHA, account: account.id },
            offset: 0,
            limit: 50,
          }),
        ).toEqual([kept, again])
        expect(await storage.query.blockage(ALPHA, freeze.id)).toBeUndefined()
        const records = await storage.query.records(ALPHA, account.id, 3, 50)
        expect(records.map(({ number, entry }) => [number, entry])).toEqual([
          [3, entries[2]],
          [2, entries[1]],
          [1, entries[0]],
        ])
      }),
    )

    it(
      'account.updated between postings does not undo them',
      using(open, async (storage) => {
        const samples = new Samples()
        const payer = samples.account()
        const payee = samples.account()
        await write(storage, opened(payer), opened(payee))
        // Created once, because `decide` may run again.
        const [first, second] = [samples.entry(payer, payee, 10n), samples.entry(payer, payee, 5n)]
        await storage.transact([accountKey(ALPHA, payer.id), accountKey(ALPHA, payee.id)], (view) => {
          view.apply(posted(first))
          const now = view.account(ALPHA, payee.id) ?? payee
          view.apply({ type: 'account.updated', account: { ...now, accountCode: 'between' } })
          view.apply(posted(second))
        })
        const after = await storage.query.account(ALPHA, payee.id)
        expect(after?.account).toEqual({ ...payee, balance: 15n, accountCode: 'between' })
      }),
    )

    it(
      'a thousand entries of one unit of work, all on one hot account',
      using(open, async (storage) => {
        const samples = new Samples()
        const hot = samples.account()
        const others = Array.from({ length: 40 }, () => samples.account())
        await write(storage, ...[hot, ...others].map(opened))
        const entries = Array.from({ length: 1_000 }, (_, index) => {
          const other = others[index % others.length] ?? hot
          return index % 3 === 0 ? samples.entry(hot, other, 1n) : samples.entry(other, hot, BigInt(index))
        })
        await write(storage, ...entries.map(posted))
        const balance = entries.reduce(
          (sum, { debit, amount }) => sum + (debit.account === hot.id ? -amount : amount),
          0n,
        )
        expect((await storage.query.account(ALPHA, hot.id))?.account.balance).toBe(balance)
        expect(await storage.query.lastRecord(ALPHA, hot.id)).toBe(1_000)
        const records = await storage.query.records(ALPHA, hot.id, 1_000, 1_000)
        expect(records.map(({ entry }) => entry)).toEqual(entries.toReversed())
        expect(records.map(({ number }) => number)).toEqual(
          Array.from({ length: 1_000 }, (_, i) => 1_000 - i),
        )
        expect(await storage.query.recordCount(ALPHA)).toBe(2_000)
      }),
    )

    it(
      'a constant is made once and then stays',
      using(open, async (storage) => {
        let made = 0
        const thrown = new Error('not made')
        const none = storage.constant('name', () => {
          throw thrown
        })
        await expect(none).rejects.toBe(thrown)
        const value = await storage.constant('name', () => `${UNICODE} ${++made}`)
        expect(value).toBe(`${UNICODE} 1`)
        expect(await storage.constant('name', () => 'another')).toBe(value)
        expect(await storage.constant('other name', () => 'another')).toBe('another')
        const raced = await Promise.all(
          Array.from({ length: 20 }, (_, index) => storage.constant('raced', () => String(index))),
        )
        expect(new Set(raced).size).toBe(1)
      }),
    )

    it(
      'answers a ping',
      using(open, async (storage) => {
        await expect(storage.ping()).resolves.toBeUndefined()
        expect(storage.name).not.toBe('')
      }),
    )
  })
}
