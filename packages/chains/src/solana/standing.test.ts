/** When a node proves that no block can have a transaction. */
import { expect, it } from 'vitest'
import { accountOf, offlineSolana, signed } from './chain.fixture.js'
import { solanaNode } from './node.js'
import type { Solana } from './rpc.js'
import { standing } from './standing.js'

const FINAL = { absoluteSlot: 1_300, blockHeight: 1_200 }
const FINALIZED = { slot: 1_150, err: null, confirmationStatus: 'finalized' }

const { codec } = offlineSolana()
const [alice, bob] = [accountOf('alice'), accountOf('bob')]
/** A payment that no block above this height may have. */
const paymentUpTo = (last: number) =>
  signed(
    offlineSolana(),
    codec.build({
      transfer: { from: alice.address, to: bob.address, amount: 1n },
      lifetime: { blockhash: accountOf('a block').address, last: BigInt(last) },
      fee: 5_000n,
      salt: 7,
    }),
    [codec.signer(alice.secret)],
  )

interface Told {
  /** By each question for it. */
  readonly statuses?: readonly (object | null)[]
  /** Of the node that tells the status. */
  readonly slots?: readonly number[]
  readonly has?: (slot: number) => boolean
}

function nodeWith({ statuses = [], slots = [], has = () => true }: Told) {
  let asked = -1
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const [from, to] = params.map(Number)
    const all = Array.from({ length: 1_301 }, (_, slot) => slot).filter((slot) => slot >= 100 && has(slot))
    if (method === 'getEpochInfo') return FINAL
    if (method === 'getBlock') return { blockHeight: Number(from) - 100, blockTime: null }
    if (method === 'getBlocks') return all.filter((slot) => slot >= Number(from) && slot <= Number(to))
    if (method === 'getBlocksWithLimit') return all.filter((slot) => slot >= Number(from)).slice(0, to)
    asked++
    return { context: { slot: slots[asked] ?? FINAL.absoluteSlot }, value: [statuses[asked] ?? null] }
  }
  return { ask } as Solana
}

const dead = { kind: 'dead' }
const absent = { kind: 'absent' }

it.each([
  ['by a node that has all blocks which may have it', 1_100, {}, dead],
  ['also on a young chain', 100, {}, dead],
  ['not while a block may have it', 1_201, {}, absent],
  ['not where a block is missing', 1_100, { has: (slot: number) => slot !== 1_100 }, absent],
  ['not where the first of them is missing', 1_100, { has: (slot: number) => slot > 1_050 }, absent],
  ['not where the last of them is missing', 1_100, { has: (slot: number) => slot < 1_200 }, absent],
  [
    'not by a node that has just started, with one block',
    1_100,
    { has: (slot: number) => slot === 1_300 },
    absent,
  ],
  ['not by a node that does not know the final block', 1_100, { slots: [1_300, 1_299] }, absent],
  [
    'not by one that had not stored it yet',
    1_100,
    { statuses: [null, FINALIZED] },
    { kind: 'confirmed', final: true, height: 1_150 },
  ],
] as const)('a transaction is proven dead %s', async (_what, last, told: Told, expected) => {
  expect(await standing(nodeWith(told), paymentUpTo(last))).toMatchObject(expected)
})

// Somebody has sent it by himself, and the service has read it of a node.
it('a payment with a durable nonce is never called dead: after its block was undone, any later one may have it', async () => {
  const { raw, txId } = signed(
    offlineSolana(),
    codec.build({
      transfer: { from: alice.address, to: bob.address, amount: 1n },
      lifetime: { blockhash: accountOf('a value').address, last: 0n },
      nonce: { account: accountOf('a nonce').address, authority: alice.address },
      fee: 5_000n,
      salt: null,
    }),
    [codec.signer(alice.secret)],
  )
  const ask = async (method: string) => (method === 'getTransaction' ? { transaction: [raw] } : 1_000)
  const one = { ask, pinned: () => one } as Partial<Solana> as Solana
  const read = (await solanaNode(one).raw(txId)) ?? expect.fail('not read')
  expect(await standing(nodeWith({}), { raw: read, txId })).toEqual(absent)
})
