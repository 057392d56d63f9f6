/** The operations of TRON, from a key or a wallet of a key-management system to a block that is never undone. */
import { TronWeb } from 'tronweb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Calls, codeOf, faultOf, pendingOf, txIdOf } from '../open-ledger.fixture.js'
import { SUN } from './chain.fixture.js'
import { signAsDaemon as signed } from './daemon.fixture.js'
import { openTronWorld, type TronAccount, type TronWorld } from './ledger-world.fixture.js'

let world: TronWorld
let calls: Calls
let alice: TronAccount
const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
const TOKEN = TronWeb.address.fromHex(`41${'77'.repeat(20)}`)

beforeAll(async () => {
  world = await openTronWorld()
  calls = await world.as('testnet')
  alice = world.account('alice', 10_000n)
  world.network.addToken(TOKEN, { name: 'Tea', symbol: 'TEA', decimals: 18 })
  world.network.fund(alice.address, 5n * 10n ** 18n, { token: TOKEN })
  world.network.addAsset('1000001', { name: '54', id: '1000001', precision: 3, owner_address: alice.address })
  world.network.fund(alice.address, 9_000n, { asset: '1000001' })
})
afterAll(() => world.close())

const recipient = (name: string) => world.account(name, 0n).address
const balanceOf = async (address: string) => Number((await calls.tronGetAccount({ address }))['balance'])
const statusOf = async (txId: string) => (await world.sends()).find((send) => send.txId === txId)?.status

/** As the daemon does: it takes what waits, checks it with the library, signs it, and sends it back as JSON. */
async function signAsDaemon(id: string, { key }: TronAccount): Promise<string> {
  const pending = await calls.receivePendingTransactionsToSign({ chain: 'TRON', signatureIds: [WALLET] })
  return signed(pending.find((one) => one.id === id)?.serializedTransaction ?? '', key)
}

describe('by key', () => {
  it('pays TRX, to a block that is never undone', async () => {
    const to = recipient('paid')
    const txId = await txIdOf(
      calls.transferTronBlockchain({ fromPrivateKey: alice.key, to, amount: '1.000001' }),
    )
    expect(await statusOf(txId)).toBe('sent')
    world.network.grow()
    await world.round(5_000)
    expect(await balanceOf(to)).toBe(1_000_001)
    expect(await statusOf(txId)).toBe('final')
    const tx = await calls.tronGetTransaction({ hash: txId })
    expect(tx).toMatchObject({ txID: txId, ret: [{ contractRet: 'SUCCESS' }] })
    expect(JSON.stringify(tx)).toContain(`"toAddressBase58":"${to}"`)
  })

  it('pays TRC-10 and TRC-20 tokens, by their decimals', async () => {
    const to = recipient('token holder')
    const ten = { fromPrivateKey: alice.key, to, tokenId: '1000001', amount: '1.5' }
    await txIdOf(calls.transferTronTrc10Blockchain(ten))
    const twenty = {
      fromPrivateKey: alice.key,
      to,
      tokenAddress: TOKEN,
      feeLimit: 30,
      amount: '0.000000000000000001',
    }
    await txIdOf(calls.transferTronTrc20Blockchain(twenty))
    world.settle()
    expect(await calls.tronGetAccount({ address: to })).toMatchObject({
      trc10: [{ key: '1000001', value: 1_500 }],
      trc20: [{ [TOKEN]: '1' }],
    })
    const { transactions } = (await calls.tronAccountTx20({ address: to })) as {
      readonly transactions: object[]
    }
    expect(transactions).toMatchObject([{ from: alice.address, to, value: '1', type: 'Transfer' }])
  })

  it('issues a TRC-10 token and deploys a TRC-20 token', async () => {
    const issuer = world.account('issuer', 5_000n)
    const common = { fromPrivateKey: issuer.key, recipient: issuer.address, name: 'Tea', totalSupply: 7 }
    const issue = {
      ...common,
      abbreviation: 'TEA',
      description: 'A cup',
      url: 'https://tea.example',
      decimals: 2,
    }
    await txIdOf(calls.createTronTrc10Blockchain(issue))
    world.settle()
    const detail = await calls.tronTrc10Detail({ idOrOwnerAddress: issuer.address })
    expect(detail).toMatchObject({ name: 'Tea', abbr: 'TEA', totalSupply: 700, precision: 2 })
    expect(await codeOf(calls.createTronTrc10Blockchain(issue))).toBe('transaction.invalid.body')
    const txId = await txIdOf(calls.createTronTrc20Blockchain({ ...common, symbol: 'TEA', decimals: 30 }))
    world.settle()
    const contract = String(world.network.find(txId)?.tx.info?.['contract_address'])
    const token = world.network.state.tokens.get(TronWeb.address.fromHex(contract))
    expect(token?.balances.get(issuer.address)).toBe(7n * 10n ** 30n)
    const of = (hash: string) => calls.sCGetContractAddress({ chain: 'TRON', hash })
    expect(await of(txId)).toEqual({ contractAddress: TronWeb.address.fromHex(contract) })
    const held = { fromPrivateKey: issuer.key, to: recipient('cup'), feeLimit: 30, amount: '1' }
    const tokenAddress = TronWeb.address.fromHex(contract)
    const called = await txIdOf(calls.transferTronTrc20Blockchain({ ...held, tokenAddress }))
    world.settle()
    // A call of a contract creates none.
    expect(await of(called)).toEqual({})
    expect(await codeOf(of('ab'.repeat(32)))).toBe('tx.not.found')
  })

  it('freezes by the model of today, with the body of before', async () => {
    const staker = world.account('staker', 100n)
    const body = { fromPrivateKey: staker.key, receiver: staker.address, duration: 3, amount: '10' } as const
    await txIdOf(calls.freezeTron({ ...body, resource: 'ENERGY' }))
    await txIdOf(calls.freezeTron({ fromPrivateKey: staker.key, resource: 'BANDWIDTH', amount: '1' }))
    world.settle()
    expect(world.network.account(staker.address).frozen).toEqual({ ENERGY: 10n * SUN, BANDWIDTH: SUN })
    expect(await faultOf(calls.freezeTron({ ...body, resource: 'ENERGY', receiver: alice.address }))).toBe(
      'receiver',
    )
    expect(await faultOf(calls.freezeTron({ ...body, resource: 'ENERGY', amount: '0.5' }))).toBe('amount')
  })

  it('refuses what no node would take, and sends nothing', async () => {
    const before = world.server.asked.filter((path) => path.endsWith('broadcasthex')).length
    const to = recipient('nobody')
    const body = { fromPrivateKey: alice.key, to, amount: '1' }
    expect(await codeOf(calls.transferTronBlockchain({ ...body, amount: '100000' }))).toBe(
      'balance.insufficient',
    )
    expect(await faultOf(calls.transferTronBlockchain({ ...body, to: alice.address }))).toBe('to')
    expect(await faultOf(calls.transferTronBlockchain({ ...body, amount: '0.0000001' }))).toBe('amount')
    expect(await codeOf(calls.transferTronBlockchain({ ...body, amount: '0' }))).toBe(
      'transaction.invalid.body',
    )
    expect(await faultOf(calls.transferTronTrc10Blockchain({ ...body, tokenId: '7' }))).toBe('tokenId')
    const token = { ...body, tokenAddress: TOKEN, feeLimit: 0.1 }
    expect(await codeOf(calls.transferTronTrc20Blockchain(token))).toBe('fee.exceptional')
    const much = { ...token, feeLimit: 30, amount: '6' }
    expect(await codeOf(calls.transferTronTrc20Blockchain(much))).toBe('execution.reverted')
    expect(await codeOf((await world.as('mainnet')).transferTronBlockchain(body))).toBe(
      'private.key.testnet.only',
    )
    expect(world.server.asked.filter((path) => path.endsWith('broadcasthex')).length).toBe(before)
  })
})

describe('by a key-management system', () => {
  const kms = () => ({ from: alice.address, signatureId: WALLET })

  it('pays what the daemon signs, and completes it', async () => {
    const to = recipient('by the daemon')
    const id = await pendingOf(calls.transferTronBlockchainKMS({ ...kms(), to, amount: '2' }))
    const txData = await signAsDaemon(id, alice)
    const { txId } = await calls.tronBroadcast({ txData, signatureId: id })
    world.settle()
    expect(await balanceOf(to)).toBe(2_000_000)
    expect(await calls.getPendingTransactionToSign({ id })).toMatchObject({ txId })
    // Once more, it is the same.
    expect(await calls.tronBroadcast({ txData, signatureId: id })).toEqual({ txId })
  })

  it('has an object for every operation, which the library finds to agree with itself', async () => {
    const to = recipient('by the daemon')
    const issuer = world.account('second issuer', 5_000n)
    const own = {
      from: issuer.address,
      signatureId: WALLET,
      recipient: issuer.address,
      name: 'T',
      totalSupply: 1,
    }
    const ids = [
      await pendingOf(
        calls.transferTronTrc10BlockchainKMS({ ...kms(), to, tokenId: '1000001', amount: '1' }),
      ),
      await pendingOf(
        calls.transferTronTrc20BlockchainKMS({
          ...kms(),
          to,
          tokenAddress: TOKEN,
          feeLimit: 30,
          amount: '1',
        }),
      ),
      await pendingOf(calls.freezeTronKMS({ ...kms(), resource: 'ENERGY', amount: '1' })),
    ]
    for (const id of ids) {
      await calls.tronBroadcast({ txData: await signAsDaemon(id, alice), signatureId: id })
    }
    const issued = [
      await pendingOf(
        calls.createTronTrc10BlockchainKMS({
          ...own,
          abbreviation: 'T',
          description: 'T',
          url: 'T',
          decimals: 0,
        }),
      ),
      await pendingOf(calls.createTronTrc20BlockchainKMS({ ...own, symbol: 'T', decimals: 6 })),
    ]
    for (const id of issued) {
      await calls.tronBroadcast({ txData: await signAsDaemon(id, issuer), signatureId: id })
    }
    world.settle()
    for (const id of [...ids, ...issued]) {
      const { txId = '' } = await calls.getPendingTransactionToSign({ id })
      expect(world.network.find(txId)?.tx.info?.['result'], id).toBeUndefined()
    }
  })

  it('refuses another transaction in its place', async () => {
    const to = recipient('by the daemon')
    const id = await pendingOf(calls.transferTronBlockchainKMS({ ...kms(), to, amount: '3' }))
    const other = await pendingOf(calls.transferTronBlockchainKMS({ ...kms(), to, amount: '4' }))
    const txData = await signAsDaemon(other, alice)
    expect(await codeOf(calls.tronBroadcast({ txData, signatureId: id }))).toBe('transaction.invalid.body')
  })
})

describe('what nodes tell', () => {
  it('are blocks, by number and by hash', async () => {
    const { blockNumber = 0, hash = '', testnet } = await calls.tronGetCurrentBlock()
    expect(testnet).toBe(true)
    const block = await calls.tronGetBlock({ hash })
    expect(block).toMatchObject({ hash, blockNumber })
    expect(await calls.tronGetBlock({ hash: hash.toUpperCase() })).toEqual(block)
    expect(await calls.tronGetBlock({ hash: String(blockNumber) })).toEqual(block)
    expect(await codeOf(calls.tronGetBlock({ hash: 'ab'.repeat(32) }))).toBe('block.hash.not.exists')
    expect(await codeOf(calls.tronGetTransaction({ hash: 'ab'.repeat(32) }))).toBe('tx.not.found')
  })

  it('is a history by pages', async () => {
    const page = (await calls.tronAccountTx({ address: alice.address })) as {
      readonly transactions: object[]
    }
    expect(page.transactions.length).toBeGreaterThan(5)
    for (const transaction of page.transactions)
      expect(transaction).toMatchObject({ txID: expect.any(String) })
    const next = (await calls.tronAccountTx({ address: alice.address, next: '5' })) as typeof page
    expect(next.transactions).toEqual(page.transactions.slice(5))
    world.server.isGrid = false
    expect(await codeOf(calls.tronAccountTx({ address: alice.address }))).toBe('chain.unsupported')
    world.server.isGrid = true
  })

  it('is every digit of an amount', async () => {
    const rich = world.account('rich', 0n).address
    world.network.fund(rich, 2n ** 63n - 1n)
    const { balance } = (await calls.tronGetAccount({ address: rich })) as { readonly balance: unknown }
    expect(String(balance)).toBe('9223372036854775807')
  })
})
