import type { TenantId } from '@tallystick/core'
import type { Connection } from './connection.js'

/** The integer keys of tenants in this file. A tenant gets one with the first thing written for it. */
export class Tenants {
  private readonly keys = new Map<TenantId, number>()
  private readonly ids = new Map<number, TenantId>()

  constructor(private readonly connection: Connection) {}

  /** Undefined for a tenant that has nothing yet. */
  keyOf(id: TenantId): number | undefined {
    const known = this.keys.get(id)
    if (known !== undefined) return known
    const key = this.connection.prepare('select key from tenant where id = ?').get(id)?.[0]
    return typeof key === 'number' ? this.remember(key, id) : undefined
  }

  /** Within a write: creates the tenant if it is new. */
  keyFor(id: TenantId): number {
    const known = this.keyOf(id)
    if (known !== undefined) return known
    const { lastInsertRowid } = this.connection.prepare('insert into tenant (id) values (?)').run(id)
    return this.remember(Number(lastInsertRowid), id)
  }

  readonly idOf = (key: number): TenantId => {
    const known = this.ids.get(key)
    if (known !== undefined) return known
    const id = this.connection.prepare('select id from tenant where key = ?').get(key)?.[0] as TenantId
    this.remember(key, id)
    return id
  }

  /** After a failed write: a tenant that it created does not exist. */
  forget(): void {
    this.keys.clear()
    this.ids.clear()
  }

  private remember(key: number, id: TenantId): number {
    this.keys.set(id, key)
    this.ids.set(key, id)
    return key
  }
}
