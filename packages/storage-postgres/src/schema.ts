/**
 * The tables, as Kysely types. The tenant stands first in every key, ids are made by the client, nothing is
 * numbered by the server: so that the same schema runs on engines that spread one database over machines.
 *
 * Unlike on SQLite, an account's row is settled with every unit of work, and the journal is found by index:
 * PostgreSQL logs rows, not pages, so both are cheap here. An entry holds both postings; `debit_number` and
 * `credit_number` are the running numbers of its records, and being unique they make a double posting
 * impossible. A unit of work has a `height`, one more than that of any unit that touched one of its accounts
 * before, or that its writer committed before: it orders units as they were decided, without any counter
 * that all would have to share.
 *
 * Where engines meet, the entries of a unit of work wait in `entry_batch`, as one row, until they are indexed in
 * `entry`; the view `journal` is both.
 */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'

export interface Schema {
  account: {
    tenant: string
    id: string
    currency: string
    scale: number
    customer: string | null
    role: string | null
    balance: string
    blocked: string
    frozen_by: string | null
    active: boolean
    accounting_currency: string
    account_code: string | null
    account_number: string | null
    xpub: string | null
    created: number
    records: number
    height: number
  }
}

/** Builds SQL and runs none. */
export const sql: Kysely<Schema> = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
