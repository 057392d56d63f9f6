/** The catalogue: all operations by id. It contains only operations that work. */

import { CHAPTERS } from '../areas.js'
import * as addresses from '../custody/addresses.js'
import * as approvals from '../custody/approvals.js'
import * as managedTransfers from '../custody/managed-transfers.js'
import * as managedWallets from '../custody/managed-wallets.js'
import * as bnb from '../families/beacon/catalogue.js'
import { celo } from '../families/evm/celo.js'
import { ethereum } from '../families/evm/ethereum.js'
import { polygon } from '../families/evm/polygon.js'
import * as egld from '../families/multiversx/catalogue.js'
import * as solana from '../families/solana/catalogue.js'
import * as xlm from '../families/stellar/catalogue.js'
import * as tron from '../families/tron/catalogue.js'
import { bitcoin } from '../families/utxo/bitcoin.js'
import { bitcoinCash } from '../families/utxo/bitcoin-cash.js'
import { dogecoin } from '../families/utxo/dogecoin.js'
import { litecoin } from '../families/utxo/litecoin.js'
import * as xrp from '../families/xrp/catalogue.js'
import { gasPumps } from '../gas-pump/catalogue.js'
import * as accounts from '../ledger/accounts.js'
import * as blockages from '../ledger/blockages.js'
import * as currencies from '../ledger/currencies.js'
import * as customers from '../ledger/customers.js'
import * as deposits from '../ledger/deposits.js'
import * as service from '../ledger/service.js'
import * as transactions from '../ledger/transactions.js'
import { multiTokens } from '../multi-token/catalogue.js'
import { transfers } from '../offchain/catalogue.js'
import { deployments } from '../offchain/deployments.js'
import * as withdrawalFees from '../offchain/estimate.js'
import * as withdrawals from '../offchain/withdrawals.js'
import type { AnyOperation, Method } from '../operation.js'
import * as rpc from '../rpc/catalogue.js'
import * as tokenAssets from '../tokens/assets.js'
import * as tokens from '../tokens/tokens.js'
import * as trades from '../trade/trades.js'
import * as subscribing from '../webhooks/create.js'
import * as subscriptions from '../webhooks/subscriptions.js'
import * as fees from './fees.js'
import * as neighbours from './neighbours.js'
import * as signatures from './signatures.js'
import { wallets } from './wallets.js'

/** Operations of the ledger. They need no chain. */
export const ledgerCatalogue = {
  ...accounts,
  ...addresses,
  ...approvals,
  ...managedWallets,
  ...blockages,
  ...customers,
  ...transactions,
  ...deposits,
  ...withdrawals,
  ...trades,
  ...currencies,
  ...tokens,
  ...service,
  ...signatures,
  ...subscribing,
  ...subscriptions,
} as const

/** Operations of chains. They are refused without `chains`. */
export const chainCatalogue = {
  ...wallets,
  ...bitcoin,
  ...bitcoinCash,
  ...dogecoin,
  ...litecoin,
  ...xrp,
  ...xlm,
  ...solana,
  ...tron,
  ...bnb,
  ...egld,
  ...ethereum,
  ...polygon,
  ...celo,
  ...neighbours,
  ...tokenAssets,
  ...fees,
  ...transfers,
  ...deployments,
  ...gasPumps,
  ...withdrawalFees,
  ...managedTransfers,
  ...multiTokens,
  ...rpc,
} as const

export const catalogue = { ...ledgerCatalogue, ...chainCatalogue } as const

export type Catalogue = typeof catalogue

export type OperationId = keyof Catalogue

const METHODS: readonly Method[] = ['POST', 'GET', 'PUT', 'DELETE']

const MODULES = [
  accounts,
  addresses,
  approvals,
  blockages,
  customers,
  transactions,
  deposits,
  withdrawals,
  currencies,
  trades,
  tokens,
  tokenAssets,
  service,
  signatures,
  subscribing,
  subscriptions,
  wallets,
  rpc,
  bitcoin,
  bitcoinCash,
  dogecoin,
  litecoin,
  xrp,
  xlm,
  solana,
  tron,
  bnb,
  egld,
  ethereum,
  polygon,
  celo,
  neighbours,
  fees,
  transfers,
  deployments,
  gasPumps,
  withdrawalFees,
  managedWallets,
  managedTransfers,
  multiTokens,
]

/**
 * The catalogue as a list, sorted by chapter and, within each part of one, by path. It is sorted because Node lists a
 * module's names alphabetically, and a bundler in the order of the source.
 */
export const operations: readonly AnyOperation[] = MODULES.flatMap((part) =>
  Object.values<AnyOperation>(part).sort(byRoute),
).sort((a, b) => CHAPTERS.indexOf(a.area) - CHAPTERS.indexOf(b.area))

function byRoute(a: AnyOperation, b: AnyOperation): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return METHODS.indexOf(a.method) - METHODS.indexOf(b.method) || (a.id < b.id ? -1 : 1)
}
