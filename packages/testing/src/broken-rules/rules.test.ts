/** That each row of the table still says what it says: `npm run test:broken` does what it promises. */
import { expect, it } from 'vitest'
import { broken } from './plugin.fixture.js'
import { BROKEN_RULES } from './rules.fixture.js'
import { files, sources } from './sources.fixture.js'

/** With what they share, and without the tables themselves. */
const tests = files.filter(
  ({ path }) => !sources.some((source) => source.path === path) && !path.endsWith('rules.fixture.ts'),
)

it('each has a name of its own', () => {
  expect(new Set(BROKEN_RULES.map(({ what }) => what)).size).toBe(BROKEN_RULES.length)
})

it.each(BROKEN_RULES)('$what: by one place of the sources, and one file of tests', (rule) => {
  const places = sources.flatMap(({ path, text }) => Array(text.split(rule.find).length - 1).fill(path))
  expect(places, `places of ${rule.find}`).toHaveLength(1)
  const [source = ''] = sources.filter(({ text }) => text.includes(rule.find)).map(({ text }) => text)
  expect(broken(source, rule)).not.toBe(source)
  expect(tests.filter(({ path }) => path.endsWith(`/${rule.test}`))).toHaveLength(1)
  expect(tests.some(({ text }) => text.includes(rule.title))).toBe(true)
})
