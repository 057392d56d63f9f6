/**
 * The funds of an address at one block. Several nodes may share one URL, some behind the others: the number of
 * transactions of one and the balance of another would count some spending twice or not at all. So both are requested
 * by the hash of a block (EIP-1898), which a node either knows or does not know.
 */
import { BadTransaction, type EvmFunds, NodeFault } from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import { count, type EvmRpc, fieldsOf, quantity } from './rpc.js'

/** `balanceOf(address)` of ERC-20. */
const BALANCE_OF = '0x70a08231'

/** JSON-RPC "Invalid params": the node takes the number of a block here, not a hash (Harmony). */
const NO_HASH = -32_602

/** How many blocks are tried if the node does not know the previous one: it is behind, or the block was undone. */
const TRIES = 3

export const balanceCall = (account: string): string => `${BALANCE_OF}${account.slice(2).padStart(64, '0')}`

/**
 * @param node All requests go to one endpoint
 * @param account This and the tokens: lower-case hex
 * @throws BadTransaction if a token does not exist; NodeFault
 */
export async function fundsOf(node: EvmRpc, account: string, tokens: readonly string[]): Promise<EvmFunds> {
  let takesHash = true
  for (let tries = 1; ; tries += 1) {
    const block = fieldsOf(await node.ask('eth_getBlockByNumber', ['latest', false]))
    if (block === undefined) throw new NodeFault('unreachable', 'The node has no block')
    try {
      const at = takesHash ? { blockHash: block['hash'] } : block['number']
      return await fundsAt(node, account, tokens, at)
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      if (tries === TRIES) {
        const message = `What the sender has at one block: the node's error ${error.code}`
        throw new NodeFault('unreachable', message)
      }
      takesHash &&= error.code !== NO_HASH
    }
  }
}

async function fundsAt(
  node: EvmRpc,
  account: string,
  tokens: readonly string[],
  at: unknown,
): Promise<EvmFunds> {
  const [nonce, coins, ...held] = await Promise.all([
    node.raw('eth_getTransactionCount', [account, at]),
    node.raw('eth_getBalance', [account, at]),
    ...tokens.map((token) => node.raw('eth_call', [{ to: token, data: balanceCall(account) }, at])),
  ])
  return { nonce: count(nonce), coins: quantity(coins), tokens: held.map(word) }
}

/** @throws BadTransaction if the address has no code and so returns nothing */
export function word(answer: unknown): bigint {
  if (typeof answer !== 'string') throw new NodeFault('unreachable', "The node's answer contains no data")
  if (/^0x[0-9a-f]{64}/i.test(answer)) return BigInt(answer.slice(0, 66))
  throw new BadTransaction('malformed', 'There is no such token')
}

/** @param account This and the token: lower-case hex. @throws NodeFault if the node does not keep the state of that block */
export async function balanceAt(
  rpc: EvmRpc,
  account: string,
  token: string | null,
  blockHash: string,
): Promise<bigint> {
  const at = { blockHash }
  if (token === null) return quantity(await rpc.ask('eth_getBalance', [account, at]))
  return word(await rpc.ask('eth_call', [{ to: token, data: balanceCall(account) }, at]))
}
