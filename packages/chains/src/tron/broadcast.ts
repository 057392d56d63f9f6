/**
 * Submits a transaction and interprets the answer (java-tron, `api.proto`, `Return.response_code`; `Wallet.java`,
 * `broadcastTransaction`). A node checks funds, the reference block and the time against its own head before it takes
 * a transaction. So almost every refusal is about the current state only. Even a signature is checked against the
 * account's current permissions.
 */
import { type Broadcast, NodeFault, type Signed, type TronJson } from '@tallystick/custody'
import { messageIn, type TronHttp } from './http.js'
import { isShown } from './standing.js'

/** No state of the chain makes it smaller. */
const NEVER: ReadonlySet<string> = new Set(['TOO_BIG_TRANSACTION_ERROR'])
const KNOWN = 'DUP_TRANSACTION_ERROR'
/** By which a node says that it, as things stand, does not take this transaction. Others are its own trouble. */
const DECLINES: ReadonlySet<string> = new Set([
  'SIGERROR',
  'CONTRACT_VALIDATE_ERROR',
  'CONTRACT_EXE_ERROR',
  // Spelled so.
  'BANDWITH_ERROR',
  'TAPOS_ERROR',
  'TRANSACTION_EXPIRATION_ERROR',
])

/** Never rejects with a fault; that is `unknown`. */
export async function broadcast(node: TronHttp, signed: Signed): Promise<Broadcast> {
  try {
    return await judge(node, signed, await node.send('/wallet/broadcasthex', { transaction: signed.raw }))
  } catch (error) {
    if (error instanceof NodeFault) return { kind: 'unknown', reason: error.message }
    throw error
  }
}

async function judge(node: TronHttp, { txId }: Signed, answer: TronJson): Promise<Broadcast> {
  if (answer['result'] === true) {
    return (await isShown(node, txId))
      ? { kind: 'accepted' }
      : { kind: 'unknown', reason: 'The node took it, and does not show it.' }
  }
  const code = /^[A-Z_]{1,60}$/.exec(String(answer['code']))?.[0] ?? 'no result'
  if (code === KNOWN) return { kind: 'known' }
  const reason = `${code}${wordsOf(messageIn(answer))}`
  if (NEVER.has(code)) return { kind: 'refused', reason }
  return { kind: DECLINES.has(code) ? 'declined' : 'unknown', reason }
}

/** The rule that is broken, without what was sent. */
const wordsOf = (message: string): string => {
  const words = /^(?:Contract validate error\s*:\s*)?([A-Za-z][A-Za-z ,.']{3,100})/.exec(message)?.[1]
  return words === undefined ? '' : `: ${words.trim()}`
}
