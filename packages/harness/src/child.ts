/** Child processes that write lines, and a folder for them. Both end with the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BREAKING, BROKEN } from './breaking.js'
import { built } from './built.js'

export const programOf = (name: string): string => built(`harness/dist/programs/${name}.js`)

export class Child {
  /** Every line it has said, in order. */
  readonly lines: string[] = []
  /** How it ended: the name of a signal, or `exit <code>`. */
  readonly ended: Promise<string>
  private readonly process: ChildProcess
  private over: string | null = null
  private complaints = ''
  private waiting: (() => void)[] = []

  constructor(command: string, args: readonly string[], onEnd: () => void) {
    const child = spawn(command, args, {
      env: { PATH: process.env['PATH'], ...BROKEN },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.process = child
    let rest = ''
    child.stdin.on('error', () => undefined)
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.complaints += text
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [...pieces] = (rest + text).split('\n')
      rest = pieces.pop() ?? ''
      this.lines.push(...pieces)
      this.wake()
    })
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => {
        this.complaints += error.message
      })
      // Its output has been read to the end.
      child.once('close', (code, signal) => {
        this.over = signal ?? `exit ${code}`
        onEnd()
        resolve(this.over)
        this.wake()
      })
    })
  }

  /** The first line that begins with `start`, at or after place `from`. */
  async line(start: string, from = 0): Promise<string> {
    for (;;) {
      const found = this.lines.slice(from).find((line) => line.startsWith(start))
      if (found !== undefined) return found
      if (this.over !== null) {
        throw new Error(
          `No "${start}" from a child that ended by ${this.over}: ${this.complaints}${this.lines.slice(-3).join('\n')}`,
        )
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
  }

  get isAlive(): boolean {
    return this.over === null
  }

  tell(line: string): void {
    this.process.stdin?.write(`${line}\n`)
  }

  /** Closes its input. */
  hangUp(): void {
    this.process.stdin?.end()
  }

  /** Kills it as `kill -9` does; if it only runs another process, the one that wrote its `pid`. */
  kill(): Promise<string> {
    const inner = this.lines.find((line) => line.startsWith('pid '))
    if (inner === undefined) this.process.kill('SIGKILL')
    else if (this.over === null) process.kill(Number(inner.slice('pid '.length)), 'SIGKILL')
    return this.ended
  }

  private wake(): void {
    const waiting = this.waiting
    this.waiting = []
    for (const resolve of waiting) resolve()
  }
}

export class Nursery {
  readonly folder = mkdtempSync(join(tmpdir(), 'tallystick-reliability-'))
  private readonly children = new Set<Child>()

  path(name: string): string {
    return join(this.folder, name)
  }

  /** @param program Name of a file of this folder. */
  start(program: string, ...args: readonly string[]): Child {
    return this.run(process.execPath, [...BREAKING, programOf(program), ...args])
  }

  run(command: string, args: readonly string[]): Child {
    const child: Child = new Child(command, args, () => this.children.delete(child))
    this.children.add(child)
    return child
  }

  /** Ends what still runs, and removes the folder. */
  async clear(): Promise<void> {
    await Promise.all([...this.children].map((child) => child.kill()))
    rmSync(this.folder, { recursive: true, force: true })
  }
}
