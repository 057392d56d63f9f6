/** Reads: order, pages and filters of every list, seeking in the journal, and the pages of an audit. */

import type { Account, AccountId, Deposit, Entry, Reference, SystemRole } from '@tallystick/core'
import { BLOCKAGES, CUSTOMERS, customerKey, DEPOSITS, externalIdKey, type Where } from '@tallystick/core'
import type { AccountWhere, JournalPosition, Storage } from '@tallystick/engine'
import { apiKeysOf, chargesFrom } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { everyEntry, everyItem, everyPage } from '../dump.js'
import {
  ALPHA,
  BETA,
  charged,
  created,
  issued,
  opened,
  placed,
  posted,
  recorded,
  released,
  Samples,
  START,
  write,
} from './samples.js'
import { type OpenStorage, using } from './using.js'

const ALL = { offset: 0, limit: 10_000 } as const

/** Reads every window of a list, so no page size or offset goes untested. */
function windows(length: number): { offset: number; limit: number }[] {
  const places = [...new Set([0, 1, Math.floor(length / 2), Math.max(0, length - 1), length, length + 5])]
  return places.flatMap((offset) =>
    [1, 2, Math.floor(length / 2), length, length + 5].map((limit) => ({ offset, limit })),
  )
}

/** Accounts that differ in everything that filters use, among accounts of another tenant. */
async function manyAccounts(storage: Storage): Promise<readonly Account[]> {
  const samples = new Samples()
  const customers = [samples.customer(), samples.customer()]
  const accounts = Array.from({ length: 24 }, (_, index) =>
    samples.account({
      customer: index % 3 === 2 ? null : (customers[index % 3]?.id ?? null),
      currency: index % 2 === 0 ? 'EUR' : 'USD',
      active: index % 4 !== 3,
      accountCode: index % 5 === 0 ? 'salary' : null,
      accountNumber: index % 6 === 0 ? `number-${index % 12}` : null,
    }),
  )
  const theirs = Array.from({ length: 5 }, () => samples.account({ tenant: BETA, accountCode: 'salary' }))
  const freezes = accounts.filter((_, index) => index % 7 === 0).map((account) => samples.freeze(account))
  const system = (['world', 'mint', 'clearing', 'fees'] satisfies SystemRole[]).map((role) =>
    samples.system(role, { accountCode: 'salary' }),
  )
  // Written in another order, because lists are in order of id, not of arrival.
  await write(
    storage,
    ...customers.map(created),
    ...[...theirs, ...system, ...accounts.toReversed()].map(opened),
    ...freezes.map(placed),
  )
  return accounts.map((account) => ({
    ...account,
    frozenBy: freezes.find((freeze) => freeze.account === account.id)?.id ?? null,
  }))
}

function matches(account: Account, where: AccountWhere): boolean {
  return (
    (where.customer === undefined || account.customer === where.customer) &&
    (where.active === undefined || account.active === where.active) &&
    (where.frozen === undefined || (account.frozenBy !== null) === where.frozen) &&
    (where.currency === undefined || account.currency === where.currency) &&
    (where.accountNumber === undefined || account.accountNumber === where.accountNumber) &&
    (where.accountCode === undefined || account.accountCode === where.accountCode)
  )
}

/** A ring of payments between three accounts: entries[i] was made at START + 10 * i. */
async function journalOf(storage: Storage, length: number) {
  const samples = new Samples()
  const accounts = [samples.account(), samples.account(), samples.account()] as const
  const strangers = [samples.account({ tenant: BETA }), samples.account({ tenant: BETA })] as const
  const world = samples.system('world')
  await write(storage, ...[...accounts, ...strangers, world].map(opened))
  const entries: Entry[] = []
  for (let index = 0; index < length; index++) {
    const debit = index === 0 ? world : (accounts[index % 3] ?? world)
    const credit = accounts[(index + 1) % 3] ?? world
    const entry = samples.entry(debit, credit, BigInt(index + 1), { created: START + 10 * index })
    entries.push(entry)
    await write(storage, posted(entry), posted(samples.entry(strangers[0], strangers[1], 1n)))
  }
  return { samples, accounts, strangers, world, entries }
}

export function queriesContract(open: OpenStorage): void {
  describe('queries', () => {
    it(
      'accounts: both orders, every page, after an id; the ledger and other tenants never show',
      using(open, async (storage) => {
        const accounts = await manyAccounts(storage)
        const list = async (order: 'asc' | 'desc', page: object = {}) =>
          (await storage.query.accounts(ALPHA, {}, { ...ALL, order, ...page })).map(({ account }) => account)
        expect(await list('asc')).toEqual(accounts)
        expect(await list('desc')).toEqual(accounts.toReversed())
        expect(await storage.query.accountCount(ALPHA, {})).toBe(accounts.length)
        for (const order of ['asc', 'desc'] as const) {
          const ordered = order === 'asc' ? accounts : accounts.toReversed()
          for (const page of windows(accounts.length)) {
            expect(await list(order, page)).toEqual(ordered.slice(page.offset, page.offset + page.limit))
          }
          for (const [index, { id }] of ordered.entries()) {
            expect(await list(order, { after: id, limit: 5 })).toEqual(ordered.slice(index + 1, index + 6))
          }
          const third = ordered[2]?.id as AccountId
          expect(await list(order, { after: third, offset: 2, limit: 3 })).toEqual(ordered.slice(5, 8))
        }
      }),
    )

    it(
      'accounts: every filter, alone and together with the others, in list and count',
      using(open, async (storage) => {
        const accounts = await manyAccounts(storage)
        const choices = {
          customer: [undefined, accounts[0]?.customer ?? undefined, accounts[1]?.customer ?? undefined],
          active: [undefined, true, false],
          frozen: [undefined, true, false],
          currency: [undefined, 'EUR', 'BTC'],
          accountNumber: [undefined, 'number-6'],
          accountCode: [undefined, 'salary'],
        } as const
        for (const customer of choices.customer)
          for (const active of choices.active)
            for (const frozen of choices.frozen)
              for (const currency of choices.currency)
                for (const accountNumber of choices.accountNumber)
                  for (const accountCode of choices.accountCode) {
                    const where: AccountWhere = {
                      ...(customer === undefined ? {} : { customer }),
                      ...(active === undefined ? {} : { active }),
                      ...(frozen === undefined ? {} : { frozen }),
                      ...(currency === undefined ? {} : { currency }),
                      ...(accountNumber === undefined ? {} : { accountNumber }),
                      ...(accountCode === undefined ? {} : { accountCode }),
                    }
                    const expected = accounts.filter((account) => matches(account, where)).map(({ id }) => id)
                    const found = await storage.query.accounts(ALPHA, where, { ...ALL, order: 'asc' })
                    expect(
                      found.map(({ account }) => account.id),
                      JSON.stringify(where),
                    ).toEqual(expected)
                    expect(await storage.query.accountCount(ALPHA, where)).toBe(expected.length)
                  }
        const page = { offset: 1, limit: 2, order: 'desc' } as const
        const active = accounts.filter((account) => account.active).toReversed()
        expect(
          (await storage.query.accounts(ALPHA, { active: true }, page)).map(({ account }) => account.id),
        ).toEqual(active.slice(1, 3).map(({ id }) => id))
      }),
    )

    it(
      'accounts come with their customers; of another tenant, or the ledger itself, none is found',
      using(open, async (storage) => {
        const samples = new Samples()
        const customer = samples.customer({ activeAccounts: 1 })
        const account = samples.account({ customer: customer.id })
        const world = samples.system('world')
        await write(storage, created(customer), opened(account), opened(world))
        expect(await storage.query.accounts(ALPHA, {}, { ...ALL, order: 'asc' })).toEqual([
          { account, customer },
        ])
        expect(await storage.query.account(BETA, account.id)).toBeUndefined()
        expect(await storage.query.account(ALPHA, world.id)).toBeUndefined()
        expect(await storage.query.account(ALPHA, samples.account().id)).toBeUndefined()
        expect(await storage.query.find(customerKey(BETA, customer.id))).toBeUndefined()
        expect(await storage.query.find(externalIdKey(BETA, customer.externalId))).toBeUndefined()
        expect(await storage.query.find(externalIdKey(ALPHA, 'nobody'))).toBeUndefined()
      }),
    )

    it(
      'customers: in order, every page, inactive and disabled ones too',
      using(open, async (storage) => {
        const samples = new Samples()
        const customers = Array.from({ length: 11 }, (_, index) =>
          samples.customer({ active: index % 2 === 0, enabled: index % 3 === 0 }),
        )
        await write(
          storage,
          ...customers.toReversed().map(created),
          created(samples.customer({ tenant: BETA })),
        )
        expect(await storage.query.list(CUSTOMERS, { where: { tenant: ALPHA }, ...ALL })).toEqual(customers)
        for (const page of windows(customers.length)) {
          expect(await storage.query.list(CUSTOMERS, { where: { tenant: ALPHA }, ...page })).toEqual(
            customers.slice(page.offset, page.offset + page.limit),
          )
        }
      }),
    )

    it(
      'blockages: of one account, in order, every page, gone once released',
      using(open, async (storage) => {
        const samples = new Samples()
        const account = samples.account()
        const other = samples.account()
        const holds = Array.from({ length: 9 }, (_, index) =>
          samples.blockage(account, { amount: BigInt(index + 1) }),
        )
        const gone = samples.blockage(account)
        await write(storage, opened(account), opened(other))
        await write(
          storage,
          ...holds.toReversed().map(placed),
          placed(gone),
          placed(samples.blockage(other)),
          released(gone),
        )
        const list = (page: { offset: number; limit: number }) =>
          storage.query.list(BLOCKAGES, { where: { tenant: ALPHA, account: account.id }, ...page })
        expect(await list(ALL)).toEqual(holds)
        for (const page of windows(holds.length)) {
          expect(await list(page)).toEqual(holds.slice(page.offset, page.offset + page.limit))
        }
        const first = holds[0] ?? gone
        expect(
          await storage.query.list(BLOCKAGES, { where: { tenant: BETA, account: account.id }, ...ALL }),
        ).toEqual([])
        expect(await storage.query.blockage(BETA, first.id)).toBeUndefined()
        expect(await storage.query.blockage(ALPHA, gone.id)).toBeUndefined()
        expect(await storage.query.blockage(ALPHA, first.id)).toEqual({
          blockage: first,
          account: { ...account, blocked: 45n },
        })
      }),
    )

    it(
      'deposits: both orders, every page, every filter, and counts',
      using(open, async (storage) => {
        const samples = new Samples()
        const accounts = [samples.account(), samples.account({ currency: 'BTC', scale: 8 })] as const
        const statuses = ['InProgress', 'Done', 'Failed'] as const
        const deposits = Array.from({ length: 18 }, (_, index) =>
          samples.deposit(accounts[index % 2 === 0 ? 0 : 1], {
            status: statuses[index % 3] ?? 'Done',
            txId: `tx-${index % 4}`,
            vout: index,
            address: `address-${index % 5}`,
            from: index % 3 === 0 ? null : `from-${index % 3}`,
          }),
        )
        const theirs = samples.account({ tenant: BETA })
        await write(
          storage,
          ...[...accounts, theirs].map(opened),
          ...deposits.toReversed().map(recorded),
          recorded(samples.deposit(theirs, { txId: 'tx-0', address: 'address-0' })),
        )
        const wheres: readonly [Where<Deposit>, (deposit: Deposit) => boolean][] = [
          [{}, () => true],
          [{ status: 'Done' }, ({ status }) => status === 'Done'],
          [{ currency: 'BTC' }, ({ currency }) => currency === 'BTC'],
          [{ txId: 'tx-1' }, ({ txId }) => txId === 'tx-1'],
          [{ address: 'address-3' }, ({ address }) => address === 'address-3'],
          [{ account: accounts[0].id }, ({ account }) => account === accounts[0].id],
          [
            { status: 'InProgress', currency: 'EUR', account: accounts[0].id },
            ({ status, account }) => status === 'InProgress' && account === accounts[0].id,
          ],
          [
            { txId: 'tx-0', address: 'address-4', status: 'InProgress', currency: 'BTC' },
            ({ txId, address, status, currency }) =>
              txId === 'tx-0' && address === 'address-4' && status === 'InProgress' && currency === 'BTC',
          ],
          [{ account: theirs.id }, () => false],
          [{ txId: { in: ['tx-1', 'tx-3'] } }, ({ txId }) => txId === 'tx-1' || txId === 'tx-3'],
          [{ txId: { notIn: ['tx-1', 'tx-3'] } }, ({ txId }) => txId === 'tx-0' || txId === 'tx-2'],
          [{ address: { notIn: [] } }, () => true],
          [{ vout: { notIn: [4, 5] } }, ({ vout }) => vout !== 4 && vout !== 5],
          [{ vout: { not: 4 } }, ({ vout }) => vout !== 4],
          // Null is not any of them.
          [{ from: { not: 'from-1' } }, ({ from }) => from !== 'from-1'],
          [{ from: { notIn: ['from-1'] } }, ({ from }) => from !== 'from-1'],
        ]
        for (const [where, predicate] of wheres) {
          const expected = deposits.filter(predicate)
          expect(await storage.query.count(DEPOSITS, { tenant: ALPHA, ...where })).toBe(expected.length)
          const following = expected.filter(({ status }) => status === 'InProgress')
          expect(await storage.query.count(DEPOSITS, { tenant: ALPHA, ...where }, 'following')).toBe(
            following.length,
          )
          for (const order of ['asc', 'desc'] as const) {
            const ordered = order === 'asc' ? expected : expected.toReversed()
            for (const page of windows(expected.length)) {
              expect(
                await storage.query.list(DEPOSITS, { where: { tenant: ALPHA, ...where }, ...page, order }),
                JSON.stringify({ where, page, order }),
              ).toEqual(ordered.slice(page.offset, page.offset + page.limit))
            }
          }
        }
      }),
    )

    it(
      'records: by number, newest first, at the first, the middle, the last and beyond',
      using(open, async (storage) => {
        const { accounts, entries, world, strangers } = await journalOf(storage, 31)
        for (const { id } of accounts) {
          const own = entries.filter(({ debit, credit }) => debit.account === id || credit.account === id)
          const expected = own.map((entry, index) => ({
            entry,
            side: entry.debit.account === id ? 'debit' : 'credit',
            number: index + 1,
          }))
          const last = expected.length
          expect(await storage.query.lastRecord(ALPHA, id)).toBe(last)
          for (const from of [1, 2, Math.floor(last / 2), last - 1, last]) {
            for (const limit of [1, 2, 5, last, last + 10]) {
              expect(await storage.query.records(ALPHA, id, from, limit), `${from}, ${limit}`).toEqual(
                expected.slice(Math.max(0, from - limit), from).toReversed(),
              )
            }
          }
          expect(await storage.query.records(ALPHA, id, 0, 5)).toEqual([])
          expect(await storage.query.records(BETA, id, last, 5)).toEqual([])
          expect(await storage.query.lastRecord(BETA, id)).toBe(0)
        }
        const unknown = 'f'.repeat(24) as AccountId
        expect(await storage.query.records(ALPHA, unknown, 5, 5)).toEqual([])
        expect(await storage.query.lastRecord(ALPHA, unknown)).toBe(0)
        expect(await storage.query.lastRecord(ALPHA, strangers[0].id)).toBe(0)
        expect(await storage.query.recordCount(ALPHA)).toBe(entries.length * 2 - 1)
        expect(await storage.query.recordCount(BETA)).toBe(entries.length * 2)
        const everyAccount = await storage.audit((audit) => audit.accounts(undefined, 50))
        expect(everyAccount.find(({ account }) => account.id === world.id)?.records).toBe(1)
      }),
    )

    it(
      'recordsAt and lastRecords: of several accounts in one round, what each says of itself',
      using(open, async (storage) => {
        const { accounts, strangers, world } = await journalOf(storage, 31)
        const { query } = storage
        const unknown = 'f'.repeat(24) as AccountId
        const ids = [unknown, ...accounts.map(({ id }) => id), world.id, strangers[0].id]
        for (const until of [undefined, START - 1, START + 1, START + 3, START + 100]) {
          const each = await Promise.all(ids.map((id) => query.lastRecord(ALPHA, id, until)))
          expect(await query.lastRecords(ALPHA, ids, until)).toEqual(each)
        }
        const last = await query.lastRecords(ALPHA, ids)
        for (const limit of [1, 3, 100]) {
          const places = ids.map((account, index) => ({ account, from: (last[index] ?? 0) - 1, limit }))
          const each = await Promise.all(
            places.map(({ account, from }) => query.records(ALPHA, account, from, limit)),
          )
          expect(await query.recordsAt(ALPHA, places)).toEqual(each.flat())
        }
        expect(await query.recordsAt(ALPHA, [])).toEqual([])
        expect(await query.lastRecords(ALPHA, [])).toEqual([])
      }),
    )

    it(
      'records from beyond the last are those there are',
      using(open, async (storage) => {
        const { accounts } = await journalOf(storage, 7)
        const { id } = accounts[1]
        const last = await storage.query.lastRecord(ALPHA, id)
        const numbers = async (from: number, limit: number) =>
          (await storage.query.records(ALPHA, id, from, limit)).map(({ number }) => number)
        // Callers ask for records up to `lastRecord`. Beyond it, an adapter may count or skip the empty places, but its
        // answer has no gaps from the last record down.
        for (const from of [last + 1, last + 2, last + 100]) {
          const found = await numbers(from, 3)
          expect(found).toEqual(found.map((_, index) => last - index))
        }
      }),
    )

    it(
      'lastRecord until a time counts what was made at or before it',
      using(open, async (storage) => {
        const { accounts, entries } = await journalOf(storage, 31)
        for (const { id } of accounts) {
          for (const until of [
            START - 1,
            START,
            START + 1,
            START + 150,
            START + 155,
            START + 300,
            START + 999,
          ]) {
            const expected = entries.filter(
              (entry) =>
                (entry.debit.account === id || entry.credit.account === id) && entry.created <= until,
            ).length
            expect(await storage.query.lastRecord(ALPHA, id, until)).toBe(expected)
          }
        }
      }),
    )

    it(
      'lastRecord until a time in which several records were made names the last of them',
      using(open, async (storage) => {
        const samples = new Samples()
        const [payer, payee] = [samples.account(), samples.account()]
        await write(storage, opened(payer), opened(payee))
        const times = [0, 0, 0, 1, 1, 5, 5, 5, 5, 9]
        for (const time of times)
          await write(storage, posted(samples.entry(payer, payee, 1n, { created: START + time })))
        const numbers = [0, 1, 2, 5, 8, 9].map((time) =>
          storage.query.lastRecord(ALPHA, payee.id, START + time),
        )
        expect(await Promise.all(numbers)).toEqual([3, 5, 5, 9, 9, 10])
      }),
    )

    it(
      'journal: newest first, page after page, before a place, until a time',
      using(open, async (storage) => {
        const { entries } = await journalOf(storage, 20)
        const newest = entries.toReversed()
        const whole = await storage.query.journal(ALPHA, {}, 1_000)
        expect(whole.map(({ entry }) => entry)).toEqual(newest)
        for (const size of [1, 3, 20, 50]) {
          const walked = await everyPage(
            (before: JournalPosition | undefined, limit) =>
              storage.query.journal(ALPHA, before === undefined ? {} : { before }, limit),
            ({ position }) => position,
            size,
          )
          expect(walked).toEqual(whole)
        }
        for (const until of [START - 1, START, START + 55, START + 60, START + 10_000]) {
          const expected = newest.filter(({ created }) => created <= until)
          const found = await storage.query.journal(ALPHA, { until }, 1_000)
          expect(found.map(({ entry }) => entry)).toEqual(expected)
          const fourth = found[3]
          if (fourth === undefined) continue
          const rest = await storage.query.journal(ALPHA, { until, before: fourth.position }, 2)
          expect(rest.map(({ entry }) => entry)).toEqual(expected.slice(4, 6))
        }
        // A caller's cursor may name what is no position, or one of somebody else.
        const strange = [
          '',
          'x',
          '-1',
          '1e3',
          'NaN',
          `${'0'.repeat(36)} 1 1 x`,
          ' 1 2',
          '9'.repeat(30),
          '\u{1f600}',
        ]
        for (const before of [...strange, whole[0]?.position ?? ''] as JournalPosition[]) {
          const found = await storage.query.journal(BETA, { before }, 5)
          expect(found.every(({ entry }) => entry.tenant === BETA)).toBe(true)
        }
      }),
    )

    it(
      'entriesByReference: ours and the caller’s own, every entry of a reference, oldest first, by pages',
      using(open, async (storage) => {
        const samples = new Samples()
        const [payer, payee] = [samples.account(), samples.account()]
        const theirs = [samples.account({ tenant: BETA }), samples.account({ tenant: BETA })] as const
        await write(storage, ...[payer, payee, ...theirs].map(opened))
        const shared = samples.reference()
        const parts = [1n, 2n, 3n].map((amount) => samples.entry(payer, payee, amount, { reference: shared }))
        const customReference = 'order 1234'
        const custom = [4n, 5n].map((amount) =>
          samples.entry(payer, payee, amount, { details: { customReference } }),
        )
        const other = samples.entry(payer, payee, 6n, { details: { customReference: 'order 12345' } })
        const elsewhere = samples.entry(theirs[0], theirs[1], 7n, { details: { customReference } })
        for (const entry of [parts[0], custom[0], parts[1], other, elsewhere, custom[1], parts[2]]) {
          if (entry !== undefined) await write(storage, posted(entry))
        }
        const find = (reference: string, offset = 0, limit = 10) =>
          storage.query.entriesByReference(ALPHA, reference, { offset, limit })
        expect(await find(shared)).toEqual(parts)
        expect(await find(customReference)).toEqual(custom)
        expect(await find(customReference, 1, 5)).toEqual(custom.slice(1))
        expect(await find(shared, 1, 1)).toEqual(parts.slice(1, 2))
        expect(await find(shared, 3)).toEqual([])
        expect(await find(other.reference)).toEqual([other])
        expect(await find(elsewhere.reference)).toEqual([])
        expect(
          await storage.query.entriesByReference(BETA, customReference, { offset: 0, limit: 10 }),
        ).toEqual([elsewhere])
        expect(await find('never used')).toEqual([])
        expect(await find(samples.reference() as Reference)).toEqual([])
      }),
    )

    it(
      'API keys: oldest first, of one tenant or of all; charges per key',
      using(open, async (storage) => {
        const samples = new Samples()
        const keys = Array.from({ length: 6 }, (_, index) =>
          samples.apiKey({ tenant: index % 2 === 0 ? ALPHA : BETA }),
        )
        for (const apiKey of keys) await write(storage, issued(apiKey), charged(apiKey, '2030-01-01', 1))
        expect(await apiKeysOf(storage.query)).toEqual(keys)
        expect(await apiKeysOf(storage.query, ALPHA)).toEqual(keys.filter(({ tenant }) => tenant === ALPHA))
        for (const { tenant, id } of keys) {
          expect(await chargesFrom(storage.query, tenant, id, '2030-01-01')).toEqual([
            { tenant, apiKey: id, day: '2030-01-01', credits: 1 },
          ])
        }
      }),
    )

    it(
      'audit: every page of any size adds up to everything, each thing once, entries as written',
      using(open, async (storage) => {
        const { samples, accounts, strangers, world } = await journalOf(storage, 13)
        const customers = Array.from({ length: 8 }, (_, index) =>
          samples.customer({ tenant: index % 2 === 0 ? ALPHA : BETA }),
        )
        const holds = [...accounts, ...strangers].flatMap((account) => [
          samples.blockage(account),
          samples.freeze(account),
        ])
        await write(storage, ...customers.map(created), ...holds.map(placed))
        const walk = (size: number) =>
          storage.audit(async (audit) => ({
            entries: await everyEntry(audit, size),
            accounts: await everyPage(audit.accounts.bind(audit), (item) => item.account.id, size),
            blockages: await everyItem(audit, BLOCKAGES, size),
            customers: await everyItem(audit, CUSTOMERS, size),
          }))
        const whole = await walk(10_000)
        for (const size of [1, 2, 3, 7, 13]) expect(await walk(size), `pages of ${size}`).toEqual(whole)

        const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).sort()
        expect(ids(whole.accounts.map(({ account }) => account))).toEqual(
          ids([...accounts, ...strangers, world]),
        )
        expect(ids(whole.blockages)).toEqual(ids(holds))
        expect(ids(whole.customers)).toEqual(ids(customers))
        expect(whole.entries).toHaveLength(26)
        // In the order of writing, so each balance in the legs follows from the one before.
        const balances = new Map<string, bigint>()
        for (const { entry } of whole.entries) {
          for (const [leg, by] of [
            [entry.debit, -entry.amount],
            [entry.credit, entry.amount],
          ] as const) {
            const balance = (balances.get(leg.account) ?? 0n) + by
            expect(leg.balance).toBe(balance)
            balances.set(leg.account, balance)
          }
        }
        for (const { account, records } of whole.accounts) {
          expect(account.balance).toBe(balances.get(account.id) ?? 0n)
          const counted = whole.entries.filter(
            ({ entry }) => entry.debit.account === account.id || entry.credit.account === account.id,
          )
          expect(records).toBe(counted.length)
        }
      }),
    )
  })
}
