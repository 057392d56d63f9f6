/** How much of a mempool is looked at, told and remembered. */
import {
  type ApiKeyId,
  beginFollowing,
  observeBlock,
  type Rule,
  SIGHTINGS,
  type SubscriptionId,
  sightedObject,
  subscribe,
  type TenantId,
  unsubscribe,
  updateSubscription,
  WEBHOOKS,
} from '@tallystick/core'
import { Engine, memoryStorage } from '@tallystick/engine'
import { beforeEach, describe, expect, it } from 'vitest'
import type { InMempool } from '../ports/blocks.js'
import { NodeFault } from '../ports/chain.js'
import { MempoolWatch } from './mempools.js'

const ON = { chain: 'ETH', network: 'testnet' }
const TENANT = 'alpha' as TenantId
const KEY = 'key' as ApiKeyId
const ANNA = 'anna'
const WINDOW = 100

let engine: Engine
let commits: { readonly rule: string; readonly count: number }[]
/** The node's: all that waits, and how often each was asked for. */
let mempool: Map<string, InMempool>
let asked: string[]
/** Whoever asks for one of these, also among others, is told nothing at all. */
let withheld: Set<string>
/** What looks at one of these fails. */
let poisoned: Set<string>
/** Whoever has subscribed to what is looked at. */
let tenants: readonly TenantId[]
/** While it is looked at. */
let meanwhile: () => Promise<unknown>
let calls: number
let warned: string[]
let id: SubscriptionId

beforeEach(async () => {
  engine = new Engine({ storage: memoryStorage(), warn: () => undefined })
  commits = []
  mempool = new Map()
  asked = []
  withheld = new Set()
  poisoned = new Set()
  tenants = [TENANT]
  meanwhile = async () => undefined
  calls = 0
  warned = []
  await decide(beginFollowing, { ...ON, block: { height: 7, hash: 'seven' } })
  id = await subscribed(TENANT)
})

async function subscribed(tenant: TenantId, url = 'https://example.com'): Promise<SubscriptionId> {
  const { subscription } = await decide(subscribe, {
    ...{ tenant, apiKey: KEY, network: 'testnet', plan: 'paid', type: 'ADDRESS_TRANSACTION' },
    ...{ object: sightedObject(ON, ANNA), attr: {}, consumer: null, secret: '', url },
  })
  return subscription.id
}

function decide<Command, Output>(rule: Rule<Command, Output>, command: Command): Promise<Output> {
  return engine.execute({
    caller: { tenant: TENANT, apiKey: KEY },
    rule,
    command,
    price: () => 0,
    present: (output) => output,
    idempotency: null,
  })
}

const pays = (txId: string, address = ANNA): InMempool => ({
  movements: [{ txId, position: 0, address, asset: null, amount: 1n, from: 'ben' }],
  spends: [],
})
const sightedOf = ({ movements }: InMempool) =>
  movements.flatMap(({ txId, address }) =>
    tenants.map((tenant) => ({
      ...{ tenant, kind: 'ADDRESS_TRANSACTION' as const, object: sightedObject(ON, address), txId },
      ...{ place: `${txId}:0:in`, outputs: {}, body: JSON.stringify({ txId }) },
    })),
  )

/** As another process would. */
function watching(): MempoolWatch {
  let known = new Set<string>()
  return new MempoolWatch({
    on: ON,
    window: WINDOW,
    decimals: 18,
    engine: {
      ...{ query: engine.query, scheduler: engine.scheduler, warn: (line) => void warned.push(line) },
      execute: (call) => {
        const { glimpsed = [], glimpses = [] } = call.command as unknown as Record<string, readonly unknown[]>
        commits.push({ rule: call.rule.name, count: glimpsed.length + glimpses.length })
        return engine.execute(call)
      },
    },
    open: () => ({
      async entered() {
        const fresh = [...mempool.keys()].filter((one) => !known.has(one))
        known = new Set(mempool.keys())
        return fresh
      },
      async waiting(ids) {
        calls++
        asked.push(...ids)
        if (ids.some((one) => withheld.has(one))) throw new NodeFault('unreachable', 'It does not say')
        return new Map(ids.flatMap((one) => [[one, mempool.get(one)] as const]).filter(isThere))
      },
    }),
    observer: {
      async waiting({ movements }) {
        if (movements.some(({ txId }) => poisoned.has(txId))) throw new TypeError('It cannot be looked at')
        await meanwhile()
        const anna = movements.filter(({ address }) => address === ANNA)
        return { payments: [], sighted: sightedOf({ movements: anna, spends: [] }) }
      },
    },
  })
}
const isThere = (one: readonly [string, InMempool | undefined]): one is readonly [string, InMempool] =>
  one[1] !== undefined

const told = async (): Promise<readonly string[]> =>
  (await engine.query.list(WEBHOOKS)).map(({ body }) => JSON.parse(body).txId)

it('looks at a thousand of a long mempool at once, what has just entered first, and commits some hundreds', async () => {
  for (let count = 0; count < 100_000; count++) mempool.set(`old-${count}`, pays(`old-${count}`, 'somebody'))
  const watch = watching()
  await watch.round()
  expect(asked).toHaveLength(1_000)
  for (let count = 0; count < 900; count++) mempool.set(`new-${count}`, pays(`new-${count}`))
  asked = []
  await watch.round()
  expect(asked).toHaveLength(1_000)
  expect((await told()).toSorted()).toEqual(
    Array.from({ length: 900 }, (_, count) => `new-${count}`).toSorted(),
  )
  expect(commits.map(({ count }) => count)).toEqual([250, 250, 250, 150])
  asked = []
  for (let round = 0; round < 3; round++) await watch.round()
  expect(asked).toHaveLength(3_000)
})

it('commits less of what many hear: about a thousand webhooks', async () => {
  for (let number = 1; number < 100; number++) await subscribed(TENANT, `https://example.com/${number}`)
  for (let count = 0; count < 25; count++) mempool.set(`${count}`, pays(`${count}`))
  await watching().round()
  expect(commits.map(({ count }) => count)).toEqual([10, 10, 5])
  expect(await told()).toHaveLength(25 * 100)
})

it('is told once, however many look, and not once a block has shown it', async () => {
  mempool.set('one', pays('one')).set('two', pays('two'))
  await decide(observeBlock, {
    ...{ ...ON, revision: 1, parent: 'seven', window: WINDOW, block: { height: 8, hash: 'eight' } },
    ...{ receipts: [], made: [], spent: [], maturing: [], holdings: [], sighted: sightedOf(pays('one')) },
  })
  const [first, second] = [watching(), watching()]
  for (let round = 0; round < 2; round++) await Promise.all([first.round(), second.round()])
  expect((await told()).toSorted()).toEqual(['one', 'two'])
  mempool.delete('two')
  await first.round()
  mempool.set('two', pays('two'))
  await Promise.all([first.round(), second.round(), watching().round()])
  expect(await told()).toHaveLength(2)
})

it('tells whoever wants to hear of blocks alone nothing', async () => {
  const watch = watching()
  mempool.set('one', pays('one'))
  await watch.round()
  const onSubscription = { tenant: TENANT, id, network: 'testnet', url: 'https://example.com' } as const
  await decide(updateSubscription, { ...onSubscription, mempool: false })
  mempool.set('two', pays('two'))
  await watch.round()
  expect(await told()).toEqual(['one'])
})

it('is told to each tenant that watches, once, and to nobody who has stopped to while it was looked at', async () => {
  const beta = 'beta' as TenantId
  tenants = [TENANT, beta]
  await subscribed(beta)
  const [first, second] = [watching(), watching()]
  mempool.set('one', pays('one'))
  await Promise.all([first.round(), second.round()])
  mempool.set('two', pays('two'))
  meanwhile = () => decide(unsubscribe, { tenant: TENANT, id, network: 'testnet' }).catch(() => null)
  await Promise.all([first.round(), second.round()])
  const webhooks = await engine.query.list(WEBHOOKS)
  expect(webhooks.map(({ tenant, body }) => `${tenant} ${JSON.parse(body).txId}`).toSorted()).toEqual([
    'alpha one',
    'beta one',
    'beta two',
  ])
  // Who subscribes anew hears of what enters from now on.
  await subscribed(TENANT)
  meanwhile = async () => undefined
  mempool.set('three', pays('three'))
  await Promise.all([first.round(), second.round(), watching().round()])
  const later = (await engine.query.list(WEBHOOKS)).filter(({ body }) => JSON.parse(body).txId === 'three')
  expect(later.map(({ tenant }) => tenant).toSorted()).toEqual(tenants)
})

it('remembers what it has told for as long as it waits, and at least for a hundred blocks', async () => {
  mempool.set('waits', pays('waits')).set('leaves', pays('leaves'))
  const watch = watching()
  await watch.round()
  mempool.delete('leaves')
  const remembered = async () => (await engine.query.list(SIGHTINGS)).map(({ txId }) => txId).toSorted()
  let parent = { height: 7, hash: 'seven' }
  for (let count = 1; count <= WINDOW; count++) {
    expect(await remembered()).toEqual(['leaves', 'waits'])
    const block = { height: 7 + count, hash: `${7 + count}` }
    await decide(observeBlock, {
      ...{ ...ON, revision: count, parent: parent.hash, window: WINDOW, block },
      ...{ receipts: [], made: [], spent: [], maturing: [], holdings: [] },
    })
    parent = block
    if (count % 33 === 0) await watch.round()
  }
  await watch.round()
  expect(await remembered()).toEqual(['waits'])
  await watching().round()
  expect(await told()).toHaveLength(2)
})

describe('one that fails', () => {
  const names = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `tx-${at}`)

  it.each(['withheld', 'poisoned'] as const)('%s holds up no other, and is given up', async (how) => {
    const watch = watching()
    for (const name of names(400)) mempool.set(name, pays(name))
    ;(how === 'withheld' ? withheld : poisoned).add('tx-200')
    await watch.round()
    expect(new Set(await told())).toEqual(new Set(names(400).filter((name) => name !== 'tx-200')))
    // All, ten of 40, ten of 4, and four of 1.
    expect(calls).toBeLessThanOrEqual(32)
    for (let round = 0; round < 20; round++) {
      mempool.set(`later-${round}`, pays(`later-${round}`))
      await watch.round()
    }
    expect(await told()).toHaveLength(399 + 20)
    expect(asked.filter((one) => one === 'tx-200').length).toBeLessThan(30)
    expect(warned).toEqual([expect.stringMatching(/^The mempool of ETH testnet leaves out a transaction/)])
  })

  it('is told after all, if it was for a moment', async () => {
    const watch = watching()
    mempool.set('one', pays('one')).set('two', pays('two'))
    withheld.add('one')
    for (let round = 0; round < 5; round++) await watch.round()
    expect(await told()).toEqual(['two'])
    withheld.clear()
    await watch.round()
    expect(await told()).toEqual(['two', 'one'])
    expect(warned).toEqual([])
  })

  it('is not one of them all: a node that gives nothing is asked little, and everything is told later', async () => {
    const watch = watching()
    for (const name of names(400)) {
      mempool.set(name, pays(name))
      withheld.add(name)
    }
    for (let round = 0; round < 15; round++) await watch.round()
    expect(calls).toBe(15 * 12)
    expect(warned).toEqual(['The mempool of ETH testnet is not watched: It does not say'])
    withheld.clear()
    await watch.round()
    expect(await told()).toHaveLength(400)
  })

  it('does not keep the others from being forgotten', async () => {
    const watch = watching()
    for (const name of names(300)) mempool.set(name, pays(name))
    await watch.round()
    mempool.clear()
    withheld.add('tx-0')
    let parent = { height: 7, hash: 'seven' }
    for (let count = 1; count <= WINDOW; count++) {
      const block = { height: 7 + count, hash: `${7 + count}` }
      await decide(observeBlock, {
        ...{ ...ON, revision: count, parent: parent.hash, window: WINDOW, block },
        ...{ receipts: [], made: [], spent: [], maturing: [], holdings: [] },
      })
      parent = block
    }
    for (let round = 0; round < 8; round++) await watch.round()
    expect((await engine.query.list(SIGHTINGS)).length).toBeLessThanOrEqual(100)
  })
})
