import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

export const tests = ['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts']
/** Suites of clusters need servers that are not from npm: vitest.cluster.config.ts. */
export const exclude = [...configDefaults.exclude, '**/dist/**', '**/*.cluster.test.ts']

/** Files that each need a process of their own. */
const alone = [
  // Puts other modules in the place of three.
  'packages/storage-sqlite/src/noun.test.ts',
  // Holds and fails flushes of its process.
  'packages/storage-sqlite/src/log.test.ts',
  // Take the timers of their process.
  'packages/custody/src/send/sends.test.ts',
  'packages/engine/src/{late,ports/scheduler}.test.ts',
  'packages/engine/src/rates/*.test.ts',
  // Take the streams, the folder or the warnings of their process.
  'packages/cli/src/{logger,pages,storage}.test.ts',
  // They measure their own process.
  'packages/http/src/overload.test.ts',
  'packages/http/src/faults/*.test.ts',
  'examples/**/*.test.ts',
]

export const shared = {
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
    pool: 'forks',
    testTimeout: 60_000,
    // Hooks make and start a PostgreSQL, which takes its time on a busy machine.
    hookTimeout: 60_000,
    // Some of what is waited for starts a process.
    expect: { poll: { timeout: 10_000 } },
  },
} as const

export default defineConfig({
  test: {
    maxWorkers: 2,
    // What tests start, started sooner.
    globalSetup: 'scripts/merged.mjs',
    projects: [
      {
        // A process runs one file after the other: to load the packages anew takes longer than most tests.
        ...shared,
        test: {
          ...shared.test,
          name: 'together',
          isolate: false,
          // A process that loads and runs hundreds of files spends less time on collections with more room for new objects.
          execArgv: ['--max-semi-space-size=64'],
          setupFiles: [
            // SHA-512 stays fast because of it.
            'packages/chains/src/sha512.ts',
            'packages/http/src/acceptance/storages.setup.fixture.ts',
          ],
          include: tests,
          exclude: [...exclude, ...alone],
        },
      },
      { ...shared, test: { ...shared.test, name: 'alone', include: alone, exclude } },
    ],
  },
})
