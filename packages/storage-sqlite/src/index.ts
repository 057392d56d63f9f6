/** @tallystick/storage-sqlite: a ledger in one SQLite file. */
export { backupSqlite } from './backup.js'
export { migrateSqlite, openSqlite, type SqliteOptions } from './store.js'
