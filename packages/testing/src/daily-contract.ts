/**
 * What is charged once a day, as a vitest suite: exactly once for each object and day, whatever clocks say, however many
 * engines do it, and whenever they die. Kills of processes are in the fault suites.
 */
import type { ApiKeyId, TenantId } from '@tallystick/core'
import {
  chargesFrom,
  type Daily,
  Engine,
  memoryStorage,
  type Scheduler,
  type Storage,
} from '@tallystick/engine'
import { describe, expect, it } from 'vitest'

const TENANT = 'tenant' as TenantId
const API_KEY = 'key' as ApiKeyId
const DAY_MS = 86_400_000
const NOON = Date.UTC(2030, 0, 1, 12)
const OBJECTS = 3

export interface DailySubject {
  /** The work on an engine. */
  readonly daily: (engine: Engine) => Daily
  /** Makes an object that costs credits each day; its first day is charged with it. */
  readonly create: (
    engine: Engine,
    caller: { readonly tenant: TenantId; readonly apiKey: ApiKeyId },
    number: number,
  ) => Promise<void>
  /** Of one object. */
  readonly credits: number
  /** Whether days on which no process ran are charged later. */
  readonly chargesPastDays: boolean
}

/** Registers the suite. Call it at the top of a test file. */
export function dailyContract(name: string, subject: DailySubject): void {
  const { credits, chargesPastDays } = subject
  const all = OBJECTS * credits

  async function opened() {
    const storage = memoryStorage()
    const time = { at: NOON }
    const one = begun(storage, time)
    const caller = { tenant: TENANT, apiKey: API_KEY }
    for (let number = 0; number < OBJECTS; number++) await subject.create(one.engine, caller, number)
    const spent = async () => {
      const charges = await chargesFrom(storage.query, TENANT, API_KEY, '0000-01-01')
      return Object.fromEntries(charges.map(({ day, credits: sum }) => [day, sum]))
    }
    return { storage, time, one, spent }
  }

  /** An engine whose clock is ahead, and whose timers are run by hand. */
  function begun(storage: Storage, time: { readonly at: number }, ahead = 0) {
    const later: (() => void)[] = []
    const warnings: string[] = []
    const scheduler: Scheduler = {
      soon: (run) => void setImmediate(run),
      later(run) {
        later.push(run)
        return () => void later.splice(later.indexOf(run), 1)
      },
      elapsed: () => 0,
    }
    const engine = new Engine({
      storage,
      scheduler,
      clock: { now: () => time.at + ahead },
      warn: (message) => void warnings.push(message),
    })
    return { engine, later, warnings, daily: subject.daily(engine) }
  }

  describe(`daily charges: ${name}`, () => {
    it('each object is charged once for each day, by two engines, whatever their clocks do', async () => {
      const { storage, time, one, spent } = await opened()
      const two = begun(storage, time, 11 * 3_600_000)
      // Forgets what it has done, as a process does that starts anew.
      const charge = () => Promise.all([one, two, begun(storage, time)].map(({ daily }) => daily.run()))
      await charge()
      expect(await spent()).toEqual({ '2030-01-01': all })
      time.at += DAY_MS
      await charge()
      const twoDays = { '2030-01-01': all, '2030-01-02': all }
      expect(await spent()).toEqual(twoDays)
      // Back over midnights and forward again, as an operator sets a clock.
      for (const step of [-2 * DAY_MS, 2 * DAY_MS, -3 * DAY_MS, 3 * DAY_MS]) {
        time.at += step
        await charge()
        expect(await spent()).toEqual(twoDays)
      }
      time.at += 2 * DAY_MS
      await charge()
      const later = { ...twoDays, '2030-01-04': all }
      expect(await spent()).toEqual(chargesPastDays ? { ...later, '2030-01-03': all } : later)
    })

    it('an engine that dies between two commits leaves the others to the next, and nothing is charged twice', async () => {
      const { storage, time, spent } = await opened()
      time.at += DAY_MS
      for (let deaths = 0; deaths < 2 * OBJECTS; deaths++) {
        let commits = 0
        const dying: Storage = {
          ...storage,
          query: storage.query,
          async transact(keys, decide, patienceMs) {
            if (commits++ > 0) throw new Error('it is dead')
            const result = await storage.transact(keys, decide, patienceMs)
            // Written, but nobody hears of it.
            if (deaths % 2 === 0) throw new Error('it is dead')
            return result
          },
        }
        await begun(dying, time)
          .daily.run()
          .catch((fault: unknown) => expect(String(fault)).toContain('it is dead'))
      }
      await begun(storage, time).daily.run()
      expect(await spent()).toEqual({ '2030-01-01': all, '2030-01-02': all })
    })

    it('is done by itself, tried again after a failure, and stops', async () => {
      const { storage, time, spent } = await opened()
      let isBroken = true
      const failing: Storage = {
        ...storage,
        query: storage.query,
        transact: (...args) => (isBroken ? Promise.reject(new Error('no disk')) : storage.transact(...args)),
      }
      const { daily, later, warnings } = begun(failing, time)
      const before = later.length
      daily.start()
      daily.start()
      expect(later).toHaveLength(before + 1)
      time.at += DAY_MS
      later.pop()?.()
      await expect.poll(() => warnings).toContainEqual(expect.stringContaining('charged later'))
      await expect.poll(() => later.length).toBeGreaterThan(before)
      expect(await spent()).toEqual({ '2030-01-01': all })
      isBroken = false
      later.pop()?.()
      await expect.poll(spent).toEqual({ '2030-01-01': all, '2030-01-02': all })
      await expect.poll(() => later.length).toBeGreaterThan(before)
      await daily.stop()
      expect(later).toHaveLength(before)
    })
  })
}
