/**
 * What leaves the storage waits for a flush of the log, and the main thread does not. Flushes are held and failed at Node's
 * own function; everything else is real.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { verify } from '@tallystick/engine'
import BetterSqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

interface Moved {
  readonly log: number
  readonly checkpointed: number
}

type Done = (error: NodeJS.ErrnoException | null) => void

const folder = fs.mkdtempSync(join(tmpdir(), 'tallystick-log-'))
const real = {
  fdatasync: fs.fdatasync,
  fdatasyncSync: fs.fdatasyncSync,
  fsyncSync: fs.fsyncSync,
  openSync: fs.openSync,
}
/** The files that this user may not write. */
let readOnly = ''
/** Flushes that were asked for and wait, if they are held. */
const held: (() => void)[] = []
let holding = false
let failing = false
let flushes = 0
/** The file that was flushed last. */
let flushed = 0
/** Files and folders that were flushed whole. */
const synced: number[] = []

const fault = (): NodeJS.ErrnoException => Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })

let Connection: typeof import('./connection.js').Connection
beforeAll(async () => {
  Object.assign(fs, {
    fdatasync(descriptor: number, done: Done) {
      flushes++
      flushed = fs.fstatSync(descriptor).ino
      const go = () => (failing ? done(fault()) : real.fdatasync(descriptor, done))
      if (holding) held.push(go)
      else go()
    },
    fdatasyncSync(descriptor: number) {
      flushes++
      flushed = fs.fstatSync(descriptor).ino
      if (failing) throw fault()
      real.fdatasyncSync(descriptor)
    },
    openSync(path: string, ...how: [fs.OpenMode]) {
      if (path === readOnly && how[0] !== 'r') throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
      return real.openSync(path, ...how)
    },
    fsyncSync(descriptor: number) {
      synced.push(fs.fstatSync(descriptor).ino)
      real.fsyncSync(descriptor)
    },
  })
  syncBuiltinESMExports()
  ;({ Connection } = await import('./connection.js'))
})
afterAll(() => {
  Object.assign(fs, real)
  syncBuiltinESMExports()
  fs.rmSync(folder, { recursive: true, force: true })
})

let file = ''
beforeEach(() => {
  file = fs.mkdtempSync(join(folder, 'ledger-'))
  file = join(file, 'ledger.db')
  holding = false
  failing = false
  readOnly = ''
})

async function opened(checkpointEvery?: number) {
  const connection = await Connection.open(file, checkpointEvery)
  const insert = (note: string, dirty = true) =>
    connection.write(() => {
      if (dirty) connection.prepare('insert into noted values (?)').run(note)
      return { result: note, dirty }
    })
  const read = () =>
    connection.read(() => {
      connection.seen()
      return connection
        .prepare('select note from noted order by note')
        .all()
        .map(([note]) => note)
    })
  return { connection, insert, read }
}

async function first() {
  const one = await opened()
  one.connection.database.exec('create table noted (note text)')
  await one.insert('a')
  await one.read()
  return one
}

/** Whether a promise is still waiting after a few turns of the event loop. */
async function waits(promise: Promise<unknown>): Promise<boolean> {
  const word = Symbol('waits')
  return (await Promise.race([promise, sleep(30, word)])) === word
}

const release = (): void => {
  for (const go of held.splice(0)) go()
}

it('a commit, and all that has seen it, waits for its flush; the main thread goes on', async () => {
  const { connection, insert, read } = await first()
  const before = flushes
  holding = true
  const commit = insert('b')
  expect(await waits(commit)).toBe(true)
  const seen = read()
  const refusal = insert('nothing', false)
  const later = [insert('c'), insert('d')]
  for (const promise of [seen, refusal, ...later]) expect(await waits(promise)).toBe(true)
  expect(flushes).toBe(before + 1)
  release()
  expect(await commit).toBe('b')
  // It began before the later commits, and the read came between them: all of these share the next one.
  for (const promise of [seen, refusal, ...later]) expect(await waits(promise)).toBe(true)
  expect(flushes).toBe(before + 2)
  release()
  expect(await seen).toEqual(['a', 'b'])
  expect(await Promise.all([refusal, ...later])).toEqual(['nothing', 'c', 'd'])
  holding = false
  expect(await read()).toEqual(['a', 'b', 'c', 'd'])
  expect(flushes).toBe(before + 2)
  await connection.close()
})

it('what another process has committed is flushed before anybody here is told of it', async () => {
  const { connection, insert, read } = await first()
  const other = new BetterSqlite(file)
  other.pragma('synchronous = off')
  other.exec("insert into noted values ('theirs')")
  holding = true
  const seen = read()
  expect(await waits(seen)).toBe(true)
  release()
  expect(await seen).toEqual(['a', 'theirs'])
  other.exec("insert into noted values ('theirs too')")
  const refusal = connection.write(() => {
    connection.seen()
    return { result: 'known', dirty: false }
  })
  expect(await waits(refusal)).toBe(true)
  release()
  expect(await refusal).toBe('known')
  other.close()
  holding = false
  await insert('b')
  await connection.close()
})

it('whoever may only read the log flushes it all the same, before anything of it is told', async () => {
  const { connection, insert } = await first()
  await insert('b')
  readOnly = `${file}-wal`
  const reader = await opened()
  holding = true
  const seen = reader.read()
  expect(await waits(seen)).toBe(true)
  expect(flushed).toBe(fs.statSync(readOnly).ino)
  release()
  expect(await seen).toEqual(['a', 'b'])
  await reader.connection.close()
  await connection.close()
})

it('a flush that fails leaves the commit unknown, and no other call is answered until the next start', async () => {
  const { connection, insert, read } = await first()
  holding = true
  const commits = [insert('b'), insert('c')]
  const ends = Promise.allSettled(commits)
  await expect.poll(() => held.length).toBe(1)
  ;[holding, failing] = [false, true]
  release()
  // The kernel would say that all is well now, also to the second one.
  failing = false
  for (const { status, reason } of (await ends) as PromiseRejectedResult[]) {
    expect(status).toBe('rejected')
    expect(reason.message).toContain('survive a power failure is unknown')
  }
  await expect(read()).rejects.toThrow('start the process again')
  await expect(insert('d')).rejects.toThrow('start the process again')
  const logged = fs.statSync(`${file}-wal`).size
  await connection.close()
  expect(fs.statSync(`${file}-wal`).size).toBe(logged)
  const next = await opened()
  next.connection.moveLog()
  const [moved] = next.connection.database.pragma('wal_checkpoint(passive)') as readonly Moved[]
  expect(moved?.checkpointed).toBe(moved?.log)
  expect(await next.read()).toEqual(['a', 'b', 'c'])
  expect(await next.insert('e')).toBe('e')
  await next.connection.close()
})

it('a file without checkpoints keeps its log when it is closed, so that Litestream finds its place in it', async () => {
  const { connection } = await first()
  await connection.close()
  expect(fs.existsSync(`${file}-wal`)).toBe(false)
  const size = fs.statSync(file).size
  for (const note of ['b', 'c']) {
    const { connection, insert } = await opened(0)
    await insert(note)
    await connection.close()
  }
  // The second one continued the log of the first: a new one would have another head.
  const log = fs.readFileSync(`${file}-wal`)
  expect([fs.statSync(file).size, log.length]).toEqual([size, 32 + 2 * (24 + 4096)])
  const last = await opened()
  expect(await last.read()).toEqual(['a', 'b', 'c'])
  await last.connection.close()
  expect(fs.existsSync(`${file}-wal`)).toBe(false)
})

it('one caller alone has its commits flushed in the main thread, until one takes long', async () => {
  const { connection, insert } = await first()
  const outside = () => held.length
  holding = true
  let inside = 0
  for (let note = 0; note < 300; note++) {
    const commit = insert(`note ${note}`)
    await sleep(0)
    if (outside() === 0) inside++
    release()
    await commit
  }
  expect(inside).toBeGreaterThan(10)
  expect(inside).toBeLessThan(290)
  await connection.close()
})

describe('the log that is flushed is that of the file, and an audit reads that file', () => {
  const home = process.cwd()
  afterEach(() => process.chdir(home))

  const link = (path: string, to: string): string => {
    fs.symlinkSync(to, path)
    return path
  }
  it.each<readonly [string, (real: string) => string]>([
    ['its own path', (real) => real],
    ['a folder that is a link', (real) => join(link(`${dirname(real)}-link`, dirname(real)), 'ledger.db')],
    ['a link to the file', (real) => link(`${real}-link`, real)],
    [
      'a link with an old log beside it',
      (real) => {
        fs.writeFileSync(`${real}-link-wal`, 'old')
        return link(`${real}-link`, real)
      },
    ],
    [
      'a relative path, and the process then changes its folder',
      (real) => {
        process.chdir(dirname(real))
        return 'ledger.db'
      },
    ],
  ])('%s', async (_name, place) => {
    const { openSqlite } = await import('./index.js')
    const storage = await openSqlite({ file: place(file) })
    const elsewhere = fs.mkdtempSync(join(folder, 'elsewhere-'))
    process.chdir(elsewhere)
    await storage.constant('name', () => 'value')
    expect(flushed).toBe(fs.statSync(`${file}-wal`).ino)
    const { discrepancies } = await verify(storage)
    expect(discrepancies).toEqual([])
    expect(await storage.audit((audit) => audit.constants(undefined, 9))).toEqual([
      { name: 'name', value: 'value' },
    ])
    expect(fs.readdirSync(elsewhere)).toEqual([])
    await storage.close()
  })
})

it('a backup to a link is flushed with the folder that has the file', async () => {
  const { openSqlite, backupSqlite } = await import('./index.js')
  await (await openSqlite({ file })).close()
  const to = fs.mkdtempSync(join(folder, 'backup-'))
  fs.writeFileSync(join(to, 'copy.db'), '')
  fs.symlinkSync(join(to, 'copy.db'), `${file}-copy`)
  synced.splice(0)
  await backupSqlite(file, `${file}-copy`)
  expect(synced).toEqual([join(to, 'copy.db'), to].map((path) => fs.statSync(path).ino))
})
