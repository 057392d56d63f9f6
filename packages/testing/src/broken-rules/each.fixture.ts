/**
 * `npm run test:broken`: breaks each rule of the table, and runs the test that shows it. The test must fail, by what it
 * expects and not because it could not be run. It takes some minutes; a part of a name after `-- -t` runs those alone.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { BrokenRule } from './rule.fixture.js'
import { BROKEN_RULES } from './rules.fixture.js'
import { sources } from './sources.fixture.js'

const MINUTES = 60_000
/** Some tests kill processes at random moments, and take a part of what they could by seed. */
const RUNS = 3
const PROGRAM = fileURLToPath(new URL('../../../../scripts/broken.mjs', import.meta.url))

/** Processes that break rules, and do nothing else at the moment. */
const idle: ChildProcess[] = []
const started: ChildProcess[] = []

function start(): ChildProcess {
  const child = fork(PROGRAM, { stdio: 'ignore' })
  started.push(child)
  return child
}

afterAll(() => {
  for (const child of started) child.disconnect()
})

/** Of the tests that were asked for: how each ended. */
async function endsOf(rule: BrokenRule): Promise<readonly string[]> {
  const path = sources.find(({ text }) => text.includes(rule.find))?.path
  const child = idle.pop() ?? start()
  child.send({ ...rule, path })
  const [{ ends, error }] = await once(child, 'message')
  idle.push(child)
  if (error !== undefined) throw new Error(error)
  return ends
}

// Those of one file of tests follow one another, because its modules are at hand then.
const named = BROKEN_RULES.map((rule) => [rule.what, rule] as const).sort(([, one], [, other]) =>
  one.test < other.test ? -1 : 1,
)

describe.concurrent('each rule is found', { timeout: 10 * MINUTES }, () => {
  it.each(named)('%s', async (_what, rule) => {
    for (let run = 1; run < RUNS; run++) if ((await endsOf(rule)).includes('failed')) return
    expect(await endsOf(rule)).toContain('failed')
  })
})
