/**
 * The one table of refusals. Codes and statuses are the documented ones (wire-notes, "Errors"; the
 * catalogue in models.json); those under "ours" are our own, where the documented API has none.
 * Order is precedence: when several apply, a rule reports the one that stands first.
 */
export interface RejectionRow {
  readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 503
  /** What is wrong. */
  readonly cause: string
  /** What the caller can do about it. */
  readonly remedy: string
  /** True when the same call may succeed later without a change of the ledger's state. */
  readonly transient: boolean
}

const row = (
  status: RejectionRow['status'],
  cause: string,
  remedy: string,
  transient = false,
): RejectionRow => ({ status, cause, remedy, transient })

export const REJECTIONS = {
  'validation.failed': row(400, 'The request does not fit its schema', 'Correct the fields listed in data'),
  'subscription.invalid': row(
    401,
    'The API key is missing, unknown or revoked',
    'Send a valid key in the x-api-key header',
  ),
  'subscription.not.active': row(
    401,
    'The API key is frozen: only reads are permitted',
    'Unfreeze it with DELETE /v3/tatum/freeze',
  ),
  'customer.internal.not.exists': row(
    403,
    'No customer has this internal ID',
    'Use the id that the account or customer calls return',
  ),
  'customer.not.exists': row(
    403,
    'No customer has this external or internal ID',
    'List the customers with GET /v3/ledger/customer',
  ),
  'customer.not.active': row(
    403,
    'The customer is deactivated or disabled',
    'Activate or enable the customer first',
  ),
  'customer.inactive': row(403, 'The customer is deactivated', 'Activate the customer first'),
  'customer.active': row(403, 'The customer is already active', 'Nothing needs to be done'),
  'customer.disabled': row(403, 'The customer is already disabled', 'Nothing needs to be done'),
  'customer.enabled': row(403, 'The customer is already enabled', 'Nothing needs to be done'),
  'customer.blockage.inactive': row(
    403,
    'The customer of this account is deactivated',
    'Activate the customer first',
  ),
  'customer.deactivate.account.active': row(
    403,
    'The customer still has active accounts',
    'Deactivate all accounts of the customer first',
  ),
  // ---- ours: reports of chain outputs come in process, so the documented API has no code for them ----
  'deposit.unexpected.state': row(
    403,
    'The deposit is already settled or failed',
    'Record a new chain output instead',
  ),
  'account.not.exists': row(
    403,
    'No such account',
    'Check the account ID; an inactive account is found only in GET /v3/ledger/account',
  ),
  'account.customer.inactive': row(
    403,
    'The customer of this account is deactivated',
    'Activate the customer first',
  ),
  'account.inactive': row(403, 'The account is deactivated', 'Activate the account first'),
  'account.active': row(403, 'The account is already active', 'Nothing needs to be done'),
  'account.frozen': row(403, 'The account is frozen', 'Unfreeze the account first'),
  'account.not.frozen': row(403, 'The account is not frozen', 'Nothing needs to be done'),
  'account.balance.non.zero': row(
    403,
    'The account or available balance is not zero',
    'Move the funds and delete the blockages first',
  ),
  'account.xpub.present': row(403, 'An account of this currency takes no xpub', 'Leave xpub out'),
  'account.xpub.missing': row(
    403,
    'An account of a chain currency needs the xpub of its wallet, or an address on a chain without xpub',
    'Send xpub',
  ),
  'ledger.currency.invalid': row(
    403,
    'The currency is not supported',
    'Use a supported chain, token or fiat code, or create the virtual currency first',
  ),
  'blockage.not.exists': row(403, 'No such blockage', 'List the blockages of the account'),
  'senderAccount.not.exists': row(403, 'No such sender account', 'Check senderAccountId'),
  'recipientAccount.not.exists': row(
    403,
    'No such recipient account, or it is deactivated',
    'Check recipientAccountId',
  ),
  'senderAccount.customer.disabled': row(
    403,
    'The customer of the sender account is disabled or deactivated',
    'Enable or activate the customer first',
  ),
  'senderAccount.frozen': row(403, 'The sender account is frozen', 'Unfreeze it first'),
  'transaction.currency.incompatible': row(
    403,
    'Sender and recipient hold different currencies',
    'Pay between accounts of one currency',
  ),
  'amount.format': row(
    403,
    'The amount is zero, has more decimals than the currency, or leads out of range',
    'Send a positive decimal with at most as many decimals as the currency has',
  ),
  'blockage.amount.exceeded': row(
    403,
    'The amount is larger than the blockage',
    'Send at most the blocked amount',
  ),
  'virtual.name.prefix': row(
    403,
    'The name of a virtual currency begins with VC_',
    'Prefix the name with VC_',
  ),
  'virtual.duplicate': row(403, 'A virtual currency of this name exists', 'Choose another name'),
  'virtual.creation.error': row(
    403,
    'The virtual currency cannot be created',
    'Check supply, base pair and base rate',
  ),
  'vc.not.found': row(403, 'No such virtual currency', 'Create it first'),
  'virtual.account.notValid': row(
    403,
    'The account does not hold this virtual currency, or is deactivated',
    'Use an active account of the virtual currency',
  ),
  'virtual.account.balance': row(
    403,
    'The available balance does not cover the revocation',
    'Revoke at most the available balance',
  ),
  'balance.insufficient': row(
    403,
    'The available balance of the sender does not cover the amount',
    'Fund the account, or delete blockages',
  ),
  'rate.not.found': row(
    403,
    'No exchange rate is known for this pair',
    'Add the pair to the configured rates',
    true,
  ),
  // ---- ours: of the transport, of idempotency and of load ----
  'operation.not.found': row(
    404,
    'No operation has this method and path',
    'See /docs for the operations of this service',
  ),
  'idempotency.key.reused': row(
    422,
    'This Idempotency-Key was used with a different request',
    'Use a fresh key for every new request',
  ),
  'request.too.large': row(
    400,
    'The request body is larger than the service accepts',
    'Send smaller batches',
  ),
  overloaded: row(
    429,
    'The queue is full',
    'Repeat the call after the time in Retry-After, with the same Idempotency-Key',
    true,
  ),
  unavailable: row(
    503,
    'The service is stopping or its storage does not answer',
    'Repeat the call later, with the same Idempotency-Key',
    true,
  ),
} as const satisfies Record<string, RejectionRow>

export type RejectionCode = keyof typeof REJECTIONS

/** One offending field, as the documented 400 body lists it. */
export interface Violation {
  readonly target: 'body' | 'query' | 'param' | 'header'
  readonly property?: string
  readonly value?: unknown
  readonly constraints?: Readonly<Record<string, string>>
}

/** A refusal: a value, never a throw. `detail` names the offender, `index` its place in a batch. */
export interface Rejection {
  readonly code: RejectionCode
  readonly detail?: string
  readonly index?: number
  readonly violations?: readonly Violation[]
}

/** The sentence a caller reads: where, cause, remedy. */
export function describeRejection(rejection: Rejection): string {
  const { cause, remedy } = REJECTIONS[rejection.code]
  const where = rejection.index === undefined ? '' : `Item ${rejection.index}: `
  const detail = rejection.detail === undefined ? '' : ` (${rejection.detail})`
  return `${where}${cause}${detail}. ${remedy}.`
}
