/** The paying child process, under strace; and what it said. */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine, type Storage } from '@tallystick/engine'
import { type PayerOptions, programOf } from '@tallystick/harness'
import { Payments } from '@tallystick/testing'
import { openSqlite } from '../index.js'

/** Why nothing can be injected here; null when it can. */
export function whyNoStrace(): string | null {
  const { status, error, stderr } = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true'], {
    encoding: 'utf8',
  })
  if (error !== undefined) return `strace is not installed (${error.message})`
  return status === 0 ? null : `strace may not trace here: ${stderr.trim()}`
}

export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'tallystick-faults-'))
  private files = 0

  path(name: string): string {
    return join(this.folder, name)
  }

  /** A new file with a few accounts, the first of them rich. */
  async prepare(): Promise<{ readonly file: string; readonly payments: Payments }> {
    const file = this.path(`books-${this.files++}.db`)
    const engine = new Engine({ storage: await openSqlite({ file }) })
    const payments = await Payments.prepare(engine, { supply: 10_000_000, accounts: 4 })
    await engine.close()
    return { file, payments }
  }

  /**
   * Runs the child to its end, however it comes.
   *
   * @param tracing Arguments of strace.
   * @param watched Only calls on these files count.
   */
  async run(
    options: PayerOptions,
    tracing: readonly string[],
    watched: readonly string[] = [options.file, `${options.file}-wal`],
  ): Promise<{ readonly lines: readonly string[]; readonly ended: string }> {
    const said = this.path('said')
    const output = openSync(said, 'w')
    const paths = [...watched, said].flatMap((path) => ['-P', path])
    const child = spawn(
      'strace',
      ['-f', '-qq', ...tracing, ...paths, process.execPath, programOf('payer'), JSON.stringify(options)],
      { env: { PATH: process.env['PATH'] }, stdio: ['ignore', output, 'pipe'] },
    )
    closeSync(output)
    let complaints = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints += text
    })
    const ended = await new Promise<string>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve(signal ?? `exit ${code}`))
    })
    const lines = readFileSync(said, 'utf8').split('\n').slice(0, -1)
    if (ended !== 'SIGKILL' && ended !== 'exit 0')
      throw new Error(`The child ended by ${ended}: ${complaints}`)
    return { lines, ended }
  }

  clear(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Takes over what the child has said. */
export function hear(payments: Payments, lines: readonly string[]): void {
  for (const line of lines) {
    const [word, id = '', reference = ''] = line.split(' ')
    if (word === 'begin') payments.begin(id)
    else if (word === 'ack') payments.acknowledge(id, reference)
  }
}

export async function withStorage<Result>(
  file: string,
  use: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const storage = await openSqlite({ file })
  try {
    return await use(storage)
  } finally {
    await storage.close()
  }
}
