/** Runs the built command as users do: in its own process, with its streams and its exit code. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BREAKING, BROKEN } from './breaking.js'
import { built } from './built.js'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  /** What it has printed so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Promise<Ended>
  signal(name: NodeJS.Signals): void
}

export interface Serving extends Running {
  readonly url: string
  /** The key it printed, if it printed one. */
  readonly key: string | null
}

type Env = Readonly<Record<string, string>>

/** A folder for one test file, and the processes that work in it. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'tallystick-command-'))
  private readonly children = new Set<ChildProcess>()

  path(name: string): string {
    return join(this.folder, name)
  }

  /** @param uid Of the user who runs it, if this one may choose */
  run(args: readonly string[], env: Env = {}, uid?: number): Promise<Ended> {
    return this.start(args, env, true, uid).ended
  }

  begin(args: readonly string[], env: Env = {}): Running {
    return this.start(args, env)
  }

  /** With nobody there to read what it prints. */
  beginUnread(args: readonly string[]): Running {
    return this.start(args, {}, false)
  }

  /** Resolves once it listens; rejects with its output if it ends before. */
  async serve(args: readonly string[], env: Env = {}): Promise<Serving> {
    const running = this.start(['serve', '--port', '0', ...args], env)
    let ended: Ended | null = null
    void running.ended.then((how) => {
      ended = how
    })
    // The last line of the plain banner that is always there.
    while (!/^API key: .*\n/m.test(running.stdout())) {
      if (ended !== null) throw new Error(`serve ended early: ${JSON.stringify(ended)}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const url = /^Service: (\S+)$/m.exec(running.stdout())?.[1]
    if (url === undefined) throw new Error(`No URL in: ${running.stdout()}`)
    return { ...running, url, key: /^API key: (tally_\S+)$/m.exec(running.stdout())?.[1] ?? null }
  }

  /** Ends what still runs, and removes the folder. */
  clear(): void {
    for (const child of this.children) child.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }

  private start(args: readonly string[], env: Env, isRead = true, uid?: number): Running {
    const child = spawn(process.execPath, [...BREAKING, built('cli/dist/main.js'), ...args], {
      cwd: this.folder,
      // Without the developer's own TALLYSTICK_ variables.
      env: { PATH: process.env['PATH'], ...BROKEN, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    })
    this.children.add(child)
    if (!isRead) for (const stream of [child.stdout, child.stderr]) stream.destroy()
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    return {
      stdout: () => stdout,
      stderr: () => stderr,
      ended: new Promise((resolve, reject) => {
        child.once('error', reject)
        child.once('close', (code) => {
          this.children.delete(child)
          resolve({ code, stdout, stderr })
        })
      }),
      signal: (name) => void child.kill(name),
    }
  }
}

/** One call of the API. */
export async function call(
  url: string,
  key: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
