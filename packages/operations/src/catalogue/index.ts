/** The catalogue: every operation there is, by its id. An operation stands here only when it works. */

import { CHAPTERS } from '../areas.js'
import { celo } from '../families/evm/celo.js'
import { ethereum } from '../families/evm/ethereum.js'
import { polygon } from '../families/evm/polygon.js'
import { bitcoin } from '../families/utxo/bitcoin.js'
import { bitcoinCash } from '../families/utxo/bitcoin-cash.js'
import { dogecoin } from '../families/utxo/dogecoin.js'
import { litecoin } from '../families/utxo/litecoin.js'
import * as xrp from '../families/xrp/catalogue.js'
import * as accounts from '../ledger/accounts.js'
import * as blockages from '../ledger/blockages.js'
import * as currencies from '../ledger/currencies.js'
import * as customers from '../ledger/customers.js'
import * as deposits from '../ledger/deposits.js'
import * as service from '../ledger/service.js'
import * as transactions from '../ledger/transactions.js'
import type { AnyOperation, Method } from '../operation.js'
import * as rpc from '../rpc/catalogue.js'
import * as fees from './fees.js'
import * as neighbours from './neighbours.js'
import * as signatures from './signatures.js'
import { wallets } from './wallets.js'

/** Operations of the ledger itself: they need no chain. */
export const ledgerCatalogue = {
  ...accounts,
  ...blockages,
  ...customers,
  ...transactions,
  ...deposits,
  ...currencies,
  ...service,
  ...signatures,
} as const

/** Operations of chains: without `chains` they are refused. */
export const chainCatalogue = {
  ...wallets,
  ...bitcoin,
  ...bitcoinCash,
  ...dogecoin,
  ...litecoin,
  ...xrp,
  ...ethereum,
  ...polygon,
  ...celo,
  ...neighbours,
  ...fees,
  ...rpc,
} as const

export const catalogue = { ...ledgerCatalogue, ...chainCatalogue } as const

export type Catalogue = typeof catalogue

export type OperationId = keyof Catalogue

const METHODS: readonly Method[] = ['POST', 'GET', 'PUT', 'DELETE']

const MODULES = [
  accounts,
  blockages,
  customers,
  transactions,
  deposits,
  currencies,
  service,
  signatures,
  wallets,
  rpc,
  bitcoin,
  bitcoinCash,
  dogecoin,
  litecoin,
  xrp,
  ethereum,
  polygon,
  celo,
  neighbours,
  fees,
]

/**
 * The catalogue as a list: chapter by chapter, by path in each part of one. Sorted, because a module's names come
 * in the order of the alphabet in Node, and as they were written from a bundler.
 */
export const operations: readonly AnyOperation[] = MODULES.flatMap((part) =>
  Object.values<AnyOperation>(part).sort(byRoute),
).sort((a, b) => CHAPTERS.indexOf(a.area) - CHAPTERS.indexOf(b.area))

function byRoute(a: AnyOperation, b: AnyOperation): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return METHODS.indexOf(a.method) - METHODS.indexOf(b.method) || (a.id < b.id ? -1 : 1)
}
