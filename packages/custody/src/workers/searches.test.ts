/** When a search ends, whoever else names the payer, and who waits for whom. */
import { DOUBTED, type PendingSignature } from '@tallystick/core'
import { describe, expect, it } from 'vitest'
import { NodeFault } from '../ports/chain.js'
import { Searches, type SearchesOptions } from './searches.js'

const T0 = 1_800_000_000_000
const SECOND = 1_000
/** Of a chain with a block each second. */
const LIFE = 150

interface Asked {
  readonly tenant: string
  readonly id: string
  readonly payer?: string
  readonly created?: number
}

interface World {
  /** Transactions that name each payer, in each round. */
  readonly named?: (round: number) => number
  readonly doubts?: readonly Asked[]
  /** How far the node that answers is behind, in blocks. */
  readonly behind?: (round: number) => number
  /** The node lists only those since then. */
  readonly since?: number
  /** Of each list. */
  readonly pages?: number
  /** What the node does not do, of a payer's list or of a transaction. */
  readonly lacks?: (what: string, round: number) => 'unreachable' | 'nothing' | 'an answer' | null
}

const pendingOf = ({ tenant, id, payer = 'payer', created = T0 }: Asked) =>
  ({
    ...{ tenant, id, chain: 'SOL', network: 'mainnet', created },
    ...{ serialized: payer, claims: [], txId: null },
  }) as unknown as PendingSignature

/** Plays rounds of 15 s. */
async function played(
  rounds: number,
  {
    named = () => 0,
    doubts = [{ tenant: 'a', id: '1' }],
    behind = () => 0,
    since = 0,
    pages = 1,
    lacks = () => null,
  }: World,
) {
  let now = T0
  let round = 0
  let next: (() => void) | undefined
  /** In which round each has ended. */
  const ended = new Map<string, number>()
  /** What the node was asked in each round: a payer's list, or a transaction. */
  const asked: string[][] = []
  const warnings: string[] = []
  const sent: { readonly txId: string; readonly slot: bigint; readonly time: number }[] = []
  const slotNow = (): number => (now - T0) / SECOND
  const answer = async (what: string): Promise<boolean> => {
    asked[round]?.push(what)
    const lack = lacks(what, round)
    if (lack === 'unreachable') throw new NodeFault(lack, 'host')
    if (lack === 'an answer') await new Promise(() => undefined)
    return lack !== 'nothing'
  }
  const node = {
    head: async () => ({ height: 0, hash: '' }),
    async sentBy(payer: string, from: number) {
      await answer(payer)
      const slot = slotNow() - behind(round)
      return {
        sent: sent.filter((one) => one.slot <= BigInt(slot) && one.time >= Math.max(from, since)),
        slot: BigInt(slot),
        height: BigInt(slot),
        last: BigInt(slot + LIFE),
        time: T0 + slot * SECOND,
        ...{ since: Math.max(from, since), lack: 'it keeps too little', pages },
      }
    },
    raw: async (txId: string) => ((await answer(txId)) ? 'other' : undefined),
  }
  const chain = {
    record: { id: 'SOL', family: 'solana' },
    node,
    codec: { outlay: (payer: string) => ({ payer }), difference: () => 'another' },
  }
  const list = async (_: unknown, { after = '', limit }: { after?: string; limit: number }) =>
    doubts
      .filter(({ id }) => id > after && !ended.has(id))
      .slice(0, limit)
      .map((one) => ({ ...pendingOf(one), notBefore: DOUBTED + T0 }))
  const options = {
    chains: { chain: async () => chain },
    pipeline: {
      renew: async (_: unknown, { id }: PendingSignature) => void ended.set(id, round),
    },
    engine: {
      query: { list },
      now: () => now,
      warn: (message: string) => warnings.push(message),
      scheduler: {
        soon: (run: () => void) => void setImmediate(run),
        elapsed: () => now,
        later: (run: () => void) => {
          next = run
          return () => undefined
        },
      },
    },
  } as unknown as SearchesOptions
  const searches = new Searches(options)
  for (round = 1; round <= rounds; round++) {
    now += 15 * SECOND
    asked[round] = []
    for (let count = 0; count < named(round); count++)
      sent.push({ txId: `${round}:${count}`, slot: BigInt(slotNow()), time: now })
    const run = next ?? (() => searches.start())
    next = undefined
    run()
    // A round that waits for an answer for ever does not end.
    const isStuck = (): true | undefined =>
      (asked[round] ?? []).some((what) => lacks(what, round) === 'an answer') &&
      asked[round]?.includes('another')
        ? true
        : undefined
    await expect.poll(() => next ?? isStuck(), { interval: 1 }).toBeDefined()
  }
  searches.stop()
  return { ended, asked, warnings }
}

const many = (count: number, of: Partial<Asked> | ((at: number) => Partial<Asked>) = {}): readonly Asked[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ tenant: 'a', id: `a${1_000 + at}` },
    ...(typeof of === 'function' ? of(at) : of),
  }))
const OTHER: Asked = { tenant: 'b', id: 'b', payer: 'another' }
/** In which rounds the node was asked. */
const roundsOf = (asked: readonly (readonly string[])[], what: string): readonly number[] =>
  asked.flatMap((all, round) => (all.includes(what) ? [round] : []))

describe('the search for what a signer may have sent', () => {
  it('ends also for a payer that others name all the time', async () => {
    const quiet = (await played(30, {})).ended.get('1')
    expect(quiet).toBeDefined()
    const { ended, warnings } = await played(40, { named: () => 400 })
    expect(ended.get('1')).toBeGreaterThan(quiet ?? 0)
    expect(warnings).toEqual([])
  })

  it('is not ended by a node that is behind', async () => {
    const quiet = (await played(30, {})).ended.get('1') ?? 0
    // More than one round compares.
    const named = (round: number) => (round === quiet ? 300 : 0)
    expect((await played(quiet + 3, { named })).ended.get('1')).toBe(quiet + 1)
    const behind = (round: number) => (round === quiet + 1 ? 16 : 0)
    expect((await played(quiet + 3, { named, behind })).ended.get('1')).toBe(quiet + 2)
  })

  it('of other tenants wait for few', async () => {
    const doubts = [...many(400), OTHER]
    const { ended } = await played(24, { doubts })
    expect(ended.get('b')).toBeLessThan(20)
    expect(ended.size).toBeLessThan(doubts.length - 1)
  })

  it('asks once for all that have the same payer, and compares a transaction with all of them', async () => {
    const { ended, asked } = await played(24, { doubts: many(16), named: () => 20 })
    for (const all of asked.slice(1)) expect(new Set(all).size).toBe(all.length)
    expect(ended.size).toBe(16)
  })

  it('makes a limited number of requests for a tenant in a round, and comes to each of its payers', async () => {
    const doubts = [...many(16, (at) => ({ payer: `payer ${at}` })), OTHER]
    const { asked } = await played(8, { doubts, pages: 100 })
    for (const all of asked.slice(1)) expect(all).toHaveLength(4)
    for (const { payer = '' } of doubts) expect(roundsOf(asked, payer)).not.toEqual([])
  })

  it('does not wait for a node that does not answer another tenant', async () => {
    const doubts = [...many(3, { payer: 'slow' }), OTHER]
    const lacks = (what: string) => (what === 'slow' ? ('an answer' as const) : null)
    const { asked } = await played(1, { doubts, lacks })
    expect(asked[1]?.toSorted()).toEqual(['another', 'slow'])
  })

  it.each(['unreachable', 'nothing'] as const)(
    'asks ever more rarely for what fails (%s), and goes on with the others',
    async (lack) => {
      const doubts = [...many(3, { payer: 'bad' }), ...many(1, { id: 'a2', payer: 'good' }), OTHER]
      const bad = lack === 'unreachable' ? 'bad' : '1:0'
      const lacks = (what: string, round: number) => (what === bad && round < 70 ? lack : null)
      const named = (round: number) => (lack === 'nothing' && round === 1 ? 1 : 0)
      // Here the list of each payer is the same.
      const shown = lack === 'nothing' ? doubts.slice(0, 3) : doubts
      const { ended, asked, warnings } = await played(90, { doubts: shown, lacks, named })
      const rounds = roundsOf(asked, bad)
      expect(rounds.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 32, 64])
      expect(warnings).toHaveLength(3)
      expect(ended.size).toBe(lack === 'unreachable' ? 2 : 0)
    },
  )

  it('ends for a younger one though the node lists too little for an older one of its payer', async () => {
    const doubts = [
      { tenant: 'a', id: '1', created: T0 - 1_000 * SECOND },
      { tenant: 'a', id: '2' },
    ]
    const { ended, warnings } = await played(24, { doubts, since: T0 - 100 * SECOND })
    expect([...ended.keys()]).toEqual(['2'])
    expect(warnings).toEqual([expect.stringMatching(/1 was sent.*SOL mainnet: it keeps too little/)])
  })

  it('does not look at what was signed before it was asked for, though an older one of its payer does', async () => {
    const doubts = [
      { tenant: 'a', id: '1' },
      { tenant: 'a', id: '2', created: T0 + 300 * SECOND },
    ]
    const lacks = (what: string) => (what === '1:0' ? ('nothing' as const) : null)
    const { ended } = await played(60, { doubts, lacks, named: (round) => (round === 1 ? 1 : 0) })
    expect([...ended.keys()]).toEqual(['2'])
  })
})
