/**
 * Submits a transaction, and finds out its status. A node that says it accepted one is not believed until it shows the
 * transaction: bcoin returns an id in any case. A refusal is believed if all later answers agree.
 */
import {
  type Broadcast,
  type Mined,
  NodeFault,
  type Outpoint,
  type Signed,
  type TransactionStatus,
} from '@tallystick/custody'
import { eachOf } from '../each.js'
import { RpcError } from '../transport/transport.js'
import type { Backend, Place, Spender } from './backend.js'
import { parse } from './codec.js'
import { toHex } from './payload.js'

/** What a submission needs of a node: during one decision, all answers come from one endpoint of each kind. */
export interface Looking {
  readonly name: string
  /** Of the chain's record. */
  readonly confirmations: number
  ask: Ask
  /** Like `ask`, but Blockbook first. */
  askIndex: Ask
  /** Whether it would accept the transaction; undefined if it cannot say. */
  wouldTake(raw: string): Promise<boolean | undefined>
}
type Ask = <Result>(question: (backend: Backend) => Promise<Result>) => Promise<Result>

/** Outputs that are checked to find a transaction without an index. */
const MAX_OUTPUTS = 50

/** Bitcoin Core, src/validation.cpp and src/rpc/rawtransaction.cpp; its descendants use the same messages. */
const KNOWN = /already[- ](in|known)|txn-already|outputs already in utxo set|already have/i
/** RPC_VERIFY_ERROR, RPC_VERIFY_REJECTED, RPC_DESERIALIZATION_ERROR: it checked the transaction and refused it. */
const REFUSED: ReadonlySet<number> = new Set([-25, -26, -22])
/** Blockbook passes on the node's refusal as `-26: …`, with status 400. */
const REFUSED_TEXT = /^-2[256]: /
/**
 * Refusals that hold on every node, whatever its state (src/consensus/tx_check.cpp and tx_verify.cpp): the form of the
 * transaction, and scripts and amounts of outputs that it names by hash. All others depend on the chain's state or a
 * node's settings.
 */
const INVALID =
  /(?<!non-)mandatory-script-verify|block-script-verify|bad-txns-(?:v(?:in|out)-|oversize|txouttotal|inputs-duplicate|prevout-null|in-belowout|inputvalues|fee-outofrange)|bad-cb-length|decode failed/i

/**
 * Older nodes say this of a false signature too, because they do not count the witness rules as mandatory. It may be
 * valid in a script that asks for one of several signatures, but not if a key stands beside it.
 */
const FALSE_SIGNATURE = /Signature must be zero for failed CHECK/

type Sent = { readonly kind: 'taken' } | { readonly kind: 'known' } | Reason
interface Reason {
  readonly kind: 'refused' | 'declined' | 'unknown'
  readonly reason: string
}

/** @param looking Each decision uses one endpoint; the next one may use another */
export async function broadcast(looking: () => Looking, signed: Signed): Promise<Broadcast> {
  try {
    if ((await seen(looking(), signed)) === 'there') return { kind: 'known' }
    const node = looking()
    const sent = await send(node, signed.raw)
    if (sent.kind === 'known') return sent
    const found = await seen(node, signed)
    const isHeard = sent.kind === 'refused' || sent.kind === 'declined'
    if (found === 'there') return { kind: isHeard ? 'known' : 'accepted' }
    if (sent.kind === 'taken') {
      return { kind: 'unknown', reason: 'The node said that it took the transaction, and does not have it' }
    }
    if (found === 'unsure') return { ...sent, kind: 'unknown' }
    const wouldTake = sent.kind === 'refused' && (await node.wouldTake(signed.raw)) === true
    return wouldTake ? { ...sent, kind: 'unknown' } : sent
  } catch (error) {
    return { kind: 'unknown', reason: reasonOf(error) }
  }
}

async function send(node: Looking, raw: string): Promise<Sent> {
  try {
    await node.ask((backend) => backend.send(raw))
    return { kind: 'taken' }
  } catch (error) {
    const reason = reasonOf(error)
    if (!(error instanceof RpcError)) return { kind: 'unknown', reason }
    if (KNOWN.test(error.message)) return { kind: 'known' }
    const looked = REFUSED.has(error.code) || REFUSED_TEXT.test(error.message)
    // A node asked before may have accepted it without answering.
    if (!looked || error.unansweredBefore) return { kind: 'unknown', reason }
    const isFalse = FALSE_SIGNATURE.test(error.message) && parse(raw).ins.every(isOfOneKey)
    return { kind: isFalse || INVALID.test(error.message) ? 'refused' : 'declined', reason }
  }
}

/** A signature and a public key: of p2pkh, p2wpkh, or p2wpkh in p2sh. */
function isOfOneKey({ script, witness }: ReturnType<typeof parse>['ins'][number]): boolean {
  const [, key, ...more] = witness
  if (witness.length > 0) return more.length === 0 && key?.length === 33
  const signature = script[0] ?? 0
  const length = script[signature + 1]
  return signature < 0x4c && (length === 33 || length === 65) && script.length === signature + length + 2
}

/** The words of a refusal name rules and no secrets. A message that quotes the transaction is truncated. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : 'No answer').slice(0, 200)
}

async function seen(node: Looking, signed: Signed): Promise<'there' | 'absent' | 'unsure'> {
  try {
    const { kind } = await status(node, signed)
    return kind === 'pending' || kind === 'confirmed' ? 'there' : 'absent'
  } catch (error) {
    if (error instanceof NodeFault || error instanceof RpcError) return 'unsure'
    throw error
  }
}

/** @throws NodeFault */
export async function status(node: Looking, { raw, txId }: Signed): Promise<TransactionStatus> {
  const pending = await orUndefined(node.ask((backend) => backend.isPending(txId)))
  if (pending === true) return { kind: 'pending' }
  const indexed = await orUndefined(node.ask(async (backend) => ({ place: await backend.place(txId) })))
  if (indexed?.place !== undefined) return placed(indexed.place, node)

  // An unspent output shows the transaction without an index.
  const transaction = parse(raw)
  const outputs = transaction.outs.slice(0, MAX_OUTPUTS).map((_output, index) => ({ txId, index }))
  const shown = async (mempool: boolean) =>
    (await eachOf(outputs, (outpoint) => node.ask((backend) => backend.utxo(outpoint, mempool)))).find(
      (utxo) => utxo !== undefined,
    )
  const unspent = await shown(true)
  if (unspent !== undefined) return placed(unspent, node)

  const inputs = transaction.ins.map(
    ({ hash, index }): Outpoint => ({ txId: toHex(Uint8Array.from(hash).reverse()), index }),
  )
  const gone = await missing(node, inputs)
  if (gone.length === 0) return { kind: 'absent' }
  // It may itself be what spent them: in a block that the index has not reached, with its own outputs spent in the
  // mempool.
  const mined = await shown(false)
  if (mined !== undefined) return placed(mined, node)
  return await judged(node, { raw, txId }, gone, indexed !== undefined)
}

/** What a block shows about the missing inputs: this transaction spent them, or another did. */
async function judged(
  node: Looking,
  { raw, txId }: Signed,
  gone: readonly Outpoint[],
  isIndexed: boolean,
): Promise<TransactionStatus> {
  const made = isIndexed ? await inBlocks(node, gone) : gone
  // Outputs that only the mempool spends may become free again.
  const spent = await eachOf(made, async (outpoint) =>
    (await node.ask((backend) => backend.utxo(outpoint, false))) === undefined ? outpoint : undefined,
  )
  const candidates = spent.filter((outpoint) => outpoint !== undefined)
  const spenders =
    candidates.length === 0
      ? []
      : ((await orUndefined(node.askIndex((backend) => backend.spenders(candidates)))) ?? [])
  const own = spenders.find((spender) => spender.txId === txId || isTwin(spender, raw))
  if (own !== undefined) return { ...placed(own, node), ...(own.txId === txId ? {} : { as: own.txId }) }
  const rival = spenders.find(({ depth }) => depth >= node.confirmations)
  if (rival !== undefined)
    return { kind: 'dead', reason: `Its input was spent by another, ${rival.txId}`, ...mined(rival) }
  if (isIndexed || spenders.length > 0) return { kind: 'absent' }
  const needs = 'needs a node with -txindex, or Blockbook'
  throw new NodeFault('unsupported', `${node.name}: to tell what spent the inputs of a transaction ${needs}`)
}

/**
 * Whether it pays the same: anybody who relays a transaction without witness inputs can rewrite a signature, which
 * gives it another id (BIP-62).
 */
function isTwin({ outputs }: Spender, raw: string): boolean {
  const { outs } = parse(raw)
  return (
    outs.length === outputs.length &&
    outs.every(
      ({ value, script }, at) => outputs[at]?.value === value && outputs[at].script === toHex(script),
    )
  )
}

function mined({ txId, height, outputs }: Spender): { readonly instead?: Mined } {
  const paid = outputs.map(({ address, value: amount }) => ({ address, amount }))
  return height === null ? {} : { instead: { txId, height, outputs: paid } }
}

/** Outputs of transactions in blocks. No block can contain a spender of the others. */
async function inBlocks(node: Looking, outpoints: readonly Outpoint[]): Promise<readonly Outpoint[]> {
  const places = await eachOf(outpoints, (outpoint) =>
    orUndefined(node.ask((backend) => backend.place(outpoint.txId))),
  )
  return outpoints.filter((_outpoint, index) => (places[index]?.depth ?? 0) > 0)
}

const placed = ({ height, depth }: Place, { confirmations }: Looking): TransactionStatus =>
  height === null
    ? { kind: 'pending' }
    : { kind: 'confirmed', height, ok: true, final: depth >= confirmations }

/** Outputs that are spent, even in the mempool, or never existed. */
async function missing(node: Looking, outpoints: readonly Outpoint[]): Promise<readonly Outpoint[]> {
  const found = await eachOf(outpoints, (outpoint) => node.ask((backend) => backend.utxo(outpoint, true)))
  return outpoints.filter((_outpoint, index) => found[index] === undefined)
}

async function orUndefined<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof NodeFault && error.code === 'unsupported') return undefined
    throw error
  }
}
