/** A copy of a ledger's file as of one commit, while others write. */
import { closeSync, fsyncSync, openSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { Fault } from '@tallystick/engine'
import { Connection } from './connection.js'
import { makeFile, messageOf } from './file.js'
import { requireCurrent } from './migrate.js'

/**
 * Copies the ledger in `file` to the new file `to`, which is on the disk when this returns. The copy is one snapshot:
 * it has everything that was acknowledged before the call. Writers do not wait for it. It blocks the event loop.
 * @param to A file that does not exist, or an empty one
 * @throws Fault if it cannot be written; what was written until then remains
 */
export async function backupSqlite(file: string, to: string): Promise<void> {
  // It leaves the log of the ledger as it is: Litestream may copy it.
  const connection = await Connection.open(file, 0, true)
  try {
    await requireCurrent(connection)
    makeFile(to)
    // https://www.sqlite.org/lang_vacuum.html#vacuuminto: it flushes nothing by itself.
    connection.prepare('vacuum into ?').run(to)
    // It may be an empty file behind a link.
    const made = realpathSync(to)
    for (const path of [made, dirname(made)]) flush(path)
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw new Fault(`The backup cannot be written: ${messageOf(cause)}`, { to }, { cause })
  } finally {
    await connection.close()
  }
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
