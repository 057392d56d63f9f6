import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLANS, type PlanCode } from '../credits/plan.js'
import { fcOptions } from '../property.fixture.js'
import { nextAttempt } from './schedule.js'

const NOW = 1_000_000
const plans = Object.keys(PLANS) as PlanCode[]

/** In seconds, by the documented formula. */
const documented = (n: number): number => 15 * 2.7925 ** n

describe('nextAttempt', () => {
  it('waits for 15 · 2.7925^n seconds after the attempt n + 1, until the plan has no more', () => {
    const options = fc.record({ plan: fc.constantFrom(...plans), attempts: fc.integer({ min: 1, max: 50 }) })
    fc.assert(
      fc.property(options, ({ plan, attempts }) => {
        const next = nextAttempt(plan, attempts, NOW)
        if (attempts >= PLANS[plan].webhookAttempts) expect(next).toBeNull()
        else expect((next ?? 0) - NOW).toBe(Math.round(documented(attempts - 1) * 1_000))
      }),
      fcOptions(300),
    )
  })

  it.each([
    ['free', 3, 57],
    ['paid', 10, 86_403],
  ] as const)('%s: %i attempts within %i s', (plan, count, seconds) => {
    let now = 0
    let attempts = 1
    for (
      let next = nextAttempt(plan, attempts, now);
      next !== null;
      next = nextAttempt(plan, attempts, now)
    ) {
      expect(next).toBeGreaterThan(now)
      now = next
      attempts++
    }
    expect(attempts).toBe(count)
    expect(Math.round(now / 1_000)).toBe(seconds)
  })
})
