/** Refusals of chains and their nodes, and of the service itself. */
import { type RejectionRow, refusedBy, row } from './row.js'

export const CHAIN_REJECTIONS = {
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
    'No token of this name is registered or configured on this network',
    'Register it, or add its address and decimals to the configuration file (TALLYSTICK_CONFIG), under tokens of the chain and network',
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
  'managed.wallet.missing': row(
    403,
    'No managed wallet has this ID on this network, or it was deleted',
    'List the managed wallets with GET /v3/custodial/wallet',
  ),
  'managed.wallet.limit': row(
    403,
    'The API key has as many managed wallets as its plan allows',
    'Delete one that is not used any more, or use an API key of a paid plan',
  ),
  'managed.wallet.plan': row(
    403,
    'A managed wallet signs on mainnet only for an API key of a paid plan',
    'Use an API key of a paid plan, or sign in a key management system',
  ),
  'managed.wallet.export': row(
    403,
    'The service does not export the keys of managed wallets',
    'Sign with the wallet, or ask the operator to set TALLYSTICK_VAULT_EXPORT to yes',
  ),
  'managed.wallet.owner': row(
    403,
    'No managed wallet has the address that has to sign',
    'Use the address of a managed wallet of this chain and network',
  ),
  'managed.wallet.denied': row(
    403,
    'The policy of the operator does not let the managed wallet sign this',
    'Change the call as the detail says, or ask the operator to change the policy',
  ),
  'kms.denied': row(
    403,
    'The policy of the operator does not let a key management system sign this',
    'Change the call as the detail says, or ask the operator to change the policy',
  ),
  'fee.payer.denied': row(
    403,
    'The service does not pay the fee of this transaction',
    'Change the transaction as the detail says, or let another account pay its fee',
  ),
  'fee.payer.limit': row(
    403,
    'The service has paid as many fees today as its operator allows',
    'Repeat the call tomorrow (UTC), or let another account pay the fee',
  ),
  'vault.not.configured': row(
    403,
    'The service keeps no keys: it has no master key to encrypt them with',
    'Ask the operator to set TALLYSTICK_VAULT_KEYS (in process: the option vault of createTallystick), or sign in a key management system',
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
  'gas.pump.processing': row(409, 'The activation is in no block yet', 'Repeat the call later'),
  'chain.not.configured': row(
    403,
    'The configuration lacks what this needs of the chain',
    'Add what the reason names to the configuration file (TALLYSTICK_CONFIG), or in process to the option chains of createTallystick',
  ),
  'chain.unsupported': row(
    403,
    'The configured node of this chain cannot answer this',
    'Configure the provider that the reason names',
  ),
  'chain.unavailable': row(
    503,
    'No node of this chain answers as it should. Nothing was sent',
    'Repeat the call later, with the same Idempotency-Key',
    true,
  ),
  'rpc.unknown': row(
    // Not 503, as `broadcast.unknown`.
    409,
    'The node may have done what it was asked, and has not said so',
    'Look at what it has done before you send the call again',
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
