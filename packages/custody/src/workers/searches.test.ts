/** When a search ends, whoever else names the payer, and who waits for whom. */
import { DOUBTED, type PendingSignature, type TenantId } from '@tallystick/core'
import { expect, it } from 'vitest'
import { Searches, type SearchesOptions } from './searches.js'

const T0 = 1_800_000_000_000
const SECOND = 1_000
/** Of a chain with a block each second. */
const LIFE = 150

interface World {
  /** Transactions that name the payer, in each round. */
  readonly named?: (round: number) => number
  readonly doubts?: readonly { readonly tenant: string; readonly id: string }[]
  /** How far the node that answers is behind, in blocks. */
  readonly behind?: (round: number) => number
}

const pendingOf = ({ tenant, id }: { readonly tenant: string; readonly id: string }) =>
  ({
    tenant,
    id,
    chain: 'SOL',
    network: 'mainnet',
    created: T0,
    serialized: '',
    claims: [],
    txId: null,
  }) as unknown as PendingSignature

/** Plays rounds of 15 s, and returns in which one each ended. */
async function played(
  rounds: number,
  { named = () => 0, doubts = [{ tenant: 'a', id: '1' }], behind = () => 0 }: World,
) {
  let now = T0
  let round = 0
  let next: (() => void) | undefined
  const ended = new Map<string, number>()
  const sent: { readonly txId: string; readonly slot: bigint }[] = []
  const slotNow = (): number => (now - T0) / SECOND
  const node = {
    async sentBy() {
      const slot = slotNow() - behind(round)
      const listed = sent.filter((one) => one.slot <= BigInt(slot))
      return {
        sent: listed,
        slot: BigInt(slot),
        height: BigInt(slot),
        last: BigInt(slot + LIFE),
        time: T0 + slot * SECOND,
      }
    },
    raw: async () => 'other',
  }
  const chain = {
    record: { id: 'SOL', family: 'solana' },
    node,
    codec: { outlay: () => ({ payer: 'payer' }), difference: () => 'another' },
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
      warn: (message: string) => expect.unreachable(message),
      scheduler: {
        soon: (run: () => void) => run(),
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
    for (let count = 0; count < named(round); count++)
      sent.push({ txId: `${round}:${count}`, slot: BigInt(slotNow()) })
    const run = next ?? (() => searches.start())
    next = undefined
    run()
    await expect.poll(() => next, { interval: 1 }).toBeDefined()
  }
  searches.stop()
  return ended
}

const DOUBT = { tenant: 'a' as TenantId, id: '1' }

it('ends also for a payer that others name all the time', async () => {
  const quiet = (await played(30, { doubts: [DOUBT] })).get('1')
  expect(quiet).toBeDefined()
  expect((await played(40, { doubts: [DOUBT], named: () => 400 })).get('1')).toBeGreaterThan(quiet ?? 0)
})

it('is not ended by a node that is behind', async () => {
  const quiet = (await played(30, { doubts: [DOUBT] })).get('1') ?? 0
  // More than one round compares.
  const named = (round: number) => (round === quiet ? 300 : 0)
  expect((await played(quiet + 3, { named })).get('1')).toBe(quiet + 1)
  const behind = (round: number) => (round === quiet + 1 ? 16 : 0)
  expect((await played(quiet + 3, { named, behind })).get('1')).toBe(quiet + 2)
})

it('of other tenants wait for few', async () => {
  const many = Array.from({ length: 400 }, (_, at) => ({ tenant: 'a', id: `a${1_000 + at}` }))
  const doubts = [...many, { tenant: 'b', id: 'b' }]
  const ended = await played(24, { doubts })
  expect(ended.get('b')).toBeLessThan(20)
  expect(ended.size).toBeLessThan(many.length)
})
