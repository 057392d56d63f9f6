/** TRON through the HTTP API of its full nodes, and the index by address that TronGrid has beside it. */
import {
  BadTransaction,
  NodeFault,
  type TronCodec,
  type TronJson,
  type TronNode,
  type TronRecord,
} from '@tallystick/custody'
import { broadcast } from './broadcast.js'
import { amountIn, isObject, listIn, messageIn, objectIn, type TronHttp, textIn } from './http.js'
import { rawFrom } from './kms.js'
import { headOf, infoOf, standing } from './standing.js'

/** `balanceOf(address)` and `decimals()` of ERC-20, whose selectors TRC-20 has. */
const BALANCE_OF = '70a08231'
const DECIMALS = '313ce567'
/** Transactions of a page, the most that TronGrid gives. */
const PAGE = 200
const ID = /^[0-9a-f]{64}$/i
/** The network's own limit, should a node not tell it (`getMaxFeeLimit`). */
const MOST_FEE_LIMIT = 15_000_000_000n

export function tronNode(record: TronRecord, codec: TronCodec, http: TronHttp): TronNode {
  const find = http.find

  async function constant(from: string, contract: string | null, data: string): Promise<TronJson> {
    const answer = await http.ask('/wallet/triggerconstantcontract', {
      owner_address: codec.canonical(from),
      ...(contract === null ? {} : { contract_address: codec.canonical(contract) }),
      data,
      visible: true,
    })
    const result = objectIn(answer, 'result')
    const [ret] = isObject(answer['transaction']) ? listIn(answer['transaction'], 'ret') : []
    const isReverted = ret?.['ret'] === 'FAILED'
    if (result['result'] === true && !isReverted) return answer
    const code = typeof result['code'] === 'string' ? result['code'] : 'REVERT'
    if (code === 'OTHER_ERROR' || code === 'SERVER_BUSY') {
      throw new NodeFault('unreachable', `The node answered ${code}`)
    }
    throw new BadTransaction('execution.reverted', `The contract refuses it: ${reasonOf(result, code)}`)
  }

  /** A word that a contract answers. */
  async function word(contract: string, owner: string, data: string): Promise<bigint> {
    const [text] = (await constant(owner, contract, data))['constant_result'] as readonly unknown[]
    if (typeof text === 'string' && /^[0-9a-f]{64}$/i.test(text)) return BigInt(`0x${text}`)
    throw new BadTransaction('execution.reverted', `${contract} is no contract of a TRC-20 token`)
  }

  const account = (address: string) =>
    find('/wallet/getaccount', { address: codec.canonical(address), visible: true })
  const resources = (address: string) =>
    http.ask('/wallet/getaccountresource', { address: codec.canonical(address), visible: true })

  return {
    pinned: () => tronNode(record, codec, http.pinned()),
    solid: () => headOf(http, 'walletsolidity'),
    latest: () => headOf(http, 'wallet'),
    head: () => headOf(http, 'wallet'),
    async prices() {
      const parameters = new Map(
        listIn(await http.ask('/wallet/getchainparameters', {}), 'chainParameter').map(
          (one) => [one['key'], one] as const,
        ),
      )
      const price = (key: string): bigint => {
        const told = parameters.get(key)
        if (told === undefined) throw new NodeFault('unreachable', `The node answered without ${key}`)
        return amountIn(told, 'value')
      }
      return {
        byte: price('getTransactionFee'),
        energy: price('getEnergyFee'),
        account: price('getCreateNewAccountFeeInSystemContract') + price('getCreateAccountFee'),
        issue: price('getAssetIssueFee'),
        mostFeeLimit: parameters.has('getMaxFeeLimit') ? price('getMaxFeeLimit') : MOST_FEE_LIMIT,
      }
    },
    account,
    resources,
    async funds(address) {
      const [found = {}, left] = await Promise.all([account(address), resources(address)])
      const rest = (limit: string, used: string): bigint => {
        const free = amountIn(left, limit) - amountIn(left, used)
        return free > 0n ? free : 0n
      }
      return {
        coins: amountIn(found, 'balance'),
        assets: new Map(listIn(found, 'assetV2').map((one) => [textIn(one, 'key'), amountIn(one, 'value')])),
        freeBytes: rest('freeNetLimit', 'freeNetUsed'),
        stakedBytes: rest('NetLimit', 'NetUsed'),
        energy: rest('EnergyLimit', 'EnergyUsed'),
      }
    },
    trc20Balance: (contract, address) =>
      word(contract, address, BALANCE_OF + codec.hexOf(address).slice(2).padStart(64, '0')),
    async trc20Decimals(contract) {
      const decimals = await word(contract, contract, DECIMALS)
      if (decimals <= 255n) return Number(decimals)
      throw new BadTransaction('execution.reverted', `${contract} is no contract of a TRC-20 token`)
    },
    async energy({ from, contract, data }) {
      return amountIn(await constant(from, contract, data), 'energy_used')
    },
    async block(ref) {
      if (!/^\d{1,15}$/.test(ref) && !ID.test(ref)) return undefined
      return find('/wallet/getblock', { id_or_num: ref, detail: true })
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
    isInBlock: async (txId) => (await infoOf(http, txId)) !== undefined,
    async asset(idOrOwner) {
      if (/^\d{1,19}$/.test(idOrOwner))
        return find('/wallet/getassetissuebyid', { value: idOrOwner, visible: true })
      const address = codec.canonical(idOrOwner)
      const answer = await http.ask('/wallet/getassetissuebyaccount', { address, visible: true })
      return listIn(answer, 'assetIssue')[0]
    },
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
      return { transactions: listIn(answer, 'data'), next: typeof next === 'string' ? next : null }
    },
    async balance(address) {
      return amountIn((await account(address)) ?? {}, 'balance')
    },
    broadcast: (signed) => broadcast(http, signed),
    standing: (signed) => standing(http.pinned(), signed, record.confirmations),
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
  }
}

/** `Error(string)`, or the words of the node. */
function reasonOf(result: TronJson, code: string): string {
  const words = /^[\w .,:'()-]{1,200}$/.exec(messageIn(result))?.[0]
  return words ?? code
}
