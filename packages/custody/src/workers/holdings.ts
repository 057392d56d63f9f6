/**
 * What a block changes of our addresses on an account-based chain, whatever the cause: deposits, payments to nobody,
 * transactions of ours and what others send with our keys. Outputs say it on UTXO chains.
 */
import {
  HOLDINGS,
  type HoldingChange,
  type HoldingName,
  type OnChain,
  type Receipt,
  sendKey,
  type TenantId,
} from '@tallystick/core'
import type { Movement } from '../ports/blocks.js'
import type { ObservedAddresses, Watched } from './watched.js'

/**
 * @param movements Of our addresses
 * @param receipts The payments of the block that become deposits
 * @param owners The tenants of addresses
 */
export async function changesOf(
  observed: ObservedAddresses,
  movements: readonly Movement[],
  receipts: readonly Receipt[],
  owners: Watched['owners'],
): Promise<readonly HoldingChange[]> {
  const { query, on, record } = observed
  if (record.family === 'utxo') return []
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
