import Type from 'typebox'
import {
  AmountText,
  BasePair,
  BaseRate,
  closed,
  FiatCode,
  LedgerId,
  optional,
  text,
} from '../../wire/fields.js'
import { CURRENCY_NAME, DECIMAL } from '../../wire/forms.js'
import { CustomerRegistration } from './customer.js'

const name = Type.String({
  minLength: 1,
  maxLength: 30,
  ...CURRENCY_NAME,
  description: 'Must begin with VC_',
})

export const VirtualCurrency = Type.Object(
  {
    name,
    supply: Type.String({ minLength: 1, maxLength: 38, ...DECIMAL }),
    basePair: BasePair,
    baseRate: optional(
      Type.Number({ minimum: 0, default: 1, description: 'Value of one unit in the base pair' }),
    ),
    customer: optional(CustomerRegistration),
    description: optional(text(1, 100, 'Free text')),
    accountCode: optional(text(1, 50, 'Bookkeeping code of the account')),
    accountNumber: optional(text(1, 50, 'Number of the account in an external system')),
    accountingCurrency: optional(FiatCode),
  },
  { ...closed, $id: 'VirtualCurrency' },
)

export const VirtualCurrencyUpdate = Type.Object(
  { name, baseRate: optional(BaseRate), basePair: optional(BasePair) },
  { ...closed, $id: 'VirtualCurrencyUpdate' },
)

export const VirtualCurrencyOperation = Type.Object(
  {
    accountId: LedgerId,
    amount: AmountText,
    paymentId: optional(text(1, 100, 'ID of the payment in an external system')),
    reference: optional(text(1, 100, 'Reference to show instead of the generated one')),
    transactionCode: optional(text(1, 100, 'Bookkeeping code')),
    recipientNote: optional(text(1, 500, 'Free text')),
    counterAccount: optional(text(24, 24, 'External account to show as the counter account')),
    senderNote: optional(text(1, 500, 'Free text')),
  },
  { ...closed, $id: 'VirtualCurrencyOperation' },
)

export const VC = Type.Object(
  {
    name: Type.String(),
    supply: Type.String(),
    accountId: Type.String(),
    baseRate: Type.Number(),
    precision: optional(Type.Number()),
    basePair: Type.String(),
    customerId: optional(Type.String()),
    description: optional(Type.String()),
    chain: optional(Type.String({ description: 'Of a token: its chain' })),
    trcType: optional(Type.Enum(['TRC10', 'TRC20'], { description: 'Of a token of TRON: its standard' })),
    erc20Address: optional(
      Type.String({ description: 'Of a token: its contract, mint or number, once it is stored' }),
    ),
    issuerAccount: optional(Type.String({ description: 'Of an issued asset: who issues it' })),
    initialAddress: optional(Type.String({ description: 'Of a token: the address that holds the supply' })),
  },
  { $id: 'VC' },
)
