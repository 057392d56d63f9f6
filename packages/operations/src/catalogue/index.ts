/** The catalogue: every operation there is, by its id. An operation stands here only when it works. */

import type { AnyOperation } from '../operation.js'
import * as accounts from './accounts.js'
import * as currencies from './currencies.js'
import * as customers from './customers.js'
import * as deposits from './deposits.js'
import * as service from './service.js'
import * as transactions from './transactions.js'

export const catalogue = {
  ...accounts,
  ...customers,
  ...transactions,
  ...deposits,
  ...currencies,
  ...service,
} as const

export type Catalogue = typeof catalogue

export type OperationId = keyof Catalogue

/** The catalogue as a list, in the order of the chapters. */
export const operations: readonly AnyOperation[] = Object.values(catalogue)
