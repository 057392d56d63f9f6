import type { ApiKeyId, KeyUseId, ManagedWalletId, TenantId, Timestamp } from '../ids.js'
import type { Amount } from '../money.js'
import type { OnChain } from '../send/reservation.js'

/** A key that the service keeps for a tenant, encrypted: the ledger never sees it otherwise. */
export interface ManagedWallet extends OnChain {
  readonly id: ManagedWalletId
  /** The API key that made it. Its plan limits how many there are, and it is charged for them. */
  readonly apiKey: ApiKeyId
  /** In the codec's canonical spelling. */
  readonly address: string
  /** Hex. */
  readonly publicKey: string
  /** The id of the master key under which the key's own data key is encrypted. */
  readonly masterKey: string
  /** The encrypted key, as the vault has written it. */
  readonly wrapped: string
  /** The last UTC day that is charged, `YYYY-MM-DD`. */
  readonly chargedDay: string
  /** The last UTC day on which it signed for the fee of somebody else, `YYYY-MM-DD`. Absent: it never did. */
  readonly feesDay?: string
  /** The most that these fees of that day come to, in units of the chain. */
  readonly fees?: Amount
  readonly created: Timestamp
}

/** `signed` and `exported` are written before the key is decrypted. */
export type KeyPurpose = 'created' | 'signed' | 'exported' | 'destroyed'

/** What was done with a key, when and for whom. It stays when the wallet is deleted. */
export interface KeyUse extends OnChain {
  readonly id: KeyUseId
  readonly wallet: ManagedWalletId
  readonly address: string
  readonly apiKey: ApiKeyId
  readonly purpose: KeyPurpose
  /** SHA-256 of what was to be signed, in hex; null where nothing was signed. */
  readonly digest: string | null
  /** What the policy has said to it (JSON); null where it was not asked. */
  readonly verdict: string | null
  readonly at: Timestamp
}

export const managedWalletKey = (tenant: TenantId, id: ManagedWalletId) =>
  ({ type: 'managedWallet', tenant, id }) as const
