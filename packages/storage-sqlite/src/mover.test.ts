/** The log of a file is moved into it beside the units of work, and begins anew, however they come. */
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import threads from 'node:worker_threads'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Connection } from './connection.js'
import { Mover } from './mover.js'

const thread = { mayStart: true, isSound: true, started: 0 }
const { Worker } = threads
beforeAll(() => {
  Object.assign(threads, {
    Worker: class extends Worker {
      constructor(...[source, options]: ConstructorParameters<typeof Worker>) {
        if (!thread.mayStart) throw new Error('Access to this API has been restricted')
        thread.started++
        super(thread.isSound ? source : 'throw new Error("no library")', options)
      }
    },
  })
  syncBuiltinESMExports()
})
afterAll(() => {
  Object.assign(threads, { Worker })
  syncBuiltinESMExports()
})

const folder = mkdtempSync(join(tmpdir(), 'mover-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => Object.assign(thread, { mayStart: true, isSound: true, started: 0 }))

const PAGES = 40
const FRAME = 4_096 + 24
/** Of the index of a log, which has it twice. */
const HEADER = 48
let files = 0

async function opened() {
  const file = join(folder, `${files++}.db`)
  const connection = await Connection.open(file, PAGES)
  connection.database.exec('create table noted (note text)')
  let rows = 0
  const write = () =>
    connection.write(() => {
      for (let row = 0; row < 10; row++, rows++)
        connection.prepare('insert into noted values (?)').run('x'.repeat(2_000))
      return { result: undefined, dirty: true }
    })
  const state = () => connection.prepare('pragma wal_checkpoint(noop)').get() as readonly number[]
  const close = async () => {
    await connection.close()
    expect(statSync(file).size).toBeGreaterThan(rows * 2_000)
  }
  return { connection, write, state, close, size: () => statSync(`${file}-wal`).size / FRAME }
}

it.each([
  ['a thread moves it', {}, 1],
  ['threads are not allowed', { mayStart: false }, 0],
  ['the thread cannot work', { isSound: false }, 1],
])('the log stays short: %s', async (_name, how, started) => {
  Object.assign(thread, how)
  const { write, size, close } = await opened()
  for (let unit = 0; unit < 200; unit++) await write()
  expect(thread.started).toBe(started)
  // All of them together have written more than 1,000.
  expect(size()).toBeLessThan(5 * PAGES)
  await close()
})

it('units of work that come at once wait for a pass together', async () => {
  const { write, state, close } = await opened()
  await Promise.all(Array.from({ length: 20 }, write))
  expect(state()[1]).toBeGreaterThan(PAGES)
  await Promise.all(Array.from({ length: 20 }, write))
  const lengths: unknown[] = []
  for (let unit = 0; unit < 10; unit++) {
    await write()
    lengths.push(state()[1])
  }
  expect(Math.min(...lengths.map(Number))).toBeLessThan(PAGES)
  await close()
})

it('a snapshot that stays open keeps the log, and nobody waits for it', async () => {
  const { connection, write, state, close } = await opened()
  await write()
  await connection.hold(async (reader) => {
    reader.prepare('select count(*) from noted').get()
    for (let unit = 0; unit < 200; unit++) await write()
    expect(state()[1]).toBeGreaterThan(1_000)
  })
  for (let unit = 0; unit < 2; unit++) await write()
  expect(state()[1]).toBeLessThan(PAGES)
  await close()
})

it('a file that another process is making whole again is left alone', async () => {
  const { connection, write, state, close } = await opened()
  await write()
  const mover = new Mover(connection.database, connection.file, 1)
  // As after a crash: the index of the log is not valid, and who makes it again has the lock of whoever writes.
  const other = new Database(connection.file)
  other.exec('begin immediate')
  const index = openSync(`${connection.file}-shm`, 'r+')
  writeSync(index, Buffer.alloc(2 * HEADER))
  closeSync(index)
  expect([state(), mover.look(), thread.started]).toEqual([[1, -1, -1], null, 0])
  other.exec('rollback')
  other.close()
  await write()
  expect(connection.prepare('select count(*) from noted').get()).toEqual([20])
  await mover.close()
  await close()
})

it('a storage that is closed meanwhile ends the thread', async () => {
  const { write, close } = await opened()
  for (let unit = 0; unit < 10; unit++) await write()
  const last = write()
  await close()
  await last
})
