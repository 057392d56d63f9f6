/** Litestream from npm, as deploy/litestream.yaml has it run, except that its copy is in a folder of this machine. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const CONFIG = new URL('../../../../deploy/litestream.yaml', import.meta.url)

/** The program; null where there is none for the platform. */
export const program = ((): string | null => {
  const require = createRequire(import.meta.url)
  // Its package for the platform stands beside it.
  const beside = createRequire(require.resolve('@flydotio/litestream'))
  try {
    return beside.resolve(`@flydotio/litestream-${process.platform}-${process.arch}/litestream`)
  } catch {
    return null
  }
})()

export class Litestream {
  private readonly config: string
  private readonly copy: string
  private child: ChildProcess | null = null

  /** @param file The database that is copied */
  constructor(
    folder: string,
    readonly file: string,
  ) {
    this.config = join(folder, 'litestream.yml')
    this.copy = join(folder, 'copy')
    const text = readFileSync(CONFIG, 'utf8')
    const here = text
      .replace('path: /var/lib/tallystick/tallystick.db', `path: ${file}`)
      .replace('url: s3://backups.example.com/tallystick', `type: file\n        path: ${this.copy}`)
    if (!here.includes(file) || !here.includes(this.copy)) throw new Error(`Not as expected: ${text}`)
    writeFileSync(this.config, here)
  }

  start(): void {
    this.child = spawn(program ?? '', ['replicate', '-config', this.config], { stdio: 'ignore' })
  }

  /** Waits until it has copied the whole file so often. */
  async hasCopied(times: number): Promise<void> {
    const files = () =>
      existsSync(this.copy) ? readdirSync(this.copy, { recursive: true, encoding: 'utf8' }) : []
    while (files().filter((name) => name.endsWith('.snapshot.lz4')).length < times) await sleep(50)
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.child
    this.child = null
    if (child === null) return
    child.kill(signal)
    await new Promise((resolve) => child.once('close', resolve))
  }

  /** The series of copies, each begun with one of the whole file. The newest comes first. */
  generations(): readonly string[] {
    const rows = this.run('generations', this.file).trim().split('\n').slice(1)
    // Name of the copy, generation, lag, begin, end.
    const found = rows.map((row) => row.trim().split(/\s+/))
    return found.sort(([, , , a = ''], [, , , b = '']) => b.localeCompare(a)).map(([, name = '']) => name)
  }

  /** Writes the file as it was last. */
  restore(...options: readonly string[]): void {
    this.run('restore', ...options, this.file)
  }

  private run(command: string, ...args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(program ?? '', [command, '-config', this.config, ...args], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`litestream ${command}: ${stdout}${stderr}`)
    return stdout
  }
}
