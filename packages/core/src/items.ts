/** The items that a unit of work knows: loaded, and changed since. */
import type { Account } from './account/account.js'
import { ACCOUNTS } from './account/table.js'
import type { Customer } from './customer/customer.js'
import { CUSTOMERS } from './customer/table.js'
import { type AccountId, type SystemRole, systemAccountId, type TenantId, type Timestamp } from './ids.js'
import { type Phase, Shelf } from './shelf.js'
import type { Owned, Table } from './table.js'
import { type Found, type Key, lookupOf, orderOf } from './tables.js'

/** Takes an item of a list, before and after; null if it did not exist or no longer exists. */
export type Touched = (table: Table, before: Owned | null, after: Owned | null) => void

/** The loaded part of an ordered lookup. */
interface Reach {
  /** There are no more. */
  readonly isWhole: boolean
  readonly count: number
  /** The place of the last one in their order. */
  readonly until: string
}

/** Which items a key of several finds: the same for every limit. */
const windowOf = (key: Key): string => `${key.type}\0${lookupOf(key.type).nameOf(key)}`

const NOTHING: Readonly<Record<string, string>> = {}

/** Items by table, on top of other ones. Every lookup checks the tenant: an item of another tenant reads as absent. */
export class Items {
  /** Created on demand, because most batches use few tables. */
  private readonly shelves = new Map<Table, Shelf>()
  private newest: Timestamp = 0
  /** By the name of a key that finds several items: how far those that were loaded reach. */
  private reached: Map<string, Reach> | null = null
  protected readonly phase: Phase = { applying: false, touched: false }

  constructor(private readonly below: Items | null = null) {}

  /**
   * The newest time in the histories of the loaded items. Clocks differ and are set back, so nothing that this unit of
   * work writes is older: times rise along each history.
   */
  get latest(): Timestamp {
    return this.newest
  }

  /** Not a fork. */
  protected get isWhole(): boolean {
    return this.below === null
  }

  /** Storages call it with the times of the histories that they load, and `apply` with those of changes. */
  follows(at: Timestamp): void {
    if (at > this.newest) this.newest = at
  }

  /**
   * Tells the combined effect of the changes on each item of each list. Balances are left out. Status histories are told
   * as noted, because only the storage knows which row one replaces.
   */
  touched(tell: Touched): void {
    // Payments without an idempotency key change only balances.
    if (!this.phase.touched) return
    for (const [table, { items }] of this.shelves)
      items.touched((before, after) => tell(table, before, after))
  }

  /** A changed item as it was loaded; undefined if it was not loaded, or not changed. */
  before(table: Table, id: string): Owned | undefined {
    return this.shelf(table)?.items.first(id)
  }

  /** The item that the key finds, however it was loaded. */
  find<K extends Key>(key: K): Found<K['type']> | undefined {
    const way = lookupOf(key.type)
    const item = this.shelf(way.table)?.find(way, key)
    // Its type follows from the table that keys of this type use.
    return item?.tenant === key.tenant ? (item as Found<K['type']>) : undefined
  }

  /** The item with this identity, of any tenant. */
  byId<Item extends Owned>(table: Table<Item>, id: string): Item | undefined {
    return this.shelf(table)?.items.get(id) as Item | undefined
  }

  /** Storages call it with the items that a key of several has found, in their order. */
  reaches(key: Key, found: readonly Owned[]): void {
    if (!('limit' in key)) return
    const { table, lookup } = lookupOf(key.type)
    const name = windowOf(key)
    const isWhole = found.length < key.limit
    this.reached ??= new Map()
    const before = this.reached.get(name)
    if (before !== undefined && (before.isWhole || before.count >= found.length)) return
    const last = found.at(-1)
    const until = last === undefined ? '' : String(table.valueOf(last, orderOf(table, lookup)))
    this.reached.set(name, { isWhole, count: found.length, until })
  }

  /** Whether a key of several was loaded, however many it has found. */
  isLoaded(key: Key): boolean {
    return this.reachOf(key) !== undefined
  }

  /** Whether all items that the key would find are surely in the view. */
  isReached(key: Key): boolean {
    return this.reach(key)()
  }

  /**
   * Tells whether an item that the key would find, with this place in the order, is surely in the view if it exists;
   * without a place, whether all of them are.
   */
  reach(key: Key): (place?: string) => boolean {
    const reach = this.reachOf(key)
    if (reach === undefined) return () => false
    const { isWhole, until } = reach
    return (place) => isWhole || (place !== undefined && place <= until)
  }

  /** All loaded items of a table. */
  all<Item extends Owned>(table: Table<Item>): Iterable<Item> {
    return (this.shelf(table)?.items.values() ?? []) as Iterable<Item>
  }

  /** The loaded items that a key of several finds whose lookup has an order, in that order. They may change meanwhile. */
  found<K extends Key>(key: K): Iterable<Found<K['type']>> {
    const way = lookupOf(key.type)
    // Their type follows from the table that keys of this type use.
    return this.ownShelf(way.table).inOrder(way.nameOf(key)) as Iterable<Found<K['type']>>
  }

  /** An account of a customer. The ledger's own accounts read as absent. */
  account(tenant: TenantId, id: AccountId): Account | undefined {
    const account = this.byId(ACCOUNTS, id)
    return account !== undefined && account.tenant === tenant && account.role === null ? account : undefined
  }

  systemAccount(tenant: TenantId, role: SystemRole, currency: string): Account | undefined {
    return this.byId(ACCOUNTS, systemAccountId(tenant, role, currency))
  }

  customerOf(account: Account): Customer | undefined {
    return account.customer === null ? undefined : this.byId(CUSTOMERS, account.customer)
  }

  /** @param stored The derived texts of the row, if an earlier release may have written them */
  put<Item extends Owned>(
    table: Table<Item>,
    item: Item,
    stored: Readonly<Record<string, string>> = NOTHING,
  ): void {
    if (this.isAccount(table, item)) this.follows(item.created)
    this.ownShelf(table).put(item, stored)
    const implied = this.phase.applying ? null : table.implies(item)
    if (implied !== null) this.put(implied.table, implied.item)
  }

  /** The same for an account. Each payment calls it twice. */
  putAccount(account: Account): void {
    this.follows(account.created)
    this.ownShelf(ACCOUNTS).items.set(account.id, account)
  }

  drop<Item extends Owned>(table: Table<Item>, item: Item): void {
    this.ownShelf(table).items.delete(table.identify(item))
  }

  private reachOf(key: Key): Reach | undefined {
    return this.reachNamed(windowOf(key))
  }

  private reachNamed(name: string): Reach | undefined {
    return this.reached?.get(name) ?? this.below?.reachNamed(name)
  }

  private isAccount(table: Table, _item: Owned): _item is Account {
    return table === ACCOUNTS
  }

  private shelf(table: Table): Shelf | undefined {
    return this.shelves.get(table) ?? this.below?.shelf(table)
  }

  private ownShelf(table: Table): Shelf {
    let shelf = this.shelves.get(table)
    if (shelf === undefined) {
      shelf = new Shelf(table, this.below?.ownShelf(table), this.phase)
      this.shelves.set(table, shelf)
    }
    return shelf
  }
}
