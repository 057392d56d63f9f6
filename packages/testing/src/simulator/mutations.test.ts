import { describe, expect, it } from 'vitest'
import { MUTATIONS } from './mutations.fixture.js'
import { findingText } from './report.js'
import { simulate } from './simulate.js'

/** In small ledgers: each has payments on a chain at its end. Most breaks are found within a few hundred commands. */
const BOUND = 40_000
/** The time of this file is the commands until each is found. */
const SEED = 17
/** Of those that this one finds late: one that finds each in its first ledger. */
const SEEDS: Readonly<Record<string, number>> = {
  'an output stays spent when the block that spent it is undone': 2,
  'a deposit is credited before it is deep enough': 11,
  'a nonce goes back no further than to the one before': 9,
  'a deposit whose output is spent is not shown as spent': 7,
  'a deleted pending signature keeps its withdrawal': 8,
  'the rest of a block is recorded by who has read an older cursor': 22,
  'a transfer of multi tokens outlives its block': 4,
  'what a sender has on its way is not covered beside what it sends': 1,
  'two withdrawals of one wallet have their turn at once': 26,
  'a dead transaction takes its change along that a block has': 7,
  'the change of a live transaction goes with its block': 18,
  'a batch of payments keeps what came before its refusal': 16,
  'what the ledger has paid for an undone deposit is not paid back': 54,
  'a transaction that is sent again is not recorded as given away before': 3,
  'a cancelled withdrawal takes a transaction': 32,
  'an output outlives the block that made it': 40,
  'an address of one account is assigned to another': 23,
  'a pending signature is completed by a transaction that does something else': 2,
  'a transaction that a node declines is taken for refused': 4,
}

describe('the simulator finds', () => {
  it('what is planted, and nothing has a seed that is not planted any more', () => {
    expect(Object.keys(MUTATIONS)).toEqual(expect.arrayContaining(Object.keys(SEEDS)))
  })

  it.each(Object.keys(MUTATIONS))('%s', { timeout: 180_000 }, async (name) => {
    const mutation = MUTATIONS[name]
    if (mutation === undefined) throw new TypeError(name)
    const options = { seed: SEEDS[name] ?? SEED, commands: BOUND, ledger: 500, mutation }
    const { finding, tally } = await simulate(options)
    if (process.env['SIMULATOR_SHOW'] !== undefined && finding !== null) {
      console.log(`${name}: after ${tally.commands} commands\n${findingText(options.seed, finding)}`)
    }
    expect(finding, `not within ${tally.commands} commands`).not.toBeNull()
    if (finding === null) return
    // It is a difference that was found, and not the mutation itself that fell over.
    expect(finding.what).not.toBe('The run broke')

    // The ledger in which it was found shows it again, at the same step, and each time event by event.
    const replayed = await simulate({ ...options, from: finding.ledger })
    expect(replayed.finding).toEqual(finding)
    const again = await simulate({ ...options, from: finding.ledger })
    expect({ finding: again.finding, digest: again.digest }).toEqual({ finding, digest: replayed.digest })
  })
})
