/** Counts by tenant what is under way: calls, or bytes. No tenant can take all places, so other tenants always find one. */
import { mayTake } from '@tallystick/engine'

export class InFlight {
  private readonly tenants = new Map<string, number>()
  total = 0

  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.total >= this.most
  }

  hasRoomFor(tenant: string, places = 1): boolean {
    // Whether the last of them may be taken.
    const others = places - 1
    return mayTake((this.tenants.get(tenant) ?? 0) + others, this.total + others, this.most)
  }

  enter(tenant: string, places = 1): void {
    this.total += places
    this.tenants.set(tenant, (this.tenants.get(tenant) ?? 0) + places)
  }

  leave(tenant: string, places = 1): void {
    this.total -= places
    const rest = (this.tenants.get(tenant) ?? 0) - places
    if (rest > 0) this.tenants.set(tenant, rest)
    else this.tenants.delete(tenant)
  }
}
