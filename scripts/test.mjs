// `npm test`: everything that must hold before a change is merged, quickest first, up to the first failure.
// When the tests have run, the last line is their count: `N passed, N failed`.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, CommandFailed, ensureInstalled, pnpm, root, run, seconds, tool } from './ensure.mjs'

const report = join(root, 'node_modules/.tallystick-tests.json')

const steps = [
  ['install', ensureInstalled],
  ['format and lint', checkStyle],
  ['build', build],
  // With less to do for its garbage collector it takes a fifth less time.
  ['types of the tests', () => run(tool('tsc'), ['-p', 'tsconfig.tests.json'], { env: { GOGC: '400' } })],
  ['package shape', checkPackages],
  ['tests', runTests],
]

// Left from an earlier run it would be counted as this one's.
rmSync(report, { force: true })

const outcomes = []
let failure
for (const [name, step] of steps) {
  if (failure) {
    outcomes.push([name, '', 'not run'])
    continue
  }
  console.log(`\n── ${name}`)
  const start = Date.now()
  try {
    step()
  } catch (error) {
    failure = error
  }
  const duration = seconds(Date.now() - start)
  outcomes.push([name, duration, failure ? 'FAILED' : 'ok'])
  console.log(`── ${name}: ${failure ? 'FAILED' : 'ok'} after ${duration}`)
}

console.log('')
for (const [name, duration, outcome] of outcomes) {
  console.log(`${name.padEnd(20)} ${duration.padStart(8)}  ${outcome}`)
}
if (failure) console.log(`\n${failure instanceof CommandFailed ? failure.message : failure.stack}`)

const count = readCount()
if (count) {
  if (count.skipped > 0) console.log(`\n${count.skipped} skipped`)
  console.log(`\n${count.passed} passed, ${count.failed} failed`)
}
process.exitCode = failure ? 1 : 0

function checkStyle() {
  // Biome colours every letter of a log file too, which nobody can read.
  const colors = process.stdout.isTTY ? [] : ['--colors=off']
  run(tool('biome'), ['ci', '--error-on-warnings', ...colors])
}

function checkPackages() {
  // Through pnpm, because turbo looks for it on the PATH.
  pnpm(['exec', 'turbo', 'run', '//#shape', '--output-logs=errors-only'], {
    env: { TURBO_TELEMETRY_DISABLED: '1' },
  })
}

function runTests() {
  run(tool('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  const count = readCount()
  if (!count) throw new CommandFailed('vitest left no report')
  if (count.passed === 0) throw new CommandFailed('vitest ran no tests')
  if (count.failed > 0) throw new CommandFailed('vitest reports a failure, yet ended well')
}

function readCount() {
  if (!existsSync(report)) return undefined
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = testResults.flatMap((file) => file.assertionResults)
  const having = (...statuses) => tests.filter((test) => statuses.includes(test.status)).length
  // A file that cannot be loaded reports no tests at all, and counts as one that failed.
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const [passed, failed] = [having('passed'), having('failed')]
  return { passed, failed: failed + broken.length, skipped: tests.length - passed - failed }
}
