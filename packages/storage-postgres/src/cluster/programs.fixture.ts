/** What a cluster is made of: programs of Debian packages, found where those put them, and processes in one folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The newest server that Debian has installed. */
const SERVERS = '/usr/lib/postgresql'
const postgresBin = (): string => {
  const versions = existsSync(SERVERS) ? readdirSync(SERVERS).map(Number).filter(Boolean) : []
  return join(SERVERS, String(Math.max(0, ...versions)), 'bin')
}

export const PROGRAMS = {
  postgres: join(postgresBin(), 'postgres'),
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
}
export type Program = keyof typeof PROGRAMS

/** What somebody must do before these programs run here; null if they do. */
export function missing(programs: readonly Program[]): string | null {
  if (process.getuid?.() !== 0) return 'This suite runs as root: it starts each server as the user postgres'
  const absent = programs.filter((name) => !existsSync(PROGRAMS[name]))
  if (absent.length === 0) return null
  return `Not installed: ${absent.join(', ')}. On Debian or Ubuntu: apt-get install postgresql patroni etcd-server haproxy pgbouncer python3-etcd python3-psycopg2`
}

/** Ends what runs in a folder, and removes it, when its input closes, which it does however this process ends. */
const WATCH = `
  const { readdirSync, readFileSync, rmSync } = require('node:fs')
  const folder = process.argv[1]
  function end() {
    let found = 0
    for (const pid of readdirSync('/proc').map(Number)) {
      try {
        if (!(pid > 0) || pid === process.pid) continue
        if (!readFileSync('/proc/' + pid + '/cmdline', 'utf8').includes(folder)) continue
        process.kill(pid, 'SIGKILL')
        found++
      } catch {}
    }
    if (found > 0) setTimeout(end, 100)
    else setTimeout(() => rmSync(folder, { recursive: true, force: true }), 300)
  }
  process.stdin.on('close', end).resume()
`

/** A folder of the user `postgres`, and the processes whose command lines name a place in it. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'tallystick-cluster-'))
  private readonly user = { uid: idOf('-u'), gid: idOf('-g') }
  private readonly watcher: ChildProcess

  constructor() {
    this.watcher = spawn(process.execPath, ['-e', WATCH, this.path], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    chmodSync(this.path, 0o755)
    this.own(this.path)
  }

  make(name: string): string {
    const path = join(this.path, name)
    mkdirSync(path, { mode: 0o700 })
    this.own(path)
    return path
  }

  own(path: string): void {
    chownSync(path, this.user.uid, this.user.gid)
  }

  /** As the user `postgres`; what it says goes to `<name>.log`. */
  start(name: string, program: Program, args: readonly string[]): void {
    const child = spawn(PROGRAMS[program], args, {
      ...this.user,
      cwd: this.path,
      env: { PATH: process.env['PATH'], ETCD_UNSUPPORTED_ARCH: 'arm64', LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    child.on('error', () => undefined)
    const log = createWriteStream(join(this.path, `${name}.log`), { flags: 'a' })
    child.stdout.pipe(log)
    child.stderr.pipe(log)
  }

  log(name: string, lines = 30): string {
    const file = join(this.path, `${name}.log`)
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-lines).join('\n') : 'nothing'
  }

  /** Processes that work at a place of the folder, and what they have started. */
  processes(place: string): readonly number[] {
    const own = readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && pid !== this.watcher.pid && cmdline(pid).includes(place))
    return [...new Set(own.flatMap((pid) => [pid, ...childrenOf(pid)]))]
  }

  signal(place: string, name: NodeJS.Signals): void {
    for (const pid of this.processes(place)) {
      try {
        process.kill(pid, name)
      } catch {
        // It has ended by itself.
      }
    }
  }

  async remove(): Promise<void> {
    this.watcher.stdin?.end()
    await once(this.watcher, 'exit')
  }
}

const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

function readOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}

const cmdline = (pid: number): string => readOf(`/proc/${pid}/cmdline`)
const childrenOf = (pid: number): readonly number[] =>
  readOf(`/proc/${pid}/task/${pid}/children`).split(' ').map(Number).filter(Boolean)
