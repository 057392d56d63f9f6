/**
 * How many webhooks are sent at once: in all, of one tenant, of one tenant to one receiver, and to one that does not
 * answer. A receiver that is slow or dead holds up its own webhooks only; a tenant with many of them, its own: two tenants
 * may have the same receiver, a host that many use.
 */
import { mayTake } from '@tallystick/engine'
import { laneOf, receiverIn } from './lane.js'

/** Receivers that do not answer and are remembered. The oldest are forgotten first. */
const REMEMBERED = 10_000

interface PlacesOptions {
  readonly atOnce: number
  readonly perReceiver: number
}

export class Places {
  private taken = 0
  /** By tenant and receiver, as all of what is known of receivers. */
  private readonly busy = new Map<string, number>()
  private readonly tenants = new Map<string, number>()
  /** Their last webhook got no answer. They get one at a time, so that many of them leave room for the others. */
  private readonly silent = new Set<string>()
  /** Of objects whose webhooks are sent one after the other. */
  private readonly objects = new Set<string>()

  constructor(private readonly options: PlacesOptions) {}

  get free(): number {
    return this.options.atOnce - this.taken
  }

  /** Whether the tenant has not taken its share of the places. */
  hasRoomFor(tenant: string): boolean {
    return mayTake(this.tenants.get(tenant) ?? 0, this.taken, this.options.atOnce)
  }

  /** Tenants that have taken it: there are few. */
  get fullTenants(): readonly string[] {
    return [...this.tenants.keys()].filter((tenant) => !this.hasRoomFor(tenant))
  }

  freeAt(tenant: string, receiver: string): number {
    const lane = laneOf(tenant, receiver)
    const most = this.silent.has(lane) ? 1 : this.options.perReceiver
    return Math.max(0, Math.min(this.free, most - (this.busy.get(lane) ?? 0)))
  }

  /** @param object Null for one that waits for no other. @returns Whether there was a place; then `leave` follows. */
  take(tenant: string, receiver: string, object: string | null): boolean {
    if (this.freeAt(tenant, receiver) === 0 || !this.hasRoomFor(tenant)) return false
    if (object !== null && this.objects.has(object)) return false
    this.taken++
    add(this.busy, laneOf(tenant, receiver), 1)
    add(this.tenants, tenant, 1)
    if (object !== null) this.objects.add(object)
    return true
  }

  /** Whether all free places of the tenant at the receiver could be taken now. @param objects Of what waits for it */
  suffice(tenant: string, receiver: string, objects: readonly (string | null)[]): boolean {
    const own = objects.filter((object) => object === null || !this.objects.has(object))
    const distinct = own.filter((object, at) => object === null || own.indexOf(object) === at)
    return distinct.length >= this.freeAt(tenant, receiver)
  }

  leave(tenant: string, receiver: string, object: string | null): void {
    this.taken--
    add(this.busy, laneOf(tenant, receiver), -1)
    add(this.tenants, tenant, -1)
    if (object !== null) this.objects.delete(object)
  }

  /** Remembers whether the receiver answers. */
  learn(tenant: string, receiver: string, answers: boolean): void {
    const lane = laneOf(tenant, receiver)
    this.silent.delete(lane)
    if (answers) return
    this.silent.add(lane)
    const [oldest] = this.silent
    if (this.silent.size > REMEMBERED && oldest !== undefined) this.silent.delete(oldest)
  }

  /** Receivers to which something is sent now. */
  get receivers(): readonly string[] {
    return [...this.busy.keys()].map(receiverIn)
  }

  get inFlight(): number {
    return this.taken
  }
}

function add(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
