/**
 * Runs what README.md, the pages in docs and the packages' own pages tell a reader to run, and compares what it prints
 * with what they say. The programs are compiled by the rules of this project. `UPDATE_OUTPUT=1 npx vitest run pages`
 * writes what the recipes print.
 */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format, promisify } from 'node:util'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { AROUND, type Block, blocks, NOT_RUN, QUOTED, ROOT, SHOWN_ID, STANDS_FOR } from './pages.fixture.js'
import { run } from './program.js'

const isOf =
  ({ name }: Block) =>
  ([beginning]: readonly [string, ...unknown[]]): boolean =>
    name.startsWith(beginning)

const left = blocks.filter((block) => !NOT_RUN.some(isOf(block)) && !QUOTED.some(isOf(block)))
const of = (...languages: readonly string[]): readonly Block[] =>
  left.filter(({ language }) => languages.includes(language))
const programs = of('ts')
const commands = of('sh', '')

const here = (text: string): string =>
  STANDS_FOR.reduce((result, [there, place]) => result.replaceAll(there, place), text)

// Beside the packages, so that what is imported is found; and a place to work in.
const folder = mkdtempSync(join(ROOT, 'packages/cli/page-'))
const workplace = mkdtempSync(join(tmpdir(), 'tallystick-'))
const home = process.cwd()
const inFolder = (): void => process.chdir(mkdtempSync(join(workplace, 'run-')))
afterAll(() => {
  process.chdir(home)
  for (const made of [folder, workplace]) rmSync(made, { recursive: true })
})

const fileOf = (block: Block): string => join(folder, `${left.indexOf(block)}.ts`)
for (const block of programs) {
  const [, before, after] = AROUND.find(isOf(block)) ?? ['', '', '']
  writeFileSync(fileOf(block), here(`${before}${block.code}${after}export {}\n`))
}

describe('every block of code', () => {
  it('is run, quoted, or named with the reason why not', () => {
    const run = [...programs, ...commands, ...of('json')]
    expect(left.filter((block) => !run.includes(block)).map(({ name }) => name)).toEqual([])
  })

  it('that a table names is there', () => {
    const stale = [...NOT_RUN, ...QUOTED, ...AROUND].filter(
      (row) => !blocks.some((block) => isOf(block)(row)),
    )
    expect(stale).toEqual([])
    const files = NOT_RUN.flatMap(
      ([, why]) => why.match(/\b(?:packages|examples)\/[\w/.-]+|\b[\w-]+\.test\.ts/g) ?? [],
    )
    const missing = files.filter(
      (file) => !existsSync(join(ROOT, file)) && !existsSync(join(ROOT, 'packages/cli/src', file)),
    )
    expect(missing).toEqual([])
  })

  it.each(QUOTED)('%s… is in the source', (beginning, file) => {
    const [quoted] = blocks.filter(({ name }) => name.startsWith(beginning))
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(quoted?.code)
  })

  it('of JSON is JSON', () => {
    for (const { name, code } of of('json')) {
      // A part of an object is shown without its braces.
      const whole = code.startsWith('"') ? `{${code}}` : code
      expect(() => JSON.parse(whole), name).not.toThrow()
    }
  })
})

/** Whoever tries a program runs it again, on what it has left. */
const isKept = (block: Block): boolean => readFileSync(fileOf(block), 'utf8').includes('openSqlite(')

describe('programs', () => {
  it('compile', () => {
    const options = {
      extends: join(ROOT, 'tsconfig.tests.json'),
      compilerOptions: {
        rootDir: ROOT,
        typeRoots: [join(ROOT, 'node_modules/@types')],
        // Nest has them.
        experimentalDecorators: true,
      },
      include: [join(folder, '*.ts')],
      references: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const compiled = spawnSync(process.execPath, [
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      '-p',
      join(folder, 'tsconfig.json'),
    ])
    const named = programs.reduce(
      (text, block) => text.replaceAll(`${left.indexOf(block)}.ts(`, `${block.name} (`),
      String(compiled.stdout),
    )
    expect(named).toBe('')
  })

  it.each(programs)('$name', async (block) => {
    inFolder()
    const lines: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((...what: unknown[]) => {
      lines.push(`${format(...what)}\n`)
    })
    try {
      await import(fileOf(block))
      // On one ledger: the second run repeats every call of the first.
      if (isKept(block)) await import(`${fileOf(block)}?again`)
    } finally {
      log.mockRestore()
    }
    if (block.printed === null) return
    const printed = lines.join('')
    if (process.env['UPDATE_OUTPUT'] === '1' && block.page.startsWith('docs/recipes/')) {
      const page = join(ROOT, block.page)
      const text = `${block.code}\`\`\`\n\n\`\`\`text\n`
      writeFileSync(
        page,
        readFileSync(page, 'utf8').replace(`${text}${block.printed}`, () => `${text}${printed}`),
      )
    } else {
      expect(printed).toBe(isKept(block) ? block.printed.repeat(2) : block.printed)
    }
  })
})

/** What a line calls and sets, as bash understands it. */
const SHIM = `
date() { echo 2030-01-31; }
tallystick() { node -e 'console.log(JSON.stringify([process.argv.slice(1), process.env]))' -- "$@"; }
`
const bash = (script: string, env = process.env) => promisify(execFile)('bash', ['-ec', script], { env })

async function tallystick(args: readonly string[], env: NodeJS.ProcessEnv) {
  const printed: string[] = []
  const writes = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0),
  )
  try {
    return { code: await run(['node', 'tallystick', ...args], env), printed: printed.join('') }
  } finally {
    for (const write of writes) write.mockRestore()
  }
}

/** Runs the lines of a block one after the other, where the blocks before it on its page have run. */
async function runLines(page: string, lines: readonly string[]): Promise<void> {
  const place = join(workplace, page.replaceAll('/', '-'))
  mkdirSync(place, { recursive: true })
  process.chdir(place)
  let settings = ''
  let id = SHOWN_ID
  await tallystick(['migrate'], process.env)
  for (const line of lines) {
    if (line.startsWith('export ')) settings += `${here(line)}\n`
    const { stdout } = await bash(`${SHIM}${settings}${here(line)}`)
    for (const call of stdout.split('\n').filter((text) => text.startsWith('[['))) {
      const [args, env]: [readonly string[], NodeJS.ProcessEnv] = JSON.parse(call)
      // It runs until it is stopped: serve.test.ts does that.
      if (args[0] === 'serve') continue
      const { code, printed } = await tallystick(
        args.map((arg) => (args[0] === 'keys' && arg === SHOWN_ID ? id : arg)),
        env,
      )
      id = /keys revoke (\w+)/.exec(printed)?.[1] ?? id
      // There is no webhook of this id.
      expect([code, printed]).toEqual([args[0] === 'webhooks' && args.includes(SHOWN_ID) ? 1 : 0, printed])
    }
  }
}

describe('commands', () => {
  it.each(commands)('$name', async ({ page, code }) => {
    const lines = code.split('\n').filter((line) => line !== '')
    for (const line of lines.filter((text) => /^np[mx] /.test(text))) {
      // From a registry: here it is enough that there are such packages.
      const packages = line.match(/@tallystick\/[\w-]+/g) ?? []
      const missing = packages.filter(
        (name) => !existsSync(join(ROOT, name.replace('@tallystick', 'packages'))),
      )
      expect([line, missing]).toEqual([expect.stringMatching(/^npm install |^npx tallystick serve$/), []])
    }
    const others = lines.filter((line) => !/^np[mx] /.test(line))
    if (others.length > 0) await runLines(page, others)
  })
})
