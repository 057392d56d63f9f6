/** Engines that send on a storage: from many calls at once, through crashes, and with unreliable nodes. */
import {
  answerOf,
  idempotencyRecordKey,
  recordSend,
  type Send,
  sendKey,
  type TenantId,
} from '@tallystick/core'
import { type Chains, Custody } from '@tallystick/custody'
import {
  type Caller,
  chargesFrom,
  Engine,
  type EngineOptions,
  idempotencyOf,
  reservedIndexes,
  type Storage,
  unsettledSends,
} from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { FakeNode, fakeChain, fakeChains } from '../fake-chain.js'
import { callerOf } from '../labels.js'
import { type OpenStorage, shared, using } from './using.js'

const TENANT = 'alpha' as TenantId
const ON = { tenant: TENANT, chain: 'ETH', network: 'testnet' }
const PRICE = 2
const EPOCH = '0000-01-01'

/** An engine as in another process. */
function custodyOn(storage: Storage, options: Partial<EngineOptions> = {}, chains?: Chains): Custody {
  const engine = new Engine({ ...options, storage: shared(storage) })
  return new Custody(engine, chains)
}

interface SendCall {
  readonly key?: string
  readonly fee?: number
  /** The caller has named the nonce. */
  readonly nonce?: number
  /** The process ends once the transaction is recorded. */
  readonly dies?: boolean
}

/** Sends as an operation does: in turn, recorded, delivered. @returns The transaction's id */
async function send(custody: Custody, node: FakeNode, owner: string, call: SendCall = {}): Promise<string> {
  const { engine, sends, turns } = custody
  const caller: Caller = callerOf(TENANT)
  const idempotency = call.key === undefined ? null : idempotencyOf(TENANT, call.key, 'send', {})
  const known =
    idempotency === null ? undefined : await engine.query.find(idempotencyRecordKey(TENANT, idempotency.key))
  const { txId } =
    known === undefined
      ? await turns.take({ ...ON, owner }, async () => {
          const from = { ...ON, owner }
          const nonce = call.nonce ?? Number(await turns.nextIndex(from, BigInt(node.nextNonce(owner))))
          const signed = node.sign(owner, nonce, call.fee)
          return engine.execute({
            caller,
            rule: recordSend,
            command: {
              ...ON,
              ...signed,
              fresh: call.nonce === undefined,
              signature: null,
              replaces: call.nonce !== undefined,
              apiKey: caller.apiKey,
              credits: PRICE,
            },
            price: () => 0,
            present: (output: Send) => ({ txId: output.txId }),
            idempotency,
          })
        })
      : (answerOf(known) as { txId: string })
  if (call.dies === true) return txId
  const recorded = await engine.query.find(sendKey(ON, txId))
  return sends.deliver(fakeChain(node), recorded ?? expect.fail(`${txId} is not recorded`))
}

async function charged(storage: Storage): Promise<number> {
  const charges = await chargesFrom(storage.query, TENANT, callerOf(TENANT).apiKey, EPOCH)
  return charges.reduce((sum, { credits }) => sum + credits, 0)
}

const statusOf = async (storage: Storage, txId: string) =>
  (await storage.query.find(sendKey(ON, txId)))?.status

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const ids = (owner: string, count: number) => numbers(count).map((nonce) => `${owner}:${nonce}:0`)

const PATIENCE_MS = 20_000

/** A scheduler with a manual clock. */
function handScheduler() {
  let now = Date.UTC(2030, 0, 1)
  let waiting: { run: () => void; at: number }[] = []
  return {
    clock: { now: () => now },
    scheduler: {
      soon: (run: () => void) => void setImmediate(run),
      later(run: () => void, ms: number) {
        const timer = { run, at: now + ms }
        waiting.push(timer)
        return () => {
          waiting = waiting.filter((other) => other !== timer)
        }
      },
      elapsed: () => now,
    },
    /** Advances the clock, and runs everything that is due to its end. */
    async pass(ms: number) {
      now += ms
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const { run } of due) run()
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
    },
  }
}

/** By the wall clock, because the manual clock does not make a disk faster. */
async function until(isSo: () => Promise<boolean>, pass: () => Promise<void>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
    if (await isSo()) return
    await pass()
  }
  expect.fail('it never came to be')
}

export function sendingContract(open: OpenStorage): void {
  describe('sending', () => {
    it(
      '100 at once from one owner takes 100 nonces without a gap',
      using(open, async (storage) => {
        const node = new FakeNode()
        const custody = custodyOn(storage)
        const sent = await Promise.all(numbers(100).map(() => send(custody, node, 'a')))
        expect(sent.toSorted()).toEqual(ids('a', 100).toSorted())
        node.mine()
        expect(node.minedOf('a')).toEqual(ids('a', 100))
        expect(await charged(storage)).toBe(100 * PRICE)
        await custody.close()
      }),
    )

    it(
      'from one owner by two engines takes each nonce once, and leaves no gap',
      using(open, async (storage) => {
        const node = new FakeNode()
        const processes = [custodyOn(storage), custodyOn(storage)]
        const sent = await Promise.all(
          processes.flatMap((custody) => numbers(20).map(() => send(custody, node, 'a'))),
        )
        expect(new Set(sent)).toEqual(new Set(ids('a', 40)))
        node.mine()
        expect(node.minedOf('a')).toEqual(ids('a', 40))
        for (const custody of processes) await custody.close()
      }),
    )

    it(
      'fills the gap of one that was refused, and is not stuck',
      using(open, async (storage) => {
        const node = new FakeNode()
        const custody = custodyOn(storage)
        node.answers.push('take', 'refuse', 'take')
        const outcomes = await Promise.allSettled(numbers(3).map(async () => send(custody, node, 'a')))
        expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
        expect(await charged(storage)).toBe(2 * PRICE)
        await send(custody, node, 'a')
        node.mine()
        expect(node.minedOf('a')).toHaveLength(3)
        await custody.close()
      }),
    )

    it(
      'by a process that died once it was recorded is ended by the next one, and charged once',
      using(open, async (storage) => {
        const node = new FakeNode()
        const first = custodyOn(storage)
        const txIds = [
          await send(first, node, 'a', { dies: true }),
          await send(first, node, 'a', { dies: true, key: 'key' }),
        ]
        await first.close()
        expect(node.heard).toEqual([])
        expect(await charged(storage)).toBe(0)

        const time = handScheduler()
        const second = custodyOn(storage, time, fakeChains(node))
        await until(
          async () =>
            (await Promise.all(txIds.map((txId) => statusOf(storage, txId)))).join() === 'sent,sent',
          () => time.pass(5_000),
        )
        expect(node.heard.toSorted()).toEqual(txIds.toSorted())
        expect(await charged(storage)).toBe(2 * PRICE)
        // The repeated call finds its transaction sent.
        expect(await send(second, node, 'a', { key: 'key' })).toBe(txIds[1])
        expect(node.heard).toHaveLength(2)
        expect(await charged(storage)).toBe(2 * PRICE)
        node.mine()
        await until(
          async () => (await unsettledSends(storage.query, undefined, 10)).length === 0,
          () => time.pass(600_000),
        )
        expect(await statusOf(storage, txIds[0] ?? '')).toBe('final')
        await second.close()
      }),
    )

    it(
      'not answered before the process ended is held by the next one, whatever another node says of it',
      using(open, async (storage) => {
        const node = new FakeNode()
        const first = custodyOn(storage)
        node.answers.push('stray', 'miss')
        const [taken, lost] = ids('a', 2)
        for (const [index, txId] of [taken, lost].entries()) {
          await expect(send(first, node, 'a', { key: `key ${index}` })).rejects.toMatchObject({
            code: 'broadcast.unknown',
            rejection: { detail: txId },
          })
        }
        await first.close()

        const time = handScheduler()
        const second = custodyOn(storage, time, fakeChains(node))
        node.answers.push(...numbers(9).map(() => 'decline' as const))
        await expect(send(second, node, 'a', { key: 'key 0' })).rejects.toMatchObject({
          code: 'broadcast.unknown',
        })
        await until(
          async () => (await statusOf(storage, lost ?? '')) === 'unknown',
          () => time.pass(5_000),
        )
        expect(await statusOf(storage, taken ?? '')).toBe('unknown')
        node.answers.splice(0)
        // The next transaction does not use a nonce that may be used already.
        expect(await send(second, node, 'a')).toBe('a:2:0')
        await until(
          async () => {
            node.mine()
            return (await unsettledSends(storage.query, undefined, 10)).length === 0
          },
          () => time.pass(600_000),
        )
        expect(node.minedOf('a')).toEqual(ids('a', 3))
        expect(await charged(storage)).toBe(3 * PRICE)
        await second.close()
      }),
    )

    it(
      'three in a row with one nonce holds it until none of them may be in a block, in any order',
      using(open, async (storage) => {
        const custody = custodyOn(storage)
        const orders = ['012', '021', '102', '120', '201', '210'].map((order) => [...order].map(Number))
        for (const [place, order] of orders.entries()) {
          const node = new FakeNode()
          const owner = `row ${place}`
          const row = []
          for (const fee of [0, 1, 2]) {
            const txId = await send(custody, node, owner, { fee, nonce: 0, dies: true })
            row.push((await storage.query.find(sendKey(ON, txId))) ?? expect.fail(`${txId} is not recorded`))
          }
          for (const [index, which] of order.entries()) {
            expect(await reservedIndexes(storage.query, ON, owner, 0n, 10), `${order} at ${index}`).toEqual([
              0n,
            ])
            await custody.sends.settle(row[which] ?? expect.fail('no such'), 'dead', null)
          }
          expect(await reservedIndexes(storage.query, ON, owner, 0n, 10)).toEqual([])
        }
        await custody.close()
      }),
    )

    it(
      'called again with its key builds nothing anew, whatever became of the first',
      using(open, async (storage) => {
        for (const answer of ['take', 'lose', 'miss', 'throw', 'refuse'] as const) {
          const node = new FakeNode()
          const custody = custodyOn(storage)
          const call = { key: `key ${answer}` }
          node.answers.push(answer)
          const first = await send(custody, node, answer, call).catch((error: unknown) => error)
          const again = await send(custody, node, answer, call).catch((error: unknown) => error)
          const txId = `${answer}:0:0`
          expect(new Set(node.heard)).toEqual(new Set([txId]))
          if (answer === 'take') expect([first, again]).toEqual([txId, txId])
          else if (answer === 'refuse') {
            expect([first, again]).toEqual([
              expect.objectContaining({ code: 'ethereum.broadcast.failed' }),
              expect.objectContaining({ code: 'ethereum.broadcast.failed' }),
            ])
          } else {
            expect(first).toMatchObject({ code: 'broadcast.unknown', rejection: { detail: txId } })
            expect(again).toBe(txId)
          }
          await custody.close()
        }
      }),
    )

    it(
      'twice at once with one key is one transaction',
      using(open, async (storage) => {
        const node = new FakeNode()
        const processes = [custodyOn(storage), custodyOn(storage)]
        const sent = await Promise.all(
          [...processes, ...processes].map((custody) => send(custody, node, 'a', { key: 'key' })),
        )
        expect(new Set(sent)).toEqual(new Set(['a:0:0']))
        expect(await charged(storage)).toBe(PRICE)
        for (const custody of processes) await custody.close()
      }),
    )

    it(
      'with a higher fee takes the place of the one before, and gives it back when it is refused',
      using(open, async (storage) => {
        const node = new FakeNode()
        const custody = custodyOn(storage)
        await send(custody, node, 'a', { fee: 5 })
        node.answers.push('refuse')
        await expect(send(custody, node, 'a', { fee: 4, nonce: 0 })).rejects.toMatchObject({
          code: 'ethereum.broadcast.failed',
        })
        // A node had it, so no refusal ends it.
        expect(await statusOf(storage, 'a:0:5')).toBe('sent')
        // The node only declined it for now, so either of the two may still be paid.
        await expect(send(custody, node, 'a', { fee: 3, nonce: 0 })).rejects.toMatchObject({
          code: 'broadcast.unknown',
          rejection: { detail: 'a:0:3: a node did not take it: underpriced' },
        })
        expect(await statusOf(storage, 'a:0:5')).toBe('replaced')
        expect(await send(custody, node, 'a', { fee: 6, nonce: 0 })).toBe('a:0:6')
        expect(await statusOf(storage, 'a:0:5')).toBe('replaced')
        node.mine()
        expect(node.minedOf('a')).toEqual(['a:0:6'])
        await custody.close()
      }),
    )
  })
}
