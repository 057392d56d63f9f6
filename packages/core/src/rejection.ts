/**
 * The only table of refusals. Codes and statuses are the documented ones (docs/reference/errors.md). Those under "ours"
 * are our own, where the documented API has none. The order is the precedence: if several apply, a rule reports the
 * first one.
 */
export interface RejectionRow {
  readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 431 | 503
  /** What is wrong. */
  readonly cause: string
  /** What the caller can do. */
  readonly remedy: string
  /** True if the same call may succeed later without a change in the ledger. */
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
    'Correct what the reason names, then send a new transaction. Nothing has been paid',
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
    'The API key is frozen and may only read',
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
  // ---- ours: programs report chain outputs in process, so the documented API has no code ----
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
  'offchain.not.supported': row(
    403,
    'No chain of this service carries the currency on the network of the API key',
    'Use the currency of a supported chain, or a token that is configured on this network (TALLYSTICK_CONFIG)',
  ),
  'account.xpub.present': row(
    403,
    'An account of this currency has no xpub, or this account has one already',
    'Leave xpub out; on an account with an xpub, generate addresses instead of assigning them',
  ),
  'account.xpub.incompatible': row(
    403,
    "The xpub, or the address in its place, does not belong to the account's currency on the API key's network",
    'Send the xpub that the wallet call of this chain returns, with an API key of the same network',
  ),
  'account.xpub.missing': row(
    403,
    'The account needs the xpub of its wallet: on XRP, XLM and BNB the account of the blockchain',
    'Open the account with xpub; addresses can be assigned to one without',
  ),
  'ledger.currency.invalid': row(
    403,
    'The currency is not supported',
    'Use a supported chain, token or fiat code, or create the virtual currency first',
  ),
  'account.blockchain.testnet': row(
    403,
    'The accounts of this tenant hold coins of another network: coins of a testnet are worth nothing',
    'Use an API key of the network on which the first deposit address was made, or another tenant',
  ),
  'xpub.used': row(
    403,
    'Another account of the ledger uses this xpub or blockchain account',
    'Generate the address for that account, or assign one with a tag of its own to an account without xpub',
  ),
  // ---- ours: no documented call is refused for this ----
  'address.busy': row(409, 'Other calls have taken indexes of this xpub meanwhile', 'Repeat the call', true),
  'address.index.used': row(403, 'The index is not above the last one of this xpub', 'Leave index out'),
  'address.used': row(
    403,
    'The address has belonged to an account already',
    'Assign another one, or another tag',
  ),
  'address.not.found': row(403, 'No account has this address', 'List the addresses of the account'),
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
    'The amount is zero, has more decimals than the currency, or makes a balance too large',
    'Send a positive decimal with at most as many decimals as the currency has',
  ),
  'blockage.amount.exceeded': row(
    403,
    'The amount is larger than the blockage',
    'Send at most the blocked amount',
  ),
  'virtual.name.prefix': row(
    403,
    'The name of a virtual currency must begin with VC_',
    'Put VC_ before the name',
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
    'The mnemonic is not a valid BIP-39 mnemonic',
    'Send the 12 to 24 English words of the wallet, separated by single spaces',
  ),
  'address.generation.failed.wrong.xpub': row(
    403,
    'The xpub is not an extended public key of this chain and network',
    'Send the xpub that the wallet call of this chain returned, with an API key of the same network',
  ),
  'tx.hash.index.spent': row(403, 'One of the outputs has already been spent', 'Spend another output'),
  'transaction.preparation.failed.utxo': row(
    403,
    'One of the outputs does not exist',
    'Check the transaction ID and the index of each output',
  ),
  'transaction.invalid.body': row(
    403,
    'The transaction cannot be built, or belongs to another chain',
    'Correct what the reason names',
  ),
  'erc20.token.notFound': row(
    403,
    'No token of this name is configured on this network',
    'Add its address and decimals to the configuration file (TALLYSTICK_CONFIG), under tokens of the chain and network',
  ),
  'erc20.decimals.different': row(
    403,
    'The contract of the token reports other decimals than the configuration, so amounts would be wrong',
    'Correct its decimals or its address in the configuration file (TALLYSTICK_CONFIG), under tokens of the chain and network',
  ),
  'xrp.account.failed': row(403, 'The account does not exist on the chain', 'Fund it with the reserve first'),
  'xrp.settings.multiple': row(
    403,
    'One transaction can turn at most one setting on and one setting off',
    'Send each setting in a call of its own',
  ),
  'xrp.ledger.failed': row(
    403,
    'No node has this ledger',
    'Ask for a ledger that has closed, from a node that keeps the whole history',
  ),
  'kms.missing': row(
    403,
    'No pending signature has this ID on this network, or it was deleted',
    'List the pending signatures of the chain with GET /v3/kms/pending/{chain}',
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
    'Correct what the reason names, then send a new transaction. Nothing has been paid',
  ),
  'tx.not.found': row(404, 'No such transaction', 'Check the hash; a node may see it a little later'),
  'block.hash.not.exists': row(404, 'No such block', 'Check the hash or number of the block'),
  // ---- ours: chains and their nodes ----
  'xlm.account.failed': row(403, 'The account does not exist on the chain', 'Fund it with XLM first'),
  'xlm.memo.required': row(
    403,
    'The recipient accepts only payments with a memo (SEP-29)',
    'Send the memo that the recipient gave you in message',
  ),
  'xlm.trustline.missing': row(
    403,
    'The recipient cannot hold the asset: its trust line is missing, full or not authorized',
    'Ask the recipient to create a trust line to the issuer, or to raise its limit',
  ),
  'bnb.account.failed': row(403, 'The account does not exist on the chain', 'Check the address'),
  'bnb.memo.required': row(
    403,
    'The recipient accepts only transfers whose memo is a number (BEP-12)',
    'Send the number that the recipient gave you in message',
  ),
  'kms.unexpected.state': row(
    403,
    'The pending signature is already completed',
    'Read its transaction ID with GET /v3/kms/{id}',
  ),
  'claim.taken': row(
    409,
    'Another of your transactions, which may still be confirmed, uses an output or the nonce of this one',
    'Repeat the call to use others. To replace that transaction, name its nonce or its outputs; to give it up, delete its pending signature',
    true,
  ),
  'broadcast.unknown': row(
    // Not 503: clients and proxies repeat a 503 automatically, and a payment must not be built twice.
    409,
    'The transaction is signed and recorded, but no node has confirmed that it accepted it',
    'Do not send a new one: the service repeats this one until a node accepts it or a block rules it out. Look up its transaction ID, or repeat the call with the same Idempotency-Key',
  ),
  'private.key.testnet.only': row(
    403,
    'A private key is accepted only with a testnet API key',
    'Sign in a key management system: send signatureId instead',
  ),
  'fee.exceptional': row(
    403,
    'The fee is unreasonably high, or above the maxFee of the chain',
    'Set the fee in the call, raise maxFee of the chain in the configuration file (TALLYSTICK_CONFIG), or set changeAddress where outputs are spent',
  ),
  'amount.dust': row(
    403,
    'The amount is smaller than the network relays',
    'Send more, or combine it with another payment',
  ),
  'fee.not.estimated': row(
    403,
    'The cost cannot be estimated: there is no such contract, or the request does not say which token it means',
    'Estimate the gas of the call itself with POST /v3/{chain}/gas',
  ),
  'address.outputs.exceeded': row(
    403,
    'The address has more than 50,000 unspent outputs',
    'Combine some of them, or use a node of your own',
  ),
  'execution.reverted': row(403, 'The contract reverts the call', 'Correct the call as the reason says'),
  'chain.not.configured': row(
    403,
    'The service has no node for this chain',
    'Add one to the configuration file (TALLYSTICK_CONFIG)',
  ),
  'chain.unsupported': row(
    403,
    'The configured node of this chain cannot answer this',
    'Configure the provider that the reason names',
  ),
  'chain.unavailable': row(
    503,
    'No node of this chain answers. Nothing was sent',
    'Repeat the call later, with the same Idempotency-Key',
    true,
  ),
  // ---- ours: transport, idempotency and load ----
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

/** One invalid field, as the documented body of status 400 lists it. */
export interface Violation {
  readonly target: 'body' | 'query' | 'param' | 'header'
  readonly property?: string
  readonly value?: unknown
  readonly constraints?: Readonly<Record<string, string>>
}

/** A refusal. Rules return it and never throw it. `detail` names what caused it; `index` is its position in a batch. */
export interface Rejection {
  readonly code: RejectionCode
  readonly detail?: string
  readonly index?: number
  readonly violations?: readonly Violation[]
}

/** The message for the caller: position, cause, remedy. */
export function describeRejection(rejection: Rejection): string {
  const { cause, remedy } = REJECTIONS[rejection.code]
  const where = rejection.index === undefined ? '' : `Item ${rejection.index}: `
  const detail = rejection.detail === undefined ? '' : ` (${rejection.detail})`
  return `${where}${cause}${detail}. ${remedy}.`
}
