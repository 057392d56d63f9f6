import {
  type AccountId,
  type CustomerId,
  fundAccount,
  isSystemAccount,
  pay,
  payBatch,
  payLinked,
  withdrawFunds,
} from '@tallystick/core'
import type { JournalRecord } from '@tallystick/engine'
import Type from 'typebox'
import { operation } from '../operation.js'
import { presentRecord } from '../present.js'
import { flat, perItem, unstated } from '../price.js'
import { showReference, toCross, toPaymentOrder } from '../wire/args.js'
import { Cursor, pageOf, withCursor } from '../wire/cursor.js'
import { Offset, optional, PageSize, PathId, text } from '../wire/fields.js'
import { bounded } from './listing/bounded.js'
import { customerRecords } from './listing/customer.js'
import type { RecordFilter } from './listing/filter.js'
import {
  accountRecords,
  countRecords,
  ledgerRecords,
  listRecords,
  type Source,
  type Span,
} from './listing/records.js'
import {
  BatchCreateTransaction,
  CreateTransaction,
  LinkedTransactions,
  OutsideTransaction,
  References,
  Transaction,
  TransactionFilter,
  TransactionFilterCustomer,
  TransactionFilterLedger,
  TransactionResult,
  TransactionsOrCount,
} from './models/transaction.js'

const TRANSACTION = '/v3/ledger/transaction'

const payErrors = [
  'senderAccount.not.exists',
  'recipientAccount.not.exists',
  'senderAccount.customer.disabled',
  'senderAccount.frozen',
  'transaction.currency.incompatible',
  'amount.format',
  'balance.insufficient',
  'rate.not.found',
] as const

export const sendTransaction = operation({
  id: 'sendTransaction',
  area: 'Transaction',
  method: 'POST',
  path: TRANSACTION,
  summary: 'Pays from one account to another',
  description: 'Settles at once, as two records with one reference. A refused payment leaves no record.',
  price: flat(4),
  body: CreateTransaction,
  output: TransactionResult,
  errors: payErrors,
}).command(
  pay,
  (args, caller) => ({
    tenant: caller.tenant,
    sender: args.senderAccountId as AccountId,
    order: toPaymentOrder(args),
  }),
  (reference) => ({ reference: reference as string }),
)

export const sendTransactionBatch = operation({
  id: 'sendTransactionBatch',
  area: 'Transaction',
  method: 'POST',
  path: `${TRANSACTION}/batch`,
  summary: 'Makes several payments from one account',
  description: 'Makes all of them or none. A refusal names the position of the payment that caused it.',
  price: perItem(
    2,
    2,
    'transaction',
    (args: { transaction?: readonly unknown[] }) => args.transaction?.length ?? 0,
  ),
  body: BatchCreateTransaction,
  output: References,
  errors: payErrors,
}).command(
  payBatch,
  (args, caller) => ({
    tenant: caller.tenant,
    sender: args.senderAccountId as AccountId,
    orders: (args.transaction ?? []).map(toPaymentOrder),
  }),
  (references) => references.map(String),
)

const OWN = "This operation is Tallystick's own, beside the documented ones."

export const sendLinkedTransactions = operation({
  id: 'sendLinkedTransactions',
  area: 'Transaction',
  method: 'POST',
  path: `${TRANSACTION}/linked`,
  summary: 'Makes several payments of several accounts',
  description: `Each payment names its own sender, so the payments may be in different currencies: both sides of an exchange, a payment and its fee. Makes all of them or none. A refusal names the position of the payment that caused it. ${OWN}`,
  price: perItem(2, 2, 'transaction', (args: { transaction: readonly unknown[] }) => args.transaction.length),
  body: LinkedTransactions,
  output: References,
  errors: payErrors,
}).command(
  payLinked,
  (args, caller) => ({
    tenant: caller.tenant,
    payments: args.transaction.map((payment) => ({
      sender: payment.senderAccountId as AccountId,
      order: toPaymentOrder(payment),
    })),
  }),
  (references) => references.map(String),
)

const fundErrors = ['account.not.exists', 'amount.format', 'rate.not.found'] as const

export const fund = operation({
  id: 'fund',
  area: 'Transaction',
  method: 'POST',
  path: '/v3/ledger/account/{id}/fund',
  summary: 'Credits an account with value from outside',
  description: `For value that comes by bank, by card or in cash, in any currency. It is in the records as a deposit. Send an idempotency key: the reference is only shown, and does not keep a repeated call from crediting twice. Deposits on chains that the service follows are credited without it, and reconcile shows funded coins as balances that nothing on a chain explains. ${OWN}`,
  price: unstated(2),
  params: { id: PathId },
  body: OutsideTransaction,
  output: TransactionResult,
  errors: fundErrors,
}).command(
  fundAccount,
  ({ note, ...args }, caller) => toCross(caller.tenant, args.id, { ...args, recipientNote: note }),
  showReference,
)

export const withdraw = operation({
  id: 'withdraw',
  area: 'Transaction',
  method: 'POST',
  path: '/v3/ledger/account/{id}/withdraw',
  summary: 'Debits an account of value that leaves',
  description: `For value that leaves by bank, by card or in cash, in any currency. It is refused where a payment of the account would be, and sends nothing: to pay an address of a chain, see the withdrawals. ${OWN}`,
  price: unstated(2),
  params: { id: PathId },
  body: OutsideTransaction,
  output: TransactionResult,
  errors: [...fundErrors, 'senderAccount.customer.disabled', 'senderAccount.frozen', 'balance.insufficient'],
}).command(
  withdrawFunds,
  ({ note, ...args }, caller) => toCross(caller.tenant, args.id, { ...args, recipientNote: note }),
  showReference,
)

const pageQuery = {
  pageSize: optional(PageSize),
  offset: optional(Offset),
  cursor: optional(Cursor),
  count: optional(
    Type.Boolean({
      description: 'Returns the number of records instead of a page; pageSize and offset are then ignored',
    }),
  ),
}

interface Listed extends RecordFilter {
  readonly id?: string
  readonly from?: number
  readonly to?: number
  readonly count?: boolean
  readonly pageSize?: number
  readonly offset?: number
  readonly cursor?: string
}

/** Answers with a page, or with the total number if `count` is set, whatever page the call names. */
async function pageOrCount<Row extends JournalRecord>(
  operationId: string,
  source: Source<Row>,
  args: Listed,
) {
  const filter = filterOf(args)
  if (args.count === true) return countRecords(source, filter)
  const place = pageOf(operationId, args)
  const from = place.after === undefined ? source : source.after(place.after)
  const found = await listRecords(from, filter, place)
  return withCursor(operationId, args, place, found.map(source.nameOf), found.map(presentRecord))
}

function spanOf(args: { from?: number; to?: number }): Span {
  return { from: args.from, to: args.to }
}

/** The conditions on each record. Time and account are found by seeking instead. */
function filterOf(args: Listed): RecordFilter {
  const { id: _id, account: _account, from: _from, to: _to, ...filter } = args
  return filter
}

export const getTransactionsByAccountId = operation({
  id: 'getTransactionsByAccountId',
  area: 'Transaction',
  method: 'POST',
  path: `${TRANSACTION}/account`,
  summary: "Returns an account's transactions",
  description: 'Returns a page, newest first; with count, the number of transactions instead.',
  price: flat(1),
  query: pageQuery,
  body: TransactionFilter,
  output: TransactionsOrCount,
  errors: [],
}).read(({ engine, caller }, args) =>
  pageOrCount(
    'getTransactionsByAccountId',
    accountRecords(bounded(engine.reads(caller.tenant)), caller.tenant, args.id as AccountId, spanOf(args)),
    args,
  ),
)

const BY_CUSTOMER = 'getTransactionsByCustomerId'

export const getTransactionsByCustomerId = operation({
  id: BY_CUSTOMER,
  area: 'Transaction',
  method: 'POST',
  path: `${TRANSACTION}/customer`,
  summary: "Returns a customer's transactions",
  description:
    'Includes those of deactivated accounts. Returns a page, newest first; with count, the number of transactions instead.',
  price: flat(1),
  query: pageQuery,
  body: TransactionFilterCustomer,
  output: TransactionsOrCount,
  errors: [],
}).read(async ({ engine, caller }, args) => {
  const { tenant } = caller
  if (args.account === undefined) {
    const source = customerRecords(
      bounded(engine.reads(caller.tenant)),
      tenant,
      args.id as CustomerId,
      spanOf(args),
    )
    return pageOrCount(BY_CUSTOMER, source, args)
  }
  const owned = await engine.reads(caller.tenant).account(tenant, args.account as AccountId)
  // Another customer's account has no records here. A real account never has the id below.
  const account = owned?.account.customer === args.id ? owned.account.id : ('' as AccountId)
  return pageOrCount(
    BY_CUSTOMER,
    accountRecords(bounded(engine.reads(caller.tenant)), tenant, account, spanOf(args)),
    args,
  )
})

export const getTransactions = operation({
  id: 'getTransactions',
  area: 'Transaction',
  method: 'POST',
  path: `${TRANSACTION}/ledger`,
  summary: 'Returns all transactions of the ledger',
  description: 'Returns a page, newest first; with count, the number of transactions instead.',
  price: flat(1),
  query: pageQuery,
  body: TransactionFilterLedger,
  output: TransactionsOrCount,
  errors: [],
}).read(({ engine, caller }, args) => {
  const queries = bounded(engine.reads(caller.tenant))
  const [{ tenant }, span] = [caller, spanOf(args)]
  if (args.account === undefined)
    return pageOrCount('getTransactions', ledgerRecords(queries, tenant, span), args)
  return pageOrCount(
    'getTransactions',
    accountRecords(queries, tenant, args.account as AccountId, span),
    args,
  )
})

export const getTransactionsByReference = operation({
  id: 'getTransactionsByReference',
  area: 'Transaction',
  method: 'GET',
  path: `${TRANSACTION}/reference/{reference}`,
  summary: 'Returns the transactions of a reference',
  description:
    "Returns both records of a payment, the sender's first. If a caller gave one reference to many mints or revocations, they come in pages, oldest first; pageSize and offset count mints and revocations, not their records.",
  price: flat(1),
  params: { reference: text(1, 100, 'Reference of the payment') },
  query: { pageSize: optional(PageSize), offset: optional(Offset) },
  output: Type.Array(Transaction),
  errors: [],
}).read(async ({ engine, caller }, { reference, pageSize, offset }) => {
  const page = { offset: offset ?? 0, limit: pageSize ?? 50 }
  const entries = await engine.reads(caller.tenant).entriesByReference(caller.tenant, reference, page)
  return entries.flatMap((entry) =>
    (['debit', 'credit'] as const)
      .filter((side) => !isSystemAccount(entry[side].account))
      .map((side) => presentRecord({ entry, side })),
  )
})
