/** Operations in three steps, on a rule of the ledger that records something. */

import { accept, openAccount, type Rule, reject } from '@tallystick/core'
import { NodeFault } from '@tallystick/custody'
import { chargesFrom, Fault, Rejected } from '@tallystick/engine'
import Type from 'typebox'
import { describe, expect, it, vi } from 'vitest'
import { keyOf, openLedger, refusal, refusalCode } from './ledger.fixture.js'
import { operation } from './operation.js'
import { perItem } from './price.js'
import type { TwoPhase } from './two-phase.js'
import { toNewAccount } from './wire/args.js'

interface Args {
  readonly currency: string
}
interface Stored {
  readonly account: string
}
type Answer = Stored & { readonly told: string }

/** The world that is told: it may be out of reach, and counts what it heard. */
function open(over: Partial<TwoPhase<Args, Stored, Answer>> = {}) {
  const opened = openLedger()
  const steps: string[] = []
  const world = { reachable: true, listens: true }
  const send = operation({
    id: 'send',
    area: 'Bitcoin',
    method: 'POST',
    path: '/v3/send',
    summary: 'Send',
    price: perItem(1, 2, 'account', (_args: unknown, output) => (output === undefined ? 0 : 1)),
    body: Type.Object({ currency: Type.String() }),
    output: Type.Object({ account: Type.String(), told: Type.String() }),
    errors: [],
  }).twoPhase({
    prepare: async ({ caller, engine }, args, terms) => {
      steps.push('prepare')
      if (!world.reachable) throw new NodeFault('unreachable', 'http://user:password@host')
      return engine.execute({
        ...terms,
        rule: openAccount,
        command: { tenant: caller.tenant, account: toNewAccount(args) },
        present: ({ account }) => ({ account: account.id }),
      })
    },
    finish: async (_context, stored, args): Promise<Answer> => {
      steps.push('finish')
      if (!world.listens) throw new NodeFault('unreachable', 'http://user:password@host')
      return { ...stored, told: args.currency }
    },
    ...over,
  })
  const { ledger } = opened
  const call = async (
    body: unknown,
    idempotencyKey?: string,
    caller?: Awaited<ReturnType<typeof keyOf>>['caller'],
  ) =>
    ledger.request(
      send,
      { params: {}, query: {}, body },
      caller ?? (await keyOf(ledger)).caller,
      idempotencyKey === undefined ? {} : { idempotencyKey },
    )
  const count = async () => (await ledger.getAccountsCount()).total
  return { ...opened, call, steps, world, count }
}

describe('twice at once with one key', () => {
  it('the second gets the answer of the first, which has taken what it needs', async () => {
    let isFirst = true
    const { call, count, steps } = open({
      async prepare({ caller, engine }, args, terms) {
        const wins = isFirst
        isFirst = false
        if (!wins) {
          while (steps.length === 0) await new Promise((wake) => setTimeout(wake, 1))
          throw new Rejected({ code: 'balance.insufficient' })
        }
        return engine.execute({
          ...terms,
          rule: openAccount,
          command: { tenant: caller.tenant, account: toNewAccount(args) },
          present: ({ account }) => ({ account: account.id }),
        })
      },
    })
    const both = await Promise.all([call({ currency: 'EUR' }, 'one'), call({ currency: 'EUR' }, 'one')])
    expect(both[1]).toEqual(both[0])
    expect(await count()).toBe(1)
    await expect(call({ currency: 'EUR' }, 'other')).rejects.toThrow(Rejected)
  })
})

describe('a performed operation', () => {
  it('prepares, records, and finishes with what was recorded', async () => {
    const { call, steps, count, ledger, storage } = open()
    const { caller } = await keyOf(ledger)
    const answer = await call({ currency: 'EUR' }, undefined, caller)
    expect(answer).toEqual({ account: expect.any(String), told: 'EUR' })
    expect(steps).toEqual(['prepare', 'finish'])
    expect(await count()).toBe(1)
    expect(await chargesFrom(storage.query, caller.tenant, caller.apiKey, '2000-01-01')).toMatchObject([
      { credits: 3 },
    ])
  })

  it('called again with its key finishes what is recorded, and prepares nothing', async () => {
    const { call, steps, count } = open()
    const first = await call({ currency: 'EUR' }, 'key')
    expect(await call({ currency: 'EUR' }, 'key')).toEqual(first)
    expect(steps).toEqual(['prepare', 'finish', 'finish'])
    expect(await count()).toBe(1)
    expect(await refusalCode(call({ currency: 'USD' }, 'key'))).toBe('idempotency.key.reused')
    expect(steps).toHaveLength(3)
  })

  it('called twice at once with one key is recorded once', async () => {
    const { call, count } = open()
    const [one, two] = await Promise.all([call({ currency: 'EUR' }, 'key'), call({ currency: 'EUR' }, 'key')])
    expect(one).toEqual(two)
    expect(await count()).toBe(1)
  })

  it('that cannot prepare records and costs nothing', async () => {
    const { call, world, count, ledger, storage } = open()
    const { caller } = await keyOf(ledger)
    world.reachable = false
    const { code, status, message } = await refusal(call({ currency: 'EUR' }, 'key', caller))
    expect([code, status]).toEqual(['chain.unavailable', 503])
    expect(message).not.toContain('password')
    expect(await count()).toBe(0)
    expect(await chargesFrom(storage.query, caller.tenant, caller.apiKey, '2000-01-01')).toEqual([])
    world.reachable = true
    await expect(call({ currency: 'EUR' }, 'key', caller)).resolves.toMatchObject({ told: 'EUR' })
  })

  it('that cannot finish stays recorded, and is finished by the same call', async () => {
    const { call, world, steps, count } = open()
    world.listens = false
    expect(await refusalCode(call({ currency: 'EUR' }, 'key'))).toBe('chain.unavailable')
    expect(await count()).toBe(1)
    world.listens = true
    expect(await call({ currency: 'EUR' }, 'key')).toMatchObject({ told: 'EUR' })
    expect(await count()).toBe(1)
    expect(steps).toEqual(['prepare', 'finish', 'finish'])
  })

  it('that has no room to finish is tried again: as a refusal it would say that nothing was recorded', async () => {
    let times = 0
    const { call, count } = open({
      async finish(_context, stored, { currency }) {
        if (++times === 1) throw new Rejected({ code: 'overloaded' })
        if (times === 2) throw new Fault('its storage does not answer', {}, { transient: true })
        return { ...stored, told: currency }
      },
    })
    expect(await call({ currency: 'EUR' })).toMatchObject({ told: 'EUR' })
    expect(times).toBe(3)
    expect(await count()).toBe(1)
  })

  it('of which nobody knows whether it was recorded says so, even if its record cannot be looked for', async () => {
    const lost = new Fault('the commit was not answered')
    const { call, storage } = open({
      async prepare() {
        const away = new Fault('its storage does not answer', {}, { transient: true })
        vi.spyOn(storage.query, 'find').mockRejectedValue(away)
        throw lost
      },
    })
    await expect(call({ currency: 'EUR' }, 'key')).rejects.toBe(lost)
  })

  it('is refused to a frozen key before anything is asked, and finished if it is recorded', async () => {
    const { call, steps, ledger } = open()
    const { key, caller } = await keyOf(ledger)
    const first = await call({ currency: 'EUR' }, 'key', caller)
    steps.length = 0
    await ledger.as(caller).freezeApiKey()
    const frozen = await (await ledger.access()).identify(key)
    if (frozen === null) throw new Error('a frozen key is a known key')
    expect(await refusalCode(call({ currency: 'EUR' }, undefined, frozen))).toBe('subscription.not.active')
    expect(steps).toEqual([])
    expect(await call({ currency: 'EUR' }, 'key', frozen)).toEqual(first)
    expect(steps).toEqual(['finish'])
  })

  it('in turn is prepared anew when another process was first', async () => {
    let times = 0
    const second: Rule<null, null> = {
      name: 'second',
      needs: () => [],
      decide: () => (times < 3 ? reject('claim.taken', 'x:0') : accept(null, [])),
    }
    const { call } = open({
      prepare({ custody, engine, caller }, _args, terms) {
        const owner = { tenant: caller.tenant, chain: 'BTC', network: 'testnet', owner: 'x' }
        return custody.turns.take(owner, () => {
          times++
          const present = () => ({ account: String(times) })
          return engine.execute({ ...terms, rule: second, command: null, present })
        })
      },
    })
    expect(await call({ currency: 'EUR' })).toEqual({ account: '3', told: 'EUR' })
  })

  it('that is refused does not finish', async () => {
    const { call, steps } = open()
    expect(await refusalCode(call({ currency: 'NONE' }))).toBe('ledger.currency.invalid')
    expect(steps).toEqual(['prepare'])
  })
})
