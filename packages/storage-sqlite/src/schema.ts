/**
 * The tables. Amounts are TEXT integers of minor units (SQLite's INTEGER ends at 9.22 ETH in wei). Ids are text;
 * tenants and accounts also have an integer key in this file, so that the rows of the journal stay short.
 *
 * `entry` is the journal: append-only (triggers), written only at its end. Instead of an index on accounts, each side
 * of an entry holds the account's record number and two pointers back: to the account's previous entry, and a
 * skew-binary jump (see journal.ts). The newest entry of an account has its true balance; the account row has the
 * balance of the last settlement.
 */
import {
  DummyDriver,
  type Kysely,
  Kysely as KyselyClass,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** Builds SQL and runs none. The connection runs statements inside its snapshots. */
export const sql: Kysely<unknown> = new KyselyClass<unknown>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})
