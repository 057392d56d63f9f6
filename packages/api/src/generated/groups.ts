// Written by packages/operations/scripts/reference.mjs from the catalogue. Change that, build, and run it.
import type { CallOptions } from '../call.js'
import type {
  Account,
  AccountBalance,
  AccountBalanceAt,
  ActivateAccountArguments,
  ActivateCustomerArguments,
  Address,
  AddressExistsArguments,
  AssignAddressArguments,
  BatchCreateTransaction,
  BlockAmountArguments,
  Blockage,
  BroadcastResponse,
  BroadcastWithdrawal,
  CancelInProgressWithdrawalArguments,
  Chart,
  ChartRequestArguments,
  CompletePendingSignatureArguments,
  CompleteWithdrawalArguments,
  CreateAccount,
  CreateAccountBatch,
  CreateAccountXpub,
  CreateFutureTrade,
  CreateTrade,
  CreateTransaction,
  CustodialCreateWalletRequest,
  CustodialDeleteWalletArguments,
  CustodialGetWalletArguments,
  CustodialGetWalletsArguments,
  CustodialManagedAddress,
  Customer,
  DeactivateAccountArguments,
  DeactivateCustomerArguments,
  DecideWithdrawalApprovalArguments,
  DeleteAccountTradesArguments,
  DeleteAllBlockAmountArguments,
  DeleteBlockAmountArguments,
  DeletePendingTransactionToSignArguments,
  DeleteSubscriptionArguments,
  DeleteTradeArguments,
  Deposit,
  DisableCustomerArguments,
  DisableWebHookHmacArguments,
  EnableCustomerArguments,
  EntitiesCount,
  FindAllCustomersArguments,
  FreezeAccountArguments,
  FundArguments,
  GenerateDepositAddressArguments,
  GetAccountBalanceArguments,
  GetAccountBalanceAtArguments,
  GetAccountByAccountIdArguments,
  GetAccountsArguments,
  GetAccountsByCustomerIdArguments,
  GetAccountsCountArguments,
  GetAllDepositAddressesArguments,
  GetAllWebhooksArguments,
  GetAllWebhooksCountArguments,
  GetBlockAmountArguments,
  GetBlockAmountByIdArguments,
  GetCurrencyArguments,
  GetCustomerByExternalOrInternalIdArguments,
  GetDepositsArguments,
  GetDepositsCountArguments,
  GetPendingTransactionToSignArguments,
  GetPendingTransactionsToSignArguments,
  GetSubscriptionReport200Response,
  GetSubscriptionReportArguments,
  GetSubscriptionsArguments,
  GetSubscriptionsCountArguments,
  GetTradeByIdArguments,
  GetTransactionsArguments,
  GetTransactionsByAccountId200Response,
  GetTransactionsByAccountIdArguments,
  GetTransactionsByCustomerIdArguments,
  GetTransactionsByReferenceArguments,
  GetWithdrawalApprovalsArguments,
  GetWithdrawalsArguments,
  HmacWebHook,
  Id,
  KmsBatchErrors,
  LinkedTransactions,
  ListOderBookActiveBuyBody,
  ListOderBookActiveSellBody,
  ListOderBookHistoryBody,
  ListOderBookMatchedBody,
  OffchainAddresses,
  PendingTransaction,
  ReceivePendingTransactionsToSignArguments,
  RemoveAddressArguments,
  ReplayWebhookArguments,
  Subscription,
  Trade,
  Transaction,
  TransactionResult,
  UnblockAmountWithTransactionArguments,
  UnfreezeAccountArguments,
  UpdateAccountByAccountIdArguments,
  UpdateCustomerArguments,
  UpdateSubscriptionArguments,
  VC,
  VirtualCurrency,
  VirtualCurrencyOperation,
  VirtualCurrencyUpdate,
  WebHook,
  WithdrawArguments,
  Withdrawal,
  WithdrawalApproval,
  WithdrawalObject,
  WithdrawalResponse,
} from './models.js'

export interface AccountsCalls {
  /**
   * Creates an account.
   *
   * Takes a fiat, virtual or token currency. If the external ID of the customer is unknown, the customer is created too. An account of a chain currency also needs xpub.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.xpub.present`, `account.xpub.missing`, `account.xpub.incompatible`, `ledger.currency.invalid`, `customer.not.active` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/account`. Reference: docs/reference/operations.md#createaccount
   */
  create(args: CreateAccount, options?: CallOptions): Promise<Account>
  /**
   * Creates an account of a chain currency.
   *
   * xpub is the extended public key of the wallet; the account begins with a deposit address generated from it, unless it has no index left: that of index, or the next one. On ALGO, BNB, EGLD, SOL, XLM and XRP it is an address instead. Without it, addresses of these chains can be assigned later.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.xpub.present`, `account.xpub.missing`, `account.xpub.incompatible`, `ledger.currency.invalid`, `customer.not.active`, `account.blockchain.testnet`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/account`. Reference: docs/reference/operations.md#createaccountxpub
   */
  createOnChain(args: CreateAccountXpub, options?: CallOptions): Promise<Account>
  /**
   * Creates several accounts.
   *
   * Creates all of them or none. A refusal names the position of the account that caused it.
   *
   * Costs 2 credits + 1 per account created. It takes an idempotency key.
   *
   * Refused with `account.xpub.present`, `account.xpub.missing`, `account.xpub.incompatible`, `ledger.currency.invalid`, `customer.not.active`, `account.blockchain.testnet`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/account/batch`. Reference: docs/reference/operations.md#createaccountbatch
   */
  createBatch(args: CreateAccountBatch, options?: CallOptions): Promise<Account[]>
  /**
   * Returns an active account.
   *
   * Costs 1 credit.
   *
   * Refused with `account.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ledger/account/{id}`. Reference: docs/reference/operations.md#getaccountbyaccountid
   */
  get(args: GetAccountByAccountIdArguments, options?: CallOptions): Promise<Account>
  /**
   * Returns all accounts.
   *
   * Includes inactive accounts. Sorted by ID unless sortBy names another field.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/account`. Reference: docs/reference/operations.md#getaccounts
   */
  list(args?: GetAccountsArguments, options?: CallOptions): Promise<Account[]>
  /**
   * Returns a customer's active accounts.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/account/customer/{id}`. Reference: docs/reference/operations.md#getaccountsbycustomerid
   */
  listOfCustomer(args: GetAccountsByCustomerIdArguments, options?: CallOptions): Promise<Account[]>
  /**
   * Returns the number of accounts.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/account/count`. Reference: docs/reference/operations.md#getaccountscount
   */
  count(args?: GetAccountsCountArguments, options?: CallOptions): Promise<EntitiesCount>
  /**
   * Updates an account's code and number.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.customer.inactive` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/account/{id}`. Reference: docs/reference/operations.md#updateaccountbyaccountid
   */
  update(args: UpdateAccountByAccountIdArguments, options?: CallOptions): Promise<null>
  /**
   * Returns an account's balance.
   *
   * Costs 1 credit.
   *
   * Refused with `account.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ledger/account/{id}/balance`. Reference: docs/reference/operations.md#getaccountbalance
   */
  balance(args: GetAccountBalanceArguments, options?: CallOptions): Promise<AccountBalance>
  /**
   * Returns an account's balance at a past time.
   *
   * Returns what getAccountBalance returned at the end of that millisecond. A time in the future is refused, and so is a time before the account was opened. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 1 credit.
   *
   * Refused with `account.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ledger/account/{id}/balance/at`. Reference: docs/reference/operations.md#getaccountbalanceat
   */
  balanceAt(args: GetAccountBalanceAtArguments, options?: CallOptions): Promise<AccountBalanceAt>
  /**
   * Credits an account with value from outside.
   *
   * For value that comes by bank, by card or in cash, in any currency. It is in the records as a deposit. Send an idempotency key: the reference is only shown, and does not keep a repeated call from crediting twice. Deposits on chains that the service follows are credited without it, and reconcile shows funded coins as balances that nothing on a chain explains. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `amount.format`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/account/{id}/fund`. Reference: docs/reference/operations.md#fund
   */
  fund(args: FundArguments, options?: CallOptions): Promise<TransactionResult>
  /**
   * Debits an account of value that leaves.
   *
   * For value that leaves by bank, by card or in cash, in any currency. It is refused where a payment of the account would be, and sends nothing: to pay an address of a chain, see the withdrawals. This operation is Tallystick's own, beside the documented ones.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `amount.format`, `rate.not.found`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `balance.insufficient` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/account/{id}/withdraw`. Reference: docs/reference/operations.md#withdraw
   */
  withdraw(args: WithdrawArguments, options?: CallOptions): Promise<TransactionResult>
  /**
   * Activates an account.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.active`, `account.customer.inactive` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/account/{id}/activate`. Reference: docs/reference/operations.md#activateaccount
   */
  activate(args: ActivateAccountArguments, options?: CallOptions): Promise<null>
  /**
   * Deactivates an account.
   *
   * The balance must be zero, and nothing may be blocked. The account stays in all transaction histories.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.inactive`, `account.trade.non.zero`, `account.balance.non.zero` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/account/{id}/deactivate`. Reference: docs/reference/operations.md#deactivateaccount
   */
  deactivate(args: DeactivateAccountArguments, options?: CallOptions): Promise<null>
  /**
   * Freezes an account.
   *
   * No funds can leave a frozen account. It can still receive payments.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.customer.inactive`, `account.frozen` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/account/{id}/freeze`. Reference: docs/reference/operations.md#freezeaccount
   */
  freeze(args: FreezeAccountArguments, options?: CallOptions): Promise<null>
  /**
   * Unfreezes an account.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.customer.inactive`, `account.not.frozen` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/account/{id}/unfreeze`. Reference: docs/reference/operations.md#unfreezeaccount
   */
  unfreeze(args: UnfreezeAccountArguments, options?: CallOptions): Promise<null>
}

export interface BlockagesCalls {
  /**
   * Blocks an amount of an account.
   *
   * The amount may exceed the available balance, unless ensureSufficientBalance is set.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.inactive`, `amount.format`, `balance.insufficient` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/account/block/{id}`. Reference: docs/reference/operations.md#blockamount
   */
  create(args: BlockAmountArguments, options?: CallOptions): Promise<Id>
  /**
   * Returns a blockage.
   *
   * Costs 1 credit.
   *
   * Refused with `blockage.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ledger/account/block/{id}/detail`. Reference: docs/reference/operations.md#getblockamountbyid
   */
  get(args: GetBlockAmountByIdArguments, options?: CallOptions): Promise<Blockage>
  /**
   * Returns the blockages of an account.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/account/block/{id}`. Reference: docs/reference/operations.md#getblockamount
   */
  list(args: GetBlockAmountArguments, options?: CallOptions): Promise<Blockage[]>
  /**
   * Releases a blockage and pays from it.
   *
   * Releases the whole blockage, even if less is paid. If the payment is refused, the blockage stays.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `blockage.not.exists`, `blockage.trade`, `senderAccount.not.exists`, `recipientAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `transaction.currency.incompatible`, `amount.format`, `blockage.amount.exceeded`, `balance.insufficient`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/account/block/{id}`. Reference: docs/reference/operations.md#unblockamountwithtransaction
   */
  pay(args: UnblockAmountWithTransactionArguments, options?: CallOptions): Promise<TransactionResult>
  /**
   * Deletes a blockage.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `blockage.not.exists`, `blockage.trade`, `account.frozen` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/ledger/account/block/{id}`. Reference: docs/reference/operations.md#deleteblockamount
   */
  delete(args: DeleteBlockAmountArguments, options?: CallOptions): Promise<null>
  /**
   * Deletes all blockages of an account.
   *
   * Does not delete a freeze, unfreeze the account instead; nor what open orders block, cancel them instead. Many are deleted in several units of work, the oldest first.
   *
   * Costs 1 credit + 1 per deleted blockage. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `customer.blockage.inactive` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/ledger/account/block/account/{id}`. Reference: docs/reference/operations.md#deleteallblockamount
   */
  deleteAll(args: DeleteAllBlockAmountArguments, options?: CallOptions): Promise<null>
}

export interface CustomersCalls {
  /**
   * Returns a customer by internal or external ID.
   *
   * Costs 1 credit.
   *
   * Refused with `customer.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ledger/customer/{id}`. Reference: docs/reference/operations.md#getcustomerbyexternalorinternalid
   */
  get(args: GetCustomerByExternalOrInternalIdArguments, options?: CallOptions): Promise<Customer>
  /**
   * Returns all customers.
   *
   * Includes inactive and disabled customers.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/customer`. Reference: docs/reference/operations.md#findallcustomers
   */
  list(args: FindAllCustomersArguments, options?: CallOptions): Promise<Customer[]>
  /**
   * Updates a customer.
   *
   * Use it, for example, when the ID in your own system or the country changes.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `customer.internal.not.exists`, `customer.inactive` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/customer/{id}`. Reference: docs/reference/operations.md#updatecustomer
   */
  update(args: UpdateCustomerArguments, options?: CallOptions): Promise<Customer>
  /**
   * Activates a customer.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `customer.internal.not.exists`, `customer.active` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/customer/{id}/activate`. Reference: docs/reference/operations.md#activatecustomer
   */
  activate(args: ActivateCustomerArguments, options?: CallOptions): Promise<null>
  /**
   * Deactivates a customer.
   *
   * All accounts of the customer must be deactivated. A deactivated customer cannot perform any operation.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `customer.internal.not.exists`, `customer.inactive`, `customer.deactivate.account.active` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/customer/{id}/deactivate`. Reference: docs/reference/operations.md#deactivatecustomer
   */
  deactivate(args: DeactivateCustomerArguments, options?: CallOptions): Promise<null>
  /**
   * Disables a customer.
   *
   * A disabled customer cannot open accounts or send payments, and its available balance is 0. Balances stay.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `customer.internal.not.exists`, `customer.inactive`, `customer.disabled` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/customer/{id}/disable`. Reference: docs/reference/operations.md#disablecustomer
   */
  disable(args: DisableCustomerArguments, options?: CallOptions): Promise<null>
  /**
   * Enables a customer.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `customer.internal.not.exists`, `customer.inactive`, `customer.enabled` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/customer/{id}/enable`. Reference: docs/reference/operations.md#enablecustomer
   */
  enable(args: EnableCustomerArguments, options?: CallOptions): Promise<null>
}

export interface TransactionsCalls {
  /**
   * Pays from one account to another.
   *
   * Settles at once, as two records with one reference. A refused payment leaves no record.
   *
   * Costs 4 credits. It takes an idempotency key.
   *
   * Refused with `senderAccount.not.exists`, `recipientAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `transaction.currency.incompatible`, `amount.format`, `balance.insufficient`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/transaction`. Reference: docs/reference/operations.md#sendtransaction
   */
  send(args: CreateTransaction, options?: CallOptions): Promise<TransactionResult>
  /**
   * Makes several payments from one account.
   *
   * Makes all of them or none. A refusal names the position of the payment that caused it.
   *
   * Answer: References, in the order of the request.
   *
   * Costs 2 credits + 2 per transaction. It takes an idempotency key.
   *
   * Refused with `senderAccount.not.exists`, `recipientAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `transaction.currency.incompatible`, `amount.format`, `balance.insufficient`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/transaction/batch`. Reference: docs/reference/operations.md#sendtransactionbatch
   */
  sendBatch(args: BatchCreateTransaction, options?: CallOptions): Promise<string[]>
  /**
   * Makes several payments of several accounts.
   *
   * Each payment names its own sender, so the payments may be in different currencies: both sides of an exchange, a payment and its fee. Makes all of them or none. A refusal names the position of the payment that caused it. This operation is Tallystick's own, beside the documented ones.
   *
   * Answer: References, in the order of the request.
   *
   * Costs 2 credits + 2 per transaction. It takes an idempotency key.
   *
   * Refused with `senderAccount.not.exists`, `recipientAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `transaction.currency.incompatible`, `amount.format`, `balance.insufficient`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/transaction/linked`. Reference: docs/reference/operations.md#sendlinkedtransactions
   */
  sendLinked(args: LinkedTransactions, options?: CallOptions): Promise<string[]>
  /**
   * Returns all transactions of the ledger.
   *
   * Returns a page, newest first; with count, the number of transactions instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/ledger/transaction/ledger`. Reference: docs/reference/operations.md#gettransactions
   */
  list(args?: GetTransactionsArguments, options?: CallOptions): Promise<GetTransactionsByAccountId200Response>
  /**
   * Returns an account's transactions.
   *
   * Returns a page, newest first; with count, the number of transactions instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/ledger/transaction/account`. Reference: docs/reference/operations.md#gettransactionsbyaccountid
   */
  listOfAccount(args: GetTransactionsByAccountIdArguments, options?: CallOptions): Promise<GetTransactionsByAccountId200Response>
  /**
   * Returns a customer's transactions.
   *
   * Includes those of deactivated accounts. Returns a page, newest first; with count, the number of transactions instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/ledger/transaction/customer`. Reference: docs/reference/operations.md#gettransactionsbycustomerid
   */
  listOfCustomer(args: GetTransactionsByCustomerIdArguments, options?: CallOptions): Promise<GetTransactionsByAccountId200Response>
  /**
   * Returns the transactions of a reference.
   *
   * Returns both records of a payment, the sender's first. If a caller gave one reference to many mints or revocations, they come in pages, oldest first; pageSize and offset count mints and revocations, not their records.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/transaction/reference/{reference}`. Reference: docs/reference/operations.md#gettransactionsbyreference
   */
  listOfReference(args: GetTransactionsByReferenceArguments, options?: CallOptions): Promise<Transaction[]>
}

export interface CurrenciesCalls {
  /**
   * Creates a virtual currency.
   *
   * Returns the account that holds the first supply. The name must begin with VC_.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `customer.not.active`, `virtual.name.prefix`, `virtual.duplicate`, `virtual.creation.error`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/ledger/virtualCurrency`. Reference: docs/reference/operations.md#createcurrency
   */
  create(args: VirtualCurrency, options?: CallOptions): Promise<Account>
  /**
   * Returns a virtual currency, or a registered token.
   *
   * Costs 1 credit.
   *
   * Refused with `vc.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/ledger/virtualCurrency/{name}`. Reference: docs/reference/operations.md#getcurrency
   */
  get(args: GetCurrencyArguments, options?: CallOptions): Promise<VC>
  /**
   * Updates the base pair and rate of a virtual currency or a registered token.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `vc.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/virtualCurrency`. Reference: docs/reference/operations.md#updatecurrency
   */
  update(args: VirtualCurrencyUpdate, options?: CallOptions): Promise<null>
  /**
   * Mints new supply into an account.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `vc.not.found`, `virtual.account.notValid`, `amount.format`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/virtualCurrency/mint`. Reference: docs/reference/operations.md#mintcurrency
   */
  mint(args: VirtualCurrencyOperation, options?: CallOptions): Promise<TransactionResult>
  /**
   * Revokes supply from an account.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `amount.format`, `vc.not.found`, `virtual.account.notValid`, `virtual.account.balance`, `rate.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/ledger/virtualCurrency/revoke`. Reference: docs/reference/operations.md#revokecurrency
   */
  revoke(args: VirtualCurrencyOperation, options?: CallOptions): Promise<TransactionResult>
}

export interface AddressesCalls {
  /**
   * Generates a deposit address.
   *
   * Takes the next index of the xpub, from 1. All accounts of an xpub share its indexes. On XRP, XLM and BNB the address is the account of the blockchain, and the index is the tag or memo.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.xpub.missing`, `account.xpub.incompatible`, `account.blockchain.testnet`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/account/{id}/address`. Reference: docs/reference/operations.md#generatedepositaddress
   */
  create(args: GenerateDepositAddressArguments, options?: CallOptions): Promise<Address>
  /**
   * Generates several deposit addresses.
   *
   * Generates all of them or none, and answers in the order of the request.
   *
   * Costs 2 credits + 1 per created address. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.xpub.missing`, `account.xpub.incompatible`, `account.blockchain.testnet`, `offchain.not.supported`, `xpub.used`, `address.index.used`, `address.used`, `address.busy` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/account/address/batch`. Reference: docs/reference/operations.md#generatedepositaddressesbatch
   */
  createBatch(args: OffchainAddresses, options?: CallOptions): Promise<Address[]>
  /**
   * Lists the deposit addresses of an account.
   *
   * The generated ones first, by their index; of more than 10,000 those with the highest. Without those that were removed.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/offchain/account/{id}/address`. Reference: docs/reference/operations.md#getalldepositaddresses
   */
  list(args: GetAllDepositAddressesArguments, options?: CallOptions): Promise<Address[]>
  /**
   * Finds the account of an address.
   *
   * Costs 1 credit.
   *
   * Refused with `account.not.exists`, `offchain.not.supported`, `address.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/offchain/account/address/{address}/{currency}`. Reference: docs/reference/operations.md#addressexists
   */
  find(args: AddressExistsArguments, options?: CallOptions): Promise<Account>
  /**
   * Assigns an address to an account.
   *
   * For an account without xpub. What arrives at the address from then on is credited; what is there already is not.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `account.xpub.present`, `account.blockchain.testnet`, `offchain.not.supported`, `address.used` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/account/{id}/address/{address}`. Reference: docs/reference/operations.md#assignaddress
   */
  assign(args: AssignAddressArguments, options?: CallOptions): Promise<Address>
  /**
   * Removes an address from an account.
   *
   * What arrives at the address from then on is not credited. A generated address is never given to an account again.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `account.not.exists`, `offchain.not.supported`, `address.not.found` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/offchain/account/{id}/address/{address}`. Reference: docs/reference/operations.md#removeaddress
   */
  remove(args: RemoveAddressArguments, options?: CallOptions): Promise<null>
}

export interface DepositsCalls {
  /**
   * Returns deposits.
   *
   * Sorted by the time when they were first seen, unless sort names another order.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/deposits`. Reference: docs/reference/operations.md#getdeposits
   */
  list(args?: GetDepositsArguments, options?: CallOptions): Promise<Deposit[]>
  /**
   * Returns the number of deposits.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/ledger/deposits/count`. Reference: docs/reference/operations.md#getdepositscount
   */
  count(args?: GetDepositsCountArguments, options?: CallOptions): Promise<EntitiesCount>
}

export interface WithdrawalsCalls {
  /**
   * Stores a withdrawal.
   *
   * Takes amount and fee from the account at once, and on chains of outputs reserves what the transaction is to spend. Sign it elsewhere, and broadcast it with the ID of the withdrawal. Until then, no other withdrawal of the currency is stored for the same wallet. Clients may leave fields of a transfer in the body, also keys: they are dropped unread.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `senderAccount.not.exists`, `senderAccount.customer.disabled`, `senderAccount.frozen`, `account.xpub.missing`, `offchain.not.supported`, `withdrawal.account.virtual`, `account.blockchain.testnet`, `withdrawal.recipient.format`, `amount.format`, `fee.format`, `attr.wrong.format`, `transaction.amount.btc`, `transaction.amount.eth`, `balance.insufficient`, `rate.not.found`, `fee.exceptional`, `withdrawal.pending`, `withdrawal.held`, `withdrawal.denied`, `withdrawal.approval.required`, `withdrawal.busy`, `transaction.invalid.body`, `amount.dust`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/withdrawal`. Reference: docs/reference/operations.md#storewithdrawal
   */
  create(args: Withdrawal, options?: CallOptions): Promise<WithdrawalResponse>
  /**
   * Returns withdrawals.
   *
   * The newest first, on the network of the API key. Includes those of one-call transfers.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/offchain/withdrawal`. Reference: docs/reference/operations.md#getwithdrawals
   */
  list(args: GetWithdrawalsArguments, options?: CallOptions): Promise<WithdrawalObject[]>
  /**
   * Broadcasts the transaction of a withdrawal.
   *
   * The transaction must be that of the withdrawal: it pays the recipients and nobody else, and spends what was reserved. It is recorded before a node gets it. Once a node has it, the withdrawal is done. If nobody knows yet, completed is false, and the service repeats the transaction until a node accepts it or the chain rules it out.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `broadcast.failed.withdrawalId`, `withdrawal.missing`, `withdrawal.unexpected.state`, `offchain.not.supported`, `transaction.invalid.body`, `claim.taken`, `kms.missing`, `kms.unexpected.state`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable`, `fee.exceptional`, `blockchain.broadcast.error`, `bch.broadcast.failed`, `ethereum.broadcast.failed`, `polygon.broadcast.failed`, `bsc.broadcast.failed`, `klaytn.broadcast.failed`, `kcs.broadcast.failed`, `xdc.broadcast.failed`, `xrp.broadcast.failed` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/offchain/withdrawal/broadcast`. Reference: docs/reference/operations.md#broadcastblockchaintransaction
   */
  broadcast(args: BroadcastWithdrawal, options?: CallOptions): Promise<BroadcastResponse>
  /**
   * Completes a withdrawal.
   *
   * For a transaction that somebody else has sent. A node must have it, and it must be that of the withdrawal: it pays the recipients and nobody else, and spends what was reserved. A repeated call changes nothing.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `tx.not.found`, `withdrawal.missing`, `withdrawal.unexpected.state`, `offchain.not.supported`, `transaction.invalid.body`, `claim.taken`, `kms.missing`, `kms.unexpected.state`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/offchain/withdrawal/{id}/{txId}`. Reference: docs/reference/operations.md#completewithdrawal
   */
  complete(args: CompleteWithdrawalArguments, options?: CallOptions): Promise<null>
  /**
   * Cancels a withdrawal in progress.
   *
   * The account gets its money back. Refused while a signed transaction of the withdrawal may still be confirmed: it may have been sent although its broadcast has failed. On XRP and Stellar, it is also refused while the service is more than 20 blocks behind the chain: one of those may show a payment. A pending signature of the withdrawal is deleted. On Solana, where its system may have sent it, the call is refused: delete the pending signature, which cancels the withdrawal when a node has proven that nothing was sent. A repeated call changes nothing.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `withdrawal.missing`, `account.not.exists`, `rate.not.found`, `withdrawal.not.cancelled.transaction.failed`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/offchain/withdrawal/{id}`. Reference: docs/reference/operations.md#cancelinprogresswithdrawal
   */
  cancel(args: CancelInProgressWithdrawalArguments, options?: CallOptions): Promise<null>
  /**
   * Returns the withdrawals that wait for the approval of another API key.
   *
   * Tallystick's own. Also returns the approved ones until a withdrawal has used the approval. The oldest first; expired ones are left out.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/offchain/approval`. Reference: docs/reference/operations.md#getwithdrawalapprovals
   */
  listApprovals(args?: GetWithdrawalApprovalsArguments, options?: CallOptions): Promise<WithdrawalApproval[]>
  /**
   * Approves or refuses a withdrawal.
   *
   * Tallystick's own. Another API key than the one that wants the withdrawal must call it. Then the first caller repeats its call. The approval is for exactly this account, amount and these recipients, and for one withdrawal. Until it is used, the answer can be changed.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `approval.not.found`, `approval.own`, `approval.used` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/offchain/approval/{id}`. Reference: docs/reference/operations.md#decidewithdrawalapproval
   */
  decideApproval(args: DecideWithdrawalApprovalArguments, options?: CallOptions): Promise<WithdrawalApproval>
}

export interface TradesCalls {
  /**
   * Places a limit order.
   *
   * Matches the order with those that wait: the best price first, then the one that came first, at its price. What is left waits in the book. A blockage of type TRADE holds what it may still cost.
   *
   * Costs 2 credits + 2 per fill. It takes an idempotency key.
   *
   * Refused with `trade.currency1AccountId.not.exists`, `trade.currency1AccountId.frozen`, `trade.currency1AccountId.customer.disabled`, `trade.currency1.pair`, `trade.currency2AccountId.not.exists`, `trade.currency2AccountId.frozen`, `trade.currency2AccountId.customer.disabled`, `trade.currency2.pair`, `trade.feeAccount`, `trade.currency.fee`, `amount.format`, `rate.not.found`, `trade.currency1.balance`, `trade.currency2.balance` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/trade`. Reference: docs/reference/operations.md#createtrade
   */
  create(args: CreateTrade, options?: CallOptions): Promise<Id>
  /**
   * Places a future.
   *
   * Is matched as a limit order, with futures of the same attr only. Nothing moves before the seal date; until then each side blocks a percentage. Then the two exchange what both have; who has less than he promised pays a penalty.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `trade.terms`, `trade.currency1AccountId.not.exists`, `trade.currency1AccountId.frozen`, `trade.currency1AccountId.customer.disabled`, `trade.currency1.pair`, `trade.currency2AccountId.not.exists`, `trade.currency2AccountId.frozen`, `trade.currency2AccountId.customer.disabled`, `trade.currency2.pair`, `trade.feeAccount`, `trade.currency.fee`, `amount.format`, `rate.not.found`, `trade.currency1.balance`, `trade.currency2.balance` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/trade`. Reference: docs/reference/operations.md#createfuturetrade
   */
  createFuture(args: CreateFutureTrade, options?: CallOptions): Promise<Id>
  /**
   * Returns an order, open or ended.
   *
   * Costs 1 credit.
   *
   * Refused with `trade.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/trade/{id}`. Reference: docs/reference/operations.md#gettradebyid
   */
  get(args: GetTradeByIdArguments, options?: CallOptions): Promise<Trade>
  /**
   * Lists open orders that buy.
   *
   * The newest first, unless sorted. With count, the number of orders instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/trade/buy`. Reference: docs/reference/operations.md#getbuytradesbody
   */
  listBuys(args: ListOderBookActiveBuyBody, options?: CallOptions): Promise<Trade[] | number>
  /**
   * Lists open orders that sell.
   *
   * The newest first, unless sorted. With count, the number of orders instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/trade/sell`. Reference: docs/reference/operations.md#getselltradesbody
   */
  listSells(args: ListOderBookActiveSellBody, options?: CallOptions): Promise<Trade[] | number>
  /**
   * Lists futures that are matched and wait for their seal date.
   *
   * The newest first, unless sorted. With count, the number of orders instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/trade/matched`. Reference: docs/reference/operations.md#getmatchedtrades
   */
  listMatched(args: ListOderBookMatchedBody, options?: CallOptions): Promise<Trade[] | number>
  /**
   * Lists orders that ended, traded or cancelled.
   *
   * The newest first, unless sorted. With count, the number of orders instead.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `POST /v3/trade/history`. Reference: docs/reference/operations.md#gethistoricaltradesbody
   */
  listHistory(args?: ListOderBookHistoryBody, options?: CallOptions): Promise<Trade[] | number>
  /**
   * Returns prices of a pair over time.
   *
   * At most 200 points: the first ones from `from` on, or the last ones until `to` if direction is desc. Spans without a trade have no point. Spans begin in UTC.
   *
   * Costs 2 credits.
   *
   * Over HTTP: `POST /v3/trade/chart`. Reference: docs/reference/operations.md#chartrequest
   */
  chart(args: ChartRequestArguments, options?: CallOptions): Promise<Chart[]>
  /**
   * Cancels an open order.
   *
   * What it has traded stays; what it blocks is released.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `trade.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/trade/{id}`. Reference: docs/reference/operations.md#deletetrade
   */
  delete(args: DeleteTradeArguments, options?: CallOptions): Promise<null>
  /**
   * Cancels all open orders of an account.
   *
   * Those that pay from the account, and those that would pay to it.
   *
   * Costs 1 credit + 1 per cancelled order. It takes an idempotency key.
   *
   * Refused with `account.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/trade/account/{id}`. Reference: docs/reference/operations.md#deleteaccounttrades
   */
  deleteOfAccount(args: DeleteAccountTradesArguments, options?: CallOptions): Promise<null>
}

export interface ManagedWalletsCalls {
  /**
   * Creates a managed wallet.
   *
   * The service makes a private key and keeps it, encrypted. Beside the call, the wallet costs 10 credits for each day that it exists, the first one included. An API key of the free plan has 10 wallets at most.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `managed.wallet.limit`, `vault.not.configured`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/custodial/wallet`. Reference: docs/reference/operations.md#custodialcreatewallet
   */
  create(args: CustodialCreateWalletRequest, options?: CallOptions): Promise<CustodialManagedAddress>
  /**
   * Returns a managed wallet.
   *
   * With export, the answer has the private key, if the operator allows it. Each export is recorded.
   *
   * Costs 1 credit.
   *
   * Refused with `managed.wallet.missing`, `managed.wallet.export`, `vault.not.configured`, `chain.not.configured` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/custodial/wallet/{id}`. Reference: docs/reference/operations.md#custodialgetwallet
   */
  get(args: CustodialGetWalletArguments, options?: CallOptions): Promise<CustodialManagedAddress[]>
  /**
   * Returns the managed wallets.
   *
   * The oldest first, at most 10,000.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/custodial/wallet`. Reference: docs/reference/operations.md#custodialgetwallets
   */
  list(args?: CustodialGetWalletsArguments, options?: CallOptions): Promise<CustodialManagedAddress[]>
  /**
   * Deletes a managed wallet and its private key.
   *
   * The key is gone for good, and with it all that its address still has.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `managed.wallet.missing`, `managed.wallet.denied` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/custodial/wallet/{id}`. Reference: docs/reference/operations.md#custodialdeletewallet
   */
  delete(args: CustodialDeleteWalletArguments, options?: CallOptions): Promise<null>
}

export interface SignaturesCalls {
  /**
   * Returns a pending signature.
   *
   * Includes completed ones. txId is present once a node has had the transaction.
   *
   * Costs 1 credit.
   *
   * Refused with `kms.missing` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/kms/{id}`. Reference: docs/reference/operations.md#getpendingtransactiontosign
   */
  get(args: GetPendingTransactionToSignArguments, options?: CallOptions): Promise<PendingTransaction>
  /**
   * Returns the pending signatures of a chain.
   *
   * Returns those on the network of the API key. A testnet key returns those of every testnet.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/kms/pending/{chain}`. Reference: docs/reference/operations.md#getpendingtransactionstosign
   */
  list(args: GetPendingTransactionsToSignArguments, options?: CallOptions): Promise<PendingTransaction[]>
  /**
   * Returns the pending signatures of a chain for many wallets.
   *
   * Key-management systems use this call from version 5 on; older ones use GET on this path. An empty list of wallets returns nothing.
   *
   * Costs 1 credit per 500 signature IDs.
   *
   * Over HTTP: `POST /v3/kms/pending/{chain}`. Reference: docs/reference/operations.md#receivependingtransactionstosign
   */
  receive(args: ReceivePendingTransactionsToSignArguments, options?: CallOptions): Promise<PendingTransaction[]>
  /**
   * Completes a pending signature.
   *
   * Use it for a transaction that the key-management system sent itself; the broadcast operation of the chain completes the ones that it sends. A node must have the transaction, and the transaction must do what was requested. If no node has it, the call is refused and the signature stays pending. A repeated call changes nothing.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `kms.missing`, `kms.unexpected.state`, `tx.not.found`, `transaction.invalid.body`, `claim.taken`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/kms/{id}/{txId}`. Reference: docs/reference/operations.md#completependingsignature
   */
  complete(args: CompletePendingSignatureArguments, options?: CallOptions): Promise<null>
  /**
   * Deletes a pending signature.
   *
   * Releases the outputs or the nonce of its transaction, and cancels its withdrawal. A signed one cannot be deleted, nor one of a withdrawal on XRP or Stellar while the service is more than 20 blocks behind the chain. On Solana, where the system sends transactions itself, the signature is not listed any more at once, and deleted when a node has proven that it was not sent. If it was sent, it is completed.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Refused with `kms.missing`, `kms.unexpected.state`, `withdrawal.not.cancelled.transaction.failed`, `chain.not.configured`, `chain.unsupported`, `chain.unavailable` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/kms/{id}`. Reference: docs/reference/operations.md#deletependingtransactiontosign
   */
  delete(args: DeletePendingTransactionToSignArguments, options?: CallOptions): Promise<null>
  /**
   * Reports pending signatures that could not be signed.
   *
   * They stay pending. Signed, completed, deleted and unknown ones are ignored. On Solana, where the system sends transactions itself, one is listed again only after a node has proven that it was not sent. If it was sent, it is completed.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Over HTTP: `POST /v3/tatum/kms/batch`. Reference: docs/reference/operations.md#kmsreporterrors
   */
  reportErrors(args: KmsBatchErrors, options?: CallOptions): Promise<null>
}

export interface SubscriptionsCalls {
  /**
   * Returns subscriptions.
   *
   * The oldest first; with address, only those of ADDRESS_TRANSACTION to it.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/subscription`. Reference: docs/reference/operations.md#getsubscriptions
   */
  list(args: GetSubscriptionsArguments, options?: CallOptions): Promise<Subscription[]>
  /**
   * Returns the number of subscriptions.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/subscription/count`. Reference: docs/reference/operations.md#getsubscriptionscount
   */
  count(args: GetSubscriptionsCountArguments, options?: CallOptions): Promise<EntitiesCount>
  /**
   * Returns the report of a subscription.
   *
   * ACCOUNT_BALANCE_LIMIT: the active accounts above the limit, the oldest first. TRANSACTION_HISTORY_REPORT: the transactions of the interval, counted back from the call, newest first. At most 20000 records.
   *
   * Costs 1 credit + 1 per 50 returned records.
   *
   * Refused with `subscription.not.exists`, `subscription.type.invalid` (docs/reference/errors.md).
   *
   * Over HTTP: `GET /v3/subscription/report/{id}`. Reference: docs/reference/operations.md#getsubscriptionreport
   */
  report(args: GetSubscriptionReportArguments, options?: CallOptions): Promise<GetSubscriptionReport200Response>
  /**
   * Changes the URL of a subscription.
   *
   * Its secret stays. Webhooks that are not delivered yet go to the new URL too.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `subscription.not.exists`, `subscription.type.invalid` (docs/reference/errors.md).
   *
   * Over HTTP: `PUT /v3/subscription/{id}`. Reference: docs/reference/operations.md#updatesubscription
   */
  update(args: UpdateSubscriptionArguments, options?: CallOptions): Promise<null>
  /**
   * Deletes a subscription.
   *
   * Its webhooks stay in the log. Those that are not delivered yet are not sent any more.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `subscription.not.exists` (docs/reference/errors.md).
   *
   * Over HTTP: `DELETE /v3/subscription/{id}`. Reference: docs/reference/operations.md#deletesubscription
   */
  delete(args: DeleteSubscriptionArguments, options?: CallOptions): Promise<null>
  /**
   * Returns webhooks, with what they were answered.
   *
   * The newest first, unless direction is asc. What handlers within a process are told is left out.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/subscription/webhook`. Reference: docs/reference/operations.md#getallwebhooks
   */
  listWebhooks(args: GetAllWebhooksArguments, options?: CallOptions): Promise<WebHook[]>
  /**
   * Returns the number of webhooks.
   *
   * Costs 1 credit.
   *
   * Over HTTP: `GET /v3/subscription/webhook/count`. Reference: docs/reference/operations.md#getallwebhookscount
   */
  countWebhooks(args: GetAllWebhooksCountArguments, options?: CallOptions): Promise<EntitiesCount>
  /**
   * Has a webhook sent again.
   *
   * Tallystick's own. It is sent at once, byte for byte as before, to where its subscription goes now, and has all attempts of its plan again: one that has failed, one that waits, and one that was delivered. It counts as one more of those that its plan sends in a month.
   *
   * Costs 1 credit. It takes an idempotency key.
   *
   * Refused with `webhook.not.exists`, `webhook.plan.limit` (docs/reference/errors.md).
   *
   * Over HTTP: `POST /v3/subscription/webhook/{id}/replay`. Reference: docs/reference/operations.md#replaywebhook
   */
  replayWebhook(args: ReplayWebhookArguments, options?: CallOptions): Promise<WebHook>
  /**
   * Sends x-payload-hash with the webhooks of this API key.
   *
   * The header has the HMAC-SHA512 of the body, as Base64. A second call replaces the key of the digest.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Over HTTP: `PUT /v3/subscription`. Reference: docs/reference/operations.md#enablewebhookhmac
   */
  enableHmac(args: HmacWebHook, options?: CallOptions): Promise<null>
  /**
   * Stops sending x-payload-hash.
   *
   * Costs 2 credits. It takes an idempotency key.
   *
   * Over HTTP: `DELETE /v3/subscription`. Reference: docs/reference/operations.md#disablewebhookhmac
   */
  disableHmac(args?: DisableWebHookHmacArguments, options?: CallOptions): Promise<null>
}

/** Operations by noun: `accounts.create` is `createAccount`. */
export interface Groups {
  /** The operations on accounts. */
  readonly accounts: AccountsCalls
  /** The operations on blockages. */
  readonly blockages: BlockagesCalls
  /** The operations on customers. */
  readonly customers: CustomersCalls
  /** The operations on transactions. */
  readonly transactions: TransactionsCalls
  /** The operations on currencies. */
  readonly currencies: CurrenciesCalls
  /** The operations on addresses. */
  readonly addresses: AddressesCalls
  /** The operations on deposits. */
  readonly deposits: DepositsCalls
  /** The operations on withdrawals. */
  readonly withdrawals: WithdrawalsCalls
  /** The operations on trades. */
  readonly trades: TradesCalls
  /** The operations on managed wallets. */
  readonly managedWallets: ManagedWalletsCalls
  /** The operations on signatures. */
  readonly signatures: SignaturesCalls
  /** The operations on subscriptions. */
  readonly subscriptions: SubscriptionsCalls
}
