/** A server that neither answers nor hangs up: a call ends with its patience, whatever its steps could take. */
import { Engine, type Fault } from '@tallystick/engine'
import { Payments } from '@tallystick/testing'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from '../index.js'
import { startServer } from '../server.fixture.js'
import { CommitProxy } from './proxy.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

const PATIENCE_MS = 1_500
/** For a machine that others use. */
const GRACE_MS = 3_000

it('calls in an outage are answered within their patience', { timeout: 60_000 }, async () => {
  const proxy = await CommitProxy.start(server.url)
  const url = await server.fresh()
  const storage = await openPostgres({ url: proxy.through(url), patienceMs: PATIENCE_MS })
  const engine = new Engine({ storage })
  const payments = await Payments.prepare(engine, { supply: 1_000_000, accounts: 4 })
  await payments.pay(engine, 'before')
  proxy.freeze()
  const waits: number[] = []
  const transient: boolean[] = []
  for (let call = 0; call < 3; call++) {
    const start = performance.now()
    const outcome = await storage.transact([], (view) => view.fork()).catch((error: unknown) => error)
    waits.push(performance.now() - start)
    transient.push((outcome as Fault).transient)
  }
  console.info(`answered after ${waits.map(Math.round).join(', ')} ms of an outage`)
  expect(Math.max(...waits)).toBeLessThan(PATIENCE_MS + GRACE_MS)
  expect(transient).toEqual([true, true, true])
  proxy.thaw()
  await expect
    .poll(() => payments.pay(engine, `after ${waits.length}`).then(() => true), { timeout: 10_000 })
    .toBe(true)
  await engine.close()
  await proxy.close()
})
