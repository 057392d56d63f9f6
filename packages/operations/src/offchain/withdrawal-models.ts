/** Models of withdrawals whose transaction somebody else signs. */
import Type from 'typebox'
import { Address } from '../custody/models.js'
import { exactDecimal } from '../wire/exact.js'
import { AmountText, closed, LedgerId, optional, text } from '../wire/fields.js'
import { DECIMAL } from '../wire/forms.js'

/** Recipients of one transaction, as the documented text of 10,000 characters can hold them. */
const MAX_RECIPIENTS = 500

const FeeText = Type.String({
  maxLength: 38,
  ...DECIMAL,
  description:
    'Fee of the transaction, in the coin of the chain. The account pays it too, unless its currency is a token',
})

export const Withdrawal = Type.Object(
  {
    senderAccountId: LedgerId,
    address: text(
      1,
      10_000,
      'Recipient; on chains of outputs also several, separated by commas, with multipleAmounts',
    ),
    amount: AmountText,
    attr: optional(
      text(
        1,
        64,
        'XRP: destination tag. XLM: memo, or a hash in 64 hex digits. BNB: memo. Kept on other chains',
      ),
    ),
    compliant: optional(Type.Boolean({ description: 'Whether the withdrawal is compliant; kept nowhere' })),
    fee: FeeText,
    multipleAmounts: optional(
      Type.Array(AmountText, {
        maxItems: MAX_RECIPIENTS,
        description: 'What each recipient gets, in order; together they are amount',
      }),
    ),
    paymentId: optional(text(1, 100, 'Identifier of the payment')),
    senderNote: optional(text(1, 500, 'Note for the sender, which only he sees')),
    sourceAddress: optional(
      text(1, 110, 'The address that pays, on chains of accounts: it must have the amount. Default: any'),
    ),
  },
  { ...closed, $id: 'Withdrawal' },
)

export const ResponseData = Type.Object(
  {
    address: optional(Address),
    amount: optional(exactDecimal('Value of the output in coins; with vIn -1, the change')),
    vIn: optional(Type.String({ description: 'Transaction of the output; -1: the change to address 0' })),
    vInIndex: optional(Type.Integer({ description: 'Its place in that transaction' })),
    scriptPubKey: optional(Type.String({ description: 'Its script, hex' })),
  },
  { $id: 'ResponseData' },
)

export const WithdrawalResponse = Type.Object(
  {
    id: optional(Type.String({ description: 'ID of the withdrawal' })),
    reference: optional(Type.String({ description: 'Reference of the charge in the ledger' })),
    data: optional(
      Type.Array(ResponseData, {
        description:
          'Chains of outputs: what the transaction spends, all of it and nothing else, and last the change',
      }),
    ),
  },
  { $id: 'WithdrawalResponse' },
)

export const WithdrawalStatus = Type.Enum(['InProgress', 'Done', 'Cancelled'])

export const WithdrawalObject = Type.Object(
  {
    id: Type.String(),
    txId: optional(Type.String({ description: 'The transaction that pays it, once it is recorded' })),
    accountId: Type.String(),
    currency: Type.String(),
    status: optional(WithdrawalStatus),
    address: Type.String({ minLength: 1, maxLength: 10_000 }),
    reference: Type.String(),
    amount: AmountText,
    attr: optional(text(1, 64, 'As it was given')),
    fee: FeeText,
    sourceAddress: optional(
      Type.String({ description: 'The address that pays, on chains of accounts, where it is known' }),
    ),
    multipleAmounts: optional(Type.Array(AmountText)),
    paymentId: optional(text(1, 100, 'As it was given')),
    senderNote: optional(text(1, 500, 'As it was given')),
    date: Type.Number({ description: 'When it was stored, epoch milliseconds' }),
  },
  { $id: 'WithdrawalObject' },
)

export const BroadcastWithdrawal = Type.Object(
  {
    currency: text(2, 40, 'Code of the chain'),
    txData: text(1, 500_000, 'Signed transaction, in the format of the chain'),
    withdrawalId: optional(LedgerId),
    signatureId: optional(
      Type.String({ format: 'uuid', description: 'ID of the pending signature of the withdrawal' }),
    ),
  },
  { ...closed, $id: 'BroadcastWithdrawal' },
)

export const BroadcastResponse = Type.Object(
  {
    completed: optional(Type.Boolean({ description: 'Whether a node has the transaction' })),
    txId: optional(Type.String({ description: 'ID of the transaction' })),
    id: optional(Type.String({ description: 'ID of the withdrawal' })),
    message: optional(Type.String({ description: 'Without completed: what comes next' })),
    statusCode: optional(Type.Number({ description: 'Without completed: 200' })),
    errorCode: optional(Type.String({ description: 'Without completed: withdrawal.not.completed' })),
  },
  { $id: 'BroadcastResponse' },
)
