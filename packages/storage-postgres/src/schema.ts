/**
 * The tables, as Kysely types. The tenant is first in every key, the client generates ids, and the server numbers
 * nothing, so the schema also works on databases that are spread over several machines.
 *
 * Unlike on SQLite, every unit of work updates account rows, and an index finds the records of an account: PostgreSQL
 * logs rows and not pages, so both are cheap. An entry holds both postings. `debit_number` and `credit_number` are its
 * record numbers; they are unique, so an entry cannot be posted twice. A unit of work has a sequence number, `height`:
 * one more than that of any unit that touched one of its accounts before, or that its writer committed before. It
 * orders units as they were decided, without a shared counter.
 *
 * If engines share accounts, the entries of a unit of work wait in `entry_batch`, as one row, until they are indexed in
 * `entry`. The view `journal` contains both.
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
