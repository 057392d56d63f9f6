/** The storages on which processes are killed: as they open them, and as the test does. */
import { pathToFileURL } from 'node:url'
import type { Storage } from '@tallystick/engine'
import { built, type Nursery, type StoragePlace } from '@tallystick/harness'
import { openPostgres } from '@tallystick/storage-postgres'
import { openSqlite } from '@tallystick/storage-sqlite'
import { isFull, partOf } from '@tallystick/testing'
import { onTestFinished } from 'vitest'
import { startPostgres } from '../postgres.fixture.js'

export interface Place extends StoragePlace {
  /** As the command is told it. */
  readonly database: string
  /** The same, in this process. */
  storage(): Promise<Storage>
}

const moduleOf = (name: string): string => pathToFileURL(built(`storage-${name}/dist/index.js`)).href

export const PLACES: Readonly<Record<string, (nursery: Nursery) => Promise<Place>>> = {
  async SQLite(nursery) {
    const options = { file: nursery.path('killed.db') }
    return {
      ...{ module: moduleOf('sqlite'), open: 'openSqlite', options, database: options.file },
      storage: () => openSqlite(options),
    }
  },
  async PostgreSQL() {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const database = await server.fresh()
    const options = { url: database }
    const storage = () => openPostgres({ ...options, migrate: true })
    return { module: moduleOf('postgres'), open: 'openPostgres', options, database, storage }
  },
}

/** In `npm test` one of them, over the seeds each in its turn. All of them where time is, and where rounds are asked for. */
export function inTurn<Open>(places: Readonly<Record<string, Open>>, seed: number) {
  const of = isFull || process.env['FAULT_ROUNDS'] !== undefined ? 1 : 2
  return partOf('storages on which processes are killed', Object.entries(places), { of, seed })
}
