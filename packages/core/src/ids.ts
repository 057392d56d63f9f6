/**
 * Branded identifiers. Ids are made outside the core (they arrive in `Env`), so that every decision can be
 * replayed; here are only their types and the one id that is derived: that of a system account.
 */
type Brand<Name extends string> = string & { readonly __brand: Name }

/** Whose data it is; nothing of one tenant is visible to another. */
export type TenantId = Brand<'TenantId'>
/** 24 lower-case hex digits, or the derived id of a system account. */
export type AccountId = Brand<'AccountId'>
/** 24 lower-case hex digits. */
export type CustomerId = Brand<'CustomerId'>
/** 24 lower-case hex digits. */
export type BlockageId = Brand<'BlockageId'>
/** 24 lower-case hex digits. */
export type DepositId = Brand<'DepositId'>
/** 24 lower-case hex digits. */
export type ApiKeyId = Brand<'ApiKeyId'>
/** 24 lower-case hex digits; rises with time. */
export type SendId = Brand<'SendId'>
/** UUIDv7 of a pending signature; rises with time. */
export type SignatureId = Brand<'SignatureId'>
/** UUIDv7 (RFC 9562): rises with time, so that the journal's reference index only appends. */
export type Reference = Brand<'Reference'>
/** Epoch milliseconds. */
export type Timestamp = number

/**
 * The ledger's own accounts, one of each per tenant and currency, through which value enters and leaves:
 * `world` for chains, `mint` for virtual currencies, `clearing` for withdrawals under way, `fees`.
 */
export type SystemRole = 'world' | 'mint' | 'clearing' | 'fees'

/** Not 24 hex digits, so it can never be named over the wire. */
export function systemAccountId(tenant: TenantId, role: SystemRole, currency: string): AccountId {
  return `${role}:${currency}:${tenant}` as AccountId
}

/** Tells the ledger's own accounts from a customer's by their id alone. */
export function isSystemAccount(id: AccountId): boolean {
  return id.includes(':')
}
