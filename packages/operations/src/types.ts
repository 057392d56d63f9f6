/** Names for what operations take and answer, for functions of your own. */
import type { Catalogue, OperationId } from './catalogue/index.js'
import type { Operation } from './operation.js'

/** What an operation takes: `ArgumentsOf<'sendTransaction'>`. */
export type ArgumentsOf<Id extends OperationId> =
  Catalogue[Id] extends Operation<infer Args, unknown> ? Args : never

/** What an operation answers: `AnswerOf<'sendTransaction'>`. */
export type AnswerOf<Id extends OperationId> =
  Catalogue[Id] extends Operation<never, infer Result> ? Result : never

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never

export type Account = AnswerOf<'getAccountByAccountId'>
export type AccountBalance = AnswerOf<'getAccountBalance'>
export type Blockage = AnswerOf<'getBlockAmountById'>
export type Customer = AnswerOf<'getCustomerByExternalOrInternalId'>
/** One side of a payment: the record of one account. */
export type Transaction = ItemOf<AnswerOf<'getTransactionsByReference'>>
export type Deposit = ItemOf<AnswerOf<'getDeposits'>>
