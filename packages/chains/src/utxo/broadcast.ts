/**
 * Sending a transaction, and finding out where it stands. A node's word that it took one is not believed until
 * the node is seen to have it: bcoin answers with an id whatever it does. Its word that it refused one is believed
 * when every later answer agrees.
 */
import { type Broadcast, NodeFault, type Outpoint, type Signed, type Standing } from '@tallystick/engine'
import { RpcError } from '../transport/transport.js'
import { eachOf } from './answers.js'
import type { Backend } from './backend.js'
import { parse } from './codec.js'
import { toHex } from './payload.js'

/** What broadcasting asks of a node. */
export interface Looking {
  readonly name: string
  ask<Result>(question: (backend: Backend) => Promise<Result>): Promise<Result>
  /** Whether it would take the transaction; undefined where it has no opinion. */
  wouldTake(raw: string): Promise<boolean | undefined>
}

/** Outputs that are looked at to see a transaction that no index lists. */
const MAX_OUTPUTS = 50

/** Bitcoin Core, src/validation.cpp and src/rpc/rawtransaction.cpp; the same words in its descendants. */
const KNOWN = /already[- ](in|known)|txn-already|outputs already in utxo set|already have/i
/** RPC_VERIFY_ERROR, RPC_VERIFY_REJECTED, RPC_DESERIALIZATION_ERROR: it looked at the transaction, and said no. */
const REFUSED: ReadonlySet<number> = new Set([-25, -26, -22])
/** Blockbook passes the node's refusal on, as `-26: …`, with status 400. */
const REFUSED_TEXT = /^-2[256]: /

type Sent = { readonly kind: 'taken' } | { readonly kind: 'known' } | Reason
interface Reason {
  readonly kind: 'refused' | 'unknown'
  readonly reason: string
}

export async function broadcast(node: Looking, signed: Signed): Promise<Broadcast> {
  try {
    if ((await seen(node, signed)) === 'there') return { kind: 'known' }
    const sent = await send(node, signed.raw)
    if (sent.kind === 'known') return sent
    const found = await seen(node, signed)
    if (found === 'there') return { kind: sent.kind === 'refused' ? 'known' : 'accepted' }
    if (sent.kind === 'taken') {
      return { kind: 'unknown', reason: 'The node said that it took the transaction, and does not have it' }
    }
    if (sent.kind === 'refused' && found === 'unsure') return { ...sent, kind: 'unknown' }
    if (sent.kind === 'refused' && (await node.wouldTake(signed.raw)) === true)
      return { ...sent, kind: 'unknown' }
    return sent
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
    const isRefusal = REFUSED.has(error.code) || REFUSED_TEXT.test(error.message)
    // One asked before may have taken it without our hearing of it.
    return { kind: isRefusal && !error.unansweredBefore ? 'refused' : 'unknown', reason }
  }
}

/** The words of a refusal name rules, not secrets; a node that quotes the transaction is cut short. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : 'No answer').slice(0, 200)
}

async function seen(node: Looking, signed: Signed): Promise<'there' | 'absent' | 'unsure'> {
  try {
    const { kind } = await standing(node, signed)
    return kind === 'pending' || kind === 'confirmed' ? 'there' : 'absent'
  } catch (error) {
    if (error instanceof NodeFault || error instanceof RpcError) return 'unsure'
    throw error
  }
}

/** @throws NodeFault */
export async function standing(node: Looking, { raw, txId }: Signed): Promise<Standing> {
  const pending = await orUndefined(node.ask((backend) => backend.isPending(txId)))
  if (pending === true) return { kind: 'pending' }
  const indexed = await orUndefined(node.ask(async (backend) => ({ place: await backend.place(txId) })))
  if (indexed?.place !== undefined) return placed(indexed.place.height)

  // An output that nobody has spent yet shows it without an index.
  const transaction = parse(raw)
  const outputs = transaction.outs.slice(0, MAX_OUTPUTS).map((_output, index) => ({ txId, index }))
  const shown = async (mempool: boolean) =>
    (await eachOf(outputs, (outpoint) => node.ask((backend) => backend.utxo(outpoint, mempool)))).find(
      (utxo) => utxo !== undefined,
    )
  const unspent = await shown(true)
  if (unspent !== undefined) return placed(unspent.height)

  const inputs = transaction.ins.map(
    ({ hash, index }): Outpoint => ({ txId: toHex(Uint8Array.from(hash).reverse()), index }),
  )
  const gone = await missing(node, inputs)
  if (gone.length === 0) return { kind: 'absent' }
  // It may be what spent them: in a block that the index has not come to, its own outputs spent in the mempool.
  const mined = await shown(false)
  if (mined !== undefined) return placed(mined.height)
  if (indexed === undefined) {
    const needs = 'needs a node with -txindex, or Blockbook'
    throw new NodeFault(
      'unsupported',
      `${node.name}: to tell what spent the inputs of a transaction ${needs}`,
    )
  }
  for (const outpoint of gone) {
    const parent = await orUndefined(node.ask((backend) => backend.place(outpoint.txId)))
    if (parent === undefined || parent.height === null) continue
    // Its parent is in a block, and so is what spent it: what only the mempool spends may come back.
    const isSpent = (await node.ask((backend) => backend.utxo(outpoint, false))) === undefined
    if (isSpent)
      return { kind: 'dead', reason: `Output ${outpoint.index} of ${outpoint.txId} was spent by another` }
  }
  return { kind: 'absent' }
}

const placed = (height: number | null): Standing =>
  height === null ? { kind: 'pending' } : { kind: 'confirmed', height, ok: true }

/** Those that are spent, in the mempool too, or that never were. */
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
