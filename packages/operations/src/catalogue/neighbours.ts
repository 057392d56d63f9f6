/** Operations beside the documented ones that public clients call; each is made as its documented kin is. */
import Type from 'typebox'
import { broadcastRaw, CREDITS } from '../chains/evm-send.js'
import { broadcastCodes } from '../chains/send.js'
import { addressIn, BALANCE_CODES, balanceOf, historyIn, utxoOf } from '../chains/utxo.js'
import { BroadcastKMS, TransactionHash } from '../models/send.js'
import { AddressList, BtcBasedBalance, MAX_ADDRESSES, UtxoAddress } from '../models/utxo.js'
import { type Area, operation } from '../operation.js'
import { unstated } from '../price.js'

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
