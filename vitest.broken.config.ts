// `npm run test:broken`; and, with BROKEN_RULE, the tests themselves with that rule broken.
import { defineConfig } from 'vitest/config'
import { breaking } from './packages/testing/src/broken-rules/plugin.fixture.js'
import { exclude, shared, tests } from './vitest.config.js'

export default defineConfig({
  ...shared,
  plugins: [...breaking(process.env['BROKEN_RULE'])],
  test: { ...shared.test, include: [...tests, 'packages/testing/src/broken-rules/each.fixture.ts'], exclude },
})
