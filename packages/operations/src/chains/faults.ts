/**
 * Translates the errors of the chain port to refusals. This is the only place that does. A refusal repeats only the
 * port's own messages, which contain no key (custody, `ports/chain.ts`). Messages of a node that does not answer are
 * left out, because they may name hosts.
 */
import type { Rejection, RejectionCode, Violation } from '@tallystick/core'
import { BadKey, BadTransaction, NodeBusy, NodeFault, NodeLate } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'

const BAD_TRANSACTION: Readonly<Record<BadTransaction['code'], RejectionCode>> = {
  'insufficient.funds': 'balance.insufficient',
  'fee.exceptional': 'fee.exceptional',
  dust: 'amount.dust',
  'output.missing': 'transaction.preparation.failed.utxo',
  'output.spent': 'tx.hash.index.spent',
  malformed: 'transaction.invalid.body',
  'execution.reverted': 'execution.reverted',
  'account.missing': 'xrp.account.failed',
}

const NODE_FAULT: Readonly<Record<NodeFault['code'], RejectionCode>> = {
  unreachable: 'chain.unavailable',
  unanswered: 'rpc.unknown',
  unsupported: 'chain.unsupported',
  unconfigured: 'chain.not.configured',
}

/** Refusals of an operation that asks a node, besides its own. */
export const NODE_CODES = [
  'chain.not.configured',
  'chain.unsupported',
  'chain.unavailable',
] as const satisfies readonly RejectionCode[]

/** Refusals of an operation that builds a transaction, besides `NODE_CODES`. */
export const BUILD_CODES = [
  'balance.insufficient',
  'transaction.preparation.failed.utxo',
  'tx.hash.index.spent',
  'transaction.invalid.body',
  'xrp.account.failed',
  'fee.exceptional',
  'amount.dust',
  'execution.reverted',
] as const satisfies readonly RejectionCode[]

/** Longest part of an error's message in an answer. */
const MAX_DETAIL = 300

/** The refusal for an error of the port; undefined for any other error. */
export function chainRejection(error: unknown): Rejection | undefined {
  if (error instanceof BadTransaction) return refusal(BAD_TRANSACTION[error.code], error.message)
  if (error instanceof NodeBusy) return { code: 'overloaded' }
  if (error instanceof NodeFault) {
    const isOfNode = error.code === 'unreachable' || error.code === 'unanswered'
    return refusal(NODE_FAULT[error.code], isOfNode && !(error instanceof NodeLate) ? '' : error.message)
  }
  if (error instanceof BadKey) return badKey('body', null, 'not a key of this chain and network')
  return undefined
}

/** The error that a call rejects with: errors of the port as refusals, others unchanged. */
export function translated(error: unknown): unknown {
  const rejection = chainRejection(error)
  return rejection === undefined ? error : new Rejected(rejection)
}

/** Runs code that parses a key, so that an invalid key is reported at its field and never repeated. */
export function readKey<Result>(
  target: Violation['target'],
  property: string,
  /** Completes "privateKey …". */
  wrong: string,
  read: () => Result,
): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BadKey)) throw error
    throw new Rejected(badKey(target, property, `${property} ${wrong}`))
  }
}

/** Awaits code that parses a key, so that a wrong key is reported at its field. */
export async function keyAt<Result>(property: string, reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof BadKey)) throw error
    throw new Rejected(badKey('body', property, `${property} ${error.message}`))
  }
}

/** Like `readKey`, with a documented code for mnemonics and xpubs. */
export async function readKeyAs<Result>(code: RejectionCode, read: () => Result): Promise<Awaited<Result>> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof BadKey) throw new Rejected({ code })
    throw error
  }
}

/** Refuses an argument that its schema accepts and the chain does not. */
export function refused(
  property: string,
  constraints: Violation['constraints'],
  target: Violation['target'] = 'body',
): Rejected {
  return new Rejected({
    code: 'validation.failed',
    violations: [{ target, property, ...(constraints === undefined ? {} : { constraints }) }],
  })
}

function badKey(target: Violation['target'], property: string | null, text: string): Rejection {
  return {
    code: 'validation.failed',
    violations: [{ target, ...(property === null ? {} : { property }), constraints: { key: text } }],
  }
}

function refusal(code: RejectionCode, detail: string): Rejection {
  return detail === '' ? { code } : { code, detail: detail.slice(0, MAX_DETAIL) }
}
