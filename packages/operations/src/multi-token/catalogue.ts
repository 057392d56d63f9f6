/**
 * Multi tokens (ERC-1155): one contract, many tokens with ids. The table contains the documented ids literally, one row
 * for what is done, and in it one id for each way to sign.
 */
import { records } from '@tallystick/custody'
import Type from 'typebox'
import { NODE_CODES } from '../chains/faults.js'
import { EvmPaths } from '../families/evm/four.js'
import {
  blockBound,
  EvmAddress,
  EvmHash,
  MultiTokenTx,
  SCGetContractAddress200Response,
} from '../families/evm/models.js'
import { readContractAddress } from '../families/evm/reads.js'
import { CREDITS, evmSends, TRANSFER_CODES } from '../families/evm/sends.js'
import { TestnetType } from '../models/wallet.js'
import { operation } from '../operation.js'
import { flat, unstated } from '../price.js'
import { Offset, optional, PageSize } from '../wire/fields.js'
import { MOST_BALANCES, readAddressBalance, readTransfers } from './indexed.js'
import * as models from './models.js'
import { chainOf, readBalance, readBalances, readMetadata, readTransaction } from './reads.js'
import * as requests from './requests.js'

const area = 'Multi Tokens (ERC-1155 or compatible)'
const PATH = '/v3/multitoken'

const query = { testnetType: TestnetType } as const

const { BSC, CELO, ETH, KCS, KLAY, MATIC, ONE } = records
const paths = new EvmPaths({
  area,
  query,
  records: [BSC, CELO, ETH, KCS, KLAY, MATIC, ONE],
  codes: TRANSFER_CODES,
})

const ALL_OR_NONE = 'All of them or none: a contract among the recipients may refuse.'

const deployments = paths.four(
  {
    path: `${PATH}/deploy`,
    summary: 'Deploys a contract for multi tokens',
    description:
      'Who signs may mint, and says who else may. Its address is that of the transaction: see /v3/blockchain/sc/address/{chain}/{hash}.',
    price: flat(CREDITS),
  },
  {
    key: 'deployMultiToken',
    keyCelo: 'deployMultiTokenCelo',
    kms: 'deployMultiTokenKMS',
    kmsCelo: 'deployMultiTokenCeloKMS',
  },
  models.deploy,
  evmSends(chainOf, requests.deployed),
)

const mints = paths.four(
  {
    path: `${PATH}/mint`,
    summary: 'Mints tokens of one ID',
    description: 'The sender must be a minter, unless the contract lets everybody mint.',
    price: unstated(CREDITS),
  },
  {
    key: 'mintMultiToken',
    keyCelo: 'mintMultiTokenCelo',
    kms: 'mintMultiTokenKMS',
    kmsCelo: 'mintMultiTokenKMSCelo',
  },
  models.mint,
  evmSends(chainOf, requests.minted),
)

const batchMints = paths.four(
  {
    path: `${PATH}/mint/batch`,
    summary: 'Mints tokens of several IDs for several recipients',
    description: `The lists belong together: to[i] gets amounts[i][j] of tokenId[i][j]. ${ALL_OR_NONE}`,
    price: unstated(CREDITS),
  },
  {
    key: 'mintMultiTokenBatch',
    keyCelo: 'mintMultiTokenBatchCelo',
    kms: 'mintMultiTokenBatchKMS',
    kmsCelo: 'mintMultiTokenBatchKMSCelo',
  },
  models.mintBatch,
  evmSends(chainOf, requests.mintedBatch),
)

const BURNS = 'The sender must be the account, or approved by it.'

const burns = paths.four(
  { path: `${PATH}/burn`, summary: 'Burns tokens of one ID', description: BURNS, price: flat(CREDITS) },
  {
    key: 'burnMultiToken',
    keyCelo: 'burnMultiTokenCelo',
    kms: 'burnMultiTokenKMS',
    kmsCelo: 'burnMultiTokenKMSCelo',
  },
  models.burn,
  evmSends(chainOf, requests.burnt),
)

const batchBurns = paths.four(
  {
    path: `${PATH}/burn/batch`,
    summary: 'Burns tokens of several IDs',
    description: BURNS,
    price: flat(CREDITS),
  },
  {
    key: 'burnMultiTokenBatch',
    keyCelo: 'burnMultiTokenBatchCelo',
    kms: 'burnMultiTokenBatchKMS',
    kmsCelo: 'burnMultiTokenBatchKMSCelo',
  },
  models.burnBatch,
  evmSends(chainOf, requests.burntBatch),
)

const TRANSFERS =
  'Of the sender. If a key-management system signs, the contract must be one that this API has deployed: others ask for the address of the sender, which only that system knows.'

const transfers = paths.four(
  {
    path: `${PATH}/transaction`,
    summary: 'Transfers tokens of one ID',
    description: TRANSFERS,
    price: unstated(CREDITS),
  },
  {
    key: 'transferMultiToken',
    keyCelo: 'transferMultiTokenCelo',
    kms: 'transferMultiTokenKMS',
    kmsCelo: 'transferMultiTokenKMSCelo',
  },
  models.transfer,
  evmSends(chainOf, requests.transferred),
)

const batchTransfers = paths.four(
  {
    path: `${PATH}/transaction/batch`,
    summary: 'Transfers tokens of several IDs to one address',
    description: TRANSFERS,
    price: unstated(CREDITS),
    celo: 'chain=CELO',
  },
  {
    key: 'transferMultiTokenBatch',
    keyCelo: 'transferMultiTokenBatchCelo',
    kms: 'transferMultiTokenBatchKMS',
    kmsCelo: 'transferMultiTokenBatchKMSCelo',
  },
  models.transferBatch,
  evmSends(chainOf, requests.transferredBatch),
)

const MINTERS = {
  path: `${PATH}/mint/add`,
  summary: 'Lets an address mint',
  description: 'The sender must have deployed the contract.',
  price: flat(CREDITS),
}
const [minterByKey, minterByKms] = evmSends(chainOf, requests.minterAdded)
const minters = {
  addMultiTokenMinter: paths.signed(MINTERS, 'addMultiTokenMinter', models.addMinter.key, minterByKey),
  addMultiTokenMinterKMS: paths.left(MINTERS, 'addMultiTokenMinterKMS', models.addMinter.kms, minterByKms),
} as const

const CALL_CODES = ['transaction.invalid.body', 'execution.reverted', ...NODE_CODES] as const
const onContract = { chain: models.ReadChain, contractAddress: EvmAddress } as const
const read = { area, method: 'GET', price: unstated(1), query } as const
const INDEX =
  'Of contracts that transactions of this service have created since it follows the chain. Refused where the chain is not followed.'
/** Items of a list in a query. */
const list = (length: number, description: string) =>
  Type.String({ minLength: 1, maxLength: models.MAX_ASKED * (length + 1), description })

const reads = {
  multiTokenGetBalance: operation({
    ...read,
    id: 'multiTokenGetBalance',
    path: `${PATH}/balance/{chain}/{contractAddress}/{address}/{tokenId}`,
    summary: 'Returns how many tokens of an ID an address has',
    params: { ...onContract, address: EvmAddress, tokenId: models.TokenId },
    output: models.MultiTokenBalance,
    errors: CALL_CODES,
  }).read(readBalance),

  multiTokenGetBalanceBatch: operation({
    ...read,
    id: 'multiTokenGetBalanceBatch',
    path: `${PATH}/balance/batch/{chain}/{contractAddress}`,
    summary: 'Returns how many tokens several addresses have',
    description: `Takes lists with commas, of up to ${models.MAX_ASKED} items: the first ID belongs to the first address, and so on.`,
    params: onContract,
    query: {
      ...query,
      tokenId: list(78, 'IDs of tokens, with commas between them'),
      address: list(42, 'Addresses, with commas between them'),
    },
    output: Type.Array(Type.String()),
    errors: CALL_CODES,
  }).read(readBalances),

  multiTokenGetMetadata: operation({
    ...read,
    id: 'multiTokenGetMetadata',
    path: `${PATH}/metadata/{chain}/{contractAddress}/{token}`,
    summary: 'Returns the URL of the metadata of a token',
    params: { ...onContract, token: models.TokenId },
    output: models.MultiTokenMetadata,
    errors: CALL_CODES,
  }).read(readMetadata),

  multiTokenGetTransaction: operation({
    ...read,
    id: 'multiTokenGetTransaction',
    path: `${PATH}/transaction/{chain}/{hash}`,
    summary: 'Returns a transaction with its logs',
    params: { chain: models.ReadChain, hash: EvmHash },
    output: MultiTokenTx,
    errors: ['tx.not.found', ...NODE_CODES],
  }).read(readTransaction),

  multiTokenGetAddressBalance: operation({
    ...read,
    id: 'multiTokenGetAddressBalance',
    path: `${PATH}/address/balance/{chain}/{address}`,
    summary: 'Returns which tokens an address has',
    description: `${INDEX} At most ${MOST_BALANCES} tokens.`,
    params: { chain: models.IndexedChain, address: EvmAddress },
    output: Type.Array(models.MultiTokenBalances),
    errors: NODE_CODES,
  }).read(readAddressBalance),

  multiTokenGetTransactionByAddress: operation({
    ...read,
    id: 'multiTokenGetTransactionByAddress',
    path: `${PATH}/transaction/{chain}/{address}/{tokenAddress}`,
    summary: 'Returns transfers of the tokens of a contract from and to an address',
    description: `The newest first. ${INDEX}`,
    params: { chain: models.IndexedChain, address: EvmAddress, tokenAddress: EvmAddress },
    query: {
      ...query,
      pageSize: PageSize,
      offset: optional(Offset),
      from: blockBound(0, 'First block'),
      to: blockBound(0, 'Last block'),
    },
    output: Type.Array(models.MultiTokenTransfer),
    errors: NODE_CODES,
  }).read(readTransfers),

  multiTokenGetContractAddress: operation({
    ...read,
    id: 'multiTokenGetContractAddress',
    path: `${PATH}/address/{chain}/{hash}`,
    summary: 'Returns the address of the contract that a transaction created',
    description:
      'The same as /v3/blockchain/sc/address/{chain}/{hash}, under the path that public clients use.',
    params: { chain: models.ReadChain, hash: EvmHash },
    output: SCGetContractAddress200Response,
    errors: ['tx.not.found', ...NODE_CODES],
  }).read(readContractAddress),
} as const

export const multiTokens = {
  ...deployments,
  ...mints,
  ...batchMints,
  ...burns,
  ...batchBurns,
  ...transfers,
  ...batchTransfers,
  ...minters,
  ...reads,
} as const
