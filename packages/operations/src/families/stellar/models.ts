/**
 * Stellar on the wire. What the ledger tells of accounts and ledgers is passed on as Horizon wrote it, without its links:
 * the models name the documented fields, and other kinds of accounts have others. Transactions have the documented fields
 * (`present.ts`). Amounts are text with 7 decimals.
 */
import Type from 'typebox'
import { WalletSignatureId } from '../../models/send.js'
import { exactDecimal } from '../../wire/exact.js'
import { closed, nodeObject, optional } from '../../wire/fields.js'
import { ASCII_64, ASSET_CODE, DECIMAL } from '../../wire/forms.js'

const text = optional(Type.String())
const number = optional(Type.Number())
const flag = optional(Type.Boolean())

export const XlmWallet = Type.Object(
  {
    address: Type.String({ description: 'Account; on the ledger after its first payment' }),
    secret: Type.String({ secret: 'answered', description: 'Secret of the account (S…)' }),
  },
  { $id: 'XlmWallet' },
)

export const XlmAccount = nodeObject(
  Type.Object(
    {
      id: text,
      account_id: text,
      sequence: optional(Type.String({ description: 'Sequence of its last transaction' })),
      subentry_count: number,
      last_modified_ledger: number,
      thresholds: optional(
        Type.Object(
          { low_threshold: number, med_threshold: number, high_threshold: number },
          { $id: 'XlmAccountThresholds' },
        ),
      ),
      flags: optional(
        Type.Object(
          { auth_required: flag, auth_revocable: flag, auth_immutable: flag },
          { $id: 'XlmAccountFlags' },
        ),
      ),
      balances: optional(
        Type.Array(
          Type.Object(
            {
              balance: text,
              limit: text,
              buying_liabilities: text,
              selling_liabilities: text,
              asset_type: text,
              asset_code: text,
              asset_issuer: text,
            },
            { $id: 'XlmAccountBalancesInner' },
          ),
        ),
      ),
      signers: optional(
        Type.Array(
          Type.Object(
            {
              weight: number,
              key: text,
              type: optional(Type.Enum(['sha256_hash', 'ed25519_public_key', 'preauth_tx'])),
            },
            { $id: 'XlmAccountSignersInner' },
          ),
        ),
      ),
      data: optional(Type.Object({})),
    },
    { $id: 'XlmAccount' },
  ),
)

export const XlmLedger = nodeObject(
  Type.Object(
    {
      id: text,
      paging_token: text,
      hash: text,
      sequence: number,
      successful_transaction_count: number,
      failed_transaction_count: number,
      operation_count: number,
      closed_at: text,
      total_coins: text,
      fee_pool: text,
      base_fee_in_stroops: number,
      base_reserve_in_stroops: number,
      max_tx_set_size: number,
      protocol_version: number,
      header_xdr: text,
    },
    { $id: 'XlmLedger' },
  ),
)

export const XlmTx = nodeObject(
  Type.Object(
    {
      id: text,
      paging_token: text,
      successful: flag,
      hash: text,
      ledger: number,
      created_at: text,
      source_account: text,
      source_account_sequence: text,
      fee_paid: optional(exactDecimal('Stroops; the same as fee_charged')),
      fee_charged: optional(exactDecimal('Stroops')),
      max_fee: optional(exactDecimal('Stroops')),
      operation_count: number,
      envelope_xdr: text,
      result_xdr: text,
      result_meta_xdr: text,
      fee_meta_xdr: text,
      memo: optional(Type.String({ description: 'Of a hash the Base64 of its 32 bytes' })),
      memo_type: optional(Type.Enum(['MEMO_TEXT', 'MEMO_ID', 'MEMO_HASH', 'MEMO_RETURN'])),
      signatures: optional(Type.Array(Type.String())),
    },
    { $id: 'XlmTx' },
  ),
)

export const XlmTxs = Type.Array(XlmTx)

export const XlmFee = Type.Number({ description: 'Stroops (10^-7 XLM) for each operation of a transaction' })

// ---- what is asked for

export const XlmAccountParam = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Account, or address of a customer of one (M…)',
})

export const XlmSequence = Type.String({
  pattern: '^[1-9]\\d{0,9}$',
  title: 'the number of a ledger, from 1',
  description: 'Number of a ledger',
})

export const XlmPagination = Type.String({
  pattern: '^\\d{1,19}$',
  title: 'text of 1 to 19 digits',
  description: 'paging_token of the last transaction of the page before',
})

export const XlmHash = Type.String({ minLength: 64, maxLength: 64, description: 'Hash of the transaction' })

// ---- what is sent

const account = (description: string) => Type.String({ minLength: 56, maxLength: 56, description })

const amount = (description: string) => Type.String({ ...DECIMAL, description })

const signers = {
  secret: {
    fromSecret: Type.String({
      minLength: 56,
      maxLength: 56,
      secret: true,
      description: 'Secret of the sender (S…); with an API key of the testnet only',
    }),
  },
  kms: { signatureId: WalletSignatureId },
} as const

const sender = { fromAccount: account('Account of the sender, which pays the fee') } as const

const asset = {
  token: Type.String({
    minLength: 1,
    maxLength: 12,
    ...ASSET_CODE,
    description: 'Code of the asset',
  }),
  issuerAccount: account('Account that issues the asset'),
} as const

const transfer = {
  ...sender,
  to: Type.String({
    minLength: 56,
    maxLength: 69,
    description: 'Account of the recipient, or address of a customer of it (M…)',
  }),
  initialize: optional(
    Type.Boolean({
      default: false,
      description: 'The account of the recipient is new. The ledger tells: this changes nothing',
    }),
  ),
  message: optional(
    Type.String({
      maxLength: 64,
      ...ASCII_64,
      description: 'Memo: text of at most 28 characters, or 64 hex digits for a hash; see messageType',
    }),
  ),
  messageType: optional(
    Type.Enum(['text', 'id', 'hash'], {
      description:
        'Type of the memo, which the recipient names; id and hash need a message. Left out, 64 characters are a hash, others text',
    }),
  ),
} as const

const xlmTransfer = { ...transfer, amount: amount('XLM') } as const
const assetTransfer = { ...transfer, amount: amount('Of the asset'), ...asset } as const

const trust = {
  ...sender,
  ...asset,
  limit: optional(
    amount('Most of the asset that the sender will hold; left out, no limit; 0 removes the line'),
  ),
} as const

export const TransferXlmBlockchain = Type.Object(
  { ...xlmTransfer, ...signers.secret },
  { ...closed, $id: 'TransferXlmBlockchain' },
)
export const TransferXlmBlockchainKMS = Type.Object(
  { ...xlmTransfer, ...signers.kms },
  { ...closed, $id: 'TransferXlmBlockchainKMS' },
)
export const TransferXlmBlockchainAsset = Type.Object(
  { ...assetTransfer, ...signers.secret },
  { ...closed, $id: 'TransferXlmBlockchainAsset' },
)
export const TransferXlmBlockchainKMSAsset = Type.Object(
  { ...assetTransfer, ...signers.kms },
  { ...closed, $id: 'TransferXlmBlockchainKMSAsset' },
)
export const TrustLineXlmBlockchain = Type.Object(
  { ...trust, ...signers.secret },
  { ...closed, $id: 'TrustLineXlmBlockchain' },
)
export const TrustLineXlmBlockchainKMS = Type.Object(
  { ...trust, ...signers.kms },
  { ...closed, $id: 'TrustLineXlmBlockchainKMS' },
)
