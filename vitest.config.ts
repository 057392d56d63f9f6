import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    // Tests run on the sources of every package, so that a class exists once and no build can be stale.
    alias: [
      {
        find: /^@tallystick\/([^/]+)$/,
        replacement: fileURLToPath(new URL('./packages/$1/src/index.ts', import.meta.url)),
      },
      {
        find: '@tallystick/testing/simulated',
        replacement: fileURLToPath(new URL('./packages/testing/src/simulated/index.ts', import.meta.url)),
      },
    ],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/dist/**'],
    pool: 'forks',
    fileParallelism: true,
    maxWorkers: 2,
    testTimeout: 60_000,
    // Hooks make and start a PostgreSQL, which takes its time on a busy machine.
    hookTimeout: 60_000,
  },
})
