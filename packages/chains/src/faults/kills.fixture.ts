/**
 * `kill -9` under load. Processes of the service serve one database while coins arrive on a real chain, accounts pay one
 * another, nodes answer badly and branches of the chain are replaced; each process is killed at random moments, or asked to
 * stop, many times over. Then all is calm, and each account must have what the final chain and its own payments say.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { embeddedCaller, type Storage } from '@tallystick/engine'
import { Workplace } from '@tallystick/harness'
import { createTallystick } from '@tallystick/operations'
import { chooseSeed, isFull, reportFaults, type SeededRandom, seededRandom } from '@tallystick/testing'
import { expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { Customers } from './customers.fixture.js'
import { Fleet } from './fleet.fixture.js'
import { CALM } from './gateway.fixture.js'
import type { KillStage } from './kill-stage.fixture.js'

interface Place {
  readonly database: string
  /** The same, in this process. */
  open(): Promise<Storage>
  stop(): Promise<void>
}

/** Not something that this package uses: found by its place. */
const storageOf = (name: string, file: string) =>
  import(new URL(`../../../storage-${name}/src/${file}`, import.meta.url).href)

/** Where the books are kept. */
export const STORAGES: Readonly<Record<'SQLite' | 'PostgreSQL', (place: Workplace) => Promise<Place>>> = {
  SQLite: async (place) => {
    const database = place.path('books.db')
    const { openSqlite } = await storageOf('sqlite', 'index.ts')
    return { database, open: () => openSqlite({ file: database }), stop: () => Promise.resolve() }
  },
  PostgreSQL: async () => {
    const { openPostgres } = await storageOf('postgres', 'index.ts')
    const server = await storageOf('postgres', 'server.fixture.ts')
    const { fresh, stop } = await server.startOwnServer({ fsync: false })
    const url = await fresh()
    return { database: url, open: () => openPostgres({ url }), stop }
  },
}

/** Rounds of `npm run test:faults`. */
const MANY = 100
const PROCESSES = 2
const DEEPEST = 6
/** Blocks after which what an account has been given at first is there on every chain. */
const FIRST_BLOCKS = 70
/** Rounds after which the books and the chain are compared, while the processes go on. */
const CHECK_EVERY = 10
/** Longest time under load before a kill. */
const BURST_MS = 900
const CALM_MS = 100
/** For an answer of a node to the operator, who may wait. */
const PATIENCE_MS = 30_000
const CALM_LOOKS = 600
const HOUR_MS = 3_600_000
/** Milliseconds by which the clock of a new process may be wrong. */
const STEPS = [0, 0, 0, -HOUR_MS, HOUR_MS]

export function killRounds(
  chain: string,
  open: (seed: number) => Promise<KillStage>,
  isInstalled = true,
): void {
  const rounds = Number(process.env['FAULT_ROUNDS'] ?? MANY)
  const isAsked = process.env['FAULT_ROUNDS'] !== undefined || isFull
  const seed = chooseSeed()
  // Each round starts processes anew: too long for `npm test`. And not every machine has every node.
  it.skipIf(!isAsked || !isInstalled).each(Object.entries(STORAGES))(
    `kill -9 with coins of ${chain} on %s: nothing lost, nothing twice`,
    { timeout: 300_000 + rounds * 60_000 },
    async (storage, openStorage) => {
      const suite = `kill -9 with coins of ${chain} on ${storage}`
      const place = new Workplace()
      const stage = await open(seed)
      const opened = await openStorage(place)
      const { database, stop } = opened
      writeFileSync(place.path('chains.json'), JSON.stringify(stage.config))
      const fleet = new Fleet({ place, database, config: 'chains.json', size: PROCESSES })
      const inspect = (isAllKnown: boolean) => inspected(place, database, isAllKnown)
      const kills = new Kills({ stage, fleet, seed, inspect, open: opened.open })
      try {
        await kills.play(rounds)
        await fleet.killAll()
        await kills.check('at the end')
        const { found, problems } = kills
        reportFaults(
          suite,
          { faults: fleet.kills, ...found },
          `seed ${seed}, ${rounds} rounds: ${fleet.stops} stops, ${kills.told()}`,
        )
        const again = `again: FC_SEED=${seed} FAULT_ROUNDS=${rounds}`
        expect([...new Set([...problems, ...fleet.problems])], again).toEqual([])
        expect(found.acknowledged).toBeGreaterThan(rounds)
      } finally {
        await fleet.killAll()
        await stage.close()
        await stop()
        place.clear()
      }
    },
  )
}

/** What commands of their own find wrong with the books, and between them and the chain. */
export async function inspected(
  place: Workplace,
  database: string,
  isAllKnown: boolean,
): Promise<readonly string[]> {
  const env = { TALLYSTICK_DATABASE: database }
  const problems: string[] = []
  for (const args of [['verify'], ...(isAllKnown ? [['reconcile', '--config', 'chains.json']] : [])]) {
    const { code, stdout, stderr } = await place.run([...args, '--json'], env)
    if (code !== 0) problems.push(`${args[0]}: ${stdout}${stderr}`)
  }
  return problems
}

interface KillsOptions {
  readonly stage: KillStage
  readonly fleet: Fleet
  readonly seed: number
  readonly inspect: (isAllKnown: boolean) => Promise<readonly string[]>
  /** The books, in this process. */
  readonly open: () => Promise<Storage>
}

class Kills {
  readonly problems: string[] = []
  private readonly random: SeededRandom
  private readonly customers: Customers
  private readonly counts = new Map<string, number>()
  private readonly stage: KillStage
  private readonly fleet: Fleet

  constructor(private readonly options: KillsOptions) {
    const { stage, fleet, seed } = options
    this.stage = stage
    this.fleet = fleet
    this.random = seededRandom(seed)
    this.customers = new Customers(stage, fleet)
  }

  get found() {
    return { ...this.customers.found(), discrepancies: this.problems.length }
  }

  told(): string {
    return [...this.counts, ...this.customers.counts, ...this.customers.withdrawals.counts]
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')
  }

  async play(rounds: number): Promise<void> {
    const { customers, fleet, stage } = this
    await fleet.startAll()
    await customers.begin()
    await stage.mine(FIRST_BLOCKS)
    await stage.meet()
    await this.settle()
    await this.watch()
    for (let round = 1; round <= rounds; round++) {
      await this.round(round)
      if (round % CHECK_EVERY > 0) continue
      await this.check(`after ${round} rounds`)
      console.info(
        `${stage.currency}: ${round} rounds, ${fleet.kills} kills, ${this.problems.length} problems`,
      )
    }
    stage.gateway.calm()
    await stage.meet()
    await this.settle()
    this.problems.push(...(await customers.judge()))
  }

  /** With nodes that answer. Deposits and withdrawals may be under way, and are explained then. */
  async check(when: string): Promise<void> {
    this.stage.gateway.calm()
    await this.stage.meet()
    // Until its sender has said so, what leaves with our keys is a stranger's.
    const isAllKnown = !this.fleet.isRunning || (await this.customers.withdrawals.report(this.random))
    for (const problem of await this.options.inspect(isAllKnown)) this.problems.push(`${when}: ${problem}`)
  }

  /** As the operator of these wallets does. */
  private async watch(): Promise<void> {
    const { currency, config, withdrawals } = this.stage
    const storage = await this.options.open()
    const patient: typeof config = JSON.parse(JSON.stringify(config), (name, value) =>
      name === 'timeoutMs' ? PATIENCE_MS : value,
    )
    const tallystick = createTallystick({ storage, chains: createChains(readChainsConfig(patient)) })
    try {
      await tallystick.custody.follow()
      for (const wallet of withdrawals.watched) {
        await tallystick.custody.watch(embeddedCaller(), currency, wallet)
      }
    } finally {
      await tallystick.close()
    }
  }

  private async round(round: number): Promise<void> {
    const { customers, fleet, random, stage } = this
    const climate = {
      storms: random.below(60) / 100,
      lag: random.below(30) / 100,
      breaks: random.below(8) / 100,
    }
    stage.gateway.climate = random.below(4) === 0 ? CALM : climate
    const callers = Array.from({ length: 2 + random.below(4) }, (_, caller) =>
      customers.act(this.luckOf(round, caller), 2 + random.below(6)),
    )
    const events = this.events(1 + random.below(3))
    await sleep(random.below(BURST_MS))
    const isAll = random.below(5) === 0
    const victims = isAll ? [0, 1] : [random.below(PROCESSES)]
    const step = STEPS[random.below(STEPS.length)] ?? 0
    const isAsked = random.below(4) === 0
    await Promise.all(victims.map((at) => (isAsked ? fleet.stop(at) : fleet.kill(at))))
    await Promise.all([...callers, events, ...victims.map((at) => fleet.start(at, step))])
  }

  /** What the chain does meanwhile. */
  private async events(count: number): Promise<void> {
    const { counts, random, stage } = this
    for (let event = 0; event < count; event++) {
      const lot = random.below(20)
      const name = lot < 12 ? 'blocks' : lot < 15 ? 'reorganisations' : lot < 17 ? 'drops' : 'meetings'
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (name === 'blocks') await stage.mine(1 + random.below(8))
      if (name === 'reorganisations') await stage.reorganise(1 + random.below(DEEPEST), random)
      if (name === 'drops') await stage.drop(random)
      if (name === 'meetings') await stage.meet()
      await sleep(random.below(100))
    }
  }

  private luckOf(round: number, caller: number): SeededRandom {
    const digest = createHash('sha256').update(`${this.options.seed} ${round} ${caller}`).digest()
    return seededRandom(digest.readUInt32BE(0))
  }

  /** Until nothing waits for anything any more. */
  private async settle(): Promise<void> {
    const { customers, fleet, stage } = this
    for (let look = 0; ; look++) {
      const height = await stage.height()
      const { following } = await fleet.must<Readiness>('GET', '/readyz')
      const waiting = await customers.waiting(this.random)
      const behind = Object.values(following ?? {}).filter((one) => one.height !== height)
      if (waiting.length === 0 && behind.length === 0) return
      if (look === CALM_LOOKS) throw new TypeError([...waiting, JSON.stringify(behind)].join('\n'))
      if (behind.length === 0) await stage.mine(10)
      await sleep(CALM_MS)
    }
  }
}

/** As `/readyz` answers. */
export interface Readiness {
  readonly following?: Readonly<Record<string, { readonly height?: number; readonly problem?: string }>>
}
