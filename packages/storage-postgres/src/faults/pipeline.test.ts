/**
 * What is sent without waiting for what went before: each part of a unit of work fails on its own, while those
 * behind it are under way already. A commit among them must never vouch for a write that did not take place.
 */
import { randomUUID } from 'node:crypto'
import { Engine, type Storage } from '@tallystick/engine'
import { isFull, Payments, reportFaults } from '@tallystick/testing'
import pg from 'pg'
import { afterAll, afterEach, expect, it } from 'vitest'
import { openPostgres } from '../index.js'
import { startServer } from '../server.fixture.js'
import { CommitProxy, type Fate } from './proxy.fixture.js'
import { type Asked, interceptQueries, isWrite, refusedWith } from './queries.fixture.js'

const server = await startServer()
const proxy = await CommitProxy.start(server.url)
let restore = (): void => undefined
afterEach(() => {
  restore()
  proxy.fate = () => 'answer'
  proxy.holds = () => true
})
afterAll(async () => {
  await proxy.close()
  await server.stop()
})

const LIMITS = { connect: 2_000, lock: 1_000, statement: 4_000, answer: 5_000 }

async function opened(patienceMs = 10_000) {
  const url = proxy.through(await server.fresh())
  const storage = await openPostgres({ url, maxConnections: 4, limits: LIMITS, patienceMs })
  const engine = new Engine({ storage })
  return { url, storage, engine, payments: await Payments.prepare(engine, { supply: 1_000, accounts: 3 }) }
}

/** Of a sender that had 1,000 and paid 1 for each. */
async function paid(storage: Storage, payments: Payments, faults: number, name: string): Promise<void> {
  const counts = await payments.judge(storage, faults)
  reportFaults(name, counts)
  expect(payments.problems).toEqual([])
  expect(counts).toMatchObject({ lost: 0, doubled: 0, discrepancies: 0 })
  const account = await storage.query.account('default' as never, payments.accounts[1] as never)
  expect(account?.account.balance.toString()).toMatch(new RegExp(`^${counts.acknowledged}0*$`))
}

const TERMINATE: Asked = { text: 'select pg_terminate_backend(pg_backend_pid())' }
const PARTS: readonly (readonly [name: string, is: (asked: Asked) => boolean])[] = [
  ['begin', ({ text }) => text === 'begin'],
  ['locking the writer’s row', ({ text }) => /\bwriter\b.*\bid = \$1/.test(text)],
  ['locking the accounts', ({ name }) => name?.startsWith('lock_accounts') === true],
  ['writing', isWrite],
  ['commit', ({ text }) => text === 'commit'],
]
const ENDS: readonly (readonly [name: string, end: Asked | Error])[] = [
  ...['40001', '40P01', '55P03', '57014', '23505'].map((state) => [state, refusedWith(state)] as const),
  ['57P01', TERMINATE],
  // As what cannot be put into the words of the protocol.
  ['not sent at all', new TypeError('not sent')],
]
const FATES: readonly Fate[] = ['swallow', 'lose', 'late', 'stall']

it.each(PARTS)('%s fails, in every way, and then the answer to the next commit is lost', async (part, is) => {
  const { storage, engine, payments } = await opened()
  let faults = 0
  for (const [at, [end, inItsPlace]] of ENDS.entries()) {
    // One of the four, in turn.
    for (const fate of FATES.filter((_, place) => isFull || (place + at) % 4 === 0)) {
      let failed: object | null = null
      let armed = false
      let spent = false
      proxy.fate = () => {
        const here = armed && !spent
        spent ||= here
        return here ? fate : 'answer'
      }
      proxy.holds = () => armed
      restore = interceptQueries((connection, asked) => {
        if (failed === null && is(asked)) {
          failed = connection
          return inItsPlace
        }
        // What failed may have had its own commit behind it: it is the next one that is meant.
        if (failed !== null && failed !== connection && asked.text === 'commit') armed = true
        return asked
      })
      const id = `${end}, ${fate}`
      // What never left this process is no fault of the server's, and so nothing that is tried again by itself.
      await payments.pay(engine, id).catch((error: unknown) => expect(String(error)).toMatch(/not sent/))
      if (!spent) await payments.pay(engine, `${id}, another`)
      restore()
      expect(spent, id).toBe(true)
      faults += 2
    }
  }
  await paid(storage, payments, faults, `${part} failed in a pipeline, and the next commit was lost`)
  await engine.close()
})

it.each(['57014', '40003', '08007'])('a commit that took place, and was answered with %s', async (state) => {
  const { storage, engine, payments } = await opened()
  let faults = 0
  restore = interceptQueries((_, asked) => {
    if (asked.text !== 'commit' || faults > 0) return asked
    faults++
    return { text: `commit; ${refusedWith(state).text}` }
  })
  await payments.pay(engine, 'one')
  await payments.pay(engine, 'two')
  await paid(storage, payments, faults, `a commit answered with ${state}`)
  await engine.close()
})

it('a writer whose row is gone builds on nothing', async () => {
  const { storage, engine, payments, url } = await opened()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // As after a failover to a server that has not heard of it yet.
  await client.query('delete from writer')
  await client.end()
  await expect(payments.pay(engine, 'without')).rejects.toThrow(/Nothing was written/)
  let faults = 0
  proxy.fate = () => (faults++ === 0 ? 'swallow' : 'answer')
  await payments.pay(engine, 'with a new one')
  await paid(storage, payments, faults, 'a writer whose row is gone')
  await engine.close()
})

it('a commit of which the server that is there now cannot know is of unknown outcome', async () => {
  const { storage, engine, payments } = await opened(500)
  let faults = 0
  proxy.fate = () => (faults++ === 0 ? 'swallow' : 'answer')
  restore = interceptQueries((_, asked) =>
    // As on a server that has not heard of the writer.
    faults > 0 && asked.name === 'lock_writer' ? { ...asked, values: [randomUUID()] } : asked,
  )
  await expect(payments.pay(engine, 'unknown')).rejects.toThrow(/unknown/)
  restore()
  await payments.pay(engine, 'next')
  const counts = await payments.judge(storage, faults)
  reportFaults('an unanswered commit, and a server that does not know its writer', counts)
  expect(payments.problems).toEqual([])
  expect(payments.open).toEqual(['unknown'])
  expect(counts).toMatchObject({ acknowledged: 1, lost: 0, doubled: 0, discrepancies: 0 })
  await engine.close()
})
