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
/** Whether the text is a UUID as the ledger prints it: in lower case. */
export const isUuid = (text: string): boolean => uuidDigits(text) !== null

/** The digits of such a UUID; null for any other text. Each payment with a key needs them, and a regular expression is slower. */
export function uuidDigits(text: string): string | null {
  if (text.length !== 36) return null
  for (let at = 0; at < 36; at++) {
    const code = text.charCodeAt(at)
    const isHyphen = at === 8 || at === 13 || at === 18 || at === 23
    // A hyphen; '0' to '9'; 'a' to 'f'.
    if (isHyphen ? code !== 45 : !((code >= 48 && code <= 57) || (code >= 97 && code <= 102))) return null
  }
  return text.slice(0, 8) + text.slice(9, 13) + text.slice(14, 18) + text.slice(19, 23) + text.slice(24)
}

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
