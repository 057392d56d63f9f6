import { mayBeOwn } from '../currency/currency.js'
import { type SystemRole, systemAccountId } from '../ids.js'
import { accountKey, blockageKey, currencyKey, customerKey, heardBy } from '../key.js'
import { defineTable, type KeyLike } from '../table.js'
import type { Account } from './account.js'

function owner({ tenant, customer, currency }: Account): readonly KeyLike[] {
  return [
    ...(customer === null ? [] : [customerKey(tenant, customer)]),
    ...(mayBeOwn(currency) ? [currencyKey(tenant, currency)] : []),
  ]
}

/** Who hears of the trades of its owner. */
const heardOf = ({ tenant, customer }: Pick<Account, 'tenant' | 'customer'>): readonly KeyLike[] =>
  customer === null ? [] : heardBy(tenant, customer)

/** Each storage stores accounts in its own way, beside the journal. */
export const ACCOUNTS = defineTable<Account>()({
  list: 'accounts',
  noun: 'account',
  table: 'account',
  fixed: {
    id: 'text',
    currency: 'text',
    scale: 'number',
    customer: 'text?',
    role: 'text?',
    accountingCurrency: 'text',
    created: 'time',
  },
  changing: {
    balance: 'amount',
    blocked: 'amount',
    frozenBy: 'text?',
    active: 'flag',
    accountCode: 'text?',
    accountNumber: 'text?',
    xpub: 'text?',
  },
  key: ['id'],
  keys: {
    account: { by: ['id'], follow: owner },
    // The system account with this role, in the currency of this account.
    systemOf: {
      by: ['id'],
      as: 'account',
      follow: (account, key) => [
        ...owner(account),
        ...(account.role === null ? [systemKey(account, key)] : []),
      ],
    },
    freezeOf: {
      by: ['id'],
      as: 'account',
      follow: (account) => [
        ...owner(account),
        ...(account.frozenBy === null ? [] : [blockageKey(account.tenant, account.frozenBy)]),
      ],
    },
    // With the subscriptions to the trades of its customer.
    traderOf: {
      by: ['id'],
      as: 'account',
      follow: (account) => [...owner(account), ...heardOf(account)],
    },
  },
  subject: 'account',
  changes: { 'account.opened': 'insert', 'account.updated': 'update' },
  recomputed: ['balance', 'blocked', 'frozenBy'],
})

/** A key of type `systemOf` also contains the role. */
export interface OfRole {
  readonly role: SystemRole
}

function systemKey({ tenant, currency }: Account, key: KeyLike): KeyLike {
  return accountKey(tenant, systemAccountId(tenant, (key as KeyLike & OfRole).role, currency))
}
