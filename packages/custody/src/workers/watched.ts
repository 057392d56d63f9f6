/** Which addresses of blocks are ours. The database is asked in pages, so memory does not depend on their number. */
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
  /** For each block the movements of these addresses, in their order. */
  readonly touched: readonly (readonly Movement[])[]
}

/** Values that one query asks for: SQLite answers in a few milliseconds, during which no other call is served. */
const ASKED = 1_000

type Owned = Pick<Holding, 'address' | 'tenant'>

export async function watchedIn(
  { query, on, record }: ObservedAddresses,
  blocks: readonly Pick<Block, 'movements'>[],
  tagOf: (movement: Movement) => string,
): Promise<Watched> {
  const places = new Map<string, DepositAddress[]>()
  const owners = new Map<string, Set<TenantId>>()
  const own = ({ address, tenant }: Owned): void => {
    const of = owners.get(address)
    if (of === undefined) owners.set(address, new Set([tenant]))
    else of.add(tenant)
  }
  // Wallets that the operator has watched. There are few, so all of them are read instead of those of a block.
  if (record.family !== 'utxo') {
    for (const wallet of await query.list(HOLDINGS, { part: 'watched', where: on, by: 'address' }))
      own(wallet)
  }
  const hasWallets = owners.size > 0
  // Where a tag tells customers apart, a million of them may share one address, and their pool stands for it.
  const hasTags = record.tag !== undefined
  const candidates = await query.possibleDepositAddresses(blocks.map(({ movements }) => movements))
  for (const asked of hasTags ? candidates : [candidates.flat()]) {
    const tags = hasTags ? { tag: { in: [...new Set(asked.map(tagOf))] } } : {}
    for await (const page of pages(addressesOf(asked))) {
      const where = { ...on, ...tags, address: { in: page } }
      for (const row of await query.list(DEPOSIT_ADDRESSES, { where, by: 'address' })) {
        const rows = places.get(row.address)
        if (rows === undefined) places.set(row.address, [row])
        else rows.push(row)
        own(row)
      }
    }
  }
  for await (const page of hasTags ? pages(addressesOf(blocks.flatMap(({ movements }) => movements))) : []) {
    const where = { ...on, address: { in: page } }
    for (const pool of await query.list(ADDRESS_POOLS, { where, by: 'address' })) own(pool)
  }
  const among = hasTags || hasWallets ? blocks.map(({ movements }) => movements) : candidates
  return {
    places,
    owners,
    touched: among.map((movements) => movements.filter(({ address }) => owners.has(address))),
  }
}

const addressesOf = (movements: readonly Movement[]): readonly string[] => [
  ...new Set(movements.map(({ address }) => address)),
]

/** Pages of the values that one query asks for. Between two of them, other calls are served. */
export async function* pages<Value>(values: readonly Value[]): AsyncGenerator<readonly Value[]> {
  for (let start = 0; start < values.length; start += ASKED) {
    if (start > 0) await new Promise(setImmediate)
    yield values.slice(start, start + ASKED)
  }
}
