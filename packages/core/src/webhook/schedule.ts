/**
 * When a webhook is sent again: after 15 · 2.7925^n seconds, with n from 0, so the nine delays of a paid plan add up to
 * a day. Written out, because powers of fractions are not the same on every machine.
 */
import { PLANS, type PlanCode } from '../credits/plan.js'
import type { Timestamp } from '../ids.js'

/** In milliseconds, after the first failed attempt, the second, … */
const DELAYS: readonly number[] = [
  15_000, 41_888, 116_971, 326_641, 912_145, 2_547_166, 7_112_960, 19_862_940, 55_467_260,
]

/** @param attempts How many have failed, from 1. @returns The time of the next one; null if none follows. */
export function nextAttempt(plan: PlanCode, attempts: number, now: Timestamp): Timestamp | null {
  const delay = DELAYS[attempts - 1]
  return delay === undefined || attempts >= PLANS[plan].webhookAttempts ? null : now + delay
}
