/** TRON: TRX, TRC-10 and TRC-20, freezing, and what nodes and TronGrid's index tell. */
import { records, type TronChain } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { NODE_CODES, refused } from '../../chains/faults.js'
import { broadcastCodes } from '../../chains/send.js'
import { SignatureId, TransactionHash } from '../../models/send.js'
import { operation } from '../../operation.js'
import { flat, unstated } from '../../price.js'
import { optional } from '../../wire/fields.js'
import { pair } from '../pair.js'
import * as models from './models.js'
import { presentAccount, presentAsset, presentBlock, presentTrc20Tx, presentTx } from './present.js'
import { foundTx } from './reads.js'
import {
  both,
  broadcastWritten,
  deployTrc20,
  freeze,
  issueTrc10,
  payTrc10,
  payTrc20,
  payTrx,
  TRON_BUILD_CODES,
  TRON_SEND_CREDITS,
  tronOf,
} from './tron.js'

const area = 'Tron'
const READ_CREDITS = 5
const BROADCAST_CREDITS = 5

const send = {
  area,
  record: records.TRON,
  price: flat(TRON_SEND_CREDITS),
  outputs: [TransactionHash, SignatureId],
  codes: TRON_BUILD_CODES,
  keyField: 'fromPrivateKey',
  signers: [['fromPrivateKey'], ['from', 'signatureId']],
} as const
const read = { area, method: 'GET', price: unstated(READ_CREDITS) } as const

/** In the chain's own spelling. @throws Rejected `validation.failed` */
function addressAt({ codec }: TronChain, address: string): string {
  if (codec.isAddress(address)) return codec.canonical(address)
  throw refused('address', { address: 'address is not an address of TRON' }, 'param')
}

/** As TronGrid names what a page may be asked for. */
const GRID = {
  next: 'fingerprint',
  onlyConfirmed: 'only_confirmed',
  onlyUnconfirmed: 'only_unconfirmed',
  onlyTo: 'only_to',
  onlyFrom: 'only_from',
  orderBy: 'order_by',
  minTimestamp: 'min_timestamp',
  maxTimestamp: 'max_timestamp',
  contractAddress: 'contract_address',
} as const

function gridQuery(args: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(GRID).flatMap(([name, grid]) => {
      const value: unknown = Reflect.get(args, name)
      return value === undefined ? [] : [[grid, String(value)]]
    }),
  )
}

export const tronGetAccount = operation({
  ...read,
  id: 'tronGetAccount',
  path: '/v3/tron/account/{address}',
  summary: 'Gets an account of TRON, with its TRC-10 and TRC-20 tokens and its bandwidth',
  description:
    'Needs a node with TronGrid’s index, because TRC-20 balances are in the storage of each contract.',
  params: { address: models.TronAddress },
  output: models.TronAccount,
  errors: NODE_CODES,
}).read(async (context, args) => {
  const chain = await tronOf(context)
  const address = addressAt(chain, args.address)
  const { node } = chain
  const [account = {}, resources, trc20] = await Promise.all([
    node.account(address),
    node.resources(address),
    node.trc20Balances(address),
  ])
  return presentAccount(address, account, resources, trc20)
})

export const tronGetBlock = operation({
  ...read,
  id: 'tronGetBlock',
  path: '/v3/tron/block/{hash}',
  summary: 'Gets a block of TRON by its hash or number, with its transactions',
  params: { hash: models.TronBlockRef },
  output: models.TronBlock,
  errors: ['block.hash.not.exists', ...NODE_CODES],
}).read(async (context, { hash }) => {
  const { codec, node } = await tronOf(context)
  const block = await node.block(hash)
  if (block === undefined) throw new Rejected({ code: 'block.hash.not.exists', detail: hash })
  return presentBlock(codec, block)
})

export const tronGetCurrentBlock = operation({
  ...read,
  id: 'tronGetCurrentBlock',
  path: '/v3/tron/info',
  summary: 'Gets the number and the hash of the newest block of TRON',
  output: models.TronGetCurrentBlock200Response,
  errors: NODE_CODES,
}).read(async (context) => {
  const { height, hash } = await (await tronOf(context)).node.head()
  return { blockNumber: height, hash, testnet: context.caller.network === 'testnet' }
})

export const tronGetTransaction = operation({
  ...read,
  id: 'tronGetTransaction',
  path: '/v3/tron/transaction/{hash}',
  summary: 'Gets a transaction of TRON',
  params: { hash: models.TronHash },
  output: models.TronTx,
  errors: ['tx.not.found', ...NODE_CODES],
}).read(async (context, { hash }) => {
  const { codec } = await tronOf(context)
  const found = await foundTx(context, hash)
  const { info } = found
  const height = typeof info === 'object' && info !== null ? Reflect.get(info, 'blockNumber') : 0
  return presentTx(codec, found, height)
})

export const tronAccountTx = operation({
  ...read,
  price: flat(READ_CREDITS),
  id: 'tronAccountTx',
  path: '/v3/tron/transaction/account/{address}',
  summary: 'Lists the transactions of an account of TRON, 200 a page',
  description: 'Needs a node with TronGrid’s index.',
  params: { address: models.TronAddress },
  query: models.TRON_HISTORY,
  output: models.TronAccountTx200Response,
  errors: NODE_CODES,
}).read(async (context, args) => {
  const chain = await tronOf(context)
  const page = await chain.node.history(addressAt(chain, args.address), 'all', gridQuery(args))
  return {
    ...(page.next === null ? {} : { next: page.next }),
    transactions: page.transactions.map((tx) => presentTx(chain.codec, tx)),
  }
})

export const tronAccountTx20 = operation({
  ...read,
  id: 'tronAccountTx20',
  path: '/v3/tron/transaction/account/{address}/trc20',
  summary: 'Lists the TRC-20 transfers of an account of TRON, 200 a page',
  description: 'Needs a node with TronGrid’s index.',
  params: { address: models.TronAddress },
  query: {
    ...models.TRON_HISTORY,
    contractAddress: optional(models.TronAddress),
  },
  output: models.TronAccountTx20200Response,
  errors: NODE_CODES,
}).read(async (context, args) => {
  const chain = await tronOf(context)
  const page = await chain.node.history(addressAt(chain, args.address), 'trc20', gridQuery(args))
  return {
    ...(page.next === null ? {} : { next: page.next }),
    transactions: page.transactions.map(presentTrc20Tx),
  }
})

export const tronTrc10Detail = operation({
  ...read,
  id: 'tronTrc10Detail',
  path: '/v3/tron/trc10/detail/{idOrOwnerAddress}',
  summary: 'Gets a TRC-10 token by its number or its issuer',
  params: { idOrOwnerAddress: models.TronAsset },
  output: models.TronTrc10Detail,
  errors: NODE_CODES,
}).read(async (context, { idOrOwnerAddress: name }) => {
  const { codec, node } = await tronOf(context)
  const isNamed = /^\d{1,19}$/.test(name) || codec.isAddress(name)
  const asset = isNamed ? await node.asset(name) : undefined
  if (asset !== undefined) return presentAsset(codec, asset)
  const constraints = { token: 'idOrOwnerAddress is neither the number nor the issuer of a TRC-10 token' }
  throw refused('idOrOwnerAddress', constraints, 'param')
})

export const [transferTronBlockchain, transferTronBlockchainKMS] = pair(
  {
    ...send,
    ids: ['transferTronBlockchain', 'transferTronBlockchainKMS'],
    path: '/v3/tron/transaction',
    summary: 'Sends TRX',
    bodies: [models.TransferTronBlockchain, models.TransferTronBlockchainKMS],
  },
  both(payTrx),
)

export const [transferTronTrc10Blockchain, transferTronTrc10BlockchainKMS] = pair(
  {
    ...send,
    ids: ['transferTronTrc10Blockchain', 'transferTronTrc10BlockchainKMS'],
    path: '/v3/tron/trc10/transaction',
    summary: 'Sends a TRC-10 token',
    bodies: [models.TransferTronTrc10Blockchain, models.TransferTronTrc10BlockchainKMS],
  },
  both(payTrc10),
)

export const [transferTronTrc20Blockchain, transferTronTrc20BlockchainKMS] = pair(
  {
    ...send,
    ids: ['transferTronTrc20Blockchain', 'transferTronTrc20BlockchainKMS'],
    path: '/v3/tron/trc20/transaction',
    summary: 'Sends a TRC-20 token',
    description:
      'A transfer whose energy costs more than feeLimit is refused: on the chain it would do nothing, and cost all of it.',
    bodies: [models.TransferTronTrc20Blockchain, models.TransferTronTrc20BlockchainKMS],
  },
  both(payTrc20),
)

export const [createTronTrc10Blockchain, createTronTrc10BlockchainKMS] = pair(
  {
    ...send,
    ids: ['createTronTrc10Blockchain', 'createTronTrc10BlockchainKMS'],
    path: '/v3/tron/trc10/deploy',
    summary: 'Issues a TRC-10 token',
    description: 'An account issues one TRC-10 token. The network takes 1,024 TRX for it.',
    bodies: [models.CreateTronTrc10Blockchain, models.CreateTronTrc10BlockchainKMS],
  },
  both(issueTrc10),
)

export const [createTronTrc20Blockchain, createTronTrc20BlockchainKMS] = pair(
  {
    ...send,
    ids: ['createTronTrc20Blockchain', 'createTronTrc20BlockchainKMS'],
    path: '/v3/tron/trc20/deploy',
    summary: 'Deploys a TRC-20 token',
    bodies: [models.CreateTronTrc20Blockchain, models.CreateTronTrc20BlockchainKMS],
  },
  both(deployTrc20),
)

export const [freezeTron, freezeTronKMS] = pair(
  {
    ...send,
    ids: ['freezeTron', 'freezeTronKMS'],
    path: '/v3/tron/freezeBalance',
    summary: 'Freezes TRX for bandwidth or energy',
    description:
      'By the resource model of today, which has no duration; what is frozen is got back in 14 days.',
    bodies: [models.FreezeTron, models.FreezeTronKMS],
  },
  both(freeze),
)

export const tronBroadcast = operation({
  id: 'tronBroadcast',
  area,
  method: 'POST',
  path: '/v3/tron/broadcast',
  summary: 'Broadcasts a signed transaction of TRON',
  description: 'With signatureId, completes that pending signature.',
  price: unstated(BROADCAST_CREDITS),
  body: models.TronBroadcast,
  output: TransactionHash,
  errors: broadcastCodes(records.TRON),
}).twoPhase(broadcastWritten)
