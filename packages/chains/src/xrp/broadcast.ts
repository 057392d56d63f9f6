/**
 * Submits a transaction and interprets the answer (xrpl.org, "submit", "Transaction Results").
 *
 * It is submitted with `fail_hard`, so a server that cannot apply it now forgets it: otherwise a server keeps what it
 * has refused and retries it in later ledgers. Only a transaction that came too early is then submitted to be kept.
 *
 * A transaction that claims its fee and does nothing else (`tec`) takes its sequence, if it is submitted otherwise. So one for
 * which later ones wait is submitted to do that.
 *
 * A result describes the state of one server, and none ends a transaction: also what is malformed (`tem`) may be valid by an
 * amendment that the ledger has not yet, or that the server does not know (`invalidTransaction`).
 */
import { type Broadcast, NodeFault, type Signed } from '@tallystick/custody'
import { RpcError } from '../transport/transport.js'
import { fieldsOf } from './codec.js'
import { patience } from './patience.js'
import type { Rippled } from './rpc.js'
import { isWaiting, transaction } from './standing.js'

/** The open ledger's answer if earlier transactions are still missing. */
const TOO_EARLY = 'terPRE_SEQ'

/**
 * Never rejects with a fault; that is `unknown`.
 * @param failHard False: it may take its sequence for its fee, and do nothing else
 */
export async function broadcast(node: Rippled, signed: Signed, failHard = true): Promise<Broadcast> {
  try {
    return await send(node, signed, failHard)
  } catch (error) {
    if (error instanceof NodeFault) return { kind: 'unknown', reason: error.message }
    throw error
  }
}

async function send(node: Rippled, signed: Signed, failHard: boolean): Promise<Broadcast> {
  try {
    await node.submit(signed.raw, failHard)
  } catch (error) {
    if (error instanceof RpcError) return judge(node, signed, error, failHard)
    throw error
  }
  return isSeen(node, signed, 'The node took it, and does not show it.')
}

async function judge(node: Rippled, signed: Signed, error: RpcError, failHard: boolean): Promise<Broadcast> {
  const outcome = /^[a-zA-Z_0-9]{1,60}$/.exec(error.message)?.[0] ?? 'no result'
  if (outcome === TOO_EARLY) {
    if (failHard) return send(node, signed, false)
    return (await follows(node, signed.raw))
      ? { kind: 'accepted' }
      : { kind: 'declined', reason: 'It waits for an earlier sequence' }
  }
  const isKnown = outcome === 'tefALREADY' || (await transaction(node, signed.txId)) !== undefined
  if (isKnown) return { kind: 'known' }
  // Local errors of the server, and unknown codes, do not count as an answer.
  const isTold =
    /^(?:tec|tef|ter|tel|tem|invalidTransaction$)/.test(outcome) && outcome !== 'telFAILED_PROCESSING'
  if (!isTold || error.unansweredBefore) return { kind: 'unknown', reason: outcome }
  return { kind: 'declined', reason: outcome, ...(outcome.startsWith('tec') ? { inPlace: true } : {}) }
}

/** The earlier transactions have come, so it is in the open ledger or in its queue. */
async function follows(node: Rippled, raw: string): Promise<boolean> {
  const { predecessorsMs, lookMs } = patience
  for (let waited = 0; ; waited += lookMs) {
    if (await isThere(node, raw)) return true
    if (waited >= predecessorsMs) return false
    await new Promise((wake) => setTimeout(wake, lookMs))
  }
}

/** Checks that the node has it: the transaction, or its sequence in the open ledger or the queue. */
async function isSeen(node: Rippled, { raw, txId }: Signed, otherwise: string): Promise<Broadcast> {
  const isTaken = (await transaction(node, txId)) !== undefined || (await isThere(node, raw))
  return isTaken ? { kind: 'accepted' } : { kind: 'unknown', reason: otherwise }
}

async function isThere(node: Rippled, raw: string): Promise<boolean> {
  const { Account: account, Sequence: sequence } = fieldsOf(raw)
  // With a ticket the sequence is 0.
  const isNumbered = typeof account === 'string' && typeof sequence === 'number' && sequence !== 0
  return isNumbered && isWaiting(node, account, sequence)
}
