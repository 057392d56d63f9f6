import { Rejected } from '@tallystick/core'

/** Of V8; elsewhere the trace stays what it is. */
interface Tracing {
  captureStackTrace?(target: object, below: unknown): void
}

/**
 * Lets the trace of a refusal begin at the line that awaits the call. Nothing is recorded at the call itself, which
 * would cost half as much again as a payment: V8 finds the awaiting functions when the promise is rejected.
 * @throws The error itself
 */
export function atCaller(error: unknown): never {
  if (error instanceof Rejected) {
    const found: { stack?: string } = {}
    const { captureStackTrace }: Tracing = Error
    captureStackTrace?.(found, atCaller)
    const frames = found.stack?.split('\n').slice(1) ?? []
    const callers = frames.filter((frame) => !frame.includes('node:internal/'))
    // Nobody awaits a promise that is only stored: then the trace of its origin is all there is.
    if (callers.length > 0) error.stack = [`${error.name}: ${error.message}`, ...callers].join('\n')
  }
  throw error
}
