import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LONGEST_TIMER_MS, systemScheduler } from './scheduler.js'

const DAY_MS = 86_400_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([1, LONGEST_TIMER_MS, LONGEST_TIMER_MS + 1, 30 * DAY_MS, 365 * DAY_MS])(
  'runs after %i ms, once and not before',
  (ms) => {
    const run = vi.fn()
    systemScheduler.later(run, ms)
    vi.advanceTimersByTime(ms - 1)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2 * ms)
    expect(run).toHaveBeenCalledTimes(1)
  },
)

it.each([0, 29 * DAY_MS])('runs nothing that is called off after %i ms', (ms) => {
  const run = vi.fn()
  const cancel = systemScheduler.later(run, 30 * DAY_MS)
  vi.advanceTimersByTime(ms)
  cancel()
  vi.advanceTimersByTime(60 * DAY_MS)
  expect(run).not.toHaveBeenCalled()
})

it('never runs what waits for ever', () => {
  const run = vi.fn()
  systemScheduler.later(run, Number.POSITIVE_INFINITY)
  vi.advanceTimersByTime(365 * DAY_MS)
  expect(run).not.toHaveBeenCalled()
})
