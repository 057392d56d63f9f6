/** ERC-20 tokens as of the newest block that is deep enough. */
import { type EvmCodec, type EvmParams, NodeFault, type TokenReader } from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import { balanceCall } from './funds.js'
import { badTransaction, count, type EvmRpc, fieldsOf, hex } from './rpc.js'

/** `decimals()` of ERC-20. */
const DECIMALS = '0x313ce567'
/**
 * For anybody's contract: without a limit, some nodes work for seconds on a call that only burns gas, and then say that they
 * have given up, which looks like a fault of theirs. Proxies take some 10,000.
 */
const MOST_GAS = 1_000_000
/** Of `uint8`. */
const MAX_DECIMALS = 255n
const WORD = /^0x[0-9a-f]{64}$/i

export function evmTokens(
  codec: EvmCodec,
  { coinToken, coinContract }: EvmParams,
  rpc: EvmRpc,
  confirmations: number,
): TokenReader {
  return {
    async deployed(txId) {
      const receipt = fieldsOf(await rpc.ask('eth_getTransactionReceipt', [txId]))
      const address = receipt?.['contractAddress']
      if (typeof address !== 'string' || !codec.isAddress(address)) return undefined
      return { asset: codec.canonical(address), height: count(receipt?.['blockNumber']) }
    },
    async decimals(asset) {
      const node = rpc.pinned()
      const decimals = await wordOf(
        node,
        { to: asset, data: DECIMALS, gas: hex(MOST_GAS) },
        count(await node.ask('eth_blockNumber', [])),
      )
      return decimals === undefined || decimals > MAX_DECIMALS ? undefined : Number(decimals)
    },
    async find(written, holder, at = Number.MAX_SAFE_INTEGER) {
      if (!codec.isAddress(written)) return undefined
      const asset = codec.canonical(written)
      // The native coin is no token, although it has a contract: what arrives would count twice.
      if ([coinToken, coinContract].some((coin) => asset === coin?.toLowerCase())) return undefined
      const node = rpc.pinned()
      const head = count(await node.ask('eth_blockNumber', []))
      const height = Math.max(0, Math.min(at, head - confirmations + 1))
      const block = fieldsOf(await node.ask('eth_getBlockByNumber', [hex(height), false]))
      if (block === undefined) throw new NodeFault('unreachable', `The node has no block ${height}`)
      if (String(await node.ask('eth_getCode', [asset, hex(height)])).length <= 2) return undefined
      const decimals = await wordOf(node, { to: asset, data: DECIMALS }, height)
      if (decimals === undefined || decimals > MAX_DECIMALS) return undefined
      const held = holder === null ? 0n : await wordOf(node, { to: asset, data: balanceCall(holder) }, height)
      return held === undefined
        ? undefined
        : {
            asset,
            standard: null,
            decimals: Number(decimals),
            block: { height, hash: String(block['hash']) },
            held,
          }
    },
  }
}

interface Call {
  readonly to: string
  readonly data: string
  readonly gas?: string
}

/** Undefined if the contract refuses the call, or returns something else. */
async function wordOf(node: EvmRpc, call: Call, height: number): Promise<bigint | undefined> {
  try {
    const answer = await node.raw('eth_call', [call, hex(height)])
    return typeof answer === 'string' && WORD.test(answer) ? BigInt(answer) : undefined
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    if (badTransaction(error) !== undefined) return undefined
    throw new NodeFault('unreachable', `eth_call: the node's error ${error.code}`)
  }
}
