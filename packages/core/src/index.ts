/**
 * @tallystick/core: the rules of the ledger as pure functions. No await, no clock, no randomness, no I/O,
 * and no JavaScript number for money.
 */
export { API_KEY_LENGTH, type ApiKey, type Network } from './access/api-key.js'
export {
  freezeApiKey,
  type IssueApiKey,
  issueApiKey,
  type OnApiKey,
  revokeApiKey,
  unfreezeApiKey,
} from './access/decide.js'
export { API_KEYS } from './access/table.js'
export { type Account, available, availableThen } from './account/account.js'
export {
  activateAccount,
  deactivateAccount,
  freezeAccount,
  type NewAccount,
  type OnAccount,
  type OpenAccount,
  type OpenAccounts,
  type OwnedAccount,
  openAccount,
  openAccounts,
  type UpdateAccount,
  unfreezeAccount,
  updateAccount,
} from './account/decide.js'
export { ACCOUNTS } from './account/table.js'
export { applyChange, NotLoadedFault } from './apply.js'
export { type Blockage, blockedAmount, FREEZE_TYPE } from './blockage/blockage.js'
export {
  type OnBlockage,
  type PayFromBlockage,
  type PlaceBlockage,
  payFromBlockage,
  placeBlockage,
  releaseBlockage,
  releaseBlockages,
} from './blockage/decide.js'
export { BLOCKAGES } from './blockage/table.js'
export { type Cell, cellOf, itemsOf, literalOf, type Read, readOf, toCell } from './cell.js'
export { PLANS, type Plan, type PlanCode } from './credits/plan.js'
export { CHARGES, type Charge } from './credits/table.js'
export { ADDRESS_CHAINS, CHAIN_CURRENCIES, FIAT_CURRENCIES, TOKEN_CURRENCIES } from './currency/built-in.js'
export {
  builtInCurrency,
  type Currencies,
  type Currency,
  type CurrencyKind,
  currenciesWith,
  DEFAULT_ACCOUNTING_CURRENCY,
  mayBeOwn,
  VIRTUAL_PREFIX,
  VIRTUAL_SCALE,
  type VirtualCurrency,
} from './currency/currency.js'
export {
  type CreateCurrency,
  createCurrency,
  mintCurrency,
  revokeCurrency,
  type UpdateCurrency,
  updateCurrency,
} from './currency/decide.js'
export { CURRENCIES } from './currency/table.js'
export type { Customer } from './customer/customer.js'
export {
  activateCustomer,
  deactivateCustomer,
  disableCustomer,
  enableCustomer,
  type NewCustomer,
  type OnCustomer,
  type UpdateCustomer,
  updateCustomer,
} from './customer/decide.js'
export { CUSTOMERS } from './customer/table.js'
export { dayOf, monthOf } from './day.js'
export { BigNumber, times, toBigInt } from './decimal.js'
export { accept, type Decision, type Refusal, type Rule, reject } from './decision.js'
export { type RecordDeposit, recordDeposit } from './deposit/decide.js'
export { type Deposit, type DepositStatus, depositOutput } from './deposit/deposit.js'
export { DEPOSITS } from './deposit/table.js'
export {
  type AssignAddress,
  assignAddress,
  type DerivedAddress,
  type FirstAddress,
  type GenerateAddresses,
  generateAddresses,
  type RemoveAddress,
  removeAddress,
} from './deposit-address/decide.js'
export type {
  AddressPool,
  DepositAddress,
  DepositPlace,
  HomeNetwork,
} from './deposit-address/deposit-address.js'
export { ADDRESS_POOLS, DEPOSIT_ADDRESSES, HOME_NETWORKS } from './deposit-address/table.js'
export type { Env, RateTable } from './env.js'
export type { EventBodies, EventType, LogTold, SightingTold, TokenMoveTold } from './event/bodies.js'
export { Fault, Rejected } from './faults.js'
export {
  type BlockName,
  CHAINS_TENANT,
  type Cursor,
  cursorKey,
  type FollowedChain,
  kept,
} from './follow/cursor.js'
export {
  type BeginFollowing,
  beginFollowing,
  type CreditDeposits,
  creditDeposits,
  type DepositName,
  isFollowed,
  type Observation,
  type ObserveBlock,
  type ObserveMore,
  observeBlock,
  observeMore,
  type Receipt,
  type UndoBlock,
  undoBlock,
} from './follow/decide.js'
export { CURSORS } from './follow/table.js'
export { type OpenHoldings, openHoldings } from './holding/decide.js'
export type { Holding, HoldingChange, HoldingName, HoldingPlace } from './holding/holding.js'
export { HOLDINGS } from './holding/table.js'
export {
  answerOf,
  DIGEST_DIGITS,
  type Digest,
  IDEMPOTENCY_RECORDS,
  type IdempotencyRecord,
  storedAnswer,
} from './idempotency/table.js'
export {
  type AccountId,
  type AgreementId,
  type ApiKeyId,
  type ApprovalId,
  type BlockageId,
  type CustomerId,
  type DepositId,
  type FillId,
  isSystemAccount,
  isUuid,
  type KeyUseId,
  type ManagedWalletId,
  type Reference,
  type SendId,
  type SignatureId,
  type SubscriptionId,
  type SystemRole,
  systemAccountId,
  type TenantId,
  type Timestamp,
  type TradeId,
  type WebhookId,
  type WithdrawalId,
} from './ids.js'
export type { Touched } from './items.js'
export {
  asWritten,
  ExactNumber,
  exactNumber,
  holdsLongNumber,
  isExact,
  isShort,
  type NumberReader,
  parseExact,
  parseWritten,
  plainDecimal,
  writeExact,
} from './json.js'
export {
  accountKey,
  addressPoolKey,
  agreementKey,
  apiKeyKey,
  approvalKey,
  blockageKey,
  currencyKey,
  customerKey,
  depositAddressKey,
  depositKey,
  externalIdKey,
  heardBy,
  holdingKey,
  homeNetworkKey,
  idempotencyRecordKey,
  outboxKey,
  outputKey,
  pairKey,
  paymentKey,
  paymentOwner,
  reservationKey,
  sendKey,
  signatureKey,
  spendingKey,
  subscriptionKey,
  subscriptionsTo,
  tradeKey,
  watchKey,
  webhookKey,
  withdrawalKey,
} from './key.js'
export { canonicalEntry, type EntryTerms, type EntryText, printEntry, readEntry } from './ledger/canonical.js'
export type { Cross } from './ledger/cross.js'
export {
  type LinkedPayment,
  type Pay,
  type PayBatch,
  type PayLinked,
  type PaymentOrder,
  pay,
  payBatch,
  payLinked,
} from './ledger/decide.js'
export {
  type Entry,
  type EntryDetails,
  type Leg,
  type OperationType,
  recordType,
  type TransactionType,
} from './ledger/entry.js'
export { fundAccount, withdrawFunds } from './ledger/outside.js'
export { otherDecimals } from './ledger/post.js'
export { VALUE_SCALE } from './ledger/value.js'
export { type Find, gathered, keysOf, loadInto, type Stored } from './load.js'
export {
  type ChargeManagedWallets,
  type CreateManagedWallet,
  chargeManagedWallets,
  createManagedWallet,
  type DestroyManagedWallet,
  destroyManagedWallet,
  type PayFee,
  payFee,
  type RewrapManagedWallet,
  rewrapManagedWallet,
  type UseManagedWallet,
  useManagedWallet,
} from './managed-wallet/decide.js'
export {
  type KeyPurpose,
  type KeyUse,
  type ManagedWallet,
  managedWalletKey,
} from './managed-wallet/managed-wallet.js'
export { KEY_USES, MANAGED_WALLETS } from './managed-wallet/table.js'
export { metadataOf, toMetadata } from './metadata/decide.js'
export {
  MAX_METADATA,
  type Metadata,
  type MetadataEntry,
  type MetadataKind,
  metadataId,
} from './metadata/metadata.js'
export { METADATA } from './metadata/table.js'
export {
  type Amount,
  type AmountFault,
  convert,
  type Decimal,
  fitsScale,
  formatDecimal,
  MAX_INTEGER_DIGITS,
  MAX_WIRE_LENGTH,
  PAR,
  type ParsedAmount,
  parseDecimal,
  parseRate,
  type Rate,
} from './money.js'
export { type MultiUndone, sidesOf } from './multi-token/change.js'
export {
  type MultiBalance,
  type MultiCreated,
  type MultiObserved,
  type MultiToken,
  type MultiTransfer,
  type MultiTransferred,
  multiTokenKey,
  multiTransferKey,
  placeFrom,
  placeOfTransfer,
} from './multi-token/multi-token.js'
export { MULTI_BALANCES, MULTI_TOKENS, MULTI_TRANSFERS } from './multi-token/table.js'
export { nearest } from './nearest.js'
export type { ChangeOutput, Made, Output, OutputName, OutputPlace, Spent } from './output/output.js'
export { isOfPool } from './output/output.js'
export { OUTPUTS } from './output/table.js'
export { ADMITTED, type Admission, admissionKeys, admit } from './policy/admission.js'
export { type Approval, type ApprovalStatus, isOpen } from './policy/approval.js'
export {
  type DecideApproval,
  decideApproval,
  type RequestApproval,
  requestApproval,
} from './policy/decide.js'
export type { Spending } from './policy/spending.js'
export { APPROVALS, SPENDINGS } from './policy/table.js'
export { Recent } from './recent.js'
export {
  describeCall,
  describeRejection,
  REJECTIONS,
  type Rejection,
  type RejectionCode,
  type RejectionRow,
  type Violation,
} from './rejection.js'
export { type RowChange, RowChanges } from './row-changes.js'
export type { RecordSend, SendEvent, Settled, SettleSend } from './send/command.js'
export { recordSend, settleSend } from './send/decide.js'
export { GAP_MS, type Gap, isGap } from './send/gap.js'
export {
  type HeldReservation,
  type Holder,
  heldBySend,
  heldBySignature,
  heldByWithdrawal,
  isSameReservation,
  MAX_INDEX,
  type OnChain,
  onChain,
  plainIndex,
  type Reservation,
  readReservations,
  sendOf,
  signatureOf,
  writeReservations,
} from './send/reservation.js'
export {
  isOver,
  isReplaceable,
  isTaken,
  isUnanswered,
  predecessors,
  type Send,
  type SendStatus,
  UNSETTLED,
} from './send/send.js'
export { RESERVATIONS, SENDS } from './send/table.js'
export {
  type ForgetGlimpses,
  forgetGlimpses,
  type Glimpse,
  type Glimpsed,
  glimpse,
} from './sighting/glimpse.js'
export { sightedObject, sightedParts } from './sighting/object.js'
export {
  type Lookout,
  lookoutKey,
  NO_BLOCK,
  type Sighted,
  type Sighting,
  type SightingName,
  sightingKey,
} from './sighting/sighting.js'
export { LOOKOUTS, SIGHTINGS } from './sighting/table.js'
export {
  type CompletePendingSignature,
  type CreatePendingSignature,
  completePendingSignature,
  createPendingSignature,
  type DeletePendingSignature,
  deletePendingSignature,
  type RenewPendingSignature,
  type ReportSignatureErrors,
  renewPendingSignature,
  reportSignatureErrors,
} from './signature/decide.js'
export {
  DOUBTED,
  type Doubt,
  doubtOf,
  isOfNetwork,
  type OnSignature,
  type PendingSignature,
  type SignatureStatus,
} from './signature/signature.js'
export { SIGNATURES } from './signature/table.js'
export { follow, type PastBalance, type StatusEntry } from './status/status.js'
export { STATUS_HISTORY } from './status/table.js'
export {
  chargeDay,
  type Subscribe,
  type Subscribed,
  setHmac,
  subscribe,
  unsubscribe,
  updateSubscription,
} from './subscription/decide.js'
export { MAX_WEBHOOKS } from './subscription/hearers.js'
export { type Outbox, type Subscription, type Watch, webhookUrlOf } from './subscription/subscription.js'
export { OUTBOXES, SUBSCRIPTIONS, WATCHES } from './subscription/table.js'
export {
  dailyCredits,
  isSubscriptionType,
  kindOf,
  MEMPOOLS,
  PENDING_CURRENCIES,
  SUBSCRIPTION_TYPES,
  type SubscriptionType,
} from './subscription/types.js'
export {
  type Condition,
  defineTable,
  type Field,
  type FieldType,
  type KeyLike,
  type Lookup,
  nameOf,
  type Owned,
  type Table,
  type Verb,
  type Where,
} from './table.js'
export {
  type Change,
  type Found,
  type Key,
  keyOf,
  type ListName,
  lookupOf,
  movableOf,
  orderOf,
  type Step,
  stepOf,
  subjectOf,
  TABLES,
  valuesOf,
} from './tables.js'
export { findUnstorable, storable, UNSTORABLE_TEXT } from './text.js'
export {
  type LinkToken,
  linkToken,
  type RegisteredToken,
  type RegisterToken,
  registerToken,
  type ShownToken,
} from './token/decide.js'
export { type DeployToken, deployToken, type PendToken, pendToken } from './token/deploy.js'
export { TOKENS } from './token/table.js'
export { type Token, tokenKey, tokenOfKey } from './token/token.js'
export {
  cancelTrade,
  cancelTrades,
  finishTrade,
  type OnPair,
  type OnTrade,
  type PlaceTrade,
  placeTrade,
  type Traded,
} from './trade/decide.js'
export { expireTrade, type OnAgreement, settleAgreement } from './trade/future.js'
export { mayCost, promised } from './trade/hold.js'
export { AGREEMENTS, FILLS, PAIRS, TRADES } from './trade/table.js'
export {
  type Agreement,
  type AgreementState,
  bookOf,
  type Fill,
  type FutureTerms,
  type Pair,
  payerOf,
  restOf,
  type Side,
  sideOf,
  TRADE_BLOCKAGE,
  type Trade,
  type TradeEnd,
  type TradeState,
  type TradeType,
} from './trade/trade.js'
export { View } from './view.js'
export {
  forwardWebhook,
  isDelivered,
  pruneWebhooks,
  replayWebhook,
  settleWebhook,
} from './webhook/decide.js'
export { leaseReceivers, releaseReceivers } from './webhook/lease.js'
export { RECEIVERS_TENANT, type Receiver } from './webhook/receiver.js'
export { RECEIVERS, WEBHOOKS } from './webhook/table.js'
export { BELOW_URLS, type Webhook, type WebhookStatus } from './webhook/webhook.js'
export { type Comparison, comparisonsOf, fieldOf, isEqual } from './where.js'
export {
  type CancelWithdrawal,
  type CompleteWithdrawal,
  cancelWithdrawal,
  completeWithdrawal,
  type PendWithdrawal,
  pendWithdrawal,
  type SendWithdrawal,
  type SightWithdrawal,
  sendWithdrawal,
  sightWithdrawal,
} from './withdrawal/decide.js'
export { haveSame } from './withdrawal/hold.js'
export { type StoreWithdrawal, storeWithdrawal } from './withdrawal/store.js'
export { WITHDRAWALS } from './withdrawal/table.js'
export {
  turnOf,
  type Withdrawal,
  type WithdrawalPayment,
  type WithdrawalStatus,
} from './withdrawal/withdrawal.js'
