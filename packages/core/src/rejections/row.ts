/** One row of the table of refusals (`../rejection.ts`). */
export interface RejectionRow {
  readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 431 | 503
  /** What is wrong. */
  readonly cause: string
  /** What the caller can do. */
  readonly remedy: string
  /** True if the same call may succeed later without a change in the ledger. */
  readonly transient: boolean
}

export const row = (
  status: RejectionRow['status'],
  cause: string,
  remedy: string,
  transient = false,
): RejectionRow => ({ status, cause, remedy, transient })

export const refusedBy = (network: string): RejectionRow =>
  row(
    403,
    `The ${network} network refused the transaction`,
    'Correct what the reason names, then send a new transaction. Nothing has been paid',
  )
