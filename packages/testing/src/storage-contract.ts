/**
 * The contract of the storage port, as a vitest suite. An adapter that passes it runs every rule of the
 * ledger as the in-memory reference store does. `ledgerProperties` then runs the whole engine on it.
 */
import type { Storage } from '@tallystick/engine'
import { describe } from 'vitest'
import { addressesContract } from './contract/addresses.js'
import { changingContract } from './contract/changing.js'
import { concurrencyContract } from './contract/concurrency.js'
import { cursorsContract } from './contract/cursors.js'
import { reopenContract, secondHandleContract } from './contract/durability.js'
import { followingContract } from './contract/following.js'
import { historyContract } from './contract/history.js'
import { leavingContract } from './contract/leaving.js'
import { limitsContract } from './contract/limits.js'
import { listsContract } from './contract/lists.js'
import { loadingContract } from './contract/loading.js'
import { outputsContract } from './contract/outputs.js'
import { pastContract } from './contract/past.js'
import { payingContract } from './contract/paying.js'
import { queriesContract } from './contract/queries.js'
import { sendingContract } from './contract/sending.js'
import { sendsContract } from './contract/sends.js'
import { sightingContract } from './contract/sighting.js'
import { tellingContract } from './contract/telling.js'
import { tokensContract } from './contract/tokens.js'
import type { OpenStorage } from './contract/using.js'
import { withdrawalsContract } from './contract/withdrawals.js'
import { writingContract } from './contract/writing.js'
import { partOf, type Share } from './replay.js'

export interface StorageContractOptions {
  /** Opens what the storage opened last has left, once that is closed: for storages that keep their data. */
  readonly reopen?: () => Promise<Storage>
  /** Opens another handle on the data of the storage opened last, while that is open: as another process would. */
  readonly second?: () => Promise<Storage>
  /** Of a long history, one record in so many is asked for by its number; each of them unless told. */
  readonly historyStep?: number
  /** One part of so many of the suite, for one that takes long; each seed chooses another. The whole suite unless told. */
  readonly share?: Share
}

/**
 * Registers the suite. Call it at the top of a test file.
 *
 * @param name Shown in the report, for example `sqlite`.
 * @param open Gives an empty storage each time; every test closes the one it got.
 */
export function storageContract(name: string, open: OpenStorage, options: StorageContractOptions = {}): void {
  const { historyStep, reopen, second, share = { of: 1, seed: 0 } } = options
  const parts: readonly (() => void)[] = [
    () => loadingContract(open),
    () => writingContract(open),
    () => changingContract(open),
    () => queriesContract(open),
    () => concurrencyContract(open),
    () => historyContract(open, historyStep),
    () => listsContract(open),
    () => cursorsContract(open),
    () => pastContract(open),
    () => sendsContract(open),
    () => addressesContract(open),
    () => tokensContract(open),
    () => outputsContract(open),
    () => followingContract(open),
    () => sightingContract(open),
    () => tellingContract(open),
    () => leavingContract(open),
    () => limitsContract(open),
    () => sendingContract(open),
    () => withdrawalsContract(open),
    () => payingContract(open, second),
    ...(reopen === undefined ? [] : [() => reopenContract(open, reopen)]),
    ...(second === undefined ? [] : [() => secondHandleContract(open, second)]),
  ]
  describe(`storage contract: ${name}`, () => {
    for (const part of partOf(`storage contract of ${name}`, parts, share)) part()
  })
}
