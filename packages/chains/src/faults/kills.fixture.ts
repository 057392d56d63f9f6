/**
 * `kill -9` under load. Processes of the service serve one database while coins arrive on a real chain, accounts pay one
 * another, nodes answer badly and branches of the chain are replaced; each process is killed at random moments, many
 * times over. Then all is calm, and each account must have what the final chain and its own payments say.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Workplace } from '@tallystick/harness'
import { chooseSeed, isFull, reportFaults, type SeededRandom, seededRandom } from '@tallystick/testing'
import { expect, it } from 'vitest'
import { Customers } from './customers.fixture.js'
import { Fleet } from './fleet.fixture.js'
import { CALM } from './gateway.fixture.js'
import type { KillStage } from './kill-stage.fixture.js'

interface Place {
  readonly database: string
  stop(): Promise<void>
}

/** Where the books are kept. */
export const STORAGES: Readonly<Record<'SQLite' | 'PostgreSQL', (place: Workplace) => Promise<Place>>> = {
  SQLite: async (place) => ({ database: place.path('books.db'), stop: () => Promise.resolve() }),
  PostgreSQL: async () => {
    // No part of what that package publishes: found by its place.
    const server = await import(
      new URL('../../../storage-postgres/src/server.fixture.ts', import.meta.url).href
    )
    const { fresh, stop } = await server.startOwnServer({ fsync: false })
    return { database: await fresh(), stop }
  },
}

/** Rounds of `npm run test:faults`. */
const MANY = 100
const PROCESSES = 2
const DEEPEST = 6
/** Blocks after which what an account has been given at first is there on every chain. */
const FIRST_BLOCKS = 70
/** Longest time under load before a kill. */
const BURST_MS = 900
const CALM_MS = 100
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
    { timeout: 120_000 + rounds * 15_000 },
    async (storage, openStorage) => {
      const suite = `kill -9 with coins of ${chain} on ${storage}`
      const place = new Workplace()
      const stage = await open(seed)
      const { database, stop } = await openStorage(place)
      writeFileSync(place.path('chains.json'), JSON.stringify(stage.config))
      const fleet = new Fleet({ place, database, config: 'chains.json', size: PROCESSES })
      const kills = new Kills(stage, fleet, seed)
      try {
        await kills.play(rounds)
        await fleet.killAll()
        await kills.verify(place, database)
        const { found, problems } = kills
        reportFaults(
          suite,
          { faults: fleet.kills, ...found },
          `seed ${seed}, ${rounds} rounds: ${kills.told()}`,
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

class Kills {
  readonly problems: string[] = []
  private readonly random: SeededRandom
  private readonly customers: Customers
  private readonly counts = new Map<string, number>()

  constructor(
    private readonly stage: KillStage,
    private readonly fleet: Fleet,
    private readonly seed: number,
  ) {
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
    for (let round = 0; round < rounds; round++) await this.round(round)
    stage.gateway.calm()
    await stage.meet()
    await this.settle()
    this.problems.push(...(await customers.judge()))
  }

  /** By commands of their own. */
  async verify(place: Workplace, database: string): Promise<void> {
    const { code, stdout, stderr } = await place.run(['verify', '--json'], { TALLYSTICK_DATABASE: database })
    if (code !== 0) this.problems.push(`verify: ${stdout}${stderr}`)
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
    await Promise.all(victims.map((at) => fleet.kill(at)))
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
    const digest = createHash('sha256').update(`${this.seed} ${round} ${caller}`).digest()
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

interface Readiness {
  readonly following?: Readonly<Record<string, { readonly height?: number; readonly problem?: string }>>
}
