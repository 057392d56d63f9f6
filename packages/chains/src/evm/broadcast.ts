/**
 * Sending a transaction, and what the answer means. Nodes have no common codes for refusals, only words, which
 * are looked for here; words that nobody knows are `unknown`, and so is an answer that never came. Whatever a node
 * answers, it is then asked for the transaction by its hash: what it shows, it has.
 */
import {
  BadTransaction,
  type Broadcast,
  NodeFault,
  type Signed,
  type TransactionStatus,
} from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import type { Opened } from './envelope.js'
import { count, type EvmRpc, type Fields, fieldsOf, hex, listOf, quantity } from './rpc.js'

/** Geth and Erigon, Nethermind ("AlreadyKnown"), Besu, OpenEthereum ("already imported"), and those made from them. */
const KNOWN =
  /already ?known|known ?transaction|already ?imported|already exists|already in (?:the )?(?:mem|tx)?pool/i

/** What every node of the network says of it, whatever its state: the transaction is refused for good. */
const INVALID: readonly (readonly [words: RegExp, reason: string])[] = [
  [/invalid (?:sender|signature)|v, r, s/i, 'its signature is not valid'],
  [/(?:invalid|wrong) chain|chain ?id.{0,30}(?:mismatch|not match)/i, 'it is of another chain'],
  [/intrinsic gas too low/i, 'its gas limit is below what any such transaction takes'],
  [/tip ?(?:above|higher)|priority fee.{0,20}higher than max fee/i, 'its tip is above its gas price'],
]

/** What depends on the nonces of the sender, as the node knows them. */
const OUT_OF_PLACE: readonly (readonly [words: RegExp, reason: string])[] = [
  [/nonce (?:is )?too low|old ?nonce|nonce.{0,40}already (?:been )?used/i, 'its nonce was used before'],
  [/nonce (?:is )?too high|nonce ?gap/i, 'its nonce is too far ahead'],
]

/** What depends on the rest of the chain's state, or on what a node is set to. */
const DECLINED: readonly (readonly [words: RegExp, reason: string])[] = [
  [/insufficient (?:funds|balance)/i, 'the sender has not enough for the amount and the fee'],
  [
    /under ?priced|fee ?too ?low|price ?too ?low|less than block base fee|below (?:the )?minimum/i,
    'its gas price is too low',
  ],
  [/fee.{0,20}exceeds the configured cap/i, 'its gas price is too high'],
  [/intrinsic gas|gas ?limit|exceeds block gas|gas.{0,10}too high/i, 'its gas limit does not fit'],
  [/oversized|max initcode|code ?size/i, 'it is too large'],
  [/type not supported|unsupported.{0,20}type/i, 'it is of no type that the node knows'],
]

/** A node behind a balancer may be a moment behind the one that took the transaction. */
const LOOKS = 3
const LOOK_MS = 150

/** Never rejects with a fault: that is `unknown`. */
export async function broadcast(node: EvmRpc, signed: Signed): Promise<Broadcast> {
  try {
    await node.once('eth_sendRawTransaction', [signed.raw])
  } catch (error) {
    if (error instanceof RpcError) return judge(node, signed, error)
    if (!(error instanceof NodeFault)) throw error
    const shown = await shows(node, signed.txId, 1)
    return shown === true ? { kind: 'accepted' } : { kind: 'unknown', reason: error.message }
  }
  const shown = await shows(node, signed.txId, LOOKS)
  return shown === true
    ? { kind: 'accepted' }
    : { kind: 'unknown', reason: 'The node took it, and does not show it' }
}

async function judge(node: EvmRpc, signed: Signed, error: RpcError): Promise<Broadcast> {
  if (KNOWN.test(error.message)) return { kind: 'known' }
  const shown = await shows(node, signed.txId, 1)
  if (shown === true) return { kind: 'known' }
  const invalid = reasonIn(INVALID, error)
  const misplaced = reasonIn(OUT_OF_PLACE, error)
  const reason = invalid ?? misplaced ?? reasonIn(DECLINED, error)
  if (reason === undefined)
    return { kind: 'unknown', reason: `The node answered with its error ${error.code}` }
  // Another node was asked before and never answered, or this one cannot be asked: it may be there all the same.
  if (error.unansweredBefore || shown === undefined) return { kind: 'unknown', reason }
  if (invalid !== undefined) return { kind: 'refused', reason }
  return { kind: 'declined', reason, ...(misplaced === undefined ? { inPlace: true } : {}) }
}

const reasonIn = (list: typeof INVALID, { message }: RpcError): string | undefined =>
  list.find(([words]) => words.test(message))?.[1]

/** Undefined when the node could not be asked. */
async function shows(node: EvmRpc, txId: string, looks: number): Promise<boolean | undefined> {
  try {
    for (let look = 1; ; look += 1) {
      if (fieldsOf(await node.ask('eth_getTransactionByHash', [txId])) !== undefined) return true
      if (look >= looks) return false
      await new Promise((wake) => setTimeout(wake, LOOK_MS))
    }
  } catch (error) {
    if (error instanceof NodeFault) return undefined
    throw error
  }
}

/**
 * Where a transaction stands. Its end is told by blocks alone, so that answers of nodes which know less make none: a
 * block says what is in it, and the number of transactions that a sender had made by a block is that block's.
 *
 * @param opened The same transaction, read
 * @param confirmations From this depth on a block is final
 * @throws NodeFault
 */
export async function status(
  node: EvmRpc,
  opened: Opened,
  confirmations: number,
): Promise<TransactionStatus> {
  const receipt = fieldsOf(await node.ask('eth_getTransactionReceipt', [opened.txId]))
  if (receipt !== undefined && receipt['blockNumber'] !== null && receipt['blockNumber'] !== undefined) {
    return confirmed(node, receipt, confirmations)
  }
  if (fieldsOf(await node.ask('eth_getTransactionByHash', [opened.txId])) !== undefined)
    return { kind: 'pending' }
  const final = count(await node.ask('eth_blockNumber', [])) - confirmations + 1
  const height = final < 0 ? undefined : await usedIn(node, opened, final)
  if (height === undefined) return { kind: 'absent' }
  const block = fieldsOf(await node.ask('eth_getBlockByNumber', [hex(height), false]))
  if (block === undefined) return { kind: 'absent' }
  const own = listOf(block['transactions']).some(
    (txId) => typeof txId === 'string' && txId.toLowerCase() === opened.txId.toLowerCase(),
  )
  // It is in a final block. Whether it was executed, its receipt says, which this node does not have yet.
  if (own) throw new NodeFault('unreachable', 'The node has no receipt of a transaction that is in a block')
  return { kind: 'dead', reason: 'Another transaction has used its nonce' }
}

/**
 * The block, up to `final`, in which the sender's nonces went past this one's: the only block that can have it.
 * Undefined when none did, or when the node does not know the sender's nonces at so old a block: most keep those of the
 * last 128 blocks.
 */
async function usedIn(node: EvmRpc, { from, nonce }: Opened, final: number): Promise<number | undefined> {
  const isUsed = async (height: number | 'latest'): Promise<boolean> =>
    count(await node.raw('eth_getTransactionCount', [from, height === 'latest' ? height : hex(height)])) >
    nonce
  try {
    if (!(await isUsed('latest')) || !(await isUsed(final))) return undefined
    let after = final
    let before = final - 1
    for (let step = 1; before >= 0 && (await isUsed(before)); step *= 2) {
      after = before
      before = Math.max(before - step, -1)
    }
    while (after - before > 1) {
      const middle = before + Math.floor((after - before) / 2)
      if (await isUsed(middle)) after = middle
      else before = middle
    }
    return after
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}

async function confirmed(node: EvmRpc, receipt: Fields, confirmations: number): Promise<TransactionStatus> {
  const height = count(receipt['blockNumber'])
  const ok = quantity(receipt['status']) === 1n
  const isDeep = count(await node.ask('eth_blockNumber', [])) - height + 1 >= confirmations
  // That the chain has this very block there, and not another, is asked of no more blocks than must be.
  const block = isDeep ? fieldsOf(await node.ask('eth_getBlockByNumber', [hex(height), false])) : undefined
  return {
    kind: 'confirmed',
    height,
    ok,
    final: block !== undefined && block['hash'] === receipt['blockHash'],
  }
}

/** Reads a transaction to be sent; one that is not this chain's is refused before any node sees it. */
export function refusalOf<Read>(read: () => Read): Broadcast | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof BadTransaction) return { kind: 'refused', reason: error.message }
    throw error
  }
}
