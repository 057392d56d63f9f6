/**
 * Runs every example, and what README.md tells a newcomer to paste, and compares what they print with what is
 * committed. `UPDATE_OUTPUT=1 npx vitest run examples` writes output/ anew.
 */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DEFAULT_TENANT, memoryStorage } from '@tallystick/engine'
import { buildApp } from '@tallystick/http'
import { createTallystick } from '@tallystick/operations'
import { describe, expect, it } from 'vitest'
import { findLitecoind } from './nodes.js'

const run = promisify(execFile)
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const HELPERS = [
  'json-server.ts',
  'multiversx-node.ts',
  'nodes.ts',
  'repeatable.ts',
  'solana-node.ts',
  'testnet.ts',
  'token.ts',
  'tron-node.ts',
]
const examples = readdirSync(here('.'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !HELPERS.includes(file))
  .map((file) => basename(file, '.ts'))

const needsLitecoind = (name: string): boolean =>
  readFileSync(here(`${name}.ts`), 'utf8').includes('startLitecoind(')

async function printsWhatIsCommitted(name: string): Promise<void> {
  const { stdout, stderr } = await run(process.execPath, [here(`../dist/${name}.js`)])
  expect(stderr).toBe('')
  const file = here(`../output/${name}.txt`)
  if (process.env['UPDATE_OUTPUT'] === '1') writeFileSync(file, stdout)
  expect(stdout).toBe(readFileSync(file, 'utf8'))
}

describe('example', () => {
  it.each(examples.filter((name) => !needsLitecoind(name)))(
    '%s prints what is committed',
    printsWhatIsCommitted,
  )

  // Litecoin Core is a package of the system, which not every machine has.
  it.skipIf(findLitecoind() === undefined).each(examples.filter(needsLitecoind))(
    '%s prints what is committed',
    printsWhatIsCommitted,
  )

  it('has output for each, and no other', () => {
    expect(readdirSync(here('../output')).sort()).toEqual(examples.map((name) => `${name}.txt`).sort())
  })
})

describe('README.md', () => {
  const readme = readFileSync(here('../../README.md'), 'utf8')

  /** The first block of code below a heading, and the block of text behind it: what it prints. */
  function blocks(heading: string, language: string): { readonly code: string; readonly printed: string } {
    const section = readme.split(`## ${heading}\n`)[1] ?? ''
    const code = section.split(`\`\`\`${language}\n`)[1]?.split('```')[0]
    const printed = section.split('```text\n')[1]?.split('```')[0]
    if (code === undefined || printed === undefined) throw new TypeError(`README.md has no ${heading}`)
    return { code, printed }
  }

  /** Ids, references and times differ at every run. */
  const masked = (text: string): string =>
    text
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<reference>')
      .replaceAll(/\b[0-9a-f]{24}\b/g, '<id>')
      .replaceAll(/\b\d{13}\b/g, '<time>')

  it('its first payment with curl prints what it says', async () => {
    const { code, printed } = blocks('A first payment with curl', 'sh')
    const tallystick = createTallystick({ storage: memoryStorage() })
    const access = await tallystick.access()
    const { key } = await access.create({
      tenant: DEFAULT_TENANT,
      name: 'README',
      network: 'testnet',
      plan: 'paid',
    })
    const app = buildApp({ tallystick })
    try {
      const url = await app.listen({ host: '127.0.0.1', port: 0 })
      expect(code).toContain('http://127.0.0.1:3000')
      const script = code.replaceAll('http://127.0.0.1:3000', url)
      const { stdout } = await run('bash', ['-c', script], {
        env: { ...process.env, TALLYSTICK_API_KEY: key },
      })
      expect(masked(stdout)).toBe(masked(printed))
    } finally {
      await app.close()
    }
  })

  it('its first payment in TypeScript prints what it says, and again', async () => {
    const { code, printed } = blocks('The same in TypeScript', 'ts')
    const folder = await mkdtemp(join(tmpdir(), 'tallystick-'))
    // Beside the built examples, where the packages are found. It uses no syntax that JavaScript lacks.
    const file = here('../dist/readme.mjs')
    try {
      writeFileSync(file, code)
      // On one ledger: the second run repeats every call of the first.
      for (const _time of ['first', 'second']) {
        const { stdout } = await run(process.execPath, [file], { cwd: folder })
        expect(stdout).toBe(printed)
      }
    } finally {
      rmSync(file)
      await rm(folder, { recursive: true })
    }
  })
})
