/**
 * What waits in the mempool of an EVM node: a filter of the node's own tells which transactions enter it, and the block that
 * it would make next which ones were there before. Only payments of coins, and calls of `transfer` of ERC-20, say whom they
 * pay; what a contract does is known once a block has it.
 */
import {
  type ContractLog,
  type EvmCodec,
  type InMempool,
  type Mempool,
  NodeFault,
  TRANSFER,
} from '@tallystick/custody'
import { eachOf, understood } from '../each.js'
import { RpcError } from '../transport/transport.js'
import { idOf } from './logs.js'
import { pays } from './pays.js'
import { type EvmRpc, type Fields, fieldsOf, listOf, quantity } from './rpc.js'

export function evmMempool(codec: EvmCodec, coinToken: string | undefined, rpc: EvmRpc): Mempool {
  /** The node that keeps the filter, and its name there. */
  let kept: { readonly node: EvmRpc; readonly filter: unknown } | undefined
  const begin = async (): Promise<readonly string[]> => {
    const node = rpc.pinned()
    kept = { node, filter: await filterOf(node) }
    const next = fieldsOf(await node.ask('eth_getBlockByNumber', ['pending', false]))
    return listOf(next?.['transactions']).map(idOf)
  }
  return {
    async entered() {
      if (kept === undefined) return await begin()
      const { node, filter } = kept
      try {
        return listOf(await node.raw('eth_getFilterChanges', [filter])).map(idOf)
      } catch (error) {
        kept = undefined
        // The node has forgotten it: it was restarted, or nobody asked for minutes.
        if (error instanceof RpcError) return await begin()
        throw error
      }
    },
    async waiting(ids) {
      const node = kept?.node ?? rpc
      const told = await eachOf(ids, (id) => node.ask('eth_getTransactionByHash', [id]))
      const found = ids.map(
        (id, at) => [id, understood(() => waitingOf(id, told[at], codec, coinToken))] as const,
      )
      return new Map(found.flatMap(([id, moved]) => (moved === undefined ? [] : [[id, moved]])))
    },
  }
}

/** @throws NodeFault `unsupported` if the node has none */
async function filterOf(node: EvmRpc): Promise<unknown> {
  try {
    return await node.raw('eth_newPendingTransactionFilter', [])
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw new NodeFault('unsupported', `eth_newPendingTransactionFilter: the node's error ${error.code}`)
  }
}

/** Undefined: it does not wait. */
function waitingOf(id: string, told: unknown, codec: EvmCodec, coinToken?: string): InMempool | undefined {
  const transaction = fieldsOf(told)
  const isWaiting = transaction !== undefined && (transaction['blockHash'] ?? null) === null
  return isWaiting ? movedBy(id, transaction, codec, coinToken) : undefined
}

/** `transfer(address,uint256)` */
const CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/i

function movedBy(
  txId: string,
  { from, to, value, input }: Fields,
  codec: EvmCodec,
  coinToken?: string,
): InMempool {
  const nothing = { movements: [], spends: [] }
  if (typeof from !== 'string' || typeof to !== 'string') return nothing
  // What one transaction says wrongly keeps nobody from hearing of the others.
  if (!codec.isAddress(from) || !codec.isAddress(to)) return nothing
  const [payer, payee] = [codec.canonical(from), codec.canonical(to)]
  const movements = pays(txId, 0, payer, payee, null, quantity(value))
  const [, recipient, amount] = CALL.exec(String(input)) ?? []
  if (recipient === undefined || amount === undefined || payee === coinToken) return { ...nothing, movements }
  // As the contract would log it.
  const log: ContractLog = {
    ...{ txId, place: 0, index: 0, address: payee, data: `0x${amount.toLowerCase()}` },
    topics: [TRANSFER, topicOf(payer.slice(2)), topicOf(recipient)],
  }
  return { ...nothing, movements, logs: [log] }
}

const topicOf = (digits: string): string => `0x${digits.toLowerCase().padStart(64, '0')}`
