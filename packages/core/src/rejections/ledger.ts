/** Refusals of the ledger: requests, customers, accounts, payments, withdrawals. */
import { type RejectionRow, row } from './row.js'

export const LEDGER_REJECTIONS = {
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
  // ---- ours: the documented API has no keys that may only read ----
  'key.not.allowed': row(
    403,
    'The API key may only read, and this operation changes something',
    'Use a key that was made without --read-only',
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
  'account.trade.non.zero': row(
    403,
    'Open orders, or futures that are matched, name the account',
    'Cancel the orders with DELETE /v3/trade/account/{id}; futures that are matched end at their seal date',
  ),
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
  'address.index.used': row(
    403,
    'The index is not above the last one of this xpub',
    'Leave index out, or bring known indexes in ascending order',
  ),
  'address.used': row(
    403,
    'The address has belonged to an account already',
    'Assign another one, or another tag',
  ),
  'address.not.found': row(403, 'No account has this address', 'List the addresses of the account'),
  // ---- ours: what a policy says to withdrawals ----
  'withdrawal.denied': row(
    403,
    'The policy of this service does not allow the withdrawal',
    'Correct what the reason names, or ask the operator',
  ),
  'withdrawal.held': row(
    403,
    'Withdrawals of this currency are held, because the ledger and the chain differ without an explanation',
    'Ask the operator to run `tallystick reconcile`, which names the difference',
    true,
  ),
  'withdrawal.approval.required': row(
    403,
    'Another API key must approve the withdrawal first',
    'Have it approved, then repeat the same call with the same API key',
    true,
  ),
  'withdrawal.busy': row(409, 'Another withdrawal was stored meanwhile', 'Repeat the call', true),
  'approval.not.found': row(
    403,
    'No approval with this ID waits for an answer, or it has expired',
    'List those that wait; an expired one is asked for again by repeating the call of the withdrawal',
  ),
  'approval.own': row(
    403,
    'The API key that wants the withdrawal cannot approve it',
    'Approve it with another API key',
  ),
  'approval.used': row(
    403,
    'The approval has been used by a withdrawal',
    'Cancel the withdrawal, if its transaction is not sent yet',
  ),
  'webhook.not.exists': row(403, 'No such webhook', 'Check its ID in the log of webhooks'),
  'blockage.not.exists': row(403, 'No such blockage', 'List the blockages of the account'),
  // ---- ours: the documented API does not say what becomes of an order without its blockage ----
  'blockage.trade': row(
    403,
    'The blockage holds what an open order, or a future that is matched, may still cost',
    'Cancel the order with DELETE /v3/trade/{id}; a future that is matched ends at its seal date',
  ),
  // ---- ours: the documented API has no code for it ----
  'trade.not.exists': row(
    403,
    'No open order has this ID',
    'List the open orders, the futures that are matched, which cannot be cancelled, and those that ended, in the history',
  ),
  'trade.currency1AccountId.not.exists': row(
    403,
    'No such account of the first currency, or it is deactivated',
    'Check currency1AccountId',
  ),
  'trade.currency1AccountId.frozen': row(
    403,
    'The account of the first currency is frozen',
    'Unfreeze it first',
  ),
  'trade.currency1AccountId.customer.disabled': row(
    403,
    'The customer of the account of the first currency is disabled or deactivated',
    'Enable or activate the customer first',
  ),
  'trade.currency1.pair': row(
    403,
    'The account does not hold the first currency of the pair, or both currencies are the same',
    'Send an account of the first currency as currency1AccountId',
  ),
  'trade.currency2AccountId.not.exists': row(
    403,
    'No such account of the second currency, or it is deactivated',
    'Check currency2AccountId',
  ),
  'trade.currency2AccountId.frozen': row(
    403,
    'The account of the second currency is frozen',
    'Unfreeze it first',
  ),
  'trade.currency2AccountId.customer.disabled': row(
    403,
    'The customer of the account of the second currency is disabled or deactivated',
    'Enable or activate the customer first',
  ),
  'trade.currency2.pair': row(
    403,
    'The account does not hold the second currency of the pair, or both currencies are the same',
    'Send an account of the second currency as currency2AccountId',
  ),
  'trade.feeAccount': row(
    403,
    'The fee and its account do not go together',
    'Send fee, from 0 to 100, with feeAccountId, an active account that the order does not pay from; or neither',
  ),
  'trade.currency.fee': row(
    403,
    'The fee account does not hold the currency that the order pays with',
    'A BUY pays its fee in the second currency of the pair, a SELL in the first',
  ),
  // ---- ours: what futures agree on ----
  'trade.terms': row(
    403,
    'The seal date of the future has passed',
    'Send a sealDate in the future, in milliseconds',
  ),
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
  'withdrawal.account.virtual': row(
    403,
    'The account holds no coin of a blockchain',
    'Withdraw from an account of a chain or of a token; pay or revoke a virtual currency',
  ),
  'withdrawal.recipient.format': row(
    403,
    'A recipient is not an address of this chain on the network of the API key',
    'Send the address as the chain writes it; several, separated by commas, only where the chain has outputs',
  ),
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
  'fee.format': row(
    403,
    'The fee is zero, or has more decimals than the coin that pays it',
    'Send a positive decimal with at most as many decimals as that coin has',
  ),
  'attr.wrong.format': row(
    403,
    'This chain takes another attr',
    'XRP: a destination tag, a number below 2^32. XLM: a memo of up to 28 bytes, or 64 hex digits. BNB: a memo of up to 128 bytes',
  ),
  'transaction.amount.btc': row(
    403,
    'The unspent outputs of the wallet do not cover amount and fee',
    'Wait until deposits are deep enough, pay to the wallet first, or withdraw less',
  ),
  'transaction.amount.eth': row(
    403,
    'The address that pays does not have the amount on the chain',
    'Withdraw at most its balance, pay from another address, or move coins there first',
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
  'erc20.symbol.prefix': row(
    403,
    'The name of a token must not begin with VC_, which virtual currencies begin with',
    'Choose a name without VC_ before it',
  ),
  'erc20.duplicate.name': row(
    403,
    'A currency of this name exists',
    'Choose another name. An asset of XRP or Stellar has no other name than its code, so one with the code of another currency cannot be registered',
  ),
  'erc20.address.set': row(
    403,
    'Another address of this token is stored already',
    'Register the other contract as another token',
  ),
  'erc20.address.used': row(
    403,
    'Another currency stands for this token of the chain already',
    'Use that currency: a token of the chain has one',
  ),
  'erc20.contract.missing': row(
    403,
    'The chain has no token of this address on the network of the API key, in a block that is deep enough',
    'Check the address, and wait until the transaction that deployed it is confirmed',
  ),
  'erc20.decimals.different': row(
    403,
    'The contract of the token reports other decimals than it was registered or configured with, so amounts would be wrong',
    'Register it with the decimals of its contract, or correct the configuration file (TALLYSTICK_CONFIG), under tokens of the chain and network',
  ),
  'erc20.supply.missing': row(
    403,
    'The address that was registered with the token holds less than its supply',
    'Move the supply to the address first, or register the token with supply 0',
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
  'trade.currency1.balance': row(
    403,
    'The available balance of the first currency does not cover amount and fee',
    'Fund the account, sell less, or cancel other orders',
  ),
  'trade.currency2.balance': row(
    403,
    'The available balance of the second currency does not cover price, amount and fee',
    'Fund the account, buy less, or cancel other orders',
  ),
  'withdrawal.missing': row(
    403,
    'No withdrawal has this ID on this network',
    'List the withdrawals with GET /v3/offchain/withdrawal',
  ),
  'broadcast.failed.withdrawalId': row(
    403,
    'The transaction names no withdrawal',
    'Send withdrawalId, or the signatureId of the pending signature of a withdrawal',
  ),
  'withdrawal.pending': row(
    403,
    'The last withdrawal of this currency from this wallet has no transaction yet',
    'Broadcast its transaction, complete it, or cancel it',
  ),
  'withdrawal.unexpected.state': row(
    403,
    'The withdrawal is cancelled, or another transaction has completed it, or may have paid it',
    'Read its status and txId with GET /v3/offchain/withdrawal',
  ),
  'withdrawal.not.cancelled.transaction.failed': row(
    403,
    'The withdrawal is done, or its signed transaction may still be confirmed',
    'Wait: it is cancelled or done once the chain shows what became of the transaction',
  ),
} as const satisfies Record<string, RejectionRow>
