/**
 * Gas pumps: addresses of an owner who pays the gas. The table contains the documented ids literally, one row for what is
 * done, and in it one id for each way to sign.
 */
import type { RejectionCode } from '@tallystick/core'
import { records } from '@tallystick/custody'
import Type from 'typebox'
import { NODE_CODES } from '../chains/faults.js'
import { evmPaths } from '../families/evm/four.js'
import { CALL_CODES, CREDITS, evmSends } from '../families/evm/sends.js'
import { operation } from '../operation.js'
import { flat, unstated } from '../price.js'
import * as models from './models.js'
import { activationResults, isActivated, precalculated } from './reads.js'
import { activated, approved, chainOf, transferred, transferredBatch } from './requests.js'

const area = 'Gas pump'
const PATH = '/v3/gas-pump'
const WALLET = '/v3/blockchain/sc/custodial'

const { BSC, CELO, ETH, KLAY, MATIC, ONE, XDC } = records
const CODES: readonly RejectionCode[] = ['erc20.token.notFound', 'erc20.decimals.different', ...CALL_CODES]

const { four } = evmPaths({
  area,
  query: {},
  records: [BSC, CELO, ETH, KLAY, MATIC, ONE, XDC],
  codes: CODES,
})

const activations = four(
  {
    path: `${PATH}/activate`,
    summary: 'Activates gas pumps',
    description: `Up to ${models.MOST_ACTIVATED} indexes in one transaction, whose sender pays the gas: anybody may. Those that are activated already stay as they are. GET ${PATH}/address/{chain}/{txId} tells the results.`,
    price: flat(CREDITS),
  },
  {
    key: 'activateGasPump',
    keyCelo: 'activateGasPumpCelo',
    kms: 'activateGasPumpKMS',
    kmsCelo: 'activateGasPumpCeloKMS',
  },
  models.activate,
  evmSends(chainOf, activated),
)

const OWNER = 'The sender must be the owner of the gas pump, which must be activated.'

const transfers = four(
  {
    path: `${WALLET}/transfer`,
    summary: 'Transfers coins or tokens from a gas pump',
    description: OWNER,
    price: unstated(CREDITS),
    celo: 'chain=CELO',
  },
  {
    key: 'transferCustodialWallet',
    keyCelo: 'transferCustodialWalletCelo',
    kms: 'transferCustodialWalletKMS',
    kmsCelo: 'transferCustodialWalletCeloKMS',
  },
  models.transfer,
  evmSends(chainOf, transferred),
)

const batches = four(
  {
    path: `${WALLET}/transfer/batch`,
    summary: 'Makes several transfers from a gas pump in one transaction',
    description: `${OWNER} All of them are made, or none. Takes up to ${models.MOST_MOVES}.`,
    price: unstated(CREDITS),
    celo: 'chain=CELO',
  },
  {
    key: 'transferCustodialWalletBatch',
    keyCelo: 'transferCustodialWalletBatchCelo',
    kms: 'transferCustodialWalletBatchKMS',
    kmsCelo: 'transferCustodialWalletBatchCeloKMS',
  },
  models.transferBatch,
  evmSends(chainOf, transferredBatch),
)

const approvals = four(
  {
    path: `${WALLET}/approve`,
    summary: 'Lets another address move tokens of a gas pump',
    description: `${OWNER} For ERC-1155, amount and tokenId are ignored: the spender may move all tokens of the contract.`,
    price: flat(CREDITS),
    celo: 'chain=CELO',
  },
  {
    key: 'approveTransferCustodialWallet',
    keyCelo: 'approveTransferCustodialWalletCelo',
    kms: 'approveTransferCustodialWalletKMS',
    kmsCelo: 'approveTransferCustodialWalletCeloKMS',
  },
  models.approve,
  evmSends(chainOf, approved),
)

const reads = {
  precalculateGasPumpAddresses: operation({
    id: 'precalculateGasPumpAddresses',
    area,
    method: 'POST',
    path: PATH,
    summary: 'Computes the addresses of gas pumps',
    description: `In the order of the indexes, at most ${models.MOST_ADDRESSES} (ONE: 4000). No node is asked. The addresses can receive at once; to send, they must be activated.`,
    price: flat(2),
    body: models.CreateGasPump,
    output: Type.Array(Type.String()),
    errors: NODE_CODES,
  }).read(precalculated),

  gasPumpAddressesActivatedOrNot: operation({
    id: 'gasPumpAddressesActivatedOrNot',
    area,
    method: 'GET',
    path: `${PATH}/activated/{chain}/{owner}/{index}`,
    summary: 'Returns whether a gas pump is activated',
    price: flat(1),
    params: { chain: models.PumpChain, owner: models.Owner, index: models.PumpIndex },
    output: models.Activated,
    errors: NODE_CODES,
  }).read(isActivated),

  activatedNotActivatedGasPumpAddresses: operation({
    id: 'activatedNotActivatedGasPumpAddresses',
    area,
    method: 'GET',
    path: `${PATH}/address/{chain}/{txId}`,
    summary: 'Returns what an activation has done',
    description:
      'While the transaction is in no block, the call is refused (gas.pump.processing) and is to be repeated. A block may still be undone: wait for the confirmations of the chain.',
    price: flat(1),
    params: {
      chain: models.PumpChain,
      txId: Type.String({ minLength: 10, maxLength: 80, description: 'ID of the activation' }),
    },
    output: models.GasPumpTrxOut,
    errors: ['tx.not.found', 'gas.pump.processing', 'execution.reverted', ...NODE_CODES],
  }).read(activationResults),
} as const

export const gasPumps = { ...activations, ...transfers, ...batches, ...approvals, ...reads } as const
