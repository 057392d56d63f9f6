/** Operations beside the documented ones that public clients call; each is made as its documented kin is. */
import Type from 'typebox'
import { readContractAddress, readInternal } from '../chains/evm.js'
import { broadcastRaw, CREDITS } from '../chains/evm-send.js'
import { NODE_CODES } from '../chains/faults.js'
import { broadcastCodes } from '../chains/send.js'
import {
  addressIn,
  BALANCE_CODES,
  balanceOf,
  HISTORY_CODES,
  historyIn,
  historyOf,
  utxoOf,
} from '../chains/utxo.js'
import { btcTx, txInCoins } from '../chains/utxo-present.js'
import {
  ContractChain,
  EthTxInternal,
  EvmAddress,
  EvmHash,
  SCGetContractAddress200Response,
} from '../models/evm.js'
import { Offset, optional, PageSize } from '../models/fields.js'
import { BroadcastKMS, TransactionHash } from '../models/send.js'
import {
  AddressList,
  BlockBound,
  BtcBasedBalance,
  BtcGetTxByAddressBatch,
  DogeTxByAddress,
  MAX_ADDRESSES,
  TxsOfAddress,
  TxType,
  UtxoAddress,
} from '../models/utxo.js'
import { TestnetType } from '../models/wallet.js'
import { type Area, operation } from '../operation.js'
import { perItem, unstated } from '../price.js'

/** Of each address of a batch: all of them are one answer. */
const NEWEST = 20

const broadcast = (
  id: string,
  area: Area,
  segment: string,
  chain: Parameters<typeof broadcastRaw>[0] & Parameters<typeof broadcastCodes>[0],
) =>
  operation({
    id,
    area,
    method: 'POST',
    path: `/v3/${segment}/broadcast`,
    summary: `Broadcast a signed transaction of ${area}`,
    description: 'With signatureId it completes that pending transaction.',
    price: unstated(CREDITS),
    body: BroadcastKMS,
    output: TransactionHash,
    errors: broadcastCodes(chain),
  }).performed(broadcastRaw(chain))

export const bscBroadcast = broadcast('bscBroadcast', 'BNB Smart Chain', 'bsc', 'BSC')
export const klaytnBroadcast = broadcast('klaytnBroadcast', 'Klaytn', 'klaytn', 'KLAY')
export const kcsBroadcast = broadcast('kcsBroadcast', 'KuCoin', 'kcs', 'KCS')
export const oneBroadcast = broadcast('oneBroadcast', 'Harmony', 'one', 'ONE')
export const xdcBroadcast = broadcast('xdcBroadcast', 'XinFin', 'xdc', 'XDC')

export const dogeGetBalanceOfAddress = operation({
  id: 'dogeGetBalanceOfAddress',
  area: 'Dogecoin',
  method: 'GET',
  path: '/v3/dogecoin/address/balance/{address}',
  summary: 'What came to an address and what left it',
  description:
    'The balance is their difference. A node without an index of addresses knows only what is unspent in blocks: then that is incoming, outgoing is 0 and nothing is told of the mempool. Blockbook tells all of it.',
  price: unstated(5),
  params: { address: UtxoAddress },
  output: BtcBasedBalance,
  errors: BALANCE_CODES,
}).read(async (context, { address }) => {
  const chain = await utxoOf(context, 'DOGE')
  return balanceOf(chain, addressIn(chain, address, 'address', 'param'))
})

const balances = (id: string, area: Area, segment: string, currency: 'BTC' | 'DOGE') =>
  operation({
    id,
    area,
    method: 'GET',
    path: `/v3/${segment}/address/balance/batch`,
    summary: 'What came to several addresses and what left them',
    description: `Of up to ${MAX_ADDRESSES} addresses, in their order. Needs a node with an index of addresses: Blockbook.`,
    price: unstated(50),
    query: { addresses: AddressList },
    output: Type.Array(BtcBasedBalance),
    errors: BALANCE_CODES,
  }).read(async (context, { addresses }) => {
    const chain = await utxoOf(context, currency)
    const asked = addresses.split(',').map((address) => addressIn(chain, address, 'addresses', 'query'))
    // Without an index each of them would cost the node a search of all outputs.
    await historyIn(chain)
    const found = []
    for (const address of asked) found.push(await balanceOf(chain, address))
    return found
  })

export const btcGetBalanceOfAddressBatch = balances(
  'btcGetBalanceOfAddressBatch',
  'Bitcoin',
  'bitcoin',
  'BTC',
)
export const dogeGetBalanceOfAddressBatch = balances(
  'dogeGetBalanceOfAddressBatch',
  'Dogecoin',
  'dogecoin',
  'DOGE',
)

export const btcGetTxByAddressBatch = operation({
  id: 'btcGetTxByAddressBatch',
  area: 'Bitcoin',
  method: 'POST',
  path: '/v3/bitcoin/transaction/address/batch',
  summary: 'The newest transactions of several addresses',
  description: `Of up to ${MAX_ADDRESSES} addresses, in their order, the newest ${NEWEST} of each. Needs a node with an index of addresses: Blockbook.`,
  price: perItem(0, 1, 'address', (args: { addresses: readonly unknown[] }) => args.addresses.length),
  body: BtcGetTxByAddressBatch,
  output: Type.Array(TxsOfAddress),
  errors: HISTORY_CODES,
}).read(async (context, { addresses, txType }) => {
  const chain = await utxoOf(context, 'BTC')
  const asked = addresses.map((address, place) => addressIn(chain, address, `addresses.${place}`))
  const found = []
  for (const [place, address] of asked.entries()) {
    const newest = await historyOf(chain, address, { limit: NEWEST, direction: txType })
    found.push({ address: addresses[place] ?? address, transactions: newest.map(btcTx) })
  }
  return found
})

export const dogeGetTxByAddress = operation({
  id: 'dogeGetTxByAddress',
  area: 'Dogecoin',
  method: 'GET',
  path: '/v3/dogecoin/transaction/address/{address}',
  summary: 'Transactions of an address, the newest first',
  description: 'Needs a node with an index of addresses: Blockbook.',
  price: unstated(5),
  params: { address: UtxoAddress },
  query: {
    pageSize: PageSize,
    offset: optional(Offset),
    blockFrom: optional(BlockBound),
    blockTo: optional(BlockBound),
    txType: optional(TxType),
  },
  output: Type.Array(DogeTxByAddress),
  errors: HISTORY_CODES,
}).read(async (context, { address, pageSize, offset, blockFrom, blockTo, txType }) => {
  const chain = await utxoOf(context, 'DOGE')
  const found = await historyOf(chain, addressIn(chain, address, 'address', 'param'), {
    limit: pageSize,
    offset,
    from: blockFrom,
    to: blockTo,
    direction: txType,
  })
  return found.map((each) => txInCoins(chain, each))
})

/** What `ethGetInternalTransactionByAddress` answers, by the path that the API client has for it. */
export const ethGetInternalTransactionByAddress_apiClient = operation({
  id: 'ethGetInternalTransactionByAddress_apiClient',
  area: 'Ethereum',
  method: 'GET',
  path: '/v3/ethereum/account/transaction/internal/{address}',
  summary: 'Payments that contracts have made to or from an address',
  description:
    'The newest first. Needs a node with an index by address: one with the ots_ methods (Erigon), or a Blockbook.',
  price: unstated(1),
  params: { address: EvmAddress },
  query: { pageSize: PageSize, offset: optional(Offset), testnetType: TestnetType },
  output: Type.Array(EthTxInternal),
  errors: NODE_CODES,
}).read(readInternal('ETH'))

export const sCGetContractAddress = operation({
  id: 'sCGetContractAddress',
  area: 'Blockchain utils',
  method: 'GET',
  path: '/v3/blockchain/sc/address/{chain}/{hash}',
  summary: 'The address of the contract that a transaction has made',
  description: 'Without an address while the transaction waits for a block, and where it makes no contract.',
  price: unstated(1),
  params: { chain: ContractChain, hash: EvmHash },
  output: SCGetContractAddress200Response,
  errors: ['tx.not.found', ...NODE_CODES],
}).read(readContractAddress)
