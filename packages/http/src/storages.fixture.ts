/**
 * Every storage that the service may stand on, for suites that must behave the same on all of them:
 * `describe.each(storages)`. What the file opened is removed when it ends; its PostgreSQL is one server, with a
 * schema for each storage.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStorage, type Storage } from '@tallystick/engine'
import { openPostgres } from '@tallystick/storage-postgres'
import { openSqlite } from '@tallystick/storage-sqlite'
import { afterAll, expect } from 'vitest'

export interface TestStorage {
  readonly name: 'memory' | 'SQLite' | 'PostgreSQL' | 'PostgreSQL that refuses'
  /** A new, empty one. Whoever opens it closes it. */
  open(): Promise<Storage>
}

const closing: (() => Promise<void>)[] = []
/** Attempts refused, by each storage that refuses. */
const refusals: (() => number)[] = []
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
  // What no one noticed proves nothing.
  for (const count of refusals) expect(count(), 'attempts refused').toBeGreaterThan(0)
})

export const storages: readonly TestStorage[] = [
  { name: 'memory', open: async () => memoryStorage() },
  { name: 'SQLite', open: openFreshSqlite },
  { name: 'PostgreSQL', open: openFreshPostgres },
  { name: 'PostgreSQL that refuses', open: openRefusing },
]

const again = new WeakMap<Storage, () => Promise<Storage>>()

/** The same books once more, after they were closed. What is in memory was never gone. */
export async function reopen(storage: Storage): Promise<Storage> {
  const open = again.get(storage)
  return open === undefined ? storage : open()
}

async function openFreshSqlite(): Promise<Storage> {
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
const SERVERS = new URL('../../storage-postgres/src/server.fixture.ts', import.meta.url)

let server: ReturnType<Servers['startServer']> | null = null

async function openFreshPostgres(): Promise<Storage> {
  server ??= startServer()
  const url = await (await server).fresh()
  const reopenSchema = () => openPostgres({ url, maxConnections: 4 })
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

interface Session {
  query(text: string, ...rest: readonly unknown[]): Promise<unknown>
}
interface Connection {
  session<Result>(work: (session: Session) => Promise<Result>): Promise<Result>
}

/** The server itself says it, as it would to one of two that ran into each other: the transaction is over. */
const REFUSE = "do $$ begin raise exception 'refused by the test' using errcode = '40001'; end $$"
/** Statements of a unit of work that end it. */
const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback'])

/**
 * PostgreSQL that refuses the first attempt of every unit of work with a serialization failure: of one at its
 * first statement, of the next at its last, which is where the server finds most of the real ones.
 */
async function openRefusing(): Promise<Storage> {
  const storage = await openFreshPostgres()
  const connection: unknown = Reflect.get(storage, 'connection')
  if (!isConnection(connection)) throw new TypeError('The PostgreSQL storage has no connection of its own')
  const open = connection.session.bind(connection)
  let attempts = 0
  let refused = 0
  refusals.push(() => refused)
  connection.session = (work) =>
    open((session) => {
      /** Of the attempt that this session is, once it has begun one. */
      let refuse: 'first' | 'last' | null = null
      return work({
        query(text, ...rest) {
          if (text === 'begin') {
            const attempt = attempts++
            if (attempt % 2 === 0) refuse = attempt % 4 === 0 ? 'first' : 'last'
          } else if (refuse === 'first' || (refuse === 'last' && ENDS.has(text))) {
            refused++
            return session.query(REFUSE)
          }
          return session.query(text, ...rest)
        },
      })
    })
  return storage
}

function isConnection(value: unknown): value is Connection {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'session') === 'function'
}
