import { NodeFault } from '@tallystick/custody'
import { describe, expect, it } from 'vitest'
import { ExchangeFault } from './exchange.js'
import { CALL_MS, Endpoint, type Identify, Pool } from './pool.js'
import { RpcError } from './transport.js'

/** A clock that moves only when told, and endpoints that take their time on it. */
class World {
  now = 0
  readonly asked: string[] = []
  readonly endpoints: readonly Endpoint[]
  readonly pool: Pool
  /** By host: milliseconds it takes, and whether it answers. */
  readonly status = new Map<
    string,
    { readonly takes: number; readonly ok: boolean; readonly sent?: boolean }
  >()

  constructor(hosts: readonly string[], identify?: Identify) {
    this.endpoints = hosts.map(
      (host) => new Endpoint({ url: new URL(`http://${host}`), headers: {}, timeoutMs: 10_000, maxBytes: 1 }),
    )
    this.pool = new Pool({
      chain: 'ETH',
      network: 'mainnet',
      endpoints: this.endpoints,
      identify,
      now: () => this.now,
      sleep: async (milliseconds) => {
        this.now += milliseconds
      },
    })
  }

  readonly attempt = async ({ host }: Endpoint): Promise<string> => {
    this.asked.push(host)
    const { takes, ok, sent } = this.status.get(host) ?? { takes: 1, ok: true, sent: false }
    this.now += takes
    if (!ok) throw new ExchangeFault(`${host} failed`, sent ?? true)
    return host
  }

  async call(): Promise<string> {
    this.asked.length = 0
    return this.pool.call(this.attempt).catch((error: unknown) => {
      if (error instanceof NodeFault) return error.code
      throw error
    })
  }
}

describe('the order of endpoints', () => {
  it('is the configured one', async () => {
    const world = new World(['a', 'b'])
    expect(await world.call()).toBe('a')
    expect(world.asked).toEqual(['a'])
  })

  it('has one that failed last, for a second, then for two, and so on to a minute', async () => {
    const world = new World(['a', 'b'])
    world.status.set('a', { takes: 1, ok: false })
    const pauses: number[] = []
    for (let failure = 0; failure < 9; failure += 1) {
      await world.call()
      expect(world.asked).toEqual(['a', 'b'])
      const failed = world.now - 1
      // Asked last as long as it is paused.
      while (world.endpoints[0]?.isPaused(world.now) === true) {
        await world.call()
        expect(world.asked).toEqual(['b'])
        world.now += 249
      }
      pauses.push(Math.round((world.now - failed) / 1_000))
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  it('has one that is tried again only once until it is known to be back', async () => {
    const world = new World(['a', 'b'])
    world.status.set('a', { takes: 1, ok: false })
    await world.call()
    world.now += 2_000
    world.asked.length = 0
    // Ten calls at once after the pause: one of them finds out.
    await Promise.all(Array.from({ length: 10 }, () => world.pool.call(world.attempt)))
    expect(world.asked.filter((host) => host === 'a')).toHaveLength(1)
  })

  it('is the configured one again after an answer', async () => {
    const world = new World(['a', 'b'])
    world.status.set('a', { takes: 1, ok: false })
    await world.call()
    world.status.delete('a')
    world.now += 2_000
    expect(await world.call()).toBe('a')
    expect(await world.call()).toBe('a')
  })
})

describe('a call', () => {
  it('is tried a second time when all failed fast', async () => {
    const world = new World(['a', 'b'])
    for (const host of ['a', 'b']) world.status.set(host, { takes: 10, ok: false })
    expect(await world.call()).toBe('unreachable')
    expect(world.asked).toEqual(['a', 'b', 'a', 'b'])
  })

  it('is not tried a second time when that took long', async () => {
    const world = new World(['a', 'b'])
    for (const host of ['a', 'b']) world.status.set(host, { takes: 600, ok: false })
    expect(await world.call()).toBe('unreachable')
    expect(world.asked).toEqual(['a', 'b'])
  })

  it('is not tried a second time when all were known to fail', async () => {
    const world = new World(['a', 'b'])
    for (const host of ['a', 'b']) world.status.set(host, { takes: 1, ok: false })
    await world.call()
    await world.call()
    expect(world.asked).toHaveLength(2)
  })

  it('ends at its limit, however many endpoints are left', async () => {
    const world = new World(['a', 'b', 'c', 'd', 'e'])
    for (const host of 'abcde') world.status.set(host, { takes: 10_000, ok: false })
    expect(await world.call()).toBe('unreachable')
    expect(world.asked).toEqual(['a', 'b', 'c'])
    expect(world.now).toBe(CALL_MS)
  })

  it('ends with what is neither an answer nor a failure of the endpoint, and says nothing of it', async () => {
    const world = new World(['a', 'b'])
    const broken = world.pool.call(() => Promise.reject(new TypeError('a mistake')))
    await expect(broken).rejects.toThrow('a mistake')
    expect(world.pool.health()).toMatchObject([{ failures: 0 }, { calls: 0 }])
  })

  it('ends with the refusal of an endpoint that answers, which is then well', async () => {
    const world = new World(['a'])
    world.status.set('a', { takes: 1, ok: false })
    await world.call()
    await expect(world.pool.call(() => Promise.reject(new RpcError(1, 'no')))).rejects.toThrow('no')
    expect(world.pool.health()).toMatchObject([{ healthy: true }])
  })
})

describe('a call that comes to its end while an endpoint is asked who it is', () => {
  it.each<[what: string, identify: (world: World) => Promise<null>]>([
    [
      'and says so a moment too late',
      async (world) => {
        world.now += 100
        return null
      },
    ],
    ['and never says so', () => new Promise(() => undefined)],
  ])('%s: nothing is sent to it', async (_what, asked) => {
    const world: World = new World(['a', 'b'], ({ host }) =>
      host === 'a' ? Promise.resolve(null) : asked(world),
    )
    world.status.set('a', { takes: CALL_MS - 50, ok: false })
    expect(await world.call()).toBe('unreachable')
    expect(world.asked).toEqual(['a'])
  })
})

describe('a call that must not be repeated', () => {
  it.each([
    ['may have arrived: nobody else is asked', true, ['a']],
    ['surely did not arrive: the next is asked', false, ['a', 'b']],
  ])('%s', async (_name, sent, asked) => {
    const world = new World(['a', 'b', 'c'])
    world.status.set('a', { takes: 1, ok: false, sent })
    await world.pool.callOnce(world.attempt).catch((error: unknown) => {
      if (!(error instanceof NodeFault)) throw error
    })
    expect(world.asked).toEqual(asked)
  })

  it('has no second round', async () => {
    const world = new World(['a', 'b'])
    for (const host of ['a', 'b']) world.status.set(host, { takes: 1, ok: false, sent: false })
    await expect(world.pool.callOnce(world.attempt)).rejects.toMatchObject({ code: 'unreachable' })
    expect(world.asked).toEqual(['a', 'b'])
  })
})
