/**
 * Sending a transaction, and what the answer means. Nodes have no common codes for refusals, only words, which
 * are looked for here; words that nobody knows are `unknown`, and so is an answer that never came. Whatever a node
 * answers, it is then asked for the transaction by its hash: what it shows, it has.
 */
import { BadTransaction, type Broadcast, NodeFault, type Signed, type Standing } from '@tallystick/engine'
import { RpcError } from '../transport/transport.js'
import type { Opened } from './envelope.js'
import { count, type EvmRpc, fieldsOf, hex, quantity } from './rpc.js'

/** Geth and Erigon, Nethermind ("AlreadyKnown"), Besu, OpenEthereum ("already imported"), and those made from them. */
const KNOWN =
  /already ?known|known ?transaction|already ?imported|already exists|already in (?:the )?(?:mem|tx)?pool/i

const REFUSALS: readonly (readonly [words: RegExp, reason: string])[] = [
  [/nonce (?:is )?too low|old ?nonce|nonce.{0,40}already (?:been )?used/i, 'its nonce was used before'],
  [/nonce (?:is )?too high|nonce ?gap/i, 'its nonce is too far ahead'],
  [/insufficient (?:funds|balance)/i, 'the sender has not enough for the amount and the fee'],
  [
    /under ?priced|fee ?too ?low|price ?too ?low|less than block base fee|below (?:the )?minimum/i,
    'its gas price is too low',
  ],
  [
    /tip ?(?:above|higher)|priority fee.{0,20}higher|fee.{0,20}exceeds the configured cap/i,
    'its gas price is too high',
  ],
  [/intrinsic gas|gas ?limit|exceeds block gas|gas.{0,10}too high/i, 'its gas limit does not fit'],
  [/oversized|max initcode|code ?size/i, 'it is too large'],
  [
    /invalid (?:sender|signature|chain|transaction|tx|v, r, s)|replay.protected|wrong chain/i,
    'it is not valid',
  ],
  [
    /type not supported|unsupported.{0,20}type|failed to decode|decode.{0,20}fail|\brlp\b/i,
    'it is of no type that the node knows',
  ],
]

/** A node behind a balancer may be a moment behind the one that took the transaction. */
const LOOKS = 3
const LOOK_MS = 150

/** Never rejects with a fault: that is `unknown`. */
export async function broadcast(node: EvmRpc, signed: Signed): Promise<Broadcast> {
  try {
    await node.raw('eth_sendRawTransaction', [signed.raw])
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
  const reason = REFUSALS.find(([words]) => words.test(error.message))?.[1]
  if (reason === undefined)
    return { kind: 'unknown', reason: `The node answered with its error ${error.code}` }
  // Another node was asked before and never answered, or this one cannot be asked: it may be there all the same.
  return error.unansweredBefore || shown === undefined
    ? { kind: 'unknown', reason }
    : { kind: 'refused', reason }
}

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
 * Blocks behind the head in which a nonce must have been used by another before a transaction is given up. The head
 * may still be replaced, and a node behind a balancer may not know what the one beside it knows.
 */
const DEPTH = 12

/** @param opened The same transaction, read. @throws NodeFault */
export async function standing(node: EvmRpc, opened: Opened): Promise<Standing> {
  const mined = await confirmed(node, opened.txId)
  if (mined !== undefined) return mined
  if (fieldsOf(await node.ask('eth_getTransactionByHash', [opened.txId])) !== undefined)
    return { kind: 'pending' }
  const head = count(await node.ask('eth_blockNumber', []))
  if (head < DEPTH) return { kind: 'absent' }
  const used = count(await node.ask('eth_getTransactionCount', [opened.from, hex(head - DEPTH)]))
  if (used <= opened.nonce) return { kind: 'absent' }
  // It may have been mined between the questions.
  return (
    (await confirmed(node, opened.txId)) ?? { kind: 'dead', reason: 'Another transaction has used its nonce' }
  )
}

async function confirmed(node: EvmRpc, txId: string): Promise<Standing | undefined> {
  const receipt = fieldsOf(await node.ask('eth_getTransactionReceipt', [txId]))
  const height = receipt?.['blockNumber']
  if (receipt === undefined || height === null || height === undefined) return undefined
  return { kind: 'confirmed', height: count(height), ok: quantity(receipt['status']) === 1n }
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
