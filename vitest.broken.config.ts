// `npm run test:broken`; and, in its processes, the tests themselves with the rule broken that BROKEN_RULE names.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { breaking } from './packages/testing/src/broken-rules/plugin.fixture.js'
import { exclude, shared, tests } from './vitest.config.js'

export default defineConfig({
  ...shared,
  plugins: [breaking()],
  test: {
    ...shared.test,
    include: [...tests, 'packages/testing/src/broken-rules/each.fixture.ts'],
    exclude,
    // Each rule that is tried has a process of its own.
    maxConcurrency: availableParallelism(),
  },
})
