/**
 * Gas pumps: addresses of an owner who pays the gas. The table contains the documented ids literally, one row for what is
 * done, and in it one id for each way to sign.
 */
import Type from 'typebox'
import { NODE_CODES } from '../chains/faults.js'
import { CREDITS } from '../families/evm/sends.js'
import { pair } from '../families/pair.js'
import { bySender, type From } from '../families/tron/tron.js'
import { operation } from '../operation.js'
import { flat, unstated } from '../price.js'
import * as models from './models.js'
import { olderGasPumps } from './older.js'
import { activationResults, isActivated, precalculated } from './reads.js'
import { activated, approved, type Batch, type Transfer, transferred, transferredBatch } from './requests.js'
import { evmCalls, tronCalls } from './sends.js'
import { area, byTron, paidByService, paths, query, tron } from './ways.js'

const PATH = '/v3/gas-pump'
const WALLET = '/v3/blockchain/sc/custodial'

const ACTIVATIONS = {
  path: `${PATH}/activate`,
  summary: 'Activates gas pumps',
  description: `Up to ${models.MOST_ACTIVATED} indexes in one transaction, whose sender pays the gas: anybody may. Those that are activated already stay as they are. GET ${PATH}/address/{chain}/{txId} tells the results.`,
  price: flat(CREDITS),
} as const

const activations = paths.four(
  ACTIVATIONS,
  {
    key: 'activateGasPump',
    keyCelo: 'activateGasPumpCelo',
    kms: 'activateGasPumpKMS',
    kmsCelo: 'activateGasPumpCeloKMS',
  },
  models.activate,
  evmCalls(activated),
)

const activateGasPumpTatum = paidByService(
  ACTIVATIONS,
  'activateGasPumpTatum',
  models.ActivateGasPumpTatum,
  activated,
  ({ from, to }) => to - from + 1,
)

const OWNER = 'The sender must be the owner of the gas pump, which must be activated.'

const TRANSFERS = {
  path: `${WALLET}/transfer`,
  summary: 'Transfers coins or tokens from a gas pump',
  description: OWNER,
  price: unstated(CREDITS),
  celo: 'chain=CELO',
} as const

const transfers = paths.four(
  TRANSFERS,
  {
    key: 'transferCustodialWallet',
    keyCelo: 'transferCustodialWalletCelo',
    kms: 'transferCustodialWalletKMS',
    kmsCelo: 'transferCustodialWalletCeloKMS',
  },
  models.transfer,
  evmCalls(transferred),
)

const BATCHES = {
  path: `${WALLET}/transfer/batch`,
  summary: 'Makes several transfers from a gas pump in one transaction',
  description: `${OWNER} All of them are made, or none. Takes up to ${models.MOST_MOVES}.`,
  price: unstated(CREDITS),
  celo: 'chain=CELO',
} as const

const batches = paths.four(
  BATCHES,
  {
    key: 'transferCustodialWalletBatch',
    keyCelo: 'transferCustodialWalletBatchCelo',
    kms: 'transferCustodialWalletBatchKMS',
    kmsCelo: 'transferCustodialWalletBatchCeloKMS',
  },
  models.transferBatch,
  evmCalls(transferredBatch),
)

const APPROVALS = {
  path: `${WALLET}/approve`,
  summary: 'Lets another address move tokens of a gas pump',
  description: `${OWNER} For ERC-1155, amount and tokenId are ignored: the spender may move all tokens of the contract.`,
  price: flat(CREDITS),
  celo: 'chain=CELO',
} as const

const approvals = paths.four(
  APPROVALS,
  {
    key: 'approveTransferCustodialWallet',
    keyCelo: 'approveTransferCustodialWalletCelo',
    kms: 'approveTransferCustodialWalletKMS',
    kmsCelo: 'approveTransferCustodialWalletCeloKMS',
  },
  models.approve,
  evmCalls(approved),
)

const [activateGasPumpTron, activateGasPumpTronKMS] = pair(
  {
    ...tron,
    ...ACTIVATIONS,
    ids: ['activateGasPumpTron', 'activateGasPumpTronKMS'],
    summary: `${ACTIVATIONS.summary}, on TRON`,
    description: `${ACTIVATIONS.description} If a key-management system signs, the sender is the owner.`,
    bodies: models.activateTron,
    signers: [['fromPrivateKey'], ['signatureId']],
  },
  // The body has no field for the sender, whom every transaction of TRON names.
  tronCalls(activated, ({ owner }) => ['owner', owner]),
)

const [transferCustodialWalletTron, transferCustodialWalletTronKMS] = pair(
  {
    ...byTron,
    ...TRANSFERS,
    ids: ['transferCustodialWalletTron', 'transferCustodialWalletTronKMS'],
    summary: `${TRANSFERS.summary}, on TRON`,
    bodies: models.transferTron,
  },
  tronCalls<Transfer, From>(transferred, bySender),
)

const [transferCustodialWalletBatchTron, transferCustodialWalletBatchTronKMS] = pair(
  {
    ...byTron,
    ...BATCHES,
    ids: ['transferCustodialWalletBatchTron', 'transferCustodialWalletBatchTronKMS'],
    summary: `${BATCHES.summary}, on TRON`,
    bodies: models.transferBatchTron,
  },
  tronCalls<Batch, From>(transferredBatch, bySender),
)

const reads = {
  precalculateGasPumpAddresses: operation({
    id: 'precalculateGasPumpAddresses',
    area,
    method: 'POST',
    path: PATH,
    summary: 'Computes the addresses of gas pumps',
    description: `In the order of the indexes, at most ${models.MOST_ADDRESSES} (ONE: 4000, TRON: 500). No node is asked. The addresses can receive at once; to send, they must be activated.`,
    query,
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
    query,
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
    query,
    price: flat(1),
    params: {
      chain: models.PumpChain,
      txId: Type.String({ minLength: 10, maxLength: 80, description: 'ID of the activation' }),
    },
    output: models.GasPumpTrxOut,
    errors: ['tx.not.found', 'gas.pump.processing', 'execution.reverted', ...NODE_CODES],
  }).read(activationResults),
} as const

export const gasPumps = {
  ...activations,
  activateGasPumpTatum,
  activateGasPumpTron,
  activateGasPumpTronKMS,
  ...transfers,
  transferCustodialWalletTron,
  transferCustodialWalletTronKMS,
  ...batches,
  transferCustodialWalletBatchTron,
  transferCustodialWalletBatchTronKMS,
  ...approvals,
  ...olderGasPumps,
  ...reads,
} as const
