/**
 * Submits a transaction and interprets the answer. Nodes have no common codes for refusals, only messages, which are
 * matched here. An unknown message is `unknown`, and so is an answer that never came. After any answer, the node is
 * asked for the transaction by its hash. If it shows the transaction, it has it.
 */
import {
  BadTransaction,
  type Broadcast,
  type EvmCodec,
  type Mined,
  NodeFault,
  type Signed,
  type TransactionStatus,
} from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import type { Opened } from './envelope.js'
import { isInVain } from './in-vain.js'
import { paidBy } from './paid.js'
import { count, type EvmRpc, type Fields, fieldsOf, hex, listOf, quantity } from './rpc.js'

/** Geth and Erigon, Nethermind ("AlreadyKnown"), Besu, OpenEthereum ("already imported"), and their forks. */
const KNOWN =
  /already ?known|known ?transaction|already ?imported|already exists|already in (?:the )?(?:mem|tx)?pool/i

/** Messages that every node of the network would give, whatever its state: the transaction is refused for ever. */
const INVALID: readonly (readonly [words: RegExp, reason: string])[] = [
  [/invalid (?:sender|signature)|v, r, s/i, 'its signature is not valid'],
  [/(?:invalid|wrong) chain|chain ?id.{0,30}(?:mismatch|not match)/i, 'it is of another chain'],
  [/tip ?(?:above|higher)|priority fee.{0,20}higher than max fee/i, 'its tip is above its gas price'],
]

/**
 * Below it no transaction has ever been valid. What one takes beyond it is a rule of now: EIP-2028 has lowered it, and on
 * Celo a contract says it.
 */
const LEAST_GAS = 21_000n
const TOO_LOW: typeof INVALID = [
  [/intrinsic gas too low/i, 'its gas limit is below what any such transaction takes'],
]

/** Messages about the sender's nonces, as the node knows them. */
const OUT_OF_PLACE: readonly (readonly [words: RegExp, reason: string])[] = [
  [/nonce (?:is )?too low|old ?nonce|nonce.{0,40}already (?:been )?used/i, 'its nonce was used before'],
  [/nonce (?:is )?too high|nonce ?gap/i, 'its nonce is too far ahead'],
]

/** Messages about other state of the chain, or about a node's settings. */
const DECLINED: readonly (readonly [words: RegExp, reason: string])[] = [
  [/insufficient (?:funds|balance)/i, 'the sender does not have enough for the amount and the fee'],
  [
    /under ?priced|fee ?too ?low|price ?too ?low|less than block base fee|below (?:the )?minimum/i,
    'its gas price is too low',
  ],
  [/fee.{0,20}exceeds the configured cap/i, 'its gas price is too high'],
  [/intrinsic gas|gas ?limit|exceeds block gas|gas.{0,10}too high/i, 'its gas limit does not fit'],
  [/oversized|max initcode|code ?size/i, 'it is too large'],
  [/type not supported|unsupported.{0,20}type/i, 'it is of no type that the node knows'],
]

/** A node behind a balancer may be a moment behind the one that accepted the transaction. */
const LOOKS = 3
const LOOK_MS = 150

type Spelling = Pick<EvmCodec, 'isAddress' | 'canonical'>

/** Never rejects with a fault; that is `unknown`. */
export async function broadcast(node: EvmRpc, signed: Signed, gasLimit: bigint): Promise<Broadcast> {
  try {
    await node.once('eth_sendRawTransaction', [signed.raw])
  } catch (error) {
    if (error instanceof RpcError) return judge(node, signed, error, gasLimit)
    if (!(error instanceof NodeFault)) throw error
    const shown = await shows(node, signed.txId, 1)
    return shown === true ? { kind: 'accepted' } : { kind: 'unknown', reason: error.message }
  }
  const shown = await shows(node, signed.txId, LOOKS)
  return shown === true
    ? { kind: 'accepted' }
    : { kind: 'unknown', reason: 'The node took it, and does not show it' }
}

async function judge(node: EvmRpc, signed: Signed, error: RpcError, gasLimit: bigint): Promise<Broadcast> {
  if (KNOWN.test(error.message)) return { kind: 'known' }
  const shown = await shows(node, signed.txId, 1)
  if (shown === true) return { kind: 'known' }
  const invalid = reasonIn(gasLimit < LEAST_GAS ? [...INVALID, ...TOO_LOW] : INVALID, error)
  const misplaced = reasonIn(OUT_OF_PLACE, error)
  const reason = invalid ?? misplaced ?? reasonIn(DECLINED, error)
  if (reason === undefined)
    return { kind: 'unknown', reason: `The node answered with its error ${error.code}` }
  // Another node was asked before and never answered, or this one cannot be asked: a node may have it all the same.
  if (error.unansweredBefore || shown === undefined) return { kind: 'unknown', reason }
  if (invalid !== undefined) return { kind: 'refused', reason }
  return { kind: 'declined', reason, ...(misplaced === undefined ? { inPlace: true } : {}) }
}

const reasonIn = (list: typeof INVALID, { message }: RpcError): string | undefined =>
  list.find(([words]) => words.test(message))?.[1]

/** Undefined if the node could not be asked. */
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
 * The status of a transaction. Only blocks prove its end, so a node that knows less cannot cause a wrong one: a block
 * contains its transactions, and the sender's number of transactions is that at the block.
 * @param opened The same transaction, decoded
 * @param confirmations The depth from which a block is final
 * @param codec Reads what nodes write
 * @param coinToken See `EvmParams`
 * @throws NodeFault
 */
export async function status(
  node: EvmRpc,
  opened: Opened,
  confirmations: number,
  codec: Spelling,
  coinToken: string | undefined,
): Promise<TransactionStatus> {
  const receipt = fieldsOf(await node.ask('eth_getTransactionReceipt', [opened.txId]))
  if (receipt !== undefined && receipt['blockNumber'] !== null && receipt['blockNumber'] !== undefined) {
    const seen = await confirmed(node, receipt, confirmations)
    return seen.ok && (await isInVain(node, receipt, opened, coinToken)) ? { ...seen, inVain: true } : seen
  }
  if (fieldsOf(await node.ask('eth_getTransactionByHash', [opened.txId])) !== undefined)
    return { kind: 'pending' }
  const final = count(await node.ask('eth_blockNumber', [])) - confirmations + 1
  const height = final < 0 ? undefined : await usedIn(node, opened, final)
  if (height === undefined) return { kind: 'absent' }
  const block = fieldsOf(await node.ask('eth_getBlockByNumber', [hex(height), true]))
  if (block === undefined) return { kind: 'absent' }
  const all = listOf(block['transactions']).map((one): Fields => fieldsOf(one) ?? {})
  // It is in a final block. Its receipt says whether it succeeded, and this node does not have it yet.
  if (all.some(({ hash }) => String(hash).toLowerCase() === opened.txId.toLowerCase())) throw lacksReceipt()
  const other = all.find((one) => isRival(one, opened, codec))
  const instead =
    other === undefined ? {} : await paidInstead(node, other, { from: opened.from, height }, coinToken)
  return { kind: 'dead', reason: 'Another transaction has used its nonce', ...instead }
}

const lacksReceipt = (): NodeFault =>
  new NodeFault('unreachable', 'The node has no receipt for a transaction that is in a block')

function isRival(told: Fields, { from, nonce }: Opened, { isAddress, canonical }: Spelling): boolean {
  const sender = String(told['from'])
  return isAddress(sender) && canonical(sender) === from && count(told['nonce']) === nonce
}

/** What a transaction of a final block has paid; nothing if it failed. @throws NodeFault without its receipt */
async function paidInstead(
  node: EvmRpc,
  { hash, to, value, input, data }: Fields,
  { from, height }: { readonly from: string; readonly height: number },
  coinToken: string | undefined,
): Promise<{ readonly instead?: Mined }> {
  const receipt = fieldsOf(await node.ask('eth_getTransactionReceipt', [hash]))
  if (receipt === undefined || count(receipt['blockNumber']) !== height) throw lacksReceipt()
  if (quantity(receipt['status']) !== 1n) return {}
  const called = { to: typeof to === 'string' ? to : null, data: String(input ?? data).toLowerCase() }
  const call = { ...called, value: quantity(value) }
  if (await isInVain(node, receipt, { ...call, from }, coinToken)) return {}
  const outputs = paidBy(call, (address) => address, coinToken)
  return { instead: { txId: String(hash), height, outputs } }
}

/**
 * The block up to `final` at which the sender's nonce passed this one: only this block can contain it. Undefined if
 * there is none, or the node does not know the sender's nonce at such an old block: most keep those of the last 128
 * blocks.
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

type Confirmed = Extract<TransactionStatus, { readonly kind: 'confirmed' }>

async function confirmed(node: EvmRpc, receipt: Fields, confirmations: number): Promise<Confirmed> {
  const height = count(receipt['blockNumber'])
  const ok = quantity(receipt['status']) === 1n
  const isDeep = count(await node.ask('eth_blockNumber', [])) - height + 1 >= confirmations
  // Checks that the chain has exactly this block at the height, for as few blocks as possible.
  const block = isDeep ? fieldsOf(await node.ask('eth_getBlockByNumber', [hex(height), false])) : undefined
  return {
    kind: 'confirmed',
    height,
    ok,
    final: block !== undefined && block['hash'] === receipt['blockHash'],
  }
}

/** Decodes a transaction to submit. A transaction that is not for this chain is refused before any node gets it. */
export function refusalOf<Read>(read: () => Read): Broadcast | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof BadTransaction) return { kind: 'refused', reason: error.message }
    throw error
  }
}
