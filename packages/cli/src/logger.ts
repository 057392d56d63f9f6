/** The log of `serve` on stderr: JSON lines, or short readable lines on a terminal. */
import { inspect } from 'node:util'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from './settings.js'
import { hasColours, isTerminal, type Paint, paintFor } from './terminal.js'

export function createLogger(level: LogLevel): Logger {
  const options = {
    level,
    // A container has one process and an arbitrary host name.
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  if (!isTerminal(process.stderr)) return pino(options, pino.destination({ dest: 2, sync: false }))
  return pino(options, readable(process.stderr))
}

/** Warnings of Node and of libraries become lines of the log. Node itself would print them as plain text. */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    const { name, message, stack } = warning
    const code = 'code' in warning && typeof warning.code === 'string' ? { code: warning.code } : {}
    logger.warn({ name, ...code, stack: (stack ?? '').split('\n').slice(1) }, message)
  })
}

function readable(stderr: NodeJS.WriteStream): DestinationStream {
  const paint = paintFor(stderr)
  const colors = hasColours(stderr)
  return { write: (line) => void stderr.write(readableLine(line, paint, colors)) }
}

/** `12:30:05.120  warn  message  field: value` */
export function readableLine(json: string, paint: Paint, colors: boolean): string {
  const { level, time, msg, ...fields }: Record<string, unknown> = JSON.parse(json)
  const severity = String(level)
  const label = (severity === 'warn' ? paint.yellow : SEVERE.has(severity) ? paint.red : paint.cyan)(
    severity.padEnd(5),
  )
  const rest = Object.entries(fields)
    .map(([name, value]) => `  ${paint.dim(`${name}:`)} ${show(value, colors)}`)
    .join('')
  return `${paint.dim(String(time).slice(11, 23))}  ${label}  ${String(msg ?? '')}${rest}\n`
}

const SEVERE = new Set(['error', 'fatal'])

const show = (value: unknown, colors: boolean): string =>
  typeof value === 'string' ? value : inspect(value, { depth: 5, colors, breakLength: 110 })
