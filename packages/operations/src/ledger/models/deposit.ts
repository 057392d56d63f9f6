import Type from 'typebox'
import { optional } from '../../wire/fields.js'

export const Deposit = Type.Object(
  {
    txId: Type.String(),
    address: Type.String(),
    timestamp: Type.Number(),
    xpub: Type.String({ description: 'Empty if the chain has no xpub' }),
    derivationKey: Type.Integer(),
    amount: Type.String(),
    status: Type.Enum(['InProgress', 'Done', 'Failed']),
    accountId: Type.String(),
    currency: Type.String(),
    reference: Type.String({
      description: 'Of the entry that credits it, once it is Done. Until then of none',
    }),
    vout: Type.Number(),
    spent: Type.Boolean(),
    blockHeight: Type.Number(),
    blockHash: optional(Type.String()),
    from: optional(Type.String()),
  },
  { $id: 'Deposit' },
)
