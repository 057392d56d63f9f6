/** Idempotency records are found, once each, wherever they are: in memory, indexed, or on the way. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Digest,
  IDEMPOTENCY_RECORDS,
  type IdempotencyRecord,
  idempotencyRecordKey,
  type TenantId,
} from '@tallystick/core'
import { keyHash, type Storage, verify } from '@tallystick/engine'
import {
  chooseSeed,
  isFull,
  ledgerProperties,
  quickOrFull,
  seededRandom,
  storageContract,
} from '@tallystick/testing'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { Connection } from './connection.js'
import { migrateSqlite, openSqlite } from './index.js'
import { migrate } from './migrate.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-answers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TENANT = 'tenant' as TenantId
let files = 0

// With so few keys in memory, nearly every commit writes prefixes.
const newest = () => openSqlite({ file: join(folder, `${files}.db`), gatherKeys: 3 })
const fresh = () => {
  files++
  return newest()
}
if (isFull) storageContract('sqlite, few keys in memory', fresh, { reopen: newest, second: newest })
ledgerProperties('sqlite, few keys in memory', fresh, { runs: quickOrFull(1, 25) })

/** Digests with the same first digits have the same prefix. */
const digestOf = (number: number): Digest =>
  `${(number % 7).toString(16).padStart(12, '0')}${number.toString(16).padStart(20, '0')}` as Digest

const recordOf = (number: number, key: Digest): IdempotencyRecord => ({
  tenant: TENANT,
  key,
  requestHash: keyHash(TENANT, `request ${number}`),
  reference: null,
  body: String(number),
  created: 1_000 + number,
})

const store = (storage: Storage, records: readonly IdempotencyRecord[], fails = false): Promise<void> =>
  storage.transact([], (view) => {
    for (const answer of records) view.apply({ type: 'answer.stored', answer })
    if (fails) throw new Error('not this time')
  })

const find = (storage: Storage, key: Digest) => storage.query.find(idempotencyRecordKey(TENANT, key))

const listed = (storage: Storage, limit: number) =>
  storage.audit(async (audit) => {
    const all: IdempotencyRecord[] = []
    for (;;) {
      const page = await audit.list(IDEMPOTENCY_RECORDS, all.at(-1), limit)
      all.push(...page)
      if (page.length < limit) return all
    }
  })

it.each([
  ['spread keys', (number: number) => keyHash(TENANT, `key ${number}`)],
  ['keys that share a prefix', digestOf],
])(
  '%s: two processes find what either has stored, through failed commits, other limits and restarts',
  async (_, keyOf) => {
    const seed = chooseSeed()
    const random = seededRandom(seed)
    const file = join(folder, `${_}.db`)
    const open = () => openSqlite({ file, gatherKeys: 1 + random.below(40) })
    const storages = [await open(), await open()]
    const known = new Map<Digest, IdempotencyRecord>()
    let number = 0
    try {
      for (let round = 0; round < 150; round++) {
        const at = random.below(2)
        const storage = storages[at] as Storage
        const records = Array.from({ length: random.below(9) }, () => recordOf(++number, keyOf(number)))
        const fails = random.below(6) === 0
        await store(storage, records, fails).catch((error: unknown) =>
          expect(fails, String(error)).toBe(true),
        )
        if (!fails) for (const record of records) known.set(record.key, record)
        for (let count = 0; count < 5; count++) {
          const key = keyOf(1 + random.below(number + 3))
          const reader = storages[random.below(2)] as Storage
          expect(await find(reader, key), `${key}, seed ${seed}`).toEqual(known.get(key))
        }
        if (random.below(12) > 0) continue
        await storage.close()
        storages[at] = await open()
      }
      for (const storage of storages) {
        for (const [key, record] of known) expect(await find(storage, key)).toEqual(record)
        const sorted = [...known.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
        for (const limit of [1, 7, 10_000]) expect(await listed(storage, limit)).toEqual(sorted)
      }
      expect((await verify(storages[0] as Storage)).discrepancies).toEqual([])
    } finally {
      for (const storage of storages) await storage.close()
    }
  },
)

it('a write that fails after its records takes nothing along, and the keys before it are not read again', async () => {
  const file = join(folder, 'full.db')
  const known: IdempotencyRecord[] = []
  const storage = await openSqlite({ file, gatherKeys: 400 })
  const other = new Database(file)
  const { prepare } = Connection.prototype
  const readAfter: unknown[] = []
  const spy = vi.spyOn(Connection.prototype, 'prepare').mockImplementation(function (this: Connection, sql) {
    const statement = prepare.call(this, sql)
    if (!sql.includes('from answer where seq > ?')) return statement
    const all: typeof statement.all = (...values) => {
      readAfter.push(values[0])
      return statement.all(...values)
    }
    return { run: (...values) => statement.run(...values), get: (...values) => statement.get(...values), all }
  })
  try {
    for (let round = 0; round < 30; round++) {
      const records = Array.from({ length: 20 }, (_, at) => {
        const number = round * 20 + at
        return recordOf(number, keyHash(TENANT, `key ${number}`))
      })
      other.exec("create trigger full before insert on seal begin select raise(abort, 'full'); end")
      await expect(store(storage, records)).rejects.toThrow('full')
      other.exec('drop trigger full')
      expect(await find(storage, records[0]?.key as Digest)).toBeUndefined()
      await store(storage, records)
      known.push(...records)
      for (const record of [records[0], records[19], known[0]])
        expect(await find(storage, record?.key as Digest)).toEqual(record)
    }
    // From the beginning only at first, and after a failed write that would have moved the mark.
    expect(readAfter.filter((seq) => seq === 0).length).toBeLessThan(5)
    expect(await listed(storage, 7)).toHaveLength(known.length)
    expect((await verify(storage)).discrepancies).toEqual([])
  } finally {
    spy.mockRestore()
    other.close()
    await storage.close()
  }
})

describe('the index', () => {
  it('is written in the order of the prefixes, and the mark follows', async () => {
    const file = join(folder, 'order.db')
    const storage = await openSqlite({ file, gatherKeys: 100 })
    for (let number = 0; number < 300; number += 5) {
      await store(
        storage,
        [0, 1, 2, 3, 4].map((more) => recordOf(number + more, keyHash(TENANT, `${number + more}`))),
      )
    }
    await storage.close()
    const database = new Database(file, { readonly: true })
    const [indexed, mark] = [
      'select count(*) from answer_place',
      "select value from meta where name = 'placed'",
    ].map((sql) => Number(database.prepare(sql).pluck().get()))
    database.close()
    expect(mark).toBeGreaterThanOrEqual(100)
    expect(indexed).toBeGreaterThanOrEqual(Number(mark))
    expect(indexed).toBeLessThan(300)
  })

  it('that has lost a record is found by verify', async () => {
    const file = join(folder, 'lost.db')
    const storage = await openSqlite({ file, gatherKeys: 2 })
    for (let number = 0; number < 20; number++) await store(storage, [recordOf(number, digestOf(number))])
    const database = new Database(file)
    database.exec('delete from answer_place where seq = 5')
    database.close()
    expect((await verify(storage)).discrepancies).toMatchObject([{ check: 'state' }])
    await storage.close()
  })
})

it('records of the release before are found by their keys, with their answers', async () => {
  const file = join(folder, 'before.db')
  const connection = await Connection.open(file)
  await migrate(connection, '037_sends_of_tenants')
  const reference = '01a1f8c4-c931-7000-abdd-fc040a96f6a0'
  const rows = [
    ['lunch-1', `{"reference":"${reference}"}`],
    ['größe "x"', '{"id":"1"}'],
    ['nothing', 'null'],
    ['longer', `{"reference":"${reference}","more":1}`],
    ['own', '{"reference":"invoice 7"}'],
  ] as const
  connection.database.exec("insert into tenant (key, id) values (3, 'tenant')")
  for (const [key, body] of rows) {
    connection
      .prepare('insert into answer (tenant, key, request_hash, body, created) values (3, ?, ?, ?, 5)')
      .run(key, 'ab'.repeat(32), body)
  }
  connection.close()
  expect(await migrateSqlite(file)).toContain('039_digests_of_idempotency_keys')
  const storage = await openSqlite({ file })
  const found = await Promise.all(rows.map(([key]) => find(storage, keyHash(TENANT, key))))
  expect(found.map((record) => [record?.reference, record?.body])).toEqual([
    [reference.replaceAll('-', ''), null],
    [null, '{"id":"1"}'],
    [null, 'null'],
    [null, `{"reference":"${reference}","more":1}`],
    [null, '{"reference":"invoice 7"}'],
  ])
  expect(new Set(found.map((record) => record?.requestHash))).toEqual(new Set(['ab'.repeat(16)]))
  expect((await verify(storage)).discrepancies).toEqual([])
  await storage.close()
})
