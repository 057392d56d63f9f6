import { expect, it } from 'vitest'
import { InFlight } from './in-flight.js'
import { gated, OTHER_KEY, startService } from './service.fixture.js'

it('a tenant that has most of the places is turned away while others are served', () => {
  const inFlight = new InFlight(90)
  let noisy = 0
  while (inFlight.hasRoomFor('noisy')) {
    inFlight.enter('noisy')
    noisy++
  }
  expect([noisy, inFlight.isFull, inFlight.total]).toEqual([80, false, 80])
  for (let call = 0; call < 5; call++) {
    expect(inFlight.hasRoomFor('quiet')).toBe(true)
    inFlight.enter('quiet')
    inFlight.leave('quiet')
  }
  expect(inFlight.hasRoomFor('noisy')).toBe(false)
  inFlight.leave('noisy')
  expect(inFlight.hasRoomFor('noisy')).toBe(true)
  for (let call = 0; call < 79; call++) inFlight.leave('noisy')
  expect(inFlight.total).toBe(0)
})

it('the last place is given away, whoever asks', () => {
  const inFlight = new InFlight(1)
  expect(inFlight.hasRoomFor('only')).toBe(true)
  inFlight.enter('only')
  expect([inFlight.isFull, inFlight.hasRoomFor('only'), inFlight.hasRoomFor('other')]).toEqual([
    true,
    false,
    false,
  ])
})

it('while one tenant’s calls hang, it is told 429 before others are', async () => {
  const gate = gated()
  const service = await startService({ storage: gate.storage, maxInFlight: 18 })
  const list = (key?: string) =>
    service.call('GET', '/v3/ledger/account?pageSize=10', { ...(key && { key }) })
  gate.hold()
  const held = Array.from({ length: 16 }, () =>
    service.call('POST', '/v3/ledger/account', { body: { currency: 'EUR' } }),
  )
  await expect.poll(async () => (await list()).status).toBe(429)
  expect((await list(OTHER_KEY)).status).toBe(200)
  gate.release()
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(16).fill(200))
  expect((await list()).status).toBe(200)
  await service.close()
})
