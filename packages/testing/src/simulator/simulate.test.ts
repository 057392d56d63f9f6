import * as core from '@tallystick/core'
import { describe, expect, it } from 'vitest'
import { quickOrFull } from '../replay.js'
import { MUTATIONS } from './mutations.fixture.js'
import { findingText, progressLine, table } from './report.js'
import { type Player, playerOf, type SimulationResult, simulate, simulateWith } from './simulate.js'
import { FAULTS, Tally } from './tally.js'

/** Small ledgers, so that many weathers are seen. */
const SMALL = { ledger: 2_500 }
/** Commands on a large ledger. */
const MORE = quickOrFull(6_000, 12_000)

/** Rules without commands in the simulator yet. They have tables of cases and properties of their own. */
const NOT_SIMULATED: string[] = [
  'chargeDay',
  'chargeManagedWallets',
  'createManagedWallet',
  'destroyManagedWallet',
  'forgetGlimpses',
  'forwardWebhook',
  'glimpse',
  'leaseReceivers',
  'payFee',
  'pruneWebhooks',
  'releaseReceivers',
  'replayWebhook',
  'rewrapManagedWallet',
  'setHmac',
  'settleWebhook',
  'subscribe',
  'unsubscribe',
  'updateSubscription',
  'useManagedWallet',
]

/** With the finding in words, so that a failure can be replayed from the report of the tests. */
function expectNoDifference(result: SimulationResult): void {
  const { finding } = result
  expect(finding === null ? 'no difference' : findingText(result.seed, finding)).toBe('no difference')
}

describe('the simulator', () => {
  it(`finds no difference in ${20_000 + MORE} commands, among which are all rules and all faults`, async () => {
    const runs = [
      await simulate({ seed: 5, commands: 20_000, ...SMALL }),
      await simulate({ seed: 1, commands: MORE }),
    ]
    for (const run of runs) expectNoDifference(run)
    const [{ tally } = { tally: new Tally() }] = runs
    expect(tally.commands).toBe(20_000)
    expect(tally.total('accepted')).toBeGreaterThan(6_000)
    expect(tally.total('refused')).toBeGreaterThan(3_000)
    expect(FAULTS.filter((fault) => tally.faults.get(fault) === 0)).toEqual([])

    // Issuing a key succeeds whatever was before, a report passes over what it does not find, and a block that another
    // has observed changes nothing.
    const neverRefused = new Set([
      ...[
        'issueApiKey',
        'reportSignatureErrors',
        'beginFollowing',
        'observeBlock',
        'observeMore',
        'creditDeposits',
        'undoBlock',
        'openHoldings',
        'requestApproval',
        'finishTrade',
        'expireTrade',
        'settleAgreement',
      ],
    ])
    const rules = Object.values(core).filter(
      (value): value is typeof value & object =>
        typeof value === 'object' && 'needs' in value && 'decide' in value,
    )
    expect(tally.calls.size + NOT_SIMULATED.length).toBe(rules.length)
    expect(rules.map((rule) => Reflect.get(rule, 'name'))).toEqual(expect.arrayContaining(NOT_SIMULATED))
    const idle = [...tally.calls].filter(
      ([type, { accepted, refused }]) => accepted === 0 || (refused === 0 && !neverRefused.has(type)),
    )
    expect(idle).toEqual([])
  })

  it('repeats a run exactly, whole or from any of its ledgers', async () => {
    const options = { seed: 7, commands: 900, ledger: 300 }
    const first = await simulate(options)
    const second = await simulate(options)
    expectNoDifference(first)
    expect(second.digest).toBe(first.digest)
    expect(second.tally).toEqual(first.tally)
    const last = await simulate({ ...options, from: 2 })
    expect(await simulate({ ...options, from: 2 })).toEqual(last)
    expect(last.digest).not.toBe(first.digest)
    expect((await simulate({ ...options, seed: 8 })).digest).not.toBe(first.digest)
  })

  it('finds the same with several players as with one, in whatever order they end', async () => {
    const options = { seed: 17, commands: 1_000, ledger: 250 }
    for (const mutation of [undefined, MUTATIONS['a payment is not held against the available balance']]) {
      const run = { ...options, ...(mutation && { mutation }) }
      const alone = await simulate(run)
      expect(alone.finding === null).toBe(mutation === undefined)
      const player = playerOf(run)
      const late: Player = async (number, progress) => {
        const played = await player(number, progress)
        await new Promise((resolve) => setTimeout(resolve, 20 * (number % 2)))
        return played
      }
      expect(await simulateWith([late, late, late], run)).toEqual(alone)
    }
  })

  it('stops when it is told to, at the end of a ledger', async () => {
    let asked = 0
    const result = await simulate({ seed: 3, ledger: 200, stop: () => ++asked === 2 })
    expect(result.tally).toMatchObject({ ledgers: 2, commands: 400 })
  })

  it('says what it has counted', async () => {
    const result = await simulate({ seed: 3, commands: 1_000 })
    const text = table(result, 2, 1)
    expect(text).toMatch(/^commands +1,000$/m)
    expect(text).toMatch(/^commands per second +500$/m)
    expect(text).toMatch(/^differences +0$/m)
    expect(text).toContain(result.digest)
    expect(progressLine(3, result.tally, 2)).toContain('1,000 commands')
  })
})
