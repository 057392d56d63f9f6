/** @tallystick/storage-sqlite: a ledger in one SQLite file. */
export { migrateSqlite, openSqlite, type SqliteOptions } from './store.js'
