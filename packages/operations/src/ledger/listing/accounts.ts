/** Lists of accounts in an order that the storage cannot produce: by balance, which is computed. */
import {
  type AccountId,
  accountKey,
  available,
  customerKey,
  type Metadata,
  type OwnedAccount,
  type TenantId,
} from '@tallystick/core'
import { type AccountWhere, isAccountOf, type Queries, Rejected } from '@tallystick/engine'
import { present } from '../../present.js'
import { subjectsWith } from '../metadata.js'
import { First, MOST_SORTED } from './first.js'
import { yieldToLoop } from './records.js'

type AccountOrder = 'id' | 'account_number' | 'account_balance' | 'available_balance'

/** What storages find, and what an index of its own finds. */
export interface AccountFilter extends AccountWhere {
  /** Not empty. */
  readonly metadata?: Metadata
}

interface AccountListing {
  readonly where: AccountFilter
  readonly onlyNonZeroBalance: boolean
  readonly by: AccountOrder
  readonly order: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
  /** Only those after this one; of lists in order of id. */
  readonly after?: AccountId
}

/** Rows per read: larger answers take long to parse when several arrive together. */
const CHUNK = 250
export async function listAccounts(
  queries: Queries,
  tenant: TenantId,
  listing: AccountListing,
): Promise<readonly OwnedAccount[]> {
  const { where, order, offset, limit, after } = listing
  if (listing.by === 'id' && !listing.onlyNonZeroBalance && where.metadata === undefined) {
    return queries.accounts(tenant, where, present({ order, offset, limit, after }))
  }
  if (listing.by === 'id') {
    const found: OwnedAccount[] = []
    let skip = offset
    for await (const owned of everyAccount(queries, tenant, where, { order, after })) {
      if ((listing.onlyNonZeroBalance && owned.account.balance === 0n) || skip-- > 0) continue
      if (found.push(owned) === limit) break
    }
    return found
  }
  if (offset + limit > MOST_SORTED) {
    if (offset >= (await countAccounts(queries, tenant, where, false))) return []
    throw tooDeep()
  }
  const compare = ORDERS[listing.by]
  const sign = order === 'asc' ? 1 : -1
  const first = new First<OwnedAccount>(
    offset + limit,
    (a, b) => sign * (compare(a, b) || byText(a.account.id, b.account.id)),
  )
  for await (const owned of everyAccount(queries, tenant, where)) {
    if (!listing.onlyNonZeroBalance || owned.account.balance !== 0n) first.add(owned)
  }
  return first.items.slice(offset)
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
  where: AccountFilter,
  onlyNonZeroBalance: boolean,
): Promise<number> {
  if (!onlyNonZeroBalance && where.metadata === undefined) return queries.accountCount(tenant, where)
  let count = 0
  for await (const { account } of everyAccount(queries, tenant, where)) {
    if (!onlyNonZeroBalance || account.balance !== 0n) count++
  }
  return count
}

export async function* everyAccount(
  queries: Queries,
  tenant: TenantId,
  { metadata, ...where }: AccountFilter,
  { order, after: from }: { order: 'asc' | 'desc'; after?: AccountId | undefined } = { order: 'asc' },
): AsyncGenerator<OwnedAccount> {
  if (metadata !== undefined) {
    const place = { tenant, kind: 'account' } as const
    for await (const ids of subjectsWith(queries, place, metadata, { order, after: from })) {
      yield* await accountsNamed(queries, tenant, where, ids as readonly AccountId[])
    }
    return
  }
  let after = from
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

/** Those of the accounts that meet the conditions, in the order of the ids. */
async function accountsNamed(
  queries: Queries,
  tenant: TenantId,
  where: AccountWhere,
  ids: readonly AccountId[],
): Promise<readonly OwnedAccount[]> {
  const accounts = await queries.findAll(ids.map((id) => accountKey(tenant, id)))
  const owners = new Set(accounts.flatMap(({ customer }) => customer ?? []))
  const customers = await queries.findAll([...owners].map((id) => customerKey(tenant, id)))
  const ownerOf = new Map(customers.map((customer) => [customer.id, customer]))
  const found = new Map(accounts.map((account) => [account.id, account]))
  return ids.flatMap((id) => {
    const account = found.get(id)
    if (account === undefined || !isAccountOf(account, where)) return []
    return [{ account, customer: account.customer === null ? undefined : ownerOf.get(account.customer) }]
  })
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
