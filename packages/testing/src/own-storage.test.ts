/**
 * What docs/own-storage.md says, done to the letter: its programs are taken as they stand and compiled, and the contract
 * suite runs on each step. The first test that fails has the words of the page.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Storage } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { afterAll, expect, it } from 'vitest'
import { isFull } from './replay.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(join(root, 'docs/own-storage.md'), 'utf8')
const programs = [...page.matchAll(/^`([\w.]+\.ts)`:\n\n```ts\n([\s\S]*?)```/gm)]
const said = [...page.matchAll(/```text\n(.*)\n```/g)].map(([, text]) => text)

// Beside the packages, so that what is imported is found.
const folder = mkdtempSync(join(root, 'packages/testing/page-'))
const data = mkdtempSync(join(tmpdir(), 'tallystick-own-storage-'))
afterAll(() => {
  for (const made of [folder, data]) rmSync(made, { recursive: true })
})

/** The suite on a step; `reopen` opens what was closed, which memory has lost. */
const suite = (step: string, options = '') => `import { storageContract } from '@tallystick/testing'
import { open } from './${step}.js'
storageContract('acme', open, {${options}})
`
const files: readonly (readonly [name: string, text: string])[] = [
  ...programs.map(([, name = '', text = '']) => [name, text] as const),
  ['transact.test.ts', suite('transact')],
  ['query.test.ts', suite('query')],
  ['memory.test.ts', suite('memory', 'reopen: async () => open()')],
]
for (const [name, text] of files) writeFileSync(join(folder, name), text)

/** Cases of each property, in place of those of the page: one in `npm test`. */
const RUNS = isFull ? {} : { FC_RUNS: '1' }

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

it('compiles', () => {
  const options = {
    extends: join(root, 'tsconfig.tests.json'),
    compilerOptions: { rootDir: root, typeRoots: [join(root, 'node_modules/@types')] },
    include: [join(folder, '*.ts')],
    references: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const { stdout, status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

it('gets further with each step, and names what the next one is', () => {
  const report = join(data, 'report.json')
  const config = `import { shared } from '${join(root, 'vitest.config.ts')}'
export default { ...shared, root: '${folder}', test: { ...shared.test, isolate: false, maxWorkers: 1, include: ['*.test.ts'] } }
`
  writeFileSync(join(folder, 'vitest.config.ts'), config)
  const args = [
    'run',
    '--config',
    join(folder, 'vitest.config.ts'),
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  spawnSync(join(root, 'node_modules/.bin/vitest'), args, { env: { ...process.env, TMPDIR: data, ...RUNS } })
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  const failuresOf = (step: string): readonly string[] => {
    const tests = testResults.find(({ name }) => basename(name) === `${step}.test.ts`)?.assertionResults ?? []
    expect(tests.length).toBeGreaterThan(100)
    return tests.flatMap(({ failureMessages: [text] }) => text?.split('\n')[0] ?? [])
  }
  const steps = ['skeleton', 'transact', 'query'].map(failuresOf)
  expect(steps.map(([first]) => first)).toEqual(said.map((text) => `Error: ${text}`))
  const left = steps.map(({ length }) => length)
  expect(left).toEqual(left.toSorted((a, b) => b - a))
  expect(failuresOf('memory')).toHaveLength(4)
  expect(failuresOf('log')).toEqual([])
})

it('drops a record whose end is missing, and writes nothing once it could not', async () => {
  const { openLog }: { openLog(path: string): Promise<Storage> } = await import(join(folder, 'log.ts'))
  const path = join(data, 'torn.log')
  const tallystick = createTallystick({ storage: await openLog(path) })
  for (const currency of ['EUR', 'CZK']) await tallystick.createAccount({ currency })
  await tallystick.close()
  truncateSync(path, statSync(path).size - 1)
  const again = createTallystick({ storage: await openLog(path) })
  expect(await again.getAccounts()).toMatchObject([{ currency: 'EUR' }])
  await again.createAccount({ currency: 'USD' })
  expect((await again.verify()).discrepancies).toEqual([])
  await again.close()
  const closed = await openLog(path)
  await closed.close()
  await expect(closed.constant('late', () => 'value')).rejects.toThrow('is closed')
})
