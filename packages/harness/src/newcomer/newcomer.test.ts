/**
 * Somebody with an empty folder: installs what would be published, compiles the programs that the pages show, and runs
 * them. `npm test` does it with pnpm, which hides what a package does not name, the compiler of this repository and one way
 * to resolve; `npm run test:faults` with all package managers, all packages, all compilers and both ways.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseSeed, isFull, partOf, quickOrFull } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MANAGERS } from './managers.fixture.js'
import { type Registry, ROOT, startRegistry } from './registry.fixture.js'

const run = promisify(execFile)
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The nth program of a page. */
const program = (page: string, nth = 0): string => {
  const code = read(page).split('```ts\n')[nth + 1]?.split('```')[0]
  if (code === undefined) throw new TypeError(`${page} has no such program`)
  return code
}

/** The refusals and failures by their classes, which are the same in process and over HTTP. */
const FAILING = `
import { createClient, Fault, Rejected } from '@tallystick/client'
import { createTallystick, memoryStorage, Fault as OwnFault, Rejected as OwnRejected } from '@tallystick/operations'
console.log(Fault === OwnFault, Rejected === OwnRejected)
const client = createClient({ url: 'http://127.0.0.1:1', apiKey: '0123456789abcdef', retries: 0 })
const tallystick = createTallystick({ storage: memoryStorage() })
for (const { accounts } of [client, tallystick]) {
  try {
    await accounts.balance({ id: 'nobody' })
  } catch (error) {
    if (error instanceof Rejected) console.log('Rejected', error.code, error.status)
    else if (error instanceof Fault) console.log('Fault')
  }
}
await tallystick.close()
`
const PROGRAMS: readonly (readonly [file: string, code: string, printed: string])[] = [
  ['payment.ts', program('README.md'), "{ accountBalance: '12.5', availableBalance: '12.5' }\n"],
  ['refused.ts', program('packages/operations/README.md', 1), 'Not enough money\n'],
  ['failing.ts', FAILING, 'true true\nFault\nRejected account.not.exists 403\n'],
]

const FIRST = ['operations', 'storage-sqlite', 'client']
/** What the first ones need of ours. */
const BELOW = ['api', 'core', 'custody', 'engine', 'webhooks']
// Not `testing`: it wants vitest beside it, and storage-sqlite is tested with it.
const REST = ['chains', 'cli', 'console', 'docs', 'http', 'storage-postgres', 'vault']
const WANTED = isFull ? [...FIRST, ...REST] : FIRST
const COMPILERS = isFull ? ['typescript-5.4', 'typescript-5.9', 'typescript-6.0'] : []
const SHARE = { of: quickOrFull(2, 1), seed: chooseSeed() }
const RESOLUTIONS = { nodenext: 'nodenext', bundler: 'esnext' }

const workplace = mkdtempSync(join(tmpdir(), 'tallystick-newcomer-'))
let registry: Registry
beforeAll(async () => {
  registry = await startRegistry(mkdtempSync(join(workplace, 'packed-')), [...WANTED, ...BELOW])
}, 2_000_000)
afterAll(async () => {
  await registry?.close()
  rmSync(workplace, { recursive: true })
}, 300_000)

it('every public package is here', () => {
  const published = readdirSync(join(ROOT, 'packages')).filter(
    (name) => JSON.parse(read(`packages/${name}/package.json`)).private !== true,
  )
  expect([...FIRST, ...BELOW, ...REST, 'testing'].sort()).toEqual(published.sort())
})

async function compile(folder: string, compiler: string, resolution: keyof typeof RESOLUTIONS, all: boolean) {
  const options = {
    compilerOptions: {
      target: 'es2022',
      module: RESOLUTIONS[resolution],
      moduleResolution: resolution,
      types: ['node'],
      strict: true,
      // Whether our declarations hold for each compiler, and not only what the programs use of them.
      skipLibCheck: !all,
      outDir: resolution,
      rootDir: '.',
    },
    files: PROGRAMS.map(([file]) => file),
  }
  const project = join(folder, `tsconfig.${resolution}.json`)
  writeFileSync(project, JSON.stringify(options))
  const here = compiler === 'typescript' ? ROOT : join(ROOT, 'packages/harness')
  const tsc = join(here, 'node_modules', compiler, 'bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, '-p', project], { cwd: folder }).catch(
    (error) => error,
  )
  expect(stdout, `${compiler}, ${resolution}`).toBe('')
}

const names = Object.keys(MANAGERS) as readonly (keyof typeof MANAGERS)[]
describe.each(isFull ? names : (['pnpm'] as const))('with %s', (name) => {
  const folder = mkdtempSync(join(workplace, 'empty-'))

  it('installs', async () => {
    const { settings, add } = MANAGERS[name]
    for (const [file, code] of PROGRAMS) writeFileSync(join(folder, file), code)
    const files = { 'package.json': '{"type":"module","private":true}', ...settings(registry.url) }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
    const types = `@types/node@${JSON.parse(read('package.json')).devDependencies['@types/node']}`
    await add(folder, [...WANTED.map((wanted) => `@tallystick/${wanted}`), types])
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(Object.keys(dependencies)).toHaveLength(WANTED.length + 1)
  }, 2_000_000)

  it.each(partOf('ways to resolve', Object.keys(RESOLUTIONS) as (keyof typeof RESOLUTIONS)[], SHARE))(
    'compiles and runs with %s',
    async (resolution) => {
      // The declarations are the same with each package manager.
      const all = isFull && name === names[0]
      for (const compiler of [...COMPILERS, 'typescript']) await compile(folder, compiler, resolution, all)
      for (const [file, , printed] of PROGRAMS) {
        const built = join(folder, resolution, file.replace('.ts', '.js'))
        const { stdout, stderr } = await run(process.execPath, [built], { cwd: folder })
        expect([file, stdout, stderr]).toEqual([file, printed, ''])
      }
    },
    2_000_000,
  )
})
