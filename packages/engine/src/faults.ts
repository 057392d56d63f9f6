import { describeRejection, REJECTIONS, type Rejection, type RejectionCode } from '@tallystick/core'

/** A refusal, as the promise of a call carries it. The ledger is unchanged. */
export class Rejected extends Error {
  readonly code: RejectionCode
  readonly status: number

  constructor(readonly rejection: Rejection) {
    super(describeRejection(rejection))
    this.name = 'Rejected'
    this.code = rejection.code
    this.status = REJECTIONS[rejection.code].status
  }
}

/** Something broke. `docs` names the page that says what to do. Whether the call took effect may be unknown. */
export class Fault extends Error {
  constructor(
    message: string,
    readonly details: Readonly<Record<string, string | number | boolean>> = {},
    options?: { readonly cause?: unknown; readonly docs?: string },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Fault'
    this.docs = options?.docs ?? 'docs/operations.md'
  }

  readonly docs: string
}
