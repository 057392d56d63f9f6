import type { AccountId, BlockageId, CustomerId } from '@tallystick/core'
import type { Audit, JournalPosition } from '../ports/storage.js'
import type { MemoryState } from './store.js'

function after<T extends { readonly id: string }>(
  list: Iterable<T>,
  id: string | undefined,
  limit: number,
): T[] {
  return [...list]
    .filter((item) => id === undefined || item.id > id)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limit)
}

export class MemoryAudit implements Audit {
  constructor(private readonly state: MemoryState) {}

  async entries(position: JournalPosition | undefined, limit: number) {
    const start = position === undefined ? 0 : Number(position)
    return this.state.entries.slice(start, start + limit)
  }

  async accounts(id: AccountId | undefined, limit: number) {
    return after(this.state.base.accounts.values(), id, limit).map((account) => ({
      account,
      records: this.state.records.get(account.id)?.length ?? 0,
    }))
  }

  async blockages(id: BlockageId | undefined, limit: number) {
    return after(this.state.base.blockages.values(), id, limit)
  }

  async customers(id: CustomerId | undefined, limit: number) {
    return after(this.state.base.customers.values(), id, limit)
  }
}
