/** What labels stand for in a storage, and on whose behalf commands run. */
import type { ApiKeyId, TenantId } from '@tallystick/core'
import type { Caller } from '@tallystick/engine'

/** Which thing of the storage each label stands for. A label nobody has given leads to an id nobody has. */
export class Labels {
  private readonly ids = new Map<string, string>()
  private readonly labels = new Map<string, string>()

  give(label: string, id: string): void {
    this.ids.set(label, id)
    this.labels.set(id, label)
  }

  id(label: string): string {
    return this.ids.get(label) ?? Buffer.from(label).toString('hex').slice(0, 24).padStart(24, 'f')
  }

  /** `?` and the id, for what no command has asked for. */
  label(id: string): string {
    return this.labels.get(id) ?? `?${id}`
  }
}

/** The caller of a tenant's commands: each tenant has one API key. */
export function callerOf(tenant: TenantId): Caller {
  return { tenant, apiKey: `key-of-${tenant}` as ApiKeyId, network: 'testnet', plan: 'paid', frozen: false }
}
