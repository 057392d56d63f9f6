/** All lists except the journal, for code that goes through all of them. */
import {
  ACCOUNTS,
  type Account,
  type ListName as ListOfNoun,
  type Owned,
  TABLES,
  type Table,
} from '@tallystick/core'
import { type SortKey, sortableNumber } from './order.js'
import type { Audit, AuditedEntry, Constant } from './ports/storage.js'

export type ListName = ListOfNoun | 'constants'

export interface CountedAccount {
  readonly account: Account
  readonly records: number
}

/** An item of a list. */
export type Item = Owned | CountedAccount | Constant

export interface List<Of extends Item = Item> {
  readonly name: ListName
  /** The name of one item, in messages. */
  readonly noun: string
  /** Null for constants. */
  readonly table: Table | null
  page(audit: Audit, after: Of | undefined, limit: number): Promise<readonly Of[]>
  /** The sort key, which identifies an item. Lists are sorted by it. */
  key(item: Of): SortKey
}

const CONSTANT_LIST: List<Constant> = {
  name: 'constants',
  noun: 'constant',
  table: null,
  page: (audit, after, limit) => audit.constants(after?.name, limit),
  key: ({ name }) => [name],
}

export const ACCOUNT_LIST: List<CountedAccount> = {
  name: 'accounts',
  noun: ACCOUNTS.noun,
  table: ACCOUNTS,
  page: (audit, after, limit) => audit.accounts(after?.account.id, limit),
  key: ({ account }) => [account.id],
}

export function listOf<Of extends Owned>(table: Table<Of>): List<Of> {
  return {
    // The list of a noun.
    name: table.list as ListName,
    noun: table.noun,
    table,
    page: (audit, after, limit) => audit.list(table, after, limit),
    key: (item) => sortKey(table, item),
  }
}

/** The item of the table that an item of its list contains. */
export function ownOf(list: List, item: Item): Owned {
  // Only the items of the account list contain more than the item of the table.
  return list === ACCOUNT_LIST ? (item as CountedAccount).account : (item as Owned)
}

/** The texts that identify an item in its list. They sort as the list does. */
export function sortKey(table: Table, item: Owned): SortKey {
  return table.key.map(({ name }) => {
    const value: unknown = Reflect.get(item, name)
    return typeof value === 'number' || typeof value === 'bigint' ? sortableNumber(value) : String(value)
  })
}

/** All lists, ordered by dependency: a list comes after those that its items name. */
export const LISTS: readonly List[] = [
  CONSTANT_LIST,
  ...TABLES.map((table) => (table === ACCOUNTS ? ACCOUNT_LIST : listOf(table))),
]

/** Only its caller may see an idempotency key. */
export function shown({ table }: List, key: SortKey): string {
  return table?.secretKey === true ? `of tenant ${key[0]}` : key.join(' ')
}

/** Reads a whole list, a page at a time. It requests the next page while the caller handles the last one. */
export async function* pagesOf<Item>(
  read: (after: Item | undefined, limit: number) => Promise<readonly Item[]>,
  limit: number,
): AsyncGenerator<readonly Item[]> {
  const ask = (after: Item | undefined): Promise<readonly Item[]> => {
    const page = read(after, limit)
    // Whoever awaits the page gets its error. If the reader stopped early, nobody does.
    page.catch(() => undefined)
    return page
  }
  let next: Promise<readonly Item[]> | null = ask(undefined)
  try {
    while (next !== null) {
      const page: readonly Item[] = await next
      const last = page[page.length - 1]
      next = last === undefined || page.length < limit ? null : ask(last)
      if (page.length > 0) yield page
    }
  } finally {
    // A reader that stops early must not leave a read running.
    await next?.catch(() => undefined)
  }
}

export function listPages<Of extends Item>(
  list: List<Of>,
  audit: Audit,
  limit: number,
): AsyncGenerator<readonly Of[]> {
  return pagesOf<Of>((after, most) => list.page(audit, after, most), limit)
}

export function entryPages(audit: Audit, limit: number): AsyncGenerator<readonly AuditedEntry[]> {
  return pagesOf((after, most) => audit.entries(after?.position, most), limit)
}
