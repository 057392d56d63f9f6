// `npm run test:faults -- --cluster`: suites that need root and servers of Debian packages.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { shared } from './vitest.config.js'

const dist = fileURLToPath(new URL('./packages/$1/dist/index.js', import.meta.url))

export default defineConfig({
  ...shared,
  // Built, as the services are that the suites start: `npm run test:faults` has just built them.
  resolve: { alias: [{ find: /^@tallystick\/([^/]+)$/, replacement: dist }] },
  test: {
    ...shared.test,
    include: ['packages/*/src/**/*.cluster.test.ts'],
    maxWorkers: 1,
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
  },
})
