// `npm run test:faults -- --cluster`: suites that need root and servers of Debian packages.
import { defineConfig } from 'vitest/config'
import { shared } from './vitest.config.js'

export default defineConfig({
  ...shared,
  test: { ...shared.test, include: ['packages/*/src/**/*.cluster.test.ts'], maxWorkers: 1 },
})
