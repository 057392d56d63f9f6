/** Brings a database's schema up to date. All missing migrations are applied in one transaction. */
import { Fault } from '@tallystick/engine'
import type { Connection, Session } from './connection.js'
import { LOCK_NOT_GIVEN, lostRace, messageOf, sqlState, TOO_LONG } from './errors.js'
import type { Migration } from './first-migrations.js'
import { MIGRATIONS } from './migrations.js'

const BOOKS = 'create table if not exists meta (name text primary key, value text not null)'
const VERSION = 'schema'
/** Of this release: its last migration. */
export const SCHEMA: string = MIGRATIONS.at(-1)?.name ?? ''
/** Present from a migration until the lists are sealed as the migration left them. */
export const UNSEALED_MARK = 'unsealed'

/** The first is longer than units of work of all engines may be held up, which wait behind it. */
const EXCLUSIVELY = [
  "set local lock_timeout = '1s'",
  'lock table meta in access exclusive mode',
  // Otherwise a statement goes on, and holds all of this, after its process has ended. Other servers cannot look.
  `select set_config(name, '1s', true) from pg_settings
   where name = 'client_connection_check_interval' and version() like '%linux%'`,
]
const ATTEMPTS = 10

/**
 * Applies missing migrations, up to `last` if given; returns the names of those applied. Several processes may do so at
 * once. Units of work of an older release end before it, or find out: each reads the schema in its transaction, which it
 * then cannot lose (docs/operations.md, "Upgrading").
 */
export async function migrate(connection: Connection, last: string = SCHEMA): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      // A server that does not answer is found out here, by the usual limits.
      const found = await connection.session(async (session) => {
        await session.query(BOOKS)
        return missing(session, last)
      })
      if (found.length === 0) return []
      return await connection
        .session((session) => applied(session, last), { unhurried: true })
        .catch((cause: unknown) => {
          throw sqlState(cause) === TOO_LONG ? cancelled(cause) : cause
        })
    } catch (cause) {
      // Another process was first: what it created exists now, or soon will.
      if (!(lostRace(cause) || alreadyThere(cause))) throw cause
      if (attempt === ATTEMPTS) throw sqlState(cause) === LOCK_NOT_GIVEN ? inUse(cause) : cause
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt))
    }
  }
}

/** All in one transaction, so that nothing of it remains if one fails. */
async function applied(session: Session, last: string): Promise<readonly string[]> {
  await session.query('begin')
  for (const step of EXCLUSIVELY) await session.query(step)
  const pending = await missing(session, last)
  for (const migration of pending) {
    await session.query(migration.up.join(';\n'))
    await session.query(
      'insert into meta (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [VERSION, migration.name],
    )
  }
  // The lists must be sealed as they are now, unless they are new and empty.
  if (pending.length > 0 && pending.length < MIGRATIONS.length && last === SCHEMA) {
    await session.query("insert into meta (name, value) values ($1, '') on conflict do nothing", [
      UNSEALED_MARK,
    ])
  }
  await session.query('commit')
  return pending.map((migration) => migration.name)
}

/** It has no time limit, so only a person can have ended it: another attempt would not be what they want. */
function cancelled(cause: unknown): Fault {
  return new Fault(
    `The migration was cancelled: ${messageOf(cause)}. The database is as it was before`,
    { state: TOO_LONG },
    { cause },
  )
}

/** A transaction, such as that of a verification or a backup, reads what would change. */
function inUse(cause: unknown): Fault {
  return new Fault(
    'The schema cannot be changed while something reads all of it, such as `tallystick verify` or `pg_dump`, or another process changes it. Start again when that has ended',
    {},
    { cause },
  )
}

/** For an engine that goes on after a newer release has migrated its database. It writes nothing more. */
export function overtaken(schema: string): Fault {
  return new Fault(
    `A newer release of Tallystick has migrated the database (schema ${schema}). Nothing was written. Stop this process; the newer release takes the call`,
    { schema },
    { transient: true },
  )
}

/** @throws Fault if the database is older or newer than this release */
export async function requireCurrent(connection: Connection, last: string): Promise<void> {
  const pending = await connection.session(async (session) => {
    const [table] = await session.query("select to_regclass('meta') is not null")
    return table?.[0] === true ? missing(session, last) : MIGRATIONS
  })
  if (pending.length > 0) {
    const found =
      pending.length === MIGRATIONS.length ? 'has no ledger yet' : 'is older than this release of Tallystick'
    throw new Fault(`The database ${found}. Run \`tallystick migrate\``, {
      missing: pending.map((migration) => migration.name).join(', '),
    })
  }
}

async function missing(session: Session, last: string): Promise<readonly Migration[]> {
  const [row] = await session.query('select value from meta where name = $1', [VERSION])
  const end = 1 + MIGRATIONS.findIndex(({ name }) => name === last)
  if (row === undefined) return MIGRATIONS.slice(0, end)
  const index = MIGRATIONS.findIndex((migration) => migration.name === row[0])
  if (index === -1 || index >= end) {
    throw new Fault(
      `The database was written by a newer release of Tallystick (schema ${String(row[0])}). Upgrade Tallystick`,
    )
  }
  return MIGRATIONS.slice(index + 1, end)
}

/** Tables and types that two processes create at the same time. */
function alreadyThere(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === '42P07' || cause.code === '42710')
}
