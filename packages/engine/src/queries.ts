/** Named queries, written once for every storage. */
import {
  API_KEYS,
  type ApiKey,
  type ApiKeyId,
  CHARGES,
  type Charge,
  type HeldReservation,
  type Network,
  type OnChain,
  onChain,
  type PendingSignature,
  RESERVATIONS,
  type Reservation,
  reservationKey,
  SENDS,
  type Send,
  type SendId,
  SIGNATURES,
  type SignatureId,
  type TenantId,
  type Timestamp,
} from '@tallystick/core'
import type { Queries } from './ports/storage.js'

type Reads = Pick<Queries, 'list' | 'findAll'>

/** Transactions of all tenants that a block may still take or lose: `UNSETTLED`. */
export const unsettledSends = (
  reads: Reads,
  after: SendId | undefined,
  limit: number,
): Promise<readonly Send[]> =>
  reads.list(SENDS, { part: 'unsettled', ...(after === undefined ? {} : { after }), limit })

/** Reserved indexes of this owner at or above `from`, ascending. */
export async function reservedIndexes(
  reads: Reads,
  on: OnChain,
  owner: string,
  from: bigint,
  limit: number,
): Promise<readonly bigint[]> {
  const claims = await reads.list(RESERVATIONS, { where: { ...onChain(on), owner, index: { from } }, limit })
  return claims.map(({ index }) => index)
}

/** Those of `claims` that are reserved, in no particular order. */
export const heldReservations = (
  reads: Reads,
  on: OnChain,
  claims: readonly Reservation[],
): Promise<readonly HeldReservation[]> => reads.findAll(claims.map((claim) => reservationKey(on, claim)))

export interface PendingSignatureWhere {
  readonly chain: string
  /** The network of the caller's API key; `testnet` means all testnets of the chain. */
  readonly network: Network
  /** Only those that name one of these wallets; all if null. */
  readonly hashes: readonly string[] | null
  /** Leaves out those that are not listed before a later time. */
  readonly now: Timestamp
}

/** Pending signatures on a chain, of one tenant or all, without a recorded transaction. */
export const expiringSignatures = (
  reads: Reads,
  chain: string,
  page: { readonly after: SignatureId | undefined; readonly limit: number; readonly tenant?: TenantId },
): Promise<readonly PendingSignature[]> => {
  const { after, limit, tenant } = page
  return reads.list(SIGNATURES, {
    part: 'open',
    where: { chain, txId: null, ...(tenant === undefined ? {} : { tenant }) },
    ...(after === undefined ? {} : { after }),
    limit,
  })
}

/** Pending signatures without a recorded transaction that may take over the reservations of another transaction. */
export const replacingSignatures = (reads: Reads, on: OnChain): Promise<readonly PendingSignature[]> =>
  reads.list(SIGNATURES, { part: 'open', where: { ...onChain(on), replaces: true, txId: null } })

/** Pending signatures without a recorded transaction. */
export const pendingSignatures = (
  reads: Reads,
  tenant: TenantId,
  { chain, network, hashes, now }: PendingSignatureWhere,
  page: { readonly after?: SignatureId; readonly limit: number },
): Promise<readonly PendingSignature[]> =>
  reads.list(SIGNATURES, {
    part: 'open',
    where: {
      tenant,
      chain,
      network: network === 'mainnet' ? network : { not: 'mainnet' },
      txId: null,
      notBefore: { to: now },
      hashes: hashes === null ? undefined : { holds: hashes },
    },
    ...page,
  })

export async function apiKeyByHash(reads: Reads, hash: string): Promise<ApiKey | undefined> {
  return (await reads.list(API_KEYS, { where: { hash } }))[0]
}

/** Keys of a tenant, or of all tenants, oldest first. */
export const apiKeysOf = (reads: Reads, tenant?: TenantId): Promise<readonly ApiKey[]> =>
  reads.list(API_KEYS, { where: { tenant }, by: 'created' })

/** Keys of all tenants with an IP allowlist that are not revoked, oldest first. */
export const allowlistedApiKeys = (reads: Reads): Promise<readonly ApiKey[]> =>
  reads.list(API_KEYS, { part: 'tied', where: { revoked: false }, by: 'created' })

/** Charges of a key from `day` (`YYYY-MM-DD`) on, oldest first. */
export const chargesFrom = (
  reads: Reads,
  tenant: TenantId,
  apiKey: ApiKeyId,
  day: string,
): Promise<readonly Charge[]> => reads.list(CHARGES, { where: { tenant, apiKey, day: { from: day } } })
