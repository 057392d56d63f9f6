import { ACCOUNTS, type AccountId, type Owned, TABLES, type Table } from '@tallystick/core'
import { type CountedAccount, sortKey } from '../lists.js'
import { compareKeys, type SortKey } from '../order.js'
import type { Audit, AuditedEntry, Constant, JournalPosition, StoredSeal } from '../ports/storage.js'
import type { Anchor } from '../seal.js'
import type { MemoryState } from './state.js'

/** Copied at creation, so later writes do not show. */
export class MemoryAudit implements Audit {
  private entryList: readonly AuditedEntry[]
  private sealList: readonly StoredSeal[]
  private readonly accountList: readonly CountedAccount[]
  private readonly constantList: readonly Constant[]
  private readonly items: ReadonlyMap<Table, readonly Owned[]>
  /** Each list in its order, once it is read. */
  private readonly sorted = new Map<readonly unknown[], readonly Sorted<unknown>[]>()

  constructor(state: MemoryState) {
    this.entryList = [...state.entries]
    this.sealList = [...state.seals]
    this.accountList = [...state.base.all(ACCOUNTS)].map((account) => ({
      account,
      records: state.records.get(account.id)?.length ?? 0,
    }))
    this.constantList = [...state.constants].map(([name, value]) => ({ name, value }))
    this.items = new Map(TABLES.map((table) => [table, [...state.all(table)]]))
  }

  async since(anchors: readonly Anchor[]) {
    const newest = Math.max(0, ...anchors.map(({ number }) => number))
    this.entryList = this.entryList.filter(({ batch }) => batch === null || Number(batch) > newest)
    this.sealList = this.sealList.filter(({ number }) => number >= newest)
  }

  async entries(position: JournalPosition | undefined, limit: number) {
    const start = Number(position ?? 0) - Number(this.entryList[0]?.position ?? 1) + 1
    return this.entryList.slice(Math.max(0, start), Math.max(0, start) + limit)
  }

  async seals(batch: string | undefined, limit: number) {
    const start = batch === undefined ? 0 : Number(batch) - (this.sealList[0]?.number ?? 1) + 1
    return this.sealList.slice(start, start + limit)
  }

  async accounts(id: AccountId | undefined, limit: number) {
    return this.page(this.accountList, ({ account }) => [account.id], id && [id], limit)
  }

  async list<Item extends Owned>(table: Table<Item>, after: Item | undefined, limit: number) {
    // Items of this table.
    const items = (this.items.get(table) ?? []) as readonly Item[]
    return this.page(items, (item) => sortKey(table, item), after && sortKey(table, after), limit)
  }

  async strays() {
    return []
  }

  async constants(last: string | undefined, limit: number) {
    return this.page(this.constantList, ({ name }) => [name], last === undefined ? undefined : [last], limit)
  }

  private page<T>(
    list: readonly T[],
    keyOf: (item: T) => SortKey,
    after: SortKey | undefined,
    limit: number,
  ): T[] {
    const sorted = this.inOrder(list, keyOf)
    const first = after === undefined ? 0 : sorted.findIndex(({ key }) => compareKeys(key, after) > 0)
    return first === -1 ? [] : sorted.slice(first, first + limit).map(({ item }) => item)
  }

  private inOrder<T>(list: readonly T[], keyOf: (item: T) => SortKey): readonly Sorted<T>[] {
    // Sorted from this list.
    const known = this.sorted.get(list) as readonly Sorted<T>[] | undefined
    if (known !== undefined) return known
    const sorted = list.map((item) => ({ item, key: keyOf(item) })).sort((a, b) => compareKeys(a.key, b.key))
    this.sorted.set(list, sorted)
    return sorted
  }
}

interface Sorted<T> {
  readonly item: T
  readonly key: SortKey
}
