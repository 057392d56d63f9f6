/** Blocks of TRON: of the network in memory, and crafted ones that try to pass for value. */
import {
  type Block,
  type KeySigner,
  NoBlock,
  NodeFault,
  type TronContract,
  type TronJson,
} from '@tallystick/custody'
import { blocksContract } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { blockOf, type ToldBlock } from './blocks.js'
import { SUN, type TronWorld, tronWorld } from './chain.fixture.js'
import { SOLID_DEPTH } from './ledger.fixture.js'

let world: TronWorld
beforeAll(async () => {
  world = await tronWorld()
})
afterAll(() => world?.close())

const send = async (signer: KeySigner, contract: TronContract, feeLimit?: bigint) => {
  const signed = await world.signed(contract, signer, feeLimit)
  expect(await world.chain.node.broadcast(signed)).toEqual({ kind: 'accepted' })
  return signed.txId
}
/** Far enough for what waits to be solid. */
const settle = () => world.server.ledger.grow(SOLID_DEPTH + 1)

blocksContract('TRON', async () => {
  const { chain, server, signer } = world
  const { ledger } = server
  const [alice, bob, carol] = [world.funded('alice', 10_000n), world.funded('bob', 10_000n), signer('carol')]
  const [token, twin] = [signer('token').address, signer('twin').address]
  const asset = '1000001'
  for (const address of [token, twin]) {
    ledger.addToken(address, { name: 'Tether USD', symbol: 'USDT', decimals: 6 })
    ledger.fund(alice.address, 10n ** 30n, { token: address })
  }
  ledger.addAsset(asset, { id: asset, name: 'Tether USD' })
  ledger.fund(alice.address, 2n ** 62n, { asset })
  const call = (contract: string, to: KeySigner, amount: bigint): TronContract => ({
    type: 'TriggerSmartContract',
    owner: alice.address,
    contract,
    data: chain.codec.trc20Transfer(to.address, amount),
    value: 0n,
  })
  const pay = (from: KeySigner, to: KeySigner, amount: bigint): TronContract => ({
    type: 'TransferContract',
    owner: from.address,
    to: to.address,
    amount,
  })
  return {
    chain,
    watched: [alice, bob, carol].flatMap(({ address }) =>
      [null, token, asset].map((of) => ({ address, asset: of })),
    ),
    balance: async (address, of) => {
      const { state } = ledger.solidAt(ledger.head)
      if (of === token) return state.tokens.get(token)?.balances.get(address) ?? 0n
      const account = state.accounts.get(address)
      return (of === null ? account?.balance : account?.assets.get(of)) ?? 0n
    },
    live: async () => {
      await send(alice, pay(alice, carol, 2n ** 33n))
      await send(alice, call(token, bob, 10n ** 29n + 1n), 100n * SUN)
      await send(alice, call(twin, bob, 7n), 100n * SUN)
      settle()
      await send(bob, pay(bob, alice, 5n))
      const moved = { type: 'TransferAssetContract', owner: alice.address, to: carol.address, asset } as const
      await send(alice, { ...moved, amount: 2n ** 60n + 1n })
      await send(alice, call(token, carol, 1n), 1n)
      settle()
    },
    close: () => Promise.resolve(),
  }
})

describe('of the network in memory', () => {
  it('a payment is told when its block is solid, and not before', async () => {
    const payer = world.funded('payer', 100n)
    const customer = world.signer('customer')
    const txId = await send(payer, {
      type: 'TransferContract',
      owner: payer.address,
      to: customer.address,
      amount: 5n,
    })
    world.server.ledger.grow()
    const { blocks } = world.chain
    const height = world.server.ledger.head.number
    expect(await blocks?.block(height, new Set())).toBeUndefined()
    settle()
    const { movements = [] } = (await blocks?.block(height, new Set())) ?? {}
    expect(movements.filter(({ address }) => address === customer.address)).toEqual([
      { txId, position: 0, address: customer.address, asset: null, amount: 5n, from: payer.address },
    ])
  })

  it('a node that has lost an old block says so', async () => {
    const { blocks } = world.server.ledger
    const lost = blocks.splice(0, 1)
    onTestFinished(() => void blocks.unshift(...lost))
    await expect(world.chain.blocks?.block(0, new Set())).rejects.toThrow(NoBlock)
    await expect(world.chain.blocks?.header(0)).rejects.toThrow(NoBlock)
  })
})

const [OWNER, CUSTOMER, TOKEN, OTHER] = ['a1', 'b2', 'c3', 'd4'].map((byte) => `41${byte.repeat(20)}`) as [
  string,
  string,
  string,
  string,
]
const ID = 'ab'.repeat(32)
const HEIGHT = 16
const ASSET = '1002000'
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (hex: string): string => hex.padStart(64, '0')
const hexText = (text: string): string => Buffer.from(text).toString('hex')

const log = (changes: TronJson = {}): TronJson => ({
  address: TOKEN.slice(2),
  topics: [TRANSFER, word(OWNER.slice(2)), word(CUSTOMER.slice(2))],
  data: word((10n ** 30n).toString(16)),
  ...changes,
})
const call = { type: 'TriggerSmartContract', value: { contract_address: TOKEN, data: '' } }
const transfer = { type: 'TransferContract', value: { to_address: CUSTOMER, amount: 5 } }

interface Did {
  readonly type: string
  readonly value: TronJson
}

function told({ type, value }: Did, info: TronJson = {}, ret = 'SUCCESS'): ToldBlock {
  const raw_data = { contract: [{ type, parameter: { value: { owner_address: OWNER, ...value } } }] }
  return {
    block: {
      blockID: `${HEIGHT.toString(16).padStart(16, '0')}${'ab'.repeat(24)}`,
      block_header: { raw_data: { number: HEIGHT, parentHash: ID, timestamp: 1_700_000_000_000 } },
      transactions: [{ txID: ID, raw_data, ret: [{ contractRet: ret }] }],
    },
    infos: [{ id: ID, blockNumber: HEIGHT, fee: 100, receipt: {}, ...info }],
  }
}

describe('crafted', () => {
  const of = (hex: string): string => world.chain.codec.canonical(hex)
  const blockWith = (block: ToldBlock, assets = [of(TOKEN), ASSET]): Block =>
    blockOf(block, HEIGHT, new Set(assets), world.chain.codec)
  const read = (block: ToldBlock) => blockWith(block).movements
  const fee = () => ({ txId: ID, position: 0, address: of(OWNER), asset: null, amount: -100n, from: null })
  const credit = () => ({
    txId: ID,
    position: 1,
    address: of(CUSTOMER),
    asset: of(TOKEN),
    amount: 10n ** 30n,
    from: of(OWNER),
  })

  it('the log decides, whatever the call answered', () => {
    const says = (answer: string) => ({ log: [log()], contractResult: [word(answer)] })
    const paid = [fee(), credit(), { ...credit(), address: of(OWNER), amount: -(10n ** 30n), from: null }]
    expect(read(told(call, says('0')))).toEqual(paid)
    expect(read(told(call, says('1')))).toEqual(paid)
    expect(read(told(call, { contractResult: [word('1')] }))).toEqual([fee()])
  })

  it.each<[string, TronJson]>([
    ['of another contract', { address: OTHER.slice(2) }],
    ['of another event', { topics: [ID, word(OWNER.slice(2)), word(CUSTOMER.slice(2))] }],
    [
      'of a token that is one of its kind',
      { topics: [TRANSFER, word(OTHER.slice(2)), word(CUSTOMER.slice(2)), word('7')] },
    ],
    ['of an address that is none', { topics: [TRANSFER, word(OWNER.slice(2)), 'b2'.repeat(32)] }],
    ['of nothing', { data: word('0') }],
    ['without an amount', { data: '' }],
  ])('a log %s is no payment', (_what, changes) => {
    expect(read(told(call, { log: [log(changes)] }))).toEqual([fee()])
  })

  it.each<[string, TronJson, string]>([
    ['by its result', {}, 'REVERT'],
    ['by its receipt', { receipt: { result: 'OUT_OF_ENERGY' } }, 'SUCCESS'],
    ['by its information', { result: 'FAILED' }, 'SUCCESS'],
  ])('one that failed %s takes its fee, and brings no value', (_what, info, ret) => {
    const brings = {
      ...call,
      value: { ...call.value, call_value: 9, token_id: Number(ASSET), call_token_value: 9 },
    }
    const paid = [
      {
        caller_address: TOKEN,
        transferTo_address: CUSTOMER,
        note: hexText('call'),
        callValueInfo: [{ callValue: 5 }],
      },
    ]
    for (const did of [brings, transfer]) {
      expect(read(told(did, { ...info, log: [log()], internal_transactions: paid }, ret))).toEqual([fee()])
    }
  })

  it('a TRC-10 token is its number, not its name', () => {
    const named = (name: string) => ({
      type: 'TransferAssetContract',
      value: { to_address: CUSTOMER, asset_name: hexText(name), amount: 5 },
    })
    const got = { ...credit(), position: 999_999_999, asset: ASSET, amount: 5n }
    expect(read(told(named(ASSET)))).toEqual([
      fee(),
      got,
      { ...got, address: of(OWNER), amount: -5n, from: null },
    ])
    for (const other of ['1002001', 'BTT', 'Tether USD']) expect(read(told(named(other)))).toEqual([fee()])
  })

  it('a call brings coins, and a token of a listed number', () => {
    const value = { ...call.value, call_value: 7, token_id: Number(ASSET), call_token_value: 8 }
    expect(
      read(told({ ...call, value })).map(({ address, asset, amount }) => [address, asset, amount]),
    ).toEqual([
      [of(TOKEN), null, 7n],
      [of(OWNER), null, -107n],
      [of(TOKEN), ASSET, 8n],
      [of(OWNER), ASSET, -8n],
    ])
  })

  it('what contracts pay counts, unless it was rejected, or is no payment', () => {
    const pays = (note: string, changes: TronJson = {}): TronJson => ({
      caller_address: TOKEN,
      transferTo_address: CUSTOMER,
      note: hexText(note),
      callValueInfo: [{ callValue: 5 }],
      ...changes,
    })
    const internal_transactions = [
      pays('call', { rejected: true }),
      pays('call'),
      pays('call', { callValueInfo: [{}] }),
      pays('freezeForEnergy'),
      pays('call', { callValueInfo: [{ callValue: 6, tokenId: '1000000' }] }),
      pays('call', { transferTo_address: TOKEN }),
      pays('suicide', { callValueInfo: [{ callValue: 7 }, { callValue: 8, tokenId: ASSET }] }),
    ]
    const got = read(told(call, { internal_transactions })).filter(({ address }) => address === of(CUSTOMER))
    expect(got.map(({ position, asset, amount, from }) => [position, asset, amount, from])).toEqual([
      [1_000_000_000, null, 5n, of(TOKEN)],
      [1_000_000_003, null, 7n, of(TOKEN)],
      [1_000_000_004, ASSET, 8n, of(TOKEN)],
    ])
  })

  it('tokens that nobody asks for are told apart, in the same places', () => {
    const brings = { ...call, value: { ...call.value, token_id: Number(ASSET), call_token_value: 8 } }
    const internal_transactions = [
      {
        ...{ caller_address: TOKEN, transferTo_address: CUSTOMER, note: hexText('call') },
        callValueInfo: [{ callValue: 5, tokenId: ASSET }],
      },
    ]
    const minted = log({ topics: [TRANSFER, word(''), word(CUSTOMER.slice(2))] })
    const block = told(brings, { log: [minted], internal_transactions })
    const { movements, others = [] } = blockWith(block, [])
    expect(movements).toEqual([fee()])
    expect(others.map(({ position, address, asset, amount }) => [position, address, asset, amount])).toEqual([
      [999_999_999, of(TOKEN), ASSET, 8n],
      [999_999_999, of(OWNER), ASSET, -8n],
      [1, of(CUSTOMER), of(TOKEN), 10n ** 30n],
      [1_000_000_000, of(CUSTOMER), ASSET, 5n],
      [1_000_000_000, of(TOKEN), ASSET, -5n],
    ])
    expect(read(block)).toEqual([fee(), ...others])
    expect(blockWith(told(call, { log: [log({ data: word('0') })] }), []).others).toEqual([])
  })

  it.each<[string, TronJson]>([
    ['between notes', { spend_description: [{}], receive_description: [{}] }],
    ['from an account', { transparent_from_address: OWNER, from_amount: 9 }],
    ['to an account', { transparent_to_address: CUSTOMER, to_amount: 8 }],
  ])('a shielded transfer %s has no owner, and moves nothing that counts', (_, value) => {
    const shielded = { type: 'ShieldedTransferContract', value: { ...value, owner_address: undefined } }
    expect(blockWith(told(shielded, { fee: undefined }))).toMatchObject({ movements: [], others: [] })
  })

  it('another transaction without an owner is a fault', () => {
    const value = { ...transfer.value, owner_address: undefined }
    expect(() => read(told({ ...transfer, value }))).toThrow(/lacks owner_address/)
  })

  it('a block of which a part is missing, or of another height, is a fault', () => {
    const { block, infos } = told(transfer)
    const [transaction] = block['transactions'] as readonly TronJson[]
    const wrong: readonly ToldBlock[] = [
      { block, infos: [] },
      { block, infos: [{ ...infos[0], id: 'cd'.repeat(32) }] },
      { block, infos: [{ ...infos[0], blockNumber: HEIGHT + 1 }] },
      { block: { ...block, transactions: [transaction, transaction] }, infos },
      { block: { ...block, transactions: [] }, infos },
      { block: { ...block, blockID: ID }, infos },
    ]
    expect(read({ block, infos })).toHaveLength(2)
    for (const one of wrong) expect(() => read(one)).toThrow(NodeFault)
  })
})
