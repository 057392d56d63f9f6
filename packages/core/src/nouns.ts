/** All nouns, ordered by dependency: a noun comes after those that it names. */
import { API_KEYS } from './access/table.js'
import { ACCOUNTS } from './account/table.js'
import { BLOCKAGES } from './blockage/table.js'
import { CHARGES } from './credits/table.js'
import { CURRENCIES } from './currency/table.js'
import { CUSTOMERS } from './customer/table.js'
import { DEPOSITS } from './deposit/table.js'
import { ADDRESS_POOLS, DEPOSIT_ADDRESSES, HOME_NETWORKS } from './deposit-address/table.js'
import { CURSORS } from './follow/table.js'
import { HOLDINGS } from './holding/table.js'
import { IDEMPOTENCY_RECORDS } from './idempotency/table.js'
import { KEY_USES, MANAGED_WALLETS } from './managed-wallet/table.js'
import { METADATA } from './metadata/table.js'
import { MULTI_BALANCES, MULTI_TOKENS, MULTI_TRANSFERS } from './multi-token/table.js'
import { OUTPUTS } from './output/table.js'
import { APPROVALS, SPENDINGS } from './policy/table.js'
import { RESERVATIONS, SENDS } from './send/table.js'
import { LOOKOUTS, SIGHTINGS } from './sighting/table.js'
import { SIGNATURES } from './signature/table.js'
import { STATUS_HISTORY } from './status/table.js'
import { OUTBOXES, SUBSCRIPTIONS, WATCHES } from './subscription/table.js'
import { TOKENS } from './token/table.js'
import { AGREEMENTS, FILLS, PAIRS, TRADES } from './trade/table.js'
import { RECEIVERS, WEBHOOKS } from './webhook/table.js'
import { WITHDRAWALS } from './withdrawal/table.js'

export const NOUNS = [
  CUSTOMERS,
  CURRENCIES,
  ACCOUNTS,
  METADATA,
  TOKENS,
  BLOCKAGES,
  STATUS_HISTORY,
  HOME_NETWORKS,
  ADDRESS_POOLS,
  DEPOSIT_ADDRESSES,
  DEPOSITS,
  CURSORS,
  OUTPUTS,
  WITHDRAWALS,
  HOLDINGS,
  MULTI_TOKENS,
  MULTI_TRANSFERS,
  MULTI_BALANCES,
  SIGHTINGS,
  SENDS,
  SIGNATURES,
  RESERVATIONS,
  APPROVALS,
  SPENDINGS,
  OUTBOXES,
  WATCHES,
  LOOKOUTS,
  SUBSCRIPTIONS,
  WEBHOOKS,
  // The pair first: its row is locked before its orders are looked up.
  PAIRS,
  TRADES,
  FILLS,
  AGREEMENTS,
  RECEIVERS,
  MANAGED_WALLETS,
  KEY_USES,
  IDEMPOTENCY_RECORDS,
  CHARGES,
  // API keys open the ledger to callers, so a copy writes them last.
  API_KEYS,
] as const
