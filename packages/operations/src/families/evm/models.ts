/** Models of the EVM chains. Amounts are decimal text in coins; gas prices in answers are in wei. */
import Type, { type Static, type TProperties } from 'typebox'
import { SignatureId, TransactionHash, WalletSignatureId } from '../../models/send.js'
import { AddressIndex } from '../../models/wallet.js'
import { exactDecimal } from '../../wire/exact.js'
import { closed, optional } from '../../wire/fields.js'
import { DECIMAL, WHOLE } from '../../wire/forms.js'

// ---- requests

export const EvmAddress = Type.String({ minLength: 1, maxLength: 100, description: 'Address' })

/** With the documented length. */
export const EvmAddress42 = Type.String({ minLength: 42, maxLength: 42, description: 'Address' })

export const EvmBlockRef = Type.String({ minLength: 1, maxLength: 100, description: 'Hash or number' })

export const EvmHash = Type.String({ minLength: 1, maxLength: 100, description: 'Hash of the transaction' })

export const ContractChain = Type.Enum(['BSC', 'CELO', 'ETH', 'KLAY', 'KCS', 'MATIC', 'ONE', 'TRON', 'XDC'], {
  description: 'Chain of the transaction',
})

export const SCGetContractAddress200Response = Type.Object(
  { contractAddress: optional(Type.String({ description: 'Address of the contract' })) },
  { $id: 'SCGetContractAddress200Response' },
)

export const Direction = optional(
  Type.Enum(['ASC', 'DESC'], { default: 'DESC', description: 'ASC begins with the oldest' }),
)

/** A block number as a bound. @param minimum As documented: 1 on Ethereum, 0 elsewhere */
export const blockBound = (minimum: 0 | 1, description: string) =>
  optional(Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER, description }))

// ---- answers

const text = optional(Type.String())
const number = optional(exactDecimal('Whole number'))

const log = {
  address: text,
  topics: optional(Type.Array(Type.String())),
  data: text,
  logIndex: number,
  transactionIndex: number,
  transactionHash: text,
} as const

const logOfPolygon = { ...log, blockNumber: number, blockHash: text } as const

const transaction = {
  blockHash: optional(
    Type.String({
      description: 'Absent while the transaction is pending, like all fields of its block and receipt',
    }),
  ),
  status: optional(
    Type.Boolean({ description: 'Whether the transaction succeeded; absent in the list of a block' }),
  ),
  blockNumber: number,
  from: text,
  gas: number,
  gasPrice: optional(Type.String({ description: 'Wei' })),
  transactionHash: text,
  input: text,
  nonce: number,
  to: optional(Type.String({ description: 'Absent if the transaction creates a contract' })),
  transactionIndex: number,
  value: optional(Type.String({ description: 'Wei' })),
  gasUsed: number,
  cumulativeGasUsed: number,
  contractAddress: optional(Type.String({ description: 'Address of the contract that it created' })),
} as const

export const EthTx = Type.Object(
  {
    ...transaction,
    logs: optional(Type.Array(Type.Object(log, { $id: 'EthTxLog' }))),
    timestamp: optional(exactDecimal('Seconds; absent if the node does not report it')),
  },
  { $id: 'EthTx' },
)

export const PolygonTx = Type.Object(
  { ...transaction, logs: optional(Type.Array(Type.Object(logOfPolygon, { $id: 'PolygonTxLog' }))) },
  { $id: 'PolygonTx' },
)

export const CeloTx = Type.Object(
  {
    ...transaction,
    logs: optional(Type.Array(Type.Object(log, { $id: 'CeloTxLogsInner' }))),
    feeCurrency: optional(Type.String({ description: 'Address of the token that pays the fee' })),
  },
  { $id: 'CeloTx' },
)

export const MultiTokenTx = Type.Object(
  { ...transaction, logs: optional(Type.Array(Type.Object(log, { $id: 'EthTxLog' }))) },
  { $id: 'MultiTokenGetTransaction200Response' },
)

export const EthTxInternal = Type.Object(
  {
    from: text,
    to: text,
    value: optional(Type.String({ description: 'Wei' })),
    blockNumber: number,
    timeStamp: optional(Type.String({ description: 'Seconds' })),
    hash: optional(Type.String({ description: 'Hash of the transaction that contains it' })),
    input: text,
    traceId: text,
    type: optional(Type.String({ description: 'call, create, create2 or selfdestruct' })),
    errCode: text,
    gas: number,
    isError: text,
    gasUsed: number,
    contractAddress: text,
  },
  { $id: 'EthTxInternal' },
)

const block = {
  difficulty: text,
  extraData: text,
  gasLimit: number,
  gasUsed: number,
  hash: text,
  logsBloom: text,
  miner: text,
  mixHash: text,
  nonce: text,
  number,
  parentHash: text,
  receiptsRoot: text,
  sha3Uncles: text,
  size: number,
  stateRoot: text,
  timestamp: optional(exactDecimal('Seconds')),
  totalDifficulty: text,
  transactionsRoot: text,
} as const

export const EthBlock = Type.Object(
  { ...block, transactions: optional(Type.Array(EthTx)) },
  { $id: 'EthBlock' },
)

export const CeloBlock = Type.Object(
  { ...block, transactions: optional(Type.Array(CeloTx)) },
  { $id: 'CeloBlock' },
)

export const EthBalance = Type.Object(
  { balance: Type.String({ description: 'ETH, without tokens' }) },
  { $id: 'EthBalance' },
)

export const MaticBalance = Type.Object(
  { balance: Type.String({ description: 'MATIC, without tokens' }) },
  { $id: 'MaticBalance' },
)

export const CeloBalance = Type.Object(
  {
    celo: Type.String(),
    cUsd: optional(Type.String({ description: 'Absent if the network does not have this token' })),
    cEur: optional(Type.String({ description: 'Absent if the network does not have this token' })),
  },
  { $id: 'CeloGetBalance200Response' },
)

/** No method of a contract has that many. */
const MAX_PARAMETERS = 1_000

export type ContractData = Static<typeof DataData>

const DataData = Type.Union(
  [
    Type.Object({}, { additionalProperties: true }),
    Type.String(),
    Type.Number(),
    Type.Array(Type.Unknown()),
    Type.Boolean(),
  ],
  {
    $id: 'DataData',
    description: 'Integers and addresses are text; several values are a list, no value is an empty list',
  },
)

/** The result of a method that writes (signed by the call, or left to a KMS), or the return value of one that reads. */
export const ContractAnswer = Type.Union(
  [TransactionHash, SignatureId, Type.Object({ data: DataData }, { $id: 'Data' })],
  { $id: 'CallSmartContractMethod200Response' },
)

// ---- bodies of sends

const coins = (description: string) => Type.String({ ...DECIMAL, description })

const whole = (description: string) => Type.String({ ...WHOLE, description })

const Fee = optional(
  Type.Object(
    {
      gasLimit: whole('Most units of gas'),
      gasPrice: whole('Of a unit of gas, in Gwei'),
    },
    { ...closed, $id: 'DeployErc20Fee', description: 'Default: what the network charges now' },
  ),
)

const Nonce = optional(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Default: the next one. The nonce of a pending transaction replaces that transaction, for a higher fee',
  }),
)

const PrivateKey = Type.String({
  minLength: 66,
  maxLength: 66,
  secret: true,
  description: 'Private key of the sender; accepted only with a testnet API key',
})

export const key = { fromPrivateKey: PrivateKey } as const
/** A managed wallet. */
const managed = { caller: EvmAddress42 } as const
export const kms = { signatureId: WalletSignatureId, index: optional(AddressIndex) } as const

export const common = { nonce: Nonce, fee: Fee } as const

const transfer = {
  ...common,
  to: EvmAddress42,
  amount: coins('Amount of the currency, with at most as many decimals as the currency has'),
  data: optional(
    Type.String({
      maxLength: 50_000,
      description:
        'Data of a payment in the native coin: 0x and hex digits are sent as they are, other text as UTF-8',
    }),
  ),
} as const

const read = {
  contractAddress: EvmAddress42,
  methodName: Type.String({ minLength: 1, maxLength: 500, description: 'Name of the method' }),
  methodABI: Type.Object(
    {},
    { additionalProperties: true, description: 'ABI of the method, as the compiler writes it' },
  ),
  params: Type.Array(Type.Unknown(), {
    maxItems: MAX_PARAMETERS,
    description: 'Parameters of the method, in order. Write numbers of more than 15 digits as text',
  }),
} as const

const paid = { amount: optional(coins('Amount of the native coin to send with the call')) } as const

/** The documentation lists the tokens that the API knows. A configuration may name others. */
const token = (coin: string, documented: string) =>
  Type.String({
    minLength: 1,
    maxLength: 50,
    description: `${coin}, or a token of the network: ${documented}, or one that the configuration names`,
  })

const ofEthereum = {
  currency: token(
    'ETH',
    'BAT, BUSD, COIIN, FREE, GMC, LATOKEN, LEO, LINK, MATIC_ETH, MKR, MMY, PAX, PAXG, PLTC, REVV, SAND, TUSD, UNI, USDC, USDT, WBTC, XCON',
  ),
}

export const TransferEthBlockchain = Type.Object(
  { ...transfer, ...ofEthereum, ...key },
  { ...closed, $id: 'TransferEthBlockchain' },
)
export const TransferEthBlockchainKMS = Type.Object(
  { ...transfer, ...ofEthereum, ...kms },
  { ...closed, $id: 'TransferEthBlockchainKMS' },
)
export const CallReadSmartContractMethod = Type.Object(read, {
  ...closed,
  $id: 'CallReadSmartContractMethod',
})
export const CallSmartContractMethod = Type.Object(
  { ...read, ...paid, ...common, ...key },
  { ...closed, $id: 'CallSmartContractMethod' },
)
export const CallSmartContractMethodKMS = Type.Object(
  { ...read, ...paid, ...common, ...kms },
  { ...closed, $id: 'CallSmartContractMethodKMS' },
)

const ofPolygon = { currency: token('MATIC', 'USDC_MATIC, USDC_MATIC_NATIVE, USDT_MATIC, WMATIC') }

export const TransferPolygonBlockchain = Type.Object(
  { ...transfer, ...ofPolygon, ...key },
  { ...closed, $id: 'TransferPolygonBlockchain' },
)
export const TransferPolygonBlockchainKMS = Type.Object(
  { ...transfer, ...ofPolygon, ...kms },
  { ...closed, $id: 'TransferPolygonBlockchainKMS' },
)
export const CallPolygonSmartContractReadMethod = Type.Object(read, {
  ...closed,
  $id: 'CallPolygonSmartContractReadMethod',
})
export const CallPolygonSmartContractMethod = Type.Object(
  { ...read, ...paid, ...common, ...key },
  { ...closed, $id: 'CallPolygonSmartContractMethod' },
)
export const CallPolygonSmartContractMethodKMS = Type.Object(
  { ...read, ...common, ...kms },
  { ...closed, $id: 'CallPolygonSmartContractMethodKMS' },
)

export const CallPolygonSmartContractMethodCaller = Type.Object(
  { ...read, ...paid, fee: Fee, ...managed },
  { ...closed, $id: 'CallPolygonSmartContractMethodCaller' },
)

const ofCelo = { currency: token('CELO', 'CUSD, CEUR') }
const feeCurrency = {
  feeCurrency: Type.String({
    minLength: 1,
    maxLength: 50,
    description:
      'Currency of the fee: CELO, CUSD, CEUR, or a token that the configuration marks as a fee currency',
  }),
}

export const TransferCeloBlockchain = Type.Object(
  { ...transfer, ...ofCelo, ...feeCurrency, ...key },
  { ...closed, $id: 'TransferCeloBlockchain' },
)
export const TransferCeloBlockchainKMS = Type.Object(
  { ...transfer, ...ofCelo, ...feeCurrency, ...kms },
  { ...closed, $id: 'TransferCeloBlockchainKMS' },
)
export const CallCeloReadSmartContractMethod = Type.Object(read, {
  ...closed,
  $id: 'CallCeloReadSmartContractMethod',
})
export const CallCeloSmartContractMethod = Type.Object(
  { ...read, ...paid, ...common, ...feeCurrency, ...key },
  { ...closed, $id: 'CallCeloSmartContractMethod' },
)
export const CallCeloSmartContractMethodKMS = Type.Object(
  { ...read, ...common, ...feeCurrency, ...kms },
  { ...closed, $id: 'CallCeloSmartContractMethodKMS' },
)

/** Models of a chain without documentation: like Polygon's, under its own names. @param name `Gnosis` */
export function addedModels(name: string, coin: string) {
  const currency = token(coin, 'none by itself')
  const model = <Fields extends TProperties>(id: string, fields: Fields) =>
    Type.Object(fields, { ...closed, $id: id })
  return {
    balance: Type.Object(
      { balance: Type.String({ description: `${coin}, without tokens` }) },
      { $id: `${name}Balance` },
    ),
    transactions: Type.Array(EthTx),
    block: EthBlock,
    transaction: EthTx,
    transfer: model(`Transfer${name}`, { ...transfer, currency, ...key }),
    transferKms: model(`Transfer${name}KMS`, { ...transfer, currency, ...kms }),
    ask: model(`Call${name}ReadSmartContractMethod`, read),
    call: model(`Call${name}SmartContractMethod`, { ...read, ...paid, ...common, ...key }),
    callKms: model(`Call${name}SmartContractMethodKMS`, { ...read, ...paid, ...common, ...kms }),
  }
}
