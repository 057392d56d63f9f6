/** Every list that takes a cursor is walked through its operation, while others change it. */
import type { Account, Change, CustomerId, Trade } from '@tallystick/core'
import { createTallystick, each, nextCursor, operations, type Tallystick } from '@tallystick/operations'
import { describe, expect, it } from 'vitest'
import {
  ALPHA,
  created,
  opened,
  placed,
  posted,
  recorded,
  Samples,
  START,
  withdrawn,
  write,
} from './samples.js'
import { sampleTrade } from './trades.js'
import { type OpenStorage, shared, using } from './using.js'
import { sampleSubscription, sampleWebhook } from './webhooks.js'

interface Listed {
  /** Arguments besides those of the page. */
  readonly args?: object
  /** The nth item of the list; ids rise with it. */
  item(samples: Samples, owner: Account, nth: number): Change
}

const owned = { customer: '5'.repeat(24) as CustomerId }
const account = (samples: Samples): Change => opened(samples.account())

/** All in one millisecond: what is written later, and has an older reference, is a newer record of its account. */
const paid =
  (world: Account) =>
  (samples: Samples, owner: Account): Change =>
    posted(samples.entry(world, owner, 1n, { created: START + 1_000 }))
const ordered =
  (over: Partial<Trade>) =>
  (_samples: Samples, _owner: Account, nth: number): Change => ({
    type: 'trade.placed',
    trade: sampleTrade(ALPHA, nth + 1, over),
  })

/** `world` pays the transactions. */
const LISTS: Readonly<Record<string, (owner: Account, world: Account) => Listed>> = {
  getAccounts: () => ({ args: { sort: 'desc', active: true }, item: account }),
  getAccountsByCustomerId: () => ({
    args: { id: owned.customer },
    item: (samples) => opened(samples.account(owned)),
  }),
  findAllCustomers: () => ({ item: (samples) => created(samples.customer()) }),
  getBlockAmount: (owner) => ({
    args: { id: owner.id },
    item: (samples) => placed(samples.blockage(owner)),
  }),
  getTransactions: (_owner, world) => ({ item: paid(world) }),
  getTransactionsByAccountId: ({ id }, world) => ({ args: { id }, item: paid(world) }),
  getTransactionsByCustomerId: (_owner, world) => ({ args: { id: owned.customer }, item: paid(world) }),
  getBuyTrades: () => ({ item: ordered({ type: 'BUY', state: 'open', ended: null }) }),
  getSellTrades: () => ({ item: ordered({ state: 'open', ended: null }) }),
  getHistoricalTrades: () => ({ args: { types: 'SELL' }, item: ordered({}) }),
  getDeposits: () => ({
    args: { sort: 'desc', currency: 'EUR' },
    item: (samples, of, nth) => recorded(samples.deposit(of, { txId: `transaction-${nth}` })),
  }),
  getWithdrawals: () => ({
    item: (samples) => withdrawn(samples.withdrawal({ network: 'testnet' })),
  }),
  getSubscriptions: () => ({
    item: (_samples, _owner, nth) => ({
      type: 'subscription.created',
      subscription: sampleSubscription(ALPHA, nth),
    }),
  }),
  getAllWebhooks: () => ({
    args: { direction: 'asc' },
    item: (_samples, _owner, nth) => ({
      type: 'webhook.queued',
      webhook: sampleWebhook(sampleSubscription(ALPHA, 1), nth),
    }),
  }),
}

type List = (args: object) => Promise<readonly object[]>
const listOf = (tallystick: Tallystick, id: string): List => Reflect.get(tallystick, id)

/** The items of these numbers are there before the walk begins, and the others come while it goes on. */
const BEFORE = [1, 3, 4, 5, 7]
const ALL = 9

async function walked(
  tallystick: Tallystick,
  id: string,
  samples: Samples,
  storage: Parameters<typeof write>[0],
) {
  const owner = samples.account({ currency: 'EUR', scale: 2, ...owned })
  const world = samples.system('world')
  await write(storage, created(samples.customer({ id: owned.customer })), opened(owner), opened(world))
  const { args = {}, item } = LISTS[id]?.(owner, world) ?? { item: account }
  const list = listOf(tallystick, id)
  // Whatever the list has already is a part of it.
  const items = Array.from({ length: ALL }, (_, nth) => item(samples, owner, nth))
  await write(storage, ...items.filter((_, nth) => BEFORE.includes(nth)))
  const before = await list({ ...args, pageSize: 50 })
  expect(before.length).toBeGreaterThanOrEqual(BEFORE.length)
  expect(nextCursor(before)).toBeUndefined()

  const first = await list({ ...args, pageSize: 2 })
  expect(first).toEqual(before.slice(0, 2))
  const cursor = nextCursor(first)
  expect(cursor).toMatch(/^[\w-]+$/)
  await write(storage, ...items.filter((_, nth) => !BEFORE.includes(nth)))
  const found = [...first]
  const rest: { readonly cursor?: string } = { ...args, ...{ pageSize: 3, cursor: cursor ?? '' } }
  for await (const next of each(list, rest)) found.push(next)
  return { args, list, before, found, cursor }
}

export function cursorsContract(open: OpenStorage): void {
  describe('cursors', () => {
    it('are of every list of this table, and of no other', () => {
      const taking = operations.filter(({ query }) => Object.hasOwn(query, 'cursor')).map(({ id }) => id)
      expect(taking.sort()).toEqual(Object.keys(LISTS).sort())
    })

    it.each(Object.keys(LISTS))('%s: nothing comes twice or is left out while others are created', (id) =>
      using(open, async (storage) => {
        const tallystick = createTallystick({ storage: shared(storage), tenant: ALPHA })
        const { args, list, before, found, cursor } = await walked(tallystick, id, new Samples(), storage)
        const texts = found.map((item) => JSON.stringify(item))
        expect(new Set(texts).size).toBe(texts.length)
        const there = before.map((item) => JSON.stringify(item))
        expect(texts.filter((text) => there.includes(text))).toEqual(there)

        const refused = async (given: object, of = list) =>
          expect(of({ ...args, pageSize: 2, cursor, ...given })).rejects.toMatchObject({
            code: 'validation.failed',
            rejection: { violations: [{ target: 'query', property: 'cursor' }] },
          })
        await refused({ offset: 0 })
        await refused({ cursor: 'Z' })
        await refused({ cursor: `${cursor}A`.slice(4) })
        const other = listOf(tallystick, id === 'getDeposits' ? 'getAccounts' : 'getDeposits')
        await expect(other({ pageSize: 2, cursor })).rejects.toThrow('of this list')
        await tallystick.close()
      })(),
    )

    it('are bound to the filters, and to the order of the list', async () => {
      await using(open, async (storage) => {
        const tallystick = createTallystick({ storage: shared(storage), tenant: ALPHA })
        const { list, cursor } = await walked(tallystick, 'getAccounts', new Samples(), storage)
        for (const other of [
          { sort: 'asc', active: true },
          { sort: 'desc' },
          { sort: 'desc', active: false },
        ]) {
          await expect(list({ ...other, cursor })).rejects.toThrow('of this list')
        }
        const sorted = { sortBy: 'account_balance', pageSize: 2 }
        expect(nextCursor(await list(sorted))).toBeUndefined()
        await expect(list({ ...sorted, cursor })).rejects.toThrow('the order that the list has by itself')
        await tallystick.close()
      })()
    })
  })
}
