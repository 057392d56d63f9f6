import type { TenantId } from '@tallystick/core'
import { CUSTOMERS } from '@tallystick/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Fault } from './faults.js'
import { lateStorage } from './late.js'
import { memoryStorage } from './memory/store.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const TENANT = 'default' as TenantId
const refused = () => new Fault('nobody there', { code: 'ECONNREFUSED' }, { transient: true })

it('fails as transient until it opens, and is the storage afterwards', async () => {
  let attempts = 0
  const waits: number[] = []
  const memory = memoryStorage()
  const late = lateStorage({
    name: 'memory',
    open: async () => {
      if (++attempts < 8) throw refused()
      return memory
    },
    cause: refused(),
    onFailure: (_cause, retryMs) => waits.push(retryMs),
  })
  const early = [
    late.ping(),
    late.transact([], () => 1),
    late.constant('a', () => 'b'),
    late.audit(async () => 1),
  ]
  for (const call of early) {
    await expect(call).rejects.toMatchObject({ transient: true, details: { code: 'ECONNREFUSED' } })
    await expect(call).rejects.toThrow('The memory storage is not open yet: nobody there')
  }
  expect(() => late.query).toThrow(/not open yet/)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000])
  expect(await late.transact([], () => 1)).toBe(1)
  expect(await late.constant('a', () => 'b')).toBe('b')
  expect(await memory.constant('a', () => 'c')).toBe('b')
  expect(await late.query.list(CUSTOMERS, { where: { tenant: TENANT }, offset: 0, limit: 1 })).toEqual([])
  await late.ping()
  await late.close()
})

it('stops trying when it is closed, and closes what opens meanwhile', async () => {
  let attempts = 0
  const idle = lateStorage({ name: 'none', open: async () => Promise.reject(++attempts), cause: refused() })
  await idle.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempts).toBe(0)

  const memory = memoryStorage()
  const close = vi.spyOn(memory, 'close')
  const opening = lateStorage({
    name: 'slow',
    open: () => new Promise((resolve) => setTimeout(() => resolve(memory), 1_000)),
    cause: refused(),
  })
  await vi.advanceTimersByTimeAsync(300)
  const closing = opening.close()
  await vi.advanceTimersByTimeAsync(2_000)
  await closing
  expect(close).toHaveBeenCalledOnce()
})

it('gives the service its own reads of the storage, as of one that was there from the start', async () => {
  const own = memoryStorage().query
  const late = lateStorage({ name: 'own', open: async () => ({ ...memoryStorage(), own }), cause: refused() })
  expect(() => late.own).toThrow(/not open yet/)
  await vi.advanceTimersByTimeAsync(300)
  expect(late.own).toBe(own)
  await late.close()
})
