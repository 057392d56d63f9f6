/**
 * BNB Beacon Chain on the wire. Accounts and single transactions are what the node wrote; transactions of blocks and
 * histories have the documented fields. Amounts are text with 8 decimals.
 */
import Type from 'typebox'
import { WalletSignatureId } from '../../models/send.js'
import { closed, nodeObject, optional } from '../../wire/fields.js'
import { DECIMAL } from '../../wire/forms.js'

const text = optional(Type.String())
const number = optional(Type.Number())
const flag = optional(Type.Boolean())

export const BnbWallet = Type.Object(
  {
    address: Type.String({ description: 'Address; on the chain after its first payment' }),
    privateKey: Type.String({ secret: 'answered', description: 'Private key, 64 hex digits' }),
  },
  { $id: 'BnbWallet' },
)

export const BnbAccount = nodeObject(
  Type.Object(
    {
      account_number: number,
      address: text,
      balances: optional(
        Type.Array(
          Type.Object(
            { free: text, frozen: text, locked: text, symbol: text },
            { $id: 'BnbAccountBalancesInner' },
          ),
        ),
      ),
      flags: number,
      sequence: optional(Type.Number({ description: 'Sequence of its next transaction' })),
    },
    { $id: 'BnbAccount' },
  ),
)

export const BnbTransaction = nodeObject(
  Type.Object(
    {
      txHash: text,
      blockHeight: number,
      txType: text,
      timeStamp: text,
      fromAddr: text,
      toAddr: text,
      value: optional(Type.String({ description: 'Amount of txAsset' })),
      txAsset: text,
      txFee: optional(Type.String({ description: 'In BNB' })),
      code: optional(Type.Number({ description: '0, if it succeeded' })),
      memo: text,
      source: number,
      sequence: number,
    },
    { $id: 'BnbTransaction' },
  ),
)

export const BnbBlock = Type.Object(
  { timestamp: number, blockHeight: number, tx: optional(Type.Array(BnbTransaction)) },
  { $id: 'BnbBlock' },
)

export const BnbTxInAccount = Type.Object(
  { total: number, tx: optional(Type.Array(BnbTransaction)) },
  { $id: 'BnbTxInAccount' },
)

const coins = Type.Array(
  Type.Object({ amount: text, denom: text }, { $id: 'BnbTxTxValueMsgInnerValueInputsInnerCoinsInner' }),
)
const side = ($id: string) =>
  optional(Type.Array(Type.Object({ address: text, coins: optional(coins) }, { $id })))

const message = Type.Object(
  {
    type: text,
    value: optional(
      Type.Object(
        {
          inputs: side('BnbTxTxValueMsgInnerValueInputsInner'),
          outputs: side('BnbTxTxValueMsgInnerValueOutputsInner'),
        },
        { $id: 'BnbTxTxValueMsgInnerValue' },
      ),
    ),
  },
  { $id: 'BnbTxTxValueMsgInner' },
)

const signature = Type.Object(
  {
    account_number: text,
    pub_key: optional(Type.Object({ type: text, value: text }, { $id: 'BnbTxTxValueSignaturesInnerPubKey' })),
    sequence: text,
    signature: text,
  },
  { $id: 'BnbTxTxValueSignaturesInner' },
)

export const BnbTx = nodeObject(
  Type.Object(
    {
      code: optional(Type.Number({ description: '0, if it succeeded' })),
      hash: text,
      height: text,
      log: text,
      ok: flag,
      tx: optional(
        Type.Object(
          {
            type: text,
            value: optional(
              Type.Object(
                {
                  memo: text,
                  msg: optional(Type.Array(message)),
                  signatures: optional(Type.Array(signature)),
                  source: text,
                },
                { $id: 'BnbTxTxValue' },
              ),
            ),
          },
          { $id: 'BnbTxTx' },
        ),
      ),
    },
    { $id: 'BnbTx' },
  ),
)

export const BnbHeight = Type.Number({ description: 'Height of the last block' })

// ---- what is asked for

export const BnbAddressParam = Type.String({ minLength: 1, maxLength: 100, description: 'Address' })

export const BnbHeightParam = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Height of the block',
})

export const BnbHash = Type.String({ minLength: 1, maxLength: 100, description: 'Hash of the transaction' })

const time = (what: string) =>
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: `${what}, in milliseconds since 1970; the two are less than 7 days apart`,
  })

export const historyQuery = {
  startTime: time('First time'),
  endTime: time('Last time'),
  limit: optional(
    Type.Integer({ minimum: 1, maximum: 50, description: 'Number of transactions; 10 if absent' }),
  ),
  offset: optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'Transactions to skip' })),
  asset: optional(Type.String({ minLength: 1, maxLength: 50, description: 'Symbol of the asset' })),
  addressType: optional(
    Type.Enum(['FROM', 'TO'], { description: 'Whether the address is the sender or the recipient' }),
  ),
} as const

// ---- what is sent

const transfer = {
  to: Type.String({ minLength: 1, maxLength: 100, description: 'Address of the recipient' }),
  currency: Type.Enum(['BNB'], { description: 'BNB' }),
  amount: Type.String({ ...DECIMAL, description: 'BNB' }),
  message: optional(
    Type.String({ minLength: 1, maxLength: 50, description: 'Memo; the recipient may need one in digits' }),
  ),
} as const

export const TransferBnbBlockchain = Type.Object(
  {
    ...transfer,
    fromPrivateKey: Type.String({
      minLength: 1,
      maxLength: 100,
      secret: true,
      description: 'Private key of the sender (64 hex digits); with an API key of the testnet only',
    }),
  },
  { ...closed, $id: 'TransferBnbBlockchain' },
)

export const TransferBnbBlockchainKMS = Type.Object(
  {
    ...transfer,
    signatureId: WalletSignatureId,
    fromAddress: Type.String({ minLength: 42, maxLength: 50, description: 'Address of the sender' }),
  },
  { ...closed, $id: 'TransferBnbBlockchainKMS' },
)
