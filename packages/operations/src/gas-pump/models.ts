/** Models of gas pumps. The bodies of one operation differ in their chains and in who signs. */
import Type, { type TProperties, type TSchema } from 'typebox'
import { common, key, kms } from '../families/evm/models.js'
import { KEY as TRON_KEY } from '../families/tron/models.js'
import { exactAmount, exactDecimal } from '../wire/exact.js'
import { closed, optional } from '../wire/fields.js'
import { DECIMAL } from '../wire/forms.js'

/** Addresses of one answer. */
export const MOST_ADDRESSES = 5_000
/** Addresses of one transaction. */
export const MOST_ACTIVATED = 270
/** Transfers of one transaction: each takes about 50,000 units of gas, and a transaction has at most 2^24 (EIP-7825). */
export const MOST_MOVES = 200

const CHAIN = { description: 'Chain' } as const

/** The chains that have a factory. */
export const PumpChain = Type.Enum(['BSC', 'CELO', 'ETH', 'KLAY', 'MATIC', 'ONE', 'TRON'], CHAIN)
const OfEvm = Type.Enum(['BSC', 'ETH', 'KLAY', 'MATIC', 'ONE'], CHAIN)
const WithXdc = Type.Enum(['BSC', 'ETH', 'KLAY', 'MATIC', 'ONE', 'XDC'], CHAIN)
const Celo = Type.Enum(['CELO'], CHAIN)
const Tron = Type.Enum(['TRON'], CHAIN)

const MAX_INDEX = Number.MAX_SAFE_INTEGER

export const Owner = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Master address: the only one that can move what the addresses hold',
})
export const PumpIndex = Type.Integer({ minimum: 0, maximum: MAX_INDEX, description: 'Index' })

const range = {
  owner: Owner,
  from: Type.Integer({ minimum: 0, maximum: MAX_INDEX, description: 'First index' }),
  to: Type.Integer({ minimum: 0, maximum: MAX_INDEX, description: 'Last index, included' }),
} as const

/** An address of so many characters. */
const spelled = (length: number) => (description: string) =>
  Type.String({ minLength: length, maxLength: length, description })
const address = spelled(42)
const PUMP = 'Activated gas pump'
const decimal = (description: string) => optional(Type.String({ ...DECIMAL, description }))
const tokenId = optional(
  Type.String({ maxLength: 256, description: 'ID of the token: a whole number. For ERC-721 and ERC-1155' }),
)
const KINDS = '0: ERC-20, 1: ERC-721, 2: ERC-1155'

const Kind = Type.Enum([0, 1, 2, 3], { description: `${KINDS}, 3: the native coin` })
const KindOfTron = Type.Enum([0, 1, 3], { description: '0: TRC-20, 1: TRC-721, 3: TRX' })

const move = <Kinds extends TSchema>(contractType: Kinds, length = 42) =>
  ({
    custodialAddress: spelled(length)(PUMP),
    recipient: spelled(length)('Recipient'),
    contractType,
    tokenAddress: optional(spelled(length)('Contract of the token. For all but the native coin')),
    amount: decimal(
      'In coins or tokens; of ERC-1155 a whole number, which has no decimals. For all but ERC-721, where it is ignored',
    ),
    tokenId,
  }) as const

const item = Type.String({ minLength: 1, maxLength: 100 })
const list = (description: string) => Type.Array(item, { maxItems: MOST_MOVES, description })

const batch = <Kinds extends TSchema>(kinds: Kinds, length = 42) =>
  ({
    custodialAddress: spelled(length)(PUMP),
    recipient: list('Recipients. All five lists have one item for each transfer'),
    contractType: Type.Array(kinds, { maxItems: MOST_MOVES }),
    tokenAddress: list('Contracts of the tokens; "0" for the native coin'),
    amount: list('Amounts; "0" for ERC-721'),
    tokenId: list('IDs of tokens; "0" where there are none'),
  }) as const

const approval = {
  custodialAddress: address(PUMP),
  spender: address('Who may move the token from now on'),
  contractType: Type.Enum([0, 1, 2], { description: KINDS }),
  tokenAddress: address('Contract of the token'),
  amount: decimal('ERC-20: how much. Ignored for the others: ERC-1155 approves all tokens of the contract'),
  tokenId: optional(
    Type.String({ maxLength: 256, description: 'ERC-721: which one. Ignored for the others' }),
  ),
} as const

const feeCurrency = Type.Enum(['CELO', 'CUSD', 'CEUR'], {
  default: 'CELO',
  description: 'Currency of the fee',
})
const FeeCurrency = Type.Enum(['CELO', 'CUSD', 'CEUR'], { description: 'Currency of the fee' })

const body = <Fields extends TProperties>(id: string, fields: Fields) =>
  Type.Object(fields, { ...closed, $id: id })

/** The four bodies of an operation. @param name Of the first */
const bodies = <const Fields extends TProperties, Chains extends TSchema = typeof WithXdc>(
  name: string,
  fields: Fields,
  chains?: Chains,
) => {
  const all = { ...fields, ...common } as const
  const celo = { chain: Celo, feeCurrency: optional(feeCurrency) } as const
  const others = { chain: (chains ?? WithXdc) as Chains } as const
  return {
    key: body(name, { ...all, ...others, ...key }),
    keyCelo: body(`${name}Celo`, { ...all, ...celo, ...key }),
    kms: body(`${name}KMS`, { ...all, ...others, ...kms }),
    kmsCelo: body(`${name}CeloKMS`, { ...all, ...celo, ...kms }),
  }
}

/** The two bodies of an operation on TRON. @param sender The field that says whose transaction a KMS signs */
const tronBodies = <const Fields extends TProperties, const Sender extends TProperties>(
  name: string,
  fields: Fields,
  sender: Sender,
) => {
  const all = {
    ...fields,
    chain: Tron,
    feeLimit: exactAmount('TRX that the energy of the contract may cost'),
  }
  return [
    body(`${name}Tron`, { ...all, ...TRON_KEY }),
    body(`${name}TronKMS`, { ...all, ...sender, ...kms }),
  ] as const
}

const sender = { from: spelled(34)('Address of the sender') } as const

export const transfer = bodies('TransferCustodialWallet', move(Kind))
export const transferTron = tronBodies('TransferCustodialWallet', move(KindOfTron, 34), sender)
export const transferBatch = bodies('TransferCustodialWalletBatch', batch(Kind))
export const transferBatchTron = tronBodies('TransferCustodialWalletBatch', batch(KindOfTron, 34), sender)
export const approve = bodies('ApproveTransferCustodialWallet', approval)
export const activate = {
  key: body('ActivateGasPump', { ...range, chain: OfEvm, ...key }),
  keyCelo: body('ActivateGasPumpCelo', { ...range, chain: Celo, feeCurrency: FeeCurrency, ...key }),
  kms: body('ActivateGasPumpKMS', { ...range, chain: OfEvm, ...kms }),
  kmsCelo: body('ActivateGasPumpCeloKMS', { ...range, chain: Celo, feeCurrency: FeeCurrency, ...kms }),
} as const

const FeesCovered = Type.Boolean({ description: 'The service pays: true' })

export const ActivateGasPumpTatum = body('ActivateGasPumpTatum', {
  ...range,
  chain: Type.Enum(['BSC', 'CELO', 'ETH', 'KLAY', 'MATIC', 'ONE'], CHAIN),
  feesCovered: FeesCovered,
})

/** Every transaction of TRON names its sender, and this body has no field for it: the owner sends. */
export const activateTron = tronBodies('ActivateGasPump', range, {})

const kindFlag = (what: string) =>
  Type.Boolean({ description: `The address is to hold ${what}: it can, whatever is said` })
const flags = {
  enableFungibleTokens: kindFlag('ERC-20 tokens'),
  enableNonFungibleTokens: kindFlag('ERC-721 tokens'),
  enableSemiFungibleTokens: kindFlag('ERC-1155 tokens, which are not on TRON'),
  enableBatchTransactions: Type.Boolean({
    description: 'The address is to make batches: it can, whatever is said',
  }),
} as const

const counted = (owner: TSchema) =>
  ({
    batchCount: Type.Integer({ minimum: 1, maximum: MOST_ACTIVATED, description: 'How many' }),
    owner,
  }) as { readonly batchCount: Type.TInteger; readonly owner: Type.TString }
const ofEvm = counted(Type.String({ minLength: 42, maxLength: 43, description: 'Who owns them' }))

export const create = bodies(
  'GenerateCustodialWallet',
  flags,
  Type.Enum(['BSC', 'ETH', 'MATIC', 'ONE'], CHAIN),
)
export const createTron = tronBodies('GenerateCustodialWallet', flags, sender)
export const createBatch = bodies('GenerateCustodialWalletBatch', ofEvm)
export const createBatchTron = tronBodies(
  'GenerateCustodialWalletBatch',
  counted(spelled(34)('Who owns them')),
  sender,
)
export const GenerateCustodialWalletBatchPayer = body('GenerateCustodialWalletBatchPayer', {
  ...ofEvm,
  chain: Type.Enum(['BSC', 'CELO', 'ETH', 'MATIC', 'ONE'], CHAIN),
  feesCovered: FeesCovered,
})

export const CreateGasPump = body('CreateGasPump', { chain: PumpChain, ...range })

export const Activated = Type.Object(
  { activated: Type.Boolean({ description: 'Whether the address can send' }) },
  { $id: 'Activated' },
)

const address42 = Type.String({ description: 'Address' })

export const GasPumpTrxOut = Type.Object(
  {
    valid: Type.Array(
      Type.Object({ index: exactDecimal('Index'), address: address42 }, { $id: 'ValidGasPumpAddress' }),
      { description: 'Activated by this transaction' },
    ),
    invalid: Type.Array(
      Type.Object(
        { address: address42, reason: Type.String({ description: 'Why not' }) },
        { $id: 'InvalidGasPumpAddress' },
      ),
      { description: 'Not activated by it' },
    ),
  },
  { $id: 'GasPumpTrxOut' },
)
