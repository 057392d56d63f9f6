/**
 * The status of a transaction. A hyperblock has what both shards executed, and the gateway reports which hyperblock is
 * final. The status field says only that a transaction was executed; the process status says whether it succeeded
 * (docs.multiversx.com, "Querying the Blockchain"). A missing transaction never counts as dead: a final hyperblock must
 * have another one with its nonce.
 */
import {
  type MultiversxJson,
  NodeFault,
  type Paid,
  type Signed,
  type TransactionStatus,
} from '@tallystick/custody'
import { amountIn, objectIn, textIn, wholeIn } from '../answers.js'
import { isObject } from '../json.js'
import { paidBy, type Sender } from './envelope.js'
import type { Gateway } from './gateway.js'

/** The metachain, which coordinates the shards. */
export const METACHAIN = 4_294_967_295
/** The number of latest transactions of a sender to look at. */
const LATEST = 50
/** The number of last hyperblocks to read if there is no index: 15 minutes. */
const HYPERBLOCKS = 150

/** The newest final hyperblock. */
export async function finalHeight(node: Gateway): Promise<number> {
  const { status } = await node.get(`/network/status/${METACHAIN}`)
  return wholeIn(isObject(status) ? status : {}, 'erd_highest_final_nonce')
}

export async function hyperblock(node: Gateway, ref: number | string): Promise<MultiversxJson | undefined> {
  const by = typeof ref === 'string' && ref.length === 64 ? 'by-hash' : 'by-nonce'
  const found = await node.find(`/hyperblock/${by}/${ref}`)
  return found && objectIn(found, 'hyperblock')
}

/** In a block, or waiting for one. */
export async function transaction(node: Gateway, txId: string): Promise<MultiversxJson | undefined> {
  const found = await node.find(`/transaction/${txId}?withResults=true`)
  return found && objectIn(found, 'transaction')
}

export async function sentBy(
  node: Gateway,
  address: string,
  most: number,
): Promise<readonly MultiversxJson[]> {
  try {
    const found = await node.list(`/transactions?sender=${address}&order=desc&size=${most}`)
    return found.slice(0, most)
  } catch (error) {
    if (!(error instanceof NodeFault) || error.code !== 'unsupported') throw error
    const what = 'The transactions of an address need an index: use a node such as api.multiversx.com'
    throw new NodeFault('unsupported', what)
  }
}

/** @param node One endpoint @param own The same transaction, read */
export async function statusOf(node: Gateway, { txId }: Signed, own: Sender): Promise<TransactionStatus> {
  // This comes first: what later answers show in a hyperblock up to this one is final.
  const final = await finalHeight(node)
  const found = await transaction(node, txId)
  if (found !== undefined) return (await ended(node, txId, found, final)) ?? { kind: 'pending' }
  const account = objectIn(await node.get(`/address/${own.sender}`), 'account')
  if (wholeIn(account, 'nonce') <= own.nonce) return { kind: 'absent' }
  return whoUsed(node, txId, own, final)
}

type Confirmed = Extract<TransactionStatus, { readonly kind: 'confirmed' }>

async function ended(
  node: Gateway,
  txId: string,
  found: MultiversxJson,
  final: number,
): Promise<Confirmed | undefined> {
  const height = heightOf(found)
  if (height === 0) return undefined
  const process = await node.get(`/transaction/${txId}/process-status`)
  const outcome = textIn(process, 'status')
  // Its results are still on the way between shards.
  if (outcome !== 'success' && outcome !== 'fail') return undefined
  return { kind: 'confirmed', height, ok: outcome === 'success', final: height <= final }
}

/** 0 while it is in no hyperblock. An invalid transaction is in the hyperblock of the sender's shard. */
function heightOf(found: MultiversxJson): number {
  const isInvalid = found['status'] === 'invalid'
  const height = found['hyperblockNonce'] ?? (isInvalid ? found['notarizedAtSourceInMetaNonce'] : 0)
  return typeof height === 'number' ? height : 0
}

/** For a used nonce: a final hyperblock must show which transaction used it. */
async function whoUsed(node: Gateway, txId: string, own: Sender, final: number): Promise<TransactionStatus> {
  const other = (await inIndex(node, own)) ?? (await inHyperblocks(node, own, final))
  if (other === undefined || other === txId) return { kind: 'absent' }
  const found = await transaction(node, other)
  const end = found === undefined || !isOf(found, own) ? undefined : await ended(node, other, found, final)
  if (found === undefined || end?.final !== true) return { kind: 'absent' }
  const { height, ok } = end
  const instead = ok ? { instead: { txId: other, height, outputs: paymentsIn(found) } } : {}
  return { kind: 'dead', reason: `Another transaction used nonce ${own.nonce}.`, ...instead }
}

function paymentsIn(found: MultiversxJson): readonly Paid[] {
  const { data } = found
  const call = typeof data === 'string' ? { data } : {}
  const [sender, receiver] = [textIn(found, 'sender'), textIn(found, 'receiver')]
  return paidBy({ sender, receiver, value: String(amountIn(found, 'value')), ...call })
}

const isOf = (one: MultiversxJson, { sender, nonce }: Sender): boolean =>
  one['sender'] === sender && amountIn(one, 'nonce') === BigInt(nonce)

async function inIndex(node: Gateway, own: Sender): Promise<string | undefined> {
  try {
    const found = (await sentBy(node, own.sender, LATEST)).find((one) => isOf(one, own))
    return found && textIn(found, 'txHash')
  } catch (error) {
    if (error instanceof NodeFault && error.code === 'unsupported') return undefined
    throw error
  }
}

async function inHyperblocks(node: Gateway, own: Sender, final: number): Promise<string | undefined> {
  for (let height = final; height > 0 && height > final - HYPERBLOCKS; height -= 1) {
    const block = await hyperblock(node, height)
    if (block === undefined) return undefined
    const { transactions } = block
    const sent = (Array.isArray(transactions) ? transactions : []).filter(
      (one): one is MultiversxJson => isObject(one) && one['sender'] === own.sender && 'signature' in one,
    )
    const found = sent.find((one) => isOf(one, own))
    if (found !== undefined) return textIn(found, 'hash')
    // Earlier ones have lower nonces.
    if (sent.some((one) => amountIn(one, 'nonce') < BigInt(own.nonce))) return undefined
  }
  return undefined
}
