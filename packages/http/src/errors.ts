/**
 * Error bodies: `{statusCode, errorCode, message}`, with `data` for a validation failure; status 500 has no errorCode.
 * It converts every error that can reach the transport, including Fastify's own. About an internal failure, a caller
 * learns only whether the call may be repeated: 503 if it certainly wrote nothing, 500 if that is unknown.
 */
import { describeRejection, REJECTIONS, type Rejection, type Violation } from '@tallystick/core'
import { Fault, Rejected } from '@tallystick/engine'

/** The documented error body. */
export interface ErrorBody {
  readonly statusCode: number
  readonly errorCode?: string
  readonly message: string
  readonly data?: readonly Violation[]
}

/** Seconds until a call may be repeated that was turned away because of load or a stop. */
export const RETRY_AFTER_SECONDS = 1

export function rejectionBody(rejection: Rejection): ErrorBody {
  return {
    statusCode: REJECTIONS[rejection.code].status,
    errorCode: rejection.code,
    message: describeRejection(rejection),
    ...(rejection.violations === undefined ? {} : { data: rejection.violations }),
  }
}

/** @param id Identifies the failure in the log */
export function faultBody(id: string): ErrorBody {
  return {
    statusCode: 500,
    message: `Internal error ${id}. Whether the call took effect is unknown: repeat it with the same Idempotency-Key.`,
  }
}

/** A failure of the service that wrote nothing and may be temporary. */
export function isTransient(error: unknown): error is Fault {
  return error instanceof Fault && error.transient
}

/** Refuses a request part that cannot be parsed. */
export function malformed(target: Violation['target'], property: string | null, text: string): Rejection {
  return {
    code: 'validation.failed',
    violations: [{ target, ...(property === null ? {} : { property }), constraints: { wellFormed: text } }],
  }
}

const TOO_SHORT = malformed('body', null, 'the body is not as long as its content-length says')

/**
 * The refusal for an error; null for a failure of the service.
 * @param isRead Whether the request has come whole: then it was not its connection that was lost
 */
export function rejectionOf(error: unknown, isRead: boolean): Rejection | null {
  if (error instanceof Rejected) return error.rejection
  if (isTransient(error)) return { code: 'unavailable', detail: 'nothing was written' }
  if (!(error instanceof Error) || !('code' in error)) return null
  switch (error.code) {
    case 'FST_ERR_NOT_FOUND':
      return { code: 'operation.not.found' }
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'request.too.large' }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return malformed('header', 'content-type', 'content-type is not a media type')
    case 'FST_ERR_BAD_URL':
      return malformed('param', null, 'the path holds an escape that is not UTF-8')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return malformed('param', null, 'a part of the path is too long')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return TOO_SHORT
    case 'ECONNRESET':
      return isRead ? null : TOO_SHORT
    default:
      return isClientError(error) && String(error.code).startsWith('FST_')
        ? malformed('header', null, error.message)
        : null
  }
}

/** The body for an error that a hook of the host throws; null for a failure. */
export function hostErrorBody(error: unknown): ErrorBody | null {
  if (!(error instanceof Error) || !isClientError(error)) return null
  return { statusCode: error.statusCode, message: error.message }
}

function isClientError(error: Error): error is Error & { statusCode: number } {
  if (!('statusCode' in error) || typeof error.statusCode !== 'number') return false
  return error.statusCode >= 400 && error.statusCode < 500
}
