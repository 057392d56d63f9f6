/**
 * The one table of refusals. Codes and statuses are the documented ones (wire-notes, "Errors"; the
 * catalogue in models.json); those under "ours" are our own, where the documented API has none.
 * Order is precedence: when several apply, a rule reports the one that stands first.
 */
export interface RejectionRow {
  readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 431 | 503
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

const refusedBy = (network: string): RejectionRow =>
  row(
    403,
    `The ${network} network refused the transaction`,
    'Correct what is named and send it anew: nothing has been paid',
  )

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
  'account.xpub.incompatible': row(
    403,
    "The xpub, or the address in its place, is none of the account's currency and the API key's network",
    'Send the xpub that the wallet call of this chain answers, with an API key of the same network',
  ),
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
  'key.generation.failed.wrong.mnemonic': row(
    403,
    'The mnemonic is not one of BIP-39',
    'Send the 12 to 24 English words of the wallet, with single blanks between them',
  ),
  'address.generation.failed.wrong.xpub': row(
    403,
    'The xpub is not an extended public key of this chain and network',
    'Send the xpub that the wallet call of this chain answered, with an API key of the same network',
  ),
  'tx.hash.index.spent': row(403, 'An output to be spent has been spent', 'Spend another output'),
  'transaction.preparation.failed.utxo': row(
    403,
    'An output to be spent does not exist',
    'Check the transaction and the number of each output',
  ),
  'transaction.invalid.body': row(
    403,
    'The transaction cannot be made, or is not one of this chain',
    'Correct what is named',
  ),
  'erc20.token.notFound': row(
    403,
    'The network has no token of this name',
    'Name its address and decimals in the file that TALLYSTICK_CONFIG names, under tokens of the chain and network',
  ),
  'erc20.decimals.different': row(
    403,
    'The token has other decimals than are configured, so that amounts of it would be wrong',
    'Correct its decimals, or its address, in the file that TALLYSTICK_CONFIG names, under tokens of the chain and network',
  ),
  'xrp.account.failed': row(403, 'The account is not on the chain', 'Fund it with the reserve first'),
  'xrp.settings.multiple': row(
    403,
    'One transaction turns one setting on and one off, not two of a kind',
    'Send each setting in a call of its own',
  ),
  'xrp.ledger.failed': row(
    403,
    'No node has this ledger',
    'Ask for a ledger that has closed, of a node that keeps the whole history',
  ),
  'kms.missing': row(
    403,
    'No pending signature has this ID on this network, or it was deleted',
    'List those of the chain with GET /v3/kms/pending/{chain}',
  ),
  'ethereum.broadcast.failed': refusedBy('Ethereum'),
  'polygon.broadcast.failed': refusedBy('Polygon'),
  'bsc.broadcast.failed': refusedBy('BSC'),
  'klaytn.broadcast.failed': refusedBy('Klaytn'),
  'kcs.broadcast.failed': refusedBy('KCS'),
  'xdc.broadcast.failed': refusedBy('XDC'),
  'xrp.broadcast.failed': refusedBy('XRP'),
  'bch.broadcast.failed': refusedBy('Bitcoin Cash'),
  'blockchain.broadcast.error': row(
    403,
    'The network refused the transaction',
    'Correct what is named and send it anew: nothing has been paid',
  ),
  'tx.not.found': row(404, 'No such transaction', 'Check the hash; a node may learn of it a little later'),
  'block.hash.not.exists': row(404, 'No such block', 'Check the hash or number of the block'),
  // ---- ours: of chains and their nodes ----
  'kms.unexpected.state': row(
    403,
    'The pending signature has been signed already',
    'Ask for its transaction with GET /v3/kms/{id}',
  ),
  'claim.taken': row(
    409,
    'An output or a nonce of this transaction is in use by another of yours that may still be confirmed',
    'Repeat the call, which takes others; or name the nonce to replace that transaction, or delete its pending signature',
    true,
  ),
  'broadcast.unknown': row(
    // Not 503: clients and proxies repeat those by themselves, and a payment must not be built twice.
    409,
    'The transaction is signed and recorded, and no node has said whether it took it',
    'Do not build it anew: it is sent again by itself until a node has it or a block rules it out. Ask for its transaction ID, or repeat the call with the same Idempotency-Key',
  ),
  'private.key.testnet.only': row(
    403,
    'A private key is taken with an API key of the testnet only',
    'Sign in a key-management system: send signatureId instead',
  ),
  'fee.exceptional': row(
    403,
    'The fee would be more than can be meant, or than the chain is configured to pay',
    'Name the fee itself, raise maxFee of the chain in the file that TALLYSTICK_CONFIG names, or, where outputs are spent, name a changeAddress',
  ),
  'amount.dust': row(
    403,
    'The amount is smaller than the network relays',
    'Send more, or join it with another payment',
  ),
  'fee.not.estimated': row(
    403,
    'What this would cost cannot be told: there is no such contract, or it does not say which token is meant',
    'Ask for the gas of the call itself with POST /v3/{chain}/gas',
  ),
  'address.outputs.exceeded': row(
    403,
    'The address has more than 50,000 unspent outputs',
    'Join some of them, or ask a node of your own',
  ),
  'execution.reverted': row(403, 'The contract refuses the call', 'Correct the call as its reason says'),
  'chain.not.configured': row(
    403,
    'The service has no node of this chain',
    'Add one to the file that TALLYSTICK_CONFIG names',
  ),
  'chain.unsupported': row(
    403,
    'The configured node of this chain cannot answer this',
    'Configure the provider that is named',
  ),
  'chain.unavailable': row(
    503,
    'No node of this chain answers; nothing was sent',
    'Repeat the call later, with the same Idempotency-Key',
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
  'request.head.too.large': row(
    431,
    'The URL and the headers of the request are larger than the service accepts',
    'Send fewer or shorter ones: 16,384 bytes together, and in the body whatever the operation takes there',
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
