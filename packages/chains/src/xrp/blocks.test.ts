/** Blocks of the XRP Ledger: of the ledger in memory, and crafted ones that try to pass for value. */
import { type Movement, NoBlock, NodeFault, XRP_ASSET_SCALE, type XrpJson } from '@tallystick/custody'
import { blocksContract } from '@tallystick/testing'
import { LSF_DEFAULT_RIPPLE } from '@tallystick/testing/simulated'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockOf, xrpBlocks } from './blocks.js'
import { accountOf, type XrpWorld, xrpWorld } from './chain.fixture.js'
import { rippled } from './rpc.js'

const UNIT = 10n ** BigInt(XRP_ASSET_SCALE)

let world: XrpWorld
beforeAll(async () => {
  world = await xrpWorld()
})
afterAll(() => world?.close())

blocksContract('XRP', async () => {
  const { chain } = world
  const ledger = world.server.ledger
  const [issuer, holder, customer] = [
    await world.funded('issuer', 100n),
    await world.funded('holder', 100n),
    await world.funded('customer', 100n),
  ]
  const at = ledger.accounts.get(issuer.address)
  if (at !== undefined) at.flags |= LSF_DEFAULT_RIPPLE
  const late = accountOf('late').address
  const asset = `USD:${issuer.address}`
  const usd = (value: string): XrpJson => ({ currency: 'USD', issuer: issuer.address, value })
  const send = async (from: typeof issuer, fields: XrpJson) =>
    expect(await chain.node.broadcast(await world.sign(from, fields))).toEqual({ kind: 'accepted' })
  const pay = (from: typeof issuer, to: string, amount: unknown, more: XrpJson = {}) =>
    send(from, { TransactionType: 'Payment', Destination: to, Amount: amount, ...more })
  const trust = (from: typeof issuer, value: string) =>
    send(from, { TransactionType: 'TrustSet', LimitAmount: usd(value) })
  return {
    chain,
    watched: [issuer.address, holder.address, customer.address, late].flatMap((address) => [
      { address, asset: null },
      ...(address === issuer.address ? [] : [{ address, asset }]),
    ]),
    balance: async (address, of) => {
      if (of === null) return chain.node.balance(address)
      if ((await chain.node.accountInfo(address)) === undefined) return 0n
      const found = (await chain.node.balances(address)).assets.find((one) => one.currency === 'USD')
      const [whole = '0', fraction = ''] = (found?.value ?? '0').split('.')
      return BigInt(whole + fraction.padEnd(XRP_ASSET_SCALE, '0'))
    },
    live: async () => {
      await trust(holder, '1000000000000000')
      await trust(customer, '1000000000000000')
      ledger.close()
      await pay(issuer, holder.address, usd('123456789.0123456'))
      await pay(holder, customer.address, '7000000', { DestinationTag: 0 })
      await pay(holder, customer.address, '1', { DestinationTag: 4_294_967_295 })
      await pay(holder, late, '20000000')
      ledger.close()
      await pay(holder, customer.address, usd('0.0000001'), { DestinationTag: 7 })
      await pay(customer, issuer.address, usd('0.00000003'))
      ledger.close()
      await pay(holder, issuer.address, usd('100'))
      // It fails, and takes its fee: the holder does not have so much.
      const beyond = {
        TransactionType: 'Payment',
        Destination: customer.address,
        Amount: usd('1000000000000000'),
      }
      const { raw } = await world.sign(holder, beyond)
      expect(ledger.submit(raw, false).result).toBe('tecPATH_PARTIAL')
      ledger.close(2)
    },
    close: () => Promise.resolve(),
  }
})

describe('of the ledger in memory', () => {
  it('a payment is told with its tag, and of what it was', async () => {
    const payer = await world.funded('payer', 100n)
    const shared = await world.funded('shared', 100n)
    const { chain, server } = world
    const ids: string[] = []
    for (const tag of [undefined, 0, 77]) {
      const signed = await world.sign(payer, {
        TransactionType: 'Payment',
        Destination: shared.address,
        Amount: '5',
        ...(tag === undefined ? {} : { DestinationTag: tag }),
      })
      expect(await chain.node.broadcast(signed)).toEqual({ kind: 'accepted' })
      ids.push(signed.txId)
    }
    server.ledger.close()
    const { height } = await chain.node.head()
    const block = await chain.blocks?.block(height, new Set())
    const got = block?.movements.filter(({ address }) => address === shared.address)
    const common = { address: shared.address, asset: null, amount: 5n, from: payer.address }
    expect(got).toEqual([
      { ...common, txId: ids[0], position: expect.any(Number) },
      { ...common, txId: ids[1], position: expect.any(Number), tag: '0' },
      { ...common, txId: ids[2], position: expect.any(Number), tag: '77' },
    ])
    const gave = block?.movements.filter(({ address }) => address === payer.address)
    expect(gave?.map(({ amount }) => amount)).toEqual([-15n, -15n, -15n])
  })

  it.each([
    ['that is gone', NoBlock, () => ({ status: 'error', error: 'lgrNotFound', error_code: 21 })],
    ['that is not validated', NoBlock, (answer: XrpJson) => ({ ...answer, validated: false })],
    [
      'of another height',
      NodeFault,
      (answer: XrpJson) => ({ ...answer, ledger: { ...(answer['ledger'] as XrpJson), ledger_index: '1' } }),
    ],
  ])('a ledger %s, below the head, is a fault', async (_what, fault, change) => {
    const { height } = await world.chain.node.head()
    const answer = { ledger_index: height, ledger_hash: 'AB'.repeat(32), validated: true, status: 'success' }
    const ledger = {
      ledger_index: String(height - 1),
      ledger_hash: 'AB'.repeat(32),
      close_time: 1,
      parent_hash: 'CD',
      transactions: [],
    }
    const blocks = xrpBlocks(
      rippled({
        call: async (_method, params, read = (result) => result) => {
          const [asked] = params as readonly XrpJson[]
          return read(asked?.['ledger_index'] === 'validated' ? answer : change({ ...answer, ledger }))
        },
      }),
    )
    await expect(blocks.block(height - 1, new Set())).rejects.toThrow(fault)
    await expect(blocks.header(height - 1)).rejects.toThrow(fault)
  })
})

const [SENDER, CUSTOMER, ISSUER] = ['sender', 'customer', 'issuer'].map(
  (name) => accountOf(name).address,
) as [string, string, string]
const ID = 'AB'.repeat(32)
const USD = `USD:${ISSUER}`

const account = (address: string, now: bigint, before: bigint): XrpJson => ({
  ModifiedNode: {
    LedgerEntryType: 'AccountRoot',
    FinalFields: { Account: address, Balance: String(now) },
    PreviousFields: { Balance: String(before) },
  },
})
/** The low account's side first. */
const line = (low: string, high: string, now: string, before: string, currency = 'USD'): XrpJson => {
  const of = (issuer: string, value: string) => ({ currency, issuer, value })
  return {
    ModifiedNode: {
      LedgerEntryType: 'RippleState',
      FinalFields: {
        Balance: of('rrrrrrrrrrrrrrrrrrrrBZbvji', now),
        LowLimit: of(low, '0'),
        HighLimit: of(high, '0'),
      },
      PreviousFields: { Balance: of('rrrrrrrrrrrrrrrrrrrrBZbvji', before) },
    },
  }
}
const fee = account(SENDER, 90n, 100n)

function read(
  nodes: readonly XrpJson[],
  fields: XrpJson = {},
  result = 'tesSUCCESS',
  assets = [USD],
): readonly Movement[] {
  const transaction = {
    hash: ID,
    Account: SENDER,
    Destination: CUSTOMER,
    TransactionType: 'Payment',
    ...fields,
    metaData: { TransactionResult: result, TransactionIndex: 0, AffectedNodes: nodes },
  }
  return blockOf(answer([transaction]), 9, new Set(assets)).movements
}

const answer = (transactions: readonly XrpJson[]): XrpJson => ({
  ledger: { ledger_index: '9', ledger_hash: ID, parent_hash: ID, close_time: 1, transactions },
  ledger_hash: ID,
  validated: true,
})
const paid = { txId: ID, position: 0, address: SENDER, asset: null, amount: -10n, from: null }

describe('crafted', () => {
  it('a partial payment is what it delivered, whatever it names', () => {
    const fields = { Amount: '1000000000000', DeliverMax: '1000000000000', Flags: 0x0002_0000 }
    expect(read([fee, account(CUSTOMER, 101n, 100n)], fields)).toEqual([
      paid,
      { txId: ID, position: 1, address: CUSTOMER, asset: null, amount: 1n, from: SENDER },
    ])
    const named = { Amount: { currency: 'USD', issuer: ISSUER, value: '1e6' }, Flags: 0x0002_0000 }
    expect(read([fee, line(CUSTOMER, ISSUER, '5.000001', '5')], named)).toEqual([
      paid,
      { txId: ID, position: 1, address: CUSTOMER, asset: USD, amount: UNIT / 1_000_000n, from: SENDER },
    ])
  })

  it('an asset is its code and its issuer; neither alone, and none is called XRP', () => {
    const other = accountOf('other').address
    for (const [low, high, code] of [
      [CUSTOMER, other, 'USD'],
      [CUSTOMER, ISSUER, 'EUR'],
      [CUSTOMER, ISSUER, 'XRP'],
      // What the customer issues, and the issuer holds.
      [ISSUER, CUSTOMER, 'USD'],
    ] as const) {
      expect(read([fee, line(low, high, '5', '0', code)])).toEqual([paid])
    }
    expect(read([fee, line(ISSUER, CUSTOMER, '-5', '0')])).toMatchObject([
      paid,
      { address: CUSTOMER, asset: USD, amount: 5n * UNIT },
    ])
  })

  it('one that failed takes its fee', () => {
    expect(read([fee, account(CUSTOMER, 200n, 100n)], {}, 'tecPATH_PARTIAL')).toEqual([paid])
  })

  it.each([
    ['absent', {}, undefined],
    ['0', { DestinationTag: 0 }, '0'],
    ['the highest', { DestinationTag: 4_294_967_295 }, '4294967295'],
    ['of another recipient', { Destination: ISSUER, DestinationTag: 5 }, undefined],
    ['that the sender has', { SourceTag: 5 }, undefined],
  ])('a tag that is %s is told so', (_what, fields, tag) => {
    const [, got] = read([fee, account(CUSTOMER, 101n, 100n)], fields)
    expect(got?.tag).toBe(tag)
    expect('tag' in (got ?? {})).toBe(tag !== undefined)
  })

  it('what an escrow, a check or a channel held is told with the tag that it was held for', () => {
    const held = (type: string): XrpJson => ({
      DeletedNode: {
        LedgerEntryType: type,
        FinalFields: { Account: ISSUER, Amount: '7', Destination: CUSTOMER, DestinationTag: 3 },
      },
    })
    for (const [type, by] of [
      ['Escrow', 'EscrowFinish'],
      ['Check', 'CheckCash'],
      ['PayChannel', 'PaymentChannelClaim'],
    ] as const) {
      const movements = read([held(type), account(CUSTOMER, 107n, 100n), fee], {
        TransactionType: by,
        Destination: undefined,
      })
      expect(movements).toEqual([
        { txId: ID, position: 1, address: CUSTOMER, tag: '3', asset: null, amount: 7n, from: SENDER },
        { ...paid, position: 2 },
      ])
    }
  })

  it('accounts and lines begin and end', () => {
    const made = {
      CreatedNode: { LedgerEntryType: 'AccountRoot', NewFields: { Account: CUSTOMER, Balance: '55' } },
    }
    expect(read([made, fee])).toMatchObject([{ address: CUSTOMER, amount: 55n }, { address: SENDER }])
    const ended = {
      DeletedNode: {
        LedgerEntryType: 'AccountRoot',
        FinalFields: { Account: SENDER, Balance: '0' },
        PreviousFields: { Balance: '55' },
      },
    }
    expect(read([ended])).toMatchObject([{ address: SENDER, amount: -55n }])
  })

  it.each([
    ['9999999999999999e80', '0', 9_999_999_999_999_999n * 10n ** 95n],
    ['9007199254740993', '0', 9_007_199_254_740_993n * UNIT],
    ['1e-15', '0', 1n],
    ['0.3', '0.1', (UNIT * 2n) / 10n],
    ['-0.5', '0.25', -UNIT / 4n],
  ])('a balance of %s after %s is exact', (now, before, amount) => {
    expect(read([line(CUSTOMER, ISSUER, now, before)])).toMatchObject([{ address: CUSTOMER, amount }])
  })

  it('what is finer than a base unit never adds up to one that is not there', () => {
    const steps = ['0', '7e-16', '14e-16', '21e-16', '28e-16']
    const amounts = steps.slice(1).map((now, place) => {
      const [got] = read([line(CUSTOMER, ISSUER, now, steps[place] ?? '0')])
      return got?.amount ?? 0n
    })
    expect(amounts).toEqual([0n, 1n, 1n, 0n])
  })

  describe('an issuer', () => {
    const [other] = [accountOf('other').address]
    const to = { Destination: ISSUER, DestinationTag: 7 }
    const by = { Account: ISSUER }
    const got = { txId: ID, address: ISSUER, asset: USD, from: SENDER, tag: '7' }
    const gave = { txId: ID, address: ISSUER, asset: USD, from: null }
    const issued = (...[nodes, fields]: Parameters<typeof read>) =>
      read(nodes, fields).filter(({ address, asset }) => address === ISSUER && asset !== null)

    it.each<[string, readonly XrpJson[], XrpJson, readonly object[]]>([
      [
        'back',
        [fee, line(SENDER, ISSUER, '95', '100')],
        to,
        [{ ...got, position: 1_000_001, amount: 5n * UNIT }],
      ],
      [
        'back on a line where it is low',
        [line(ISSUER, SENDER, '-95', '-100')],
        to,
        [{ ...got, amount: 5n * UNIT }],
      ],
      [
        'back from several',
        [line(SENDER, ISSUER, '95', '100'), line(ISSUER, other, '-1', '-3')],
        to,
        [{ ...got, position: 1_000_000, amount: 7n * UNIT }],
      ],
      ['out', [line(CUSTOMER, ISSUER, '5', '0')], by, [{ ...gave, amount: -5n * UNIT }]],
      [
        'back in its own hands',
        [line(CUSTOMER, ISSUER, '0', '5')],
        { ...by, TransactionType: 'Clawback', Destination: undefined },
        [{ ...gave, amount: 5n * UNIT }],
      ],
      [
        'back by a check',
        [
          line(SENDER, ISSUER, '0', '5'),
          {
            DeletedNode: {
              LedgerEntryType: 'Check',
              FinalFields: { Account: SENDER, Destination: ISSUER, DestinationTag: 7 },
            },
          },
        ],
        { ...by, TransactionType: 'CheckCash', Destination: undefined },
        [{ ...got, from: null, amount: 5n * UNIT }],
      ],
    ])('gets %s what it owes no more, or owes from now on', (_what, nodes, fields, expected) => {
      expect(issued(nodes, fields)).toMatchObject(expected)
    })

    it.each<[string, readonly XrpJson[], XrpJson]>([
      [
        'a payment of others, with its fee',
        [line(SENDER, ISSUER, '90', '100'), line(CUSTOMER, ISSUER, '9', '0')],
        {},
      ],
      ['one that passes through and is rounded', [line(other, ISSUER, '9.1', '9')], to],
      [
        'an escrow, which may be cancelled',
        [line(SENDER, ISSUER, '0', '5')],
        { ...to, TransactionType: 'EscrowCreate' },
      ],
      [
        'an offer',
        [line(SENDER, ISSUER, '0', '5')],
        { TransactionType: 'OfferCreate', Destination: undefined },
      ],
      ['less than a unit', [line(SENDER, ISSUER, '0.9999999999999999', '1')], to],
      ['units that nobody asks for', [line(SENDER, ISSUER, '95', '100', 'EUR')], to],
    ])('gets nothing by %s', (_what, nodes, fields) => {
      expect(issued(nodes, fields)).toEqual([])
    })

    it('gets nothing by a payment that failed', () => {
      expect(read([fee, line(SENDER, ISSUER, '95', '100')], to, 'tecPATH_DRY')).not.toContainEqual(
        expect.objectContaining({ address: ISSUER }),
      )
    })

    it('holds what another issues on the same line, in another place', () => {
      const assets = [USD, `USD:${SENDER}`]
      const moved = read([line(SENDER, ISSUER, '-2', '5')], to, 'tesSUCCESS', assets)
      const names = moved.map(({ address, position }) => `${address} ${position}`)
      expect(new Set(names).size).toBe(names.length)
      expect(moved.filter(({ address }) => address === ISSUER)).toMatchObject([
        { asset: `USD:${SENDER}`, amount: 2n * UNIT },
        { asset: USD, amount: 5n * UNIT },
      ])
    })
  })

  it('a ledger of which a transaction is missing, or its metadata, is a fault', () => {
    const at = (
      place: number,
      meta: XrpJson = { TransactionResult: 'tesSUCCESS', TransactionIndex: place, AffectedNodes: [] },
    ) => ({
      hash: ID,
      Account: SENDER,
      metaData: meta,
    })
    expect(blockOf(answer([at(1), at(0)]), 9, new Set()).movements).toEqual([])
    for (const transactions of [
      [at(1)],
      [at(0), at(2)],
      [at(0), at(0)],
      [{ hash: ID, Account: SENDER }],
      [ID],
    ]) {
      expect(() => blockOf(answer(transactions as XrpJson[]), 9, new Set())).toThrow(NodeFault)
    }
  })
})
