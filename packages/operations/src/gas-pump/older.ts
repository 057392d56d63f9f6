/**
 * The older way to gas pumps, which public clients still have: addresses that the transaction itself tells, without an
 * index. Their names are those of their bodies.
 */
import Type from 'typebox'
import { NODE_CODES } from '../chains/faults.js'
import { CREDITS } from '../families/evm/sends.js'
import { pair } from '../families/pair.js'
import { bySender, type From } from '../families/tron/tron.js'
import { operation } from '../operation.js'
import { unstated } from '../price.js'
import * as models from './models.js'
import { madeBy } from './reads.js'
import { type Counted, created, createdFor, type Flags } from './requests.js'
import { evmCalls, tronCalls } from './sends.js'
import { area, byTron, paidByService, paths, query } from './ways.js'

const PATH = '/v3/blockchain/sc/custodial'
const TOLD = `GET ${PATH}/{chain}/{hash} tells what the transaction has made.`

const ONE = {
  path: PATH,
  summary: 'Makes a gas pump of the sender',
  description: `Each call makes another one. ${TOLD} Precalculated addresses (/v3/gas-pump) are known before, and can receive at once.`,
  price: unstated(CREDITS),
  celo: 'chain=CELO',
} as const

const MANY = {
  path: `${PATH}/batch`,
  summary: 'Makes gas pumps of an owner',
  description: `Up to ${models.MOST_ACTIVATED} in one transaction, whose sender pays the gas: anybody may. Each call makes others. ${TOLD}`,
  price: unstated(CREDITS),
  celo: 'chain=CELO',
} as const

const onTron = (row: typeof ONE | typeof MANY) =>
  ({ ...byTron, path: row.path, price: row.price, description: row.description }) as const

const [generateCustodialWalletTron, generateCustodialWalletTronKMS] = pair(
  {
    ...onTron(ONE),
    ids: ['generateCustodialWalletTron', 'generateCustodialWalletTronKMS'],
    summary: `${ONE.summary}, on TRON`,
    bodies: models.createTron,
  },
  tronCalls<Flags, From>(created(true), bySender),
)

const [generateCustodialWalletBatchTron, generateCustodialWalletBatchTronKMS] = pair(
  {
    ...onTron(MANY),
    ids: ['generateCustodialWalletBatchTron', 'generateCustodialWalletBatchTronKMS'],
    summary: `${MANY.summary}, on TRON`,
    bodies: models.createBatchTron,
  },
  tronCalls<Counted, From>(createdFor, bySender),
)

export const olderGasPumps = {
  ...paths.four(
    ONE,
    {
      key: 'generateCustodialWallet',
      keyCelo: 'generateCustodialWalletCelo',
      kms: 'generateCustodialWalletKMS',
      kmsCelo: 'generateCustodialWalletCeloKMS',
    },
    models.create,
    evmCalls(created(false)),
  ),
  generateCustodialWalletTron,
  generateCustodialWalletTronKMS,
  ...paths.four(
    MANY,
    {
      key: 'generateCustodialWalletBatch',
      keyCelo: 'generateCustodialWalletBatchCelo',
      kms: 'generateCustodialWalletBatchKMS',
      kmsCelo: 'generateCustodialWalletBatchCeloKMS',
    },
    models.createBatch,
    evmCalls(createdFor),
  ),
  generateCustodialWalletBatchTron,
  generateCustodialWalletBatchTronKMS,
  generateCustodialWalletBatchPayer: paidByService(
    MANY,
    'generateCustodialWalletBatchPayer',
    models.GenerateCustodialWalletBatchPayer,
    createdFor,
    ({ batchCount }) => batchCount,
  ),
  scGetCustodialAddresses: operation({
    id: 'scGetCustodialAddresses',
    area,
    method: 'GET',
    path: `${PATH}/{chain}/{hash}`,
    summary: 'Returns the gas pumps that a transaction has made',
    description:
      'While the transaction is in no block, the call is refused (gas.pump.processing) and is to be repeated.',
    price: unstated(1),
    query,
    params: {
      chain: models.PumpChain,
      hash: Type.String({ minLength: 1, maxLength: 100, description: 'ID of the transaction' }),
    },
    output: Type.Array(Type.String()),
    errors: ['tx.not.found', 'gas.pump.processing', 'execution.reverted', ...NODE_CODES],
  }).read(madeBy),
} as const
