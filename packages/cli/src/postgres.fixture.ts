import { Workplace } from '@tallystick/harness'
import { afterAll } from 'vitest'

/** A PostgreSQL of the test's own, which it may kill. Started by what the storage's package tests itself with. */
export interface OwnServer {
  readonly url: string
  /** URL of a new, empty place. */
  fresh(): Promise<string>
  kill(): void
  restart(): Promise<void>
  stop(): Promise<void>
}

interface Fixture {
  startOwnServer(options: { readonly fsync: boolean }): Promise<OwnServer>
}

export async function startPostgres(): Promise<OwnServer> {
  // No part of what that package publishes: found by its place.
  const place = new URL('../../storage-postgres/src/server.fixture.ts', import.meta.url)
  const { startOwnServer } = (await import(place.href)) as Fixture
  return startOwnServer({ fsync: false })
}

/** A folder and a PostgreSQL for the tests of a file. Both are gone after them. */
export async function placeWithPostgres(): Promise<{
  readonly place: Workplace
  readonly server: OwnServer
}> {
  const place = new Workplace()
  const server = await startPostgres()
  afterAll(async () => {
    place.clear()
    await server.stop()
  })
  return { place, server }
}
