/** @tallystick/storage-postgres: a ledger in a PostgreSQL database, shared by any number of engines. */
export { migratePostgres, openPostgres, type PostgresOptions } from './store.js'
