import {
  type ApiKeyId,
  CHAINS_TENANT,
  type Key,
  type Owned,
  RECEIVERS_TENANT,
  type Table,
  type TenantId,
} from '@tallystick/core'
import { expect, it, vi } from 'vitest'
import { Access, type NewApiKey } from './access.js'
import { Engine } from './engine.js'
import { Fault } from './faults.js'
import { memoryStorage } from './memory/store.js'
import type { Query } from './ports/storage.js'
import { apiKeysOf } from './queries.js'
import { inTurns, Turns } from './turns.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

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
  expect(JSON.stringify(await apiKeysOf(storage.query))).not.toContain(key.slice(20))
  await access.revoke(apiKey.tenant, apiKey.id)
  expect(await access.identify(key)).toBeNull()
  expect(await access.identify('unknown')).toBeNull()
  await engine.close()
})

it('a key that may only read is known as such, by address too', async () => {
  const { engine, access } = await open()
  const { key, apiKey } = await access.create({ ...wanted('a'), readOnly: true, addresses: ['192.0.2.1'] })
  expect(apiKey).toMatchObject({ readOnly: true })
  expect(await access.identify(key)).toMatchObject({ tenant: 'a', readOnly: true })
  expect(await access.identifyAddress('192.0.2.1')).toMatchObject({ readOnly: true })
  const other = await access.create(wanted('a'))
  expect(await access.identify(other.key)).not.toHaveProperty('readOnly')
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

/** Keys on a storage whose look-ups wait while the test wants it; two processes, as it were, on one storage. */
async function slow() {
  const storage = memoryStorage()
  let wall = Date.UTC(2030, 0, 1)
  let elapsed = 0
  let gate = Promise.resolve()
  const slowStorage = {
    ...storage,
    query: {
      ...storage.query,
      async list<Item extends Owned>(table: Table<Item>, query?: Query<Item>) {
        const found = await storage.query.list(table, query)
        await gate
        return found
      },
      async find<K extends Key>(key: K) {
        const found = await storage.query.find(key)
        await gate
        return found
      },
    },
  }
  const engine = new Engine({ storage: slowStorage, clock: { now: () => wall } })
  const elapse = () => elapsed
  return {
    access: await Access.open(engine, slowStorage, { elapsed: elapse }),
    elsewhere: await Access.open(engine, slowStorage),
    step: (ms: number) => {
      wall += ms
    },
    pass: (ms: number) => {
      wall += ms
      elapsed += ms
    },
    /** Look-ups have read what they answer, and do not answer before this is called. */
    hold() {
      let release = (): void => undefined
      gate = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
  }
}

it('a key revoked by another process is refused a second later, also while the clock was stepped forth and back', async () => {
  const { access, elsewhere, step, pass } = await slow()
  const { key, apiKey } = await access.create({ ...wanted('a'), addresses: ['192.0.2.1'] })
  step(3_600_000)
  expect(await access.identify(key)).not.toBeNull()
  expect(await access.identifyAddress('192.0.2.1')).not.toBeNull()
  step(-3_600_000)
  await elsewhere.revoke(apiKey.tenant, apiKey.id)
  pass(1_000)
  expect(await access.identify(key)).toBeNull()
  expect(await access.identifyAddress('192.0.2.1')).toBeNull()
})

it('a look-up under way while a key is revoked does not bring it back', async () => {
  const { access, hold } = await slow()
  const { key, apiKey } = await access.create({ ...wanted('a'), addresses: ['192.0.2.1'] })
  const release = hold()
  const before = [access.identify(key), access.identifyAddress('192.0.2.1')]
  await access.revoke(apiKey.tenant, apiKey.id)
  release()
  await Promise.all(before)
  expect(await access.identify(key)).toBeNull()
  expect(await access.identifyAddress('192.0.2.1')).toBeNull()
})

it('a key in use is looked up again in time: its calls do not wait, and nobody uses it a second after it is revoked', async () => {
  const { access, elsewhere, pass, hold } = await slow()
  const { key, apiKey } = await access.create(wanted('a'))
  await access.identify(key)
  for (let second = 0; second < 5; second++) {
    for (let tenth = 0; tenth < 10; tenth++) {
      pass(100)
      expect(access.recall(key)).not.toBeUndefined()
      await turn()
    }
  }
  pass(800)
  await access.identify(key)
  await turn()
  const release = hold()
  pass(800)
  // Looked up again from now on, without an answer.
  expect(access.recall(key)).toMatchObject({ tenant: 'a' })
  await elsewhere.revoke(apiKey.tenant, apiKey.id)
  pass(199)
  expect(access.recall(key)).toMatchObject({ tenant: 'a' })
  pass(1)
  expect(access.recall(key)).toBeUndefined()
  // The look-up under way had read the key before it was revoked, and counts for a second from its beginning.
  pass(800)
  const asked = access.identify(key)
  release()
  expect(await asked).toBeNull()
  pass(2_000)
  expect(await access.identify(key)).toBeNull()
})

it('strangers with wrong keys wait for one another, and not customers for them', async () => {
  const inner = memoryStorage()
  const reads = { most: 0, now: 0 }
  const list = async <Item extends Owned>(table: Table<Item>, query?: Query<Item>) => {
    reads.most = Math.max(reads.most, ++reads.now)
    await turn()
    reads.now--
    return inner.query.list(table, query)
  }
  const turns = new Turns({ atOnce: 8, perTurn: Number.POSITIVE_INFINITY })
  const storage = { ...inner, query: inTurns(Object.assign(Object.create(inner.query), { list }), turns) }
  let elapsed = 0
  const engine = new Engine({ storage })
  const access = await Access.open(engine, storage, { elapsed: () => elapsed })
  const { key } = await access.create(wanted('a'))
  const unseen = await access.create(wanted('b'))
  await access.identify(key)
  elapsed += 5_000
  reads.most = 0

  let told = 0
  const strangers = Array.from({ length: 5_000 }, async (_, index) => {
    expect(await access.identify(`a wrong key ${index}`, `2001:db8::${index % 9}`)).toBeNull()
    told++
  })
  expect(await access.identify(key, '2001:db8::1')).toMatchObject({ tenant: 'a' })
  expect(told).toBeLessThan(50)
  // One whose key was not found yet, and who comes from elsewhere.
  expect(await access.identify(unseen.key, '198.51.100.1')).toMatchObject({ tenant: 'b' })
  expect(told).toBeLessThan(100)
  // Something else of a customer's call that may be a key, and that strangers try too.
  const caller = await access.identify(key)
  expect(await access.identify('a wrong key 4999', '203.0.113.1', caller)).toBeNull()
  expect(told).toBeLessThan(150)
  await Promise.all(strangers)
  // Four of strangers, and that of the customer.
  expect(reads.most).toBe(5)
  await engine.close()
})

it('many calls at once of one key, or of one address, are one look-up', async () => {
  const storage = memoryStorage()
  const engine = new Engine({ storage })
  const access = await Access.open(engine, storage)
  const { key } = await access.create({ ...wanted('a'), addresses: ['192.0.2.1'] })
  const list = vi.spyOn(storage.query, 'list')
  const calls = Array.from({ length: 5_000 }, (_, index) =>
    index % 2 === 0 ? access.identify(key) : access.identifyAddress('192.0.2.1'),
  )
  expect(new Set((await Promise.all(calls)).map((caller) => caller?.tenant))).toEqual(new Set(['a']))
  expect(list).toHaveBeenCalledTimes(2)
  await engine.close()
})

it('a look-up that fails is not remembered', async () => {
  const storage = memoryStorage()
  const engine = new Engine({ storage })
  const access = await Access.open(engine, storage)
  const { key } = await access.create({ ...wanted('a'), addresses: ['192.0.2.1'] })
  const list = vi.spyOn(storage.query, 'list').mockRejectedValue(new Fault('no answer'))
  await expect(access.identify(key)).rejects.toThrow('no answer')
  await expect(access.identifyAddress('192.0.2.1')).rejects.toThrow('no answer')
  list.mockRestore()
  expect(await access.identify(key)).toMatchObject({ tenant: 'a' })
  expect(await access.identifyAddress('192.0.2.1')).toMatchObject({ tenant: 'a' })
  await engine.close()
})

it('what no storage can hold is no name, tenant, address or id of a key', async () => {
  const { engine, access } = await open()
  for (const over of [{ name: 'a\0' }, { tenant: '\ud800' as TenantId }, { addresses: ['\0'] }]) {
    await expect(access.create({ ...wanted('a'), ...over })).rejects.toMatchObject({
      code: 'validation.failed',
      rejection: { violations: [{ property: Object.keys(over)[0] }] },
    })
  }
  await expect(access.revoke('a' as TenantId, '\0' as ApiKeyId)).rejects.toMatchObject({
    code: 'validation.failed',
  })
  await engine.close()
})

it('a tenant is not named as the owners of what is nobody’s, whose queue is that of the service', async () => {
  const { engine, access } = await open()
  for (const tenant of [CHAINS_TENANT, RECEIVERS_TENANT])
    await expect(access.create({ ...wanted('a'), tenant })).rejects.toThrow('ends with no colon')
  await access.create({ ...wanted('a'), tenant: 'a:b' as TenantId })
  await engine.close()
})

it('an address stands for the key that is tied to it most closely, and is valid', async () => {
  const { engine, access } = await open()
  const allowlisted = (...addresses: string[]) => access.create({ ...wanted('a'), addresses })
  await access.create(wanted('a'))
  const wide = await allowlisted('192.0.2.0/24', '2001:db8::/32')
  const narrow = await allowlisted('198.51.100.1', '192.0.2.0/28')
  await allowlisted('192.0.2.0/28')
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
