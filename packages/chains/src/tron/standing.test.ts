/** When a transaction of TRON is dead: by nodes that keep all receipts, and by those that keep some, or none. */
import type { Signed, TronHead } from '@tallystick/custody'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tronWorld } from './chain.fixture.js'
import type { TronHttp } from './http.js'
import { wouldShow } from './receipts.js'

const LIFE_MS = 600_000
const MINUTE_MS = 60_000

/** A payment that a block has or not, and payments of others before and after; then its time is over. */
async function expired({ isMined, hasOthers = true }: { isMined: boolean; hasOthers?: boolean }) {
  const world = await tronWorld()
  onTestFinished(() => world.close())
  const { chain, server } = world
  const { ledger } = server
  const [alice, other] = [world.funded('alice', 100n), world.funded('other', 100n)]
  const { address: to } = world.funded('bob', 1n)
  const signed = (by: typeof alice): Promise<Signed> =>
    world.signed({ type: 'TransferContract', owner: by.address, to, amount: 5n }, by)
  const othersPay = async () => {
    if (hasOthers) ledger.submit((await signed(other)).raw)
    ledger.grow(2)
  }
  await othersPay()
  ledger.grow(20)
  const own = await signed(alice)
  const expiration = (await chain.node.solid()).time + LIFE_MS
  await othersPay()
  if (isMined) ledger.submit(own.raw)
  ledger.grow(2)
  const height = ledger.find(own.txId)?.block.number ?? ledger.head.number
  await othersPay()
  /** Until a solid block is so much later than the expiration. */
  const grow = (afterMs: number) => {
    ledger.grow(1, expiration + afterMs)
    ledger.grow(18)
  }
  return { node: chain.node, server, own, height, grow }
}

type Kept = 'all' | 'none' | 'since' | 'before'
const KEPT: Readonly<Record<Kept, (height: number) => number>> = {
  all: () => 0,
  none: () => Number.POSITIVE_INFINITY,
  since: (height) => height + 1,
  // The first block that could have it has transactions.
  before: (height) => height - 4,
}

describe('a transaction that has expired', () => {
  it.each<[string, { isMined: boolean; hasOthers?: boolean; receipts: Kept; byId: Kept }, RegExp | string]>([
    ['is dead by a whole history that lacks it', { isMined: false, receipts: 'all', byId: 'all' }, 'dead'],
    [
      'is dead by receipts since before it was made',
      { isMined: false, receipts: 'before', byId: 'none' },
      'dead',
    ],
    [
      'is dead by blocks that have no transactions at all',
      { isMined: false, hasOthers: false, receipts: 'none', byId: 'none' },
      'dead',
    ],
    ['is confirmed by its receipt', { isMined: true, receipts: 'all', byId: 'all' }, 'confirmed'],
    [
      'is not dead by a node that keeps no receipts, and has it',
      { isMined: true, receipts: 'none', byId: 'all' },
      /is in a block.*storage\.transHistory\.switch = "on"/,
    ],
    [
      'is not dead by a node whose receipts begin later, and that has no transactions by their ids',
      { isMined: true, receipts: 'since', byId: 'since' },
      /may be in a block.*since before the transaction was made/,
    ],
    [
      'is not dead by a node that keeps none of either',
      { isMined: true, receipts: 'none', byId: 'none' },
      /may be in a block/,
    ],
    [
      'is not dead by such a node either where no block has it',
      { isMined: false, receipts: 'none', byId: 'none' },
      /may be in a block/,
    ],
  ])('%s', async (_, { receipts, byId, ...how }, outcome) => {
    const { node, server, own, height, grow } = await expired(how)
    server.receiptsFrom = KEPT[receipts](height)
    server.transactionsFrom = KEPT[byId](height)
    grow(MINUTE_MS + 1)
    const status = node.status(own)
    if (outcome instanceof RegExp) {
      await expect(status).rejects.toMatchObject({
        code: 'unsupported',
        message: expect.stringMatching(outcome),
      })
    } else expect(await status).toMatchObject({ kind: outcome })
  })

  it('is dead a minute later, because several nodes may answer under one address', async () => {
    const { node, own, grow } = await expired({ isMined: false })
    grow(1)
    expect((await node.status(own)).kind).toBe('absent')
    grow(MINUTE_MS + 1)
    expect((await node.status(own)).kind).toBe('dead')
  })
})

describe('the first block that could have it', () => {
  const HEIGHT = 70_000_000
  const EXPIRATION = 1_900_000_000_000
  const DAYS = 86_400_000
  /** The hash is the number again, behind the name of its branch. */
  const idOf = (height: number, branch = 'ab'): string =>
    `${height.toString(16).padStart(16, '0')}${branch}${height.toString(16).padStart(46, '0').slice(32)}${'0'.repeat(32)}`

  /** The first block of which the receipts are asked for: every block has a transaction. */
  async function firstAsked(reference: number, solid: TronHead, branch?: string): Promise<number> {
    const asked: number[] = []
    const node: Pick<TronHttp, 'find' | 'list'> = {
      async find(_path, { id_or_num: height }) {
        const timestamp = solid.time - (solid.height - Number(height)) * 3_000
        const header = { raw_data: { number: Number(height), timestamp } }
        return { blockID: idOf(Number(height)), block_header: header, transactions: [{}] }
      },
      async list(_path, { num }) {
        asked.push(Number(num))
        return [{}]
      },
    }
    const refBlock = {
      bytes: reference.toString(16).padStart(16, '0').slice(12),
      hash: idOf(reference, branch).slice(16, 32),
    }
    expect(await wouldShow(node as TronHttp, { refBlock, expiration: EXPIRATION }, solid)).toBe(true)
    return asked[0] ?? 0
  }

  it.each<[string, number, number, number]>([
    ['soon after', HEIGHT - 300, 0, HEIGHT - 299],
    ['where the low bits begin again', HEIGHT - (HEIGHT % 65_536) + 1, 0, HEIGHT - (HEIGHT % 65_536) + 2],
    ['long after', HEIGHT - 10 * 28_800 - 300, 10, HEIGHT - 10 * 28_800 - 299],
  ])('is behind its reference block, %s', async (_, reference, days, first) => {
    const time = EXPIRATION + days * DAYS
    expect(await firstAsked(reference, { height: HEIGHT, hash: '', time })).toBe(first)
  })

  it('is a day before it expires at the earliest: it names an older block, or none of this chain', async () => {
    const solid = { height: HEIGHT, hash: '', time: EXPIRATION }
    expect(await firstAsked(HEIGHT - 60_000, solid)).toBe(HEIGHT - 28_800)
    expect(await firstAsked(HEIGHT - 300, solid, 'cd')).toBe(HEIGHT - 28_800)
    expect(await firstAsked(3, { ...solid, height: 10 })).toBe(4)
    expect(await firstAsked(3, { ...solid, height: 10 }, 'cd')).toBe(1)
  })
})

describe('a transfer of tokens that a block has', () => {
  it.each([
    ['answers false as USDT does: its log says that it took place', { answersFalse: true }, undefined],
    ['has an event without its sender, as old tokens write it', { isUnindexed: true }, undefined],
    ['answers false, and moves nothing', { isPaused: true }, true],
    ['has no log, and has used the energy of one that moves tokens', { isSilent: true }, undefined],
  ] as const)('%s', async (_what, lies, inVain) => {
    const world = await tronWorld()
    onTestFinished(() => world.close())
    const { chain, server } = world
    const [alice, bob] = [world.funded('alice', 100n), world.funded('bob', 1n)]
    const { address: token } = world.signer('token')
    server.ledger.addToken(token, { name: 'Lies', symbol: 'LIES', decimals: 6, ...lies })
    server.ledger.fund(alice.address, 9n, { token })
    const data = chain.codec.trc20Transfer(bob.address, 5n)
    const call = {
      type: 'TriggerSmartContract',
      owner: alice.address,
      contract: token,
      data,
      value: 0n,
    } as const
    const signed = await world.signed(call, alice, 30_000_000n)
    server.ledger.submit(signed.raw)
    server.ledger.grow(25)
    const { inVain: told, ...status } = { inVain: undefined, ...(await chain.node.status(signed)) }
    expect([status, told]).toEqual([
      expect.objectContaining({ kind: 'confirmed', ok: true, final: true }),
      inVain,
    ])
  })
})
