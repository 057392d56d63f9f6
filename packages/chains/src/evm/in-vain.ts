/**
 * Whether a transfer of tokens that succeeded has moved none. Tokens may answer false in place of failing, and then no log says
 * that some have left. But there are tokens that write no log, and nodes that lose them: what the sender has decides.
 */
import { NodeFault, TRANSFER, tokenTransferOf } from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import { balanceCall } from './funds.js'
import { type Call, movesTokens } from './paid.js'
import { badTransaction, count, type EvmRpc, type Fields, fieldsOf, hex, listOf } from './rpc.js'

/** @throws NodeFault `unsupported`, for the operator, if the node no longer knows what the sender had then */
export async function isInVain(
  node: EvmRpc,
  receipt: Fields,
  call: Call & { readonly from: string },
  coinToken: string | undefined,
): Promise<boolean> {
  const { from, to } = call
  if (to === null || movesTokens(receipt, call, coinToken)) return false
  const height = count(receipt['blockNumber'])
  try {
    const [before, after] = [await heldAt(node, to, from, height - 1), await heldAt(node, to, from, height)]
    return after >= before + (await loggedIn(node, to, from, height))
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const what = `Whether ${String(receipt['transactionHash'])} has moved tokens, no log tells`
    throw new NodeFault('unsupported', `${what}: it needs a node that keeps the state of block ${height - 1}`)
  }
}

/** Nothing, if the contract does not say. */
async function heldAt(node: EvmRpc, token: string, holder: string, height: number): Promise<bigint> {
  try {
    const held = await node.raw('eth_call', [{ to: token, data: balanceCall(holder) }, hex(height)])
    return typeof held === 'string' && /^0x[0-9a-f]{64}$/i.test(held) ? BigInt(held) : 0n
  } catch (error) {
    if (error instanceof RpcError && badTransaction(error) !== undefined) return 0n
    throw error
  }
}

/** What the logs of a block add to what the holder has. */
async function loggedIn(node: EvmRpc, token: string, holder: string, height: number): Promise<bigint> {
  const at = hex(height)
  const wanted = { fromBlock: at, toBlock: at, address: token, topics: [TRANSFER] }
  return listOf(await node.raw('eth_getLogs', [wanted])).reduce((sum: bigint, one) => {
    const { topics, data } = fieldsOf(one) ?? {}
    const told = tokenTransferOf({ topics: listOf(topics).map(lower), data: lower(data) })
    if (told === undefined || told.from === told.to) return sum
    return sum + (told.to === holder ? told.amount : 0n) - (told.from === holder ? told.amount : 0n)
  }, 0n)
}

const lower = (value: unknown): string => String(value).toLowerCase()
