/** Accounts: their coins, tokens and resources, and what contracts report about them. */
import {
  BadTransaction,
  NodeFault,
  type TronCodec,
  type TronJson,
  type TronNode,
  type TronState,
} from '@tallystick/custody'
import { objectIn, textIn } from '../answers.js'
import { isObject } from '../json.js'
import { BrokeOff } from './faults.js'
import { amountIn, listIn, messageIn, type TronHttp } from './http.js'
import { ROOTS } from './standing.js'

/** `balanceOf(address)` and `decimals()` of ERC-20, whose selectors TRC-20 has. */
const BALANCE_OF = '70a08231'
const DECIMALS = '313ce567'

type Accounts = Pick<
  TronNode,
  'account' | 'resources' | 'funds' | 'balance' | 'trc20Balance' | 'trc20Decimals' | 'call' | 'energy'
>

export function tronAccounts(codec: TronCodec, http: TronHttp): Accounts {
  const { constant, told, word } = contractCalls(codec, http)
  const account = (address: string, state: TronState = 'head') =>
    http.find(`/${ROOTS[state]}/getaccount`, { address: codec.canonical(address), visible: true })
  const resources = (address: string) =>
    http.ask('/wallet/getaccountresource', { address: codec.canonical(address), visible: true })

  return {
    account,
    resources,
    async funds(address, state) {
      const [found = {}, left] = await Promise.all([account(address, state), resources(address)])
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
    async balance(address) {
      return amountIn((await account(address)) ?? {}, 'balance')
    },
    trc20Balance: (contract, address, state) =>
      word(contract, address, BALANCE_OF + codec.hexOf(address).slice(2).padStart(64, '0'), state),
    async trc20Decimals(contract) {
      const decimals = await word(contract, contract, DECIMALS)
      if (decimals <= 255n) return Number(decimals)
      throw new BadTransaction('execution.reverted', `${contract} is no contract of a TRC-20 token`)
    },
    call: async (contract, data) => `0x${await told(contract, contract, data.replace(/^0x/, ''))}`,
    async energy({ from, contract, data }) {
      return amountIn(await constant(from, contract, data), 'energy_used')
    },
  }
}

/** Calls that a node runs and no block has. */
function contractCalls(codec: TronCodec, http: TronHttp) {
  /** @throws BadTransaction `execution.reverted` */
  async function constant(
    from: string,
    contract: string | null,
    data: string,
    state: TronState = 'head',
  ): Promise<TronJson> {
    const answer = await http.ask(`/${ROOTS[state]}/triggerconstantcontract`, {
      owner_address: codec.canonical(from),
      ...(contract === null ? {} : { contract_address: codec.canonical(contract) }),
      data,
      visible: true,
    })
    const result = objectIn(answer, 'result')
    const [ret] = isObject(answer['transaction']) ? listIn(answer['transaction'], 'ret') : []
    if (result['result'] === true && ret?.['ret'] !== 'FAILED') return answer
    const code = typeof result['code'] === 'string' ? result['code'] : 'REVERT'
    // Any exception of the node; also that a contract has taken too long, or too much memory.
    if (code === 'OTHER_ERROR') throw new BrokeOff(code)
    if (code === 'SERVER_BUSY') throw new NodeFault('unreachable', `The node answered ${code}`)
    throw new BadTransaction('execution.reverted', `The contract refuses it: ${reasonOf(result, code)}`)
  }

  /** What a contract answers with, in hex; empty if nothing. */
  async function told(contract: string, owner: string, data: string, state?: TronState): Promise<string> {
    const { constant_result: words } = await constant(owner, contract, data, state)
    const text: unknown = Array.isArray(words) ? words[0] : undefined
    return typeof text === 'string' && /^(?:[0-9a-f]{2})*$/i.test(text) ? text : ''
  }

  /** The word that a contract answers with. */
  async function word(contract: string, owner: string, data: string, state?: TronState): Promise<bigint> {
    const text = await told(contract, owner, data, state)
    if (text.length === 64) return BigInt(`0x${text}`)
    throw new BadTransaction('execution.reverted', `${contract} is no contract of a TRC-20 token`)
  }

  return { constant, told, word }
}

/** The words of the node, or its code. */
function reasonOf(result: TronJson, code: string): string {
  return /^[\w .,:'()-]{1,200}$/.exec(messageIn(result))?.[0] ?? code
}
