/**
 * PostgreSQL under Patroni: three servers with synchronous replication, etcd, and HAProxy in front. Whatever one part
 * says to another goes through links that a test can cut.
 */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, Link } from './link.fixture.js'
import { Folder, PROGRAMS } from './programs.fixture.js'

/**
 * In seconds: how long a leader may be silent before another one takes over; how often each node looks; how long etcd
 * may be silent. Patroni's defaults, apart from the second: with less, a busy machine is taken for a broken one.
 */
const TIMES = { ttl: 30, loop_wait: 2, retry_timeout: 10 }
const NODES = ['n1', 'n2', 'n3'] as const
/** For a machine that others use. */
const PATIENCE_MS = 240_000

export interface Node {
  readonly name: string
  /** What names it in the command lines of its processes. */
  readonly place: string
  readonly links: { readonly postgres: Link; readonly rest: Link; readonly etcd: Link }
}

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
}

export class Cluster {
  private constructor(
    private readonly folder: Folder,
    readonly nodes: readonly Node[],
    private readonly etcd: { readonly args: readonly string[]; readonly place: string },
    private readonly balancer: number,
  ) {}

  static async start(): Promise<Cluster> {
    const folder = new Folder()
    try {
      const [client, peer, balancer] = [await freePort(), await freePort(), await freePort()]
      const place = folder.make('etcd')
      const etcd = { args: etcdArguments(place, client, peer), place }
      folder.start('etcd', 'etcd', etcd.args)
      const nodes: Node[] = []
      for (const name of NODES) nodes.push(await makeNode(folder, name, client))
      for (const { name } of nodes) folder.start(name, 'patroni', [join(folder.path, `${name}.json`)])
      startBalancer(folder, nodes, balancer)
      const cluster = new Cluster(folder, nodes, etcd, balancer)
      await cluster.settled()
      return cluster
    } catch (error) {
      const logs = ['etcd', ...NODES].map((name) => `${name}: ${folder.log(name, 8)}`).join('\n')
      await folder.remove()
      throw new Error(`The cluster did not start: ${String(error)}\n${logs}`, { cause: error })
    }
  }

  /** The hosts of all servers: whoever uses it finds the primary. */
  get url(): string {
    const hosts = this.nodes.map(({ links }) => `127.0.0.1:${links.postgres.port}`).join(',')
    return `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`
  }

  /** The balancer finds the primary. */
  get balanced(): string {
    return `postgres://postgres@127.0.0.1:${this.balancer}/postgres`
  }

  async leader(): Promise<Node> {
    return this.withRole('leader')
  }

  async synchronousStandby(): Promise<Node> {
    return this.withRole('sync_standby')
  }

  /** Resolves when another node leads. */
  async leaderOtherThan({ name }: Node): Promise<void> {
    await until(`a leader other than ${name}`, async () => {
      const leader = (await this.members()).find(
        ({ role, state }) => role === 'leader' && state === 'running',
      )
      return leader !== undefined && leader.name !== name
    })
  }

  /** Resolves when there are a leader and a synchronous standby, and every server follows. */
  async settled(): Promise<void> {
    await until('three sound servers', async () => {
      const members = await this.members()
      const running = members.filter(({ state }) => state === 'running' || state === 'streaming')
      const roles = running.map(({ role }) => role).sort()
      const timelines = new Set(running.map(({ timeline }) => timeline))
      return timelines.size === 1 && roles.join() === 'leader,replica,sync_standby'
    })
  }

  signal({ place }: Node, name: NodeJS.Signals): void {
    this.folder.signal(place, name)
  }

  /** Kills PostgreSQL alone: Patroni is there to see it. */
  crash({ name }: Node): void {
    this.folder.signal(join(this.folder.path, name, 'data'), 'SIGKILL')
  }

  /** As when a machine has lost its power, and comes back. */
  restart({ name }: Node): void {
    this.folder.start(name, 'patroni', [join(this.folder.path, `${name}.json`)])
  }

  signalEtcd(name: NodeJS.Signals): void {
    this.folder.signal(this.etcd.place, name)
  }

  restartEtcd(): void {
    this.folder.start('etcd', 'etcd', this.etcd.args)
  }

  async switchover(): Promise<void> {
    const [leader, candidate] = [await this.leader(), await this.synchronousStandby()]
    const response = await fetch(`http://127.0.0.1:${leader.links.rest.port}/switchover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
      signal: AbortSignal.timeout(60_000),
    })
    if (response.status !== 200) throw new Error(`No switchover: ${await response.text()}`)
  }

  logs(): string {
    return ['etcd', ...NODES].map((name) => `── ${name}\n${this.folder.log(name)}`).join('\n')
  }

  async stop(): Promise<void> {
    await this.folder.remove()
    for (const { links } of this.nodes) {
      for (const link of Object.values(links)) await link.close()
    }
  }

  private async withRole(role: string): Promise<Node> {
    let found: Node | undefined
    await until(`a ${role}`, async () => {
      const member = (await this.members()).find((one) => one.role === role)
      found = this.nodes.find(({ name }) => name === member?.name)
      return found !== undefined
    })
    return found as Node
  }

  /** As most nodes see it: the first that answers. */
  private async members(): Promise<readonly Member[]> {
    for (const { links } of this.nodes) {
      try {
        const response = await fetch(`http://127.0.0.1:${links.rest.port}/cluster`, {
          signal: AbortSignal.timeout(2_000),
        })
        return ((await response.json()) as { members: readonly Member[] }).members
      } catch {
        // It is down, or cut off.
      }
    }
    return []
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`After ${PATIENCE_MS / 1_000} s there is not ${what}`)
    await sleep(250)
  }
}

const etcdArguments = (folder: string, client: number, peer: number): readonly string[] => [
  ...['--data-dir', folder, '--name', 'etcd', '--log-level', 'warn', '--unsafe-no-fsync'],
  // Its first API: over the third one, Patroni 3.0 may take its own synchronous standby for somebody else's for ever.
  '--enable-v2',
  ...['--listen-client-urls', `http://127.0.0.1:${client}`],
  ...['--advertise-client-urls', `http://127.0.0.1:${client}`],
  ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
  ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
  ...['--initial-cluster', `etcd=http://127.0.0.1:${peer}`],
]

async function makeNode(folder: Folder, name: string, etcd: number): Promise<Node> {
  const place = folder.make(name)
  const [postgres, rest] = [await freePort(), await freePort()]
  const links = { postgres: await Link.to(postgres), rest: await Link.to(rest), etcd: await Link.to(etcd) }
  const user = { username: 'postgres', password: 'postgres' }
  const file = join(folder.path, `${name}.json`)
  // Patroni reads YAML, which JSON is.
  writeFileSync(
    file,
    JSON.stringify({
      scope: 'ledger',
      name,
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${links.rest.port}` },
      // Not by the address that etcd itself tells: that one cannot be cut off.
      etcd: { hosts: [`127.0.0.1:${links.etcd.port}`], use_proxies: true },
      bootstrap: {
        dcs: {
          ...TIMES,
          maximum_lag_on_failover: 1_048_576,
          synchronous_mode: true,
          synchronous_mode_strict: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 100, wal_keep_size: '256MB', wal_sender_timeout: '10s' },
          },
        },
        initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C' }],
        pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      },
      postgresql: {
        listen: `127.0.0.1:${postgres}`,
        connect_address: `127.0.0.1:${links.postgres.port}`,
        data_dir: join(place, 'data'),
        bin_dir: dirname(PROGRAMS.postgres),
        pgpass: join(place, 'pgpass'),
        authentication: { superuser: user, replication: user, rewind: user },
        parameters: { unix_socket_directories: place, shared_buffers: '32MB' },
      },
    }),
  )
  folder.own(file)
  return { name, place: join(folder.path, name), links }
}

function startBalancer(folder: Folder, nodes: readonly Node[], port: number): void {
  const file = join(folder.path, 'haproxy.cfg')
  const servers = nodes.map(
    ({ name, links }) => `  server ${name} 127.0.0.1:${links.postgres.port} check port ${links.rest.port}`,
  )
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 5m
  timeout server 5m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  )
  folder.own(file)
  folder.start('haproxy', 'haproxy', ['-db', '-f', file])
}
