/**
 * How many subscriptions hear of what a chain shows. Each of them is a webhook in the commit that tells of it, so a commit
 * tells less of what many hear.
 */
import {
  type DepositAddress,
  MAX_WEBHOOKS,
  type Sighted,
  SUBSCRIPTIONS,
  type Subscription,
  type SubscriptionType,
  type TenantId,
} from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import { pages } from './watched.js'

type Subject = Pick<Subscription, 'tenant' | 'object'>

/** A deposit is pending and then incoming, some in the same commit. */
const OF_DEPOSITS = [
  'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION',
  'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION',
] as const

/** Objects whose subscriptions are read at once: each may have hundreds. */
const READ = 16

const nameOf = (tenant: TenantId, type: SubscriptionType, object: string): string =>
  `${tenant} ${type} ${object}`

export class Hearers {
  private readonly counts = new Map<string, number>()

  private constructor(private readonly query: Queries) {}

  static async of(query: Queries, subjects: Iterable<Subject>): Promise<Hearers> {
    const hearers = new Hearers(query)
    const objects = new Map<TenantId, Set<string>>()
    for (const { tenant, object } of subjects) {
      const known = objects.get(tenant)
      if (known === undefined) objects.set(tenant, new Set(['', object]))
      else known.add(object)
    }
    await Promise.all([...objects].map(([tenant, of]) => hearers.read(tenant, [...of])))
    return hearers
  }

  ofDeposit({ tenant, account }: Pick<DepositAddress, 'tenant' | 'account'>): number {
    return OF_DEPOSITS.reduce((sum, type) => sum + this.count(tenant, type, account), 0)
  }

  ofSighting({ tenant, kind, object }: Pick<Sighted, 'tenant' | 'kind' | 'object'>): number {
    return this.count(tenant, kind, object)
  }

  /** How much of a commit a sighting takes: 1 is all of it. @param characters The most of one */
  shareOf(sighted: Sighted, characters: number): number {
    const hearers = this.ofSighting(sighted)
    return Math.max(hearers / MAX_WEBHOOKS, (Math.max(1, hearers) * sighted.body.length) / characters)
  }

  private count(tenant: TenantId, type: SubscriptionType, object: string): number {
    const of = (one: string) => this.counts.get(nameOf(tenant, type, one)) ?? 0
    return of(object) + of('')
  }

  private async read(tenant: TenantId, objects: readonly string[]): Promise<void> {
    for await (const page of pages(objects)) {
      // Most objects have no subscriptions.
      if ((await this.query.count(SUBSCRIPTIONS, { tenant, object: { in: page } })) === 0) continue
      for (let start = 0; start < page.length; start += READ) {
        const where = { tenant, object: { in: page.slice(start, start + READ) } }
        for (const { type, object } of await this.query.list(SUBSCRIPTIONS, { where })) {
          const name = nameOf(tenant, type, object)
          this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
        }
      }
    }
  }
}
