import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine, verify } from '@tallystick/engine'
import { Payments, tamperContract, tamperEverywhere } from '@tallystick/testing'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { openSqlite } from './index.js'
import { rawSqlite } from './raw.fixture.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-tamper-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

tamperContract('sqlite', async () => {
  const file = join(folder, `${files++}.db`)
  const reopen = () => openSqlite({ file })
  /** Whoever has the file can also drop its triggers. */
  const tamper = (...statements: readonly (readonly [sql: string, ...values: unknown[]])[]) => {
    const database = new Database(file)
    for (const table of ['entry', 'seal']) {
      for (const verb of ['update', 'delete']) database.exec(`drop trigger if exists ${table}_no_${verb}`)
    }
    for (const [sql, ...values] of statements) database.prepare(sql).run(...values)
    database.close()
  }
  const bytes = (reference: string) => Buffer.from(reference.replaceAll('-', ''), 'hex')
  return {
    storage: await reopen(),
    reopen,
    tampering: {
      changeAmount: (reference, amount) =>
        tamper(['update entry set amount = ? where reference = ?', String(amount), bytes(reference)]),
      changeDetails: (reference, details) =>
        tamper(['update entry set details = ? where reference = ?', details, bytes(reference)]),
      deleteEntry: (reference) => tamper(['delete from entry where reference = ?', bytes(reference)]),
      swapEntries: (first, second) => {
        const place = 'select seq from entry where reference = ?'
        const database = new Database(file)
        const [a, b] = [first, second].map((reference) =>
          database.prepare(place).pluck().get(bytes(reference)),
        )
        database.close()
        const move = 'update entry set seq = ? where seq = ?'
        tamper([move, -1, a], [move, a, b], [move, b, -1])
      },
      reopenDeposits: () => tamper(["update deposit set status = 'InProgress'"]),
      editBalance: (account, balance) =>
        tamper(['update account set balance = ? where id = ?', String(balance), account]),
      cutNewestBatch: () => {
        const newest = 'select max(last_seq) from seal'
        tamper(
          // The rest is put in order too, as whoever covers his tracks would.
          [
            `update account set balance = cast(balance as integer) + (case id when (select id from account where role is null) then -1 else 1 end) * (select sum(cast(amount as integer)) from entry where seq > (${newest}) - 4), records = records - 4, head = (${newest}) - 4`,
          ],
          [`delete from entry where seq > (${newest}) - 4`],
          [`delete from seal where last_seq = (${newest})`],
          ["update meta set value = (select max(last_seq) from seal) where name = 'settled'"],
        )
      },
    },
  }
})

const TIME = 'only keeps the next unit of work from being dated before it'
const MARK = 'only says from where on entries are read again at the start, which leads to the same balances'
const UNUSED = 'nothing has that name'
const UNCOVERED = {
  'meta latest.name': TIME,
  'meta latest.value': TIME,
  // One row for each tenant, so the added one is of a tenant that the file does not have.
  'home_network: row added': UNUSED,
  'meta latest: row added': UNUSED,
  'meta latest: row removed': TIME,
  'meta schema: row added': UNUSED,
  'meta settled.name': MARK,
  'meta settled.value': MARK,
  'meta settled: row added': UNUSED,
  'meta settled: row removed': MARK,
  'price_source: row added': UNUSED,
  'seal.last_seq':
    'of a seal that covers no entry; what it covers beside entries, and its place, are its number and hash',
  'tenant: row added': UNUSED,
}

tamperEverywhere(
  'sqlite',
  async () => {
    const file = join(folder, `${files++}.db`)
    const reopen = () => openSqlite({ file })
    return { storage: await reopen(), reopen, raw: () => rawSqlite(file) }
  },
  UNCOVERED,
)

it('a value of another type is found, though it reads the same; a page of any size is read on', async () => {
  const file = join(folder, `${files++}.db`)
  const storage = await openSqlite({ file })
  const engine = new Engine({ storage })
  const payments = await Payments.prepare(engine, { supply: 10_000, accounts: 2 })
  for (let batch = 0; batch < 8; batch++)
    await Promise.all(Array.from({ length: 100 }, (_, at) => payments.pay(engine, `${batch} ${at}`)))
  const whole = await storage.audit((audit) => audit.entries(undefined, 10_000))
  expect(whole.map(({ position }) => Number(position))).toEqual(whole.map((_, index) => index + 1))
  expect(whole.length).toBeGreaterThan(800)
  expect(await storage.audit((audit) => audit.entries(undefined, 700))).toHaveLength(700)
  await engine.close()
  const database = new Database(file)
  database.exec('drop trigger entry_no_update')
  // Each in a page of its own: bytes are found when a page is read, text when it is compared.
  const retyped = { amount: 'blob', debit_jump: 'blob', details: 'blob' }
  const asText = { reference: 'text', digest: 'text' }
  const retype = (columns: object, seq: number) => {
    const changes = Object.entries(columns).map(([name, type]) => `${name} = cast(${name} as ${type})`)
    database.exec(`update entry set ${changes.join(', ')} where seq = ${seq}`)
    return Object.entries(columns).map(([name, type]) => [`type of ${name} of entry ${seq}`, type])
  }
  const entries = [...retype(retyped, 700), ...retype(asText, 200)]
  database.exec('drop trigger if exists account_no_update')
  database.exec(
    'update account set balance = cast(balance as blob), blocked = cast(blocked as blob) where key = 1',
  )
  database.exec('update entry set debit_value = null where seq = 300')
  const id = database.prepare('select id from account where key = 1').pluck().get()
  database.close()
  const { discrepancies } = await verify(await openSqlite({ file }))
  const placed = discrepancies.filter(({ check }) => check === 'place')
  expect(placed.map(({ subject, stored }) => [subject, stored])).toEqual(
    expect.arrayContaining([
      ...entries,
      [`type of balance of ${id}`, 'blob'],
      [`type of blocked of ${id}`, 'blob'],
    ]),
  )
  expect(placed).toHaveLength(entries.length + 3)
  expect(placed.map(({ subject }) => subject)).toContain('jump of entry 700')
  expect(discrepancies.find(({ check }) => check === 'entry')?.subject).toBe(whole[299]?.entry.reference)
})
