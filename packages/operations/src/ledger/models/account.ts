import Type from 'typebox'
import { Index } from '../../custody/models.js'
import {
  AmountText,
  closed,
  EpochMs,
  FiatCode,
  MAX_BATCH,
  Metadata,
  MetadataChanges,
  optional,
  ShownMetadata,
  text,
} from '../../wire/fields.js'
import { CustomerRegistration } from './customer.js'

const currency = text(2, 40, 'A chain, token or fiat code, or the name of a virtual currency')

const newAccount = {
  currency,
  customer: optional(CustomerRegistration),
  compliant: optional(
    Type.Boolean({ description: 'Accepted for compatibility, without effect: there is no compliance check' }),
  ),
  accountCode: optional(text(1, 50, 'Bookkeeping code of the account')),
  accountingCurrency: optional(FiatCode),
  accountNumber: optional(text(1, 50, 'Number of the account in an external system')),
  metadata: optional(Metadata),
}

export const CreateAccount = Type.Object(newAccount, { ...closed, $id: 'CreateAccount' })

export const CreateAccountXpub = Type.Object(
  {
    ...newAccount,
    xpub: text(1, 192, 'Extended public key of the wallet, or an address on a chain without xpub'),
    index: optional(Index),
  },
  { ...closed, $id: 'CreateAccountXpub' },
)

/** Both forms of an account in one batch: some need `xpub`, the others must not have it. */
export const CreateAccountBatch = Type.Object(
  {
    accounts: Type.Array(
      Type.Object(
        {
          ...newAccount,
          xpub: optional(
            text(1, 192, 'Extended public key of the wallet, or an address on a chain without xpub'),
          ),
          index: optional(Index),
        },
        closed,
      ),
      { maxItems: MAX_BATCH },
    ),
  },
  { ...closed, $id: 'CreateAccountBatch' },
)

export const UpdateAccount = Type.Object(
  {
    accountCode: optional(text(1, 50, 'Bookkeeping code of the account')),
    accountNumber: optional(text(1, 50, 'Number of the account in an external system')),
    metadata: optional(MetadataChanges),
  },
  { ...closed, $id: 'UpdateAccount' },
)

export const AccountBalance = Type.Object(
  {
    accountBalance: Type.String({
      description: 'Whole balance, available and blocked: decimal text in the currency of the account',
    }),
    availableBalance: Type.String({
      description: 'Amount that can be sent or withdrawn: decimal text in the currency of the account',
    }),
  },
  { $id: 'AccountBalance' },
)

export const AccountBalanceAt = Type.Object(
  {
    ...AccountBalance.properties,
    time: EpochMs,
  },
  { $id: 'AccountBalanceAt' },
)

export const Account = Type.Object(
  {
    id: Type.String({ description: '24-character ID' }),
    balance: AccountBalance,
    currency: Type.String({ description: 'Code or name of the currency of the amounts' }),
    frozen: Type.Boolean({ description: 'Nothing can leave the account; it still receives' }),
    active: Type.Boolean({ description: 'False once it is deactivated' }),
    customerId: optional(Type.String({ description: 'Internal ID of the customer' })),
    accountNumber: optional(Type.String({ description: 'Number of the account in an external system' })),
    accountCode: optional(Type.String({ description: 'Bookkeeping code of the account' })),
    accountingCurrency: optional(Type.String({ description: 'ISO 4217 code, in which market values are' })),
    xpub: optional(Type.String({ description: 'Extended public key of the wallet, or an address' })),
    metadata: optional(ShownMetadata),
  },
  { $id: 'Account' },
)

export const BlockAmount = Type.Object(
  {
    amount: AmountText,
    type: text(1, 100, 'Free text'),
    description: optional(text(1, 300, 'Free text')),
    ensureSufficientBalance: optional(
      Type.Boolean({ description: 'Refuses to block more than the available balance' }),
    ),
  },
  { ...closed, $id: 'BlockAmount' },
)

export const Blockage = Type.Object(
  {
    id: Type.String({ description: '24-character ID' }),
    accountId: Type.String({ description: 'Account of which the amount is blocked' }),
    amount: Type.String({ description: 'Decimal text in the currency of the account' }),
    type: Type.String({ description: 'Free text' }),
    description: optional(Type.String({ description: 'Free text' })),
  },
  { $id: 'Blockage' },
)

export const Id = Type.Object({ id: Type.String() }, { $id: 'Id' })

export const EntitiesCount = Type.Object({ total: Type.Number() }, { $id: 'EntitiesCount' })
