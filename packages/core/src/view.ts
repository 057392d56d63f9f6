import { applyChange } from './apply.js'
import type { Env } from './env.js'
import { type Fact, factsOf } from './event/facts.js'
import { type ChargeKey, recordFacts } from './event/record.js'
import type { Timestamp } from './ids.js'
import { Items } from './items.js'
import { subscriptionsTo } from './key.js'
import { statusOf, statusSubject } from './status/note.js'
import type { StatusEntry } from './status/status.js'
import type { Change } from './tables.js'

/**
 * The items that were loaded for a batch, with everything that the batch has decided since. Storages fill it with
 * `put`, and rules read it. The engine applies accepted changes with `apply`, which also collects them for the storage.
 */
export class View extends Items {
  private readonly log: Change[] = []
  /** Subjects whose status has changed and is not noted yet. */
  private restood: Set<StatusEntry['subject']> | null = null
  /** What subscribers are to be told. */
  private readonly facts: Fact[] = []
  private queued = false

  /** A view on top of this one. Its changes are visible only there, until they are applied here too. */
  fork(): View {
    return new View(this)
  }

  /** Applies an accepted change and keeps it for the storage. */
  apply(change: Change): void {
    const subject = statusSubject(this, change)
    if (subject !== null) this.restood = (this.restood ?? new Set()).add(subject)
    // What a fork has decided is applied to the view below it too.
    if (this.isWhole) for (const fact of factsOf(this, change)) this.facts.push(fact)
    // An entry changes only balances, and seals cover entries separately.
    this.phase.applying = change.type !== 'entry.posted'
    if (change.type === 'webhook.queued') this.queued = true
    // Nobody can have subscribed to an account that is opened here: there is none to look for.
    if (change.type === 'account.opened')
      this.reaches(subscriptionsTo(change.account.tenant, change.account.id), [])
    applyChange(this, change)
    this.phase.applying = false
    if (change.type === 'entry.posted') this.follows(change.entry.created)
    else if (change.type === 'standing.noted') this.follows(change.standing.at)
    this.log.push(change)
  }

  /** Adds the new status of every subject whose status has changed. It ends each unit of work, which has one time. */
  recordStatuses(at: Timestamp): void {
    for (const subject of this.restood ?? []) {
      const standing = statusOf(this, subject, at)
      if (standing !== undefined) this.apply({ type: 'standing.noted', standing })
    }
    this.restood = null
  }

  /** Adds a webhook for everything that subscribers are to be told. It ends each unit of work. */
  recordEvents(env: Env, charge: ChargeKey): void {
    if (this.facts.length > 0) recordFacts(this, env, this.facts.splice(0), charge)
  }

  /** Whether it has webhooks that are to be sent. */
  get tells(): boolean {
    return this.queued
  }

  /** All changes applied to this view, in order. */
  get changes(): readonly Change[] {
    return this.log
  }
}
