/**
 * Brings a file's schema up to date. All missing migrations are applied in one immediate transaction, so several
 * processes may start on one new file.
 */
import { storedAnswer, type TenantId } from '@tallystick/core'
import { Fault, keyHash } from '@tallystick/engine'
import type { Connection } from './connection.js'
import type { Migration } from './first-migrations.js'
import { keyPrefix } from './idempotency-records.js'
import { MIGRATIONS } from './migrations.js'
import { writeStatistics } from './statistics.js'

const BOOKS = 'create table if not exists meta (name text primary key, value text not null) without rowid'
const VERSION = 'schema'
/** Of this release: its last migration. */
const SCHEMA: string = MIGRATIONS.at(-1)?.name ?? ''
/** Present from a migration until the lists are sealed as the migration left them. */
export const UNSEALED_MARK = 'unsealed'

/** Applies missing migrations, up to `last` if given; returns the names of those applied. */
export async function migrate(connection: Connection, last?: string): Promise<readonly string[]> {
  return connection.write(() => {
    connection.database.exec(BOOKS)
    defineFunctions(connection)
    const pending = missing(connection, last)
    for (const migration of pending) {
      for (const step of migration.up) connection.database.exec(step.compile().sql)
      connection
        .prepare(
          'insert into meta (name, value) values (?, ?) on conflict do update set value = excluded.value',
        )
        .run(VERSION, migration.name)
    }
    if (pending.length > 0) writeStatistics(connection.database)
    // The lists must be sealed as they are now.
    if (pending.length > 0 && last === undefined)
      connection.prepare('insert or replace into meta (name, value) values (?, ?)').run(UNSEALED_MARK, '')
    return { result: pending.map((migration) => migration.name), dirty: true }
  })
}

/** What migrations compute of idempotency records. */
function defineFunctions({ database }: Connection): void {
  const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
  database.function('record_key', (tenant, key) => bytes(keyHash(tenant as TenantId, String(key))))
  database.function('record_place', (key) => keyPrefix((key as Buffer).toString('hex')))
  database.function('record_reference', (body) => {
    const { reference } = storedAnswer(JSON.parse(String(body)))
    return reference === null ? null : bytes(reference)
  })
}

/**
 * Within a snapshot, after another process has committed. Nothing of an older release is written to a newer schema.
 * @throws Fault if a newer release has migrated the file meanwhile
 */
export function requireSame(connection: Connection): void {
  const schema = connection.prepare('select value from meta where name = ?').get(VERSION)?.[0]
  if (schema === SCHEMA) return
  throw new Fault(
    `A newer release of Tallystick has migrated the database (schema ${String(schema)}). Nothing was written. Stop this process; the newer release takes the call`,
    { schema: String(schema) },
    { transient: true },
  )
}

/** @throws Fault if the file is older or newer than this release */
export async function requireCurrent(connection: Connection): Promise<void> {
  const pending = await connection.read(() => {
    const table = connection
      .prepare("select 1 from sqlite_master where type = 'table' and name = 'meta'")
      .get()
    return table === undefined ? MIGRATIONS : missing(connection)
  })
  if (pending.length > 0) {
    const found =
      pending.length === MIGRATIONS.length ? 'has no ledger yet' : 'is older than this release of Tallystick'
    throw new Fault(`The database ${found}. Run \`tallystick migrate\``, {
      missing: pending.map((migration) => migration.name).join(', '),
    })
  }
}

function missing(connection: Connection, last?: string): readonly Migration[] {
  const applied = connection.prepare('select value from meta where name = ?').get(VERSION)?.[0]
  const end = last === undefined ? MIGRATIONS.length : 1 + MIGRATIONS.findIndex(({ name }) => name === last)
  if (applied === undefined) return MIGRATIONS.slice(0, end)
  const index = MIGRATIONS.findIndex((migration) => migration.name === applied)
  if (index === -1) {
    throw new Fault(
      `The database was written by a newer release of Tallystick (schema ${String(applied)}). Upgrade Tallystick`,
    )
  }
  return MIGRATIONS.slice(index + 1, end)
}
