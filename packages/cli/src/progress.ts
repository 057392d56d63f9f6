import { isTerminal, paintFor } from './terminal.js'

interface ProgressLine {
  /** Shows the result of `text`, at most ten times a second. Calls it only then. */
  show(text: () => string): void
  clear(): void
}

/** A line on stderr that rewrites itself. Shows nothing if stderr is not a terminal. */
export function progressLine(): ProgressLine {
  const { stderr } = process
  if (!isTerminal(stderr)) return { show: () => undefined, clear: () => undefined }
  const paint = paintFor(stderr)
  let shown = 0
  return {
    show(text) {
      const now = Date.now()
      if (now - shown < 100) return
      shown = now
      stderr.write(`\r\u001b[2K  ${paint.dim(text())}`)
    },
    clear() {
      if (shown > 0) stderr.write('\r\u001b[2K')
    },
  }
}

/** @param start From `Date.now()` */
export function perSecond(count: number, start: number): number {
  return Math.round(count / Math.max(0.001, (Date.now() - start) / 1000))
}
