/** All nouns, ordered by dependency: a noun comes after those that it names. */
import { API_KEYS } from './access/table.js'
import { ACCOUNTS } from './account/table.js'
import { ANSWERS } from './answer/table.js'
import { BLOCKAGES } from './blockage/table.js'
import { CHARGES } from './credits/table.js'
import { CURRENCIES } from './currency/table.js'
import { CUSTOMERS } from './customer/table.js'
import { DEPOSITS } from './deposit/table.js'
import { CLAIMS, SENDS } from './send/table.js'
import { SIGNATURES } from './signature/table.js'
import { STANDINGS } from './standing/table.js'

export const NOUNS = [
  CUSTOMERS,
  CURRENCIES,
  ACCOUNTS,
  BLOCKAGES,
  STANDINGS,
  DEPOSITS,
  SENDS,
  SIGNATURES,
  CLAIMS,
  ANSWERS,
  CHARGES,
  // API keys open the ledger to callers, so a copy writes them last.
  API_KEYS,
] as const
