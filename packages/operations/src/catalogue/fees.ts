/** Estimates: gas and gas prices on EVM chains, fees on UTXO chains. */

import type { Network } from '@tallystick/core'
import { records } from '@tallystick/custody'
import Type from 'typebox'
import {
  estimateFromAddresses,
  estimateFromOutputs,
  estimateGas,
  estimateGasBatch,
  estimateGasBy,
  estimateGasWithRates,
  readFee,
} from '../chains/estimate.js'
import { NODE_CODES } from '../chains/faults.js'
import { estimateVetGas } from '../chains/vechain.js'
import { CALL_CODES, gasOperation, IN_GWEI } from '../families/evm/gas.js'
import {
  estimateActivation,
  estimateCustodialTransfer,
  estimateMintBatch,
  estimateOperationType,
} from '../families/evm/operation-types.js'
import {
  AvalancheEstimateGas,
  BaseEstimateGas,
  BlockchainFee,
  BscEstimateGas,
  CeloEstimateGas,
  CronosEstimateGas,
  EstimatedFee,
  EstimateFee,
  EstimateFeeBatchMintNft,
  EstimateFeeDeployCustodialWallet,
  EstimateFeeFromAddress,
  EstimateFeeFromUTXO,
  EstimateFeeTransferFromCustodial,
  EthEstimateGas,
  EthEstimateGasArray,
  EthGasEstimation,
  EthGasEstimationBatch,
  FeeChain,
  FlareEstimateGas,
  GasEstimated,
  KcsEstimateGas,
  KlaytnEstimateGas,
  KlaytnGas,
  OneEstimateGas,
  OneGas,
  OptimismEstimateGas,
  PolygonEstimateGas,
  SonicEstimateGas,
  VetEstimateGas,
  XdcEstimateGas,
} from '../models/fees.js'
import { TestnetType } from '../models/wallet.js'
import { operation } from '../operation.js'
import { flat, perItem, unstated } from '../price.js'

const area = 'Blockchain fees'
const ESTIMATE = '/v3/blockchain/estimate'

const TRANSFER_CODES = [
  'balance.insufficient',
  'tx.hash.index.spent',
  'transaction.invalid.body',
  'amount.dust',
  ...NODE_CODES,
] as const

export const estimateFee = operation({
  id: 'estimateFee',
  area,
  method: 'POST',
  path: ESTIMATE,
  summary: 'Estimates the fee of an operation on an EVM chain',
  description: `Estimates the transaction that would be sent now. Values that the body leaves out count as the longest possible: names and symbols of tokens, URLs of 200 characters. BURN_NFT and TRANSFER_NFT take the first token of the sender, in a contract that lists them. ${IN_GWEI}`,
  price: flat(10),
  body: EstimateFee,
  output: EstimatedFee,
  errors: ['fee.not.estimated', ...CALL_CODES],
}).read(estimateOperationType)

export const estimateFeeBatchMintNft = operation({
  id: 'estimateFeeBatchMintNft',
  area,
  method: 'POST',
  path: ESTIMATE,
  summary: 'Estimates the fee of minting many NFTs on an EVM chain',
  description: `Estimates one transaction that calls mintMultiple. ${IN_GWEI}`,
  price: unstated(10),
  body: EstimateFeeBatchMintNft,
  output: EstimatedFee,
  errors: ['fee.not.estimated', ...CALL_CODES],
  discriminators: ['sender', 'recipients', 'contractAddress', 'tokenIds', 'urls'],
}).read(estimateMintBatch)

export const estimateFeeDeployCustodialWallet = operation({
  id: 'estimateFeeDeployCustodialWallet',
  area,
  method: 'POST',
  path: ESTIMATE,
  summary: 'Estimates the fee of activating gas pump addresses on an EVM chain',
  description: `Estimates one transaction to a factory that is already deployed. ${IN_GWEI}`,
  price: unstated(10),
  body: EstimateFeeDeployCustodialWallet,
  output: EstimatedFee,
  errors: CALL_CODES,
  discriminators: ['batchCount'],
}).read(estimateActivation)

export const estimateFeeTransferFromCustodial = operation({
  id: 'estimateFeeTransferFromCustodial',
  area,
  method: 'POST',
  path: ESTIMATE,
  summary: 'Estimates the fee of a transfer from a gas pump address on an EVM chain',
  description: `The address must be activated; sender is its owner. ${IN_GWEI}`,
  price: unstated(10),
  body: EstimateFeeTransferFromCustodial,
  output: EstimatedFee,
  errors: ['fee.not.estimated', ...CALL_CODES],
  discriminators: ['sender', 'recipient', 'custodialAddress', 'tokenType', 'amount'],
}).read(estimateCustodialTransfer)

export const estimateFeeFromAddress = operation({
  id: 'estimateFeeFromAddress',
  area,
  method: 'POST',
  path: ESTIMATE,
  summary: 'Estimates the fee of a payment from addresses',
  description:
    'Estimates the transaction that would be made now, with the change going back to the first address.',
  price: unstated(10),
  body: EstimateFeeFromAddress,
  output: EstimatedFee,
  errors: TRANSFER_CODES,
  discriminators: ['fromAddress', 'to'],
}).read(estimateFromAddresses)

export const estimateFeeFromUTXO = operation({
  id: 'estimateFeeFromUTXO',
  area,
  method: 'POST',
  path: ESTIMATE,
  summary: 'Estimates the fee of a payment from outputs',
  description:
    'Estimates the transaction that would be made now, with the change going back to the address of the first output.',
  price: unstated(10),
  body: EstimateFeeFromUTXO,
  output: EstimatedFee,
  errors: TRANSFER_CODES,
  discriminators: ['fromUTXO', 'to'],
}).read(estimateFromOutputs)

export const getBlockchainFee = operation({
  id: 'getBlockchainFee',
  area,
  method: 'GET',
  path: '/v3/blockchain/fee/{chain}',
  summary: 'Returns the current fee rates of a chain: slow, medium and fast',
  description:
    'On Ethereum they are per unit of gas, in wei. On the other chains they are per virtual byte, in base units.',
  price: flat(1),
  params: { chain: FeeChain },
  output: BlockchainFee,
  errors: NODE_CODES,
}).read(readFee)

export const ethEstimateGas = operation({
  id: 'ethEstimateGas',
  area,
  method: 'POST',
  path: '/v3/ethereum/gas',
  summary: 'Estimates the gas of a transaction on Ethereum',
  description: `Uses the fast price. ${IN_GWEI}`,
  price: flat(10),
  body: EthEstimateGas,
  query: { testnetType: TestnetType },
  output: EthGasEstimation,
  errors: CALL_CODES,
}).read(estimateGasWithRates)

export const ethEstimateGasBatch = operation({
  id: 'ethEstimateGasBatch',
  area,
  method: 'POST',
  path: '/v3/ethereum/gas/batch',
  summary: 'Estimates the gas of many transactions on Ethereum',
  description: `Uses the fast price. If one cannot be estimated, its position has the reason. ${IN_GWEI}`,
  price: perItem(
    10,
    10,
    'estimation',
    ({ estimations }: { readonly estimations: readonly unknown[] }) => estimations.length,
  ),
  body: EthEstimateGasArray,
  query: { testnetType: TestnetType },
  output: EthGasEstimationBatch,
  errors: NODE_CODES,
}).read(estimateGasBatch)

const IN_GPEB = 'The price is in peb; the fee of a transaction is given in Gpeb.'

export const bscEstimateGas = gasOperation(
  'bscEstimateGas',
  area,
  records.BSC,
  'BNB Smart Chain',
  BscEstimateGas,
)
export const celoEstimateGas = gasOperation('celoEstimateGas', area, records.CELO, 'Celo', CeloEstimateGas)
export const kcsEstimateGas = gasOperation('kcsEstimateGas', area, records.KCS, 'KCC', KcsEstimateGas)
export const klaytnEstimateGas = gasOperation(
  'klaytnEstimateGas',
  area,
  records.KLAY,
  'Klaytn',
  KlaytnEstimateGas,
  KlaytnGas,
  IN_GPEB,
)
export const polygonEstimateGas = gasOperation(
  'polygonEstimateGas',
  area,
  records.MATIC,
  'Polygon',
  PolygonEstimateGas,
)
export const xdcEstimateGas = gasOperation('xdcEstimateGas', area, records.XDC, 'XDC', XdcEstimateGas)

/** A chain that is reached by the RPC pass-through only. */
const passedGas = <Call extends typeof AvalancheEstimateGas>(
  segment: string,
  name: string,
  body: Call,
  nodes: Readonly<Record<Network, string>>,
  more = '',
) =>
  operation({
    id: `${segment}EstimateGas`,
    area: 'BlockchainFees',
    method: 'POST',
    path: `/v3/${segment}/gas`,
    summary: `Estimates the gas of a transaction on ${name}`,
    description: `A node of the RPC pass-through estimates it: ${nodes.mainnet} or ${nodes.testnet}. The gas price is in wei.${more}`,
    price: unstated(2),
    body,
    output: GasEstimated,
    errors: CALL_CODES,
  }).read(estimateGasBy(name, nodes))

const both = (name: string) => ({ mainnet: `${name}-mainnet`, testnet: `${name}-testnet` })

/** Of the OP stack (docs.optimism.io, "Transaction fees"). */
const L1_FEE =
  ' The chain also charges for the data that it writes to Ethereum, which no gas limit contains: ask its contract GasPriceOracle for getL1Fee.'

export const avalancheEstimateGas = passedGas(
  'avalanche',
  'Avalanche C-Chain',
  AvalancheEstimateGas,
  both('avax'),
)
export const baseEstimateGas = passedGas(
  'base',
  'Base',
  BaseEstimateGas,
  { mainnet: 'base-mainnet', testnet: 'base-sepolia' },
  L1_FEE,
)
export const cronosEstimateGas = passedGas('cronos', 'Cronos', CronosEstimateGas, both('cro'))
export const flareEstimateGas = passedGas('flare', 'Flare', FlareEstimateGas, {
  mainnet: 'flare-mainnet',
  testnet: 'flare-coston2',
})
export const optimismEstimateGas = passedGas(
  'optimism',
  'Optimism',
  OptimismEstimateGas,
  both('optimism'),
  L1_FEE,
)
export const sonicEstimateGas = passedGas('sonic', 'Sonic', SonicEstimateGas, both('sonic'))

export const vetEstimateGas = operation({
  id: 'vetEstimateGas',
  area,
  method: 'POST',
  path: '/v3/vet/transaction/gas',
  summary: 'Estimates the gas of a transaction on VeChain',
  description:
    'The transaction has one clause. A node of the RPC pass-through executes it, and tells the gas that a contract uses.',
  price: flat(5),
  body: VetEstimateGas,
  output: Type.Number({ description: 'Units of gas' }),
  errors: ['execution.reverted', ...NODE_CODES],
}).read(estimateVetGas)

export const oneEstimateGas = operation({
  id: 'oneEstimateGas',
  area: 'BlockchainFees',
  method: 'POST',
  path: '/v3/one/gas',
  summary: 'Estimates the gas of a transaction on Harmony',
  description: IN_GWEI,
  price: unstated(2),
  body: OneEstimateGas,
  output: OneGas,
  errors: CALL_CODES,
}).read(async (context, call) => {
  const { gasLimit, gasPrice } = await estimateGas(records.ONE)(context, call)
  return { gasLimit: gasLimit.toString(), gasPrice }
})
