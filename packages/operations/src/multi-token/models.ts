/** Models of multi tokens. Ids and amounts are whole numbers of 256 bits, as text. */
import Type, { type TProperties } from 'typebox'
import { common, EvmAddress42, key, kms } from '../families/evm/models.js'
import { closed, optional } from '../wire/fields.js'

/** Tokens that one transaction may name: each mint writes to the chain, and the gas is at most 2^24 (EIP-7825). */
export const MAX_TOKENS = 1_000
/** Pairs of token and address that one question to a node may name. */
export const MAX_ASKED = 100

const MAX_WHOLE = 256

const whole = (description: string) => Type.String({ maxLength: MAX_WHOLE, description })
const listOf = <Item extends Type.TSchema>(item: Item, description: string) =>
  Type.Array(item, { maxItems: MAX_TOKENS, description })

export const TokenId = whole('ID of the token: a whole number, or 0x and hex digits')
const Amount = whole('How many tokens: a whole number, because multi tokens have no decimals')
const TokenIds = listOf(TokenId, 'IDs of the tokens')
const Amounts = listOf(Amount, 'How many of each, in the order of the IDs')
const Data = optional(
  Type.String({
    maxLength: 50_000,
    description:
      'Data for a recipient that is a contract: 0x and hex digits are sent as they are, other text as UTF-8',
  }),
)
const UnusedData = optional(Type.String({ maxLength: 50_000, description: 'Accepted and not used' }))
const ContractAddress = Type.String({ minLength: 42, maxLength: 42, description: 'Address of the contract' })

const CHAIN = { description: 'Chain' } as const
const FeeCurrency = Type.Enum(['CELO', 'CUSD', 'CEUR'], { description: 'Currency of the fee' })

export const ReadChain = Type.Enum(['ETH', 'MATIC', 'KCS', 'KLAY', 'ONE', 'CELO', 'BSC'], CHAIN)
export const IndexedChain = Type.Enum(['ETH', 'MATIC', 'CELO'], CHAIN)

const celo = { chain: Type.Enum(['CELO'], CHAIN), feeCurrency: FeeCurrency } as const
const others = { chain: Type.Enum(['ETH', 'ONE', 'MATIC', 'KCS', 'KLAY', 'BSC'], CHAIN) } as const

const body = <Fields extends TProperties>(id: string, fields: Fields) =>
  Type.Object(fields, { ...closed, $id: id })

/** The four bodies of an operation. @param name Of the first */
const bodies = <const Fields extends TProperties>(
  name: string,
  fields: Fields,
  kmsOfCelo = `${name}KMSCelo`,
) => {
  const all = { ...fields, ...common } as const
  return {
    key: body(name, { ...all, ...others, ...key }),
    keyCelo: body(`${name}Celo`, { ...all, ...celo, ...key }),
    kms: body(`${name}KMS`, { ...all, ...others, ...kms }),
    kmsCelo: body(kmsOfCelo, { ...all, ...celo, ...kms }),
  }
}

export const deploy = bodies(
  'DeployMultiToken',
  {
    uri: Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'URL of the metadata of all tokens, where clients put the ID in the place of {id} (ERC-1155)',
    }),
    publicMint: optional(
      Type.Boolean({
        description: 'Whether everybody may mint. Default: minters only. It cannot be changed',
      }),
    ),
  },
  'DeployMultiTokenCeloKMS',
)

const one = { contractAddress: ContractAddress, tokenId: TokenId, amount: Amount } as const
const many = { contractAddress: ContractAddress, tokenId: TokenIds, amounts: Amounts } as const

export const mint = bodies('MintMultiToken', { ...one, to: EvmAddress42, data: Data })

export const mintBatch = bodies('MintMultiTokenBatch', {
  contractAddress: ContractAddress,
  to: listOf(Type.String({ minLength: 1, maxLength: 100 }), 'Recipients'),
  tokenId: listOf(TokenIds, 'For each recipient the IDs of its tokens'),
  amounts: listOf(Amounts, 'For each recipient how many of each'),
  data: Data,
})

const holder = {
  account: Type.String({ minLength: 42, maxLength: 42, description: 'Address that has the tokens' }),
} as const

export const burn = bodies('BurnMultiToken', { ...one, ...holder, data: UnusedData })
export const burnBatch = bodies('BurnMultiTokenBatch', { ...many, ...holder, data: UnusedData })

export const transfer = bodies('TransferMultiToken', { ...one, to: EvmAddress42, data: Data })

const flat = bodies('TransferMultiTokenBatch', { ...many, to: EvmAddress42, data: Data })
const { amounts: _, ...withoutAmounts } = flat.kms.properties
export const transferBatch = {
  ...flat,
  /** Only here the documents do not require the currency of the fee. */
  keyCelo: body('TransferMultiTokenBatchCelo', {
    ...flat.keyCelo.properties,
    feeCurrency: optional(FeeCurrency),
  }),
  /** The documents call the list `amount`, and clients `amounts`. */
  kms: body('TransferMultiTokenBatchKMS', {
    ...withoutAmounts,
    amounts: optional(Amounts),
    amount: optional(listOf(Amount, 'The same as amounts; one of the two is needed')),
  }),
} as const

const minter = {
  chain: Type.Enum(['ETH', 'MATIC', 'KCS', 'KLAY', 'CELO', 'ONE', 'BSC'], CHAIN),
  contractAddress: ContractAddress,
  minter: Type.String({ minLength: 42, maxLength: 42, description: 'Address that may mint from now on' }),
  ...common,
  feeCurrency: optional(FeeCurrency),
} as const

export const addMinter = {
  key: body('AddMultiTokenMinter', { ...minter, ...key }),
  kms: body('AddMultiTokenMinterKMS', { ...minter, ...kms }),
} as const

export const MultiTokenBalance = Type.Object(
  { data: Type.String({ description: 'How many tokens the address has' }) },
  { $id: 'MultiTokenGetBalance200Response' },
)

export const MultiTokenMetadata = Type.Object(
  {
    data: Type.String({
      description: 'URL of the metadata, as the contract tells it: {id} stands for the ID',
    }),
  },
  { $id: 'MultiTokenGetMetadata200Response' },
)

export const MultiTokenBalances = Type.Object(
  {
    contractAddress: Type.String(),
    balances: Type.Array(
      Type.Object(
        {
          tokenId: Type.String(),
          amount: Type.String(),
          blockNumber: Type.Number({ description: 'Block of the last change' }),
        },
        { $id: 'MultiTokenGetAddressBalance200ResponseInnerBalancesInner' },
      ),
    ),
  },
  { $id: 'MultiTokenGetAddressBalance200ResponseInner' },
)

export const MultiTokenTransfer = Type.Object(
  {
    blockNumber: Type.Number(),
    txId: Type.String(),
    contractAddress: Type.String(),
    tokenId: Type.String(),
    amount: Type.String(),
    from: Type.String({ description: '0x and 40 zeros if the tokens were minted' }),
    operator: Type.String({ description: 'Who moved them' }),
    to: Type.String({ description: '0x and 40 zeros if the tokens were burnt' }),
  },
  { $id: 'MultiTokenGetTransactionByAddress200ResponseInner' },
)
