/**
 * Runs every example, and what README.md tells a newcomer to paste, and compares what they print with what is
 * committed. `UPDATE_OUTPUT=1 npx vitest run examples` writes output/ anew.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chooseSeed, partOf, quickOrFull } from '@tallystick/testing'
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

/** Each is a process of its own. */
const chosen = partOf('examples', examples, { of: quickOrFull(6, 1), seed: chooseSeed() })

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
  it.each(chosen.filter((name) => !needsLitecoind(name)))(
    '%s prints what is committed',
    printsWhatIsCommitted,
  )

  // Litecoin Core is a package of the system, which not every machine has.
  it.skipIf(findLitecoind() === undefined).each(chosen.filter(needsLitecoind))(
    '%s prints what is committed',
    printsWhatIsCommitted,
  )

  it('has output for each, and no other', () => {
    expect(readdirSync(here('../output')).sort()).toEqual(examples.map((name) => `${name}.txt`).sort())
  })
})

describe('README.md', () => {
  const readme = readFileSync(here('../../README.md'), 'utf8')

  /** A block of code below a heading, and the block of text behind it: what it prints. */
  function blocks(heading: string, language: string, nth = 0): Record<'code' | 'printed', string> {
    const section = readme.split(`## ${heading}\n`)[1] ?? ''
    const code = section.split(`\`\`\`${language}\n`)[nth + 1]?.split('```')[0]
    const printed = section.split('```text\n')[nth + 1]?.split('```')[0]
    if (code === undefined || printed === undefined) throw new TypeError(`README.md has no ${heading}`)
    return { code, printed }
  }

  /** Ids, references and times differ at every run. */
  const masked = (text: string): string =>
    text
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<reference>')
      .replaceAll(/\b[0-9a-f]{24}\b/g, '<id>')
      .replaceAll(/\b\d{13}\b/g, '<time>')
      .replaceAll(/in \d+\.\d s/g, 'in <time>')
      // The credits of reads are written a while later, or not before the kill.
      .replaceAll(/ +\d+ {2}(seals|items)/g, ' <some>  $1')

  it('its first payment with curl, the kill and the verification print what it says', async () => {
    const paid = blocks('A paid euro, in three commands', 'sh')
    const killed = blocks('A paid euro, in three commands', 'sh', 1)
    const folder = await mkdtemp(join(tmpdir(), 'tallystick-'))
    const command = here('../../packages/cli/dist/main.js')
    const env = { ...process.env, TALLYSTICK_API_KEY: '0123456789abcdef' }
    await mkdir(join(folder, 'data'))
    const service = spawn(process.execPath, [command, 'serve', '--port', '0'], { cwd: folder, env })
    try {
      const url = await new Promise<string>((resolve) => {
        createInterface(service.stdout).on('line', (line) => {
          if (line.startsWith('Service: ')) resolve(line.slice('Service: '.length))
        })
      })
      expect(paid.code).toContain('http://127.0.0.1:3000')
      const first = await run('sh', ['-c', paid.code.replaceAll('http://127.0.0.1:3000', url)], { env })
      expect(masked(first.stdout)).toBe(masked(paid.printed))

      // The test knows the process, and not every machine has lsof.
      const [kill, verify] = killed.code.trim().split('\n')
      expect(kill).toBe('kill -9 "$(lsof -ti tcp:3000 -s tcp:listen)"')
      service.kill('SIGKILL')
      await once(service, 'exit')
      const [node, main, ...args] = (verify ?? '').split(' ')
      expect([node, main]).toEqual(['node', 'packages/cli/dist/main.js'])
      const { stdout } = await run(process.execPath, [command, ...args], { cwd: folder })
      expect(masked(stdout)).toContain(masked(killed.printed))
    } finally {
      service.kill('SIGKILL')
      await rm(folder, { recursive: true })
    }
  })
})
