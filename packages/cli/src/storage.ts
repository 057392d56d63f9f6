/**
 * The composition root of the command: only this file names storage adapters. To support another one, add its scheme to
 * `readDatabase` and its kind to `openStorage` and `migrateStorage`.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Storage } from '@tallystick/engine'
import type { Read } from './config.js'
import { CommandFailure, WrongSetting } from './failure.js'

interface SqliteFile {
  readonly kind: 'sqlite'
  /** Absolute path. */
  readonly file: string
  /** Litestream copies the file, and makes its checkpoints. */
  readonly litestream?: true
}

export type Database =
  | SqliteFile
  | {
      readonly kind: 'postgres'
      /** May contain a password. Show it only by `nameOf`. */
      readonly url: string
    }

export const DATABASE_ACCEPTS =
  'the path of a SQLite file, such as data/tallystick.db, or a URL, such as sqlite:data/tallystick.db, sqlite:///var/lib/tallystick.db?litestream=true or postgres://user@host:5432/database, with several hosts as in postgres://user@a:5432,b:5432/database'

export function readDatabase(text: string): Read<Database> | Promise<Read<Database>> {
  // Otherwise it would be the name of a new file, and an empty ledger would be served.
  if (/^[\s"']|[\s"']$/.test(text)) return refused('but it begins or ends with a blank or a quote')
  if (/\b(host|hostaddr|dbname|password)\s*=/i.test(text.split('?')[0] ?? ''))
    return refused('but PostgreSQL is named by a URL')
  // A single letter before the colon is a drive on Windows.
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase()
  if (text === ':memory:' || /^sqlite:(\/\/)?:memory:$/i.test(text)) {
    return refused('but a ledger that ends with its process is not served')
  }
  if (scheme === 'postgres' || scheme === 'postgresql') return readPostgres(text)
  if (scheme !== undefined && scheme !== 'sqlite') {
    return refused('but only SQLite and PostgreSQL are supported')
  }
  const [, place = '', parameter] = /^(.*?)(\?litestream=true)?$/s.exec(text) ?? []
  if (scheme === undefined && text.includes('://')) return refused('but its scheme is none')
  if (scheme === undefined && parameter !== undefined) return refused('but only a sqlite: URL has parameters')
  const path = scheme === undefined ? text : pathOfUrl(place)
  if (path === null) {
    return refused('but a sqlite: URL has a path, no host, no fragment and no parameter but litestream=true')
  }
  if (path === '' || path.includes('\0')) return { refused: true }
  const database = fileDatabase(path)
  return { value: parameter === undefined ? database : { ...database, litestream: true } }
}

export const fileDatabase = (path: string): SqliteFile => ({ kind: 'sqlite', file: resolve(path) })

async function readPostgres(text: string): Promise<Read<Database>> {
  const { urlIn } = await import('@tallystick/engine')
  const { serversIn } = await import('@tallystick/storage-postgres')
  const servers = serversIn(text)
  if (typeof servers === 'string') return refused(`but ${servers}`)
  const url = urlIn(servers.url)
  if (url === null) {
    return refused('but it is not a valid URL: in a password, characters such as / # and @ are escaped')
  }
  if (url.hash !== '') return refused('but it has a fragment: a # in a password is written %23')
  if (url.pathname.includes('@')) return refused('but a / in a password is written %2F')
  if (url.pathname.length < 2) return refused('but it does not name a database')
  return { value: { kind: 'postgres', url: text } }
}

/** Hosts, path and parameters; `URL` reads no list of hosts. */
const POSTGRES_PARTS = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i

/** The name to show: without user, password and parameters. */
export function nameOf(database: Database): string {
  if (database.kind === 'sqlite') return database.file
  const [, hosts = '', path = '', query = ''] = POSTGRES_PARTS.exec(database.url) ?? []
  return `postgres://${hosts === '' ? (new URLSearchParams(query).get('host') ?? '') : hosts}${path}`
}

interface HowToOpen {
  /** Brings an older schema up to date; otherwise an older one is a Fault. */
  readonly migrate: boolean
  readonly reads?: {
    readonly url: string
    readonly maxAgeMs: number
    readonly warn: (message: string) => void
  }
  /** For a command that changes nothing: a user who may not write the file may run it. */
  readonly onlyReads?: boolean
}

export type Use = Pick<HowToOpen, 'onlyReads'>

/** Opens a database, and creates it if it is missing. */
export async function openStorage(
  database: Database,
  { migrate, reads, onlyReads = false }: HowToOpen,
): Promise<Storage> {
  if (database.kind === 'postgres') {
    const { openPostgres } = await import('@tallystick/storage-postgres')
    return openPostgres({ url: database.url, migrate, ...(reads === undefined ? {} : { reads }) })
  }
  if (reads !== undefined) {
    throw new WrongSetting(
      'TALLYSTICK_READ_DATABASE is set, and a SQLite file has no standby.',
      'unset it, or set TALLYSTICK_DATABASE to the primary of PostgreSQL',
    )
  }
  const { openSqlite } = await import('@tallystick/storage-sqlite')
  return openSqlite({ file: database.file, migrate, onlyReads, ...checkpointsOf(database) })
}

const checkpointsOf = ({ litestream }: SqliteFile) => (litestream === true ? { checkpointEvery: 0 } : {})

/** Opens an existing database: a misspelt path must not create an empty ledger that then looks right. */
export async function openExisting(database: Database, use: Use = {}): Promise<Storage> {
  if (!databaseExists(database)) throw missingDatabase(database)
  return openStorage(database, { migrate: false, ...use })
}

export const missingDatabase = (database: Database): CommandFailure =>
  new CommandFailure(
    `There is no database at ${nameOf(database)}.`,
    'Check TALLYSTICK_DATABASE or --database; `tallystick migrate` makes a new one',
  )

/** The names of the migrations applied now. */
export async function migrateStorage(database: Database): Promise<readonly string[]> {
  if (database.kind === 'postgres') {
    const { migratePostgres } = await import('@tallystick/storage-postgres')
    return migratePostgres(database.url)
  }
  const { migrateSqlite } = await import('@tallystick/storage-sqlite')
  return migrateSqlite(database.file, checkpointsOf(database))
}

/** Copies a SQLite file while it is used. */
export async function backupStorage(file: string, to: string): Promise<void> {
  const { backupSqlite } = await import('@tallystick/storage-sqlite')
  return backupSqlite(file, to)
}

/** Only opening shows whether a server has a ledger. Until then it is assumed to have one. */
export function databaseExists(database: Database): boolean {
  return database.kind === 'postgres' || existsSync(database.file)
}

const refused = (why: string): Read<Database> => ({ refused: true, why })

/** Null for a URL with parts that this storage would ignore. */
function pathOfUrl(url: string): string | null {
  const rest = url.slice('sqlite:'.length)
  if (/[?#]/.test(rest)) return null
  const path = rest.startsWith('//') ? rest.slice(2) : rest
  // Two slashes begin a host: sqlite://data/x.db would name a machine called data.
  if (rest.startsWith('//') && !path.startsWith('/')) return null
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
