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
export type { Answer, Change, Charge } from './change.js'
export { PLANS, type Plan, type PlanCode } from './credits/plan.js'
export {
  builtInCurrency,
  type Currency,
  type CurrencyKind,
  DEFAULT_ACCOUNTING_CURRENCY,
  VIRTUAL_PREFIX,
  VIRTUAL_SCALE,
  type VirtualCurrency,
} from './currency/currency.js'
export {
  type ChangeSupply,
  type CreateCurrency,
  createCurrency,
  mintCurrency,
  revokeCurrency,
  type UpdateCurrency,
  updateCurrency,
} from './currency/decide.js'
export { ADDRESS_CHAINS, CHAIN_CURRENCIES, FIAT_CURRENCIES, TOKEN_CURRENCIES } from './currency/table.js'
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
export { accept, type Decision, type Refusal, type Rule, reject } from './decision.js'
export { type RecordDeposit, recordDeposit } from './deposit/decide.js'
export { type Deposit, type DepositStatus, depositOutput } from './deposit/deposit.js'
export type { Env, RateTable } from './env.js'
export {
  type AccountId,
  type ApiKeyId,
  type BlockageId,
  type CustomerId,
  type DepositId,
  isSystemAccount,
  type Reference,
  type SendId,
  type SignatureId,
  type SystemRole,
  systemAccountId,
  type TenantId,
  type Timestamp,
} from './ids.js'
export {
  asWritten,
  ExactNumber,
  exactNumber,
  holdsLongNumber,
  isExact,
  isShort,
  type NumberReader,
  parseExact,
  plainDecimal,
  writeExact,
} from './json.js'
export { accountKey, claimKey, customerKey, type Key, sendKey, signatureKey } from './key.js'
export { canonicalEntry, type EntryText, printEntry } from './ledger/canonical.js'
export { type Pay, type PayBatch, type PaymentOrder, pay, payBatch } from './ledger/decide.js'
export {
  type Entry,
  type EntryDetails,
  type Leg,
  type OperationType,
  recordType,
  type TransactionType,
} from './ledger/entry.js'
export { VALUE_SCALE } from './ledger/value.js'
export {
  type Amount,
  type AmountFault,
  convert,
  type Decimal,
  divideHalfEven,
  fitsScale,
  formatDecimal,
  MAX_INTEGER_DIGITS,
  MAX_WIRE_LENGTH,
  type ParsedAmount,
  parseDecimal,
  parseRate,
  type Rate,
} from './money.js'
export {
  describeRejection,
  REJECTIONS,
  type Rejection,
  type RejectionCode,
  type RejectionRow,
  type Violation,
} from './rejection.js'
export {
  type Claim,
  type HeldClaim,
  type Holder,
  heldBySend,
  heldBySignature,
  isClaim,
  type OnChain,
  onChain,
  sendOf,
} from './send/claim.js'
export {
  type Gap,
  type News,
  type RecordSend,
  recordSend,
  type Settled,
  type SettleSend,
  settleSend,
} from './send/decide.js'
export { GAP_MS, isGap } from './send/gap.js'
export {
  isOver,
  isReplaceable,
  isUnanswered,
  predecessors,
  type Send,
  type SendStatus,
  UNSETTLED,
} from './send/send.js'
export {
  type CompletePendingSignature,
  type CreatePendingSignature,
  completePendingSignature,
  createPendingSignature,
  deletePendingSignature,
  type ReportSignatureErrors,
  reportSignatureErrors,
} from './signature/decide.js'
export {
  isOfNetwork,
  type OnSignature,
  type PendingSignature,
  type SignatureStatus,
} from './signature/signature.js'
export { follow, type PastBalance, type Standing } from './standing.js'
export { findUnstorable, storable, UNSTORABLE_TEXT } from './text.js'
export { View } from './view.js'
