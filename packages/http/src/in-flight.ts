/** Counts running calls by tenant. No tenant can take all places, so other tenants always find one. */
import { mayTake } from '@tallystick/engine'

export class InFlight {
  private readonly tenants = new Map<string, number>()
  total = 0

  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.total >= this.most
  }

  hasRoomFor(tenant: string): boolean {
    return mayTake(this.tenants.get(tenant) ?? 0, this.total, this.most)
  }

  enter(tenant: string): void {
    this.total++
    this.tenants.set(tenant, (this.tenants.get(tenant) ?? 0) + 1)
  }

  leave(tenant: string): void {
    this.total--
    const rest = (this.tenants.get(tenant) ?? 0) - 1
    if (rest > 0) this.tenants.set(tenant, rest)
    else this.tenants.delete(tenant)
  }
}
