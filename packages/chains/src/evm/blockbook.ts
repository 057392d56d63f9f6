/**
 * Transactions of an address from Blockbook (github.com/trezor/blockbook, docs/api.md, "Get address"). Its index lists
 * them, newest first. The node supplies their content, so all answers have one format.
 */
import { type EvmCodec, type EvmHistory, type EvmNode, NodeFault, type Rpc } from '@tallystick/custody'
import { boundsOf } from '../bounds.js'
import type { Rest } from '../transport/transport.js'
import { thosePaid } from './calls.js'
import { count, type EvmRpc, fieldsOf, hex, listOf } from './rpc.js'

/** Blockbook's largest page. */
const PAGE = 1_000
const MAX_PAGES = 20

export function blockbookHistory(codec: EvmCodec, node: EvmNode, rpc: EvmRpc, rest: Rest): EvmHistory {
  const pagesOf = async function* (address: string, query: string): AsyncGenerator<Rpc> {
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const path = `/api/v2/address/${codec.canonical(address)}?page=${page}&pageSize=${PAGE}&${query}`
      const answer = fieldsOf(await rest.get(path)) ?? {}
      // For a page after the last one, it repeats the last one and says so.
      if (answer['page'] !== undefined && count(answer['page']) < page) return
      yield answer
      const items = listOf(answer['txids'] ?? answer['transactions'])
      if (items.length < PAGE) return
    }
    throw new NodeFault(
      'unsupported',
      `Nothing is listed beyond ${MAX_PAGES * PAGE} transactions of an address`,
    )
  }

  return {
    transactions: async (address, { offset, limit, order, ...page }) => {
      const bounds = boundsOf(page)
      if (bounds === undefined) return []
      const hashes: string[] = []
      for await (const page of pagesOf(address, `details=txids${bounds}`)) {
        hashes.push(...listOf(page['txids']).filter((hash) => typeof hash === 'string'))
        if (order === 'desc' && hashes.length >= offset + limit) break
      }
      const ordered = order === 'desc' ? hashes : hashes.toReversed()
      const found = await Promise.all(
        ordered.slice(offset, offset + limit).map((hash) => node.transaction(hash)),
      )
      // A transaction that its block has lost is in the index for a moment, and on no node.
      return found.filter((one) => one !== undefined)
    },
    internal: async (address, { offset, limit }) => {
      const owner = codec.canonical(address)
      const found: Rpc[] = []
      for await (const page of pagesOf(address, 'details=txs')) {
        for (const one of listOf(page['transactions'])) {
          found.push(...(await internalOf(rpc, fieldsOf(one) ?? {}, owner)))
          if (found.length >= offset + limit) return found.slice(offset, offset + limit)
        }
      }
      return found.slice(offset)
    },
  }
}

/** Blockbook's numbers for the kinds of internal transfers. */
const KINDS: readonly string[] = ['call', 'create', 'selfdestruct']

async function internalOf(rpc: EvmRpc, transaction: Rpc, owner: string): Promise<readonly Rpc[]> {
  const { txid, blockHash, blockHeight, blockTime, ethereumSpecific } = transaction
  // -1: not in a block yet.
  if (typeof blockHeight !== 'number' || blockHeight < 0) return []
  const { status, error = '', internalTransfers } = fieldsOf(ethereumSpecific) ?? {}
  if (status === 0) return []
  const listed = listOf(internalTransfers).flatMap((item) => {
    const { type, from, to, value } = fieldsOf(item) ?? {}
    const [sender, recipient] = [String(from).toLowerCase(), String(to).toLowerCase()]
    if (sender !== owner && recipient !== owner) return []
    const amount = typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : 0n
    return [
      {
        hash: txid,
        blockNumber: hex(count(blockHeight)),
        timestamp: hex(count(blockTime)),
        from: sender,
        to: recipient,
        value: hex(amount),
        type: KINDS[count(type)] ?? 'call',
      },
    ]
  })
  // Of any of its calls.
  return error === '' ? listed : thosePaid(rpc, { hash: txid, blockHash, blockNumber: blockHeight }, listed)
}
