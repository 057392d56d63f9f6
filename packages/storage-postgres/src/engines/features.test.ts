/** That the table of features is that of docs/scaling.md, and that what it is held against can fail. */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from '../index.js'
import { startServer } from '../server.fixture.js'
import { type Cell, ENGINES, FEATURES, NONE_OF } from './features.fixture.js'
import { SOURCES } from './sources.fixture.js'
import { unknownIn } from './used-sql.fixture.js'
import { Dictionary } from './words.fixture.js'

const PAGE = new URL('../../../../docs/scaling.md', import.meta.url)
const HEAD = ['feature', 'where', ...ENGINES]

const told = ({ says, source, note }: Cell): string =>
  `${source === undefined ? says : `[${says}][${source}]`}${note === undefined ? '' : `: ${note}`}`
const ROWS = FEATURES.map(({ name, where, cells }) => [
  name,
  where.map((file) => `\`${file}\``).join(', '),
  ...cells.map(told),
])
const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
const TABLE = /^\| feature +\| where .*\n(?:\|.*\n)+/m
const LINKS = /^(?:\[(?:crdb|yb|citus|dsql)-[\w-]+\]: .*\n)+/m
const links = Object.entries(SOURCES)
  .map(([name, url]) => `[${name}]: ${url}\n`)
  .join('')

const server = await startServer()
afterAll(() => server.stop())

it('the page has this table, and its sources', () => {
  let page = readFileSync(PAGE, 'utf8')
  if (process.env['UPDATE_OUTPUT'] === '1') {
    const table = [HEAD, HEAD.map(() => '---'), ...ROWS].map(line).join('')
    page = page.replace(TABLE, () => table).replace(LINKS, () => links)
    writeFileSync(PAGE, page)
  }
  const shown = (TABLE.exec(page)?.[0] ?? '')
    .trim()
    .split('\n')
    .map((row) => row.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim().replaceAll('\\|', '|')))
  expect(shown.filter((_, place) => place !== 1)).toEqual([HEAD, ...ROWS])
  expect(LINKS.exec(page)?.[0]).toBe(links)
})

it('every source is used, and only yes and no need one', () => {
  const cells = FEATURES.flatMap((feature) => feature.cells)
  const named = new Set(
    `${cells.map(told).join(' ')} ${readFileSync(PAGE, 'utf8').replace(LINKS, '')}`.match(
      /(?<=\]\[)[\w-]+(?=\])/g,
    ),
  )
  expect(Object.keys(SOURCES).filter((name) => !named.has(name))).toEqual([])
  expect(cells.filter(({ says, source }) => says !== '?' && source === undefined)).toEqual([])
  expect(cells.filter(({ says, note }) => (says === 'no' || says === 'if') && note === undefined)).toEqual([])
})

it('nobody can send SQL that no row has', async () => {
  const url = await server.fresh()
  await (await openPostgres({ url })).close()
  const dictionary = await Dictionary.of(url)
  const first = (statement: string) => unknownIn(statement, dictionary)[0]?.split(' ')[0]
  expect(
    first('select id from account a where a.tenant = $1 and a.role is null for update of a'),
  ).toBeUndefined()
  expect(
    [
      'select distinct id from account',
      'select id from account for no key update',
      'select id from account for share skip locked',
      'update account set latest = random()',
      'select id from account where id similar to $1',
      'select id from charge where details::json is null',
      'select id from account where addresses @> $1',
      'select latest / 2 from account',
      'merge into account using charge on true when matched then delete',
      'create table x (id serial)',
      'create index x on account using gin (id)',
      'alter table account alter column latest type numeric',
      'select array_agg(id) from account',
      'begin isolation level serializable',
    ].map(first),
  ).toEqual([
    ...['distinct', 'for', 'for', 'random', 'similar', 'json', '@', '/', 'merge', 'serial', 'using'],
    ...['alter', 'array_agg', 'isolation'],
  ])
  const none = /^There are no .*\n?.*/m.exec(readFileSync(PAGE, 'utf8'))?.[0]
  for (const word of NONE_OF) {
    expect([word, first(`${word} x`)]).toEqual([word, word])
    expect(none).toContain(word)
  }
})
