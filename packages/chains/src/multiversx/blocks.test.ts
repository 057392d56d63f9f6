/** Blocks of MultiversX: of the network in memory, and crafted hyperblocks that try to pass for value. */
import { type KeySigner, type Movement, type MultiversxJson, NoBlock, NodeFault } from '@tallystick/custody'
import { blocksContract } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesIn, textOf } from './address.js'
import { blockOf } from './blocks.js'
import { type MultiversxWorld, multiversxWorld, TOKEN, tokenTransfer } from './chain.fixture.js'
import { shards } from './events.js'
import { dataOf } from './payload.js'

let world: MultiversxWorld
beforeAll(async () => {
  world = await multiversxWorld(1, 20_000)
})
afterAll(() => world?.close())

const send = async (from: KeySigner, over: Parameters<MultiversxWorld['sign']>[1]) => {
  const signed = await world.sign(from, over)
  expect(await world.chain.node.broadcast(signed)).toEqual({ kind: 'accepted' })
  return signed.txId
}
const token = (from: KeySigner, to: string, amount: bigint, name = TOKEN) =>
  send(from, { receiver: to, value: '0', data: dataOf(tokenTransfer(amount, name)), gasLimit: 500_000 })

blocksContract('MultiversX', async () => {
  const { chain, ledger } = world
  const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => world.funded(name, 100n)) as [
    KeySigner,
    KeySigner,
    KeySigner,
  ]
  ledger.fund(alice.address, 10n ** 30n, TOKEN)
  ledger.fund(alice.address, 10n ** 30n, 'USDC-ffffff')
  ledger.account(carol.address).refuses = true
  ledger.settle()
  return {
    chain,
    watched: [alice, bob, carol].flatMap(({ address }) => [
      { address, asset: null },
      { address, asset: TOKEN },
    ]),
    balance: async (address, of) => {
      const account = ledger.last.accounts.get(address)
      return (of === null ? account?.balance : account?.tokens.get(of)) ?? 0n
    },
    live: async () => {
      await send(alice, { receiver: bob.address, value: (2n ** 63n).toString() })
      ledger.close()
      await token(alice, bob.address, 10n ** 29n + 1n)
      ledger.close()
      await token(alice, bob.address, 7n, 'USDC-ffffff')
      // It costs the fee and moves nothing, although its status is `success`.
      await token(bob, alice.address, 10n ** 30n)
      await send(alice, {
        receiver: carol.address,
        value: '5',
        nonce: (await chain.node.nonce(alice.address)) + 1,
      })
      ledger.close()
      await send(bob, { receiver: alice.address, value: '5' })
      await token(alice, bob.address, 3n)
      ledger.close()
    },
    fork: async () => {
      ledger.undo()
      ledger.close()
    },
    close: () => Promise.resolve(),
  }
})

describe('of the network in memory', () => {
  it('a payment is told when its hyperblock is final, and not before', async () => {
    const { chain, ledger } = world
    const payer = world.funded('payer', 10n)
    const { address } = world.funded('customer', 0n)
    const txId = await send(payer, { receiver: address, value: '5' })
    ledger.unfinal = 1
    ledger.close()
    const height = ledger.last.nonce
    expect(await chain.blocks?.block(height, new Set())).toBeUndefined()
    ledger.unfinal = 0
    const { movements = [] } = (await chain.blocks?.block(height, new Set())) ?? {}
    expect(movements.filter((one) => one.address === address)).toEqual([
      { txId, position: 0, address, asset: null, amount: 5n, from: payer.address },
    ])
  })

  it('a gateway that has no logs is a fault, and one that lacks a hyperblock below its head', async () => {
    const { chain, ledger } = world
    const alice = world.funded('alice', 1n)
    await token(alice, world.funded('bob', 0n).address, 3n)
    ledger.close()
    const { last } = ledger
    ledger.hyperblocks[ledger.hyperblocks.length - 1] = {
      ...last,
      transactions: last.transactions.map((one) => ({ ...one, events: [] })),
    }
    await expect(chain.blocks?.block(last.nonce, new Set())).rejects.toThrow(
      /lacks the logs.*db-lookup-extensions/,
    )
    await expect(chain.blocks?.block(1, new Set())).rejects.toThrow(NoBlock)
    await expect(chain.blocks?.header(1)).rejects.toThrow(NoBlock)
  })
})

const HEIGHT = 1_000
const NAMED = 'TKN-abcdef'
const hash = (digit: string): string => digit.repeat(64)
/** An account in a shard: of three, the last bits of its key tell. */
const account = (shard: 0 | 1 | 2, number = 1): string =>
  textOf(Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? shard : at === 8 ? number : 9)))
const contract = (shard: 0 | 1 | 2): string =>
  textOf(Uint8Array.from({ length: 32 }, (_, at) => (at < 8 ? 0 : at === 31 ? shard : 5)))
const SENDER = account(0)
const OURS = account(0, 2)
const FAR = account(1)
const SHARD_OF = shards(3)

const base64 = (value: string | Uint8Array): string => Buffer.from(value).toString('base64')
const event = (identifier: string, from: string, to: string, over: MultiversxJson = {}): MultiversxJson => ({
  identifier,
  address: from,
  topics: [base64(NAMED), '', base64(Uint8Array.of(1, 0)), base64(bytesIn(to) ?? '')],
  data: null,
  ...over,
})

function told(entries: readonly MultiversxJson[], over: MultiversxJson = {}) {
  const transactions = entries.map((entry, index) => {
    const whole = {
      type: 'normal',
      hash: hash(String(index)),
      status: 'success',
      processingTypeOnSource: 'MoveBalance',
      value: '0',
      sender: SENDER,
      receiver: OURS,
      initiallyPaidFee: '50',
      ...entry,
    }
    return { sourceShard: SHARD_OF(whole.sender), destinationShard: SHARD_OF(whole.receiver), ...whole }
  })
  const header = { nonce: HEIGHT, hash: hash('a'), prevBlockHash: hash('b'), timestamp: 1_700_000_000 }
  return { ...header, numTxs: transactions.length, transactions, ...over }
}

const moved = (...entries: readonly MultiversxJson[]): readonly Movement[] =>
  blockOf(told(entries), HEIGHT, new Set([NAMED]), SHARD_OF).movements
const gets = (address: string, ...entries: readonly MultiversxJson[]) =>
  moved(...entries)
    .filter((one) => one.address === address && one.amount > 0n)
    .map(({ position, asset, amount, returned }) => [
      position,
      asset,
      amount,
      ...(returned ? ['returned'] : []),
    ])

const failure = { logs: { events: [{ identifier: 'signalError', address: SENDER, topics: [], data: null }] } }
const call = (over: MultiversxJson = {}) => ({
  logs: { events: [event('ESDTTransfer', SENDER, OURS, over)] },
})

describe('what passes for value and is none', () => {
  it('a value of a transaction that failed, or is invalid', () => {
    expect(gets(OURS, { value: '5' })).toEqual([[0, null, 5n]])
    expect(gets(OURS, { value: '5', ...failure })).toEqual([])
    expect(gets(OURS, { value: '5', type: 'invalid', status: 'invalid' })).toEqual([])
    expect(gets(OURS, { value: '5', status: 'pending' })).toEqual([])
    expect(moved({ value: '5', ...failure })).toMatchObject([{ address: SENDER, amount: -50n }])
  })

  it('a token that the data names and no event tells of, and one with another identifier', () => {
    const data = base64(`ESDTTransfer@${Buffer.from(NAMED).toString('hex')}@0100`)
    expect(gets(OURS, { data, ...call() })).toEqual([[1, NAMED, 256n]])
    expect(gets(OURS, { data, ...failure })).toEqual([])
    const other = [base64('TKN-abcdee'), '', base64(Uint8Array.of(1)), base64(bytesIn(OURS) ?? '')]
    expect(gets(OURS, call({ topics: other }))).toEqual([])
    // One of a collection has the identifier of the collection.
    const one = [
      base64(NAMED),
      base64(Uint8Array.of(7)),
      base64(Uint8Array.of(1)),
      base64(bytesIn(OURS) ?? ''),
    ]
    expect(gets(OURS, call({ topics: one, identifier: 'ESDTNFTTransfer' }))).toEqual([])
  })

  it('an event that a contract writes under a name of its own', () => {
    const topics = [base64(Uint8Array.of(5)), base64(bytesIn(OURS) ?? '')]
    for (const identifier of ['writeLog', 'transferValueOnly', 'esdtTransfer']) {
      const forged = event(identifier, contract(0), OURS, { topics, data: base64('TransferAndExecute') })
      expect(gets(OURS, { receiver: contract(0), logs: { events: [forged] } })).toEqual([])
    }
  })

  it('tokens of an asynchronous call that failed', () => {
    const events = [
      event('ESDTTransfer', contract(0), OURS, { data: base64('AsyncCall') }),
      { identifier: 'internalVMErrors', address: contract(0), topics: [], data: null },
    ]
    expect(gets(OURS, { receiver: contract(0), logs: { events } })).toEqual([])
  })

  it('gas that comes back, and the value of a call that failed in another shard', () => {
    const back = { type: 'unsigned', sender: contract(1), receiver: SENDER, value: '7' }
    expect(gets(SENDER, { ...back, isRefund: true })).toEqual([[0, null, 7n, 'returned']])
    expect(gets(SENDER, { ...back, returnMessage: 'user error' })).toEqual([[0, null, 7n, 'returned']])
    expect(gets(SENDER, back)).toEqual([[0, null, 7n]])
    const refused = { value: '7', receiver: contract(1), processingTypeOnSource: 'SCInvoking', ...failure }
    expect(moved(refused).find(({ address }) => address === SENDER)).toMatchObject({ amount: -57n })
    const tokens = { data: base64(`ESDTTransfer@${Buffer.from(NAMED).toString('hex')}@0100@66`) }
    const lost = moved({ receiver: contract(1), ...tokens, ...failure })
    expect(lost.find(({ asset }) => asset === NAMED)).toMatchObject({ address: SENDER, amount: -256n })
  })

  it('results of a transaction that is invalid', () => {
    const invalid = { type: 'invalid', status: 'invalid', hash: hash('c') }
    const result = { type: 'unsigned', sender: contract(0), value: '7', originalTransactionHash: hash('c') }
    expect(gets(OURS, invalid, result)).toEqual([])
  })
})

describe('data that names a transfer of tokens, without a log', () => {
  const named = Buffer.from(NAMED).toString('hex')
  const whole = `ESDTTransfer@${named}@0100`
  const written = (text: string): MultiversxJson => ({ value: '5', data: base64(text) })

  it.each([
    'MultiESDTTransfer@00',
    'ESDTTransfer@abc',
    'ESDTTransfer@hello',
    'ESDTNFTTransfer@x',
    'MultiESDTNFTTransfer@abc',
    'ESDTTransferred@00',
  ])('%s of a plain payment moves its value', (text) => {
    for (const over of [{}, { processingTypeOnSource: undefined }]) {
      expect(moved({ ...written(text), ...over })).toMatchObject([
        { address: OURS, asset: null, amount: 5n },
        { address: SENDER, asset: null, amount: -55n },
      ])
    }
  })

  it.each<[string, MultiversxJson]>([
    ['that was called', { ...written(whole), processingTypeOnSource: 'BuiltInFunctionCall' }],
    ['of a node that does not tell', { ...written(whole), processingTypeOnSource: undefined }],
    [
      'of which the arguments are not known',
      { ...written('MultiESDTNFTTransfer@00'), processingTypeOnSource: 'BuiltInFunctionCall' },
    ],
  ])('a transfer %s is a fault', (_, entry) => {
    expect(() => moved(entry)).toThrow(/lacks the logs.*db-lookup-extensions/)
    expect(gets(OURS, { ...entry, ...call() })).toEqual([
      [0, null, 5n],
      [1, NAMED, 256n],
    ])
  })
})

describe('what counts once', () => {
  it('a token that a contract pays into another shard: two logs tell of it', () => {
    const paid = { logs: { events: [event('ESDTTransfer', contract(0), FAR)] } }
    expect(gets(FAR, { receiver: contract(0), ...paid })).toEqual([])
    expect(gets(FAR, { type: 'unsigned', sender: contract(0), receiver: FAR, ...paid })).toEqual([
      [1, NAMED, 256n],
    ])
    // It goes back to the sender of the transaction, who is in another shard.
    expect(gets(FAR, { sender: FAR, receiver: contract(0), ...paid })).toEqual([])
  })

  it('several tokens of one transfer have places of their own; EGLD may be among them', () => {
    const amount = base64(Uint8Array.of(9))
    const topics = [NAMED, 'EGLD-000000', 'OTH-000000', NAMED].flatMap((name) => [base64(name), '', amount])
    const many = event('MultiESDTNFTTransfer', SENDER, OURS, {
      topics: [...topics, base64(bytesIn(OURS) ?? '')],
    })
    expect(gets(OURS, { receiver: SENDER, logs: { events: [many] } })).toEqual([
      [1, NAMED, 9n],
      [2, null, 9n],
      [4, NAMED, 9n],
    ])
  })

  it('a payment to oneself costs its fee, which a relayer may pay', () => {
    expect(moved({ value: '5', receiver: SENDER })).toMatchObject([{ address: SENDER, amount: -50n }])
    expect(moved({ value: '5', relayer: FAR }).map(({ address, amount }) => [address, amount])).toEqual([
      [OURS, 5n],
      [SENDER, -5n],
      [FAR, -50n],
    ])
  })
})

describe('a hyperblock that is not whole, or another one', () => {
  it('is a fault', () => {
    const one = { value: '5' }
    for (const over of [{ numTxs: 2 }, { nonce: HEIGHT + 1 }, { hash: undefined }, { timestamp: 'soon' }]) {
      expect(() => blockOf(told([one], over), HEIGHT, new Set(), SHARD_OF)).toThrow(NodeFault)
    }
    for (const entry of [
      { hash: undefined },
      { value: 'much' },
      { type: 'odd' },
      { initiallyPaidFee: null },
    ]) {
      expect(() => moved({ ...one, ...entry })).toThrow(NodeFault)
    }
    expect(() => moved(one, { hash: hash('0') })).toThrow(NodeFault)
    expect(() => moved(call({ topics: [base64('x'), base64(bytesIn(OURS) ?? '')] }))).toThrow(NodeFault)
    expect(() => moved(call({ topics: ['', '', '', base64('short')] }))).toThrow(NodeFault)
  })
})

it('three shards: the last bits of a key, and the metachain for its own contracts', () => {
  // mx-sdk-js-core, tests of `AddressComputer.getShardOfAddress`.
  const known = [
    ['erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th', 1],
    ['erd1spyavw0956vq68xj8y4tenjpq2wd5a9p2c6j8gsz7ztyrnpxrruqzu66jx', 0],
    ['erd1k2s324ww2g0yj38qn2ch2jwctdy8mnfxep94q9arncc6xecg3xaq6mjse8', 2],
    ['erd1qqqqqqqqqqqqqqqpqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzllls8a5w6u', 4_294_967_295],
  ] as const
  for (const [address, shard] of known) expect(SHARD_OF(address)).toBe(shard)
})
