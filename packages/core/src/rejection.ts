/**
 * The only table of refusals. Codes and statuses are the documented ones (docs/reference/errors.md). Those under "ours"
 * are our own, where the documented API has none. The order is the precedence: if several apply, a rule reports the
 * first one.
 */
import { CHAIN_REJECTIONS } from './rejections/chain.js'
import { LEDGER_REJECTIONS } from './rejections/ledger.js'
import { SUBSCRIPTION_REJECTIONS } from './rejections/subscription.js'

export type { RejectionRow } from './rejections/row.js'

export const REJECTIONS = { ...LEDGER_REJECTIONS, ...SUBSCRIPTION_REJECTIONS, ...CHAIN_REJECTIONS } as const

export type RejectionCode = keyof typeof REJECTIONS

/** One invalid field, as the documented body of status 400 lists it. */
export interface Violation {
  readonly target: 'body' | 'query' | 'param' | 'header'
  readonly property?: string
  readonly value?: unknown
  readonly constraints?: Readonly<Record<string, string>>
}

/** A refusal. Rules return it and never throw it. `detail` names what caused it; `index` is its position in a batch. */
export interface Rejection {
  readonly code: RejectionCode
  readonly detail?: string
  readonly index?: number
  readonly violations?: readonly Violation[]
}

/** The message for the caller: position, cause, remedy. */
export function describeRejection(rejection: Rejection): string {
  const { cause, remedy } = REJECTIONS[rejection.code]
  const where = rejection.index === undefined ? '' : `Item ${rejection.index}: `
  const detail = rejection.detail === undefined ? '' : ` (${rejection.detail})`
  return `${where}${cause}${detail}. ${remedy}.`
}
