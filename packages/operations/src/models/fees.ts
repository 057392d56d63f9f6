/** Models of estimates. Gas prices are in wei (Klaytn: peb), fees of UTXO chains in coins. */
import Type from 'typebox'
import { exactAmount, exactDecimal } from '../wire/exact.js'
import { closed, optional } from '../wire/fields.js'
import { DECIMAL, TOKEN_ID } from '../wire/forms.js'

/** Each one needs a request to a node. */
const MAX_ESTIMATIONS = 100
/** Addresses or outputs. Each one needs a request to a node. */
const MAX_SOURCES = 100
const MAX_RECIPIENTS = 1_000

const address = (minLength: number, maxLength: number, description: string) =>
  Type.String({ minLength, maxLength, description })

const call = (minLength: number, maxLength: number) => ({
  from: address(minLength, maxLength, 'Sender'),
  to: address(minLength, maxLength, 'Recipient'),
})

const amount = { amount: Type.String({ ...DECIMAL, description: 'Native coin' }) }

const data = {
  data: optional(
    Type.String({
      maxLength: 50_000,
      pattern: '^(0x|0h)?[0-9A-Fa-f]*$',
      title: 'hex digits, with or without 0x',
      description: 'Hex digits, with or without 0x',
    }),
  ),
}

const plainCall = { ...call(42, 42), ...amount, ...data }

export const BscEstimateGas = Type.Object(plainCall, { ...closed, $id: 'BscEstimateGas' })
export const CeloEstimateGas = Type.Object(plainCall, { ...closed, $id: 'CeloEstimateGas' })
export const KcsEstimateGas = Type.Object(plainCall, { ...closed, $id: 'KcsEstimateGas' })
export const KlaytnEstimateGas = Type.Object(plainCall, { ...closed, $id: 'KlaytnEstimateGas' })
export const PolygonEstimateGas = Type.Object(plainCall, { ...closed, $id: 'PolygonEstimateGas' })
export const AvalancheEstimateGas = Type.Object(plainCall, { ...closed, $id: 'AvalancheEstimateGas' })
export const BaseEstimateGas = Type.Object(plainCall, { ...closed, $id: 'BaseEstimateGas' })
export const CronosEstimateGas = Type.Object(plainCall, { ...closed, $id: 'CronosEstimateGas' })
export const FlareEstimateGas = Type.Object(plainCall, { ...closed, $id: 'FlareEstimateGas' })
export const OptimismEstimateGas = Type.Object(plainCall, { ...closed, $id: 'OptimismEstimateGas' })
export const SonicEstimateGas = Type.Object(plainCall, { ...closed, $id: 'SonicEstimateGas' })
export const OneEstimateGas = Type.Object(plainCall, { ...closed, $id: 'OneEstimateGas' })
export const XdcEstimateGas = Type.Object(
  { ...call(42, 43), ...amount },
  { ...closed, $id: 'XdcEstimateGas' },
)

export const VetEstimateGas = Type.Object(
  {
    from: Type.String({ maxLength: 50, description: 'Sender' }),
    to: Type.String({ maxLength: 50, description: 'Recipient, or contract' }),
    value: Type.String({ maxLength: 50, ...DECIMAL, description: 'VET' }),
    data: optional(
      Type.String({
        maxLength: 10_000,
        pattern: '^(0x)?[0-9A-Fa-f]*$',
        title: 'hex digits, with 0x or without',
        description: 'Hex digits, with 0x or without',
      }),
    ),
    nonce: optional(Type.Number({ description: 'Taken and not used: gas does not depend on it' })),
  },
  { ...closed, $id: 'VetEstimateGas' },
)

export const EthEstimateGas = Type.Object(
  {
    ...plainCall,
    contractAddress: optional(
      address(
        42,
        42,
        'ERC-20 token to send: amount is then an amount of the token, and data must be left out',
      ),
    ),
  },
  { ...closed, $id: 'EthEstimateGas' },
)

export const EthEstimateGasArray = Type.Object(
  { estimations: Type.Array(EthEstimateGas, { maxItems: MAX_ESTIMATIONS }) },
  { ...closed, $id: 'EthEstimateGasArray' },
)

const gas = {
  gasPrice: Type.String({ description: 'Base units of the native coin' }),
  gasLimit: exactDecimal('Units of gas'),
}

export const GasEstimated = Type.Object(gas, { $id: 'GasEstimated' })
/** Documented under a name of its own. */
export const KlaytnGas = Type.Object(gas, { $id: 'KlaytnEstimateGas200Response' })
/** Documented without a name. The public client reads text here. */
export const OneGas = Type.Object({ ...gas, gasLimit: Type.String({ description: 'Units of gas' }) })

const EthGasEstimationDetails = Type.Object(
  { safe: Type.String(), standard: Type.String(), fast: Type.String(), baseFee: Type.String() },
  { $id: 'EthGasEstimationDetails', description: 'Wei' },
)

const ethGas = {
  gasLimit: Type.String({ description: 'Units of gas' }),
  gasPrice: Type.String({ description: 'Wei; the fast price' }),
  estimations: EthGasEstimationDetails,
}

export const EthGasEstimation = Type.Object(ethGas, { $id: 'EthGasEstimation' })

export const EthGasEstimationBatch = Type.Object(
  {
    error: Type.Boolean({ description: 'Whether one of them could not be estimated' }),
    result: Type.Array(
      Type.Object(
        {
          error: Type.Boolean(),
          contractAddress: optional(Type.String()),
          data: optional(Type.Object(ethGas, { $id: 'EthGasEstimationBatchResultData' })),
          msg: optional(Type.String({ description: 'Why there is no estimate' })),
        },
        { $id: 'EthGasEstimationBatchResult' },
      ),
      { description: 'In the order of the request' },
    ),
  },
  { $id: 'EthGasEstimationBatch' },
)

export const BlockchainFee = Type.Object(
  {
    fast: exactDecimal('Per unit of gas, in wei; or per virtual byte, in base units'),
    medium: exactDecimal('As fast'),
    slow: exactDecimal('As fast'),
    baseFee: optional(exactDecimal('Ethereum: base fee of the next block, in wei')),
    time: Type.String({ description: 'Time of the estimate' }),
    block: Type.Number({ description: 'Newest block' }),
  },
  { $id: 'BlockchainFee' },
)

/** Chains that an embedder adds stand in these lists too: see `families/added.ts`. */
export const FeeChain = Type.Enum(['ETH', 'BTC', 'LTC', 'DOGE'], { description: 'Chain' })

const FeeEvmBased = Type.Object(
  { gasLimit: exactDecimal('Units of gas'), gasPrice: exactDecimal('Of a unit of gas, in wei') },
  { $id: 'FeeEvmBased' },
)
const fee = Type.String({ description: 'Total fee, in coins' })

export const FeeBtcBased = Type.Object({ fast: fee, medium: fee, slow: fee }, { $id: 'FeeBtcBased' })

export const EstimatedFee = Type.Union([FeeBtcBased, FeeEvmBased], { $id: 'EstimateFee200Response' })

export const EvmFeeChain = Type.Enum(['CELO', 'ETH', 'BSC', 'XDC', 'ONE', 'MATIC', 'KLAY'], {
  description: 'Chain',
})

const evmChain = { chain: EvmFeeChain } as const

export const EstimateFee = Type.Object(
  {
    ...evmChain,
    type: Type.Enum(
      [
        ...['DEPLOY_ERC20', 'DEPLOY_NFT', 'MINT_NFT', 'BURN_NFT', 'TRANSFER_NFT', 'TRANSFER_ERC20'],
        ...['DEPLOY_AUCTION', 'DEPLOY_MARKETPLACE'],
      ],
      {
        description: 'Operation type. Auctions and marketplaces have no contracts here, so they are refused',
      },
    ),
    sender: optional(address(42, 42, 'Sender; required for all types except DEPLOY_…')),
    recipient: optional(address(42, 42, 'Recipient; required for TRANSFER_… and MINT_NFT')),
    contractAddress: optional(
      address(42, 42, 'Address of the token; required for all types except DEPLOY_…'),
    ),
    amount: optional(
      Type.String({ ...DECIMAL, description: 'Amount of the token; required for TRANSFER_ERC20' }),
    ),
  },
  { ...closed, $id: 'EstimateFee' },
)

/** The length of an NFT's URL in an estimate that does not contain it. */
export const MAX_URL = 200
/** NFTs per estimate: far more than fit into a block. */
const MAX_MINTED = 1_000

const operationType = (type: string) => ({ type: Type.Enum([type], { description: 'Operation type' }) })
const tokenId = (description: string) => Type.String({ ...TOKEN_ID, description })

export const EstimateFeeBatchMintNft = Type.Object(
  {
    ...evmChain,
    ...operationType('MINT_NFT_BATCH'),
    sender: address(42, 43, 'Who mints, and may'),
    recipients: Type.Array(address(42, 43, 'Recipient'), {
      maxItems: MAX_MINTED,
      description: 'The recipient of each token',
    }),
    contractAddress: address(42, 43, 'Contract of the tokens'),
    tokenIds: Type.Array(tokenId('Token'), {
      maxItems: MAX_MINTED,
      description: 'One for each recipient',
    }),
    urls: Type.Array(Type.String({ maxLength: 2_000 }), {
      maxItems: MAX_MINTED,
      description: 'URLs of the metadata, one for each recipient',
    }),
  },
  { ...closed, $id: 'EstimateFeeBatchMintNft' },
)

export const EstimateFeeDeployCustodialWallet = Type.Object(
  {
    ...evmChain,
    ...operationType('DEPLOY_CUSTODIAL_WALLET_BATCH'),
    batchCount: Type.Integer({
      minimum: 1,
      maximum: 300,
      description: 'Number of gas pump addresses to activate at once',
    }),
  },
  { ...closed, $id: 'EstimateFeeDeployCustodialWallet' },
)

export const EstimateFeeTransferFromCustodial = Type.Object(
  {
    ...evmChain,
    ...operationType('TRANSFER_CUSTODIAL'),
    sender: address(42, 42, 'Owner of the custodial address'),
    recipient: address(42, 42, 'Recipient'),
    custodialAddress: address(42, 42, 'Activated gas pump address'),
    tokenType: Type.Enum([0, 1, 2, 3], {
      description: '0: ERC-20, 1: ERC-721, 2: ERC-1155, 3: native coin',
    }),
    amount: Type.String({
      ...DECIMAL,
      description: 'Amount of the coin or token; ERC-1155: whole units; ERC-721: ignored',
    }),
    contractAddress: optional(address(42, 42, 'Address of the token; required except for the native coin')),
    tokenId: optional(tokenId('For ERC-721 and ERC-1155')),
  },
  { ...closed, $id: 'EstimateFeeTransferFromCustodial' },
)

export const UtxoFeeChain = Type.Enum(['BTC', 'LTC', 'DOGE'], { description: 'Chain' })

const utxoTransfer = {
  chain: UtxoFeeChain,
  type: Type.Enum(['TRANSFER'], { description: 'What is estimated' }),
} as const

const to = {
  to: Type.Array(
    Type.Object(
      { address: Type.String({ minLength: 1, maxLength: 110 }), value: exactAmount('Coins') },
      { ...closed, $id: 'EstimateFeeFromAddressToInner' },
    ),
    { maxItems: MAX_RECIPIENTS, description: 'Recipients and amounts' },
  ),
} as const

export const EstimateFeeFromAddress = Type.Object(
  {
    ...utxoTransfer,
    fromAddress: Type.Array(Type.String({ minLength: 1, maxLength: 110 }), {
      maxItems: MAX_SOURCES,
      description: 'Addresses whose outputs may be spent; the change goes back to the first',
    }),
    ...to,
  },
  { ...closed, $id: 'EstimateFeeFromAddress' },
)

export const EstimateFeeFromUTXO = Type.Object(
  {
    ...utxoTransfer,
    fromUTXO: Type.Array(
      Type.Object(
        {
          txHash: Type.String({ minLength: 64, maxLength: 64 }),
          index: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
        },
        { ...closed, $id: 'EstimateFeeFromUTXOFromUTXOInner' },
      ),
      {
        maxItems: MAX_SOURCES,
        description: 'Outputs to spend; the change goes back to the address of the first',
      },
    ),
    ...to,
  },
  { ...closed, $id: 'EstimateFeeFromUTXO' },
)
