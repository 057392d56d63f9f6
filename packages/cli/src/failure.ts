/** How the command ends, and its message if it fails: cause and remedy, without a stack. */
import type { Paint } from './terminal.js'

/** Documented in every `--help`. */
export const EXIT = {
  ok: 0,
  /** It could not be done; for `verify`, the ledger is wrong. */
  failed: 1,
  /** A flag, an argument or a variable is wrong. Nothing was opened. */
  usage: 2,
} as const

/** A problem that the user can fix. */
export class CommandFailure extends Error {
  readonly exitCode: number = EXIT.failed

  constructor(
    message: string,
    readonly remedy: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'CommandFailure'
  }
}

/** Settings that do not fit each other, or what they name. */
export class WrongSetting extends CommandFailure {
  override readonly exitCode = EXIT.usage
}

export class ConfigurationError extends CommandFailure {
  override readonly exitCode = EXIT.usage

  constructor(readonly problems: readonly string[]) {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`
    super(
      `The configuration has ${count}; nothing was opened.\n${problems.map((problem) => `  • ${problem}`).join('\n')}`,
      '--help lists every setting with its variable and its default',
    )
    this.name = 'ConfigurationError'
  }
}

export function exitCodeOf(error: unknown): number {
  return error instanceof CommandFailure ? error.exitCode : EXIT.failed
}

/** The printed text of an error, with its origin if `stack` is set. */
export function describeFailure(error: unknown, paint: Paint, stack: boolean): string {
  const lines = [`${paint.red(paint.bold('error'))} ${messageOf(error)}`]
  const remedy = remedyOf(error)
  if (remedy !== null) lines.push(`${paint.dim('  →')} ${remedy}`)
  if (stack && error instanceof Error) lines.push('', paint.dim(stackOf(error)))
  return `${lines.join('\n')}\n`
}

/** The same for a log. */
export function failureFields(error: unknown, stack: boolean): object {
  const remedy = remedyOf(error)
  return {
    ...(remedy === null ? {} : { remedy }),
    ...(stack && error instanceof Error ? { stack: stackOf(error).split('\n') } : {}),
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The code of a Node system error: `EADDRINUSE`, `ENOENT`, … */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return undefined
}

/** Why a file cannot be read, after `but`. A parser of ours does not quote it; that of Node does: a path may be wrong. */
export function whyUnreadable(error: unknown): string {
  if (error instanceof SyntaxError) return 'the file is not JSON'
  switch (codeOf(error)) {
    case 'ENOENT':
      return 'there is no such file'
    case 'EISDIR':
      return 'that is a folder'
    case 'EACCES':
      return 'this user may not read it'
    default:
      return messageOf(error)
  }
}

function remedyOf(error: unknown): string | null {
  if (error instanceof CommandFailure) return error.remedy
  // A Fault names its page. Not `instanceof`, so that help does not load the engine.
  if (error instanceof Error && 'docs' in error && typeof error.docs === 'string') return `See ${error.docs}`
  // The message of a Rejected contains its remedy.
  if (error instanceof Error && 'rejection' in error) return null
  return 'This was not expected. TALLYSTICK_DEBUG=1 shows where it came from; please report it'
}

function stackOf(error: Error): string {
  const own = error.stack ?? String(error)
  return error.cause instanceof Error ? `${own}\ncaused by ${stackOf(error.cause)}` : own
}
