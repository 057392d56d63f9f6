/**
 * MultiversX on the wire. Reads return what the gateway wrote; the models name the documented fields. Amounts in requests
 * are EGLD with up to 18 decimals; amounts in the node's answers are base units.
 */
import Type from 'typebox'
import { WalletSignatureId } from '../../models/send.js'
import { AddressIndex, generatedAddress, MnemonicRequest } from '../../models/wallet.js'
import { exactDecimal } from '../../wire/exact.js'
import { closed, type NodeObject, nodeObject, optional } from '../../wire/fields.js'
import { DECIMAL, WHOLE } from '../../wire/forms.js'

const text = optional(Type.String())
const number = optional(Type.Number())

export const EgldTx = nodeObject(
  Type.Object(
    {
      type: text,
      nonce: number,
      round: number,
      epoch: number,
      value: optional(Type.String({ description: 'Base units (10^-18 EGLD)' })),
      receiver: text,
      sender: text,
      gasPrice: number,
      gasLimit: number,
      data: optional(Type.String({ description: 'Base64' })),
      signature: text,
      sourceShard: number,
      destinationShard: number,
      blockNonce: number,
      blockHash: text,
      miniblockHash: text,
      timestamp: number,
      status: optional(
        Type.String({ description: 'success also when its execution failed: see docs/multiversx.md' }),
      ),
      hyperblockNonce: number,
      hyperblockHash: text,
    },
    { $id: 'EgldTx' },
  ),
)

export const EgldTxs = Type.Array(Type.Unsafe<NodeObject>({ type: 'object' }))

export const EgldBlock = nodeObject(
  Type.Object(
    {
      nonce: number,
      round: number,
      hash: text,
      prevBlockHash: text,
      epoch: number,
      numTxs: number,
      shardBlocks: optional(
        Type.Array(Type.Object({ hash: text, nonce: number, shard: number }, { $id: 'EgldShardBlock' })),
      ),
      transactions: optional(Type.Array(EgldTx)),
    },
    { $id: 'EgldBlock' },
  ),
)

export const EgldWallet = Type.Object(
  {
    mnemonic: Type.String({ secret: 'answered', description: '24 words, or the words of the request' }),
  },
  { $id: 'EgldGenerateWallet200Response' },
)

export const EgldAddress = generatedAddress('EgldGenerateAddress200Response')

export const EgldBalance = Type.Object(
  { balance: Type.String({ description: 'EGLD' }) },
  { $id: 'EgldGetBalance200Response' },
)

export const EgldGas = Type.Object(
  {
    gasPrice: exactDecimal('Base units (10^-18 EGLD) for a unit of gas'),
    gasLimit: exactDecimal('Units of gas'),
  },
  { $id: 'EgldEstimateGas200Response' },
)

export const EgldHeight = Type.Number({ description: 'Nonce of the last final hyperblock' })

export const EgldCount = Type.Number({
  description:
    'Nonce of its next transaction: those that the service has recorded, and no block has yet, are counted',
})

// ---- what is asked for

export const MnemonicParam = Type.String({
  minLength: 1,
  maxLength: 500,
  secret: true,
  description: 'Words of the wallet',
})

export const AddressOfMnemonic = Type.Object(
  { ...MnemonicRequest.properties, index: AddressIndex },
  { ...closed, $id: 'EgldAddressOfMnemonic' },
)

export const EgldAddressParam = Type.String({ minLength: 62, maxLength: 62, description: 'Address (erd1…)' })

export const EgldBlockRef = Type.String({
  pattern: '^([0-9a-fA-F]{64}|\\d{1,15})$',
  title: 'text of 64 hex digits, or of up to 15 digits',
  description: 'Nonce or hash of a hyperblock',
})

export const EgldHash = Type.String({
  minLength: 64,
  maxLength: 64,
  description: 'Hash of the transaction',
})

// ---- what is sent

const address = (description: string) => Type.String({ minLength: 62, maxLength: 62, description })

const whole = (description: string) => Type.String({ maxLength: 20, ...WHOLE, description })

const fee = (name: string) =>
  optional(
    Type.Object(
      {
        gasLimit: optional(whole('Units of gas. Default: what the transaction takes now, and a fifth more')),
        gasPrice: optional(
          whole('Base units (10^-18 EGLD) for a unit of gas. Default: the least that the network takes'),
        ),
      },
      { ...closed, $id: name },
    ),
  )

const data = optional(
  Type.String({
    maxLength: 100_000,
    description: 'Text that goes with it: a note, or a call such as ESDTTransfer@… that moves a token',
  }),
)

const transfer = {
  from: address('Address of the sender, which pays the fee'),
  to: address('Address of the recipient'),
  amount: Type.String({ maxLength: 38, ...DECIMAL, description: 'EGLD; 0 if only a token is moved' }),
  data,
} as const

export const TransferEgldBlockchain = Type.Object(
  {
    ...transfer,
    fee: fee('TransferEgldBlockchainFee'),
    fromPrivateKey: Type.String({
      minLength: 64,
      maxLength: 64,
      secret: true,
      description: 'Private key of the sender; with an API key of the testnet only',
    }),
  },
  { ...closed, $id: 'TransferEgldBlockchain' },
)

export const TransferEgldBlockchainKMS = Type.Object(
  {
    ...transfer,
    fee: fee('TransferEgldBlockchainKMSFee'),
    index: optional(
      Type.Integer({
        minimum: 0,
        maximum: 2 ** 31 - 1,
        description: 'Index of the address, if signatureId names a mnemonic',
      }),
    ),
    signatureId: WalletSignatureId,
  },
  { ...closed, $id: 'TransferEgldBlockchainKMS' },
)

export const TransactionFeeEgldBlockchain = Type.Object(
  {
    sender: address('Address of the sender'),
    receiver: address('Address of the recipient'),
    value: Type.String({ maxLength: 38, ...DECIMAL, description: 'EGLD' }),
    data,
  },
  { ...closed, $id: 'TransactionFeeEgldBlockchain' },
)
