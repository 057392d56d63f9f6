/**
 * Finds the primary among several servers: the one that takes writes. After a failover two servers may believe that
 * they are it. Each promotion begins a new timeline, so the one with the older timeline is the old primary, and is not
 * used again. See docs/decisions/066-a-decision-is-committed.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Server, Servers } from './servers.js'

/** How long the slower servers may take once one has answered that it takes writes: another may be newer. */
const GRACE_MS = 300

const ASK = `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool,
  case when pg_is_in_recovery() then null else pg_walfile_name(pg_current_wal_lsn()) end`
const TIMELINE_DIGITS = 8

/** None of the servers takes writes, or this one does not. */
export class NotPrimary extends Error {}

type Connected = (error: Error | null, client?: pg.Client) => void

interface Found {
  readonly server: Server
  readonly timeline: number
}

export class Primary {
  /** The server of the last search, until it is in doubt. */
  private known: Server | null = null
  private search: Promise<Server> | null = null
  /** The newest timeline that any server has shown. */
  private newest = 0
  private readonly timelines = new WeakMap<object, number>()

  /** @param patienceMs How long each server has to answer */
  constructor(
    private readonly servers: Servers,
    private readonly patienceMs: number,
  ) {}

  /** A connection failed, so another server may be the primary by now. */
  doubt(): void {
    this.known = null
  }

  /** Whether a newer primary has shown itself since this connection was opened. */
  isOld(client: object): boolean {
    return (this.timelines.get(client) ?? 0) < this.newest
  }

  /** Looks at a new connection. @throws NotPrimary */
  async inspect(client: pg.ClientBase): Promise<void> {
    try {
      this.timelines.set(client, await this.timelineOf(client))
    } catch (cause) {
      this.doubt()
      throw cause
    }
  }

  /** The class of the pools' connections: each is opened to the server that is the primary then. */
  get Client(): typeof pg.Client {
    const primary = this
    return class extends pg.Client {
      override connect(): Promise<pg.Client>
      override connect(callback: Connected): void
      override connect(callback?: Connected): Promise<pg.Client> | undefined {
        const connected = primary.find().then((server) => {
          // The pool gave up meanwhile.
          if (this.connection.stream.destroyed) throw new NotPrimary('none was found in time')
          aim(this, server)
          return super.connect()
        })
        if (callback === undefined) return connected
        connected.then((client) => callback(null, client), callback)
        return undefined
      }
    }
  }

  private find(): Promise<Server> {
    if (this.known !== null) return Promise.resolve(this.known)
    this.search ??= this.ask()
      .then((server) => {
        this.known = server
        return server
      })
      .finally(() => {
        this.search = null
      })
    return this.search
  }

  /** Asks all servers at once. */
  private async ask(): Promise<Server> {
    const found: Found[] = []
    const asked = this.servers.candidates.map(async (server) => {
      found.push({ server, timeline: await this.askOne(server) })
    })
    try {
      await Promise.any(asked)
    } catch (cause) {
      throw this.none(cause)
    }
    await Promise.race([Promise.allSettled(asked), sleep(GRACE_MS)])
    const [newest] = found.sort((one, other) => other.timeline - one.timeline)
    if (newest === undefined) throw new TypeError('A server was found')
    return newest.server
  }

  private async askOne(server: Server): Promise<number> {
    const client = new pg.Client({
      connectionString: this.servers.url,
      connectionTimeoutMillis: this.patienceMs,
      enableChannelBinding: this.servers.bound,
    })
    client.on('error', () => undefined)
    aim(client, server)
    try {
      await client.connect()
      return await this.timelineOf(client)
    } finally {
      client.end().catch(() => undefined)
    }
  }

  private async timelineOf(client: pg.ClientBase): Promise<number> {
    const { rows } = await client.query<[boolean, string | null]>({
      text: ASK,
      rowMode: 'array',
      query_timeout: this.patienceMs,
    } as pg.QueryArrayConfig)
    const [[readOnly, position] = [true, null]] = rows
    if (readOnly || position === null) throw new NotPrimary('it is a standby or read-only')
    const timeline = Number.parseInt(position.slice(0, TIMELINE_DIGITS), 16)
    if (timeline < this.newest) throw new NotPrimary('it was the primary before another one took over')
    this.newest = timeline
    return timeline
  }

  private none(cause: unknown): Error {
    const reasons: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
    // A wrong password or database is wrong everywhere, and waiting does not help.
    const refusal = reasons.find((one) => one instanceof pg.DatabaseError && /^(28|3D)/.test(one.code ?? ''))
    if (refusal instanceof Error) return refusal
    const told = this.servers.candidates.map(
      ({ host, port }, index) => `${host}:${port}: ${reasonOf(reasons[index])}`,
    )
    return new NotPrimary(`no server takes writes (${told.join('; ')})`)
  }
}

/** node-pg takes host and port from the URL, which names the first server. */
function aim(client: object, server: Server): void {
  Object.assign(client, server)
  Object.assign(Reflect.get(client, 'connectionParameters'), server)
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message
}
