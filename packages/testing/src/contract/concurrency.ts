/** Concurrent units of work: each sees the effects of earlier ones, and none is lost. */
import { type Account, accountKey, CUSTOMERS, externalIdKey, type Key } from '@tallystick/core'
import { type Storage, verify } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { ALPHA, created, opened, posted, Samples, write } from './samples.js'
import { type OpenStorage, using } from './using.js'

/** Adds one to the balance of `account` that the unit of work loads. @returns The new balance */
export function increment(
  storage: Storage,
  samples: Samples,
  world: Account,
  account: Account,
): Promise<bigint> {
  const keys: readonly Key[] = [
    { type: 'systemOf', tenant: account.tenant, account: account.id, role: 'world' },
  ]
  return storage.transact(keys, (view) => {
    const found = view.account(account.tenant, account.id)
    const source = view.systemAccount(account.tenant, 'world', account.currency)
    if (found === undefined || source === undefined) throw new Error('The unit of work has lost an account')
    const entry = samples.entry(world, account, 1n)
    view.apply(
      posted({
        ...entry,
        debit: { ...entry.debit, balance: source.balance - 1n },
        credit: { ...entry.credit, balance: found.balance + 1n },
      }),
    )
    return found.balance + 1n
  })
}

export function concurrencyContract(open: OpenStorage): void {
  describe('concurrency', () => {
    it(
      'two hundred increments at once lose nothing, and each leaves a balance of its own',
      using(open, async (storage) => {
        const samples = new Samples()
        const world = samples.system('world')
        const account = samples.account()
        await write(storage, opened(world), opened(account))
        const balances = await Promise.all(
          Array.from({ length: 200 }, () => increment(storage, samples, world, account)),
        )
        expect(balances.sort((a, b) => (a < b ? -1 : 1))).toEqual(
          Array.from({ length: 200 }, (_, index) => BigInt(index + 1)),
        )
        expect((await storage.query.account(ALPHA, account.id))?.account.balance).toBe(200n)
        const records = await storage.query.records(ALPHA, account.id, 200, 200)
        expect(records.map(({ number, entry }) => [number, entry.credit.balance])).toEqual(
          Array.from({ length: 200 }, (_, index) => [200 - index, BigInt(200 - index)]),
        )
      }),
    )

    it(
      'an audit sees one moment, whatever is written while it reads; verify of a working ledger finds no discrepancies',
      using(open, async (storage) => {
        const samples = new Samples()
        const world = samples.system('world')
        const account = samples.account()
        await write(storage, opened(world), opened(account))
        await increment(storage, samples, world, account)
        const seen = await storage.audit(async (books) => {
          const entries = await books.entries(undefined, 10)
          for (let more = 0; more < 5; more++) await increment(storage, samples, world, account)
          const accounts = await books.accounts(undefined, 10)
          return { entries: entries.length, again: (await books.entries(undefined, 10)).length, accounts }
        })
        expect(seen).toMatchObject({ entries: 1, again: 1 })
        expect(seen.accounts.find((each) => each.account.id === account.id)).toMatchObject({
          records: 1,
          account: { balance: 1n },
        })
        const working = Array.from({ length: 100 }, () => increment(storage, samples, world, account))
        expect((await verify(storage)).discrepancies).toEqual([])
        await Promise.all(working)
        expect((await verify(storage)).discrepancies).toEqual([])
      }),
    )

    it(
      'what fifty try at once to create, if it is not there, is created once',
      using(open, async (storage) => {
        const samples = new Samples()
        const key: Key = { type: 'customerByExternalId', tenant: ALPHA, externalId: 'wanted' }
        const ids = await Promise.all(
          Array.from({ length: 50 }, () =>
            storage.transact([key], (view) => {
              const known = view.find(externalIdKey(ALPHA, 'wanted'))
              if (known !== undefined) return known.id
              const customer = samples.customer({ externalId: 'wanted' })
              view.apply(created(customer))
              return customer.id
            }),
          ),
        )
        expect(new Set(ids).size).toBe(1)
        expect(
          await storage.query.list(CUSTOMERS, { where: { tenant: ALPHA }, offset: 0, limit: 10 }),
        ).toHaveLength(1)
      }),
    )

    it(
      'a budget that two hundred spend at once is never overspent',
      using(open, async (storage) => {
        const samples = new Samples()
        const world = samples.system('world')
        const payer = samples.account()
        const payees = Array.from({ length: 4 }, () => samples.account())
        await write(storage, ...[world, payer, ...payees].map(opened))
        await write(storage, posted(samples.entry(world, payer, 50n)))
        const paid = await Promise.all(
          Array.from({ length: 200 }, (_, index) => {
            const payee = payees[index % payees.length] ?? payer
            return storage.transact([accountKey(ALPHA, payer.id), accountKey(ALPHA, payee.id)], (view) => {
              const from = view.account(ALPHA, payer.id)
              const to = view.account(ALPHA, payee.id)
              if (from === undefined || to === undefined) throw new Error('An account was not loaded')
              if (from.balance < 1n) return false
              const entry = samples.entry(payer, payee, 1n)
              view.apply(
                posted({
                  ...entry,
                  debit: { ...entry.debit, balance: from.balance - 1n },
                  credit: { ...entry.credit, balance: to.balance + 1n },
                }),
              )
              return true
            })
          }),
        )
        expect(paid.filter(Boolean)).toHaveLength(50)
        const balances = await Promise.all(
          [payer, ...payees].map(async ({ id }) => (await storage.query.account(ALPHA, id))?.account.balance),
        )
        expect(balances[0]).toBe(0n)
        expect(balances.reduce<bigint>((sum, balance) => sum + (balance ?? 0n), 0n)).toBe(50n)
      }),
    )

    it(
      'a unit of work that throws among others takes nothing of theirs with it',
      using(open, async (storage) => {
        const samples = new Samples()
        const world = samples.system('world')
        const account = samples.account()
        await write(storage, opened(world), opened(account))
        const outcomes = await Promise.allSettled(
          Array.from({ length: 60 }, (_, index) =>
            index % 3 === 0
              ? storage.transact([accountKey(ALPHA, account.id)], (view) => {
                  view.apply({ type: 'account.updated', account: { ...account, accountCode: 'lost' } })
                  throw new Error('at fault')
                })
              : increment(storage, samples, world, account),
          ),
        )
        expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20)
        const after = await storage.query.account(ALPHA, account.id)
        expect(after?.account).toEqual({ ...account, balance: 40n })
      }),
    )

    it(
      'reads see everything acknowledged before them',
      using(open, async (storage) => {
        const samples = new Samples()
        const world = samples.system('world')
        const accounts = Array.from({ length: 5 }, () => samples.account())
        await write(storage, ...[world, ...accounts].map(opened))
        await Promise.all(
          accounts.map(async (account) => {
            for (let turn = 1; turn <= 20; turn++) {
              await increment(storage, samples, world, account)
              const { query } = storage
              const [read, last, records] = await Promise.all([
                query.account(ALPHA, account.id),
                query.lastRecord(ALPHA, account.id),
                query.records(ALPHA, account.id, turn, 1),
              ])
              expect([read?.account.balance, last, records[0]?.number]).toEqual([BigInt(turn), turn, turn])
              const reference = records[0]?.entry.reference ?? ''
              expect(await query.entriesByReference(ALPHA, reference, { offset: 0, limit: 10 })).toHaveLength(
                1,
              )
            }
          }),
        )
        expect(await storage.query.recordCount(ALPHA)).toBe(100)
      }),
    )
  })
}
