/**
 * The whole contract, and the properties, on a server that refuses the first attempt of every unit of work
 * as a serialization failure: said by the server itself, in place of what the attempt asked for last.
 */
import {
  chooseSeed,
  ledgerProperties,
  quickOrFull,
  reportFaults,
  seededRandom,
  storageContract,
} from '@tallystick/testing'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from '../index.js'
import { recycled } from '../recycled.fixture.js'
import { startServer } from '../server.fixture.js'
import { interceptQueries, isWrite, refusedWith } from './queries.fixture.js'

/** There, what another engine has paid meanwhile may use up the limit: the second attempt is refused and writes nothing. */
const LIMITED = /pays no more than the limit of its day/

const seed = chooseSeed()
const random = seededRandom(seed)
/** Units of work whose first attempt has been refused, and the test of each. */
const refused = new Map<string, string | undefined>()
/** Those that were attempted again. */
const again = new Set<string>()
let units = 0
let retried = 0

/** A unit of work is known by its count, of which its writing speaks first of all. */
function refuseFirstAttempts(): () => void {
  const writing = new WeakMap<object, string>()
  return interceptQueries((connection, asked) => {
    if (asked.text === 'begin') writing.delete(connection)
    if (isWrite(asked)) {
      const unit = (asked.values ?? []).slice(0, 2).join(' ')
      writing.set(connection, unit)
      if (refused.has(unit)) {
        retried++
        again.add(unit)
        return asked
      }
      units++
      // Half of them are refused before their commit, as a deadlock is.
      if (random.below(2) === 1) return asked
      refused.set(unit, expect.getState().currentTestName)
      return refusedWith('40001')
    }
    const unit = writing.get(connection)
    if (asked.text !== 'commit' || unit === undefined || refused.has(unit)) return asked
    refused.set(unit, expect.getState().currentTestName)
    return refusedWith('40001')
  })
}

const server = await startServer()
afterAll(refuseFirstAttempts())
afterAll(() => server.stop())

const { fresh, reopen } = recycled(server, (url) =>
  openPostgres({ url, maxConnections: 4, patienceMs: 50_000 }),
)

const name = 'postgres, every first attempt refused with 40001'
console.info(`${name}: FC_SEED=${seed}`)
storageContract(name, fresh, {
  reopen,
  second: reopen,
  historyStep: quickOrFull(49, 1),
  share: { of: quickOrFull(24, 1), seed },
})
ledgerProperties(name, fresh, { runs: 1, share: { of: quickOrFull(3, 1), seed } })

it('every unit of work was refused once, and made by a later attempt', () => {
  // The contract itself has seen to the zeros.
  const counts = { faults: refused.size, acknowledged: retried, lost: 0, doubled: 0, discrepancies: 0 }
  reportFaults(name, counts, 'units of work; the contract and the properties hold')
  // `npm test` has a part of them.
  expect(units).toBeGreaterThan(quickOrFull(20, 100))
  expect(refused.size).toBe(units)
  const unmade = [...refused].filter(([unit, test = '']) => !again.has(unit) && !LIMITED.test(test))
  expect(unmade).toEqual([])
})
