/** Which secret of API keys a ledger takes: a table of ledgers, secrets, and what comes of it. */
import type { TenantId } from '@tallystick/core'
import { describe, expect, it } from 'vitest'
import { Access, type NewApiKey, revokeKey } from './access.js'
import { Engine } from './engine.js'
import { memoryStorage } from './memory/store.js'
import { apiKeysOf } from './queries.js'

const wanted: NewApiKey = { tenant: 'a' as TenantId, name: 'test', network: 'testnet', plan: 'paid' }
const ONE = { secret: '11'.repeat(32) }
const OTHER = { secret: '22'.repeat(32) }
/** The one that the ledger keeps. */
const OWN = {}
const KEY = 'a key of my own'

/** A ledger; or one that a release has written which kept no check value. */
function ledger({ isOlder = false } = {}) {
  const storage = memoryStorage()
  const engine = new Engine({ storage })
  const older = { ...storage, constant: (name: string, create: () => string) => made(name, create) }
  const made = async (name: string, create: () => string): Promise<string> =>
    name.startsWith('api-key-check') ? create() : storage.constant(name, create)
  const open = (how: object) => Access.open(engine, storage, how)
  const before = (how: object) => (isOlder ? Access.open(engine, older, how) : open(how))
  return { storage, engine, open, before }
}

const refused = expect.objectContaining({
  message: expect.stringContaining('have another secret'),
  transient: false,
})

describe('a ledger that has an API key', () => {
  it.each([
    ['the same, given', ONE, ONE, true],
    ['the same, in other letters', { secret: 'ab'.repeat(32) }, { secret: 'AB'.repeat(32) }, true],
    ['its own', OWN, OWN, true],
    ['another', ONE, OTHER, false],
    ['one is given now', OWN, ONE, false],
    ['none is given any more', ONE, OWN, false],
  ])('takes no other secret: %s', async (_name, first, then, fits) => {
    const { storage, open, before } = ledger()
    const { key, apiKey } = await (await before(first)).create(wanted)
    await (await open(first)).revoke(wanted.tenant, apiKey.id)
    const opened = open(then).then((access) => access.register(key, wanted))
    if (fits) expect(await opened).toMatchObject({ id: apiKey.id, revoked: true })
    else await expect(opened).rejects.toEqual(refused)
    expect(await apiKeysOf(storage.query)).toHaveLength(1)
    await open(first)
  })

  it('takes another one deliberately, and then that one alone; and so again', async () => {
    const { open } = ledger()
    const { key } = await (await open(ONE)).create(wanted)
    for (const [next, last] of [
      [OTHER, ONE],
      [ONE, OTHER],
      [OWN, ONE],
    ] as const) {
      const access = await open({ ...next, replaceSecret: true })
      expect((await access.identify(key)) !== null).toBe(next === ONE)
      await expect(open(last)).rejects.toEqual(refused)
      await open(next)
    }
  })

  it('has a key revoked without any secret', async () => {
    const { engine, open } = ledger()
    const access = await open(ONE)
    const { key, apiKey } = await access.create(wanted)
    await revokeKey(engine, wanted.tenant, apiKey.id)
    expect(await (await open(ONE)).identify(key)).toBeNull()
  })
})

it('a ledger without API keys takes any secret that is given, and keeps it if none is', async () => {
  const { open } = ledger()
  await open(OWN)
  await open(ONE)
  const access = await open(OTHER)
  await expect(open(OWN)).rejects.toEqual(refused)
  await access.create(wanted)
  await expect(open(ONE)).rejects.toEqual(refused)
})

it('of several that begin at once with different secrets, one is taken', async () => {
  const { open } = ledger()
  const ends = await Promise.allSettled([ONE, OTHER, OWN].map(open))
  const [taken] = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await taken?.create(wanted)
  const later = await Promise.allSettled([ONE, OTHER, OWN].map(open))
  expect(later.map(({ status }) => status)).toEqual(ends.map(({ status }) => status))
})

describe('a ledger of a release that kept no check value', () => {
  it('learns its secret from the first key that is found, and not from one that is not', async () => {
    const { open, before } = ledger({ isOlder: true })
    const { key } = await (await before(ONE)).create(wanted)
    // As a command without the secret would do: it is not told, and nothing breaks.
    const wrong = await open(OWN)
    expect(await wrong.identify(key)).toBeNull()
    await wrong.create(wanted)
    const right = await open(ONE)
    expect(await right.identify(key)).not.toBeNull()
    await expect.poll(() => open(OWN).catch((error: unknown) => error)).toEqual(refused)
    await open(ONE)
  })

  it('does not learn it from a key that was made meanwhile, as by a server that has lost the secret', async () => {
    const { open, before } = ledger({ isOlder: true })
    const { key } = await (await before(ONE)).create(wanted)
    for (const access of [await open(OTHER), await open(OTHER)]) {
      // As the one that an operator has chosen, at each start.
      await access.register(KEY, wanted)
      expect(await access.identify(KEY)).not.toBeNull()
    }
    await open(OTHER)
    const right = await open(ONE)
    expect(await right.identify(key)).not.toBeNull()
    await expect.poll(() => open(OTHER).catch((error: unknown) => error)).toEqual(refused)
    await open(ONE)
  })

  it('learns it also from a key that is registered again', async () => {
    const { open, before } = ledger({ isOlder: true })
    const { id } = await (await before(ONE)).register(KEY, wanted)
    expect(await (await open(ONE)).register(KEY, wanted)).toMatchObject({ id })
    await expect.poll(() => open(OTHER).catch((error: unknown) => error)).toEqual(refused)
  })

  it('asks again if it could not be kept', async () => {
    const { storage, engine, open, before } = ledger({ isOlder: true })
    const { key } = await (await before(ONE)).create(wanted)
    let isAway = true
    const away = {
      ...storage,
      constant: (name: string, create: () => string) =>
        storage.constant(name, () => {
          const value = create()
          if (isAway) throw new Error('away')
          return value
        }),
    }
    const access = await Access.open(engine, away, ONE)
    expect(await access.identify(key)).not.toBeNull()
    await open(OWN)
    isAway = false
    await expect
      .poll(async () => {
        await access.register(key, wanted)
        return open(OWN).catch((error: unknown) => error)
      })
      .toEqual(refused)
  })
})
