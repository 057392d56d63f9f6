/** Lists of accounts that the storage cannot order or filter by itself: by balance, which is computed. */
import { type AccountId, available, type OwnedAccount, type TenantId } from '@tallystick/core'
import type { AccountWhere, Queries } from '@tallystick/engine'
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

const CHUNK = 500

export async function listAccounts(
  queries: Queries,
  tenant: TenantId,
  listing: AccountListing,
): Promise<readonly OwnedAccount[]> {
  const { where, order, offset, limit } = listing
  if (listing.by === 'id' && !listing.onlyNonZeroBalance) {
    return queries.accounts(tenant, where, { order, offset, limit })
  }
  const found: OwnedAccount[] = []
  for await (const owned of every(queries, tenant, where)) {
    if (!listing.onlyNonZeroBalance || owned.account.balance !== 0n) found.push(owned)
  }
  const compare = ORDERS[listing.by]
  found.sort((a, b) => (order === 'asc' ? 1 : -1) * (compare(a, b) || byText(a.account.id, b.account.id)))
  return found.slice(offset, offset + limit)
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

async function* every(queries: Queries, tenant: TenantId, where: AccountWhere): AsyncGenerator<OwnedAccount> {
  let after: AccountId | undefined
  for (;;) {
    const page = await queries.accounts(tenant, where, {
      order: 'asc',
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

/** Balances are compared in units, not minor units, so that accounts of different scales can stand in a row. */
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
