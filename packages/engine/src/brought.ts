/**
 * How many subscriptions calls have brought into their units of work. Nobody knows it before they are loaded: most orders
 * bring none, and some bring hundreds. So they count for the size of the next units of work.
 */
import { SUBSCRIPTIONS, type View } from '@tallystick/core'
import type { Job } from './call.js'

/** What is left of a number after each further unit of work, so that a few light calls do not hide many heavy ones. */
const KEPT = 0.9

/** The most that counts: light calls that follow heavy ones leave room for those of other tenants. */
const MOST = 100

export class Brought {
  /** By tenant, for each of its calls; only where it is at least 1. */
  private readonly known = new Map<string, number>()

  /** How many a call of the tenant brings. */
  of(tenant: string): number {
    return this.known.get(tenant) ?? 0
  }

  /** @param view As it was loaded for these calls */
  note(jobs: readonly Job[], view: View): void {
    const loaded = new Map<string, number>()
    for (const { tenant } of view.all(SUBSCRIPTIONS)) loaded.set(tenant, (loaded.get(tenant) ?? 0) + 1)
    if (loaded.size === 0 && this.known.size === 0) return
    const calls = new Map<string, number>()
    for (const { tenant } of jobs) calls.set(tenant, (calls.get(tenant) ?? 0) + 1)
    for (const [tenant, count] of calls) {
      const each = Math.min(MOST, Math.max((loaded.get(tenant) ?? 0) / count, KEPT * this.of(tenant)))
      if (each < 1) this.known.delete(tenant)
      else this.known.set(tenant, each)
    }
  }
}
