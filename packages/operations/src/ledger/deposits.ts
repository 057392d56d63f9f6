import type { AccountId } from '@tallystick/core'
import { type Deposit as CoreDeposit, DEPOSITS, type Where } from '@tallystick/core'
import Type from 'typebox'
import { operation } from '../operation.js'
import { present, presentDeposit } from '../present.js'
import { flat } from '../price.js'
import { Cursor } from '../wire/cursor.js'
import { Offset, optional, PageNumber, PageSize, Sort, text } from '../wire/fields.js'
import { EntitiesCount } from './models/account.js'
import { Deposit } from './models/deposit.js'

const depositFilter = {
  pageSize: optional(PageSize),
  page: optional(PageNumber),
  offset: optional(Offset),
  sort: optional(Sort),
  status: optional(Type.Enum(['Done', 'InProgress'])),
  currency: optional(text(1, 50, 'Currency of the deposit')),
  txId: optional(text(10, 80, 'Chain transaction')),
  to: optional(text(1, 200, 'Address that received')),
  accountId: optional(text(1, 100, 'Account that was credited')),
}

function depositWhere(args: {
  status?: 'Done' | 'InProgress'
  currency?: string
  txId?: string
  to?: string
  accountId?: string
}): Where<CoreDeposit> {
  return present({
    status: args.status,
    currency: args.currency,
    txId: args.txId,
    address: args.to,
    account: args.accountId as AccountId | undefined,
  })
}

export const getDeposits = operation({
  id: 'getDeposits',
  area: 'Deposit',
  method: 'GET',
  path: '/v3/ledger/deposits',
  summary: 'Returns deposits',
  description: 'Sorted by the time when they were first seen, unless sort names another order.',
  price: flat(1),
  query: { ...depositFilter, cursor: optional(Cursor) },
  output: Type.Array(Deposit),
  errors: [],
}).paged({
  read: ({ engine, caller }, args, place) =>
    engine.reads(caller.tenant).list(DEPOSITS, {
      where: { tenant: caller.tenant, ...depositWhere(args) },
      order: args.sort ?? 'asc',
      ...place,
    }),
  idOf: ({ id }) => id,
  show: (deposits) => deposits.map(presentDeposit),
})

export const getDepositsCount = operation({
  id: 'getDepositsCount',
  area: 'Deposit',
  method: 'GET',
  path: '/v3/ledger/deposits/count',
  summary: 'Returns the number of deposits',
  price: flat(1),
  query: depositFilter,
  output: EntitiesCount,
  errors: [],
}).read(async ({ engine, caller }, args) => ({
  total: await engine.reads(caller.tenant).count(DEPOSITS, { tenant: caller.tenant, ...depositWhere(args) }),
}))
