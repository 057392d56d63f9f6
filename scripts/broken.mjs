// A process of `npm run test:broken`: it runs one test after the other, each with a rule broken, and tells how they ended.
// What it has once transformed it keeps: only the file with the broken rule is loaded anew.

import { createVitest } from 'vitest/node'

const vitest = await createVitest(
  'test',
  { config: 'vitest.broken.config.ts', watch: false, maxWorkers: 1, reporters: [{}] },
  {},
  // Nobody reads it: the parent tells what has failed.
  { stdout: process.stderr },
)

/** Of the tests with this title: how each ended. */
async function endsOf({ what, find, replace, path, test, title }) {
  // The plugin reads the rule here, and so do children of the tests, which run what is built.
  Object.assign(process.env, { BROKEN_RULE: what, BROKEN_FIND: find, BROKEN_REPLACE: replace })
  vitest.invalidateFile(path)
  vitest.setGlobalTestNamePattern(title.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  try {
    const { testModules } = await vitest.runTestSpecifications(
      await vitest.globTestSpecifications([`/${test}`]),
    )
    const ran = testModules.filter(({ moduleId }) => moduleId.endsWith(`/${test}`))
    return ran.flatMap(({ children }) => [...children.allTests()].map((one) => one.result().state))
  } finally {
    vitest.invalidateFile(path)
  }
}

process.on('message', (rule) => {
  endsOf(rule).then(
    (ends) => process.send({ ends: ends.filter((end) => end !== 'skipped' && end !== 'pending') }),
    (error) => process.send({ ends: [], error: String(error?.stack ?? error) }),
  )
})
process.on('disconnect', () => process.exit())
