/**
 * Two services on PostgreSQL under Patroni, paid through at once, while its parts are killed, frozen, cut off, stopped
 * and moved. One service finds the primary by the hosts of its URL, the other one by HAProxy.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { call, type Serving, Workplace } from '@tallystick/harness'
import {
  chooseSeed,
  type FaultCounts,
  Payments,
  reportFaults,
  type SeededRandom,
  seededRandom,
} from '@tallystick/testing'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgres } from '../index.js'
import { Cluster, type Node } from './patroni.fixture.js'
import { missing } from './programs.fixture.js'

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 20)
const CALLERS = 8
const KEY = 'a-key-of-my-own-choice'
const seed = chooseSeed()

/** Longer than etcd and a standby may be silent: 10 s. */
const silence = (random: SeededRandom): Promise<void> => sleep(13_000 + random.below(7_000))

/** Each ends when the part that it has harmed is there again. */
const FAULTS: Readonly<Record<string, (cluster: Cluster, random: SeededRandom) => Promise<void>>> = {
  'the leader killed, with all of its machine': async (cluster) => {
    const leader = await cluster.leader()
    cluster.signal(leader, 'SIGKILL')
    await cluster.leaderOtherThan(leader)
    cluster.restart(leader)
  },
  'the PostgreSQL of the leader killed': async (cluster) => cluster.crash(await cluster.leader()),
  'the leader frozen, until after another one has led': async (cluster) => {
    const leader = await cluster.leader()
    cluster.signal(leader, 'SIGSTOP')
    await cluster.leaderOtherThan(leader)
    await sleep(3_000)
    cluster.signal(leader, 'SIGCONT')
  },
  'the leader cut off from everybody': (cluster, random) =>
    cutOff(cluster, random, ({ postgres, rest, etcd }) => [postgres, rest, etcd]),
  'the leader cut off from etcd': (cluster, random) => cutOff(cluster, random, ({ etcd }) => [etcd]),
  'the synchronous standby killed': async (cluster) => {
    const standby = await cluster.synchronousStandby()
    cluster.signal(standby, 'SIGKILL')
    await sleep(5_000)
    cluster.restart(standby)
  },
  'the synchronous standby frozen': async (cluster, random) => {
    const standby = await cluster.synchronousStandby()
    cluster.signal(standby, 'SIGSTOP')
    await silence(random)
    cluster.signal(standby, 'SIGCONT')
  },
  'etcd stopped': async (cluster, random) => {
    cluster.signalEtcd('SIGSTOP')
    await silence(random)
    cluster.signalEtcd('SIGCONT')
  },
  'etcd killed': async (cluster, random) => {
    cluster.signalEtcd('SIGKILL')
    await silence(random)
    cluster.restartEtcd()
  },
  'a planned switchover': (cluster) => cluster.switchover(),
}

async function cutOff(
  cluster: Cluster,
  random: SeededRandom,
  of: (links: Node['links']) => readonly Node['links'][keyof Node['links']][],
): Promise<void> {
  const leader = await cluster.leader()
  for (const link of of(leader.links)) link.cut()
  await cluster.leaderOtherThan(leader)
  await sleep(random.below(5_000))
  for (const link of of(leader.links)) link.mend()
}

/** Payments of 1 under keys. A call that is not acknowledged is repeated, by any of the services, until it is. */
class Load {
  private calls = 0
  private going = true
  private last = performance.now()
  /** The longest time without an acknowledgement, in milliseconds. */
  longestGap = 0
  acknowledged = 0
  failed = 0
  private readonly running: Promise<unknown>

  constructor(
    private readonly services: readonly Serving[],
    private readonly payments: Payments,
    private readonly random: SeededRandom,
    private readonly round: string,
  ) {
    this.running = Promise.all(Array.from({ length: CALLERS }, () => this.caller()))
    // `stop` tells of it.
    this.running.catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.going = false
    await this.running
  }

  private async caller(): Promise<void> {
    while (this.going) {
      const call = this.calls++
      const id = `${this.round}/${call}`
      this.payments.begin(id)
      const recipient = this.payments.accounts[1 + (call % (this.payments.accounts.length - 1))] ?? ''
      while (!(await this.attempt(id, recipient))) await sleep(100 + this.random.below(200))
    }
  }

  private async attempt(id: string, recipientAccountId: string): Promise<boolean> {
    const service = this.services[this.random.below(this.services.length)]
    const response = await fetch(`${service?.url}/v3/ledger/transaction`, {
      method: 'POST',
      headers: { 'x-api-key': KEY, 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({
        senderAccountId: this.payments.accounts[0],
        recipientAccountId,
        amount: '1',
        paymentId: id,
      }),
    })
    const text = await response.text()
    if (response.status !== 200) {
      this.failed++
      // Nothing else is a fault of the database; a wrong answer ends the suite.
      expect([500, 503], text).toContain(response.status)
      return false
    }
    this.payments.acknowledge(id, (JSON.parse(text) as { reference: string }).reference)
    this.acknowledged++
    const now = performance.now()
    this.longestGap = Math.max(this.longestGap, now - this.last)
    this.last = now
    return true
  }
}

const PATIENCE_MS = ROUNDS * 300_000 + 300_000

it('a cluster of three servers, under faults', { timeout: PATIENCE_MS }, async () => {
  const problem = missing(['postgres', 'patroni', 'etcd', 'haproxy'])
  if (problem !== null) throw new Error(problem)
  console.info(`faults of a cluster: FC_SEED=${seed}, ${ROUNDS} rounds`)
  const random = seededRandom(seed)
  const place = new Workplace()
  onTestFinished(() => place.clear())
  const cluster = await Cluster.start()
  onTestFinished(() => cluster.stop())

  const services: Serving[] = []
  for (const url of [cluster.url, cluster.balanced]) {
    services.push(
      await place.serve(['--webhooks', 'yes'], { TALLYSTICK_DATABASE: url, TALLYSTICK_API_KEY: KEY }),
    )
  }
  const payments = await prepare(services)
  const names = Object.keys(FAULTS)
  const order: string[] = []
  while (order.length < ROUNDS) order.push(...shuffled(names, random))
  for (const [index, name] of order.slice(0, ROUNDS).entries()) {
    const load = new Load(services, payments, random, `${index}`)
    await sleep(1_000 + random.below(2_000))
    try {
      await FAULTS[name]?.(cluster, random)
      await cluster.settled()
      await sleep(1_000)
    } catch (error) {
      throw new Error(`${name}: ${String(error)}\n${cluster.logs()}`, { cause: error })
    } finally {
      await load.stop()
    }
    await judge(cluster, payments, `${index + 1}. ${name}`, load)
  }
  for (const { stderr } of services) expectFewLines(stderr())
})

async function judge(cluster: Cluster, payments: Payments, name: string, load: Load): Promise<void> {
  const storage = await openPostgres({ url: cluster.url, migrate: false })
  const counts: FaultCounts = await payments.judge(storage, 1)
  await storage.close()
  const note = `longest gap ${(load.longestGap / 1_000).toFixed(1)} s, ${load.failed} failed calls repeated`
  reportFaults(name, { ...counts, acknowledged: load.acknowledged }, note)
  expect(payments.problems, `FC_SEED=${seed}`).toEqual([])
  expect(counts).toMatchObject({ lost: 0, doubled: 0, discrepancies: 0 })
}

async function prepare([first]: readonly Serving[]): Promise<Payments> {
  const ask = async (path: string, body: object): Promise<{ readonly id: string }> => {
    for (;;) {
      const answer = await call(first?.url ?? '', KEY, 'POST', path, body)
      if (answer.status === 200) return answer.body as never
      // A busy machine: nothing was written.
      expect(answer.status, JSON.stringify(answer.body)).toBe(503)
      await sleep(200)
    }
  }
  const currency = { name: 'VC_FAULT', supply: '1000000000', basePair: 'EUR', baseRate: 1 }
  const mint = await ask('/v3/ledger/virtualCurrency', currency)
  const accounts = [mint.id]
  for (let made = 0; made < 4; made++) {
    accounts.push((await ask('/v3/ledger/account', { currency: 'VC_FAULT' })).id)
  }
  return new Payments(accounts as never)
}

function shuffled(names: readonly string[], random: SeededRandom): readonly string[] {
  const left = [...names]
  return names.map(() => left.splice(random.below(left.length), 1)[0] ?? '')
}

/** Kinds of faults: each is logged once, and then counted, once a second. */
const MOST_LINES = 12

function expectFewLines(log: string): void {
  const seconds = new Map<string, string[]>()
  for (const line of log.trim().split('\n').filter(Boolean)) {
    const second = (JSON.parse(line) as { time: string }).time.slice(0, 19)
    seconds.set(second, [...(seconds.get(second) ?? []), line])
  }
  const most = [...seconds.values()].sort((one, other) => other.length - one.length)[0] ?? []
  console.info(`lines of the log: ${log.split('\n').length}; at most ${most.length} in a second`)
  expect(most.length, most.join('\n')).toBeLessThanOrEqual(MOST_LINES)
}
