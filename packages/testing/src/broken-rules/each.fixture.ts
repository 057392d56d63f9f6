/**
 * `npm run test:broken`: breaks each rule of the table, and runs the test that shows it. The test must fail, by what it
 * expects and not because it could not be run. It takes some minutes; a part of a name after `-- -t` runs those alone.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { BrokenRule } from './rule.fixture.js'
import { BROKEN_RULES } from './rules.fixture.js'

const MINUTES = 60_000

/** Of the tests that were asked for: how each ended. */
async function endsOf({ what, test, title }: BrokenRule): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'broken-rule-'))
  try {
    const report = join(folder, 'report.json')
    const args = ['exec', '--no', 'vitest', '--', 'run', '--config', 'vitest.broken.config.ts', `/${test}`]
    const reporting = ['--reporter=json', `--outputFile=${report}`, '--maxWorkers=1']
    await new Promise((resolve, reject) => {
      const child = spawn('npm', [...args, '-t', escaped(title), ...reporting], {
        env: { ...process.env, BROKEN_RULE: what },
        stdio: 'ignore',
      })
      child.on('error', reject)
      child.on('close', resolve)
    })
    const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
      testResults: readonly { readonly assertionResults: readonly { readonly status: string }[] }[]
    }
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    return tests.map(({ status }) => status).filter((status) => status !== 'skipped' && status !== 'pending')
  } finally {
    await rm(folder, { recursive: true })
  }
}

const escaped = (title: string): string => title.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

const named = BROKEN_RULES.map((rule) => [rule.what, rule] as const)

it.each(named)('%s', { timeout: 10 * MINUTES }, async (_what, rule) => {
  expect(await endsOf(rule)).toContain('failed')
})
