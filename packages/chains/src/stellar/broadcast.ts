/**
 * Submits a transaction and interprets the answer (developers.stellar.org, "Submit a Transaction Asynchronously",
 * "Result Codes"). A node keeps one transaction of each account for the next ledger. While it has one, it answers
 * `TRY_AGAIN_LATER` to later ones. No node shows pending transactions, but a node reports a duplicate: the adapter
 * submits the same bytes again to learn whether the node has them.
 */
import { xdr } from '@stellar/stellar-base'
import { type Broadcast, NodeFault, type Signed } from '@tallystick/custody'
import type { Horizon, Submitted } from './horizon.js'
import { transaction } from './standing.js'

/** Wrong by itself, whatever a ledger holds. */
const NEVER: ReadonlySet<string> = new Set(['txMissingOperation', 'txMalformed'])
/** Of the node's own trouble. */
const NOTHING: ReadonlySet<string> = new Set(['txInternalError', ''])

/** How often it is looked for after a node took it: behind one address there may be several. */
const LOOKS = 4
const LOOK_MS = 250

/** Never rejects with a fault; that is `unknown`. */
export async function broadcast(node: Horizon, signed: Signed): Promise<Broadcast> {
  try {
    const first = await node.submit(signed.raw)
    if (first.status !== 'PENDING') return await judged(node, signed, first)
    return await readBack(node, signed)
  } catch (error) {
    if (error instanceof NodeFault) return { kind: 'unknown', reason: error.message }
    throw error
  }
}

async function readBack(node: Horizon, signed: Signed): Promise<Broadcast> {
  for (let look = 1; ; look += 1) {
    const { status } = await node.submit(signed.raw)
    if (status === 'DUPLICATE' || (await isThere(node, signed))) return { kind: 'accepted' }
    if (look === LOOKS) return { kind: 'unknown', reason: 'The node took it, and does not show it.' }
    await new Promise((wake) => setTimeout(wake, LOOK_MS))
  }
}

async function judged(node: Horizon, signed: Signed, { status, result }: Submitted): Promise<Broadcast> {
  if (status === 'malformed') return { kind: 'refused', reason: 'It is malformed' }
  const outcome = status === 'ERROR' ? codeOf(result) : status
  if (NEVER.has(outcome)) return { kind: 'refused', reason: outcome }
  if (status === 'DUPLICATE' || (await isThere(node, signed))) return { kind: 'known' }
  if (NOTHING.has(outcome)) return { kind: 'unknown', reason: 'The node does not say what became of it' }
  const reason = status === 'TRY_AGAIN_LATER' ? 'It waits for an earlier transaction of its account' : outcome
  return { kind: 'declined', reason }
}

const isThere = async (node: Horizon, { txId }: Signed): Promise<boolean> =>
  (await transaction(node, txId)) !== undefined

/** `txBadSeq`; of one that an operation fails `txFailed: paymentUnderfunded`. Empty when it is not one. */
function codeOf(result: string): string {
  try {
    const read = xdr.TransactionResult.fromXDR(result, 'base64').result()
    const name = read.switch().name
    if (name !== 'txFailed') return name
    const failed = read.results().flatMap((one) => {
      const code = one.switch().name === 'opInner' ? one.tr().value().switch().name : one.switch().name
      return code.endsWith('Success') ? [] : [code]
    })
    return [name, ...failed.slice(0, 3)].join(': ')
  } catch {
    return ''
  }
}
