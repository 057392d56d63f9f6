/** The package managers, as somebody uses them who has an empty folder, and without what they have stored before. */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pnpm } from './registry.fixture.js'

const { resolve } = createRequire(import.meta.url)
/** Fails within half an hour, because a busy machine is no fault, with what the program has said: some say it on stdout. */
const run = (program: string, args: readonly string[], cwd: string): Promise<unknown> =>
  promisify(execFile)(program, args, { cwd, timeout: 1_800_000 }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`)
  })

export interface Manager {
  /** Settings of the folder that name a registry. */
  settings(registry: string): Readonly<Record<string, string>>
  /** Scripts of packages do not run: the binding of SQLite is compiled already. */
  add(folder: string, packages: readonly string[]): Promise<unknown>
}

const npmrc = (registry: string) => ({ '.npmrc': `registry=${registry}\naudit=false\nfund=false\n` })
const yarn = (program: string, args: readonly string[], cwd: string) =>
  run(process.execPath, [resolve(program), ...args], cwd)

export const MANAGERS = {
  npm: {
    settings: npmrc,
    add: (cwd, packages) =>
      run('npm', ['install', '--ignore-scripts', '--cache', '.cache', ...packages], cwd),
  },
  pnpm: {
    settings: npmrc,
    add: (folder, packages) =>
      pnpm(folder, ['add', '--ignore-scripts', '--store-dir', join(folder, '.cache'), ...packages]),
  },
  'yarn 1': {
    settings: (registry) => ({
      ...npmrc(registry),
      '.yarnrc': `registry "${registry}"\ncache-folder .cache\n`,
    }),
    // It takes what `engines` say for more than advice: see KNOWN in packages/testing/src/tidy/engines.test.ts.
    add: (cwd, packages) =>
      yarn('yarn-1/bin/yarn.js', ['add', '--ignore-scripts', '--ignore-engines', ...packages], cwd),
  },
  'yarn 4': {
    settings: (registry) => ({
      '.yarnrc.yml': [
        `npmRegistryServer: ${registry}`,
        'unsafeHttpWhitelist: ["127.0.0.1"]',
        // TypeScript finds no packages in the archives that it prefers.
        'nodeLinker: node-modules',
        'enableScripts: false',
        'enableTelemetry: false',
        'enableGlobalCache: false',
        'globalFolder: .cache',
        '',
      ].join('\n'),
      'yarn.lock': '',
    }),
    add: (cwd, packages) => yarn('@yarnpkg/cli-dist/bin/yarn.js', ['add', ...packages], cwd),
  },
} satisfies Readonly<Record<string, Manager>>
