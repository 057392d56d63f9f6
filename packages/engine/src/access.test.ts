import type { TenantId } from '@tallystick/core'
import { expect, it } from 'vitest'
import { Access, type NewApiKey } from './access.js'
import { Engine } from './engine.js'
import { Fault } from './faults.js'
import { memoryStorage } from './memory/store.js'

const wanted = (tenant: string): NewApiKey => ({
  tenant: tenant as TenantId,
  name: 'test',
  network: 'testnet',
  plan: 'paid',
})

async function open() {
  const storage = memoryStorage()
  const engine = new Engine({ storage })
  return { storage, engine, access: await Access.open(engine, storage) }
}

it('a key that is made is known, under its hash only, until it is revoked', async () => {
  const { storage, engine, access } = await open()
  const { key, apiKey } = await access.create(wanted('a'))
  expect(key).toMatch(/^tally_test_[\w-]{43}$/)
  expect(await access.identify(key)).toMatchObject({ tenant: 'a', apiKey: apiKey.id, frozen: false })
  expect(JSON.stringify(await storage.query.apiKeys())).not.toContain(key.slice(20))
  await access.revoke(apiKey.tenant, apiKey.id)
  expect(await access.identify(key)).toBeNull()
  expect(await access.identify('unknown')).toBeNull()
  await engine.close()
})

it('a key registered again stays as it is; another tenant cannot take it', async () => {
  const { engine, access } = await open()
  const first = await access.register('a key of my own', wanted('a'))
  expect(await access.register('a key of my own', { ...wanted('a'), name: 'again' })).toEqual(first)
  await expect(access.register('a key of my own', wanted('b'))).rejects.toThrow(Fault)
  expect(await access.identify('a key of my own')).toMatchObject({ tenant: 'a' })
  await engine.close()
})

it('the secret of the hash may be given; with another one, keys are unknown', async () => {
  const { storage, engine } = await open()
  const one = await Access.open(engine, storage, { secret: '11'.repeat(32) })
  const other = await Access.open(engine, storage, { secret: '22'.repeat(32) })
  const { key } = await one.create(wanted('a'))
  expect(await other.identify(key)).toBeNull()
  expect(await one.identify(key)).not.toBeNull()
  await engine.close()
})

it('an address stands for the key that is tied to it most closely, and is valid', async () => {
  const { engine, access } = await open()
  const tied = (...addresses: string[]) => access.create({ ...wanted('a'), addresses })
  await access.create(wanted('a'))
  const wide = await tied('192.0.2.0/24', '2001:db8::/32')
  const narrow = await tied('198.51.100.1', '192.0.2.0/28')
  await tied('192.0.2.0/28')
  const at = async (address: string) => (await access.identifyAddress(address))?.apiKey
  expect(await at('192.0.2.200')).toBe(wide.apiKey.id)
  expect(await at('2001:db8::9')).toBe(wide.apiKey.id)
  expect(await at('192.0.2.7')).toBe(narrow.apiKey.id)
  expect(await at('::ffff:192.0.2.7')).toBe(narrow.apiKey.id)
  for (const address of ['203.0.113.1', '127.0.0.1', '', 'nonsense'])
    expect(await at(address)).toBeUndefined()
  await access.revoke(wide.apiKey.tenant, wide.apiKey.id)
  expect(await at('192.0.2.200')).toBeUndefined()
  await engine.close()
})
