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

/** What the texts say about HTTP, and what a program that calls the library reads in its place. */
const IN_PROCESS: Readonly<Record<string, string>> = {
  'The request does not fit its schema': 'The arguments do not fit',
  'This Idempotency-Key was used with a different request':
    'This idempotencyKey was used with different arguments',
  'Use a fresh key for every new request': 'Use a fresh key for every new call',
  'Idempotency-Key': 'idempotencyKey',
  'POST /v3/{chain}/gas': 'the operation of its chain',
  'GET /v3/kms/pending/{chain}': 'getPendingTransactionsToSign',
  'GET /v3/kms/{id}': 'getPendingTransactionToSign',
  'GET /v3/custodial/wallet': 'custodialGetWallets',
  'DELETE /v3/tatum/freeze': 'unfreezeApiKey',
  'GET /v3/ledger/customer': 'findAllCustomers',
  'GET /v3/ledger/account': 'getAccounts',
  'DELETE /v3/trade/account/{id}': 'deleteAccountTrades',
  'DELETE /v3/trade/{id}': 'deleteTrade',
  'GET /v3/offchain/withdrawal': 'getWithdrawals',
  'GET /v3/subscription': 'getSubscriptions',
}

/** The message for a caller over HTTP: position, cause, remedy. */
export function describeRejection(rejection: Rejection): string {
  const { cause, remedy } = REJECTIONS[rejection.code]
  return sentences(rejection, cause, remedy)
}

/** The message for a program that calls the library. It says what does not fit, where an answer lists it in `data`. */
export function describeCall(rejection: Rejection): string {
  const { cause, remedy } = REJECTIONS[rejection.code]
  const faults = (rejection.violations ?? []).flatMap(({ constraints = {} }) => Object.values(constraints))
  const said = faults.length === 0 ? once(remedy) : inProcess(faults.join('; '))
  return sentences(rejection, once(cause), said)
}

const SAID = new RegExp(
  Object.keys(IN_PROCESS)
    .map((text) => text.replaceAll(/[{}]/g, '\\$&'))
    .join('|'),
  'g',
)
const inProcess = (text: string): string => text.replace(SAID, (said) => IN_PROCESS[said] ?? said)

const KNOWN = new Map<string, string>()

/** The same, for a text of the table: each is looked through once. */
function once(text: string): string {
  const known = KNOWN.get(text) ?? inProcess(text)
  KNOWN.set(text, known)
  return known
}

function sentences({ index, detail }: Rejection, cause: string, remedy: string): string {
  const where = index === undefined ? '' : `Item ${index}: `
  return `${where}${cause}${detail === undefined ? '' : ` (${detail})`}. ${remedy}.`
}
