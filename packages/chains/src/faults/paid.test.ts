/**
 * Transactions that the service pays for, while its processes are ended as `kill -9` ends them, or asked to stop: activations of gas pumps on
 * anvil, and fees of transfers on litesvm. Callers repeat each call with its key until they are told. What they were told
 * has happened once, what was refused has not, and each wallet has paid no more than its limit of the day.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { KEY_USES, MANAGED_WALLETS } from '@tallystick/core'
import type { Storage } from '@tallystick/engine'
import { Workplace } from '@tallystick/harness'
import { chooseSeed, isFull, reportFaults, type SeededRandom, seededRandom } from '@tallystick/testing'
import { expect, it } from 'vitest'
import { type Answer, Fleet } from './fleet.fixture.js'
import { STORAGES } from './kills.fixture.js'
import { openPaidEvm } from './paid.evm.fixture.js'
import type { PaidStage } from './paid.fixture.js'
import { openPaidSolana } from './paid.solana.fixture.js'

const ASKED = process.env['FAULT_ROUNDS']
const IS_LONG = isFull || ASKED !== undefined
const ROUNDS = Number(ASKED ?? 20)
const PROCESSES = 2
/** Of each chain. */
const CALLERS = 5
const BURST_MS = 400
const TIRED = 600
/** What more the day allows in the last round: some of its calls are refused. */
const LAST_CALLS = 2n

// Each round starts processes anew: too long for `npm test`, where the contract of storages has the limit of the day.
it.skipIf(!IS_LONG).each(Object.entries(STORAGES))(
  'what the service pays for while it is killed happens once, within the limit of the day, on %s',
  { timeout: 300_000 + ROUNDS * 60_000 },
  async (name, openStorage) => {
    const seed = chooseSeed()
    const place = new Workplace()
    const stages = [await openPaidEvm(), await openPaidSolana()]
    const { database, open, stop } = await openStorage(place)
    const chains = Object.assign({}, ...stages.map(({ config }) => config))
    writeFileSync(place.path('chains.json'), JSON.stringify({ chains }))
    const paying = new Paying(stages, place, database, open, seededRandom(seed))
    try {
      const { stops, ...found } = await paying.play()
      const { problems } = paying
      reportFaults(
        `paid by the service, ${name}`,
        { ...found, lost: 0, doubled: 0, discrepancies: problems.length },
        `seed ${seed}, ${ROUNDS} rounds, ${stops} stops`,
      )
      expect(problems, `again: FC_SEED=${seed} FAULT_ROUNDS=${ROUNDS}`).toEqual([])
    } finally {
      await paying.end()
      for (const stage of stages) await stage.close()
      await stop()
      place.clear()
    }
  },
)

interface Wallet {
  readonly walletId: string
  readonly address: string
}

/** A caller, and what it was told. */
interface Told {
  readonly stage: PaidStage
  readonly caller: number
  readonly code: string
}

class Paying {
  readonly problems: string[] = []
  private told: Told[] = []
  private readonly fleets: Fleet[] = []
  private readonly wallets = new Map<PaidStage, Wallet>()
  private next = 0

  constructor(
    private readonly stages: readonly PaidStage[],
    private readonly place: Workplace,
    private readonly database: string,
    private readonly open: () => Promise<Storage>,
    private readonly random: SeededRandom,
  ) {}

  async play() {
    const { stages, told, problems } = this
    const first = this.fleet({})
    await first.start(0)
    for (const stage of stages) {
      const wallet = await first.must<Wallet>('POST', '/v3/custodial/wallet', { chain: stage.chain })
      this.wallets.set(stage, wallet)
      await stage.fund(wallet.address)
    }
    await first.killAll()

    const ample = this.fleet(this.settings(() => 10n ** 20n))
    await ample.startAll()
    for (let round = 0; round < ROUNDS; round++) await this.round(ample)
    await ample.killAll()
    const refused = told.filter(({ code }) => code !== 'sent').map(({ code }) => code)
    if (refused.length > 0) problems.push(`refused below the limit: ${refused.join()}`)
    expect(problems).toEqual([])

    const counted = await this.counted()
    const limits = new Map(
      stages.map((stage) => {
        const { fees, uses } = this.of(counted, stage)
        return [stage, fees + (fees / uses) * LAST_CALLS]
      }),
    )
    const limitOf = (stage: PaidStage) => limits.get(stage) ?? 0n
    const scarce = this.fleet(this.settings(limitOf))
    await scarce.startAll()
    const before = this.told.length
    await this.round(scarce)
    for (const stage of stages) {
      const last = this.told.slice(before).filter((one) => one.stage === stage)
      if (!last.some(({ code }) => code === 'fee.payer.limit')) {
        problems.push(`the limit refused nobody on ${stage.chain}`)
      }
    }
    for (const stage of stages) await this.judge(stage, limitOf(stage))
    await this.end()
    for (const fleet of this.fleets) problems.push(...fleet.problems)
    const sumOf = (count: 'kills' | 'stops') => this.fleets.reduce((sum, fleet) => sum + fleet[count], 0)
    const [faults, stops] = [sumOf('kills'), sumOf('stops')]
    return { faults, stops, acknowledged: this.told.filter(({ code }) => code === 'sent').length }
  }

  async end(): Promise<void> {
    for (const fleet of this.fleets) await fleet.killAll()
  }

  private settings(limitOf: (stage: PaidStage) => bigint): Readonly<Record<string, string>> {
    const of = (stage: PaidStage) => stage.settings(this.walletOf(stage).walletId, limitOf(stage))
    return Object.assign({}, ...this.stages.map(of))
  }

  private walletOf(stage: PaidStage): Wallet {
    const wallet = this.wallets.get(stage)
    if (wallet === undefined) throw new TypeError(`no wallet on ${stage.chain}`)
    return wallet
  }

  private fleet(env: Readonly<Record<string, string>>): Fleet {
    const { place, database } = this
    const made = new Fleet({
      ...{ place, database, config: 'chains.json', size: PROCESSES },
      // All of it is in one day.
      env: { TALLYSTICK_VAULT_KEYS: '11'.repeat(32), HASTE: '1', ...env },
    })
    this.fleets.push(made)
    return made
  }

  private async round(fleet: Fleet): Promise<void> {
    const { random } = this
    const callers = Array.from({ length: CALLERS }, () => this.next++).flatMap((caller) =>
      this.stages.map((stage) => this.ask(fleet, stage, caller)),
    )
    await sleep(random.below(BURST_MS))
    const victims = random.below(3) === 0 ? [0, 1] : [random.below(PROCESSES)]
    const isAsked = random.below(3) === 0
    await Promise.all(victims.map((at) => (isAsked ? fleet.stop(at) : fleet.kill(at))))
    await Promise.all([...callers, ...victims.map((at) => fleet.start(at))])
  }

  /** Until it is told, always with the same key. */
  private async ask(fleet: Fleet, stage: PaidStage, caller: number): Promise<void> {
    const { path, body } = stage.call(caller, this.walletOf(stage).address)
    const key = `${stage.chain} ${caller}`
    let answer: Answer = null
    for (let tries = 0; tries < TIRED; tries++) {
      answer = await fleet.call(caller + tries, 'POST', path, body, key)
      const code = codeOf(answer)
      if (code === 'sent' || code === 'fee.payer.limit') {
        this.told.push({ stage, caller, code })
        return
      }
      await sleep(50)
    }
    this.problems.push(`${key} was never told: ${JSON.stringify(answer)}`)
  }

  private async judge(stage: PaidStage, limit: bigint): Promise<void> {
    const { problems } = this
    const told = this.told.filter((one) => one.stage === stage)
    for (const { caller, code } of told) {
      const wanted = code === 'sent' ? 1 : 0
      // The processes deliver what the ended ones have recorded.
      for (let looks = 0; looks < TIRED && (await stage.done(caller)) < wanted; looks++) await sleep(50)
      const times = await stage.done(caller)
      if (times !== wanted) problems.push(`${stage.chain} ${caller}: ${code}, and done ${times} times`)
    }
    const { fees } = this.of(await this.counted(), stage)
    const spent = await stage.spent(this.walletOf(stage).address)
    if (fees > limit) problems.push(`${stage.chain}: counted ${fees}, above ${limit}`)
    if (spent > fees || spent <= 0n) problems.push(`${stage.chain}: spent ${spent}, and counted ${fees}`)
  }

  /** Fees of the day, and how many signatures they are of. */
  private of(counted: Awaited<ReturnType<Paying['counted']>>, stage: PaidStage) {
    const { walletId } = this.walletOf(stage)
    const fees = counted.wallets.find(({ id }) => id === walletId)?.fees ?? 0n
    const uses = counted.uses.filter(({ wallet, purpose }) => wallet === walletId && purpose !== 'created')
    return { fees, uses: BigInt(Math.max(uses.length, 1)) }
  }

  private async counted() {
    const storage = await this.open()
    try {
      const wallets = await storage.query.list(MANAGED_WALLETS, {})
      return { wallets, uses: await storage.query.list(KEY_USES, {}) }
    } finally {
      await storage.close()
    }
  }
}

/** `sent`, or the code of a refusal; none if nothing came back. */
function codeOf(answer: Answer): string {
  if (answer === null) return ''
  if (answer.status === 200) return 'sent'
  return String(Reflect.get(Object(answer.body), 'errorCode'))
}
