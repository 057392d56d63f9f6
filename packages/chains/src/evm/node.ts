/** The node half of the EVM family. It passes addresses in lower-case hex. */
import {
  BadTransaction,
  type EvmCall,
  type EvmCodec,
  type EvmNode,
  type EvmParams,
  NodeFault,
  type Rpc,
  type Signed,
} from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import { broadcast, refusalOf, status } from './broadcast.js'
import { open } from './envelope.js'
import { balanceCall, fundsOf, word } from './funds.js'
import { feeRates, gasPrice } from './rates.js'
import { badTransaction, count, type EvmRpc, fieldsOf, hex, quantity } from './rpc.js'
import { rawOf } from './told.js'

/** `decimals()` of ERC-20. */
const DECIMALS = '0x313ce567'

/** @param confirmations Of the chain's record */
export function evmNode(codec: EvmCodec, params: EvmParams, rpc: EvmRpc, confirmations: number): EvmNode {
  const opened = ({ raw }: Signed) => open(raw.toLowerCase(), params.envelope === 'cip64')
  const call = (what: EvmCall): Promise<string> => callOf(codec, rpc, what)
  return {
    broadcast: async (signed) =>
      refusalOf(() => codec.inspect(signed.raw)) ?? broadcast(rpc, signed, opened(signed).gasLimit),
    status: (signed) => status(rpc.pinned(), opened(signed), confirmations, codec, params.coinToken),
    ...chainReads(rpc),
    ...accountReads(codec, rpc),
    gasPrice: (feeCurrency) => gasPrice(rpc, feeCurrency),
    feeRates: (feeCurrency) => feeRates(rpc, params, feeCurrency),
    estimateGas: async ({ feeCurrency, ...what }) => {
      const currency = feeCurrency === undefined ? {} : { feeCurrency: codec.canonical(feeCurrency) }
      return quantity(await simulate(rpc, 'eth_estimateGas', [{ ...requestOf(codec, what), ...currency }]))
    },
    call,
    ...tokenReads(codec, params, rpc, call),
  }
}

const HASH = /^0x[0-9a-f]{64}$/i

const chainReads = (
  rpc: EvmRpc,
): Pick<EvmNode, 'chainId' | 'head' | 'hashAt' | 'block' | 'transaction' | 'raw'> => ({
  chainId: async () => quantity(await rpc.ask('eth_chainId', [])),
  head: async () => {
    const block = fieldsOf(await rpc.ask('eth_getBlockByNumber', ['latest', false]))
    if (block === undefined) throw new NodeFault('unreachable', 'The node has no block')
    return { height: count(block['number']), hash: String(block['hash']) }
  },
  hashAt: async (height) => {
    const block = fieldsOf(await rpc.ask('eth_getBlockByNumber', [hex(height), false]))
    return block && String(block['hash'])
  },
  block: async (ref) => {
    if (typeof ref === 'string' && HASH.test(ref)) {
      return fieldsOf(await rpc.ask('eth_getBlockByHash', [ref.toLowerCase(), true]))
    }
    const height = typeof ref === 'string' && /^\d{1,15}$/.test(ref) ? Number(ref) : ref
    if (typeof height !== 'number' || !Number.isSafeInteger(height) || height < 0) return undefined
    return fieldsOf(await rpc.ask('eth_getBlockByNumber', [hex(height), true]))
  },
  transaction: async (hash) => {
    if (!HASH.test(hash)) return undefined
    const [transaction, receipt] = await Promise.all([
      rpc.ask('eth_getTransactionByHash', [hash.toLowerCase()]),
      rpc.ask('eth_getTransactionReceipt', [hash.toLowerCase()]),
    ])
    const found = fieldsOf(transaction)
    return found === undefined ? undefined : withReceipt(found, fieldsOf(receipt))
  },
  raw: async (txId) => {
    if (!HASH.test(txId)) return undefined
    const told = fieldsOf(await rpc.ask('eth_getTransactionByHash', [txId.toLowerCase()]))
    return told && rawOf(told)
  },
})

function accountReads(
  codec: EvmCodec,
  rpc: EvmRpc,
): Pick<EvmNode, 'balance' | 'pendingNonce' | 'nonce' | 'funds'> {
  const nonceAt = async (address: string, tag: 'latest' | 'pending'): Promise<number> =>
    count(await rpc.ask('eth_getTransactionCount', [codec.canonical(address), tag]))
  return {
    balance: async (address) =>
      quantity(await rpc.ask('eth_getBalance', [codec.canonical(address), 'latest'])),
    pendingNonce: (address) => nonceAt(address, 'pending'),
    nonce: (address) => nonceAt(address, 'latest'),
    funds: (address, tokens) => fundsOf(rpc.pinned(), codec.canonical(address), tokens.map(codec.canonical)),
  }
}

function tokenReads(
  codec: EvmCodec,
  params: EvmParams,
  rpc: EvmRpc,
  call: EvmNode['call'],
): Pick<EvmNode, 'tokenBalance' | 'tokenDecimals'> {
  const ask = async (token: string, data: string): Promise<bigint> =>
    word(await call({ from: token, to: token, value: 0n, data }))
  /** Decimals of the named tokens, of which there are few. A contract never changes them; another node may be asked. */
  const decimalsOf = new Map<string, { readonly decimals: number; readonly at: number }>()
  const named = new Set(Object.values(params.tokens).map(({ address }) => address))
  return {
    tokenBalance: (token, address) => ask(token, balanceCall(codec.canonical(address))),
    tokenDecimals: async (token) => {
      const at = rpc.failures()
      const known = decimalsOf.get(token)
      if (known?.at === at) return known.decimals
      const decimals = await ask(token, DECIMALS)
      if (decimals > 255n) throw new BadTransaction('malformed', 'There is no such token')
      if (named.has(token)) decimalsOf.set(token, { decimals: Number(decimals), at })
      return Number(decimals)
    },
  }
}

/** @throws BadTransaction if the node reports that it would fail; NodeFault for any other error */
async function simulate(rpc: EvmRpc, method: string, parameters: readonly unknown[]): Promise<unknown> {
  try {
    return await rpc.raw(method, parameters)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw badTransaction(error) ?? new NodeFault('unreachable', `${method}: the node's error ${error.code}`)
  }
}

async function callOf(codec: EvmCodec, rpc: EvmRpc, what: EvmCall): Promise<string> {
  const answer = await simulate(rpc, 'eth_call', [requestOf(codec, what), 'latest'])
  if (typeof answer !== 'string') throw new NodeFault('unreachable', "The node's answer contains no data")
  return answer
}

const requestOf = (codec: EvmCodec, { from, to, value, data }: EvmCall): Rpc => ({
  from: codec.canonical(from),
  ...(to === null ? {} : { to: codec.canonical(to) }),
  value: hex(value),
  data,
})

/** Fields of a receipt that its transaction lacks; and its block, which it may have entered between the two answers. */
const FOLDED = [
  'blockHash',
  'blockNumber',
  'transactionIndex',
  'status',
  'gasUsed',
  'cumulativeGasUsed',
  'effectiveGasPrice',
  'contractAddress',
  'logs',
] as const

export function withReceipt(transaction: Rpc, receipt: Rpc | undefined): Rpc {
  if (receipt === undefined) return transaction
  const folded = FOLDED.filter((name) => name in receipt).map((name) => [name, receipt[name]])
  return { ...transaction, ...Object.fromEntries(folded) }
}
