import type { Account, AccountId, Blockage, BlockageId, Customer, CustomerId } from '@tallystick/core'
import type { Audit, AuditedEntry, JournalPosition, StoredSeal } from '../ports/storage.js'
import type { MemoryState } from './store.js'

/** Copied when made, so that what is written meanwhile does not show. */
export class MemoryAudit implements Audit {
  private readonly entryList: readonly AuditedEntry[]
  private readonly sealList: readonly StoredSeal[]
  private readonly accountList: readonly { readonly account: Account; readonly records: number }[]
  private readonly blockageList: readonly Blockage[]
  private readonly customerList: readonly Customer[]

  constructor(state: MemoryState) {
    this.entryList = [...state.entries]
    this.sealList = [...state.seals]
    this.accountList = [...state.base.accounts.values()].map((account) => ({
      account,
      records: state.records.get(account.id)?.length ?? 0,
    }))
    this.blockageList = [...state.base.blockages.values()]
    this.customerList = [...state.base.customers.values()]
  }

  async entries(position: JournalPosition | undefined, limit: number) {
    const start = position === undefined ? 0 : Number(position)
    return this.entryList.slice(start, start + limit)
  }

  async seals(batch: string | undefined, limit: number) {
    const start = batch === undefined ? 0 : Number(batch)
    return this.sealList.slice(start, start + limit)
  }

  async accounts(id: AccountId | undefined, limit: number) {
    return after(this.accountList, ({ account }) => account.id, id, limit)
  }

  async blockages(id: BlockageId | undefined, limit: number) {
    return after(this.blockageList, (blockage) => blockage.id, id, limit)
  }

  async customers(id: CustomerId | undefined, limit: number) {
    return after(this.customerList, (customer) => customer.id, id, limit)
  }
}

function after<T>(list: readonly T[], idOf: (item: T) => string, id: string | undefined, limit: number): T[] {
  return list
    .filter((item) => id === undefined || idOf(item) > id)
    .sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
    .slice(0, limit)
}
