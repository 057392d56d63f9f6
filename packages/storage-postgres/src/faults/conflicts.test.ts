/**
 * The whole contract, and the properties, on a server that refuses the first attempt of every unit of work
 * as a serialization failure: said by the server itself, in place of what the attempt asked for last.
 */
import {
  chooseSeed,
  ledgerProperties,
  reportFaults,
  seededRandom,
  storageContract,
} from '@tallystick/testing'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from '../index.js'
import { startServer } from '../server.fixture.js'

const REFUSED = "do $$ begin raise 'the first attempt' using errcode = '40001'; end $$"

const random = seededRandom(chooseSeed())
/** Units of work whose first attempt has been refused. */
const refused = new Set<string>()
let units = 0
let retried = 0

interface Query {
  text: string
  values?: unknown[]
  name?: string
}

/** Gets between the pool and the server: a unit of work is known by its count, which it says first of all. */
function refuseFirstAttempts(): void {
  const query: (this: pg.Client, config: Query) => Promise<unknown> = Reflect.get(
    pg.Client.prototype,
    'query',
  )
  const writing = new WeakMap<pg.Client, string>()
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...given: [Query, ...unknown[]]) {
    const [config] = given
    if (typeof config === 'object' && /^update writer set units/.test(config.text)) {
      writing.set(this, (config.values ?? []).join(' '))
    }
    const unit = writing.get(this)
    if (typeof config === 'object' && /^with w0 as/.test(config.text) && unit !== undefined) {
      const isFirst = !refused.has(unit)
      if (isFirst) units++
      else retried++
      // Half of them are refused before their commit, as a deadlock is.
      if (isFirst && random.below(2) === 0) {
        refused.add(unit)
        return Reflect.apply(query, this, [{ ...config, text: REFUSED, values: [], name: undefined }])
      }
    }
    if (typeof config === 'object' && config.text === 'commit' && unit !== undefined && !refused.has(unit)) {
      refused.add(unit)
      return Reflect.apply(query, this, [{ ...config, text: REFUSED }])
    }
    return Reflect.apply(query, this, given)
  })
}

const server = await startServer()
afterAll(() => server.stop())
refuseFirstAttempts()

let newest = ''
const reopen = () => openPostgres({ url: newest, maxConnections: 4 })
const fresh = async () => {
  newest = await server.fresh()
  return reopen()
}

const name = 'postgres, every first attempt refused with 40001'
storageContract(name, fresh, { reopen, second: reopen })
ledgerProperties(name, fresh, { runs: 1 })

it('every unit of work was refused once, and made by a later attempt', () => {
  // The contract itself has seen to the zeros.
  const counts = { faults: refused.size, acknowledged: retried, lost: 0, doubled: 0, drift: 0 }
  reportFaults(name, counts, 'units of work; the contract and the properties hold')
  expect(units).toBeGreaterThan(100)
  expect(refused.size).toBe(units)
  expect(retried).toBeGreaterThanOrEqual(units)
})
