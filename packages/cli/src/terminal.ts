/** Output with colours if the terminal supports them, otherwise plain text. */
import type { WriteStream } from 'node:tty'

type Style = (text: string) => string

export interface Paint {
  readonly bold: Style
  readonly dim: Style
  readonly red: Style
  readonly green: Style
  readonly yellow: Style
  readonly cyan: Style
}

const style =
  (on: boolean, open: number, close: number): Style =>
  (text) =>
    on && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text

export function paintFor(stream: NodeJS.WriteStream): Paint {
  const on = hasColours(stream)
  return {
    bold: style(on, 1, 22),
    dim: style(on, 2, 22),
    red: style(on, 31, 39),
    green: style(on, 32, 39),
    yellow: style(on, 33, 39),
    cyan: style(on, 36, 39),
  }
}

/** Node itself reads NO_COLOR, FORCE_COLOR, NODE_DISABLE_COLORS and TERM. Here, none of them colours a pipe. */
export function hasColours(stream: NodeJS.WriteStream): boolean {
  return isTerminal(stream) && stream.hasColors()
}

export function isTerminal(stream: NodeJS.WriteStream): stream is NodeJS.WriteStream & WriteStream {
  return stream.isTTY === true
}

export interface Column {
  readonly heading: string
  readonly align?: 'right'
}

/**
 * Rows under headings, with columns two spaces apart. `decorate` colours a cell after padding, so the invisible bytes
 * of a colour do not shift anything.
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  paint: Paint,
  decorate: (padded: string, column: number, row: number) => string = (padded) => padded,
): string {
  const widths = columns.map(({ heading }, c) =>
    Math.max(heading.length, ...rows.map((row) => row[c]?.length ?? 0)),
  )
  const line = (cells: readonly string[], paintCell: (padded: string, column: number) => string): string =>
    columns
      .map(({ align }, c) => {
        const cell = cells[c] ?? ''
        const width = widths[c] ?? 0
        return paintCell(align === 'right' ? cell.padStart(width) : cell.padEnd(width), c)
      })
      .join('  ')
      .trimEnd()
  return [
    line(
      columns.map(({ heading }) => heading),
      (padded) => paint.dim(padded),
    ),
    ...rows.map((row, r) => line(row, (padded, c) => decorate(padded, c, r))),
  ]
    .map((text) => `  ${text}\n`)
    .join('')
}

export const thousands = (count: number): string => count.toLocaleString('en-US')

export function plural(count: number, noun: string): string {
  const many = `${noun.replace(/(?<!e)y$/, 'ie').replace(/s$/, 'se')}s`
  return `${thousands(count)} ${count === 1 ? noun : many}`
}

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
