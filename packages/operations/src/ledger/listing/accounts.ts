/** Lists of accounts in an order that the storage cannot produce: by balance, which is computed. */
import { type AccountId, available, type OwnedAccount, type TenantId } from '@tallystick/core'
import { type AccountWhere, type Queries, Rejected } from '@tallystick/engine'
import { yieldToLoop } from './records.js'

export type AccountOrder = 'id' | 'account_number' | 'account_balance' | 'available_balance'

export interface AccountListing {
  readonly where: AccountWhere
  readonly onlyNonZeroBalance: boolean
  readonly by: AccountOrder
  readonly order: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

/** Rows per read: larger answers take long to parse when several arrive together. */
const CHUNK = 250
/** The largest list that can be sorted, because it is sorted again for each page. */
const MOST_SORTED = 10_000

export async function listAccounts(
  queries: Queries,
  tenant: TenantId,
  listing: AccountListing,
): Promise<readonly OwnedAccount[]> {
  const { where, order, offset, limit } = listing
  if (listing.by === 'id' && !listing.onlyNonZeroBalance) {
    return queries.accounts(tenant, where, { order, offset, limit })
  }
  if (listing.by === 'id') {
    const found: OwnedAccount[] = []
    let skip = offset
    for await (const owned of every(queries, tenant, where, order)) {
      if (owned.account.balance === 0n || skip-- > 0) continue
      if (found.push(owned) === limit) break
    }
    return found
  }
  if (offset + limit > MOST_SORTED) {
    if (offset >= (await queries.accountCount(tenant, where))) return []
    throw tooDeep()
  }
  const compare = ORDERS[listing.by]
  const sign = order === 'asc' ? 1 : -1
  const first = new First<OwnedAccount>(
    offset + limit,
    (a, b) => sign * (compare(a, b) || byText(a.account.id, b.account.id)),
  )
  for await (const owned of every(queries, tenant, where)) {
    if (!listing.onlyNonZeroBalance || owned.account.balance !== 0n) first.add(owned)
  }
  return first.items.slice(offset)
}

/** Keeps the first items of a long list without ever holding or sorting all of them. */
class First<Item> {
  readonly items: Item[] = []

  constructor(
    private readonly most: number,
    private readonly compare: (a: Item, b: Item) => number,
  ) {}

  add(item: Item): void {
    const { items } = this
    const last = items.at(-1)
    if (last !== undefined && items.length === this.most && this.compare(item, last) >= 0) return
    let [low, high] = [0, items.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = items[middle]
      if (other !== undefined && this.compare(item, other) >= 0) low = middle + 1
      else high = middle
    }
    items.splice(low, 0, item)
    if (items.length > this.most) items.pop()
  }
}

function tooDeep(): Rejected {
  return new Rejected({
    code: 'validation.failed',
    violations: [
      {
        target: 'query',
        property: 'sortBy',
        constraints: {
          depth: `by balance or number, only the first ${MOST_SORTED} can be listed: sort by id beyond`,
        },
      },
    ],
  })
}

export async function countAccounts(
  queries: Queries,
  tenant: TenantId,
  where: AccountWhere,
  onlyNonZeroBalance: boolean,
): Promise<number> {
  if (!onlyNonZeroBalance) return queries.accountCount(tenant, where)
  let count = 0
  for await (const owned of every(queries, tenant, where)) if (owned.account.balance !== 0n) count++
  return count
}

async function* every(
  queries: Queries,
  tenant: TenantId,
  where: AccountWhere,
  order: 'asc' | 'desc' = 'asc',
): AsyncGenerator<OwnedAccount> {
  let after: AccountId | undefined
  for (;;) {
    const page = await queries.accounts(tenant, where, {
      order,
      offset: 0,
      limit: CHUNK,
      ...(after === undefined ? {} : { after }),
    })
    yield* page
    const last = page[page.length - 1]
    if (last === undefined || page.length < CHUNK) return
    after = last.account.id
    await yieldToLoop()
  }
}

/** Compares balances in units instead of minor units, so that accounts with different scales can be sorted. */
const ORDERS: Readonly<Record<AccountOrder, (a: OwnedAccount, b: OwnedAccount) => number>> = {
  id: (a, b) => byText(a.account.id, b.account.id),
  account_number: (a, b) => byText(a.account.accountNumber ?? '', b.account.accountNumber ?? ''),
  account_balance: (a, b) => byUnits(a, b, (owned) => owned.account.balance),
  available_balance: (a, b) => byUnits(a, b, (owned) => available(owned.account, owned.customer)),
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function byUnits(a: OwnedAccount, b: OwnedAccount, amount: (owned: OwnedAccount) => bigint): number {
  const left = amount(a) * 10n ** BigInt(b.account.scale)
  const right = amount(b) * 10n ** BigInt(a.account.scale)
  return left < right ? -1 : left > right ? 1 : 0
}
