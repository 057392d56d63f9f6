/**
 * What a block changes of our addresses on an account-based chain, whatever the cause: deposits, payments to nobody,
 * transactions of ours and what others send with our keys. Outputs say it on UTXO chains.
 */
import {
  ADDRESS_POOLS,
  DEPOSIT_ADDRESSES,
  type FollowedChain,
  HOLDINGS,
  type HoldingChange,
  type HoldingName,
  type OnChain,
  type Receipt,
  sendKey,
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

/** Addresses that one query asks for. */
const ASKED = 1_000

/** @param receipts The payments of the block that become deposits */
export async function changesOf(
  observed: ObservedAddresses,
  { movements }: Pick<Block, 'movements'>,
  receipts: readonly Receipt[],
): Promise<readonly HoldingChange[]> {
  const { query, on, record } = observed
  if (record.family === 'utxo' || movements.length === 0) return []
  const owners = await ownersOf(observed, [...new Set(movements.map(({ address }) => address))])
  const touched = movements.flatMap((movement) =>
    [...(owners.get(movement.address) ?? [])].map((tenant) => ({ tenant, movement })),
  )
  if (touched.length === 0) return []
  const placeOf = (tenant: TenantId): OnChain => ({ tenant, ...on })
  const sends = new Map(
    touched.map(({ tenant, movement: { txId } }) => [`${tenant} ${txId}`, sendKey(placeOf(tenant), txId)]),
  )
  const known = await query.findAll([...sends.values()])
  const ours = new Set(known.map(({ tenant, txId }) => `${tenant} ${txId}`))
  const deposits = new Set(receipts.map(nameOf))
  const changes = new Map<string, HoldingChange>()
  for (const { tenant, movement } of touched) {
    const { address, amount, txId } = movement
    const asset = movement.asset ?? ''
    const isOurs = ours.has(`${tenant} ${txId}`)
    const isDeposit = deposits.has(nameOf({ ...movement, tenant }))
    const name = JSON.stringify([tenant, address, asset])
    const before = changes.get(name) ?? { tenant, address, asset, observed: 0n, unassigned: 0n, taken: 0n }
    changes.set(name, {
      ...before,
      observed: before.observed + amount,
      unassigned: before.unassigned + (amount > 0n && !isOurs && !isDeposit ? amount : 0n),
      taken: before.taken + (amount < 0n && !isOurs ? amount : 0n),
    })
  }
  return [...changes.values()]
}

/** The holdings that the block at this height has changed. */
export function changedAt(
  { query, on, record }: ObservedAddresses,
  height: number,
): Promise<readonly HoldingName[]> {
  if (record.family === 'utxo') return Promise.resolve([])
  return query.list(HOLDINGS, { where: { ...on, changed: height }, by: 'changed' })
}

const nameOf = ({
  tenant,
  txId,
  position,
  address,
}: Pick<Movement, 'txId' | 'position' | 'address'> & { readonly tenant: TenantId }): string =>
  JSON.stringify([tenant, txId, position, address])

/** The tenants of those addresses that are ours: deposit addresses, also removed ones, and watched wallets. */
async function ownersOf(
  { query, on, record }: ObservedAddresses,
  all: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<TenantId>>> {
  const owners = new Map<string, Set<TenantId>>()
  const own = ({ address, tenant }: { readonly address: string; readonly tenant: TenantId }): void => {
    owners.set(address, (owners.get(address) ?? new Set()).add(tenant))
  }
  for (let start = 0; start < all.length; start += ASKED) {
    const where = { ...on, address: { in: all.slice(start, start + ASKED) } }
    // Where a tag tells customers apart, a million of them may share one address, and their pool stands for it.
    const rows =
      record.tag === undefined
        ? await query.list(DEPOSIT_ADDRESSES, { where, by: 'address' })
        : await query.list(ADDRESS_POOLS, { where, by: 'address' })
    rows.forEach(own)
  }
  // There are few wallets, so all of them are read instead of those of the block.
  const watched = await query.list(HOLDINGS, { part: 'watched', where: on, by: 'address' })
  watched.forEach(own)
  return owners
}
