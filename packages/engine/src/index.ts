/** @tallystick/engine: runs the rules of `@tallystick/core` over a storage. */

export { Access, DEFAULT_TENANT, embeddedCaller, type NewApiKey, revokeKey } from './access.js'
export { AddressFilter, FILTER_WINDOW, type NumberedAddress } from './address-filter.js'
export { Batcher } from './batcher.js'
export { type Execution, type Terms, uncharged } from './call.js'
export type { Caller, Charged } from './caller.js'
export { type Copied, type CopyOptions, type CopyPhase, type CopyProgress, copyLedger } from './copy.js'
export { Daily } from './daily.js'
export type { Discrepancy } from './discrepancy.js'
export { Engine, type EngineOptions } from './engine.js'
export { Fault, isForNow, Rejected, requireStorable, requireTenant, Unwritable } from './faults.js'
export { type Fingerprint, fingerprint, type Part } from './fingerprint.js'
export { IdGenerator, REFERENCE_LEAD_MS } from './id-generator.js'
export { canonicalNetwork } from './ip-networks.js'
export { Lanes, mayTake } from './lanes.js'
export { type LateStorageOptions, lateStorage } from './late.js'
export { pagesOf, sortKey } from './lists.js'
export { Loop } from './loop.js'
export { memoryStorage } from './memory/store.js'
export { INTEGER_DIGITS } from './order.js'
export { type Clock, type Random, systemClock, systemRandom } from './ports/clock.js'
export type { PoolStatus } from './ports/pool.js'
export { noRates, type Rates } from './ports/rates.js'
export { LONGEST_TIMER_MS, type Scheduler, systemScheduler } from './ports/scheduler.js'
export {
  type AccountWhere,
  type Addressed,
  type Audit,
  type AuditedEntry,
  type Constant,
  isAccountOf,
  type JournalPosition,
  type JournalRecord,
  type Page,
  type PlacedEntry,
  type Queries,
  type Query,
  type RecordPlace,
  type Storage,
  type StoredSeal,
  type Stray,
} from './ports/storage.js'
export {
  allowlistedApiKeys,
  apiKeyByHash,
  apiKeysOf,
  chargesFrom,
  expiringSignatures,
  heldReservations,
  type PendingSignatureWhere,
  pendingSignatures,
  replacingSignatures,
  reservedIndexes,
  unsettledSends,
} from './queries.js'
export {
  type HttpRates,
  type HttpRatesOptions,
  httpRates,
  type RatesHealth,
  type RatesProblem,
  type RatesProblemKind,
} from './rates/http.js'
export { staticRates } from './rates/static.js'
export type { PriceTable } from './rates/table.js'
export { type Idempotency, idempotencyOf, keyHash, requestHash } from './request-hash.js'
export { type Anchor, digestEntry, NO_SEAL, STORED_DIGEST_DIGITS, sealHash } from './seal.js'
export { movedBy, StateSum, unsealed } from './state.js'
export { Strays } from './strays.js'
export { type CurrencyTotal, totals } from './totals.js'
export { inTurns, Turns, type TurnsLimits } from './turns.js'
export { urlIn } from './url.js'
export { type Verification, type VerifyOptions, verify } from './verify.js'
