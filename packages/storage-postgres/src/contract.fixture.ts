/** The contract of the storage port and the properties of the ledger, with entries indexed in one way or another. */
import {
  crossing,
  futures,
  ledgerProperties,
  orderBookProperties,
  quickOrFull,
  type Share,
  type StorageContractOptions,
  storageContract,
} from '@tallystick/testing'
import { afterAll } from 'vitest'
import type { IndexingLimits } from './deferred-indexing.js'
import { openPostgres } from './index.js'
import { recycled } from './recycled.fixture.js'
import { startServer } from './server.fixture.js'

export interface Held extends Pick<StorageContractOptions, 'historyStep' | 'share'> {
  readonly indexing?: Partial<IndexingLimits>
  /** What is done to an empty ledger before it is used. */
  prepare?(url: string): Promise<void>
  /** Orders that one takes; without it, none does. */
  readonly crossed?: number
  /** Cases of each property. */
  readonly runs?: number
  /** A part of the properties. */
  readonly some?: Share
}

/** Registers both suites, on a server of their own. */
export async function holds(
  name: string,
  { indexing = {}, prepare, runs = quickOrFull(1, 10), crossed, some, ...options }: Held = {},
): Promise<void> {
  const server = await startServer()
  afterAll(() => server.stop())
  const open = (url: string) => openPostgres({ url, maxConnections: 4, indexing })
  const { fresh, reopen } = recycled(server, open, prepare)
  storageContract(name, fresh, { reopen, second: reopen, ...options })
  ledgerProperties(name, fresh, { runs, ...(some === undefined ? {} : { share: some }) })
  orderBookProperties(name, fresh, Math.min(runs, 3), reopen)
  futures(name, fresh, Math.min(runs, 2))
  if (crossed !== undefined) crossing(name, fresh, crossed)
}
