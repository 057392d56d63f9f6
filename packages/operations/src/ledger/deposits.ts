import type { AccountId } from '@tallystick/core'
import { type Deposit as CoreDeposit, DEPOSITS, type Where } from '@tallystick/core'
import Type from 'typebox'
import type { CallContext } from '../context.js'
import { operation } from '../operation.js'
import { present, presentDeposit } from '../present.js'
import { flat } from '../price.js'
import { Cursor } from '../wire/cursor.js'
import { Offset, optional, PageNumber, PageSize, Sort, text } from '../wire/fields.js'
import { EntitiesCount } from './models/account.js'
import { Deposit } from './models/deposit.js'
import { addressSpellings, idSpellings } from './spellings.js'

const depositFilter = {
  pageSize: optional(PageSize),
  page: optional(PageNumber),
  offset: optional(Offset),
  sort: optional(Sort),
  status: optional(Type.Enum(['Done', 'InProgress'])),
  currency: optional(text(1, 50, 'Currency of the deposit')),
  txId: optional(text(10, 88, 'Chain transaction')),
  to: optional(text(1, 200, 'Address that received')),
  accountId: optional(text(1, 100, 'Account that was credited')),
}

async function depositWhere(
  context: CallContext,
  args: {
    status?: 'Done' | 'InProgress'
    currency?: string
    txId?: string
    to?: string
    accountId?: string
  },
): Promise<Where<CoreDeposit>> {
  const { status, currency, txId, to, accountId } = args
  return present({
    tenant: context.caller.tenant,
    status,
    currency,
    txId: txId === undefined ? undefined : { in: idSpellings(txId) },
    address: to === undefined ? undefined : { in: await addressSpellings(context, to, currency) },
    account: accountId as AccountId | undefined,
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
  read: async (context, args, place) =>
    context.engine.reads(context.caller.tenant).list(DEPOSITS, {
      where: await depositWhere(context, args),
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
}).read(async (context, args) => ({
  total: await context.engine.reads(context.caller.tenant).count(DEPOSITS, await depositWhere(context, args)),
}))
