/** TRON through the HTTP API of its full nodes, and through TronGrid's index by address. */
import {
  NodeFault,
  type TronCodec,
  type TronNode,
  type TronPrices,
  type TronRecord,
} from '@tallystick/custody'
import { tronAccounts } from './accounts.js'
import { broadcast } from './broadcast.js'
import { amountIn, listIn, type TronHttp } from './http.js'
import { tronIndex, tronReads } from './reads.js'
import { headOf, status } from './standing.js'

/** The network's own limit, should a node not tell it (`getMaxFeeLimit`). */
const MOST_FEE_LIMIT = 15_000_000_000n

export function tronNode(record: TronRecord, codec: TronCodec, http: TronHttp): TronNode {
  return {
    ...tronAccounts(codec, http),
    ...tronReads(codec, http),
    ...tronIndex(codec, http),
    pinned: () => tronNode(record, codec, http.pinned()),
    solid: () => headOf(http, 'walletsolidity'),
    head: () => headOf(http, 'wallet'),
    prices: () => pricesOf(http),
    broadcast: (signed) => broadcast(http, signed),
    status: (signed) => status(http.pinned(), signed, record.confirmations),
  }
}

async function pricesOf(http: TronHttp): Promise<TronPrices> {
  const answer = await http.ask('/wallet/getchainparameters', {})
  const parameters = new Map(listIn(answer, 'chainParameter').map((one) => [one['key'], one] as const))
  const price = (key: string): bigint => {
    const told = parameters.get(key)
    if (told === undefined) throw new NodeFault('unreachable', `The node's answer lacks ${key}`)
    return amountIn(told, 'value')
  }
  return {
    byte: price('getTransactionFee'),
    energy: price('getEnergyFee'),
    account: price('getCreateNewAccountFeeInSystemContract') + price('getCreateAccountFee'),
    issue: price('getAssetIssueFee'),
    mostFeeLimit: parameters.has('getMaxFeeLimit') ? price('getMaxFeeLimit') : MOST_FEE_LIMIT,
  }
}
