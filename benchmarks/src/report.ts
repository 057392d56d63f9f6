/** Figures as data, and how they are shown. */
import type { Paint } from './terminal.js'

export type Unit = 'count' | 'perSecond' | 'microseconds' | 'milliseconds' | 'bytes' | 'ratio'

export interface Figure {
  readonly value: number
  readonly unit: Unit
}

export interface Target {
  readonly relation: 'at least' | 'at most'
  readonly limit: number
  readonly value: number
}

export interface Row {
  readonly name: string
  /** One for each column of the section; null where there is none. */
  readonly cells: readonly (Figure | null)[]
  readonly target?: Target
}

export interface Section {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  readonly notes: readonly string[]
}

export const figure = (unit: Unit, value: number): Figure => ({ unit, value })

export const atLeast = (limit: number, value: number): Target => ({ relation: 'at least', limit, value })

export const atMost = (limit: number, value: number): Target => ({ relation: 'at most', limit, value })

export function isMet({ relation, limit, value }: Target): boolean {
  // Not of the rounded figure: a near miss is printed as 0.50 and marked as the miss it is.
  return relation === 'at least' ? value >= limit : value <= limit
}

export function render(sections: readonly Section[], paint: Paint): string {
  const nameWidth = Math.max(...sections.flatMap(({ rows }) => rows.map(({ name }) => name.length)))
  return sections.map((section) => renderSection(section, nameWidth, paint)).join('\n')
}

const CELL_WIDTH = 13

function renderSection({ title, columns, rows, notes }: Section, nameWidth: number, paint: Paint): string {
  const width = Math.max(nameWidth, title.length)
  const hasTargets = rows.some(({ target }) => target !== undefined)
  const heading = [
    title.padEnd(width),
    ...columns.map((column) => column.padStart(CELL_WIDTH)),
    ...(hasTargets ? ['target'.padStart(CELL_WIDTH)] : []),
  ].join('')
  const lines = rows.map(({ name, cells, target }) => {
    const shown = cells.map((cell) => (cell === null ? '' : format(cell)).padStart(CELL_WIDTH)).join('')
    return `${name.padEnd(width)}${shown}${target === undefined ? '' : renderTarget(target, paint)}`.trimEnd()
  })
  return [
    paint.bold(heading),
    paint.dim('─'.repeat(heading.length + (hasTargets ? 14 : 0))),
    ...lines,
    ...notes.map((note) => paint.dim(note)),
    '',
  ].join('\n')
}

function renderTarget(target: Target, paint: Paint): string {
  const limit = target.limit < 100 ? target.limit.toFixed(2) : target.limit.toLocaleString('en-US')
  const shown = `${target.relation === 'at least' ? '≥' : '≤'} ${limit}`.padStart(CELL_WIDTH)
  return `${paint.dim(shown)}  ${isMet(target) ? paint.green('PASS') : paint.yellow('below target')}`
}

export function format({ value, unit }: Figure): string {
  const whole = (number: number): string => Math.round(number).toLocaleString('en-US')
  switch (unit) {
    case 'count':
    case 'perSecond':
    case 'bytes':
      return whole(value)
    case 'microseconds':
      return value < 100 ? `${value.toFixed(1)} µs` : `${whole(value)} µs`
    case 'milliseconds':
      return `${value.toFixed(1)} ms`
    case 'ratio':
      return value.toFixed(2)
  }
}
