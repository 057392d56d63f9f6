/**
 * How the tables are built. Amounts are TEXT integers of minor units (SQLite's INTEGER ends at
 * 9.22 ETH in wei); ids are text, tenants and accounts have an integer key of this file besides, so that the
 * journal's rows stay short.
 *
 * `entry` is the journal: append-only (triggers), written at its end only. Instead of an index on accounts,
 * each side of an entry holds the account's running number and two pointers back: to the account's previous
 * entry, and a skew-binary jump (see journal.ts). Balances are true in the newest entry of an account; the
 * account row holds them as of the last settlement.
 */
import {
  DummyDriver,
  type Kysely,
  Kysely as KyselyClass,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** Builds SQL and runs none: statements are run by the connection, inside its snapshots. */
export const sql: Kysely<unknown> = new KyselyClass<unknown>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})
