/** Gas pumps on TRON: held against tronweb and a network in memory. The contract never ran on a node of TRON. */
import { TronWeb, utils } from 'tronweb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Calls, codeOf, faultOf, pendingOf, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { SUN } from './chain.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { openTronWorld, type TronAccount, type TronWorld } from './ledger-world.fixture.js'
import { nameOfNft, pumpAt } from './pumps.fixture.js'

const FACTORY = TronWeb.address.fromHex(`41${'fa'.repeat(20)}`)
const TOKEN = TronWeb.address.fromHex(`41${'77'.repeat(20)}`)
const ELSEWHERE = TronWeb.address.fromHex(`41${'5e'.repeat(20)}`)
const WALLET = { signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83', index: 0 }
const TRON = { chain: 'TRON', feeLimit: 100 } as const

let world: TronWorld
let calls: Calls
let alice: TronAccount
let bob: TronAccount
beforeAll(async () => {
  world = await openTronWorld({ gasPumpFactory: FACTORY })
  calls = await world.as('testnet')
  alice = world.account('alice', 10_000n)
  bob = world.account('bob', 10_000n)
  world.network.addToken(TOKEN, { name: 'Tea', symbol: 'TEA', decimals: 6 })
})
afterAll(() => world.close())

const range = (from: number, to: number) => ({ chain: 'TRON', owner: alice.address, from, to }) as const
const isActive = async (index: number) =>
  (await calls.gasPumpAddressesActivatedOrNot({ chain: 'TRON', owner: alice.address, index })).activated
const results = (txId: string) => calls.activatedNotActivatedGasPumpAddresses({ chain: 'TRON', txId })
const balanceOf = (address: string) => world.network.account(address).balance
const tokensOf = (address: string) => world.network.state.tokens.get(TOKEN)?.balances.get(address) ?? 0n

/** Signs what waits with tronweb, and broadcasts it. */
async function byDaemon(id: string, { key }: TronAccount): Promise<string> {
  const { serializedTransaction } = await calls.getPendingTransactionToSign({ id })
  const { txId } = await calls.tronBroadcast({
    txData: await signAsDaemon(serializedTransaction, key),
    signatureId: id,
  })
  world.settle()
  return txId
}

/** The address of an active pump of `alice`, with TRX and tokens. */
async function pump(index: number): Promise<string> {
  const [address = ''] = await calls.precalculateGasPumpAddresses(range(index, index))
  world.network.fund(address, 50n * SUN)
  world.network.fund(address, 1_000_000n, { token: TOKEN })
  await txIdOf(calls.activateGasPumpTron({ ...TRON, ...range(index, index), fromPrivateKey: bob.key }))
  world.settle()
  return address
}

describe('addresses', () => {
  it('500 are those of CREATE2 as java-tron computes it, and of no other prefix', async () => {
    const addresses = await calls.precalculateGasPumpAddresses(range(0, 499))
    expect(addresses).toEqual(
      Array.from({ length: 500 }, (_, index) => pumpAt(FACTORY, alice.address, BigInt(index))),
    )
    expect(addresses.every((address) => TronWeb.isAddress(address))).toBe(true)
    expect(await faultOf(calls.precalculateGasPumpAddresses(range(0, 500)))).toBe('to')
  })

  it('without a factory in the configuration, everything says so', async () => {
    const other = await openTronWorld()
    try {
      const own = await other.as('testnet')
      const { address, key } = other.account('alice', 10n)
      const here = { chain: 'TRON', owner: address, from: 0, to: 0 } as const
      const { code, message } = await refusalOf(own.precalculateGasPumpAddresses(here))
      expect(code).toBe('chain.not.configured')
      expect(message).toBe(
        'The configuration lacks what this needs of the chain (TRON has no factory of gas pumps: deploy one, and name it as chains.TRON.testnet.gasPumpFactory; see docs/gas-pump.md). Add what the reason names to the configuration file (TALLYSTICK_CONFIG), or in process to the option chains of createTallystick.',
      )
      const activate = own.activateGasPumpTron({ ...here, feeLimit: 100, fromPrivateKey: key })
      expect(await codeOf(activate)).toBe('chain.not.configured')
      // Whatever else needs its address, with a transaction that exists too.
      other.network.fund(address, 10n * SUN)
      const paid = await txIdOf(
        own.transferTronBlockchain({ to: ELSEWHERE, amount: '1', fromPrivateKey: key }),
      )
      other.settle()
      const flags = {
        enableFungibleTokens: true,
        enableNonFungibleTokens: false,
        enableSemiFungibleTokens: false,
        enableBatchTransactions: false,
      }
      const { from: _from, to: _to, ...many } = { ...here, batchCount: 2, feeLimit: 100 }
      for (const call of [
        () => own.gasPumpAddressesActivatedOrNot({ chain: 'TRON', owner: address, index: 0 }),
        () => own.activatedNotActivatedGasPumpAddresses({ chain: 'TRON', txId: paid }),
        () => own.scGetCustodialAddresses({ chain: 'TRON', hash: paid }),
        () => own.activateGasPumpTronKMS({ ...here, ...WALLET, feeLimit: 100 }),
        () => own.generateCustodialWalletTron({ ...TRON, ...flags, fromPrivateKey: key }),
        () => own.generateCustodialWalletBatchTron({ ...many, fromPrivateKey: key }),
        () => own.generateCustodialWalletBatchTronKMS({ ...many, ...WALLET, from: address }),
      ]) {
        expect(await codeOf(call())).toBe('chain.not.configured')
      }
    } finally {
      await other.close()
    }
  })
})

it('a factory with a wrong checksum is told when the chain is used first', async () => {
  const factory = `${FACTORY.slice(0, -1)}${FACTORY.endsWith('a') ? 'b' : 'a'}`
  const other = openTronWorld({ gasPumpFactory: factory })
  const own = await (await other).as('testnet')
  expect(await codeOf(own.precalculateGasPumpAddresses(range(0, 0)))).toBe('chain.not.configured')
  await (await other).close()
})

describe('a token that answers false to what it does, as USDT', () => {
  const USDT = TronWeb.address.fromHex(`41${'a6'.repeat(20)}`)

  it.each(['GasPump', 'TronGasPump'] as const)('%s', async (gasPumpContract) => {
    const other = await openTronWorld({ gasPumpFactory: FACTORY, gasPumpContract })
    try {
      const own = await other.as('testnet')
      const { address: owner, key: fromPrivateKey } = other.account('alice', 10_000n)
      other.network.addToken(USDT, { name: 'Tether USD', symbol: 'USDT', decimals: 6, answersFalse: true })
      const only = { chain: 'TRON', owner, from: 0, to: 0 } as const
      const [custodialAddress = ''] = await own.precalculateGasPumpAddresses(only)
      expect(custodialAddress).toBe(pumpAt(FACTORY, owner, 0n, gasPumpContract))
      other.network.fund(custodialAddress, 5_000_000n, { token: USDT })
      await txIdOf(own.activateGasPumpTron({ ...only, feeLimit: 100, fromPrivateKey }))
      other.settle()
      const body = {
        ...TRON,
        custodialAddress,
        recipient: ELSEWHERE,
        contractType: 0,
        tokenAddress: USDT,
      } as const
      const moved = own.transferCustodialWalletTron({ ...body, amount: '2', fromPrivateKey })
      if (gasPumpContract === 'GasPump') expect(await codeOf(moved)).toBe('execution.reverted')
      else await txIdOf(moved)
      other.settle()
      const left = other.network.state.tokens.get(USDT)?.balances.get(custodialAddress)
      expect(left).toBe(gasPumpContract === 'GasPump' ? 5_000_000n : 3_000_000n)
    } finally {
      await other.close()
    }
  })

  it('a factory of the other contract activates nothing', async () => {
    const other = await openTronWorld({ gasPumpFactory: FACTORY })
    try {
      other.network.addFactory(FACTORY, 'TronGasPump')
      const { address: owner, key: fromPrivateKey } = other.account('alice', 10_000n)
      const only = { ...TRON, owner, from: 0, to: 0, fromPrivateKey } as const
      const own = await other.as('testnet')
      expect(await codeOf(own.activateGasPumpTron(only))).toBe('chain.unsupported')
    } finally {
      await other.close()
    }
  })
})

describe('activation', () => {
  it('by whoever pays, with its results, once', async () => {
    expect([await isActive(10), await isActive(11)]).toEqual([false, false])
    const txId = await txIdOf(
      calls.activateGasPumpTron({ ...TRON, ...range(10, 11), fromPrivateKey: bob.key }),
    )
    expect(await codeOf(results(txId))).toBe('gas.pump.processing')
    expect(await codeOf(results('ab'.repeat(32)))).toBe('tx.not.found')
    world.settle()
    expect([await isActive(10), await isActive(11), await isActive(12)]).toEqual([true, true, false])
    const addresses = await calls.precalculateGasPumpAddresses(range(10, 12))
    const places = addresses.map((address, at) => ({ index: 10 + at, address }))
    expect(await results(txId)).toEqual({ valid: places.slice(0, 2), invalid: [] })
    const id = await pendingOf(calls.activateGasPumpTronKMS({ ...TRON, ...range(11, 12), ...WALLET }))
    expect(await results(await byDaemon(id, alice))).toEqual({
      valid: places.slice(2),
      invalid: [{ address: addresses[1], reason: 'Wallet already exists' }],
    })
  })

  it('the older way makes others with each call, which the transaction tells', async () => {
    const made = (hash: string) => calls.scGetCustodialAddresses({ chain: 'TRON', hash })
    const many = { ...TRON, owner: alice.address, batchCount: 2 }
    const first = await txIdOf(calls.generateCustodialWalletBatchTron({ ...many, fromPrivateKey: bob.key }))
    expect(await codeOf(made(first))).toBe('gas.pump.processing')
    world.settle()
    const kms = { ...many, ...WALLET, from: bob.address }
    const second = await byDaemon(await pendingOf(calls.generateCustodialWalletBatchTronKMS(kms)), bob)
    const flags = {
      enableFungibleTokens: true,
      enableNonFungibleTokens: false,
      enableSemiFungibleTokens: false,
      enableBatchTransactions: false,
    }
    const one = { ...TRON, ...flags, ...WALLET, from: alice.address }
    const third = await byDaemon(await pendingOf(calls.generateCustodialWalletTronKMS(one)), alice)
    const own = { ...TRON, ...flags, fromPrivateKey: alice.key }
    const fourth = await txIdOf(calls.generateCustodialWalletTron(own))
    world.settle()
    const addresses = []
    for (const hash of [first, second, third, fourth]) addresses.push(...(await made(hash)))
    expect(addresses).toEqual(
      Array.from({ length: 6 }, (_, at) => pumpAt(FACTORY, alice.address, (1n << 255n) + BigInt(at))),
    )
    const multi = calls.generateCustodialWalletTron({ ...own, enableSemiFungibleTokens: true })
    expect(await faultOf(multi)).toBe('enableSemiFungibleTokens')
  })

  it('as a managed wallet', async () => {
    const { address: caller } = await calls.custodialCreateWallet({ chain: 'TRON' })
    world.network.fund(caller, 100n * SUN)
    await txIdOf(calls.activateGasPumpTron({ ...TRON, ...range(20, 20), caller }))
    world.settle()
    expect(await isActive(20)).toBe(true)
  })
})

describe('transfers', () => {
  it.each(['key', 'KMS'] as const)('TRX and TRC-20, one by one and in a batch, by %s', async (way) => {
    const from = await pump(way === 'key' ? 30 : 31)
    const recipient = world.account(`paid by ${way}`, 0n).address
    const common = { ...TRON, custodialAddress: from }
    const owner = { from: alice.address, ...WALLET }
    const one = async (body: { contractType: 0 | 3; tokenAddress?: string; amount: string }) => {
      const whole = { ...common, recipient, ...body }
      if (way === 'KMS')
        return byDaemon(await pendingOf(calls.transferCustodialWalletTronKMS({ ...whole, ...owner })), alice)
      return txIdOf(calls.transferCustodialWalletTron({ ...whole, fromPrivateKey: alice.key }))
    }
    await one({ contractType: 3, amount: '1.5' })
    world.settle()
    await one({ contractType: 0, tokenAddress: TOKEN, amount: '0.25' })
    world.settle()
    const batch = {
      ...common,
      recipient: [recipient, recipient],
      contractType: [3, 0] as (0 | 1 | 3)[],
      tokenAddress: ['0', TOKEN],
      amount: ['0.5', '0.000001'],
      tokenId: ['0', '0'],
    }
    if (way === 'KMS')
      await byDaemon(
        await pendingOf(calls.transferCustodialWalletBatchTronKMS({ ...batch, ...owner })),
        alice,
      )
    else await txIdOf(calls.transferCustodialWalletBatchTron({ ...batch, fromPrivateKey: alice.key }))
    world.settle()
    expect([balanceOf(recipient), tokensOf(recipient)]).toEqual([2n * SUN, 250_001n])
    expect([balanceOf(from), tokensOf(from)]).toEqual([48n * SUN, 749_999n])
  })

  it.each(['key', 'KMS'] as const)('TRC-721, one by one and in a batch, by %s', async (way) => {
    const from = await pump(way === 'key' ? 40 : 41)
    const nft = TronWeb.address.fromHex(`41${way === 'key' ? '70' : '71'}${'21'.repeat(19)}`)
    const most = 2n ** 256n - 1n
    const ids = [7n, 8n, most]
    for (const id of ids) {
      const token = nameOfNft(nft, id)
      world.network.addToken(token, { name: token, symbol: token, decimals: 0 })
      world.network.fund(from, 1n, { token })
    }
    const holders = () =>
      ids.map(
        (id) =>
          [...(world.network.state.tokens.get(nameOfNft(nft, id))?.balances ?? [])].find(
            ([, n]) => n === 1n,
          )?.[0],
      )
    const owner = { from: alice.address, ...WALLET }
    const one = {
      ...TRON,
      custodialAddress: from,
      recipient: ELSEWHERE,
      contractType: 1 as const,
      tokenAddress: nft,
    }
    const move = async (tokenId: string) =>
      way === 'KMS'
        ? byDaemon(
            await pendingOf(calls.transferCustodialWalletTronKMS({ ...one, tokenId, ...owner })),
            alice,
          )
        : txIdOf(calls.transferCustodialWalletTron({ ...one, tokenId, fromPrivateKey: alice.key }))
    await move('7')
    world.settle()
    expect(await codeOf(move('7'))).toBe('execution.reverted')
    const batch = {
      ...TRON,
      custodialAddress: from,
      recipient: [alice.address, ELSEWHERE],
      contractType: [1, 1] as (0 | 1 | 3)[],
      tokenAddress: [nft, nft],
      amount: ['0', '0'],
      tokenId: ['8', String(most)],
    }
    if (way === 'KMS')
      await byDaemon(
        await pendingOf(calls.transferCustodialWalletBatchTronKMS({ ...batch, ...owner })),
        alice,
      )
    else await txIdOf(calls.transferCustodialWalletBatchTron({ ...batch, fromPrivateKey: alice.key }))
    world.settle()
    expect(holders()).toEqual([ELSEWHERE, alice.address, ELSEWHERE])
  })

  it('tronweb reads from the transaction what the body has said', async () => {
    const from = await pump(42)
    const body = { ...TRON, custodialAddress: from, recipient: ELSEWHERE }
    const trx = { ...body, contractType: 3 as const, amount: '2', from: alice.address, ...WALLET }
    const id = await pendingOf(calls.transferCustodialWalletTronKMS(trx))
    const { serializedTransaction } = await calls.getPendingTransactionToSign({ id })
    const [contract] = JSON.parse(serializedTransaction).raw_data.contract
    const { owner_address, contract_address, data } = contract.parameter.value
    expect([owner_address, contract_address].map((hex) => TronWeb.address.fromHex(hex))).toEqual([
      alice.address,
      from,
    ])
    const types = ['address', 'uint256', 'address', 'uint256', 'uint256']
    const read = utils.abi.decodeParams(['token', 'kind', 'to', 'amount', 'id'], types, `0x${data}`, true)
    expect(TronWeb.address.fromHex(read.to)).toBe(ELSEWHERE)
    expect([read.kind, read.amount].map(String)).toEqual(['3', '2000000'])
    expect(JSON.parse(serializedTransaction).raw_data.fee_limit).toBe(100_000_000)
  })

  it('what others ask for, or what cannot be, sends nothing', async () => {
    const from = await pump(50)
    const before = (await world.sends()).length
    const body = {
      ...TRON,
      custodialAddress: from,
      recipient: ELSEWHERE,
      contractType: 3 as const,
      amount: '1',
    }
    const tell = (over: object, key = alice.key) =>
      calls.transferCustodialWalletTron({ ...body, ...over, fromPrivateKey: key })
    expect(await faultOf(tell({}, bob.key))).toBe('custodialAddress')
    expect(await faultOf(tell({ custodialAddress: ELSEWHERE }))).toBe('custodialAddress')
    expect(await faultOf(tell({ custodialAddress: TOKEN }))).toBe('custodialAddress')
    expect(await faultOf(tell({ amount: '0.0000001' }))).toBe('amount')
    expect(await codeOf(tell({ amount: '51' }))).toBe('execution.reverted')
    expect(await codeOf(tell({ feeLimit: 0.01 }))).toBe('fee.exceptional')
    expect(await faultOf(tell({ feeLimit: -1 }))).toBe('feeLimit')
    const kms = { ...body, from: bob.address, ...WALLET }
    expect(await faultOf(calls.transferCustodialWalletTronKMS(kms))).toBe('custodialAddress')
    expect(
      await faultOf(calls.activateGasPumpTron({ ...TRON, ...range(0, 270), fromPrivateKey: bob.key })),
    ).toBe('to')
    expect(await world.sends()).toHaveLength(before)
  })
})
