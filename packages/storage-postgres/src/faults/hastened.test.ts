/**
 * The rounds of `kill -9` run processes whose time is hastened, so that their work comes round often. What they wait for
 * does not go faster: they must be as patient with their database as any other process.
 */
import { built, call, Workplace } from '@tallystick/harness'
import { afterAll, expect, it } from 'vitest'
import { startServer } from '../server.fixture.js'
import { CommitProxy } from './proxy.fixture.js'

const server = await startServer()
const place = new Workplace()
afterAll(async () => {
  place.clear()
  await server.stop()
})

const KEY = 'a-key-of-the-test'
const HASTE = '10'
/** Longer than a tenth of the patience of the storage. */
const OUTAGE_MS = 3_000

it('a hastened process waits for PostgreSQL as long as any other', { timeout: 60_000 }, async () => {
  const proxy = await CommitProxy.start(server.url)
  const env = {
    TALLYSTICK_DATABASE: proxy.through(await server.fresh()),
    TALLYSTICK_API_KEY: KEY,
    NODE_OPTIONS: `--import=${built('harness/dist/programs/haste.js')}`,
    HASTE,
    HASTE_FROM: String(Date.now()),
  }
  const { url } = await place.serve([], env)
  const open = () => call(url, KEY, 'POST', '/v3/ledger/account', { currency: 'EUR' })
  expect((await open()).status).toBe(200)
  // The server commits, and its answer comes late.
  proxy.fate = () => {
    proxy.freeze()
    return 'answer'
  }
  const opened = open()
  await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS))
  proxy.fate = () => 'answer'
  proxy.thaw()
  expect((await opened).status).toBe(200)
  await proxy.close()
})
