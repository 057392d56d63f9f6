/**
 * Empty storages for many small tests. To make a schema takes longer than most of the tests, so one whose storages are
 * all closed is emptied and used again.
 */
import type { Storage } from '@tallystick/engine'
import pg from 'pg'
import { afterAll } from 'vitest'
import type { TestServer } from './server.fixture.js'

/** Truncating makes new files, one for each table and index: only where there are many rows, that is quicker. */
const EMPTY = `
  do $$ declare filled record; begin
    set local session_replication_role = replica;
    for filled in
      select relname as name, pg_relation_size(oid) > 65536 as is_large from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'meta'
        and pg_relation_size(oid) > 0
    loop
      if filled.is_large then execute format('truncate %I', filled.name);
      else execute format('delete from %I', filled.name); end if;
    end loop;
    delete from meta where name <> 'schema';
  end $$`

interface Recycled {
  /** A storage that holds nothing. */
  fresh(): Promise<Storage>
  /** Another on what `fresh` gave last. */
  reopen(): Promise<Storage>
  /** Where `fresh` gave last. */
  url(): string
}

/** @param prepare What is done to a ledger made anew, before it is used. It stays when the ledger is emptied. */
export function recycled(
  server: TestServer,
  open: (url: string) => Promise<Storage>,
  prepare: (url: string) => Promise<void> = () => Promise.resolve(),
): Recycled {
  /** By URL, how many storages are open. */
  const users = new Map<string, number>()
  let newest = ''
  /** By URL, what empties: a connection knows the tables after its first time. */
  const emptying = new Map<string, pg.Pool>()
  afterAll(async () => {
    for (const pool of emptying.values()) await pool.end()
  })

  async function empty(url: string): Promise<void> {
    let pool = emptying.get(url)
    if (pool === undefined) {
      pool = new pg.Pool({ connectionString: url, max: 1 })
      pool.on('error', () => undefined)
      emptying.set(url, pool)
    }
    await pool.query(EMPTY)
  }

  /** @param before What must be done before it is opened; nobody else gets it from here on. */
  async function use(
    url: string,
    before: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Storage> {
    const count = (change: number) => users.set(url, (users.get(url) ?? 0) + change)
    count(1)
    newest = url
    await before()
    const storage = await open(url)
    const close = storage.close.bind(storage)
    let closed: Promise<void> | undefined
    return Object.assign(storage, {
      close() {
        closed ??= close().then(() => void count(-1))
        return closed
      },
    })
  }

  return {
    async fresh() {
      const free = [...users].find(([, count]) => count === 0)?.[0]
      if (free !== undefined) return use(free, () => empty(free))
      const storage = await use(await server.fresh())
      await prepare(newest)
      return storage
    },
    reopen: () => use(newest),
    url: () => newest,
  }
}
