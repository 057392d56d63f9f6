import type {
  AccountId,
  ApiKeyId,
  BlockageId,
  CustomerId,
  SignatureId,
  SystemRole,
  TenantId,
  Timestamp,
} from './ids.js'
import type { Claim, OnChain } from './send/claim.js'
import type { Standing } from './standing.js'

/**
 * What a command needs loaded, and locked, before it may be decided. A key brings with it what it belongs
 * to, so that one round of loading is enough:
 *
 * - an account brings its customer and, if its currency is virtual, that currency's definition
 * - `systemOf` brings the system account of `role` in the currency of `account` (and `account` itself)
 * - a blockage brings its account; `freezeOf` brings the account and, if it is frozen, the blockage that marks it
 * - `blockagesOf` brings the account and the oldest of its blockages by id, no more than `limit`
 * - a send brings, as they are held now, the claims it names; the send it replaces, the one which that replaces,
 *   and so on; and its pending signature
 * - a pending signature brings, as they are held now, the claims it names
 * - a claim brings the send that holds it, if one does, with what that brings
 *
 * What does not exist, or belongs to another tenant, is simply absent from the view.
 */
export type Key =
  | { readonly type: 'account'; readonly tenant: TenantId; readonly id: AccountId }
  | {
      readonly type: 'systemOf'
      readonly tenant: TenantId
      readonly account: AccountId
      readonly role: SystemRole
    }
  | { readonly type: 'customer'; readonly tenant: TenantId; readonly id: CustomerId }
  | { readonly type: 'customerByExternalId'; readonly tenant: TenantId; readonly externalId: string }
  | { readonly type: 'currency'; readonly tenant: TenantId; readonly name: string }
  | { readonly type: 'blockage'; readonly tenant: TenantId; readonly id: BlockageId }
  | { readonly type: 'freezeOf'; readonly tenant: TenantId; readonly account: AccountId }
  | {
      readonly type: 'blockagesOf'
      readonly tenant: TenantId
      readonly account: AccountId
      readonly limit: number
    }
  | { readonly type: 'deposit'; readonly tenant: TenantId; readonly output: string }
  | { readonly type: 'apiKey'; readonly tenant: TenantId; readonly id: ApiKeyId }
  | { readonly type: 'answer'; readonly tenant: TenantId; readonly key: string }
  | {
      readonly type: 'standing'
      readonly tenant: TenantId
      readonly subject: Standing['subject']
      /** Exactly then. */
      readonly at: Timestamp
    }
  | ({ readonly type: 'send'; readonly txId: string } & OnChain)
  | ({ readonly type: 'claim' } & OnChain & Claim)
  | { readonly type: 'signature'; readonly tenant: TenantId; readonly id: SignatureId }

export const accountKey = (tenant: TenantId, id: AccountId): Key => ({ type: 'account', tenant, id })
export const sendKey = ({ tenant, chain, network }: OnChain, txId: string): Key => ({
  type: 'send',
  tenant,
  chain,
  network,
  txId,
})
export const claimKey = ({ tenant, chain, network }: OnChain, { owner, index }: Claim): Key => ({
  type: 'claim',
  tenant,
  chain,
  network,
  owner,
  index,
})
export const signatureKey = (tenant: TenantId, id: SignatureId): Key => ({ type: 'signature', tenant, id })
export const customerKey = (tenant: TenantId, id: CustomerId): Key => ({ type: 'customer', tenant, id })
