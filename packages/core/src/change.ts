import type { ApiKey } from './access/api-key.js'
import type { Account } from './account/account.js'
import type { Blockage } from './blockage/blockage.js'
import type { VirtualCurrency } from './currency/currency.js'
import type { Customer } from './customer/customer.js'
import type { Deposit } from './deposit/deposit.js'
import type { ApiKeyId, TenantId, Timestamp } from './ids.js'
import type { Entry } from './ledger/entry.js'
import type { HeldClaim } from './send/claim.js'
import type { Send } from './send/send.js'
import type { PendingSignature } from './signature/signature.js'
import type { Standing } from './standing.js'

/** The first answer to a call that carried an Idempotency-Key, as it went over the wire. */
export interface Answer {
  readonly tenant: TenantId
  readonly key: string
  /** SHA-256 of the operation and its arguments, hex. */
  readonly requestHash: string
  /** JSON of the answer; `null` for an empty one. */
  readonly body: string
  readonly created: Timestamp
}

/** Credits used by one API key on one day. */
export interface Charge {
  readonly tenant: TenantId
  readonly apiKey: ApiKeyId
  /** UTC day, `YYYY-MM-DD`. */
  readonly day: string
  readonly credits: number
}

/**
 * Facts: the only thing a store writes, and what `apply` folds into the view so that the next command of
 * the batch sees it. `*.updated` carries the whole new state; balances move only by `entry.posted`, and
 * `blocked` and `frozenBy` only by `blockage.*`. No rule decides `standing.noted`: it follows from the others
 * (`View.noteStandings`). A claim is `placed` when nobody held it, and `passed` when it goes from one holder to
 * the next.
 */
export type Change =
  | { readonly type: 'account.opened'; readonly account: Account }
  | { readonly type: 'account.updated'; readonly account: Account }
  | { readonly type: 'customer.created'; readonly customer: Customer }
  | { readonly type: 'customer.updated'; readonly customer: Customer; readonly previousExternalId: string }
  | { readonly type: 'blockage.placed'; readonly blockage: Blockage }
  | { readonly type: 'blockage.released'; readonly blockage: Blockage }
  | { readonly type: 'currency.created'; readonly currency: VirtualCurrency }
  | { readonly type: 'currency.updated'; readonly currency: VirtualCurrency }
  | { readonly type: 'entry.posted'; readonly entry: Entry }
  | { readonly type: 'deposit.recorded'; readonly deposit: Deposit }
  | { readonly type: 'deposit.updated'; readonly deposit: Deposit }
  | { readonly type: 'apiKey.created'; readonly apiKey: ApiKey }
  | { readonly type: 'apiKey.updated'; readonly apiKey: ApiKey }
  | { readonly type: 'credits.charged'; readonly charge: Charge }
  | { readonly type: 'answer.stored'; readonly answer: Answer }
  | { readonly type: 'standing.noted'; readonly standing: Standing }
  | { readonly type: 'send.recorded'; readonly send: Send }
  | { readonly type: 'send.updated'; readonly send: Send }
  | { readonly type: 'claim.placed'; readonly claim: HeldClaim }
  | { readonly type: 'claim.passed'; readonly claim: HeldClaim }
  | { readonly type: 'claim.released'; readonly claim: HeldClaim }
  | { readonly type: 'signature.created'; readonly signature: PendingSignature }
  | { readonly type: 'signature.updated'; readonly signature: PendingSignature }
