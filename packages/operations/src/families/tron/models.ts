/**
 * TRON on the wire. What nodes answer is passed on in the documented shape: addresses in hex as the bytes have them, and
 * beside them in the chain's own spelling. Amounts of TRX in answers are sun, and every digit of them is kept.
 */
import Type, { type TProperties } from 'typebox'
import { WalletSignatureId } from '../../models/send.js'
import { AddressIndex } from '../../models/wallet.js'
import { exactAmount, exactDecimal } from '../../wire/exact.js'
import { closed, nodeObject, optional } from '../../wire/fields.js'
import { DECIMAL } from '../../wire/forms.js'

const text = optional(Type.String())
const number = optional(exactDecimal('Whole number'))

const Value = Type.Object(
  {
    data: text,
    amount: number,
    owner_address: optional(Type.String({ description: 'Hex, with the prefix 41' })),
    to_address: text,
    ownerAddressBase58: optional(Type.String({ description: 'The same address, T…' })),
    toAddressBase58: text,
  },
  { $id: 'TronTxRawDataContractInnerParameterValue' },
)

const Contract = Type.Object(
  {
    parameter: optional(
      Type.Object({ value: optional(Value), type_url: text }, { $id: 'TronTxRawDataContractInnerParameter' }),
    ),
    type: text,
  },
  { $id: 'TronTxRawDataContractInner' },
)

const Tx = Type.Object(
  {
    ret: Type.Array(Type.Object({ contractRet: text }, { $id: 'TronTxRetInner' })),
    signature: Type.Array(Type.String()),
    blockNumber: exactDecimal('Of its block; 0 while it waits for one'),
    txID: Type.String(),
    netUsage: optional(exactDecimal('Bytes of bandwidth')),
    rawData: Type.Object(
      {
        contract: Type.Array(Contract),
        ref_block_bytes: text,
        ref_block_hash: text,
        expiration: exactDecimal('Milliseconds since 1970'),
        timestamp: exactDecimal('Milliseconds since 1970'),
      },
      { $id: 'TronTxRawData' },
    ),
  },
  { $id: 'TronTx' },
)

export const TronTx = nodeObject(Tx)

export const TronBlock = nodeObject(
  Type.Object(
    {
      hash: text,
      blockNumber: number,
      timestamp: number,
      parentHash: text,
      witnessAddress: text,
      witnessSignature: text,
      transactions: optional(Type.Array(Tx)),
    },
    { $id: 'TronBlock' },
  ),
)

export const TronGetCurrentBlock200Response = Type.Object(
  { blockNumber: optional(Type.Number()), hash: text, testnet: optional(Type.Boolean()) },
  { $id: 'TronGetCurrentBlock200Response' },
)

export const TronAccount = nodeObject(
  Type.Object(
    {
      address: Type.String(),
      balance: exactDecimal('Sun: 10^-6 TRX'),
      trc10: Type.Array(
        Type.Object(
          { key: Type.String({ description: 'Number of the token' }), value: exactDecimal('Base units') },
          { $id: 'TronAccountTrc10Inner' },
        ),
      ),
      trc20: Type.Array(Type.Object({}), { description: 'Base units by the address of the contract' }),
      createTime: exactDecimal('Milliseconds since 1970; 0 of an account that is not there yet'),
      assetIssuedId: text,
      assetIssuedName: text,
      freeNetUsage: exactDecimal('Of the free bandwidth, what is used'),
      freeNetLimit: number,
      netUsage: number,
      netLimit: number,
      bandwidth: exactDecimal('What is left of both'),
    },
    { $id: 'TronAccount' },
  ),
)

export const TronAccountTx200Response = nodeObject(
  Type.Object(
    { next: optional(Type.String({ description: 'For the next page' })), transactions: Type.Array(Tx) },
    { $id: 'TronAccountTx200Response' },
  ),
)

const TokenInfo = Type.Object(
  {
    symbol: Type.String(),
    address: Type.String(),
    decimals: exactDecimal('Decimals'),
    name: Type.String(),
  },
  { $id: 'TronTx20TokenInfo' },
)

export const TronAccountTx20200Response = nodeObject(
  Type.Object(
    {
      next: optional(Type.String({ description: 'For the next page' })),
      transactions: Type.Array(
        Type.Object(
          {
            txID: Type.String(),
            tokenInfo: TokenInfo,
            from: Type.String(),
            to: Type.String(),
            type: Type.String(),
            value: Type.String({ description: 'Base units of the token' }),
          },
          { $id: 'TronTx20' },
        ),
      ),
    },
    { $id: 'TronAccountTx20200Response' },
  ),
)

export const TronTrc10Detail = nodeObject(
  Type.Object(
    {
      ownerAddress: text,
      name: text,
      abbr: text,
      description: text,
      url: text,
      totalSupply: optional(exactDecimal('Base units')),
      precision: number,
      id: number,
    },
    { $id: 'TronTrc10Detail' },
  ),
)

// ---- what is asked for

export const TronAddress = Type.String({ minLength: 1, maxLength: 100, description: 'Address, T… or hex' })
export const TronHash = Type.String({ minLength: 1, maxLength: 100, description: 'ID of the transaction' })
export const TronBlockRef = Type.String({ minLength: 1, maxLength: 100, description: 'Hash or number' })
export const TronAsset = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Number of the token, or address of its issuer',
})

const flag = (description: string) => optional(Type.Boolean({ description }))
const time = (description: string) => optional(Type.Number({ description }))

export const TRON_HISTORY = {
  next: optional(Type.String({ description: 'As the page before answered it' })),
  onlyConfirmed: flag('Only transactions of solidified blocks'),
  onlyUnconfirmed: flag('Only the others'),
  onlyTo: flag('Only those to the address'),
  onlyFrom: flag('Only those from the address'),
  orderBy: optional(
    Type.Enum(['block_timestamp,asc', 'block_timestamp,desc'], { description: 'Newest first unless told' }),
  ),
  minTimestamp: time('From this time on, in milliseconds'),
  maxTimestamp: time('Up to this time, in milliseconds'),
} as const

// ---- what is sent

const account = (description: string) => Type.String({ minLength: 34, maxLength: 34, description })
const amount = (description: string) => Type.String({ ...DECIMAL, description })
const words = (description: string) => Type.String({ minLength: 1, maxLength: 100, description })

export const KEY = {
  fromPrivateKey: Type.String({
    minLength: 64,
    maxLength: 64,
    secret: true,
    description: 'Private key of the sender; with an API key of the testnet only',
  }),
} as const
const KMS = {
  from: account('Address of the sender'),
  signatureId: WalletSignatureId,
  index: optional(AddressIndex),
} as const

/** A body with a key of the call, and the same with a wallet of a key-management system. */
function bodies<const Id extends string, Fields extends TProperties>(id: Id, fields: Fields) {
  return [
    Type.Object({ ...fields, ...KEY }, { ...closed, $id: id }),
    Type.Object({ ...fields, ...KMS }, { ...closed, $id: `${id}KMS` }),
  ] as const
}

const to = account('Address of the recipient')

export const [TransferTronBlockchain, TransferTronBlockchainKMS] = bodies('TransferTronBlockchain', {
  to,
  amount: amount('TRX'),
})

export const [TransferTronTrc10Blockchain, TransferTronTrc10BlockchainKMS] = bodies(
  'TransferTronTrc10Blockchain',
  { to, tokenId: words('Number of the TRC-10 token'), amount: amount('Tokens') },
)

export const [TransferTronTrc20Blockchain, TransferTronTrc20BlockchainKMS] = bodies(
  'TransferTronTrc20Blockchain',
  {
    to,
    tokenAddress: account('Address of the TRC-20 contract'),
    feeLimit: exactAmount('TRX that the energy of the contract may cost'),
    amount: amount('Tokens'),
  },
)

export const [CreateTronTrc10Blockchain, CreateTronTrc10BlockchainKMS] = bodies('CreateTronTrc10Blockchain', {
  recipient: account('Address of the sender: the network gives the supply to the issuer'),
  name: words('Name of the token'),
  abbreviation: words('Its abbreviation'),
  description: words('Its description'),
  url: words('Its page'),
  totalSupply: exactAmount('Tokens'),
  decimals: Type.Number({ minimum: 0, maximum: 5, description: 'Decimals of the token' }),
})

export const [CreateTronTrc20Blockchain, CreateTronTrc20BlockchainKMS] = bodies('CreateTronTrc20Blockchain', {
  recipient: account('Address that gets the supply'),
  name: words('Name of the token'),
  symbol: words('Its symbol'),
  totalSupply: exactAmount('Tokens'),
  decimals: Type.Number({ minimum: 0, maximum: 30, description: 'Decimals of the token' }),
})

export const [FreezeTron, FreezeTronKMS] = bodies('FreezeTron', {
  receiver: optional(account('Address of the sender: today the network freezes for nobody else')),
  duration: optional(
    Type.Number({ minimum: 3, maximum: 3, description: 'Taken and not used: today there is none' }),
  ),
  resource: Type.Enum(['BANDWIDTH', 'ENERGY'], { description: 'What is got for it' }),
  amount: amount('TRX, 1 or more'),
})

export const TronBroadcast = Type.Object(
  {
    txData: Type.String({
      minLength: 1,
      maxLength: 50_000,
      description: 'Signed transaction: its JSON, or its bytes in hex',
    }),
    signatureId: optional(
      Type.String({
        format: 'uuid',
        description: 'The pending transaction that this is: complete once a node has it',
      }),
    ),
  },
  { ...closed, $id: 'TronBroadcast' },
)
