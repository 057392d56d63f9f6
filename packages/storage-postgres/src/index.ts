/** @tallystick/storage-postgres: a ledger in a PostgreSQL database, shared by any number of engines. */
export { type Server, type Servers, serversIn } from './servers.js'
export type { StandbyOptions } from './standby.js'
export { migratePostgres, openPostgres, type PostgresOptions } from './store.js'
