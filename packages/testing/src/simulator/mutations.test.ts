import { describe, expect, it } from 'vitest'
import { chooseSeed, partOf, quickOrFull } from '../replay.js'
import { MUTATIONS } from './mutations.fixture.js'
import { findingText } from './report.js'
import { simulate } from './simulate.js'
import { TRADING_MUTATIONS } from './trading-mutations.fixture.js'

/** In small ledgers: each has payments on a chain at its end. Most breaks are found within a few hundred commands. */
const BOUND = 40_000
/** The time of this file is the commands until each is found. */
const SEED = 17
/** Of those that this one finds late: one that finds each in its first ledger. */
const SEEDS: Readonly<Record<string, number>> = {
  'an output stays spent when the block that spent it is undone': 2,
  'a deposit is credited before it is deep enough': 8,
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
  'a transaction in a block is at its end, also when the block is undone': 1,
  'a deposit is credited by each who finds it deep enough': 1,
  'a cancellation gives back the fee that was spent': 1,
  'a transaction in a stale block is taken for waiting': 1,
  'nobody knows which signature a token waits for': 1,
  'the change of a dead transaction can be spent': 2,
  'the credits of an undone block stay': 2,
  'an account that has spent what is undone is not frozen': 4,
  'a pending signature is completed by a word': 7,
  'an output in another spelling is credited again': 9,
  'a transfer of multi tokens that comes again counts again': 40,
  'somebody trades with himself': 10,
  'an order trades for an account that is frozen': 2,
  'an order pays no fee': 1,
  'what an order needs no more stays blocked': 1,
  'a fill is not written down': 1,
  'an order is cancelled again': 1,
  'of all orders of an account, one is not cancelled': 2,
  'a future is settled before its seal date': 1,
  'a future is settled again': 132,
  'a future stays in the book after its seal date': 10,
  'a deposit is credited as often as it is reported': 3,
  'a transaction that a node refused keeps what it claimed': 1,
  'a refusal is believed of what a node has taken': 2,
  'a unit of work that does not see the one before it': 5,
  'a block pays to an address that was removed': 1,
  'a removed address is not': 1,
  'an output that a block has spent can be spent again': 1,
  'an output is spent by the last block that says so': 14,
  'a token is deployed by a transaction whose nonce another has': 3,
  'the turn stays taken when the transaction is recorded': 2,
  'what a future blocks is not released when it is settled': 132,
  'a pending signature takes a withdrawal with it that a block may have paid': 32,
  'a dead transaction gives back what a block may have paid': 1,
}

const ALL = { ...MUTATIONS, ...TRADING_MUTATIONS }
const SHARE = { of: quickOrFull(24, 1), seed: chooseSeed() }

describe('the simulator finds', () => {
  it('what is planted, and nothing has a seed that is not planted any more', () => {
    expect(Object.keys(ALL)).toEqual(expect.arrayContaining(Object.keys(SEEDS)))
  })

  it.each(partOf('breaks that the simulator finds', Object.keys(ALL), SHARE))(
    '%s',
    { timeout: 180_000 },
    async (name) => {
      const mutation = ALL[name]
      if (mutation === undefined) throw new TypeError(name)
      // The first ledger has no orders.
      const from = name in TRADING_MUTATIONS ? 1 : 0
      const options = { seed: SEEDS[name] ?? SEED, commands: BOUND, ledger: 500, from, mutation }
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
    },
  )
})
