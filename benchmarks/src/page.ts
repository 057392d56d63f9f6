/** `docs/benchmarks.md`: the figures of one run, with plots, the machine, and the command that made them. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { plot } from './plot.js'
import { format, isMet, type Row, type Section } from './report.js'

const DOCS = new URL('../../docs/', import.meta.url)

export interface Run {
  readonly command: string
  /** About the machine, how busy it was, the seed, and how long it took. */
  readonly lines: readonly string[]
  readonly sections: readonly Section[]
}

/** Writes the page and its plots; answers where the page is. */
export function writePage({ command, lines, sections }: Run): string {
  const folder = new URL('benchmarks/', DOCS)
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder)) rmSync(new URL(old, folder))
  const parts = sections.map((section) => {
    const name = section.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    const picture = plot(section)
    if (picture !== null) writeFileSync(new URL(`${name}.svg`, folder), picture)
    return [
      `## ${section.title}`,
      ...(picture === null ? [] : [`![${section.title}: ratios](benchmarks/${name}.svg)`]),
      table(section),
      ...section.notes,
    ].join('\n\n')
  })
  const page = new URL('benchmarks.md', DOCS)
  writeFileSync(page, `${[...HEAD, code([command]), code(lines), ...parts].join('\n\n')}\n`)
  return fileURLToPath(page)
}

const HEAD = [
  '# Benchmarks',
  'One run of the benchmark has written this page. [Its own page](../benchmarks/README.md) says what each part measures, and what the floors are. A rate depends on the machine and on what else it does; a ratio is of two sides that took turns, and holds. Purple marks are targets; orange bars miss theirs.',
]

const code = (lines: readonly string[]): string => ['```text', ...lines, '```'].join('\n')

function table({ columns, rows }: Section): string {
  const hasTargets = rows.some(({ target }) => target !== undefined)
  const names = ['', ...columns, ...(hasTargets ? ['target', ''] : [])]
  return aligned([names, ...rows.map((row) => cellsOf(row, hasTargets))])
}

function cellsOf({ name, cells, target }: Row, hasTargets: boolean): readonly string[] {
  const relation = target?.relation === 'at most' ? '≤' : '≥'
  const shown = target === undefined ? ['', ''] : [`${relation} ${limitOf(target.limit)}`, met(isMet(target))]
  return [
    name.trim(),
    ...cells.map((cell) => (cell === null ? '' : format(cell))),
    ...(hasTargets ? shown : []),
  ]
}

const met = (is: boolean): string => (is ? 'met' : 'missed')
const limitOf = (limit: number): string => (limit < 100 ? limit.toFixed(2) : limit.toLocaleString('en-US'))

/** In columns, as the formatter of the repository leaves it. */
function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)),
  )
  const shown = lines.map(
    (line) => `| ${widths.map((width, column) => (line[column] ?? '').padEnd(width)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [shown[0], rule, ...shown.slice(1)].join('\n')
}
