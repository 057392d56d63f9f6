import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { COMMANDS } from './commands.js'
import { KNOWN_VARIABLES, SETTINGS } from './settings.js'
import { configurationPage } from './settings-page.js'

const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| `'))

// Out of date? `npm run build && node packages/cli/scripts/configuration.mjs` writes it anew.
it('docs/configuration.md is what the settings say', () => {
  expect(page).toBe(configurationPage())
})

it.each([...new Set(KNOWN_VARIABLES)])('has one row of %s', (variable) => {
  expect(rows.filter((row) => row.startsWith(`| \`${variable}\` `))).toHaveLength(1)
})

it('has a row of each flag, with each command that takes it', () => {
  const runnable = COMMANDS.flatMap((entry) =>
    'commands' in entry
      ? entry.commands.map((one) => ({ ...one, name: `${entry.name} ${one.name}` }))
      : [entry],
  )
  expect(runnable).toHaveLength(Object.keys(SETTINGS).length)
  for (const { name, settings, options = [] } of runnable) {
    const flags = Object.values(settings).flatMap(({ flag }) => (flag === undefined ? [] : [`--${flag} `]))
    for (const flag of [...flags, ...options.map(([text]) => `${text}\``)]) {
      const takers = rows
        .filter((row) => row.includes(`| \`${flag}`))
        .map((row) => row.split('|').at(-2)?.trim() ?? '')
        .filter((cell) => {
          const named = cell.replace('all but ', '').split(', ').includes(name)
          return cell.startsWith('all') ? !named : named
        })
      expect(takers, `${name} ${flag}`).toHaveLength(1)
    }
  }
})

it('keeps the columns of its tables', () => {
  const columns = (row: string): number => row.replaceAll('\\|', '').split('|').length
  for (const [index, row] of rows.entries()) {
    if (page.includes(`${rows[index - 1]}\n${row}`))
      expect(columns(row), row).toBe(columns(rows[index - 1] ?? ''))
  }
})
