/** A section as bars, in SVG. Its colours are readable on light and on dark ground; it has neither styles nor scripts. */
import { type Figure, format, isMet, type Row, type Section } from './report.js'

const NAME_WIDTH = 380
const BAR_WIDTH = 300
const VALUE_WIDTH = 120
const LINE = 22
const TOP = 34
const COLOURS = { text: '#737a84', met: '#3b82c4', missed: '#c9741a', target: '#8b5cc7' } as const

interface Bar {
  readonly name: string
  readonly value: number
  readonly text: string
  /** As a value; null if there is none. */
  readonly target: number | null
  readonly colour: string
}

/** Null if the section has no ratios to show. */
export function plot(section: Section): string | null {
  const bars = barsOf(section)
  if (bars.length === 0) return null
  const most = Math.max(...bars.flatMap(({ value, target }) => [value, target ?? 0]))
  const width = NAME_WIDTH + BAR_WIDTH + VALUE_WIDTH
  const height = TOP + bars.length * LINE + 10
  const scale = (value: number): number => Math.round((value / most) * BAR_WIDTH)
  const text = (x: number, y: number, content: string, more = ''): string =>
    `<text x="${x}" y="${y}" fill="${COLOURS.text}" font-family="system-ui, sans-serif" font-size="13"${more}>${escaped(content)}</text>`
  const lines = bars.flatMap(({ name, value, text: shown, target, colour }, index) => {
    const y = TOP + index * LINE
    const x = target === null ? 0 : NAME_WIDTH + scale(target)
    return [
      text(NAME_WIDTH - 10, y + 13, name, ' text-anchor="end"'),
      `<rect x="${NAME_WIDTH}" y="${y + 2}" width="${Math.max(1, scale(value))}" height="${LINE - 7}" fill="${colour}"/>`,
      ...(target === null
        ? []
        : [`<rect x="${x - 1}" y="${y - 1}" width="3" height="${LINE - 1}" fill="${COLOURS.target}"/>`]),
      text(NAME_WIDTH + Math.max(scale(value), scale(target ?? 0)) + 8, y + 13, shown),
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(section.title)}</title>`,
    text(0, 18, section.title, ' font-weight="600"'),
    ...lines,
    '</svg>\n',
  ].join('\n')
}

function barsOf({ columns, rows }: Section): readonly Bar[] {
  const ratio = columns.findIndex((name) => name === 'ratio' || name.includes('÷'))
  if (ratio === -1) return []
  return rows.flatMap((row) => {
    const cell = row.cells[ratio]
    return cell === null || cell === undefined ? [] : [barOf(row, cell)]
  })
}

function barOf({ name, target }: Row, { value, unit }: Figure): Bar {
  // Some targets are of another cell of the row, which a bar of the ratio cannot show.
  const own = target !== undefined && target.value === value ? target : null
  return {
    name: name.trim(),
    value,
    text: format({ value, unit }),
    target: own?.limit ?? null,
    colour: own === null || isMet(own) ? COLOURS.met : COLOURS.missed,
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
