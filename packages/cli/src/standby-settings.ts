/** A standby that answers what only shows something: docs/scaling.md. */
import type { Setting } from './config.js'
import { readCount } from './readers.js'
import { readDatabase as readAnyDatabase } from './storage.js'

const readDatabase: Setting<string | null> = {
  flag: 'read-database',
  env: 'TALLYSTICK_READ_DATABASE',
  argument: '<url>',
  about: 'a standby of the PostgreSQL database, which answers reads of the ledger; decisions never use it',
  accepts: 'a postgres: URL with one host',
  unset: null,
  unsetText: 'none; the primary answers all reads',
  async read(text) {
    const read = await readAnyDatabase(text)
    if (!('value' in read)) return read
    return read.value.kind === 'postgres' && !/,[^@]*$/.test(text.split('?')[0] ?? '')
      ? { value: read.value.url }
      : { refused: true, why: 'but that is not one server of PostgreSQL' }
  },
}

const readMaxAge: Setting<number> = {
  flag: 'read-max-age',
  env: 'TALLYSTICK_READ_MAX_AGE',
  argument: '<ms>',
  about: 'the greatest age of what the standby answers; when it is further behind, the primary answers',
  accepts: 'a whole number of milliseconds from 100 to 600000',
  unset: 1_000,
  unsetText: '1000',
  read: (text) => readCount(text, 100, 600_000),
}

export const STANDBY_SETTINGS = { readDatabase, readMaxAge }
