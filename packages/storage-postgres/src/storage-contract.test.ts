import { API_KEYS } from '@tallystick/core'
import { verify } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { quickOrFull } from '@tallystick/testing'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { holds } from './contract.fixture.js'
import { misplaced, UsedSql } from './engines/used-sql.fixture.js'
import { Dictionary } from './engines/words.fixture.js'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const used = new UsedSql()
afterAll(used.end)

await holds('postgres', { historyStep: quickOrFull(49, 1), crossed: quickOrFull(500, 10_000) })

/** What the contract does not ask for: one of several hosts, a list of words, and what came since an anchor. */
async function askTheRest(url: string): Promise<void> {
  const storage = await openPostgres({ url: `${url}&target_session_attrs=read-write` })
  const ledger = createTallystick({ storage })
  await ledger.createCurrency({ name: 'VC_LAST', supply: '1', basePair: 'EUR' })
  await storage.query.list(API_KEYS, { where: { addresses: { holds: ['192.0.2.1'] } } })
  const { anchors, discrepancies } = await verify(storage)
  expect(discrepancies).toEqual([])
  expect((await verify(storage, { since: anchors })).discrepancies).toEqual([])
  await ledger.close()
}

// Last, when all of the above was sent.
it('all SQL of this storage is in the table of features, and nothing else is', async () => {
  const server = await startServer()
  const url = await server.fresh()
  await askTheRest(url)
  const dictionary = await Dictionary.of(url)
  await server.stop()
  expect({
    unknown: used.unknown(dictionary),
    unsent: used.unsent(dictionary),
    unused: used.unused(),
    misplaced: misplaced(),
  }).toEqual({ unknown: [], unsent: [], unused: [], misplaced: [] })
  console.info(`${used.count} statements have no SQL but that of the table of features`)
})

/** Parts of a plan that read a whole table: without an index, or without a condition on it. */
const WHOLE = /Seq Scan on .*|Index(?: Only)? Scan using .*(?!\n *Index Cond)(?=\n|$)/g
const PLANNED_AS = 'set enable_seqscan = off; set plan_cache_mode = force_generic_plan'

it('no statement of a unit of work reads a whole table', async () => {
  const server = await startServer()
  const url = await server.fresh()
  await (await openPostgres({ url })).close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(PLANNED_AS)
  const whole: string[] = []
  for (const [name, text] of used.prepared) {
    const { rows } = await client.query<[string]>({
      text: `explain (generic_plan, costs off) ${text}`,
      rowMode: 'array',
    })
    const plan = rows.flat().join('\n')
    for (const [part] of plan.matchAll(WHOLE)) whole.push(`${name}: ${part}`)
  }
  await client.end()
  await server.stop()
  expect(used.prepared.size).toBeGreaterThan(20)
  // What others have left is all to be taken, and the settings are one row.
  expect(whole.filter((part) => !/^sweep:|on meta/.test(part))).toEqual([])
})
