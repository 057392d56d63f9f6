/** Reads on SQLite run in the thread that serves everybody, so a long one gives way to others. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_TENANT, type Storage } from '@tallystick/engine'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqlite } from './index.js'

const folder = mkdtempSync(join(tmpdir(), 'turns-'))
const BATCH = 1_000
const ACCOUNTS = 9_000
let storage: Storage
let tallystick: Tallystick

beforeAll(async () => {
  storage = await openSqlite({ file: join(folder, 'ledger.db') })
  tallystick = createTallystick({ storage })
  for (let made = 0; made < ACCOUNTS; made += BATCH) {
    await tallystick.createAccountBatch({ accounts: Array(BATCH).fill({ currency: 'EUR' }) })
  }
})

afterAll(async () => {
  await tallystick.close()
  rmSync(folder, { recursive: true })
})

/** The turns of the event loop that others get before the reads are done. */
async function turnsDuring(reads: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  await reads()
  clearImmediate(next)
  return turns
}

const count = () => storage.query.accountCount(DEFAULT_TENANT, { active: true })

it('a list of many rows lets others run between its windows', async () => {
  expect(await turnsDuring(count)).toBeGreaterThanOrEqual(1)
  expect(await count()).toBe(ACCOUNTS)
})

it('many lists at once read no more in a turn than one', async () => {
  // Each reads three windows, of which two fit into a turn.
  expect(await turnsDuring(() => Promise.all(Array.from({ length: 16 }, count)))).toBeGreaterThanOrEqual(23)
})

it('the service reads what is about a tenant, and does not wait for the reads of that tenant', async () => {
  let read = 0
  const reads = Array.from({ length: 16 }, () => count().then(() => read++))
  expect(await storage.own?.accountCount(DEFAULT_TENANT, { active: true })).toBe(ACCOUNTS)
  expect(read).toBeLessThan(4)
  await Promise.all(reads)
})
