import { readFileSync } from 'node:fs'
import { REJECTIONS } from '@tallystick/core'
import { describe, expect, it } from 'vitest'
import { operations } from '../catalogue/index.js'
import { errorsPage, operationsPage } from './pages.js'

const committed = (name: string) =>
  readFileSync(new URL(`../../../../docs/reference/${name}`, import.meta.url), 'utf8')

// Out of date? `npm run build && node packages/operations/scripts/reference.mjs` writes both pages anew.
describe('docs/reference', () => {
  it('operations.md is what the catalogue says', () => {
    expect(committed('operations.md')).toBe(operationsPage())
  })

  it('errors.md is what the table of refusals says', () => {
    expect(committed('errors.md')).toBe(errorsPage())
  })
})

describe('the page of operations', () => {
  const text = operationsPage()

  it('has a heading for each operation, and none twice', () => {
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase())
    expect(new Set(headings).size).toBe(headings.length)
    for (const { id } of operations) expect(headings).toContain(id.toLowerCase())
  })

  it('has a heading for each link', () => {
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^a-z0-9 _-]/g, '')
        .replaceAll(' ', '-'),
    )
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, link]) => link)
    expect(links.length).toBeGreaterThan(operations.length)
    expect(links.filter((link) => !anchors.includes(link ?? ''))).toEqual([])
  })

  it.each(operations)('tells all of $id', ({ id, method, path, params, query, body, errors }) => {
    const [, section = ''] = text.split(`\n### ${id}\n`)
    const own = section.split(/\n##+ /)[0] ?? ''
    expect(own).toContain(`${method} ${path}\n`)
    for (const name of Object.keys({ ...params, ...query, ...body?.properties })) {
      expect(own).toContain(`\n| \`${name}\` `)
    }
    for (const code of errors) {
      const row = own.split('\n').find((line) => line.startsWith(`| \`${code}\` `))
      expect(row?.split('|').map((cell) => cell.trim())).toContain(`${REJECTIONS[code].status}`)
    }
    expect(own).not.toMatch(/undefined|\[object|NaN/)
  })

  it('keeps the columns of its tables', () => {
    const columns = (line: string) => line.replaceAll('\\|', '').split('|').length
    const lines = [...text.split('\n'), ...errorsPage().split('\n')]
    for (const [index, line] of lines.entries()) {
      if (line.startsWith('|') && lines[index - 1]?.startsWith('|')) {
        expect(columns(line), line).toBe(columns(lines[index - 1] ?? ''))
      }
    }
  })
})

it('the page of errors has each code once, with its cause and remedy', () => {
  const text = errorsPage()
  for (const [code, { cause, remedy }] of Object.entries(REJECTIONS)) {
    const rows = text.split('\n').filter((line) => line.startsWith(`| \`${code}\``))
    expect(rows.map((row) => row.split('|').map((cell) => cell.trim()))).toEqual([
      ['', expect.stringContaining(code), cause, remedy, ''],
    ])
  }
})
