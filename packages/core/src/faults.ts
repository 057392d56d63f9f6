/** The errors of calls, in process and over HTTP alike. */
import { describeCall, REJECTIONS, type Rejection, type RejectionCode } from './rejection.js'

/** A refusal, as the promise of a call rejects with it. The ledger is unchanged. */
export class Rejected extends Error {
  readonly code: RejectionCode
  readonly status: number
  /** Whether the same call may succeed later although nothing in the ledger has changed. */
  get transient(): boolean {
    return REJECTIONS[this.code].transient
  }

  constructor(readonly rejection: Rejection) {
    super(describeCall(rejection))
    this.name = 'Rejected'
    this.code = rejection.code
    this.status = REJECTIONS[rejection.code].status
  }
}

/** A failure. `docs` names the page that says what to do. */
export class Fault extends Error {
  /**
   * True: nothing was written, and the same call may succeed later. False: it may be unknown whether the call took
   * effect, or a repetition would not help.
   */
  readonly transient: boolean

  constructor(
    message: string,
    readonly details: Readonly<Record<string, string | number | boolean>> = {},
    options?: { readonly cause?: unknown; readonly docs?: string; readonly transient?: boolean },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Fault'
    this.docs = options?.docs ?? 'docs/operations.md'
    this.transient = options?.transient ?? false
  }

  readonly docs: string
}
