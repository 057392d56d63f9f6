/**
 * Operations that public clients call and the documentation lacks. Each one works like the documented operation that is
 * closest to it.
 */
import { type EvmRecord, records, type UtxoRecord } from '@tallystick/custody'
import Type from 'typebox'
import { NODE_CODES } from '../chains/faults.js'
import { broadcastOperation, onTestnets } from '../families/evm/catalogue.js'
import { internalOperation } from '../families/evm/ethereum.js'
import { ContractChain, EvmHash, SCGetContractAddress200Response } from '../families/evm/models.js'
import { readContractAddress } from '../families/evm/reads.js'
import { CREDITS } from '../families/evm/sends.js'
import { readTronContract } from '../families/tron/reads.js'
import { balanceOperation, historyOperation } from '../families/utxo/addresses.js'
import {
  AddressList,
  BtcBasedBalance,
  BtcGetTxByAddressBatch,
  DogeTxByAddress,
  MAX_ADDRESSES,
  TxsOfAddress,
} from '../families/utxo/models.js'
import { btcTx, txInCoins } from '../families/utxo/present.js'
import {
  addressIn,
  BALANCE_CODES,
  balanceOf,
  HISTORY_CODES,
  historyIn,
  historyOf,
  utxoOf,
} from '../families/utxo/reads.js'
import { type Area, operation } from '../operation.js'
import { perItem, unstated } from '../price.js'

/** Transactions per address of a batch, all of which are in one answer. */
const NEWEST = 20

const broadcast = (id: string, area: Area, record: EvmRecord) =>
  broadcastOperation({ id, area, record, price: unstated(CREDITS) })

export const bscBroadcast = broadcast('bscBroadcast', 'BNB Smart Chain', records.BSC)
export const klaytnBroadcast = broadcast('klaytnBroadcast', 'Klaytn', records.KLAY)
export const kcsBroadcast = broadcast('kcsBroadcast', 'KuCoin', records.KCS)
export const oneBroadcast = broadcast('oneBroadcast', 'Harmony', records.ONE)
export const xdcBroadcast = broadcast('xdcBroadcast', 'XinFin', records.XDC)

const OF_DOGE = { record: records.DOGE, area: 'Dogecoin' } as const

export const dogeGetBalanceOfAddress = balanceOperation(OF_DOGE, 'dogeGetBalanceOfAddress', unstated(5))

const balances = (id: string, area: Area, record: UtxoRecord) =>
  operation({
    id,
    area,
    method: 'GET',
    path: `/v3/${record.segment}/address/balance/batch`,
    summary: 'Returns what several addresses received and sent',
    description: `Takes up to ${MAX_ADDRESSES} addresses and answers in their order. Needs a node with an address index (Blockbook).`,
    price: unstated(50),
    query: { addresses: AddressList },
    output: Type.Array(BtcBasedBalance),
    errors: BALANCE_CODES,
  }).read(async (context, { addresses }) => {
    const chain = await utxoOf(context, record)
    const asked = addresses.split(',').map((address) => addressIn(chain, address, 'addresses', 'query'))
    // Without an address index, each address would cost the node a search of all outputs.
    await historyIn(chain)
    const found = []
    for (const address of asked) found.push(await balanceOf(chain, address))
    return found
  })

export const btcGetBalanceOfAddressBatch = balances('btcGetBalanceOfAddressBatch', 'Bitcoin', records.BTC)
export const dogeGetBalanceOfAddressBatch = balances('dogeGetBalanceOfAddressBatch', 'Dogecoin', records.DOGE)

export const btcGetTxByAddressBatch = operation({
  id: 'btcGetTxByAddressBatch',
  area: 'Bitcoin',
  method: 'POST',
  path: '/v3/bitcoin/transaction/address/batch',
  summary: 'Returns the newest transactions of several addresses',
  description: `Takes up to ${MAX_ADDRESSES} addresses and returns the newest ${NEWEST} transactions of each, in the order of the addresses. Needs a node with an address index (Blockbook).`,
  price: perItem(0, 1, 'address', (args: { addresses: readonly unknown[] }) => args.addresses.length),
  body: BtcGetTxByAddressBatch,
  output: Type.Array(TxsOfAddress),
  errors: HISTORY_CODES,
}).read(async (context, { addresses, txType }) => {
  const chain = await utxoOf(context, records.BTC)
  const asked = addresses.map((address, place) => addressIn(chain, address, `addresses.${place}`))
  const found = []
  for (const [place, address] of asked.entries()) {
    const newest = await historyOf(chain, address, { limit: NEWEST, direction: txType })
    found.push({ address: addresses[place] ?? address, transactions: newest.map(btcTx) })
  }
  return found
})

export const dogeGetTxByAddress = historyOperation(
  OF_DOGE,
  'dogeGetTxByAddress',
  unstated(5),
  Type.Array(DogeTxByAddress),
  (chain, found) => found.map((each) => txInCoins(chain, each)),
)

/** The same as `ethGetInternalTransactionByAddress`, under the path that the API client uses. */
export const { ethGetInternalTransactionByAddress_apiClient } = onTestnets({
  ethGetInternalTransactionByAddress_apiClient: internalOperation(
    'ethGetInternalTransactionByAddress_apiClient',
    '/v3/ethereum/account/transaction/internal/{address}',
    unstated(1),
  ),
})

export const sCGetContractAddress = operation({
  id: 'sCGetContractAddress',
  area: 'Blockchain utils',
  method: 'GET',
  path: '/v3/blockchain/sc/address/{chain}/{hash}',
  summary: 'Returns the address of the contract that a transaction created',
  description: 'Returns no address while the transaction is pending, and if it creates no contract.',
  price: unstated(1),
  params: { chain: ContractChain, hash: EvmHash },
  output: SCGetContractAddress200Response,
  errors: ['tx.not.found', ...NODE_CODES],
}).read((context, { chain, hash }) =>
  chain === 'TRON' ? readTronContract(context, hash) : readContractAddress(context, { chain, hash }),
)
