// `npm run test:broken`; and, with BROKEN_RULE, the tests themselves with that rule broken.
import { mergeConfig } from 'vitest/config'
import { breaking } from './packages/testing/src/broken-rules/plugin.fixture.js'
import normal from './vitest.config.js'

export default mergeConfig(normal, {
  plugins: breaking(process.env['BROKEN_RULE']),
  test: { include: ['packages/testing/src/broken-rules/each.fixture.ts'] },
})
