/**
 * Branded identifiers. Ids are generated outside the core and passed in `Env`, so every decision can be replayed. This
 * file has only their types, the form of a UUID, and the derived ids of system accounts.
 */
type Brand<Name extends string> = string & { readonly __brand: Name }

/** Owner of data. No tenant can see data of another. */
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
/** 24 lower-case hex digits; rises with time. */
export type WithdrawalId = Brand<'WithdrawalId'>
/** UUIDv7 of a pending signature; rises with time. */
export type SignatureId = Brand<'SignatureId'>
/** 24 lower-case hex digits; rises with time. */
export type TradeId = Brand<'TradeId'>
/** 24 lower-case hex digits; rises with time. */
export type FillId = Brand<'FillId'>
/** An agreement of two futures. */
export type AgreementId = Brand<'AgreementId'>
/** 24 lower-case hex digits. */
export type ApprovalId = Brand<'ApprovalId'>
/** 24 lower-case hex digits; rises with time. */
export type SubscriptionId = Brand<'SubscriptionId'>
/** 24 lower-case hex digits; rises with time. */
export type WebhookId = Brand<'WebhookId'>
/** UUID of a managed wallet. */
export type ManagedWalletId = Brand<'ManagedWalletId'>
/** 24 lower-case hex digits; rises with time. */
export type KeyUseId = Brand<'KeyUseId'>
/** UUIDv7 (RFC 9562): rises with time, so that the journal's reference index only appends. */
export type Reference = Brand<'Reference'>
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether the text is a UUID as the ledger prints it: in lower case. */
export const isUuid = (text: string): boolean => UUID.test(text)

/** Epoch milliseconds. */
export type Timestamp = number

/**
 * The ledger's own accounts, one of each role per tenant and currency. Value enters and leaves through them: `world`
 * for chains, `mint` for virtual currencies, `clearing` for withdrawals in progress, `fees`. `shortfall` pays what a
 * customer no longer has of a deposit that its chain has undone.
 */
export type SystemRole = 'world' | 'mint' | 'clearing' | 'fees' | 'shortfall'

/** The id is not 24 hex digits, so no caller can name it. */
export function systemAccountId(tenant: TenantId, role: SystemRole, currency: string): AccountId {
  return `${role}:${currency}:${tenant}` as AccountId
}

/** Whether the id belongs to one of the ledger's own accounts. */
export function isSystemAccount(id: AccountId): boolean {
  return id.includes(':')
}
