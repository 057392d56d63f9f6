import {
  recordSend,
  type Send,
  sendKey,
  settleSend,
  type TenantId,
  type WithdrawalId,
} from '@tallystick/core'
import {
  chargesFrom,
  Engine,
  embeddedCaller,
  memoryStorage,
  Rejected,
  reservedIndexes,
  type Storage,
} from '@tallystick/engine'
import { type FakeAnswer, FakeNode, fakeChain } from '@tallystick/testing'
import { describe, expect, it, vi } from 'vitest'
import { Custody } from '../custody.js'
import { type Chain, NodeFault } from '../ports/chain.js'
import { records } from '../records.js'
import { deliveryCodes, placeOf } from './sends.js'

const TENANT = 'tenant' as TenantId
const ON = { tenant: TENANT, chain: 'ETH', network: 'testnet' }
const CALLER = embeddedCaller(TENANT)

function open(change: (storage: Storage) => Partial<Storage> = () => ({})) {
  const storage = memoryStorage()
  const warnings: string[] = []
  const engine = new Engine({
    storage: { ...storage, ...change(storage) },
    warn: (message) => void warnings.push(message),
  })
  const node = new FakeNode()
  const chain = fakeChain(node)
  const record = (
    nonce: number,
    over: { readonly fee?: number; readonly replaces?: boolean; readonly filler?: string } = {},
  ) =>
    engine.execute({
      caller: CALLER,
      rule: recordSend,
      command: {
        ...ON,
        ...node.sign('a', nonce, over.fee),
        ...(over.filler === undefined ? {} : { filler: over.filler }),
        fresh: false,
        signature: null,
        replaces: over.replaces ?? false,
        apiKey: CALLER.apiKey,
        credits: 5,
      },
      price: () => 0,
      present: (send) => send,
      idempotency: null,
    })
  const status = async ({ txId }: Send) => (await storage.query.find(sendKey(ON, txId)))?.status
  const credits = async () => {
    const charges = await chargesFrom(storage.query, TENANT, CALLER.apiKey, '0000-01-01')
    return charges.reduce((sum, charge) => sum + charge.credits, 0)
  }
  const { sends, turns } = new Custody(engine)
  return { engine, sends, turns, storage, node, chain, record, status, credits, warnings }
}

/** Its node refuses, once it is told to answer. */
function slowly(chain: Chain) {
  let answer = (): void => undefined
  const result = new Promise<void>((resolve) => {
    answer = resolve
  })
  const refused = { kind: 'refused', reason: 'nonce too low' } as const
  const slow: Chain = { ...chain, node: { ...chain.node, broadcast: () => result.then(() => refused) } }
  return { slow, answer: () => answer() }
}

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (value) => value,
    (error: unknown) => (error instanceof Rejected ? error.code : error),
  )

describe('deliver', () => {
  const cases: readonly (readonly [
    answer: FakeAnswer,
    outcome: string,
    status: Send['status'],
    credits: number,
  ])[] = [
    ['take', 'a:0:0', 'sent', 5],
    ['lie', 'a:0:0', 'sent', 5],
    ['refuse', 'ethereum.broadcast.failed', 'refused', 0],
    ['lose', 'broadcast.unknown', 'offered', 0],
    ['miss', 'broadcast.unknown', 'offered', 0],
    ['throw', 'broadcast.unknown', 'offered', 0],
  ]
  it.each(cases)('to a node that will %s: %s, and it is %s', async (answer, outcome, expected, cost) => {
    const { sends, node, chain, record, status, credits, warnings } = open()
    const send = await record(0)
    node.answers.push(answer)
    expect(await codeOf(sends.deliver(chain, send))).toBe(outcome)
    expect([await status(send), await credits()]).toEqual([expected, cost])
    expect(warnings).toEqual([])
  })

  it('tells the id of what is unknown, that it must not be built anew, and nothing of the node', async () => {
    const { sends, node, chain, record } = open()
    node.fault = new Error('http://user:password@host refused')
    const error = await sends.deliver(chain, await record(0)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'broadcast.unknown', status: 409 })
    expect(String(error)).toContain('a:0:0')
    expect(String(error)).toContain('Do not send a new one')
    expect(String(error)).not.toContain('password')
  })

  it('says why a node refused, and how much of it', async () => {
    const { sends, node, chain, record } = open()
    node.answers.push('refuse')
    const send = await record(0)
    await expect(sends.deliver(chain, send)).rejects.toMatchObject({
      rejection: { code: 'ethereum.broadcast.failed', detail: 'a bad signature' },
    })
    const offered = await sends.settle(await record(1), 'offered', null)
    const long = await sends.settle(offered, 'refused', 'x'.repeat(1_000))
    expect(long.reason).toHaveLength(300)
  })

  it("keeps a node's words as every storage can hold them", async () => {
    const { sends, record } = open()
    const offered = await sends.settle(await record(0), 'offered', null)
    const refused = await sends.settle(offered, 'refused', `a\0b\ud800${'x'.repeat(295)}😀`)
    expect(refused.reason).toBe(`a\ufffdb\ufffd${'x'.repeat(295)}\ufffd`)
  })

  it('does not believe a node that does not take one as things stand, and tells why it did not', async () => {
    const { sends, turns, node, chain, record, status } = open()
    node.answers.push('decline')
    const send = await record(0)
    await expect(sends.deliver(chain, send)).rejects.toMatchObject({
      rejection: { code: 'broadcast.unknown', detail: 'a:0:0: a node did not take it: insufficient funds' },
    })
    expect(await status(send)).toBe('offered')
    expect(await turns.nextIndex({ ...ON, owner: 'a' }, 0n)).toBe(1n)
  })

  it('refuses at once what a final block rules out, and not what one does that may be undone', async () => {
    const { sends, node, chain, record, status } = open()
    node.confirmations = 3
    await node.broadcast(node.sign('a', 0, 7))
    node.mine()
    const early = await record(0)
    expect(await codeOf(sends.deliver(chain, early))).toBe('broadcast.unknown')
    expect(await status(early)).toBe('offered')
    node.mine()
    node.mine()
    const late = await record(0, { fee: 1, replaces: true })
    expect(await codeOf(sends.deliver(chain, late))).toBe('ethereum.broadcast.failed')
    expect(await status(late)).toBe('dead')
    expect(await status(early)).toBe('unknown')
  })

  it('broadcast by hand is sent again when its block was undone, and no node has it', async () => {
    const { sends, node, chain, record, status, storage } = open()
    node.confirmations = 3
    const send = await record(0)
    await sends.deliver(chain, send)
    node.mine()
    const now = async () => (await storage.query.find(sendKey(ON, send.txId))) ?? expect.fail('not recorded')
    await sends.look(chain, await now())
    expect(await status(send)).toBe('confirmed')
    node.undo(1, false)
    // The same call repeated is answered from what is known.
    expect(await sends.deliver(chain, await now())).toBe(send.txId)
    expect(node.heard).toEqual([send.txId])
    expect(await sends.deliver(chain, await now(), true)).toBe(send.txId)
    expect(node.heard).toEqual([send.txId, send.txId])
    expect(await status(send)).toBe('sent')
    node.mine()
    expect(node.minedOf('a')).toEqual([send.txId])
  })

  it('frees what a refused one claimed, for the next', async () => {
    const { sends, turns, node, chain, record } = open()
    node.answers.push('refuse')
    await codeOf(sends.deliver(chain, await record(0)))
    expect(await turns.nextIndex({ ...ON, owner: 'a' }, 0n)).toBe(0n)
    expect(await sends.deliver(chain, await record(0, { fee: 1 }))).toBe('a:0:1')
  })

  it('again, of what is known already, asks no node', async () => {
    const { engine, sends, node, chain, record, storage } = open()
    const send = await record(0)
    const at = async () => (await storage.query.find(sendKey(ON, send.txId))) ?? expect.fail('not recorded')
    await sends.deliver(chain, send)
    expect(await sends.deliver(chain, await at())).toBe('a:0:0')
    await sends.settle(send, 'confirmed', null)
    expect(await sends.deliver(chain, await at())).toBe('a:0:0')
    await record(1)
    await record(1, { fee: 1, replaces: true })
    const replaced = await storage.query.find(sendKey(ON, 'a:1:0'))
    expect(await sends.deliver(chain, replaced ?? send)).toBe('a:1:0')
    const dead = await sends.settle(await record(2), 'dead', 'used')
    expect(await codeOf(sends.deliver(chain, dead))).toBe('ethereum.broadcast.failed')
    const offered = await sends.settle(await record(3), 'offered', null)
    const refused = await sends.settle(offered, 'refused', null)
    expect(await codeOf(sends.deliver(chain, refused))).toBe('ethereum.broadcast.failed')
    expect(node.heard).toEqual(['a:0:0'])
    await engine.close()
  })

  it('by two at once is one transaction, charged once', async () => {
    const { sends, node, chain, record, credits } = open()
    const send = await record(0)
    expect(await Promise.all([sends.deliver(chain, send), sends.deliver(chain, send)])).toEqual([
      'a:0:0',
      'a:0:0',
    ])
    node.mine()
    expect(node.minedOf('a')).toEqual(['a:0:0'])
    expect(await credits()).toBe(5)
  })

  it('answers what another process has learned meanwhile', async () => {
    const { sends, node, chain, record } = open()
    const send = await record(0)
    await sends.settle(send, 'sent', null)
    // This one's node refuses what another node took.
    node.answers.push('refuse')
    expect(await sends.deliver(chain, send)).toBe('a:0:0')
  })

  it('tells nothing of what a node takes or refuses when that cannot be written, and frees nothing', async () => {
    for (const answer of ['take', 'refuse'] as const) {
      const { sends, node, chain, record, status, warnings } = open((storage) => ({
        transact: (keys, decide) =>
          node.heard.length > 0 ? Promise.reject(new Error('disk full')) : storage.transact(keys, decide),
      }))
      const send = await record(0)
      node.answers.push(answer)
      expect(await codeOf(sends.deliver(chain, send))).toBe('broadcast.unknown')
      expect(await status(send)).toBe('offered')
      expect(warnings).toEqual([expect.stringMatching(/could not be written.*disk full/)])
    }
  })

  it('writes a refusal late, also when another process has given it to a node meanwhile', async () => {
    for (const meanwhile of [false, true]) {
      let isBroken = false
      const { sends, storage, node, chain, record, status } = open((kept) => ({
        transact: (keys, decide) =>
          isBroken ? Promise.reject(new Error('disk full')) : kept.transact(keys, decide),
      }))
      const send = await record(0)
      const { slow, answer } = slowly(chain)
      const call = codeOf(sends.deliver(slow, send))
      await expect.poll(() => status(send)).toBe('offered')
      isBroken = true
      answer()
      expect(await call).toBe('broadcast.unknown')
      expect(await codeOf(sends.deliver(chain, send))).toBe('broadcast.unknown')
      expect([await status(send), node.heard]).toEqual(['offered', []])
      isBroken = false
      if (meanwhile) {
        node.answers.push('miss')
        await codeOf(new Custody(new Engine({ storage })).sends.deliver(chain, send))
        expect(await status(send)).toBe('unknown')
      }
      expect(await codeOf(sends.deliver(chain, send))).toBe('ethereum.broadcast.failed')
      expect([await status(send), node.heard.length]).toEqual(['refused', meanwhile ? 1 : 0])
      expect(await reservedIndexes(storage.query, ON, 'a', 0n, 10)).toEqual([])
      // It was of that time only, not of one that begins anew.
      node.answers.push('lose')
      const anew = await record(0)
      expect(await codeOf(sends.deliver(chain, anew))).toBe('broadcast.unknown')
      expect(await sends.deliver(chain, anew)).toBe('a:0:0')
    }
  })

  it('gives nothing to a node when that cannot be written first', async () => {
    let isBroken = false
    const { sends, node, chain, record, status, warnings } = open((storage) => ({
      transact: (keys, decide) =>
        isBroken ? Promise.reject(new Error('disk full')) : storage.transact(keys, decide),
    }))
    const send = await record(0)
    isBroken = true
    expect(await codeOf(sends.deliver(chain, send))).toBe('broadcast.unknown')
    expect([node.heard, await status(send)]).toEqual([[], 'signed'])
    expect(warnings).toEqual([expect.stringMatching(/not sent yet.*disk full/)])
  })

  it('holds what a node does not take as things stand, whoever gave it to one before', async () => {
    for (const first of ['stray', 'miss', 'throw'] as const) {
      const { sends, node, chain, record, status, storage } = open()
      const send = await record(0)
      node.answers.push(first, 'decline')
      expect(await codeOf(sends.deliver(chain, send))).toBe('broadcast.unknown')
      // As the next process finds it.
      const found = (await storage.query.find(sendKey(ON, send.txId))) ?? expect.fail('not recorded')
      expect(await codeOf(sends.deliver(chain, found))).toBe('broadcast.unknown')
      expect(await status(send)).toBe('unknown')
      expect(await reservedIndexes(storage.query, ON, 'a', 0n, 10)).toEqual([0n])
      expect(await sends.deliver(chain, found)).toBe('a:0:0')
    }
  })

  it('believes a refusal also of what another process gave to a node meanwhile', async () => {
    const { sends, storage, node, chain, record, status } = open()
    const send = await record(0)
    const { slow, answer } = slowly(chain)
    const call = codeOf(sends.deliver(slow, send))
    await expect.poll(() => status(send)).toBe('offered')
    node.answers.push('miss')
    const other = new Engine({ storage })
    expect(await codeOf(new Custody(other).sends.deliver(chain, send))).toBe('broadcast.unknown')
    expect(await status(send)).toBe('unknown')
    answer()
    expect(await call).toBe('ethereum.broadcast.failed')
    expect(await status(send)).toBe('refused')
  })

  it('believes a slow refusal, however often the same is asked for meanwhile', async () => {
    const { sends, node, chain, record, status } = open()
    const send = await record(0)
    const { slow, answer } = slowly(chain)
    const calls = [slow, chain, chain].map((each) => codeOf(sends.deliver(each, send)))
    await new Promise(setImmediate)
    answer()
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['ethereum.broadcast.failed']))
    expect([await status(send), node.heard]).toEqual(['refused', []])
  })

  it('frees nothing that is refused when the engine is closed already', async () => {
    const { engine, sends, storage, chain, record, status } = open()
    const send = await record(0)
    const { slow, answer } = slowly(chain)
    const call = codeOf(sends.deliver(slow, send))
    await expect.poll(() => status(send)).toBe('offered')
    await engine.close()
    answer()
    expect(await call).toBe('broadcast.unknown')
    expect(await reservedIndexes(storage.query, ON, 'a', 0n, 10)).toEqual([0n])
  })

  it('gives no node what is over meanwhile, or replaced', async () => {
    const { sends, node, chain, record } = open()
    const dead = await record(0)
    await sends.settle(dead, 'dead', 'used')
    expect(await codeOf(sends.deliver(chain, dead))).toBe('ethereum.broadcast.failed')
    const replaced = await record(1)
    await record(1, { fee: 1, replaces: true })
    expect(await sends.deliver(chain, replaced)).toBe('a:1:0')
    expect(node.heard).toEqual([])
  })

  it('is dead once another of ours has used up the same, also where no node tells who has', async () => {
    const { sends, node, chain, record, storage } = open()
    const kept = async (txId: string) =>
      (await storage.query.find(sendKey(ON, txId))) ?? expect.fail(`no ${txId}`)
    // As with a durable nonce of Solana: nodes only do not show it.
    const status = node.status.bind(node)
    vi.spyOn(node, 'status').mockImplementation(async (signed) => {
      const told = await status(signed)
      return told.kind === 'dead' ? { kind: 'absent' } : told
    })
    const first = await record(0)
    const second = await record(0, { fee: 1, replaces: true })
    node.confirmations = 2
    await sends.deliver(chain, second)
    const looked = async () => {
      node.mine()
      for (const { txId } of [second, first]) await sends.look(chain, await kept(txId))
      return [(await kept(first.txId)).status, (await kept(second.txId)).status]
    }
    expect(await looked()).toEqual(['replaced', 'confirmed'])
    expect(await looked()).toEqual(['dead', 'final'])
  })

  it('does not say that one is sent whose filler has its nonce, until a block tells which of them', async () => {
    const { sends, node, chain, record, storage } = open()
    const filler = node.sign('a', 0, 9)
    const inspect = () => ({ ...filler, outputs: [] })
    const filled = { ...chain, codec: { inspect } as Partial<Chain['codec']> as Chain['codec'] }
    const given = await record(0, { filler: filler.raw })
    node.answers.push('decline')
    await sends.look(filled, given)
    await sends.fill(filled, given, 'underpriced')
    const result = async () => {
      const send = await storage.query.find(sendKey(ON, given.txId))
      return send && codeOf(sends.deliver(filled, send))
    }
    expect(await result()).toBe('broadcast.unknown')
    node.mine()
    await sends.look(filled, given)
    expect(await result()).toBe('ethereum.broadcast.failed')
  })

  it('has a code on every chain', () => {
    for (const record of Object.values(records)) {
      expect(deliveryCodes(record)).toEqual([
        expect.stringMatching(/broadcast\.(error|failed)$/),
        'broadcast.unknown',
      ])
    }
  })
})

describe('settle', () => {
  it('charges the key that sent, on the day of the news', async () => {
    const { engine, record, storage } = open()
    const send = await record(0)
    await engine.execute({
      caller: { tenant: TENANT, apiKey: send.apiKey },
      rule: settleSend,
      command: { ...ON, txId: send.txId, event: 'confirmed', reason: null },
      price: ({ credits }) => credits,
      present: (settled) => settled.send,
      idempotency: null,
    })
    const day = new Date(engine.now()).toISOString().slice(0, 10)
    expect(await chargesFrom(storage.query, TENANT, CALLER.apiKey, day)).toEqual([
      { tenant: TENANT, apiKey: CALLER.apiKey, day, credits: 5 },
    ])
  })
})

describe('the next index', () => {
  it('is the first that nobody holds, at or above the node’s own', async () => {
    const { turns, record } = open()
    const next = async (from: number) => Number(await turns.nextIndex({ ...ON, owner: 'a' }, BigInt(from)))
    expect(await next(7)).toBe(7)
    for (const nonce of [3, 4, 6]) await record(nonce)
    expect([await next(0), await next(3), await next(4), await next(5), await next(6)]).toEqual([
      0, 5, 5, 5, 7,
    ])
    expect(await turns.nextIndex({ ...ON, owner: 'b' }, 3n)).toBe(3n)
    expect(await turns.nextIndex({ ...ON, network: 'mainnet', owner: 'a' }, 3n)).toBe(3n)
  })

  it('is found behind more than one page of them', async () => {
    const { turns, record } = open()
    await Promise.all(Array.from({ length: 1_100 }, (_, nonce) => record(nonce)))
    expect(await turns.nextIndex({ ...ON, owner: 'a' }, 0n)).toBe(1_100n)
    expect(await turns.nextIndex({ ...ON, owner: 'a' }, 600n)).toBe(1_100n)
  })
})

describe('in turn', () => {
  const OWNER = { ...ON, owner: 'a' }
  const taken = () => Promise.reject(new Rejected({ code: 'claim.taken' }))
  const codeOfFault = (fault: unknown) => (fault instanceof NodeFault ? fault.code : fault)

  it('one owner’s calls run one after the other, in the order they came, others beside them', async () => {
    const { turns } = open()
    const steps: string[] = []
    const call = (name: string, owner = OWNER) =>
      turns.take(owner, async () => {
        steps.push(`${name} begins`)
        await new Promise(setImmediate)
        steps.push(`${name} ends`)
        return name
      })
    const other = { ...OWNER, owner: 'b' }
    expect(await Promise.all([call('1'), call('2'), call('x', other), call('3')])).toEqual([
      '1',
      '2',
      'x',
      '3',
    ])
    const own = steps.filter((step) => !step.startsWith('x'))
    expect(own).toEqual(['1', '2', '3'].flatMap((name) => [`${name} begins`, `${name} ends`]))
    expect(steps.indexOf('x begins')).toBeLessThan(steps.indexOf('1 ends'))
  })

  it('a node that hangs holds up those that wait together, and not one after another', async () => {
    const { turns } = open()
    const fault = new NodeFault('unreachable', 'no answer')
    let hang = (): void => undefined
    const hung = new Promise<never>((_, reject) => {
      hang = () => reject(fault)
    })
    let asked = 0
    const ask = () => {
      asked += 1
      return hung
    }
    const waiting = Array.from({ length: 20 }, () => turns.take(OWNER, ask).catch((error: unknown) => error))
    await Promise.resolve()
    hang()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([fault]))
    expect(asked).toBe(1)
    // Who comes later finds out for himself; and another fault is one call's own.
    const own = turns.take(OWNER, () => Promise.reject(new NodeFault('unsupported', '')))
    const next = turns.take(OWNER, async () => 'done')
    await expect(own).rejects.toMatchObject({ code: 'unsupported' })
    expect(await next).toBe('done')
  })

  it('nobody waits for a turn for longer than a minute', async () => {
    vi.useFakeTimers()
    try {
      const { turns } = open()
      let done = (_: string): void => undefined
      const slow = turns.take(
        OWNER,
        () =>
          new Promise<string>((resolve) => {
            done = resolve
          }),
      )
      let isAsked = false
      const ask = async () => {
        isAsked = true
      }
      const waits = turns.take(OWNER, ask).catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await waits).toMatchObject({ code: 'unreachable' })
      done('slow')
      expect(await slow).toBe('slow')
      expect(await turns.take(OWNER, async () => 'next')).toBe('next')
      expect(isAsked).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('no tenant waits for another one, or hears of its node, though both name one account', async () => {
    const { turns } = open()
    const other = { ...OWNER, tenant: 'other' as TenantId }
    let away = (): void => undefined
    const gone = new Promise<never>((_, reject) => {
      away = () => reject(new NodeFault('unreachable', 'no answer'))
    })
    const waiting = Array.from({ length: 1_000 }, () => turns.take(other, () => gone).catch(codeOfFault))
    expect(await turns.take(OWNER, async () => 'meanwhile')).toBe('meanwhile')
    let done = (): void => undefined
    const slow = new Promise<void>((resolve) => {
      done = resolve
    })
    const own = [turns.take(OWNER, () => slow), turns.take(OWNER, async () => 'next')]
    away()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['unreachable']))
    done()
    expect(await Promise.all(own)).toEqual([undefined, 'next'])
  })

  it('one that fails holds up nobody', async () => {
    const { turns } = open()
    const failed = turns.take(OWNER, () => Promise.reject(new Error('no funds')))
    const next = turns.take(OWNER, async () => 'done')
    await expect(failed).rejects.toThrow('no funds')
    expect(await next).toBe('done')
  })

  it('work that came second runs again, and other refusals do not', async () => {
    const { turns } = open()
    let times = 0
    const late = turns.take(OWNER, () => (++times < 5 ? taken() : Promise.resolve('done')))
    expect(await late).toBe('done')
    expect(times).toBe(5)
    let others = 0
    const refused = turns.take(OWNER, () => {
      others++
      return Promise.reject(new Rejected({ code: 'balance.insufficient' }))
    })
    expect(await codeOf(refused)).toBe('balance.insufficient')
    expect(others).toBe(1)
  })

  it('work that always comes second is given up', async () => {
    const { turns } = open()
    let times = 0
    const never = turns.take(OWNER, () => {
      times++
      return taken()
    })
    expect(await codeOf(never)).toBe('claim.taken')
    expect(times).toBe(64)
  })

  it('only so many wait, and the owner is free again when they are through', async () => {
    const { turns } = open()
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const waiting = Array.from({ length: 1_000 }, () => turns.take(OWNER, () => gate))
    expect(await codeOf(turns.take(OWNER, () => gate))).toBe('overloaded')
    expect(await turns.take({ ...OWNER, owner: 'b' }, async () => 'other')).toBe('other')
    release()
    await Promise.all(waiting)
    expect(await turns.take(OWNER, async () => 'again')).toBe('again')
  })
})

it.each([
  ['goes', false, 1],
  ['that an operator has cancelled goes no more', true, 0],
])('for its fee alone, a payment of a withdrawal %s into a block', async (_what, isCancelled, times) => {
  const { sends, chain, record } = open(({ query }) => ({
    query: {
      ...query,
      find: (async (key) =>
        key.type === 'withdrawal'
          ? { status: isCancelled ? 'Cancelled' : 'InProgress' }
          : query.find(key)) as typeof query.find,
    },
  }))
  const send: Send = { ...(await record(0)), withdrawal: 'some withdrawal' as WithdrawalId }
  const spend = vi.fn(async () => ({ kind: 'refused', reason: 'later' }) as const)
  const { declined } = await sends.fill({ ...chain, node: { ...chain.node, spend } }, send, 'not now')
  expect([declined, spend.mock.calls.length]).toEqual(['not now', times])
})

describe('where a transaction is recorded', () => {
  it('is the caller’s network, or the testnet that the chain is of', () => {
    const { chain } = open()
    const caller = (network: 'mainnet' | 'testnet') => ({ tenant: TENANT, network })
    expect(placeOf({ chain, caller: caller('testnet') })).toEqual(ON)
    expect(placeOf({ chain, caller: caller('mainnet') })).toEqual({ ...ON, network: 'mainnet' })
    expect(placeOf({ chain: { ...chain, testnet: 'ethereum-holesky' }, caller: caller('testnet') })).toEqual({
      ...ON,
      network: 'ethereum-holesky',
    })
  })
})
