/** `tallystick backup`: copies a SQLite ledger while it is used, and verifies the copy. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readConfig, type Sources } from './config.js'
import { CommandFailure, ConfigurationError, codeOf, EXIT, messageOf } from './failure.js'
import { flush } from './lasting.js'
import { progressLine } from './progress.js'
import { SETTINGS } from './settings.js'
import { backupStorage, databaseExists, missingDatabase, nameOf, openStorage } from './storage.js'
import { type Paint, paintFor, plural, seconds, thousands } from './terminal.js'
import { readSoFar, report as verificationReport } from './verify.js'

export async function backup(sources: Sources): Promise<number> {
  const { database, to } = await readConfig(SETTINGS.backup, sources)
  if (to === null) throw new ConfigurationError(['--to is not given: the file that the backup becomes'])
  if (database.kind === 'postgres') {
    throw new CommandFailure(
      'PostgreSQL makes its own backups.',
      'Use pg_dump, or a base backup and the archived log (docs/operations.md); `tallystick copy --to <file>` makes a SQLite file of the ledger',
    )
  }
  if (!databaseExists(database)) throw missingDatabase(database)
  const file = resolve(to)
  const start = Date.now()
  const partial = reserve(file)
  const line = progressLine()
  line.show(() => `copying ${megabytes(statSync(database.file).size)}`)
  try {
    await backupStorage(database.file, partial)
    const { verify } = await import('@tallystick/engine')
    const storage = await openStorage({ kind: 'sqlite', file: partial }, { migrate: false, onlyReads: true })
    const read = Date.now()
    const verification = await verify(storage, {
      progress: (entries) => line.show(() => readSoFar(entries, read)),
    }).finally(() => storage.close())
    line.clear()
    const { discrepancies, entries } = verification
    if (discrepancies.length > 0) {
      process.stdout.write(
        verificationReport(partial, verification, Date.now() - read, paintFor(process.stdout)),
      )
      throw new CommandFailure(
        `The copy does not add up, and neither does the ledger as it was then. It stays in ${partial}.`,
        'Run `tallystick verify` on the ledger, and see docs/operations.md. Keep your earlier backups',
      )
    }
    renameSync(partial, file)
    await flush(file)
    const told = {
      from: nameOf(database),
      to: file,
      bytes: statSync(file).size,
      entries,
      milliseconds: Date.now() - start,
    }
    process.stdout.write(
      sources.flags['json'] === true
        ? `${JSON.stringify(told, null, 2)}\n`
        : report(told, paintFor(process.stdout)),
    )
    return EXIT.ok
  } finally {
    line.clear()
  }
}

/** Makes the file under another name, readable by its owner alone. Under its own name it appears when it is whole. */
function reserve(file: string): string {
  const partial = `${file}.partial`
  if (existsSync(file)) {
    throw new CommandFailure(`${file} exists already.`, 'Choose another name: a backup replaces no file')
  }
  try {
    mkdirSync(dirname(file), { recursive: true })
    closeSync(openSync(partial, 'wx', 0o600))
    chmodSync(partial, 0o600)
    return partial
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      throw new CommandFailure(
        `${partial} exists already: another backup runs, or did not come to its end.`,
        'Wait for it, or delete that file',
      )
    }
    throw new CommandFailure(
      `${partial} cannot be made: ${messageOf(error)}.`,
      'Choose a folder that this user may write to',
      { cause: error },
    )
  }
}

interface Told {
  readonly from: string
  readonly to: string
  readonly bytes: number
  readonly entries: number
  readonly milliseconds: number
}

const megabytes = (bytes: number): string => `${thousands(Math.ceil(bytes / 1_000_000))} MB`

function report({ from, to, bytes, entries, milliseconds }: Told, paint: Paint): string {
  return `\n  ${paint.bold(from)} → ${paint.bold(to)}\n\n  ${paint.green('✓')} ${paint.bold('The backup is right:')} ${plural(entries, 'entry')} verified, ${megabytes(bytes)}, ${seconds(milliseconds)}.\n\n`
}
