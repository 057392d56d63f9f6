/** Paths as clients put them together, and paths that are no operation. */
import { OUTBOXES } from '@tallystick/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Funded, fund, KEY, type Running, startService } from '../service.fixture.js'

let service: Running
let accounts: Funded
beforeAll(async () => {
  service = await startService()
  accounts = await fund(service)
})
afterAll(() => service.close())

it.each([
  '/v3/tatum/version/',
  '//v3/tatum/version',
  '/v3//tatum/version',
  '/v3/tatum//version//',
  '//v3//tatum//version?testnetType=ethereum-sepolia',
])('%s finds its operation', async (path) => {
  const { status, body } = await service.call('GET', path)
  expect([status, body]).toMatchObject([200, { status: 'ACTIVE' }])
})

it('a trailing or doubled slash changes nothing of what a parameter says', async () => {
  const plain = await service.call('GET', `/v3/ledger/account/${accounts.sender}`)
  for (const path of [`/v3/ledger/account/${accounts.sender}/`, `/v3/ledger//account///${accounts.sender}`]) {
    expect((await service.call('GET', path)).text).toBe(plain.text)
  }
  const { body } = await service.call('GET', '/v3/ledger/account/%2F')
  expect(body).toMatchObject({ errorCode: 'account.not.exists' })
})

it('a command with an empty ID is no other command', async () => {
  const { app, storage } = service
  const send = async (method: 'PUT' | 'DELETE' | 'POST', url: string, payload: object = {}) =>
    (await app.inject({ method, url, payload, headers: { 'x-api-key': KEY } })).statusCode
  const secrets = async () => (await storage.query.list(OUTBOXES, {})).map(({ hmacSecret }) => hmacSecret)
  expect(await send('PUT', '/v3/subscription', { hmacSecret: 'secret' })).toBe(204)
  for (const tail of ['/', '//', '/?', '/?testnetType=x', '/#x']) {
    expect([tail, await send('DELETE', `/v3/subscription${tail}`)]).toEqual([tail, 400])
    expect([tail, await send('PUT', `/v3/subscription${tail}`, { hmacSecret: 'x' })]).toEqual([tail, 400])
  }
  expect(await secrets()).toEqual(['secret'])
  expect(await send('DELETE', '//v3//subscription')).toBe(204)
  expect(await secrets()).toEqual([null])
  // It would take the next address of the account.
  expect(await send('POST', `/v3/offchain/account/${accounts.sender}/address/`)).toBe(400)
})

it('count counts beside a page', async () => {
  const { status, body } = await service.call(
    'POST',
    '/v3/ledger/transaction/account?count=true&pageSize=50&offset=3',
    { body: { id: accounts.sender } },
  )
  expect([status, body]).toEqual([200, 1])
})

it.each([
  '/v3/litecoin/address/balance/batch',
  '/v3/litecoin/address/balance/batch?addresses=x',
  '/v3/xrp/account/batch',
  '/v3/xrp/account/tx/batch',
])('GET %s is no operation, and not an address', async (path) => {
  const { status, body } = await service.call('GET', path)
  expect([status, body]).toMatchObject([404, { errorCode: 'operation.not.found' }])
})
