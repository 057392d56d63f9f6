import { Engine, memoryStorage, type Storage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { createTallystick } from '../tallystick.js'
import { Verifications } from './verifications.js'

const HOUR_MS = 3_600_000

function watched(storage: Storage) {
  const warnings: string[] = []
  const alarms: string[] = []
  const waiting: (() => void)[] = []
  /** How long each check was to wait. */
  const waits: number[] = []
  const scheduler = {
    soon: setImmediate,
    elapsed: () => 0,
    later(run: () => void, ms: number) {
      waiting.push(run)
      waits.push(ms)
      return () => void waiting.splice(waiting.indexOf(run), 1)
    },
  }
  const engine = new Engine({ storage })
  const watch = new Verifications(
    { scheduler, now: () => engine.now(), warn: (message) => warnings.push(message) },
    storage,
    { everyMs: 24 * HOUR_MS, alarm: (message) => alarms.push(message) },
  )
  return { watch, warnings, alarms, waiting, waits }
}

/** Runs what waits, and waits for what it plans next. */
async function turn(waiting: (() => void)[]): Promise<void> {
  waiting.shift()?.()
  await expect.poll(() => waiting.length).toBe(1)
}

it('the last check is remembered, however it came about', async () => {
  const ledger = createTallystick({ storage: memoryStorage() })
  expect(ledger.verified()).toEqual({ at: null, last: null, problem: null, isPlanned: false })
  const { id } = await ledger.createAccount({ currency: 'EUR' })
  await ledger.fund({ id, amount: '5' })
  const found = await ledger.verify()
  expect(ledger.verified()).toMatchObject({ at: expect.any(Number), last: found, problem: null })
  await ledger.close()
})

it('comes time and again, says what is wrong, and goes on after a failure', async () => {
  const storage = memoryStorage()
  const ledger = createTallystick({ storage })
  const { id } = await ledger.createAccount({ currency: 'EUR' })
  await ledger.fund({ id, amount: '5' })
  let failure: Error | null = null
  let forges = false
  const { watch, warnings, alarms, waiting, waits } = watched({
    ...storage,
    audit: (work) =>
      storage.audit((audit) => {
        if (failure !== null) throw failure
        const accounts: typeof audit.accounts = async (...page) =>
          (await audit.accounts(...page)).map(({ account, records }) => ({
            account: { ...account, balance: account.balance + (forges ? 1n : 0n) },
            records,
          }))
        return work({ ...audit, accounts, ...boundTo(audit) })
      }),
  })
  function boundTo(audit: Parameters<Parameters<Storage['audit']>[0]>[0]) {
    return {
      entries: audit.entries.bind(audit),
      seals: audit.seals.bind(audit),
      list: audit.list.bind(audit),
      strays: audit.strays.bind(audit),
      constants: audit.constants.bind(audit),
    }
  }
  await turn(waiting)
  expect([watch.status.last?.discrepancies, warnings]).toEqual([[], []])
  forges = true
  await turn(waiting)
  expect(watch.status.last?.discrepancies.length).toBeGreaterThan(0)
  expect(warnings).toEqual([])
  expect(alarms.pop()).toMatch(/^The books are wrong in \d+ places, of which the first is /)
  failure = new Error('the disk is gone')
  await turn(waiting)
  expect(watch.status).toMatchObject({
    at: expect.any(Number),
    problem: 'the check failed: the disk is gone',
  })
  expect(warnings).toEqual(['The books were not checked: the check failed: the disk is gone'])
  // The first one comes soon after the start, and one that has failed is repeated before the next one is due.
  expect(waits).toEqual([60_000, 24 * HOUR_MS, 24 * HOUR_MS, 900_000])
  expect(watch.status.isPlanned).toBe(true)
  watch.stop()
  expect(waiting).toEqual([])
  await ledger.close()
})
