import {
  describeRejection,
  findUnstorable,
  REJECTIONS,
  type Rejection,
  type RejectionCode,
  UNSTORABLE_TEXT,
  type Violation,
} from '@tallystick/core'

/** A refusal, as the promise of a call rejects with it. The ledger is unchanged. */
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

/**
 * Checks text that no schema has checked. In a batch, such text would fail the calls of others.
 * @throws Rejected if some storage could not return the text unchanged
 */
export function requireStorable(
  target: Violation['target'],
  fields: Readonly<Record<string, unknown>>,
): void {
  const property = findUnstorable(fields)
  if (property === null) return
  throw new Rejected({
    code: 'validation.failed',
    violations: [{ target, property, constraints: { wellFormed: UNSTORABLE_TEXT } }],
  })
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
