/** The order book on files; and what verify says if somebody changes it behind the ledger's back. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verify } from '@tallystick/engine'
import { BookWorld, crossing, futures, isFull, orderBookProperties, quickOrFull } from '@tallystick/testing'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { openSqlite } from './index.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-book-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const file = (): string => join(folder, `${++files}.db`)
const again = () => openSqlite({ file: join(folder, `${files}.db`) })

orderBookProperties('sqlite', () => openSqlite({ file: file() }), quickOrFull(3, 100), again)
futures('sqlite', () => openSqlite({ file: file() }), quickOrFull(3, 100))
crossing('sqlite', () => openSqlite({ file: file() }), isFull ? 10_000 : 1_000)

it('open orders of an account are found without those that have ended', async () => {
  const storage = await openSqlite({ file: file() })
  await storage.close()
  const database = new Database(join(folder, `${files}.db`))
  for (const [account, state, index] of [
    ['account1', 'open', 'trade_open_of_account1'],
    ['account2', 'open', 'trade_open_of_account2'],
    ['account1', 'matched', 'trade_matched_1'],
    ['account2', 'matched', 'trade_matched_2'],
  ]) {
    const plan = database
      .prepare(
        `explain query plan select * from trade where tenant = ? and ${account} = ? and state = '${state}' order by id limit ?`,
      )
      .all(1, 'a', 8)
    expect(JSON.stringify(plan)).toContain(`USING INDEX ${index} `)
  }
  database.close()
})

/** How many cells each b-tree of orders and blockages has. */
function places(path: string): Readonly<Record<string, number>> {
  const database = new Database(path, { readonly: true })
  const rows = database
    .prepare<[], { readonly name: string; readonly cells: number }>(
      "select name, sum(ncell) as cells from dbstat where name glob '*trade*' or name glob '*blockage*' group by name",
    )
    .all()
  database.close()
  return Object.fromEntries(rows.flatMap(({ name, cells }) => (cells === 0 ? [] : [[name, cells]])))
}

it('an order without a customer is in the lists of nobody, and its blockage has one row and one place in a list', async () => {
  const path = file()
  const world = await BookWorld.open(await openSqlite({ file: path }))
  const order = { cancels: false, pair: 0, price: 0, amount: 1, fee: 0, pick: 0 }
  const before = places(path)
  const kept = ['trade', 'sqlite_autoindex_trade_1', 'tenant', 'pair', 'account1', 'account2']
  const expected = (names: readonly string[], count: number) =>
    Object.fromEntries(names.map((name) => [/trade/.test(name) ? name : `trade_of_${name}`, count]))
  await world.place([{ ...order, owner: 4, buys: false }])
  expect(places(path)).toEqual({
    ...before,
    ...expected(kept, 1),
    ...expected(
      ['tenant', 'pair', 'account1', 'account2'].map((of) => `trade_open_of_${of}`),
      1,
    ),
    trade_in_book: 1,
    trade_pair: 1,
    blockage: 1,
    blockage_by_account: 1,
  })
  await world.place([{ ...order, owner: 5, buys: true }])
  expect(places(path)).toMatchObject(expected(kept, 2))
  expect(Object.keys(places(path)).filter((name) => /open|in_book|blockage/.test(name))).toEqual([])
  await world.engine.close()
})

it.each([
  ['a blockage of an order', "update blockage set amount = '1' where trade is not null", 'order'],
  ['what an order blocks', "update trade set blocked = '1' where state = 'open'", 'order'],
  ['the amount of an order', "update trade set amount = '1' where state = 'ended'", 'order'],
  ['an order that no book has', "update trade set book = null where state = 'open'", 'order'],
  [
    'an order that is over in a book',
    "update trade set book = 'SELL BTC/EUR' where state = 'ended'",
    'order',
  ],
  ['an order that is matched for ever', "update trade_pair set matching = 'nobody'", 'order'],
  ['what an order has traded', "update trade set fill = '1' where state = 'ended'", 'fill'],
  ['the amount of a fill', "update trade_fill set amount = '1'", 'exchange'],
  ['a fill that is gone', 'delete from trade_fill', 'exchange'],
])('verify finds %s that was changed', async (_, statement, check) => {
  const path = file()
  const world = await BookWorld.open(await openSqlite({ file: path }))
  const order = { cancels: false, pair: 0, price: 0, amount: 1, fee: 0, pick: 0 }
  await world.place([{ ...order, owner: 4, buys: false }])
  await world.place([{ ...order, owner: 5, buys: true, amount: 0 }])
  expect(await world.compare()).toBe(1)
  await world.engine.close()
  const database = new Database(path)
  expect(database.prepare(statement).run().changes).toBeGreaterThan(0)
  database.close()
  const storage = await openSqlite({ file: path })
  const found = (await verify(storage)).discrepancies.map((one) => one.check)
  await storage.close()
  expect(found).toContain(check)
})
