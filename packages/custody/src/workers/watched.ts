/** Which addresses of a block are ours. The database is asked in pages, so memory does not depend on their number. */
import {
  ADDRESS_POOLS,
  DEPOSIT_ADDRESSES,
  type DepositAddress,
  type FollowedChain,
  HOLDINGS,
  type Holding,
  type TenantId,
} from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import type { Block, Movement } from '../ports/blocks.js'
import type { ChainRecord } from '../ports/chain.js'

export interface ObservedAddresses {
  readonly query: Queries
  readonly on: FollowedChain
  readonly record: Pick<ChainRecord, 'family' | 'tag'>
}

export interface Watched {
  /** Deposit addresses of all tenants, also removed ones. */
  readonly places: ReadonlyMap<string, readonly DepositAddress[]>
  /** The tenants of deposit addresses, pools and watched wallets of an account-based chain. */
  readonly owners: ReadonlyMap<string, ReadonlySet<TenantId>>
}

/** Values that one query asks for: SQLite answers in a few milliseconds, during which no other call is served. */
const ASKED = 1_000

/** Wallets that the operator has watched. There are few, so all of them are read instead of those of a block. */
export function walletsOf({ query, on, record }: ObservedAddresses): Promise<readonly Owned[]> {
  if (record.family === 'utxo') return Promise.resolve([])
  return query.list(HOLDINGS, { part: 'watched', where: on, by: 'address' })
}

type Owned = Pick<Holding, 'address' | 'tenant'>

/** @param wallets Of `walletsOf` */
export async function watchedIn(
  { query, on, record }: ObservedAddresses,
  { movements }: Pick<Block, 'movements'>,
  wallets: readonly Owned[],
  tagOf: (movement: Movement) => string,
): Promise<Watched> {
  const places = new Map<string, DepositAddress[]>()
  const owners = new Map<string, Set<TenantId>>()
  const own = ({ address, tenant }: Owned): void => {
    const of = owners.get(address)
    if (of === undefined) owners.set(address, new Set([tenant]))
    else of.add(tenant)
  }
  wallets.forEach(own)
  // Where a tag tells customers apart, a million of them may share one address, and their pool stands for it.
  const hasTags = record.tag !== undefined
  const tags = hasTags ? { tag: { in: [...new Set(movements.map(tagOf))] } } : {}
  for (const page of pages([...new Set(movements.map(({ address }) => address))])) {
    const where = { ...on, address: { in: page } }
    for (const row of await query.list(DEPOSIT_ADDRESSES, { where: { ...where, ...tags }, by: 'address' })) {
      const rows = places.get(row.address)
      if (rows === undefined) places.set(row.address, [row])
      else rows.push(row)
      own(row)
    }
    if (hasTags) (await query.list(ADDRESS_POOLS, { where, by: 'address' })).forEach(own)
  }
  return { places, owners }
}

/** Pages of the values that one query asks for. */
export function* pages<Value>(values: readonly Value[]): Generator<readonly Value[]> {
  for (let start = 0; start < values.length; start += ASKED) yield values.slice(start, start + ASKED)
}
