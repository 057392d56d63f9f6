import Type from 'typebox'
import {
  AmountText,
  BaseRate,
  closed,
  EpochMs,
  LedgerId,
  MAX_BATCH,
  Metadata,
  MetadataFilter,
  optional,
  ShownMetadata,
  text,
} from '../../wire/fields.js'
import { SIGNED_DECIMAL } from '../../wire/forms.js'

/** The optional details of a payment. */
const paymentTerms = {
  anonymous: optional(
    Type.Boolean({ default: false, description: 'The recipient does not see the sender account' }),
  ),
  compliant: optional(
    Type.Boolean({ description: 'Accepted for compatibility, without effect: there is no compliance check' }),
  ),
  transactionCode: optional(text(1, 100, 'Bookkeeping code')),
  paymentId: optional(text(1, 100, 'ID of the payment in an external system')),
  recipientNote: optional(text(1, 500, 'Note that sender and recipient see')),
  baseRate: optional(BaseRate),
  senderNote: optional(text(1, 500, 'Seen by the sender')),
  metadata: optional(Metadata),
}

const payment = { recipientAccountId: LedgerId, amount: AmountText, ...paymentTerms }

export const CreateTransaction = Type.Object(
  { senderAccountId: LedgerId, ...payment },
  { ...closed, $id: 'CreateTransaction' },
)

export const BatchCreateTransaction = Type.Object(
  {
    senderAccountId: LedgerId,
    transaction: optional(Type.Array(Type.Object(payment, closed), { maxItems: MAX_BATCH })),
  },
  { ...closed, $id: 'BatchCreateTransaction' },
)

export const LinkedTransactions = Type.Object(
  {
    transaction: Type.Array(Type.Object({ senderAccountId: LedgerId, ...payment }, closed), {
      minItems: 1,
      maxItems: MAX_BATCH,
      description: 'In order: each payment may spend what those before it have brought',
    }),
  },
  { ...closed, $id: 'LinkedTransactions' },
)

/** Value that comes from outside, or leaves. */
export const OutsideTransaction = Type.Object(
  {
    amount: AmountText,
    reference: optional(text(1, 100, 'Reference to show instead of the generated one')),
    note: optional(text(1, 500, 'Free text, shown as recipientNote')),
    transactionCode: optional(text(1, 100, 'Bookkeeping code')),
    paymentId: optional(text(1, 100, 'ID of the payment in an external system')),
    metadata: optional(Metadata),
  },
  { ...closed, $id: 'OutsideTransaction' },
)

export const UnblockAmount = Type.Object(payment, { ...closed, $id: 'UnblockAmount' })

export const TransactionResult = Type.Object(
  { reference: Type.String({ description: 'Shared by both records of the payment' }) },
  { $id: 'TransactionResult' },
)

export const References = Type.Array(Type.String(), {
  description: 'References, in the order of the request',
})

const OPERATION_TYPES = [
  'PAYMENT',
  'WITHDRAWAL',
  'BLOCKCHAIN_TRANSACTION',
  'EXCHANGE',
  'FAILED',
  'DEPOSIT',
  'MINT',
  'REVOKE',
] as const

const TRANSACTION_TYPES = [
  'FAILED',
  'DEBIT_PAYMENT',
  'CREDIT_PAYMENT',
  'CREDIT_DEPOSIT',
  'DEBIT_WITHDRAWAL',
  'CANCEL_WITHDRAWAL',
  'DEBIT_OUTGOING_PAYMENT',
  'EXCHANGE_BUY',
  'EXCHANGE_SELL',
  'DEBIT_TRANSACTION',
  'CREDIT_INCOMING_PAYMENT',
] as const

const filter = {
  counterAccount: optional(LedgerId),
  from: optional(EpochMs),
  to: optional(EpochMs),
  currency: optional(text(1, 50, 'Currency of the transactions')),
  amount: optional(
    Type.Array(
      Type.Object(
        {
          op: Type.Enum(['gte', 'lte', 'gt', 'lt', 'eq', 'neq']),
          value: Type.String({ maxLength: 40, ...SIGNED_DECIMAL }),
        },
        closed,
      ),
      { maxItems: 20, description: 'All conditions must hold. A debit has a negative amount' },
    ),
  ),
  currencies: optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 100 })),
  transactionType: optional(Type.Enum([...TRANSACTION_TYPES])),
  transactionTypes: optional(Type.Array(Type.Enum([...TRANSACTION_TYPES]), { maxItems: 20 })),
  opType: optional(Type.Enum([...OPERATION_TYPES])),
  transactionCode: optional(text(1, 100, 'Bookkeeping code')),
  paymentId: optional(text(1, 100, 'ID of the payment in an external system')),
  recipientNote: optional(text(1, 500, 'Full text of the note to the recipient')),
  senderNote: optional(text(1, 500, 'Note of the sender, whole')),
  metadata: optional(MetadataFilter),
}

export const TransactionFilter = Type.Object(
  { id: LedgerId, ...filter },
  { ...closed, $id: 'TransactionFilter' },
)

export const TransactionFilterCustomer = Type.Object(
  { id: LedgerId, account: optional(LedgerId), ...filter },
  { ...closed, $id: 'TransactionFilterCustomer' },
)

export const TransactionFilterLedger = Type.Object(
  { account: optional(LedgerId), ...filter },
  { ...closed, $id: 'TransactionFilterLedger' },
)

export const MarketValue = Type.Object(
  {
    amount: Type.String({ description: 'Signed like the amount of the record; 0 if no rate was known' }),
    currency: Type.String({ description: 'ISO 4217 code' }),
    sourceDate: Type.Number({ description: 'When the rate was valid, epoch milliseconds' }),
    source: Type.String({ description: '"none" if no rate was known' }),
  },
  { $id: 'MarketValue' },
)

export const Transaction = Type.Object(
  {
    accountId: Type.String({ description: 'Account whose record this is' }),
    counterAccountId: optional(Type.String({ description: 'Account on the other side' })),
    currency: Type.String({ description: 'Currency of the amount' }),
    amount: Type.String({ description: 'Decimal text, negative for the paying side' }),
    anonymous: Type.Boolean({ description: 'The recipient does not see the sender account' }),
    created: Type.Number({ description: 'Epoch milliseconds' }),
    marketValue: MarketValue,
    operationType: Type.Enum([...OPERATION_TYPES]),
    transactionType: Type.Enum(TRANSACTION_TYPES.filter((type) => type !== 'DEBIT_TRANSACTION')),
    reference: Type.String({ description: 'Shared by all records of one payment' }),
    transactionCode: optional(Type.String({ description: 'Bookkeeping code' })),
    senderNote: optional(Type.String({ description: 'Seen by the sender' })),
    recipientNote: optional(Type.String({ description: 'Note that sender and recipient see' })),
    paymentId: optional(Type.String({ description: 'ID of the payment in an external system' })),
    attr: optional(Type.String({ description: 'Tag or memo of the address' })),
    address: optional(Type.String({ description: 'Address on the chain' })),
    txId: optional(Type.String({ description: 'Transaction on the chain' })),
    metadata: optional(ShownMetadata),
  },
  { $id: 'Transaction' },
)

/** A page of records, or their number with `count`. */
export const TransactionsOrCount = Type.Union([Type.Array(Transaction), Type.Number()], {
  $id: 'GetTransactionsByAccountId200Response',
})
