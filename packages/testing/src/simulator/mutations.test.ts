import { describe, expect, it } from 'vitest'
import { MUTATIONS } from './mutations.fixture.js'
import { findingText } from './report.js'
import { simulate } from './simulate.js'

/** In small ledgers: each has payments on a chain at its end. Most breaks are found within a few hundred commands. */
const BOUND = 40_000
/** One with which each is found early: the time of this file is the commands until then. */
const SEED = 17

describe('the simulator finds', () => {
  it.each(Object.keys(MUTATIONS))('%s', { timeout: 180_000 }, async (name) => {
    const mutation = MUTATIONS[name]
    if (mutation === undefined) throw new TypeError(name)
    const options = { seed: SEED, commands: BOUND, ledger: 500, mutation }
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
