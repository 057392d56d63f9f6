import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine } from '@tallystick/engine'
import { Payments } from '@tallystick/testing'
import BetterSqlite from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { Connection } from './connection.js'
import { Database } from './database.js'
import { openSqlite } from './index.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-failed-write-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('after a write that failed behind its seal, the next seal continues from the last one in the file', async () => {
  const file = join(folder, 'refused.db')
  // Accounts are settled in each write, after its seal.
  const storage = await openSqlite({ file, settleEvery: 1 })
  const engine = new Engine({ storage })
  const payments = await Payments.prepare(engine, { supply: 100, accounts: 3 })
  const raw = new BetterSqlite(file)
  raw.exec(`create trigger refuse before update of records on account when new.records = 4
    begin select raise(abort, 'refused'); end`)
  raw.close()
  // The third payment makes the fourth record of the account that pays: its first is what it was given.
  await payments.pay(engine, 'first')
  await payments.pay(engine, 'second')
  await expect(payments.pay(engine, 'third')).rejects.toThrow('refused')
  await payments.pay(engine, 'fourth', { sender: 1, recipient: 2 })
  const counts = await payments.judge(storage, 1)
  expect(payments.problems).toEqual([])
  expect(counts).toMatchObject({ acknowledged: 3, lost: 0, discrepancies: 0 })
  await engine.close()
})

it('a ledger with many sources of prices remembers few of them, and reads each as it is', async () => {
  const file = join(folder, 'sources.db')
  const engine = new Engine({ storage: await openSqlite({ file }) })
  await Payments.prepare(engine, { supply: 100, accounts: 2 })
  await engine.close()
  const database = new Database(await Connection.open(file), 64, 16)
  const names = Array.from({ length: 100 }, (_, index) => `source ${index}`)
  await database.connection.write(() => {
    const keys = names.map((name) => database.sources.keyFor(name))
    expect(new Set(keys).size).toBe(100)
    for (let round = 0; round < 2; round++) {
      expect(names.map((name) => database.sources.keyFor(name))).toEqual(keys)
      expect(keys.map((key) => database.sources.nameOf(key))).toEqual(names)
    }
    expect(database.sources.remembered).toBeLessThanOrEqual(2 * 16)
    return { result: undefined, dirty: true }
  })
  database.connection.close()
})
