/** The lists of the books beside the journal, in one table, for whoever goes through all of them. */
import type {
  Account,
  Answer,
  ApiKey,
  Blockage,
  Charge,
  Customer,
  Deposit,
  HeldClaim,
  PendingSignature,
  Send,
  Standing,
  VirtualCurrency,
} from '@tallystick/core'
import { type SortKey, sortableNumber, sortableTime } from './order.js'
import type { Audit, AuditedEntry, Constant } from './ports/storage.js'

export interface Items {
  constants: Constant
  customers: Customer
  currencies: VirtualCurrency
  accounts: { readonly account: Account; readonly records: number }
  blockages: Blockage
  standings: Standing
  deposits: Deposit
  sends: Send
  signatures: PendingSignature
  claims: HeldClaim
  answers: Answer
  charges: Charge
  apiKeys: ApiKey
}

export type ListName = keyof Items

export interface List<Item> {
  /** One of them, for a message. */
  readonly noun: string
  page(books: Audit, after: Item | undefined, limit: number): Promise<readonly Item[]>
  /** Names the item within its list; lists are in the order of it. */
  key(item: Item): SortKey
}

export const LISTS: { readonly [Name in ListName]: List<Items[Name]> } = {
  constants: {
    noun: 'constant',
    page: (books, after, limit) => books.constants(after?.name, limit),
    key: ({ name }) => [name],
  },
  customers: {
    noun: 'customer',
    page: (books, after, limit) => books.customers(after?.id, limit),
    key: ({ id }) => [id],
  },
  currencies: {
    noun: 'currency',
    page: (books, after, limit) => books.currencies(after, limit),
    key: ({ tenant, name }) => [tenant, name],
  },
  accounts: {
    noun: 'account',
    page: (books, after, limit) => books.accounts(after?.account.id, limit),
    key: ({ account }) => [account.id],
  },
  blockages: {
    noun: 'blockage',
    page: (books, after, limit) => books.blockages(after?.id, limit),
    key: ({ id }) => [id],
  },
  standings: {
    noun: 'standing',
    page: (books, after, limit) => books.standings(after, limit),
    key: ({ tenant, subject, at }) => [tenant, subject, sortableTime(at)],
  },
  deposits: {
    noun: 'deposit',
    page: (books, after, limit) => books.deposits(after?.id, limit),
    key: ({ id }) => [id],
  },
  sends: {
    noun: 'transaction',
    page: (books, after, limit) => books.sends(after?.id, limit),
    key: ({ id }) => [id],
  },
  signatures: {
    noun: 'pending signature',
    page: (books, after, limit) => books.signatures(after?.id, limit),
    key: ({ id }) => [id],
  },
  claims: {
    noun: 'claim',
    page: (books, after, limit) => books.claims(after, limit),
    key: ({ tenant, chain, network, owner, index }) => [tenant, chain, network, owner, sortableNumber(index)],
  },
  answers: {
    noun: 'stored answer',
    page: (books, after, limit) => books.answers(after, limit),
    key: ({ tenant, key }) => [tenant, key],
  },
  charges: {
    noun: 'charge',
    page: (books, after, limit) => books.charges(after, limit),
    key: ({ tenant, apiKey, day }) => [tenant, apiKey, day],
  },
  apiKeys: {
    noun: 'API key',
    page: (books, after, limit) => books.apiKeys(after?.id, limit),
    key: ({ id }) => [id],
  },
}

export const LIST_NAMES = Object.keys(LISTS) as readonly ListName[]

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

export function listPages<Name extends ListName>(
  name: Name,
  books: Audit,
  limit: number,
): AsyncGenerator<readonly Items[Name][]> {
  return pagesOf<Items[Name]>((after, most) => LISTS[name].page(books, after, most), limit)
}

export function entryPages(books: Audit, limit: number): AsyncGenerator<readonly AuditedEntry[]> {
  return pagesOf((after, most) => books.entries(after?.position, most), limit)
}
