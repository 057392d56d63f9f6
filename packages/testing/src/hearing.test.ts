/** Blocks that many hear of: what is told is told in commits of about a thousand webhooks, each once. */
import {
  type ApiKeyId,
  type Change,
  cursorKey,
  DEPOSITS,
  type SubscriptionType,
  sightedObject,
  subscribe,
  WEBHOOKS,
} from '@tallystick/core'
import { Depths } from '@tallystick/custody'
import { Engine, memoryStorage, type Storage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { DEPTH, ON, TENANT, Watched } from './contract/following.js'
import { shared } from './contract/using.js'

const HEARERS = 100
const PAYMENTS = 25
/** What one commit may tell, and one block's last payment more. */
const MOST = 1_000
const DEPTHS = new Depths(DEPTH)
const PENDING = 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'
const INCOMING = 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'

/** @param onUnit Called with the changes of each unit of work. @returns Also the number of webhooks of each */
function counting(onUnit: (changes: readonly Change[]) => void = () => undefined) {
  const inner = memoryStorage()
  const units: number[] = []
  const transact: Storage['transact'] = (keys, decide, patienceMs) =>
    inner.transact(
      keys,
      (view) => {
        const decided = decide(view)
        units.push(view.changes.filter(({ type }) => type === 'webhook.queued').length)
        onUnit(view.changes)
        return decided
      },
      patienceMs,
    )
  const storage: Storage = { ...inner, query: inner.query, transact }
  return { storage, units }
}

async function hear(storage: Storage, type: SubscriptionType, object: string): Promise<void> {
  const engine = new Engine({ storage: shared(storage) })
  const apiKey = 'key' as ApiKeyId
  const asked = { tenant: TENANT, apiKey, network: 'testnet', plan: 'paid', type, object, attr: {} } as const
  const subscribed = Array.from({ length: HEARERS }, (_, number) =>
    engine.execute({
      caller: { tenant: TENANT, apiKey },
      rule: subscribe,
      command: { ...asked, consumer: null, secret: '', url: `https://example.com/${number}` },
      price: () => 0,
      present: () => null,
      idempotency: null,
    }),
  )
  await Promise.all(subscribed)
  await engine.close()
}

/** How often each body was told, by what it tells. */
async function told(storage: Storage, type: SubscriptionType): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const webhook of await storage.query.list(WEBHOOKS, { where: { tenant: TENANT } })) {
    if (webhook.type !== type) continue
    const { txId, reorg = false } = JSON.parse(webhook.body)
    const name = `${txId}${reorg ? ' reorg' : ''}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

it('deposits are recorded, credited and undone in parts, also if the chain comes back in the middle', async () => {
  let isOver = () => {}
  const { storage, units } = counting((changes) => {
    if (changes.some((change) => change.type === 'deposit.updated' && change.deposit.status === 'Failed'))
      isOver()
  })
  const watched = new Watched(storage)
  await watched.open('A')
  const account = String(watched.accounts.get('A'))
  await hear(storage, PENDING, account)
  await hear(storage, INCOMING, account)
  const { chain } = watched
  const paid = Array.from({ length: PAYMENTS }, () => watched.pay('A', 1n))
  chain.mine(paid)
  for (let count = 1; count < DEPTH; count++) chain.mine()
  await watched.follower().round()
  expect(Math.max(...units)).toBeLessThanOrEqual(MOST)
  expect([await watched.balance('A'), await watched.entered()]).toEqual([`${PAYMENTS}`, `${PAYMENTS}`])
  const once = Object.fromEntries(paid.map(({ txId }) => [txId, HEARERS]))
  for (const type of [PENDING, INCOMING] as const) expect(await told(storage, type)).toEqual(once)

  const back = chain.saved()
  chain.undo(DEPTH)
  for (let count = 0; count <= DEPTH; count++) chain.mine()
  const one = watched.follower()
  // It ends after the first part of the block with the payments.
  isOver = () => one.stop()
  await one.round()
  isOver = () => {}
  const { query } = storage
  expect(await query.find(cursorKey(ON))).toMatchObject({ height: 1, unfinished: true })
  back()
  chain.mine()
  await watched.follower().round()
  expect([await watched.balance('A'), await watched.entered()]).toEqual([`${PAYMENTS}`, `${PAYMENTS}`])
  expect((await query.list(DEPOSITS, { where: { tenant: TENANT } })).map(({ status }) => status)).toEqual(
    paid.map(() => 'Done'),
  )

  chain.undo(chain.height)
  for (let count = 0; count < 3 * DEPTH; count++) chain.mine()
  await watched.follower().round()
  expect([await watched.balance('A'), await watched.entered()]).toEqual(['0', '0'])
  expect(Math.max(...units)).toBeLessThanOrEqual(MOST)
  await watched.end()
})

it('sightings are recorded and undone in parts, and told once', async () => {
  const { storage, units } = counting()
  const watched = new Watched(storage)
  const { chain } = watched
  await watched.open('A')
  await hear(storage, 'ADDRESS_TRANSACTION', sightedObject(ON, 'X'))
  const follower = watched.follower(0, 'evm', DEPTHS)
  await follower.round()
  const paid = Array.from({ length: PAYMENTS }, () => ({ ...watched.pay('X', 1n), from: 'Y' }))
  chain.mine(paid)
  await follower.round()
  const once = Object.fromEntries(paid.map(({ txId }) => [txId, HEARERS]))
  expect(await told(storage, 'ADDRESS_TRANSACTION')).toEqual(once)
  chain.undo(1)
  chain.mine()
  chain.mine()
  await follower.round()
  const undone = Object.fromEntries(paid.map(({ txId }) => [`${txId} reorg`, HEARERS]))
  expect(await told(storage, 'ADDRESS_TRANSACTION')).toEqual({ ...once, ...undone })
  expect(Math.max(...units)).toBeLessThanOrEqual(MOST)
  await watched.end()
})
