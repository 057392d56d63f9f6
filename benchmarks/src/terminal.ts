/** Colours, and the line that tells what is being measured. Figures go to stdout, progress to stderr. */
type Style = (text: string) => string

export interface Paint {
  readonly bold: Style
  readonly dim: Style
  readonly red: Style
  readonly green: Style
  readonly yellow: Style
}

export function paintFor(stream: NodeJS.WriteStream): Paint {
  // hasColors reads NO_COLOR; a pipe never gets colours, whatever FORCE_COLOR says.
  const on = stream.isTTY === true && stream.hasColors()
  const style =
    (open: number, close: number): Style =>
    (text) =>
      on ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
  }
}

/** One line that is written over on a terminal; elsewhere a line for each new step. */
export class Progress {
  private readonly started = performance.now()
  private step = ''
  private shown = 0

  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {}

  /** @param detail Changes often, and is shown on terminals only. */
  tell(step: string, detail = ''): void {
    const seconds = Math.round((performance.now() - this.started) / 1_000)
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    if (this.stream.isTTY === true) {
      // Often enough to be seen moving, rarely enough to cost nothing.
      if (step === this.step && performance.now() - this.shown < 100) return
      const line = `${time}  ${step}${detail === '' ? '' : `  ${detail}`}`
      this.stream.write(`\r\u001b[2K${line.slice(0, Math.max(20, (this.stream.columns ?? 80) - 1))}`)
    } else if (step !== this.step) {
      this.stream.write(`${time}  ${step}\n`)
    }
    this.step = step
    this.shown = performance.now()
  }

  clear(): void {
    if (this.stream.isTTY === true) this.stream.write('\r\u001b[2K')
  }
}
