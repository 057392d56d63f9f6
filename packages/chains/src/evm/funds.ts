/**
 * What an address has as of one block. Behind one URL there may be several nodes, some of them behind the others: the
 * number of transactions of one and the balance of another would count some spending twice, or, worse, not at all. So
 * both are asked for by the hash of a block (EIP-1898), which a node knows or does not know.
 */
import { BadTransaction, type EvmFunds, NodeFault } from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import { count, type EvmRpc, fieldsOf, quantity } from './rpc.js'

/** `balanceOf(address)` of ERC-20. */
const BALANCE_OF = '0x70a08231'

/** "Invalid params" of JSON-RPC: the node takes no hash there (Harmony), but the number of a block. */
const NO_HASH = -32_602

/** Blocks that are asked about, when a node does not know the one before: it is behind, or that was undone. */
const TRIES = 3

export const balanceCall = (account: string): string => `${BALANCE_OF}${account.slice(2).padStart(64, '0')}`

/**
 * @param node All of one endpoint
 * @param account And the tokens: lower-case hex
 * @throws BadTransaction when there is no such token; NodeFault
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

/** @throws BadTransaction of what has no code: that answers with nothing */
export function word(answer: unknown): bigint {
  if (typeof answer !== 'string') throw new NodeFault('unreachable', 'The node answered no data')
  if (/^0x[0-9a-f]{64}/i.test(answer)) return BigInt(answer.slice(0, 66))
  throw new BadTransaction('malformed', 'There is no such token')
}
