/**
 * Every operation that sends on a chain, or has something signed, is repeated: at once on two engines of one ledger, and on
 * one of them while the other has committed and does not know it. With an idempotency key there is one effect, and one
 * answer. Without one, each call that is answered has an effect of its own, and no reservation is given to two.
 *
 * `FC_SEED` replays a run.
 */
import { isOver } from '@tallystick/core'
import { chainCatalogue, operations } from '@tallystick/operations'
import { chooseSeed, partOf, quickOrFull } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Args, type Calls, CHAINS, chainOf, openSite, type Site, startNodes } from './repeats.fixture.js'
import { reopen, storages } from './storages.fixture.js'

/** They make a currency, which one call can. */
const ASSETS = new Set(['xrpAssetOffchain', 'xlmAssetOffchain'])

/** A pass-through is the node's to answer. */
const sending = operations.filter(
  (operation) =>
    operation.kind === 'command' &&
    operation.stream === null &&
    Object.hasOwn(chainCatalogue, operation.id) &&
    CHAINS.has(chainOf(operation)),
)

const seed = chooseSeed()
let nodes: Awaited<ReturnType<typeof startNodes>>
beforeAll(async () => {
  nodes = await startNodes()
}, 120_000)
afterAll(async () => {
  for (const node of nodes.values()) await node.close()
})

/** A transaction that is recorded and that no node has taken yet is one effect too. */
const WAITS = 'refused: broadcast.unknown'

/** What a call answers; of a refusal, its code. */
function answerOf(calls: Calls, id: string, args: Args, key?: string): Promise<unknown> {
  const options = key === undefined ? {} : { idempotencyKey: key }
  const asked = calls[id]?.(args, options) ?? Promise.reject(new TypeError(`no operation ${id}`))
  return asked.catch((error: unknown) => `refused: ${Reflect.get(Object(error), 'code') ?? error}`)
}

interface Outcome {
  readonly answers: readonly unknown[]
  /** Ids of the transactions and pending signatures that there are since. */
  readonly made: readonly string[]
}

describe.each(storages.filter(({ name }) => name === 'SQLite' || name === 'PostgreSQL'))(
  'on $name',
  ({ name, open }) => {
    const some = partOf(`repeated operations on ${name}`, sending, {
      // On PostgreSQL calls take twice as long.
      of: quickOrFull(name === 'SQLite' ? 16 : 32, 1),
      seed,
    })
    let site: Site
    beforeAll(async () => {
      const storage = await open()
      site = await openSite(nodes, [storage, await reopen(storage)])
    }, 120_000)
    afterAll(() => site.close())

    async function outcomeOf(work: () => Promise<readonly unknown[]>): Promise<Outcome> {
      const before = await site.made()
      const answers = await work()
      const made = [...(await site.made())].filter((id) => !before.has(id))
      // What waits for a signature holds up withdrawals of its wallet, and what has a later sequence.
      const waiting = new Set(answers.flatMap((answer) => Object(answer).signatureId ?? []))
      for (const id of waiting) await answerOf(site.first, 'deletePendingTransactionToSign', { id })
      return { answers, made }
    }

    const both = (id: string, args: Args, key?: string) =>
      Promise.all([site.first, site.second].map((calls) => answerOf(calls, id, args, key)))

    /** The first engine freezes once it has committed, the second one is asked the same, and the first one goes on. */
    async function frozen(id: string, args: Args, key: string): Promise<readonly unknown[]> {
      const committed = site.process.freeze()
      const early = answerOf(site.first, id, args, key)
      await Promise.race([committed, early])
      const late = await answerOf(site.second, id, args, key)
      site.process.thaw()
      return [await early, late]
    }

    const isRefused = (answer: unknown): boolean => String(answer).startsWith('refused: ') && answer !== WAITS

    test.each(some)('$id', async (operation) => {
      const { id } = operation
      const isMade = !ASSETS.has(id)
      // Its bytes are those of the example: one transaction, whoever asks.
      const isGiven = operation.body?.properties['txData'] !== undefined
      const args = await site.argsOf(operation)
      const keyed = await outcomeOf(() => both(id, args, id))
      const again = await outcomeOf(() => both(id, args, id))
      expect(keyed.answers.filter(isRefused)).toEqual([])
      expect(keyed.made).toHaveLength(isMade ? 1 : 0)
      expect(new Set([...keyed.answers, ...again.answers].map((one) => JSON.stringify(one))).size).toBe(1)
      expect(again.made).toEqual([])

      const late = await outcomeOf(async () => frozen(id, await site.argsOf(operation), `${id} frozen`))
      expect(late.answers[0]).toEqual(late.answers[1])
      expect(late.made).toHaveLength(late.answers.some(isRefused) || isGiven || !isMade ? 0 : 1)

      const own = await site.argsOf(operation)
      const free = await outcomeOf(() => both(id, own))
      const effects = free.answers.filter((answer) => !isRefused(answer))
      expect(free.made).toHaveLength(isGiven || !isMade ? 0 : effects.length)
      const ids = effects.filter((answer) => answer !== WAITS).map((answer) => JSON.stringify(answer))
      if (!isGiven && isMade) expect(new Set(ids).size).toBe(ids.length)
      await site.settle(chainOf(operation))
    })

    test('no reservation was given to two', async () => {
      const alive = (await site.sends()).filter((send) => !isOver(send) && send.status !== 'replaced')
      const claims = alive.flatMap(({ chain, claims: own }) =>
        own.map(({ owner, index }) => `${chain} ${owner} ${index}`),
      )
      expect(claims).toHaveLength(new Set(claims).size)
    })

    test('each transaction that is called sent is known to its node with its next blocks, or over', async () => {
      const missing = async () => {
        const absent: string[] = []
        for (const send of await site.sends()) {
          const { chain, txId, status } = send
          const { node } = await site.chain(chain)
          if (status !== 'sent' || (await node.status(send)).kind !== 'absent') continue
          absent.push(`${chain} ${txId}`)
          // Nodes of Stellar do not show what waits for a ledger, and a ledger takes one transaction of an account.
          await site.settle(chain)
        }
        return absent
      }
      await expect.poll(missing, { timeout: 30_000 }).toEqual([])
    })
  },
)
