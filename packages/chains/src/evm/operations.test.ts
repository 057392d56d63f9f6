/** The operations of the EVM chains from end to end: a ledger, its chain over HTTP, and anvil under the chain's id. */
import { keccak256 } from 'viem'
import { parseTransaction } from 'viem/celo'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Calls, codeOf, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import type { Behaviour } from '../transport/server.fixture.js'
import contracts from './contracts.fixture.json' with { type: 'json' }
import { type Account, type EvmWorld, openEvmWorld, WORLDS } from './ledger-world.fixture.js'
import { type EvmCalls, evmCalls } from './operations.fixture.js'

const FEE = { gasLimit: '100000', gasPrice: '17' }

/** As the compiler describes it. */
function method(contractAddress: string, name: string, ...params: unknown[]) {
  const methodABI = contracts.Sample.abi.find((part) => part.name === name) ?? {}
  return { contractAddress, methodName: name, methodABI, params }
}

describe.each(WORLDS)('$id', ({ id, tokens: [currency] }) => {
  let world: EvmWorld
  let keyed: Calls
  let calls: EvmCalls
  let alice: Account
  let bob: Account

  beforeAll(async () => {
    world = await openEvmWorld({ id })
    keyed = await world.as('testnet')
    calls = evmCalls(id, keyed)
    alice = await world.account(1_000n, 10n ** 24n)
  })
  afterAll(() => world?.close())

  const key = () => ({ fromPrivateKey: alice.fromPrivateKey })
  /** In a block when it returns. */
  const mined = async (answer: ReturnType<EvmCalls['transfer']>): Promise<string> => {
    const txId = await txIdOf(answer)
    await world.mined()
    return txId
  }
  const wei = async ({ address }: Account): Promise<bigint> =>
    BigInt(await world.rpc<string>('eth_getBalance', address, 'latest'))
  const tokensOf = async ({ address }: Account): Promise<bigint> => {
    const data = `0x70a08231${address.slice(2).padStart(64, '0')}`
    return BigInt(await world.rpc<string>('eth_call', { to: world.token.address, data }, 'latest'))
  }

  it('sends the coin, to the last wei, and is charged once', async () => {
    bob = await world.account(0n)
    const charged = await keyed.charged()
    const txId = await mined(
      calls.transfer({ ...key(), to: bob.address, amount: '+123.456789012345678901', currency: id }),
    )
    expect(await wei(bob)).toBe(123_456_789_012_345_678_901n)
    expect(await keyed.charged()).toBe(charged + 2)
    expect(await calls.balance(bob.address)).toBe('123.456789012345678901')
    expect(await calls.transaction(txId)).toMatchObject({
      transactionHash: txId,
      status: true,
      from: alice.address.toLowerCase(),
      to: bob.address.toLowerCase(),
      value: '123456789012345678901',
      gas: 21_000,
      gasUsed: 21_000,
      input: '0x',
      logs: [],
    })
  })

  it('balances far beyond 2^53 wei are told digit by digit', async () => {
    const { address } = await world.account(0n)
    await world.rpc('anvil_setBalance', address, `0x${(10n ** 30n + 1n).toString(16)}`)
    expect(await calls.balance(address)).toBe('1000000000000.000000000000000001')
    expect(await calls.balance(address.toLowerCase())).toBe('1000000000000.000000000000000001')
  })

  it('data goes along: hex as it is, other text as UTF-8', async () => {
    for (const [data, input] of [
      ['0xC0ffee', '0xc0ffee'],
      ['Grüße', '0x4772c3bcc39f65'],
      ['', '0x'],
    ] as const) {
      const txId = await mined(calls.transfer({ ...key(), to: bob.address, amount: '0', currency: id, data }))
      expect(await calls.transaction(txId)).toMatchObject({ input, value: '0', status: true })
    }
    for (const data of ['0x1', '0xgg']) {
      const odd = calls.transfer({ ...key(), to: bob.address, amount: '0', currency: id, data })
      expect(await codeOf(odd)).toBe('validation.failed')
    }
  })

  it('a gas limit that no block takes is refused, whoever signs, before anything is stored', async () => {
    const fee = { gasLimit: '20999', gasPrice: '30' }
    const signer = { signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83', index: 1 }
    const payment = { to: bob.address, amount: '1', currency: id, fee }
    const call = { ...method(world.sample, 'store', '1'), fee }
    const before = [await world.sends(), await keyed.getPendingTransactionsToSign({ chain: id })]
    for (const send of [
      () => calls.transfer({ ...key(), ...payment }),
      () => calls.transferKms({ ...signer, ...payment }),
      () => calls.transfer({ ...key(), ...payment, data: '0x00ff', fee: { ...fee, gasLimit: '21019' } }),
      () => calls.call({ ...key(), ...call }),
      () => calls.callKms({ ...signer, ...call }),
    ]) {
      const { code, message } = await refusalOf(send())
      expect([code, message]).toEqual(['transaction.invalid.body', expect.stringContaining('at least')])
    }
    const after = [await world.sends(), await keyed.getPendingTransactionsToSign({ chain: id })]
    expect(after).toEqual(before)
  })

  it('a fee that is named in Gwei is paid in wei', async () => {
    const txId = await mined(
      calls.transfer({ ...key(), to: bob.address, amount: '1', currency: id, fee: FEE }),
    )
    expect(await calls.transaction(txId)).toMatchObject({ gas: 100_000, gasPrice: '17000000000' })
  })

  it('sends a token with its own decimals', async () => {
    const before = await tokensOf(bob)
    const txId = await mined(
      calls.transfer({ ...key(), to: bob.address, amount: '9007199254740993.000001', currency }),
    )
    expect((await tokensOf(bob)) - before).toBe(9_007_199_254_740_993_000_001n)
    expect(await calls.transaction(txId)).toMatchObject({
      to: world.token.address,
      value: '0',
      logs: [{ address: world.token.address, logIndex: 0, transactionHash: txId }],
    })
  })

  it('refuses what cannot be, before anything is signed or recorded', async () => {
    const poor = await world.account(0n, 5n)
    const send = (changes: object) =>
      calls.transfer({ ...key(), to: bob.address, amount: '1', currency: id, ...changes })
    const table: readonly (readonly [what: object, code: string])[] = [
      [{ amount: '0.0000000000000000001' }, 'validation.failed'],
      [{ amount: '1.0000000', currency }, 'validation.failed'],
      [{ to: `0x${'g'.repeat(40)}` }, 'validation.failed'],
      [{ to: misspelled(bob.address) }, 'validation.failed'],
      [{ fromPrivateKey: `0x${'0'.repeat(64)}` }, 'validation.failed'],
      [{ fromPrivateKey: `0x${'f'.repeat(64)}` }, 'validation.failed'],
      [{ data: 'a note', currency }, 'validation.failed'],
      [{ fee: { gasLimit: '9'.repeat(79), gasPrice: '1' } }, 'validation.failed'],
      [{ fee: { gasLimit: '21000', gasPrice: '9'.repeat(61) } }, 'validation.failed'],
      [{ fee: { gasLimit: '21000', gasPrice: '9'.repeat(60) } }, 'balance.insufficient'],
      [{ amount: '1000000' }, 'balance.insufficient'],
      [{ fromPrivateKey: poor.fromPrivateKey }, 'balance.insufficient'],
      [
        { fromPrivateKey: poor.fromPrivateKey, currency, amount: '0.000006', fee: FEE },
        'balance.insufficient',
      ],
      [
        { fromPrivateKey: poor.fromPrivateKey, currency, amount: '0.000005', fee: FEE },
        'balance.insufficient',
      ],
    ]
    const charged = await keyed.charged()
    const count = await calls.count(alice.address)
    for (const [changes, code] of table) {
      const refused = await refusalOf(send(changes))
      expect([changes, refused.code]).toEqual([changes, code])
      const told = JSON.stringify([refused.message, refused.rejection])
      expect(told).not.toContain(alice.fromPrivateKey.slice(2))
      expect(told).not.toContain('f'.repeat(64))
    }
    expect(await keyed.charged()).toBe(charged + 1)
    expect(await calls.count(alice.address)).toBe(count)
    const mainnet = evmCalls(id, await world.as('mainnet'))
    const live = mainnet.transfer({ ...key(), to: bob.address, amount: '1', currency: id })
    expect(await codeOf(live)).toBe('private.key.testnet.only')
  })

  it('a contract is written to, and asked', async () => {
    const stored = 2n ** 256n - 1n
    const txId = await mined(calls.call({ ...key(), ...method(world.sample, 'store', String(stored)) }))
    expect(await calls.transaction(txId)).toMatchObject({ to: world.sample, status: true })
    const read = method(world.sample, 'stored')
    expect(await calls.read(read)).toEqual({ data: String(stored) })
    // A method that reads is asked, whoever would sign.
    const charged = await keyed.charged()
    const count = await calls.count(alice.address)
    expect(await calls.call({ ...key(), ...read })).toEqual({ data: String(stored) })
    expect(await keyed.charged()).toBe(charged + 3)
    expect(await calls.count(alice.address)).toBe(count)
  })

  it('parameters of every kind go in, and come back', async () => {
    const items = [{ amount: '9007199254740993', note: 'one' }]
    const echo = method(world.sample, 'echo', items, '0x01020304', '0xab', true, bob.address, '-7')
    expect(await calls.read(echo)).toEqual({
      data: [items, '0x01020304', '0xab', true, bob.address, '-7'],
    })
    const asText = method(
      world.sample,
      'echo',
      JSON.stringify(items),
      '0x01020304',
      '0xab',
      'true',
      bob.address,
      -7,
    )
    expect(await calls.read(asText)).toEqual(await calls.read(echo))
  })

  it('coins go along with a call', async () => {
    const before = await wei(bob)
    const forward = method(world.sample, 'forward', bob.address)
    await mined(calls.call({ ...key(), ...forward, amount: '0.000000000000000009' }))
    expect((await wei(bob)) - before).toBe(9n)
  })

  it('a call that the contract refuses is refused with its reason, unless the fee is named', async () => {
    const refuse = method(world.sample, 'require_', 'not today')
    for (const call of [
      () => calls.read(refuse),
      () => calls.call({ ...key(), ...refuse, methodABI: writes(refuse) }),
    ]) {
      const refused = await refusalOf(call())
      expect([refused.code, refused.message]).toEqual([
        'execution.reverted',
        expect.stringContaining('not today'),
      ])
    }
    const named = calls.call({ ...key(), ...refuse, methodABI: writes(refuse), fee: FEE })
    expect(await calls.transaction(await mined(named))).toMatchObject({ status: false })
  })

  it('a call that does not fit its description is refused', async () => {
    const one = method(world.sample, 'store', '1')
    for (const changes of [
      { params: [] },
      { params: ['x'] },
      { params: [{}] },
      { methodName: 'other' },
      { methodABI: {} },
      { methodABI: { type: 'event', name: 'store' } },
      method(bob.address, 'stored'),
    ]) {
      expect([changes, await codeOf(calls.read({ ...one, ...changes }))]).toEqual([
        changes,
        'transaction.invalid.body',
      ])
    }
    // A key in the wrong field is not repeated.
    const misplaced = await refusalOf(
      calls.call({ ...key(), ...one, methodName: alice.fromPrivateKey.slice(2) }),
    )
    expect(misplaced.message).not.toContain(alice.fromPrivateKey.slice(2))
  })

  it('tells blocks by hash and by number, with their transactions', async () => {
    const txId = await mined(calls.transfer({ ...key(), to: bob.address, amount: '1', currency: id }))
    const height = await calls.height()
    const block = await calls.block(String(height))
    expect(await calls.block(String(block['hash']))).toEqual(block)
    expect(block).toMatchObject({
      number: height,
      gasUsed: 21_000,
      timestamp: expect.any(Number),
      transactions: [{ transactionHash: txId, value: '1000000000000000000', blockNumber: height }],
    })
    for (const unknown of [
      String(height + 1),
      `0x${'1'.repeat(64)}`,
      'latest',
      '-1',
      '1.5',
      'x'.repeat(100),
    ]) {
      expect(await codeOf(calls.block(unknown))).toBe('block.hash.not.exists')
    }
    for (const unknown of [`0x${'1'.repeat(64)}`, 'x']) {
      expect(await codeOf(calls.transaction(unknown))).toBe('tx.not.found')
    }
    expect(await codeOf(calls.balance('0x'))).toBe('validation.failed')
  })

  it('lists what an address did, either way round and within blocks', async () => {
    const carol = await world.account(0n)
    const amounts = ['1', '2', '3', '4']
    const heights: number[] = []
    for (const amount of amounts) {
      await mined(calls.transfer({ ...key(), to: carol.address, amount, currency: id }))
      heights.push(await calls.height())
    }
    const list = async (page: object) => {
      const found = await calls.history({ address: carol.address, pageSize: 50, ...page })
      return found.map(({ value }) => Number(BigInt(String(value)) / 10n ** 18n))
    }
    expect(await list({})).toEqual([4, 3, 2, 1])
    expect(await list({ sort: 'ASC' })).toEqual([1, 2, 3, 4])
    expect(await list({ pageSize: 2, offset: 1 })).toEqual([3, 2])
    expect(await list({ from: heights[1], to: heights[2] })).toEqual([3, 2])
    expect(await calls.history({ address: carol.address, pageSize: 1 })).toMatchObject([
      { status: true, to: carol.address.toLowerCase(), blockNumber: heights[3] },
    ])
  })
})

/** One letter of the checksum wrong. */
const misspelled = (address: string): string =>
  address.replace(/[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/** The same method, as if it changed something. */
const writes = ({ methodABI }: { readonly methodABI: object }) => ({
  ...methodABI,
  stateMutability: 'nonpayable',
})

describe('of one chain', () => {
  let world: EvmWorld
  beforeAll(async () => {
    world = await openEvmWorld()
  })
  afterAll(() => world?.close())

  it('payments by contracts are told apart from transactions (Ethereum)', async () => {
    const calls = await world.as('testnet')
    const alice = await world.account()
    const bob = await world.account(0n)
    const forward = method(world.sample, 'forward', bob.address)
    const txId = await txIdOf(
      calls.callSmartContractMethod({ ...forward, amount: '2', fromPrivateKey: alice.fromPrivateKey }),
    )
    await world.mined()
    const found = await calls.ethGetInternalTransactionByAddress({ address: bob.address, pageSize: 10 })
    expect(found).toEqual([
      {
        hash: txId,
        blockNumber: await calls.ethGetCurrentBlock(),
        timeStamp: expect.stringMatching(/^\d{10}$/),
        from: world.sample,
        to: bob.address.toLowerCase(),
        value: '2000000000000000000',
        type: 'call',
      },
    ])
  })

  it('a node without an index by address is told which one has it', async () => {
    world.interfere = ({ method: name }) =>
      name.startsWith('ots_')
        ? (asked, response) =>
            void response.end(
              JSON.stringify({
                jsonrpc: '2.0',
                id: JSON.parse(asked.body).id,
                error: { code: -32_601, message: 'no such method' },
              }),
            )
        : undefined
    const calls = await world.as('testnet')
    const { address } = await world.account(0n)
    const refused = await refusalOf(calls.ethGetTransactionByAddress({ address, pageSize: 1 }))
    world.interfere = () => undefined
    expect([refused.code, refused.message]).toEqual([
      'chain.unsupported',
      expect.stringContaining('Blockbook'),
    ])
  })

  it('a token that the network does not have is refused by its name', async () => {
    const calls = await world.as('testnet')
    const { address: to, fromPrivateKey } = await world.account()
    for (const currency of ['UNI', 'toString', 'MATIC']) {
      const refused = await refusalOf(
        calls.transferEthBlockchain({ to, fromPrivateKey, amount: '1', currency }),
      )
      expect(refused.code).toBe('erc20.token.notFound')
      // It is the caller's text, which may be a key in the wrong field.
      expect(refused.message).not.toContain(currency)
    }
  })

  it('a token that only the configuration names is sent by that name', async () => {
    const calls = await world.as('testnet')
    const { fromPrivateKey } = await world.account(1n, 5n)
    const { address } = await world.account(0n)
    const gold = { to: address, fromPrivateKey, amount: '0.000005', currency: 'GOLD' }
    const txId = await txIdOf(calls.transferEthBlockchain(gold))
    await world.mined()
    expect(await calls.ethGetTransaction({ hash: txId })).toMatchObject({
      to: world.token.address,
      status: true,
    })
  })

  it('another testnet has nodes and nonces of its own', async () => {
    const calls = await world.as('testnet')
    const { address } = await world.account(7n)
    const testnetType = 'ethereum-holesky'
    expect(await codeOf(calls.ethGetBalance({ address, testnetType }))).toBe('chain.not.configured')
    expect(await calls.ethGetBalance({ address, testnetType: 'ethereum-sepolia' })).toEqual({ balance: '7' })
    expect(await calls.ethGetBalance({ address, testnetType: 'ethereum-ropsten' })).toEqual({ balance: '7' })
  })
})

it('Celo tells its tokens beside the coin', async () => {
  const world = await openEvmWorld({ id: 'CELO' })
  onTestFinished(() => world.close())
  const calls = await world.as('testnet')
  const { address } = await world.account(3n, 1_500_001n)
  expect(await calls.celoGetBalance({ address })).toEqual({ celo: '3', cUsd: '1.500001', cEur: '1.500001' })
})

it('Celo tells the coin, and the tokens that are there, where one that is configured is not', async () => {
  const world = await openEvmWorld({ id: 'CELO', absent: 'CEUR' })
  onTestFinished(() => world.close())
  const calls = await world.as('testnet')
  const { address } = await world.account(3n, 1_500_001n)
  expect(await calls.celoGetBalance({ address })).toEqual({ celo: '3', cUsd: '1.500001' })
})

/**
 * anvil does not know the type of transaction, so what concerns it is answered in the node's place, as
 * docs.celo.org, "Fee Abstraction" has it; what was signed is read by viem.
 */
it('Celo takes its fee in a token: asked for, estimated and signed in it', async () => {
  const world = await openEvmWorld({ id: 'CELO', token: { maxFee: '105.6' } })
  onTestFinished(() => world.close())
  const calls = await world.as('testnet')
  const alice = await world.account(2n, 10n ** 12n)
  const bob = await world.account(0n)
  const raws: string[] = []
  const estimated: unknown[] = []
  let asked = '0x3e8'
  world.interfere = ({ method, params }) => {
    const [first] = params
    const answer =
      (result: unknown): Behaviour =>
      (asked, response) =>
        void response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(asked.body).id, result }))
    if (method === 'eth_gasPrice' && first === world.token.address) return answer(asked)
    if (method === 'eth_maxPriorityFeePerGas' && first === world.token.address) return answer('0x64')
    if (method === 'eth_estimateGas') {
      estimated.push(first)
      return answer('0x13880')
    }
    if (method === 'eth_sendRawTransaction') {
      raws.push(String(first))
      return answer('0x')
    }
    return method === 'eth_getTransactionByHash' ? answer({ hash: first }) : undefined
  }
  const send = (amount: string) =>
    calls.transferCeloBlockchain({
      to: bob.address,
      amount,
      currency: 'CELO',
      feeCurrency: 'CUSD',
      fromPrivateKey: alice.fromPrivateKey,
    })
  // All of its coins may be sent: the fee is no part of them.
  const txId = await txIdOf(send('2'))
  expect(estimated).toMatchObject([{ feeCurrency: world.token.address, from: alice.address.toLowerCase() }])
  const raw = raws[0] ?? ''
  expect(keccak256(`0x${raw.slice(2)}`)).toBe(txId)
  expect(parseTransaction(`0x7b${raw.slice(4)}`)).toMatchObject({
    type: 'cip64',
    chainId: 11_142_220,
    feeCurrency: world.token.address,
    value: 2n * 10n ** 18n,
    // A fifth more than was estimated, at a tenth more than was asked.
    gas: 96_000n,
    maxFeePerGas: 1_100n,
    maxPriorityFeePerGas: 100n,
  })
  expect(await codeOf(send('2.000000000000000001'))).toBe('balance.insufficient')
  // 96,000 units at 1,100 are all that the configuration has a fee be.
  asked = '0x3e9'
  const { code, message } = await refusalOf(send('1'))
  expect([code, message]).toEqual(['fee.exceptional', expect.stringContaining('105.696 CUSD')])
  asked = '0x3e8'
  // 96,000 units at 1,100 are more of the token than this one has.
  const poor = await world.account(2n, 105_599_999n)
  const fees = calls.transferCeloBlockchain({
    to: bob.address,
    amount: '0',
    currency: 'CELO',
    feeCurrency: 'CUSD',
    fromPrivateKey: poor.fromPrivateKey,
  })
  expect(await codeOf(fees)).toBe('balance.insufficient')
})
