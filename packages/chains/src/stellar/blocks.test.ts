/** Blocks of Stellar: of the ledger in memory, and crafted ones that try to pass for value. */

import { StrKey } from '@stellar/stellar-base'
import {
  type KeySigner,
  type Movement,
  NoBlock,
  NodeFault,
  type StellarJson,
  type StellarOperation,
  type StellarTransaction,
  XLM,
} from '@tallystick/custody'
import { blocksContract } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockOf, stellarBlocks } from './blocks.js'
import { accountOf, type StellarWorld, stellarWorld } from './chain.fixture.js'
import { horizon } from './horizon.js'

let world: StellarWorld
beforeAll(async () => {
  world = await stellarWorld(1, 20_000)
})
afterAll(() => world?.close())

const muxed = (address: string, id: bigint): string => {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(id)
  return StrKey.encodeMed25519PublicKey(Buffer.concat([StrKey.decodeEd25519PublicKey(address), number]))
}

const send = async (
  from: KeySigner,
  operation: StellarOperation,
  memo: StellarTransaction['memo'] = null,
) => {
  const signed = await world.sign(from, { operation, memo, fee: '321' })
  expect(await world.chain.node.broadcast(signed)).toEqual({ kind: 'accepted' })
  return signed.txId
}
const pay = (from: KeySigner, to: string, asset: string, amount: bigint, memo?: StellarTransaction['memo']) =>
  send(from, { type: 'payment', to, asset, amount: String(amount) }, memo)

blocksContract('XLM', async () => {
  const { chain, ledger } = world
  const [issuer, holder, customer] = ['issuer', 'holder', 'customer'].map((name) =>
    world.funded(name, 1_000n),
  ) as [KeySigner, KeySigner, KeySigner]
  ledger.fee = 321n
  const late = accountOf('late').address
  const asset = `USD:${issuer.address}`
  const most = String(2n ** 63n - 1n)
  const balances = async (address: string) => {
    const { balances = [] } = ((await chain.node.accountInfo(address)) ?? {}) as { balances?: StellarJson[] }
    return balances
  }
  return {
    chain,
    watched: [issuer.address, holder.address, customer.address, late].flatMap((address) => [
      { address, asset: null },
      ...(address === issuer.address ? [] : [{ address, asset }]),
    ]),
    balance: async (address, of) => {
      if (of === null) return chain.node.balance(address)
      const line = (await balances(address)).find((one) => one['asset_code'] === 'USD')
      return BigInt(String(line?.['balance'] ?? '0').replace('.', ''))
    },
    live: async () => {
      await send(holder, { type: 'trust', asset, limit: most })
      await send(customer, { type: 'trust', asset, limit: most })
      ledger.close()
      await pay(issuer, holder.address, asset, 2n ** 63n - 1n)
      await pay(customer, holder.address, XLM, 12_345_678n, { type: 'id', value: '18446744073709551615' })
      ledger.close()
      await pay(holder, muxed(customer.address, 77n), asset, 2n ** 62n + 1n)
      await pay(customer, issuer.address, XLM, 1n)
      ledger.close()
      await send(holder, { type: 'create', to: late, amount: '20000000' })
      // Valid when it is sent, and it fails: too much.
      await pay(customer, issuer.address, asset, 2n ** 63n - 1n)
      ledger.close(2)
    },
    close: () => Promise.resolve(),
  }
})

describe('of the ledger in memory', () => {
  it('a payment is told with its memo, of the type that it has; of an M… address, with its number', async () => {
    const { chain, ledger } = world
    const shared = world.funded('shared', 10n).address
    const memos = [
      null,
      { type: 'text', value: '7' },
      { type: 'id', value: '7' },
      { type: 'text', value: '' },
      { type: 'text', value: 'a b\n' },
      { type: 'hash', value: 'ab'.repeat(32) },
    ] as const
    for (const [place, memo] of memos.entries())
      await pay(world.funded(`payer${place}`, 10n), shared, XLM, 5n, memo)
    const last = world.funded('payer', 10n)
    await pay(last, muxed(shared, 7n), XLM, 5n)
    ledger.close()
    const { height } = await chain.node.head()
    const { movements = [] } = (await chain.blocks?.block(height, new Set())) ?? {}
    const got = movements.filter(({ address }) => address === shared)
    expect(got.map(({ tag }) => tag)).toEqual([
      undefined,
      'text:7',
      'id:7',
      'text:',
      'bytes:6120620a',
      `hash:${'ab'.repeat(32)}`,
      'id:7',
    ])
    expect('tag' in (got[0] ?? {})).toBe(false)
    expect(
      got.every(({ position, amount, asset }) => position === 1_000_001 && amount === 5n && asset === null),
    ).toBe(true)
    expect(got.at(-1)?.from).toBe(last.address)
    const gave = movements.filter(({ address }) => address === last.address)
    expect(gave.map(({ position, amount, from }) => [position, amount, from])).toEqual([
      [0, -321n, null],
      [1_000_002, -5n, null],
    ])
  })

  it('a node that is behind has nothing yet; one that has lost an old ledger is at fault', async () => {
    const { chain, server } = world
    const { height } = await chain.node.head()
    server.lag = 1
    expect(await chain.blocks?.block(height, new Set())).toBeUndefined()
    server.lag = 0
    const { blocks } = chain
    await expect(blocks?.block(1, new Set())).rejects.toThrow(NoBlock)
    await expect(blocks?.header(1)).rejects.toThrow(NoBlock)
  })
})

const [SENDER = '', CUSTOMER = '', ISSUER = ''] = ['sender', 'customer', 'issuer'].map(
  (name) => accountOf(name).address,
)
const ID = 'ab'.repeat(32)
const USD = `USD:${ISSUER}`
const TOKEN = (9n << 32n) + (1n << 12n)
const paid = { txId: ID, position: 0, address: SENDER, asset: null, amount: -100n, from: null }
const native = { asset_type: 'native' }
const usd = { asset_type: 'credit_alphanum4', asset_code: 'USD', asset_issuer: ISSUER }

const transaction = (changes: StellarJson = {}) => ({
  hash: ID,
  paging_token: String(TOKEN),
  successful: true,
  source_account: SENDER,
  fee_account: SENDER,
  fee_charged: '100',
  memo_type: 'none',
  ...changes,
})
/** Of the first operation, in this order. */
const effect = (type: string, account: string, more: StellarJson): StellarJson => ({ type, account, ...more })

function read(
  effects: readonly StellarJson[],
  changes: StellarJson = {},
  counted: StellarJson = {},
): readonly Movement[] {
  const ledger = {
    sequence: 9,
    hash: ID,
    prev_hash: ID,
    closed_at: '2026-01-02T03:04:05Z',
    successful_transaction_count: 1,
    failed_transaction_count: 0,
    ...counted,
  }
  const placed = effects.map((one, place) => ({ paging_token: `${TOKEN + 1n}-${place + 1}`, ...one }))
  return blockOf({ ledger, transactions: [transaction(changes)], effects: placed }, 9, new Set([USD]))
    .movements
}

/** Of a node without any ledger. */
const empty = () =>
  stellarBlocks(
    horizon({
      get: () => Promise.resolve({ _embedded: { records: [] } }),
      post: () => Promise.reject(new TypeError('nothing is sent')),
    }),
  )

describe('crafted', () => {
  const at = { txId: ID, position: 1_000_001, address: CUSTOMER, from: SENDER }

  it('an asset is its code and its issuer', () => {
    const forged = { ...usd, asset_issuer: SENDER }
    const other = { ...usd, asset_code: 'USDC' }
    expect(
      read(
        [forged, other].map((asset) =>
          effect('account_credited', CUSTOMER, { ...asset, amount: '5.0000000' }),
        ),
      ),
    ).toEqual([paid])
    expect(read([effect('account_credited', CUSTOMER, { ...usd, amount: '922337203685.4775807' })])).toEqual([
      paid,
      { ...at, asset: USD, amount: 2n ** 63n - 1n },
    ])
  })

  it('a path payment is what arrived, and what its trades were is not told', () => {
    const movements = read([
      effect('account_credited', CUSTOMER, { ...usd, amount: '0.0000003' }),
      effect('account_debited', SENDER, { ...native, amount: '900.0000000' }),
      effect('trade', CUSTOMER, { sold_amount: '1.0', bought_amount: '900.0', bought_asset_type: 'native' }),
    ])
    expect(movements).toEqual([
      paid,
      { ...at, asset: USD, amount: 3n },
      { txId: ID, position: 1_000_002, address: SENDER, asset: null, amount: -9_000_000_000n, from: null },
    ])
  })

  it('a balance that may be claimed is nobody’s yet; claimed, it is', () => {
    const created = [
      effect('claimable_balance_created', SENDER, { asset: 'native', amount: '7.0000000' }),
      effect('claimable_balance_claimant_created', CUSTOMER, { asset: 'native', amount: '7.0000000' }),
      effect('account_debited', SENDER, { ...native, amount: '7.0000000' }),
    ]
    expect(read(created).filter(({ address }) => address === CUSTOMER)).toEqual([])
    const claimed = [
      effect('claimable_balance_claimed', CUSTOMER, { asset: 'native', amount: '7.0000000' }),
      effect('account_credited', CUSTOMER, { ...native, amount: '7.0000000' }),
    ]
    expect(read(claimed)).toEqual([paid, { ...at, position: 1_000_002, asset: null, amount: 70_000_000n }])
  })

  it('several payments in a transaction, with one memo, are several', () => {
    const credit = effect('account_credited', CUSTOMER, { ...native, amount: '1.0000000' })
    const second = { ...credit, paging_token: `${TOKEN + 2n}-1` }
    const third = { ...credit, paging_token: `${TOKEN + 100n}-2` }
    expect(read([credit, second, third], { memo_type: 'id', memo: '5' }).slice(1)).toMatchObject([
      { position: 1_000_001, tag: 'id:5' },
      { position: 2_000_001, tag: 'id:5' },
      { position: 100_000_002, tag: 'id:5' },
    ])
  })

  it.each<[string, StellarJson, string | undefined]>([
    ['007 as text', { memo_type: 'text', memo: '007' }, 'text:007'],
    ['7 as an id', { memo_type: 'id', memo: '7' }, 'id:7'],
    ['no text', { memo_type: 'text' }, 'text:'],
    ['bytes that are no text', { memo_type: 'text', memo: '\uFFFDa', memo_bytes: '/2E=' }, 'bytes:ff61'],
    ['a zero in it', { memo_type: 'text', memo: 'a\0', memo_bytes: 'YQA=' }, 'bytes:6100'],
    [
      'a hash',
      { memo_type: 'hash', memo: Buffer.alloc(32, 0xcd).toString('base64') },
      `hash:${'cd'.repeat(32)}`,
    ],
    [
      'a hash of return',
      { memo_type: 'return', memo: Buffer.alloc(32, 1).toString('base64') },
      `return:${'01'.repeat(32)}`,
    ],
    ['none', { memo_type: 'none' }, undefined],
  ])('a memo is of its type: %s', (_what, memo, tag) => {
    const [, got] = read([effect('account_credited', CUSTOMER, { ...native, amount: '1.0000000' })], memo)
    expect(got?.tag).toBe(tag)
  })

  it('one that failed pays its fee, and has no effects', () => {
    const counted = { successful_transaction_count: 0, failed_transaction_count: 1 }
    expect(read([], { successful: false }, counted)).toEqual([paid])
    const credit = effect('account_credited', CUSTOMER, { ...native, amount: '1.0000000' })
    expect(() => read([credit], { successful: false }, counted)).toThrow(NodeFault)
    expect(() => read([{ ...credit, paging_token: `${TOKEN + 4_097n}-1` }])).toThrow(NodeFault)
  })

  it.each([{ successful_transaction_count: 2 }, { failed_transaction_count: 1 }, { sequence: 8 }])(
    'a ledger that says otherwise is a fault: %j',
    (counted) => {
      expect(() => read([], {}, counted)).toThrow(NodeFault)
    },
  )

  it.each([0n, 7n, 2n ** 64n - 1n])(
    'the customer in an address M… counts, whatever memo is beside it: %s',
    (id) => {
      // As Horizon writes it: 0 is left out.
      const numbered = id === 0n ? {} : { account_muxed_id: String(id) }
      const credit = { ...native, amount: '1.0000000', account_muxed: muxed(CUSTOMER, id), ...numbered }
      for (const memo of [
        { memo_type: 'id', memo: '5' },
        { memo_type: 'text', memo: 'other' },
      ]) {
        const [, got] = read([effect('account_credited', CUSTOMER, credit)], memo)
        expect(got?.tag).toBe(`id:${id}`)
      }
    },
  )

  it.each(['', 'M', CUSTOMER, 7])('an address M… that is none is a fault: %s', (account_muxed) => {
    const credit = { ...native, amount: '1.0000000', account_muxed }
    expect(() => read([effect('account_credited', CUSTOMER, credit)])).toThrow(NodeFault)
  })

  it('all pages of a ledger are read', async () => {
    const token = (place: number): string => String((9n << 32n) + (BigInt(place) << 12n))
    const transactions = Array.from({ length: 401 }, (_, place) =>
      transaction({ paging_token: token(place + 1) }),
    )
    const effects = transactions.map((one) => ({
      ...effect('account_credited', CUSTOMER, { ...native, amount: '0.0000001' }),
      paging_token: `${BigInt(String(one.paging_token)) + 1n}-1`,
    }))
    const ledger = {
      sequence: 9,
      hash: ID,
      prev_hash: ID,
      closed_at: '2026-01-02T03:04:05Z',
      successful_transaction_count: 401,
      failed_transaction_count: 0,
    }
    const get = async (path: string): Promise<unknown> => {
      const { pathname, searchParams } = new URL(path, 'http://horizon')
      if (pathname === '/ledgers/9') return ledger
      const all: readonly StellarJson[] = pathname.endsWith('effects') ? effects : transactions
      const start = all.findIndex((one) => one['paging_token'] === searchParams.get('cursor')) + 1
      return { _embedded: { records: all.slice(start, start + Number(searchParams.get('limit'))) } }
    }
    const blocks = stellarBlocks(
      horizon({ get, post: () => Promise.reject(new TypeError('nothing is sent')) }),
    )
    const block = await blocks.block(9, new Set())
    expect(block?.movements.filter(({ address }) => address === CUSTOMER)).toHaveLength(401)
  })

  it.each([
    ['text:7', '7'],
    ['id:18446744073709551615', '18446744073709551615'],
    ['id:0', '0'],
    ['text:007', 'text:007'],
    ['text:7 ', 'text:7 '],
    ['text:id:7', 'text:id:7'],
    ['hash:7', 'hash:7'],
    ['', ''],
  ])('the memo %s pays to the tag %s', (memo, tag) => {
    expect(empty().depositTag?.(memo)).toBe(tag)
  })

  it('a node without any ledger is at fault', async () => {
    await expect(empty().head()).rejects.toThrow(NodeFault)
  })
})
