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
  updateSubscription,
  WEBHOOKS,
} from '@tallystick/core'
import { Engine, memoryStorage } from '@tallystick/engine'
import { beforeEach, expect, it } from 'vitest'
import type { InMempool } from '../ports/blocks.js'
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
let id: SubscriptionId

beforeEach(async () => {
  engine = new Engine({ storage: memoryStorage(), warn: () => undefined })
  commits = []
  mempool = new Map()
  asked = []
  await decide(beginFollowing, { ...ON, block: { height: 7, hash: 'seven' } })
  const { subscription } = await decide(subscribe, {
    ...{ tenant: TENANT, apiKey: KEY, network: 'testnet', plan: 'paid', type: 'ADDRESS_TRANSACTION' },
    ...{ object: sightedObject(ON, ANNA), attr: {}, consumer: null, secret: '', url: 'https://example.com' },
  })
  id = subscription.id
})

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
  movements.map(({ txId, address }) => ({
    ...{ tenant: TENANT, kind: 'ADDRESS_TRANSACTION' as const, object: sightedObject(ON, address), txId },
    ...{ place: `${txId}:0:in`, outputs: {}, body: JSON.stringify({ txId }) },
  }))

/** As another process would. */
function watching(): MempoolWatch {
  let known = new Set<string>()
  return new MempoolWatch({
    on: ON,
    window: WINDOW,
    decimals: 18,
    engine: {
      ...{ query: engine.query, scheduler: engine.scheduler, warn: expect.fail },
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
        asked.push(...ids)
        return new Map(ids.flatMap((one) => [[one, mempool.get(one)] as const]).filter(isThere))
      },
    }),
    observer: {
      waiting: async ({ movements }) => ({
        payments: [],
        sighted: sightedOf({ movements: movements.filter(({ address }) => address === ANNA), spends: [] }),
      }),
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
