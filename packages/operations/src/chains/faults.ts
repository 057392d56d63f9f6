/**
 * The errors of the chain port as refusals: the one place where they are translated. What a refusal repeats
 * of an error is the port's own words, which hold no key (custody, `ports/chain.ts`); of a node that
 * does not answer nothing is repeated, because its messages may name hosts.
 */
import type { Rejection, RejectionCode, Violation } from '@tallystick/core'
import { BadKey, BadTransaction, NodeFault } from '@tallystick/custody'
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
  unsupported: 'chain.unsupported',
  unconfigured: 'chain.not.configured',
}

/** What an operation that asks a node may answer beside its own refusals. */
export const NODE_CODES = [
  'chain.not.configured',
  'chain.unsupported',
  'chain.unavailable',
] as const satisfies readonly RejectionCode[]

/** What an operation that builds a transaction may answer, beside `NODE_CODES`. */
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

/** Longest piece of an error's words that an answer repeats. */
const MAX_DETAIL = 300

/** The refusal that an error of the port means; undefined for any other error. */
export function chainRejection(error: unknown): Rejection | undefined {
  if (error instanceof BadTransaction) return refusal(BAD_TRANSACTION[error.code], error.message)
  if (error instanceof NodeFault) {
    return refusal(NODE_FAULT[error.code], error.code === 'unreachable' ? '' : error.message)
  }
  if (error instanceof BadKey) return badKey('body', null, 'not a key of this chain and network')
  return undefined
}

/** The error that a call rejects with: the port's own as refusals, others as they are. */
export function translated(error: unknown): unknown {
  const rejection = chainRejection(error)
  return rejection === undefined ? error : new Rejected(rejection)
}

/** Runs what reads a key, so that a bad one is told at its field and never repeated. */
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

/** Waits for what reads a key, so that one that is another's is told at its field. */
export async function keyAt<Result>(property: string, reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof BadKey)) throw error
    throw new Rejected(badKey('body', property, `${property} ${error.message}`))
  }
}

/** As `readKey`, where the documented API has a code of its own: of mnemonics and xpubs. */
export async function readKeyAs<Result>(code: RejectionCode, read: () => Result): Promise<Awaited<Result>> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof BadKey) throw new Rejected({ code })
    throw error
  }
}

/** An argument that its schema takes, and the chain does not. */
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
