import {
  type AccountId,
  BLOCKAGES,
  type BlockageId,
  payFromBlockage,
  placeBlockage,
  releaseBlockage,
  releaseBlockages,
} from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import Type from 'typebox'
import { empty, operation } from '../operation.js'
import { presentBlockage } from '../present.js'
import { flat, perItem, unstated } from '../price.js'
import { toAmountText, toPaymentOrder } from '../wire/args.js'
import { Cursor } from '../wire/cursor.js'
import { Offset, optional, PageSize, PathId } from '../wire/fields.js'
import { BlockAmount, Blockage, Id } from './models/account.js'
import { TransactionResult, UnblockAmount } from './models/transaction.js'

const BLOCK = '/v3/ledger/account/block'

export const blockAmount = operation({
  id: 'blockAmount',
  area: 'Account',
  method: 'POST',
  path: `${BLOCK}/{id}`,
  summary: 'Blocks an amount of an account',
  description: 'The amount may exceed the available balance, unless ensureSufficientBalance is set.',
  price: flat(2),
  params: { id: PathId },
  body: BlockAmount,
  output: Id,
  errors: ['account.not.exists', 'account.inactive', 'amount.format', 'balance.insufficient'],
}).command(
  placeBlockage,
  (args, caller) => ({
    tenant: caller.tenant,
    account: args.id as AccountId,
    amount: toAmountText(args.amount),
    type: args.type,
    description: args.description ?? null,
    ensureSufficientBalance: args.ensureSufficientBalance ?? false,
  }),
  (id) => ({ id: id as string }),
)

export const unblockAmountWithTransaction = operation({
  id: 'unblockAmountWithTransaction',
  area: 'Account',
  method: 'PUT',
  path: `${BLOCK}/{id}`,
  summary: 'Releases a blockage and pays from it',
  description:
    'Releases the whole blockage, even if less is paid. If the payment is refused, the blockage stays.',
  price: unstated(2),
  params: { id: PathId },
  body: UnblockAmount,
  output: TransactionResult,
  errors: [
    'blockage.not.exists',
    'blockage.trade',
    'senderAccount.not.exists',
    'recipientAccount.not.exists',
    'senderAccount.customer.disabled',
    'senderAccount.frozen',
    'transaction.currency.incompatible',
    'amount.format',
    'blockage.amount.exceeded',
    'balance.insufficient',
    'rate.not.found',
  ],
}).command(
  payFromBlockage,
  (args, caller) => ({
    tenant: caller.tenant,
    blockage: args.id as BlockageId,
    order: toPaymentOrder(args),
  }),
  (reference) => ({ reference: reference as string }),
)

export const deleteBlockAmount = operation({
  id: 'deleteBlockAmount',
  area: 'Account',
  method: 'DELETE',
  path: `${BLOCK}/{id}`,
  summary: 'Deletes a blockage',
  price: flat(1),
  params: { id: PathId },
  output: null,
  errors: ['blockage.not.exists', 'blockage.trade', 'account.frozen'],
}).command(
  releaseBlockage,
  (args, caller) => ({ tenant: caller.tenant, blockage: args.id as BlockageId }),
  empty,
)

export const deleteAllBlockAmount = operation({
  id: 'deleteAllBlockAmount',
  area: 'Account',
  method: 'DELETE',
  path: `${BLOCK}/account/{id}`,
  summary: 'Deletes all blockages of an account',
  description:
    'Does not delete a freeze, unfreeze the account instead; nor what open orders block, cancel them instead. Many are deleted in several units of work, the oldest first.',
  price: perItem(1, 1, 'deleted blockage', (_args: unknown, deleted) =>
    typeof deleted === 'number' ? deleted : 0,
  ),
  params: { id: PathId },
  output: null,
  errors: ['account.not.exists', 'customer.blockage.inactive'],
}).repeated(
  releaseBlockages,
  (args, caller) => ({ tenant: caller.tenant, account: args.id as AccountId }),
  empty,
)

export const getBlockAmount = operation({
  id: 'getBlockAmount',
  area: 'Account',
  method: 'GET',
  path: `${BLOCK}/{id}`,
  summary: 'Returns the blockages of an account',
  price: flat(1),
  params: { id: PathId },
  query: { pageSize: PageSize, offset: optional(Offset), cursor: optional(Cursor) },
  output: Type.Array(Blockage),
  errors: [],
}).paged({
  async read({ engine, caller: { tenant } }, args, place) {
    const owned = await engine.query.account(tenant, args.id as AccountId)
    if (owned === undefined) return []
    const { account } = owned
    const found = await engine.query.list(BLOCKAGES, { where: { tenant, account: account.id }, ...place })
    return found.map((blockage) => ({ blockage, account }))
  },
  idOf: ({ blockage }) => blockage.id,
  show: (rows) => rows.map(({ blockage, account }) => presentBlockage(blockage, account)),
})

export const getBlockAmountById = operation({
  id: 'getBlockAmountById',
  area: 'Account',
  method: 'GET',
  path: `${BLOCK}/{id}/detail`,
  summary: 'Returns a blockage',
  price: flat(1),
  params: { id: PathId },
  output: Blockage,
  errors: ['blockage.not.exists'],
}).read(async ({ engine, caller }, { id }) => {
  const found = await engine.query.blockage(caller.tenant, id as BlockageId)
  if (found === undefined) throw new Rejected({ code: 'blockage.not.exists', detail: id })
  return presentBlockage(found.blockage, found.account)
})
