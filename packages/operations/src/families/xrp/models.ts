/**
 * XRP on the wire. Reads pass on what the node wrote: the models name the documented fields, and other kinds of
 * transactions and entries have others. An `Amount` is text for XRP, in drops, and an object for an issued asset.
 */
import Type from 'typebox'
import { WalletSignatureId } from '../../models/send.js'
import { closed, nodeObject, optional } from '../../wire/fields.js'
import { DECIMAL, HEX_CODE } from '../../wire/forms.js'

const text = optional(Type.String())
const number = optional(Type.Number())
const flag = optional(Type.Boolean())
const either = Type.Union([
  Type.String({ description: 'Of XRP: drops, 10^-6 XRP' }),
  Type.Object({ currency: Type.String(), issuer: Type.String(), value: Type.String() }),
])
const anyAmount = optional(either)

export const XrpWallet = Type.Object(
  {
    address: Type.String({
      description: 'Address of the account; it exists on the XRP ledger once it holds the reserve',
    }),
    secret: Type.String({ secret: 'answered', description: 'Family seed, from which the keys are derived' }),
  },
  { $id: 'XrpWallet' },
)

export const XrpAccount = nodeObject(
  Type.Object(
    {
      account_data: optional(
        Type.Object(
          {
            Account: text,
            Balance: optional(Type.String({ description: 'Drops: 10^-6 XRP' })),
            Flags: number,
            LedgerEntryType: text,
            OwnerCount: number,
            PreviousTxnID: text,
            PreviousTxnLgrSeq: number,
            Sequence: number,
            index: text,
          },
          { $id: 'XrpAccountAccountData' },
        ),
      ),
      ledger_current_index: number,
      validated: flag,
    },
    { $id: 'XrpAccount' },
  ),
)

export const XrpAccountBalance = Type.Object(
  {
    assets: optional(
      Type.Array(
        Type.Object(
          {
            balance: optional(
              Type.String({ description: 'Negative for assets that the account has issued' }),
            ),
            currency: optional(Type.String({ description: 'Three characters, or 40 hex digits' })),
          },
          { $id: 'XrpAccountBalanceAssetsInner' },
        ),
      ),
    ),
    balance: optional(Type.String({ description: 'Drops: 10^-6 XRP' })),
  },
  { $id: 'XrpAccountBalance' },
)

const ModifiedNode = Type.Object(
  {
    FinalFields: optional(
      Type.Object(
        { Account: text, Balance: anyAmount, Flags: number, OwnerCount: number, Sequence: number },
        { $id: 'XrpTxMetaAffectedNodesInnerModifiedNodeFinalFields' },
      ),
    ),
    LedgerEntryType: text,
    LedgerIndex: text,
    PreviousFields: optional(
      Type.Object(
        { Balance: either, Sequence: Type.Number() },
        { $id: 'XrpTxMetaAffectedNodesInnerModifiedNodePreviousFields' },
      ),
    ),
    PreviousTxnID: text,
    PreviousTxnLgrSeq: number,
  },
  { $id: 'XrpTxMetaAffectedNodesInnerModifiedNode' },
)

const result = { TransactionIndex: number, TransactionResult: text, delivered_amount: anyAmount }

const Tx = Type.Object(
  {
    hash: text,
    ledger_index: number,
    Account: text,
    Amount: anyAmount,
    Destination: text,
    Fee: text,
    TransactionType: text,
    Flags: number,
    LastLedgerSequence: number,
    Sequence: number,
    date: number,
    inLedger: number,
    SigningPubKey: text,
    TxnSignature: text,
    meta: optional(
      Type.Object(
        {
          AffectedNodes: optional(
            Type.Array(
              Type.Object({ ModifiedNode: optional(ModifiedNode) }, { $id: 'XrpTxMetaAffectedNodesInner' }),
            ),
          ),
          ...result,
        },
        { $id: 'XrpTxMeta' },
      ),
    ),
    validated: flag,
    DestinationTag: number,
  },
  { $id: 'XrpTx' },
)

export const XrpTx = nodeObject(Tx)

const CreatedNode = Type.Object(
  {
    LedgerEntryType: text,
    LedgerIndex: text,
    NewFields: optional(
      Type.Object(
        { Account: text, Balance: anyAmount, Sequence: number },
        { $id: 'XrpAccountTxTransactionsInnerMetaAffectedNodesInnerCreatedNodeNewFields' },
      ),
    ),
  },
  { $id: 'XrpAccountTxTransactionsInnerMetaAffectedNodesInnerCreatedNode' },
)

const AccountTxMeta = Type.Object(
  {
    AffectedNodes: optional(
      Type.Array(
        Type.Object(
          { CreatedNode: optional(CreatedNode) },
          { $id: 'XrpAccountTxTransactionsInnerMetaAffectedNodesInner' },
        ),
      ),
    ),
    ...result,
  },
  { $id: 'XrpAccountTxTransactionsInnerMeta' },
)

export const XrpAccountTx = nodeObject(
  Type.Object(
    {
      account: text,
      ledger_index_max: number,
      ledger_index_min: number,
      marker: optional(Type.Object({ ledger: number, seq: number }, { $id: 'XrpAccountTxMarker' })),
      transactions: optional(
        Type.Array(
          Type.Object(
            { meta: optional(AccountTxMeta), tx: optional(Tx), validated: flag },
            { $id: 'XrpAccountTxTransactionsInner' },
          ),
        ),
      ),
    },
    { $id: 'XrpAccountTx' },
  ),
)

export const XrpFee = nodeObject(
  Type.Object(
    {
      current_ledger_size: text,
      current_queue_size: text,
      drops: optional(
        Type.Object(
          { base_fee: text, median_fee: text, minimum_fee: text, open_ledger_fee: text },
          { $id: 'XrpFeeDrops' },
        ),
      ),
      expected_ledger_size: text,
      ledger_current_index: number,
      levels: optional(
        Type.Object(
          { median_level: text, minimum_level: text, open_ledger_level: text, reference_level: text },
          { $id: 'XrpFeeLevels' },
        ),
      ),
      max_queue_size: text,
    },
    { $id: 'XrpFee' },
  ),
)

export const XrpInfo = nodeObject(
  Type.Object({ ledger_hash: text, ledger_index: number }, { $id: 'XrpInfo' }),
)

const whole = optional(Type.Integer())

export const XrpLedger = nodeObject(
  Type.Object(
    {
      ledger: optional(
        Type.Object(
          {
            accepted: flag,
            account_hash: text,
            close_flags: whole,
            close_time: whole,
            close_time_human: text,
            close_time_resolution: whole,
            closed: flag,
            hash: text,
            ledger_hash: text,
            ledger_index: text,
            parent_close_time: whole,
            parent_hash: text,
            seqNum: text,
            totalCoins: text,
            total_coins: text,
            transaction_hash: text,
            transactions: optional(Type.Array(Tx)),
          },
          { $id: 'XrpLedgerLedger' },
        ),
      ),
      ledger_hash: text,
      ledger_index: whole,
      validated: flag,
    },
    { $id: 'XrpLedger' },
  ),
)

// ---- requests

export const XrpAccountParam = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Account address or X-address',
})

/** A ledger's number has 32 bits. */
export const XrpLedgerIndex = Type.Integer({
  minimum: 0,
  maximum: 2 ** 32 - 1,
  description: 'Number of a ledger',
})

export const XrpMarker = Type.String({
  maxLength: 500,
  description: 'Marker of the previous page, as JSON',
})

export const XrpHash = Type.String({ minLength: 64, maxLength: 64, description: 'Hash of the transaction' })

// ---- bodies of sends

const ACCOUNT = { minLength: 33, maxLength: 34 } as const

const account = (description: string) => Type.String({ ...ACCOUNT, description })

const amount = (description: string) => Type.String({ ...DECIMAL, description })

const tag = (description: string) => optional(Type.Integer({ description }))

const token = Type.String({
  minLength: 40,
  maxLength: 40,
  ...HEX_CODE,
  description: 'Currency code of the asset, 40 hex digits',
})

const signers = {
  secret: {
    fromSecret: Type.String({
      minLength: 29,
      maxLength: 29,
      secret: true,
      description: 'Family seed of the sender; accepted only with a testnet API key',
    }),
  },
  kms: { signatureId: WalletSignatureId },
} as const

const common = {
  fromAccount: account('Account of the sender, which pays the fee'),
  fee: optional(amount('XRP; left out, what the ledger asks now')),
} as const

const transfer = {
  ...common,
  to: account('Account of the recipient'),
  sourceTag: tag('Says for whom it is sent'),
  destinationTag: tag('Says for whom it is meant'),
} as const

const xrpTransfer = { ...transfer, amount: amount('XRP') } as const

const assetTransfer = {
  ...transfer,
  amount: amount('Of the asset, with at most 16 significant digits'),
  issuerAccount: account('Account that issues the asset'),
  token,
} as const

const settings = {
  ...common,
  rippling: optional(
    Type.Boolean({ description: 'Allows balances to pass through the account; issuers need it' }),
  ),
  requireDestinationTag: optional(
    Type.Boolean({ description: 'Refuses payments without a destination tag' }),
  ),
} as const

const trust = {
  ...common,
  issuerAccount: account('Account that issues the asset'),
  limit: amount('Largest amount of the asset that the sender accepts; 0 removes the trust line'),
  token,
} as const

export const TransferXrpBlockchain = Type.Object(
  { ...xrpTransfer, ...signers.secret },
  { ...closed, $id: 'TransferXrpBlockchain' },
)
export const TransferXrpBlockchainKMS = Type.Object(
  { ...xrpTransfer, ...signers.kms },
  { ...closed, $id: 'TransferXrpBlockchainKMS' },
)
export const TransferXrpBlockchainAsset = Type.Object(
  { ...assetTransfer, ...signers.secret },
  { ...closed, $id: 'TransferXrpBlockchainAsset' },
)
export const TransferXrpBlockchainAssetKMS = Type.Object(
  { ...assetTransfer, ...signers.kms },
  { ...closed, $id: 'TransferXrpBlockchainAssetKMS' },
)
export const TrustLineXrpBlockchain = Type.Object(
  { ...trust, ...signers.secret },
  { ...closed, $id: 'TrustLineXrpBlockchain' },
)
export const TrustLineXrpBlockchainKMS = Type.Object(
  { ...trust, ...signers.kms },
  { ...closed, $id: 'TrustLineXrpBlockchainKMS' },
)
export const AccountSettingsXrpBlockchain = Type.Object(
  { ...settings, ...signers.secret },
  { ...closed, $id: 'AccountSettingsXrpBlockchain' },
)
export const AccountSettingsXrpBlockchainKMS = Type.Object(
  { ...settings, ...signers.kms },
  { ...closed, $id: 'AccountSettingsXrpBlockchainKMS' },
)
