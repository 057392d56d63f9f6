/** The lists of the books beside the journal, for whoever goes through all of them. */
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

/** What lists hold. */
export type Item = Owned | CountedAccount | Constant

export interface List<Of extends Item = Item> {
  readonly name: ListName
  /** One of them, for a message. */
  readonly noun: string
  /** Null of constants. */
  readonly table: Table | null
  page(books: Audit, after: Of | undefined, limit: number): Promise<readonly Of[]>
  /** Names the item within its list; lists are in the order of it. */
  key(item: Of): SortKey
}

const CONSTANT_LIST: List<Constant> = {
  name: 'constants',
  noun: 'constant',
  table: null,
  page: (books, after, limit) => books.constants(after?.name, limit),
  key: ({ name }) => [name],
}

export const ACCOUNT_LIST: List<CountedAccount> = {
  name: 'accounts',
  noun: ACCOUNTS.noun,
  table: ACCOUNTS,
  page: (books, after, limit) => books.accounts(after?.account.id, limit),
  key: ({ account }) => [account.id],
}

export function listOf<Of extends Owned>(table: Table<Of>): List<Of> {
  return {
    // Of a noun's own.
    name: table.list as ListName,
    noun: table.noun,
    table,
    page: (books, after, limit) => books.list(table, after, limit),
    key: (item) => sortKey(table, item),
  }
}

/** What the table has of an item of its list. */
export function ownOf(list: List, item: Item): Owned {
  // Only accounts are listed with something beside them.
  return list === ACCOUNT_LIST ? (item as CountedAccount).account : (item as Owned)
}

/** What names the item in its list, as texts that sort as the list does. */
export function sortKey(table: Table, item: Owned): SortKey {
  return table.key.map(({ name }) => {
    const value: unknown = Reflect.get(item, name)
    return typeof value === 'number' ? sortableNumber(value) : String(value)
  })
}

/** What others name comes before them. */
export const LISTS: readonly List[] = [
  CONSTANT_LIST,
  ...TABLES.map((table) => (table === ACCOUNTS ? ACCOUNT_LIST : listOf(table))),
]

/** A caller's idempotency key is nobody else's business. */
export function shown({ table }: List, key: SortKey): string {
  return table?.secretKey === true ? `of tenant ${key[0]}` : key.join(' ')
}

/** All of a list, a page at a time. The next page is asked for while the last one is worked on. */
export async function* pagesOf<Item>(
  read: (after: Item | undefined, limit: number) => Promise<readonly Item[]>,
  limit: number,
): AsyncGenerator<readonly Item[]> {
  const ask = (after: Item | undefined): Promise<readonly Item[]> => {
    const page = read(after, limit)
    // Whoever awaits it hears of its failure; nobody may, when the reader was given up meanwhile.
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
    // Whoever stops early must not leave a read behind that goes on.
    await next?.catch(() => undefined)
  }
}

export function listPages<Of extends Item>(
  list: List<Of>,
  books: Audit,
  limit: number,
): AsyncGenerator<readonly Of[]> {
  return pagesOf<Of>((after, most) => list.page(books, after, most), limit)
}

export function entryPages(books: Audit, limit: number): AsyncGenerator<readonly AuditedEntry[]> {
  return pagesOf((after, most) => books.entries(after?.position, most), limit)
}
