/**
 * Sending a transaction, and what the answer means (xrpl.org, "submit", "Transaction Results").
 *
 * It is sent with `fail_hard`, so that a server which cannot apply it now forgets it: without, a server keeps
 * what it has refused and tries it again in later ledgers, and no refusal would be one. Only a transaction that
 * came before its turn is then sent to be kept.
 *
 * A refusal is one when the server that gave it was the only one asked, and no server shows the transaction.
 * Whatever is less than that is `unknown`. Of earlier broadcasts nothing is kept here: whoever sends again knows.
 */
import { type Broadcast, NodeFault, type Signed, type XrpJson } from '@tallystick/engine'
import { RpcError } from '../transport/transport.js'
import { fieldsOf } from './codec.js'
import { isObject, objectIn, type Rippled, wholeIn } from './rpc.js'
import { standing, transaction } from './standing.js'

/** How the open ledger answers a transaction whose predecessors have not come yet. */
const TOO_EARLY = 'terPRE_SEQ'
/** The sequence, the hash or the last ledger has passed: what became of it is in the ledger. */
const PASSED: ReadonlySet<string> = new Set(['tefALREADY', 'tefPAST_SEQ', 'tefMAX_LEDGER', 'tefNO_TICKET'])
/** Of the local and retry classes, those that name something wrong with the transaction; others are the server's. */
const REFUSED: ReadonlySet<string> = new Set([
  'telBAD_DOMAIN',
  'telBAD_PATH_COUNT',
  'telBAD_PUBLIC_KEY',
  'telINSUF_FEE_P',
  'telNO_DST_PARTIAL',
  'telWRONG_NETWORK',
  'telREQUIRES_NETWORK_ID',
  'telNETWORK_ID_MAKES_TX_NON_CANONICAL',
  'terFUNDS_SPENT',
  'terINSUF_FEE_B',
  'terNO_ACCOUNT',
  'terNO_AUTH',
  'terNO_LINE',
  'terNO_RIPPLE',
  'terOWNERS',
])

/** Never rejects with a fault: that is `unknown`. */
export async function broadcast(node: Rippled, signed: Signed): Promise<Broadcast> {
  try {
    return await send(node, signed, true)
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
  // Badly formed or badly signed: no server applies it, whenever it arrives.
  if (outcome.startsWith('tem') || outcome === 'invalidTransaction')
    return { kind: 'refused', reason: outcome }
  if (PASSED.has(outcome)) return passed(node, signed, outcome, error.unansweredBefore)
  if (outcome === TOO_EARLY) {
    return failHard ? send(node, signed, false) : isSeen(node, signed, 'It waits for an earlier sequence.')
  }
  if ((await transaction(node, signed.txId)) !== undefined) return { kind: 'known' }
  const isRefused = outcome.startsWith('tec') || outcome.startsWith('tef') || REFUSED.has(outcome)
  if (isRefused && failHard && !error.unansweredBefore && !isKept(error.data)) {
    return { kind: 'refused', reason: outcome }
  }
  return { kind: 'unknown', reason: outcome }
}

/** The server did something with it all the same: applied it for its fee, sent it on, or kept it for later. */
function isKept(answer: unknown): boolean {
  const { applied, broadcast: relayed, queued, kept } = isObject(answer) ? answer : {}
  return [applied, relayed, queued, kept].includes(true)
}

async function passed(
  node: Rippled,
  signed: Signed,
  outcome: string,
  unansweredBefore: boolean,
): Promise<Broadcast> {
  const now = await standing(node, signed)
  if (now.kind === 'confirmed' || now.kind === 'pending') return { kind: 'known' }
  if (now.kind === 'dead' && !unansweredBefore)
    return { kind: 'refused', reason: `${outcome}: ${now.reason}` }
  return now.kind === 'dead' || outcome !== 'tefALREADY'
    ? { kind: 'unknown', reason: outcome }
    : { kind: 'known' }
}

/** Reads back that the node has it: the transaction, or its sequence taken in the open ledger or the queue. */
async function isSeen(node: Rippled, signed: Signed, otherwise: string): Promise<Broadcast> {
  if ((await transaction(node, signed.txId)) !== undefined) return { kind: 'accepted' }
  const { Account: account, Sequence: sequence } = fieldsOf(signed.raw)
  const info = await node.find('account_info', { account, ledger_index: 'current', queue: true }, [
    'actNotFound',
  ])
  if (info === undefined || typeof sequence !== 'number') return { kind: 'unknown', reason: otherwise }
  const isApplied = wholeIn(objectIn(info, 'account_data'), 'Sequence') > sequence
  return isApplied || isQueued(objectIn(info, 'queue_data', {}), sequence)
    ? { kind: 'accepted' }
    : { kind: 'unknown', reason: otherwise }
}

function isQueued(queue: XrpJson, sequence: number): boolean {
  const waiting: unknown = queue['transactions']
  return Array.isArray(waiting) && waiting.some((one: unknown) => isObject(one) && one['seq'] === sequence)
}
