/** That each row of the table still says what it says: `npm run test:broken` does what it promises. */
import { expect, it } from 'vitest'
import { BROKEN_RULES } from './rules.fixture.js'
import { files, sources } from './sources.fixture.js'

/** With what they share, and without the tables themselves. */
const tests = files.filter(
  ({ path }) => !sources.some((source) => source.path === path) && !path.endsWith('rules.fixture.ts'),
)

it('each has a name of its own', () => {
  expect(new Set(BROKEN_RULES.map(({ what }) => what)).size).toBe(BROKEN_RULES.length)
})

/** All in one: to search each file for each rule takes very long. */
const [shipped, asked] = [sources, tests].map((list) => list.map(({ text }) => text).join('\0'))

it.each(BROKEN_RULES)('$what: by one place of the sources, and one file of tests', (rule) => {
  expect(shipped?.split(rule.find), `around ${rule.find}`).toHaveLength(2)
  expect(rule.replace).not.toBe(rule.find)
  expect(tests.filter(({ path }) => path.endsWith(`/${rule.test}`))).toHaveLength(1)
  expect(asked?.includes(rule.title)).toBe(true)
})
