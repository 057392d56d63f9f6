/**
 * Every storage that the service may stand on, for suites that must behave the same on all of them:
 * `describe.each(chosen)`. What the file opened is removed when it ends; its PostgreSQL is one server, with a
 * schema for each storage.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStorage, type Storage } from '@tallystick/engine'
import { openPostgres } from '@tallystick/storage-postgres'
import { openSqlite } from '@tallystick/storage-sqlite'
import { chooseSeed, partOf, quickOrFull } from '@tallystick/testing'
import { expect } from 'vitest'

export interface TestStorage {
  readonly name: 'memory' | 'SQLite' | 'PostgreSQL' | 'PostgreSQL that refuses'
  /** A new, empty one. Whoever opens it closes it. */
  open(): Promise<Storage>
}

const closing: (() => Promise<void>)[] = []
/** Of each storage that refuses: first attempts refused, and units of work that it let through at once. */
const refusals: (() => { readonly refused: number; readonly spared: number })[] = []
/** After each file that had storages (see storages.setup.fixture.ts): the next one begins anew. */
export async function closeStorages(): Promise<void> {
  const counts = refusals.splice(0)
  server = null
  made = null
  await Promise.all(closing.splice(0).map((close) => close()))
  for (const count of counts) {
    const { refused, spared } = count()
    // What no one noticed proves nothing.
    expect(refused, 'first attempts refused').toBeGreaterThan(0)
    expect(spared, 'units of work that were not refused').toBe(0)
  }
}

const EMBEDDED: TestStorage = { name: 'SQLite', open: openFreshSqlite }
const OTHERS: readonly TestStorage[] = [
  { name: 'memory', open: async () => memoryStorage() },
  { name: 'PostgreSQL', open: () => openFreshPostgres() },
  { name: 'PostgreSQL that refuses', open: openRefusing },
]
export const storages: readonly TestStorage[] = [EMBEDDED, ...OTHERS]

/** With a seed that is given, a case is replayed on whichever it failed on. */
const isReplay = process.env['FC_SEED'] !== undefined
const SHARE = { of: isReplay ? 1 : quickOrFull(OTHERS.length, 1), seed: chooseSeed() }

/** In `npm test` SQLite and one of the others: over the seeds, each has its turn. */
export const chosen: readonly TestStorage[] = [
  EMBEDDED,
  ...partOf('storages under the service', OTHERS, SHARE),
]

const again = new WeakMap<Storage, () => Promise<Storage>>()

/** The same books once more, after they were closed. What is in memory was never gone. */
export async function reopen(storage: Storage): Promise<Storage> {
  const open = again.get(storage)
  return open === undefined ? storage : open()
}

export async function openFreshSqlite(): Promise<Storage> {
  const file = join(folder(), `${++files}.db`)
  const reopenFile = () => openSqlite({ file })
  const storage = await reopenFile()
  again.set(storage, reopenFile)
  return storage
}

let files = 0
let made: string | null = null
function folder(): string {
  if (made === null) {
    const path = mkdtempSync(join(tmpdir(), 'tallystick-http-'))
    closing.push(async () => rmSync(path, { recursive: true, force: true }))
    made = path
  }
  return made
}

// ---- PostgreSQL

/** What is used of the storage's own test server. It is no part of what is published: found by its place. */
interface Servers {
  startServer(): Promise<{ fresh(): Promise<string>; stop(): Promise<void> }>
}
const SERVERS = new URL('../../../storage-postgres/src/server.fixture.ts', import.meta.url)

let server: ReturnType<Servers['startServer']> | null = null

export async function openFreshPostgres(maxConnections = 4): Promise<Storage> {
  server ??= startServer()
  const url = await (await server).fresh()
  const reopenSchema = () => openPostgres({ url, maxConnections })
  const storage = await reopenSchema()
  again.set(storage, reopenSchema)
  return storage
}

async function startServer(): ReturnType<Servers['startServer']> {
  const { startServer: start }: Servers = await import(SERVERS.href)
  const started = await start()
  closing.push(() => started.stop())
  return started
}

/** What is used of the storage's own parts, which are no part of what is published. */
interface Session {
  query(text: string, ...rest: readonly unknown[]): Promise<unknown>
}
interface Connection {
  session<Result>(work: (session: Session) => Promise<Result>, ...rest: readonly unknown[]): Promise<Result>
}
interface Refusable extends Storage {
  readonly connection: Connection
  readonly units: { run(...given: readonly unknown[]): Promise<unknown> }
}

/** The server itself says it, as it would to one of two that ran into each other: the transaction is over. */
const REFUSE = "do $$ begin raise exception 'refused by the test' using errcode = '40001'; end $$"
/** Statements of a unit of work that end it. */
const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback'])

/**
 * PostgreSQL that refuses the first attempt of every unit of work with a serialization failure: of one at its
 * first statement, of the next at its last, which is where the server finds most of the real ones. What was sent
 * behind the refused statement without waiting for it reaches the server all the same.
 */
async function openRefusing(): Promise<Storage> {
  const storage = await openFreshPostgres()
  if (!isRefusable(storage))
    throw new TypeError('The PostgreSQL storage is not made as this fixture knows it')
  const { connection, units: ofWork } = storage
  const run = ofWork.run.bind(ofWork)
  const open = connection.session.bind(connection)
  let units = 0
  let refused = 0
  let spared = 0
  /** Where the unit of work under way is still to be refused: they go one after another. */
  let refuse: 'first' | 'last' | null = null
  refusals.push(() => ({ refused, spared }))
  ofWork.run = async (...given) => {
    refuse = units++ % 2 === 0 ? 'first' : 'last'
    const result = await run(...given)
    if (refuse !== null) spared++
    return result
  }
  connection.session = (work, ...rest) =>
    open(
      (session) => {
        let begun = false
        const query: Session['query'] = (text, ...values) => {
          const here = begun && (refuse === 'first' || (refuse === 'last' && ENDS.has(text)))
          begun ||= text === 'begin'
          if (!here) return session.query(text, ...values)
          refuse = null
          refused++
          return session.query(REFUSE)
        }
        return work(Object.assign(Object.create(session), { query }))
      },
      ...rest,
    )
  return storage
}

function isRefusable(storage: Storage): storage is Refusable {
  const has = (part: string, method: string): boolean => {
    const value: unknown = Reflect.get(storage, part)
    return typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function'
  }
  return has('connection', 'session') && has('units', 'run')
}
