/**
 * A disk is lost while clients pay, and the ledger comes back from Litestream's copy of it. In each round something else
 * has gone wrong before. What is missing then is only what was acknowledged last, and how much that was is printed.
 */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Serving, Workplace } from '@tallystick/harness'
import { chooseSeed, quickOrFull, reportFaults, seededRandom } from '@tallystick/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { Payers } from '../reliability/payers.fixture.js'
import { Litestream, program } from './litestream.fixture.js'

const ROUNDS = quickOrFull(1, 30)
/** What was acknowledged longer ago than this, and than the time of an incident, must not be missing. */
const LIMIT_MS = 10_000
/** A state from before the loss is looked for so far back. */
const FURTHEST_MS = 32_000
const CLIENTS = 16
const KEY = 'key-of-the-clients-of-this-test'
const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1)
const seed = chooseSeed()
const random = seededRandom(seed)

const places: Workplace[] = []
const shops: Shop[] = []
afterAll(async () => {
  for (const shop of shops) await shop.litestream.end('SIGKILL')
  for (const place of places) place.clear()
})

/** A service whose file Litestream copies, and clients that pay. */
class Shop {
  private readonly place = new Workplace()
  readonly litestream = new Litestream(this.place.folder, this.place.path('disk/ledger.db'))
  payers: Payers | null = null
  private serving: Serving | null = null
  private rest = async (): Promise<void> => undefined
  private times = 0

  constructor() {
    places.push(this.place)
    shops.push(this)
  }

  get file(): string {
    return this.litestream.file
  }

  async serve(): Promise<string> {
    const database = `sqlite:${this.file}?litestream=true`
    this.serving = await this.place.serve(['--database', database], { TALLYSTICK_API_KEY: KEY })
    return this.serving.url
  }

  /** Serves. What has no answer is sent again, and clients go on. */
  async open(): Promise<void> {
    const url = await this.serve()
    this.payers ??= await Payers.of(url, KEY)
    await this.payers.repeat(url, this.payers.unanswered)
    this.rest = this.payers.pay(url, CLIENTS, String(this.times++))
  }

  async stop(): Promise<void> {
    await this.rest()
    this.serving?.signal('SIGTERM')
    await this.serving?.ended
  }

  async kill(): Promise<void> {
    this.serving?.signal('SIGKILL')
    await this.rest()
    await this.serving?.ended
  }

  /** Of the service, of Litestream, and of the disk. Returns when it was. */
  async lose(): Promise<number> {
    const at = performance.now()
    await Promise.all([this.litestream.end('SIGKILL'), this.kill()])
    rmSync(dirname(this.file), { recursive: true })
    return at
  }

  verify = (parameter = '') =>
    this.place.run(['verify', '--database', parameter === '' ? this.file : `sqlite:${this.file}${parameter}`])
}

/** What happens while clients pay, before the disk is lost. */
const INCIDENTS = Object.entries<(shop: Shop) => Promise<void>>({
  'nothing happened': async () => undefined,
  'Litestream was killed': async ({ litestream }) => {
    await litestream.end('SIGKILL')
    await sleep(random.below(2_000))
    litestream.start()
  },
  // The log stays when the file is closed, and Litestream finds its place in it.
  'the service was stopped in order while Litestream was away': async (shop) => {
    await shop.litestream.end('SIGKILL')
    await shop.stop()
    await shop.open()
    shop.litestream.start()
  },
  'both were killed, and the disk stayed': async (shop) => {
    await Promise.all([shop.litestream.end('SIGKILL'), shop.kill()])
    expect(await missingIn(shop)).toEqual([])
    await shop.open()
    shop.litestream.start()
  },
  'the ledger was verified': async (shop) => {
    expect((await shop.verify()).code).toBe(0)
  },
})

/** Payments that were acknowledged, and are not there. */
async function missingIn({ payers, file }: Shop): Promise<readonly string[]> {
  const entries = await payers?.entriesIn(file)
  return [...(payers?.sent ?? [])].flatMap(([id, { answer }]) =>
    answer !== null && entries?.has(id) === false ? [id] : [],
  )
}

// Its package has no program for each platform.
describe.skipIf(program === null)('Litestream', { concurrent: true }, () => {
  it('brings a ledger back without its last seconds, and repeated calls take effect once', {
    timeout: ROUNDS * 60_000,
  }, async () => {
    console.info(`lost disks: FC_SEED=${seed}`)
    const shop = new Shop()
    const { litestream } = shop
    await shop.open()
    const payers = shop.payers ?? expect.fail('nobody pays')
    litestream.start()
    await litestream.hasCopied(1)
    // A copy that is begun while others write is whole only with the log that is copied next.
    await sleep(3_000)
    let [faults, forgotten, lost, torn] = [0, 0, 0, 0]
    const most = new Map<string, number>()
    const first = random.below(INCIDENTS.length)
    for (let round = 0; round < ROUNDS; round++) {
      const [incident, happen] = INCIDENTS[(first + round) % INCIDENTS.length] ?? expect.fail()
      await sleep(500 + random.below(2_000))
      const began = performance.now()
      await happen(shop)
      const happened = performance.now() - began
      await sleep(500 + random.below(2_500))
      const before = payers.sent.size
      const died = Date.now()
      const at = await shop.lose()
      const begin = performance.now()
      litestream.restore()
      const restored = performance.now() - begin
      let verified = await shop.verify()
      // As docs/operations.md says, the restored state may be one that the file never had. Then an earlier one is used.
      let back = 0
      for (let next = 1_000; verified.code !== 0 && next <= FURTHEST_MS; next *= 2) {
        if (back === 0) torn++
        back = next
        rmSync(dirname(shop.file), { recursive: true, force: true })
        try {
          litestream.restore('-timestamp', new Date(died - back).toISOString())
        } catch {
          // No copy is of that time: a new one had just begun.
          continue
        }
        verified = await shop.verify()
      }
      const { code, stdout, stderr } = verified
      expect(code, `${incident}, FC_SEED=${seed}: ${stdout}${stderr}`).toBe(0)

      const missing = await missingIn(shop)
      const cost = payers.forget(missing, at)
      console.info(
        `${incident}: a lost disk costs ${seconds(cost)} s of acknowledged payments (${missing.length} of ${before}), restore took ${seconds(restored)} s${back === 0 ? '' : `, and it was the state of ${seconds(back)} s before`}`,
      )
      faults++
      forgotten += missing.length
      most.set(incident, Math.max(most.get(incident) ?? 0, cost))
      if (cost > LIMIT_MS + happened + back) lost += missing.length
      // As docs/operations.md says: nobody writes until the new copy is there.
      litestream.start()
      await litestream.hasCopied(round + 2)
      await shop.open()
    }
    await shop.stop()
    await litestream.end('SIGKILL')
    const found = await payers.compareWith(shop.file)
    reportFaults(
      'disks lost under Litestream',
      { ...found, faults, lost: lost + found.lost, discrepancies: found.discrepancies.length },
      `${forgotten} payments were gone until they were repeated; ${torn} restored states were torn; at most ${[...most].map(([incident, cost]) => `${seconds(cost)} s if ${incident}`).join(', ')}`,
    )
    expect(found.acknowledged).toBeGreaterThan(ROUNDS)
    // Seldom, and never the rule.
    expect(torn).toBeLessThan(ROUNDS)
    expect([lost, found.lost, found.doubled, found.discrepancies]).toEqual([0, 0, 0, []])
  })

  it('has everything when it is stopped after the service', async () => {
    const shop = new Shop()
    shop.litestream.start()
    await shop.open()
    await sleep(2_000)
    await shop.stop()
    await shop.litestream.end('SIGTERM')
    await shop.lose()
    shop.litestream.restore()
    expect(await missingIn(shop)).toEqual([])
    expect(shop.payers?.sent.size).toBeGreaterThan(0)
  })

  it('goes on with its copy when the service was stopped or killed without it', async () => {
    const shop = new Shop()
    const { litestream } = shop
    await shop.open()
    litestream.start()
    await litestream.hasCopied(1)
    await sleep(1_000)
    await litestream.end('SIGKILL')
    await shop.stop()
    await shop.open()
    await sleep(500)
    await shop.kill()
    const { code } = await shop.verify('?litestream=true')
    expect(code).toBe(0)
    litestream.start()
    await sleep(4_000)
    await litestream.end('SIGTERM')
    await shop.lose()
    litestream.restore()
    expect(await missingIn(shop)).toEqual([])
    expect(litestream.generations()).toHaveLength(1)
  })

  it('keeps the lost ledger beside a new one that was begun in its place', async () => {
    const shop = new Shop()
    const { litestream } = shop
    await shop.open()
    const payers = shop.payers ?? expect.fail('nobody pays')
    litestream.start()
    await litestream.hasCopied(1)
    await sleep(1_000)
    const at = await shop.lose()
    // A service makes the file that it does not find.
    await shop.serve()
    litestream.start()
    await litestream.hasCopied(2)
    await shop.lose()

    litestream.restore()
    expect(await missingIn(shop)).toHaveLength(payers.sent.size - payers.unanswered.length)
    const [, older = ''] = litestream.generations()
    rmSync(dirname(shop.file), { recursive: true })
    litestream.restore('-generation', older)
    expect((await shop.verify()).code).toBe(0)
    expect(payers.forget(await missingIn(shop), at)).toBeLessThan(LIMIT_MS)
  })
})
