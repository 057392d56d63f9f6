/** Blocks, transactions and tokens; and what TronGrid indexes by address. */
import { BadTransaction, type TronCodec, type TronNode } from '@tallystick/custody'
import { isObject } from '../json.js'
import { listIn, type TronHttp } from './http.js'
import { rawFrom } from './kms.js'
import { infoOf, ROOTS } from './standing.js'

/** Transactions of a page, the most that TronGrid gives. */
const PAGE = 200
const ID = /^[0-9a-f]{64}$/i

type Reads = Pick<TronNode, 'block' | 'transaction' | 'isInBlock' | 'raw' | 'asset'>

export function tronReads(codec: TronCodec, http: TronHttp): Reads {
  const { find } = http
  return {
    async block(ref) {
      if (!/^\d{1,15}$/.test(ref) && !ID.test(ref)) return undefined
      return find('/wallet/getblock', { id_or_num: ref.toLowerCase(), detail: true })
    },
    async transaction(txId) {
      if (!ID.test(txId)) return undefined
      const value = txId.toLowerCase()
      const [found, info] = await Promise.all([
        find('/wallet/gettransactionbyid', { value }),
        infoOf(http, value),
      ])
      return found && { ...found, ...(info === undefined ? {} : { info }) }
    },
    isInBlock: async (txId, state) => (await infoOf(http, txId, ROOTS[state])) !== undefined,
    async raw(txId) {
      if (!ID.test(txId)) return undefined
      const value = txId.toLowerCase()
      const found =
        (await find('/wallet/gettransactionbyid', { value })) ??
        (await find('/wallet/gettransactionfrompending', { value }))
      try {
        return found && rawFrom(found)
      } catch (error) {
        if (error instanceof BadTransaction) return undefined
        throw error
      }
    },
    async asset(idOrOwner) {
      if (/^\d{1,19}$/.test(idOrOwner)) {
        return find('/wallet/getassetissuebyid', { value: idOrOwner, visible: true })
      }
      const address = codec.canonical(idOrOwner)
      const answer = await http.ask('/wallet/getassetissuebyaccount', { address, visible: true })
      return listIn(answer, 'assetIssue')[0]
    },
  }
}

export function tronIndex(codec: TronCodec, http: TronHttp): Pick<TronNode, 'trc20Balances' | 'history'> {
  return {
    async trc20Balances(address) {
      const [found] = listIn(await http.get(`/v1/accounts/${codec.canonical(address)}`, {}), 'data')
      return (found === undefined ? [] : listIn(found, 'trc20')).map((one) =>
        Object.fromEntries(Object.entries(one).map(([contract, balance]) => [contract, String(balance)])),
      )
    },
    async history(address, kind, query) {
      const path = `/v1/accounts/${codec.canonical(address)}/transactions${kind === 'trc20' ? '/trc20' : ''}`
      const answer = await http.get(path, { limit: String(PAGE), ...query })
      const meta = isObject(answer['meta']) ? answer['meta'] : {}
      const next = meta['fingerprint']
      // Among them, TronGrid lists what contracts have paid. That is no transaction: nobody has signed it.
      const transactions = listIn(answer, 'data').filter((one) => one['internal_tx_id'] === undefined)
      return { transactions, next: typeof next === 'string' ? next : null }
    },
  }
}
