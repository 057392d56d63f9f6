import { readConfig, type Sources } from './config.js'
import { EXIT } from './failure.js'
import { SETTINGS } from './settings.js'
import { databaseExists, migrateStorage, nameOf } from './storage.js'
import { paintFor, plural } from './terminal.js'

export async function migrate(sources: Sources): Promise<number> {
  const { database } = await readConfig(SETTINGS.migrate, sources)
  const isNew = !databaseExists(database)
  const applied = await migrateStorage(database)
  const paint = paintFor(process.stdout)
  for (const name of applied) process.stdout.write(`  ${paint.green('applied')}  ${name}\n`)
  const outcome =
    applied.length === 0
      ? 'is up to date'
      : `${isNew ? 'was made with' : 'now has'} ${plural(applied.length, 'migration')}${isNew ? '' : ' more'}`
  process.stdout.write(`${paint.bold(nameOf(database))} ${outcome}\n`)
  return EXIT.ok
}
