import {
  ACCOUNTS,
  type AccountId,
  type BlockageId,
  blockageKey,
  type Comparison,
  comparisonsOf,
  currencyKey,
  DEPOSIT_ADDRESSES,
  type Found,
  type Key,
  lookupOf,
  type Owned,
  type Table,
  type TenantId,
  type Timestamp,
  type Where,
} from '@tallystick/core'
import {
  type AccountWhere,
  type Addressed,
  isAccountOf,
  type JournalPosition,
  type Page,
  type Queries,
  type Query,
  type RecordPlace,
} from '../ports/storage.js'
import { byFields, type MemoryState } from './state.js'

export const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

function meets(item: Owned, { field, how, values }: Comparison): boolean {
  const value: unknown = Reflect.get(item, field.name)
  const [to] = values
  switch (how) {
    case 'is null':
      return value === null
    case 'in':
    case '=':
      return values.includes(value)
    case 'holds':
      return (value as readonly unknown[]).some((one) => values.includes(one))
    case 'not in':
      return !values.includes(value)
    case '<>':
      return Array.isArray(to) ? (value as readonly unknown[]).length !== to.length : value !== to
    // As in SQL, nothing compares with null.
    case '>=':
      return value !== null && (value as string) >= (to as string)
    case '>':
      return value !== null && (value as string) > (to as string)
    case '<=':
      return value !== null && (value as string) <= (to as string)
  }
}

function paged<T>(list: readonly T[], { offset, limit }: Page): readonly T[] {
  return list.slice(offset, offset + limit)
}

function ordered<T>(list: T[], order: 'asc' | 'desc'): T[] {
  return order === 'asc' ? list : list.reverse()
}

export class MemoryQueries implements Queries {
  constructor(private readonly state: MemoryState) {}

  async account(tenant: TenantId, id: AccountId) {
    const account = this.state.base.account(tenant, id)
    return account === undefined ? undefined : this.state.owned(account)
  }

  async accounts(
    tenant: TenantId,
    where: AccountWhere,
    page: Page & { readonly order: 'asc' | 'desc'; readonly after?: AccountId },
  ) {
    const { after, order } = page
    const list = ordered(this.accountsWhere(tenant, where), order).filter(
      (account) => after === undefined || (order === 'asc' ? account.id > after : account.id < after),
    )
    return paged(list, page).map((account) => this.state.owned(account))
  }

  async accountCount(tenant: TenantId, where: AccountWhere) {
    return this.accountsWhere(tenant, where).length
  }

  async find<K extends Key>(key: K) {
    return (await this.findAll([key]))[0]
  }

  async findAll<K extends Key>(keys: readonly K[]) {
    const found = keys.flatMap((key) => {
      const { table, lookup } = lookupOf(key.type)
      return this.state.find(table, lookup, key).map(({ item }) => item)
    })
    // Items of the table that keys of this type use.
    return found as Found<K['type']>[]
  }

  async list<Item extends Owned>(table: Table<Item>, query: Query<Item> = {}) {
    const { where = {}, part, by, order = 'asc', after, offset = 0, limit } = query
    const within = part === undefined ? {} : (table.parts[part] ?? {})
    const [first] = table.key
    const asked = [...comparisonsOf(table, where), ...comparisonsOf(table, within)]
    const found = [...this.state.all(table)].filter((item) => asked.every((one) => meets(item, one)))
    // Sorting is stable, so equal items keep the order in which they were written.
    const fields = by === undefined ? table.key.map(({ name }) => name) : [by]
    const listed = ordered(found.sort(byFields(fields)), order).filter((item) => {
      const id = String(Reflect.get(item, first?.name ?? ''))
      return after === undefined || (order === 'asc' ? id > after : id < after)
    })
    return listed.slice(offset, limit === undefined ? undefined : offset + limit)
  }

  async count<Item extends Owned>(table: Table<Item>, where: Where<Item> = {}, part?: string) {
    return (await this.list(table, { where, part })).length
  }

  async possibleDepositAddresses<Item extends Addressed>(lists: readonly (readonly Item[])[]) {
    const known = new Set([...this.state.all(DEPOSIT_ADDRESSES)].map(({ address }) => address))
    return lists.map((items) => items.filter(({ address }) => known.has(address)))
  }

  async blockage(tenant: TenantId, id: BlockageId) {
    const blockage = this.state.base.find(blockageKey(tenant, id))
    const account = blockage && this.state.base.account(tenant, blockage.account)
    return blockage === undefined || account === undefined ? undefined : { blockage, account }
  }

  async currency(tenant: TenantId, name: string) {
    const currency = this.state.base.find(currencyKey(tenant, name))
    if (currency === undefined) return undefined
    return { currency, supply: -(this.state.base.systemAccount(tenant, 'mint', name)?.balance ?? 0n) }
  }

  async balanceAt(tenant: TenantId, id: AccountId, at: Timestamp) {
    const account = this.state.base.account(tenant, id)
    if (account === undefined || account.created > at) return undefined
    const record = this.recordsOf(tenant, id).findLast(({ entry }) => entry.created <= at)
    const standing = this.state.statusAt(id, at)
    return {
      scale: account.scale,
      balance: record?.entry[record.side].balance ?? 0n,
      blocked: standing?.blocked ?? 0n,
      frozen: standing?.stopped ?? false,
      disabled: account.customer !== null && (this.state.statusAt(account.customer, at)?.stopped ?? false),
    }
  }

  async lastRecord(tenant: TenantId, account: AccountId, until?: Timestamp) {
    const records = this.recordsOf(tenant, account)
    if (until === undefined) return records.length
    return records.filter((record) => record.entry.created <= until).length
  }

  async records(tenant: TenantId, account: AccountId, from: number, limit: number) {
    return this.recordsOf(tenant, account)
      .slice(Math.max(0, from - limit), Math.max(0, from))
      .reverse()
  }

  lastRecords(tenant: TenantId, accounts: readonly AccountId[], until?: Timestamp) {
    return Promise.all(accounts.map((account) => this.lastRecord(tenant, account, until)))
  }

  async recordsAt(tenant: TenantId, places: readonly RecordPlace[]) {
    const lists = places.map(({ account, from, limit }) => this.records(tenant, account, from, limit))
    return (await Promise.all(lists)).flat()
  }

  async journal(
    tenant: TenantId,
    from: { readonly before?: JournalPosition; readonly until?: Timestamp },
    limit: number,
  ) {
    const end = from.before === undefined ? this.state.entries.length : Number(from.before) - 1
    const { until } = from
    return this.state.entries
      .slice(0, end)
      .reverse()
      .filter(({ entry }) => entry.tenant === tenant && (until === undefined || entry.created <= until))
      .slice(0, limit)
  }

  async recordCount(tenant: TenantId) {
    let count = 0
    for (const account of this.state.base.all(ACCOUNTS)) {
      if (account.tenant === tenant && account.role === null)
        count += this.state.records.get(account.id)?.length ?? 0
    }
    return count
  }

  async entriesByReference(tenant: TenantId, reference: string, page: Page) {
    const found = this.state.entries
      .map(({ entry }) => entry)
      .filter(
        (entry) =>
          entry.tenant === tenant &&
          (entry.reference === reference || entry.details?.customReference === reference),
      )
    return paged(found, page)
  }

  private accountsWhere(tenant: TenantId, where: AccountWhere) {
    return [...this.state.base.all(ACCOUNTS)]
      .filter((account) => account.tenant === tenant && isAccountOf(account, where))
      .sort(byId)
  }

  private recordsOf(tenant: TenantId, account: AccountId) {
    return this.state.base.account(tenant, account) === undefined
      ? []
      : (this.state.records.get(account) ?? [])
  }
}
