/** Solana through the JSON-RPC of its nodes (solana.com/docs/rpc). */
import type { SolanaNode } from '@tallystick/custody'
import { isObject } from '../json.js'
import { headOf } from './blocks.js'
import { broadcast } from './broadcast.js'
import { accountReads, balanceOf, heightAt, LATEST, lifetimeReads } from './reads.js'
import { EVERY_VERSION, type Solana } from './rpc.js'
import { sentBy } from './sent.js'
import { LIFE, standing } from './standing.js'
import { isId } from './text.js'

export const solanaNode = (node: Solana): SolanaNode => ({
  ...accountReads(node),
  ...lifetimeReads(node),
  head: () => headOf(node),
  balance: (address) => balanceOf(node, address),
  raw: (txId) => rawOf(node.pinned(), txId),
  sentBy: (address, since) => sentBy(node.pinned(), address, since),
  broadcast: (signed) => broadcast(node, signed),
  status: (signed) => standing(node.pinned(), signed),
})

async function rawOf(node: Solana, txId: string): Promise<string | undefined> {
  // Of anything else nodes answer an error.
  if (!isId(txId)) return undefined
  const found = await node.ask('getTransaction', [txId, { ...LATEST, encoding: 'base64', ...EVERY_VERSION }])
  const [text] = isObject(found) && Array.isArray(found['transaction']) ? found['transaction'] : []
  if (typeof text !== 'string') return undefined
  // It is in a block, so that the newest one is above its own: no later block than this may have it.
  return `${(await heightAt(node, LATEST)) + LIFE}:${text}`
}
