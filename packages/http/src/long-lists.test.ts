/** A long list is written in parts, as fast as its reader takes it. */
import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KEY, type Running, startService } from './service.fixture.js'

let service: Running
let path: string
let account: string

beforeAll(async () => {
  service = await startService()
  const { tallystick } = service
  account = (await tallystick.createAccount({ currency: 'EUR' })).id
  const { id } = await tallystick.createSubscriptionInterval({
    type: 'TRANSACTION_HISTORY_REPORT',
    attr: { interval: 1 },
  })
  path = `/v3/subscription/report/${id}`
})

afterAll(() => service.close())

it.each([999, 1_000, 1_001, 2_000, 2_001])('a list of %i items is that of the library', async (length) => {
  const { tallystick } = service
  const had = await tallystick.getTransactionsByAccountId({ id: account, count: true })
  const fund = () => tallystick.fund({ id: account, amount: '1', note: 'é"\\' })
  await Promise.all(Array.from({ length: length - Number(had) }, fund))
  const { status, text, headers } = await service.call('GET', path)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  const report = await tallystick.getSubscriptionReport({ id: path.split('/').at(-1) ?? '' })
  expect(report).toHaveLength(length)
  expect(text).toBe(JSON.stringify(report))
})

it('a reader that goes away in the middle of it holds nothing up', async () => {
  const asking = request(`${service.url}${path}`, { headers: { 'x-api-key': KEY } }).end()
  const [answer] = await once(asking, 'response')
  await once(answer, 'readable')
  asking.destroy()
  expect((await service.call('GET', path)).body).toHaveLength(2_001)
})
