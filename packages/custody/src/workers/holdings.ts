/**
 * What a block changes of our addresses on an account-based chain, whatever the cause: deposits, payments to nobody,
 * transactions of ours and what others send with our keys. Outputs say it on UTXO chains.
 */
import {
  HOLDINGS,
  type HoldingChange,
  type HoldingName,
  type Receipt,
  type Send,
  sendKey,
  type TenantId,
} from '@tallystick/core'
import type { Movement } from '../ports/blocks.js'
import { type ObservedAddresses, pages, type Watched } from './watched.js'

/** The transactions of blocks that are ours: each was recorded before any node had it. */
export class OwnSends {
  private constructor(private readonly known: ReadonlyMap<string, Send>) {}

  static async of(
    { query, on, record }: ObservedAddresses,
    movements: readonly Movement[],
    owners: Watched['owners'],
  ): Promise<OwnSends> {
    if (record.family === 'utxo') return new OwnSends(new Map())
    const keys = touchedBy(movements, owners).map(
      ({ tenant, movement: { txId } }) =>
        [nameOfSend(tenant, txId), sendKey({ tenant, ...on }, txId)] as const,
    )
    const known: Send[] = []
    for await (const page of pages([...new Map(keys).values()])) known.push(...(await query.findAll(page)))
    return new OwnSends(new Map(known.map((send) => [nameOfSend(send.tenant, send.txId), send])))
  }

  find(tenant: TenantId, txId: string): Send | undefined {
    return this.known.get(nameOfSend(tenant, txId))
  }
}

const nameOfSend = (tenant: TenantId, txId: string): string => `${tenant} ${txId}`

const touchedBy = (movements: readonly Movement[], owners: Watched['owners']) =>
  movements.flatMap((movement) =>
    [...(owners.get(movement.address) ?? [])].map((tenant) => ({ tenant, movement })),
  )

/**
 * @param movements Of our addresses
 * @param receipts The payments of the block that become deposits
 * @param owners The tenants of addresses
 */
export function changesOf(
  { record }: Pick<ObservedAddresses, 'record'>,
  movements: readonly Movement[],
  receipts: readonly Receipt[],
  owners: Watched['owners'],
  sends: OwnSends,
): readonly HoldingChange[] {
  if (record.family === 'utxo') return []
  const deposits = new Set(receipts.map(nameOf))
  const changes = new Map<string, HoldingChange>()
  for (const { tenant, movement } of touchedBy(movements, owners)) {
    const { address, amount, txId } = movement
    const asset = movement.asset ?? ''
    const isOurs = sends.find(tenant, txId) !== undefined
    const isDeposit = deposits.has(nameOf({ ...movement, tenant }))
    const name = JSON.stringify([tenant, address, asset])
    const before = changes.get(name) ?? { tenant, address, asset, observed: 0n, unassigned: 0n, taken: 0n }
    const isStray = amount < 0n && !isOurs
    const isNobodys = amount > 0n && !isOurs && !isDeposit
    changes.set(name, {
      ...before,
      ...(isNobodys ? { payments: [...(before.payments ?? []), [txId, String(amount)] as const] } : {}),
      ...(isStray ? { strays: [...(before.strays ?? []), [txId, String(amount)] as const] } : {}),
      observed: before.observed + amount,
      unassigned: before.unassigned + (isNobodys ? amount : 0n),
      taken: before.taken + (isStray ? amount : 0n),
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
