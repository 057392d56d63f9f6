/** The operations of MultiversX from end to end: a ledger, its chains over HTTP, and a gateway that checks everything. */
import { type SignatureId, signatureKey, type TenantId } from '@tallystick/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, faultOf, pendingOf, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { EGLD, FEE, TOKEN, tokenTransfer } from './chain.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { type Account, type MultiversxWorld, openMultiversxWorld } from './ledger-world.fixture.js'

const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
const WORDS =
  'moral volcano peasant pass circle pen over picture flat shop clap goat never lyrics gather prepare woman film husband gravity behind test tiger improve'
const ALICE = 'erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th'
const MAX_UINT128 = 2n ** 128n - 1n

let world: MultiversxWorld
let calls: Calls
let alice: Account
let bob: Account

beforeEach(async () => {
  world = await openMultiversxWorld()
  calls = await world.as('testnet')
  alice = world.account('alice')
  bob = world.account('bob', 0n)
})
afterEach(() => world.close())

const close = (): void => world.server.ledger.close()
const body = (over: object = {}) => ({
  from: alice.address,
  fromPrivateKey: alice.key,
  to: bob.address,
  amount: '1',
  ...over,
})
const pay = (over: object = {}) => calls.transferEgldBlockchain(body(over))
const pending = (id: string) =>
  world.storage.query.find(signatureKey('default' as TenantId, id as SignatureId))

/** What a daemon asks the service for before it signs. */
async function advised(own: Calls, address: string) {
  const nonce = await own.egldGetTransactionCount({ address })
  const { data } = (await own.egldNodeProxyGet({ rpcPath: 'network/config' })) as {
    readonly data: {
      readonly config: { readonly erd_chain_id: string; readonly erd_min_transaction_version: number }
    }
  }
  return { nonce, chainID: data.config.erd_chain_id, version: data.config.erd_min_transaction_version }
}

describe('wallets', () => {
  it('from the mnemonic to a confirmed payment', async () => {
    const { mnemonic } = await calls.egldGenerateWallet()
    expect(mnemonic.split(' ')).toHaveLength(24)
    const { address } = await calls.egldGenerateAddress({ mnemonic, index: 3 })
    const { key } = await calls.egldGenerateAddressPrivateKey({ mnemonic, index: 3 })
    expect(await calls.egldGenerateAddressFromMnemonic({ mnemonic, index: 3 })).toEqual({ address })
    world.server.ledger.fund(address, 2n * EGLD)
    const txId = await txIdOf(pay({ from: address, fromPrivateKey: key }))
    close()
    await world.round()
    expect(await calls.egldGetBalance({ address: bob.address })).toEqual({ balance: '1' })
    expect(await calls.egldGetBalance({ address })).toEqual({ balance: '0.99995' })
    expect(await world.sends()).toMatchObject([{ txId, status: 'final', reason: null }])
  })

  it('of words that are known, and none of others', async () => {
    expect(await calls.egldGenerateWallet({ mnemonic: WORDS })).toEqual({ mnemonic: WORDS })
    expect(await calls.egldGenerateWalletFromMnemonic({ mnemonic: WORDS })).toEqual({ mnemonic: WORDS })
    expect(await calls.egldGenerateAddress({ mnemonic: WORDS, index: 0 })).toEqual({ address: ALICE })
    const code = 'key.generation.failed.wrong.mnemonic'
    const wrong = `${WORDS} canary`
    for (const call of [
      calls.egldGenerateWallet({ mnemonic: wrong }),
      calls.egldGenerateWalletFromMnemonic({ mnemonic: wrong }),
      calls.egldGenerateAddress({ mnemonic: wrong, index: 0 }),
      calls.egldGenerateAddressFromMnemonic({ mnemonic: wrong, index: 0 }),
      calls.egldGenerateAddressPrivateKey({ mnemonic: wrong, index: 0 }),
    ]) {
      const refusal = await refusalOf(call)
      expect([refusal.code, String(refusal.message).includes('canary')]).toEqual([code, false])
    }
    expect(await faultOf(calls.egldGenerateAddress({ mnemonic: WORDS, index: 2 ** 31 }))).toBe('index')
  })
})

describe('reads', () => {
  it('balance, count, blocks, transactions', async () => {
    const txId = await txIdOf(pay({ amount: '2.5', data: 'invoice 7' }))
    expect(await calls.egldGetTransaction({ hash: txId })).toMatchObject({ status: 'pending', nonce: 0 })
    close()
    const { last } = world.server.ledger
    expect(await calls.egldGetTransaction({ hash: txId.toUpperCase() })).toMatchObject({
      sender: alice.address,
      receiver: bob.address,
      value: '2500000000000000000',
      data: Buffer.from('invoice 7').toString('base64'),
      status: 'success',
      hyperblockNonce: last.nonce,
      hyperblockHash: last.hash,
    })
    expect(await calls.eGldGetCurrentBlock()).toBe(last.nonce)
    const block = { nonce: last.nonce, hash: last.hash, numTxs: 1, transactions: [{ hash: txId }] }
    for (const hash of [String(last.nonce), last.hash, last.hash.toUpperCase()]) {
      expect(await calls.egldGetBlock({ hash })).toMatchObject(block)
    }
    expect(await calls.egldGetTransactionAddress({ address: alice.address })).toMatchObject([
      { txHash: txId },
    ])
    expect(await calls.egldGetTransactionAddress({ address: bob.address })).toEqual([])
    expect(await calls.egldGetTransactionCount({ address: alice.address })).toBe(1)
    expect(await calls.egldGetBalance({ address: bob.address })).toEqual({ balance: '2.5' })
  })

  it('what is not there, or is none, is refused and costs nothing', async () => {
    const table: readonly (readonly [() => Promise<unknown>, string])[] = [
      [() => calls.egldGetBlock({ hash: '999999999' }), 'block.hash.not.exists'],
      [() => calls.egldGetBlock({ hash: 'ab'.repeat(32) }), 'block.hash.not.exists'],
      [() => calls.egldGetBlock({ hash: 'latest' }), 'validation.failed'],
      [() => calls.egldGetTransaction({ hash: 'a'.repeat(64) }), 'tx.not.found'],
      [() => calls.egldGetTransaction({ hash: 'x'.repeat(64) }), 'tx.not.found'],
      [() => calls.egldGetBalance({ address: `${bob.address.slice(0, -1)}a` }), 'validation.failed'],
      [() => calls.egldGetTransactionCount({ address: 'erd1'.padEnd(62, 'q') }), 'validation.failed'],
    ]
    for (const [call, code] of table) expect(await codeOf(call())).toBe(code)
    world.server.indexed = false
    const unsupported = await refusalOf(calls.egldGetTransactionAddress({ address: alice.address }))
    expect([unsupported.code, unsupported.message]).toEqual([
      'chain.unsupported',
      expect.stringContaining('api.multiversx.com'),
    ])
    expect(await calls.charged()).toBe(0)
  })

  it('gas: of a payment, of data, of a token, and of what would fail', async () => {
    const ask = (over: object = {}) =>
      calls.egldEstimateGas({ sender: alice.address, receiver: bob.address, value: '1', ...over })
    expect(await ask()).toEqual({ gasPrice: 1_000_000_000, gasLimit: 50_000 })
    expect(await ask({ data: 'Hello world!' })).toEqual({ gasPrice: 1_000_000_000, gasLimit: 68_000 })
    const data = tokenTransfer(5n)
    const failing = await refusalOf(ask({ value: '0', data }))
    expect([failing.code, failing.message]).toEqual([
      'execution.reverted',
      expect.stringContaining('insufficient funds'),
    ])
    world.server.ledger.fund(alice.address, 5n, TOKEN)
    const { gasLimit } = await ask({ value: '0', data })
    expect(gasLimit).toBe(Math.ceil((50_000 + 1_500 * data.length + 200_000) * 1.2))
    expect(await faultOf(ask({ value: '0.0000000000000000001' }))).toBe('value')
  })

  it('a payment takes the gas that was estimated, and a token arrives with it', async () => {
    world.server.ledger.fund(alice.address, 5n, TOKEN)
    const before = world.units(alice.address)
    const estimated = async (amount: string, data: string) => {
      const call = { sender: alice.address, receiver: bob.address, value: amount, data }
      const { gasLimit, gasPrice } = await calls.egldEstimateGas(call)
      return { amount, data, fee: { gasLimit: String(gasLimit), gasPrice: String(gasPrice) } }
    }
    await txIdOf(pay(await estimated('1', 'Hello world!')))
    close()
    expect(before - world.units(alice.address)).toBe(EGLD + 68_000n * 10n ** 9n)
    await txIdOf(pay(await estimated('0', tokenTransfer(5n))))
    close()
    expect(world.units(bob.address, TOKEN)).toBe(5n)
  })
})

describe('sends', () => {
  it('a token goes by the data, to the last unit of 128 bits', async () => {
    world.server.ledger.fund(alice.address, MAX_UINT128, TOKEN)
    const txId = await txIdOf(pay({ amount: '0', data: tokenTransfer(MAX_UINT128) }))
    close()
    await world.round()
    expect(world.units(bob.address, TOKEN)).toBe(MAX_UINT128)
    expect(world.units(alice.address, TOKEN)).toBe(0n)
    expect(await world.sends()).toMatchObject([{ txId, status: 'final', reason: null }])
    expect(await codeOf(pay({ amount: '0', data: tokenTransfer(1n) }))).toBe('execution.reverted')
    // Gas is named: then its cover is looked at all the same.
    const fee = { gasLimit: '500000', gasPrice: '1000000000' }
    const short = await refusalOf(pay({ amount: '0', data: tokenTransfer(1n), fee }))
    expect([short.code, short.message]).toEqual(['balance.insufficient', expect.stringContaining('tokens')])
  })

  it('EGLD to the last unit that an amount can have', async () => {
    const most = '9999999999999999999.999999999999999999'
    const rich = world.account('rich', 0n)
    world.server.ledger.fund(rich.address, 10n ** 37n - 1n + FEE)
    await txIdOf(pay({ from: rich.address, fromPrivateKey: rich.key, amount: most }))
    close()
    expect(await calls.egldGetBalance({ address: bob.address })).toEqual({ balance: most })
    expect(world.units(rich.address)).toBe(0n)
  })

  it('the fee is what the call names, or what the network asks below the ceiling', async () => {
    const fee = { gasLimit: '+70000', gasPrice: '2000000000' }
    const txId = await txIdOf(pay({ fee }))
    expect(world.server.ledger.pool.get(txId)).toMatchObject({ gasLimit: 70_000, gasPrice: 2_000_000_000 })
    for (const [bad, why] of [
      [{ gasPrice: '999999999' }, /gasPrice is 999999999/],
      // As if it were Gwei.
      [{ gasPrice: '1' }, /1000000000 \(10\^-18 EGLD\)/],
      [{ gasLimit: '49999' }, /takes 50000 at least/],
      [{ gasLimit: '600000001' }, /more than 600000000/],
      [{ gasPrice: '99999999999999999999' }, /gasPrice/],
    ] as const) {
      const refusal = await refusalOf(pay({ fee: bad }))
      expect([refusal.code, refusal.message]).toEqual([
        'transaction.invalid.body',
        expect.stringMatching(why),
      ])
    }
    world.server.ledger.minGasPrice = 1_000_000_000_001n
    const dear = await refusalOf(pay())
    expect([dear.code, dear.message]).toEqual(['fee.exceptional', expect.stringContaining('0.05')])
    // Who names it all has chosen it.
    await txIdOf(pay({ fee: { gasLimit: '50000', gasPrice: '1000000000001' } }))
  })

  it('what fails on the chain is told, though its status is success', async () => {
    const contract = world.account('contract', 0n)
    world.server.ledger.account(contract.address).refuses = true
    const fee = { gasLimit: '50000', gasPrice: '1000000000' }
    const txId = await txIdOf(pay({ to: contract.address, fee }))
    close()
    await world.round()
    expect(await calls.egldGetTransaction({ hash: txId })).toMatchObject({ status: 'success' })
    expect(await world.sends()).toMatchObject([{ status: 'final', reason: 'its execution failed' }])
    expect(world.units(contract.address)).toBe(0n)
    // What its sender could not pay for is in the sender's shard only.
    const other = await txIdOf(pay({ amount: '999' }))
    world.server.ledger.account(alice.address).balance = EGLD
    close()
    await world.round()
    expect(await calls.egldGetTransaction({ hash: other })).toMatchObject({ status: 'invalid' })
    expect((await world.sends()).find((one) => one.txId === other)).toMatchObject({
      status: 'final',
      reason: 'its execution failed',
    })
  })

  it('what cannot be sent is refused, and nothing is recorded', async () => {
    const main = await world.as('mainnet')
    const table: readonly (readonly [() => Promise<unknown>, string])[] = [
      [() => pay({ fromPrivateKey: bob.key }), 'fromPrivateKey'],
      [() => pay({ fromPrivateKey: 'x'.repeat(64) }), 'fromPrivateKey'],
      [() => pay({ amount: '0.0000000000000000001' }), 'amount'],
      [() => pay({ amount: '-1' }), 'amount'],
      [() => pay({ amount: '1e3' }), 'amount'],
      [() => pay({ to: bob.address.slice(1) }), 'to'],
      [() => pay({ fee: { gasLimit: '1.5' } }), 'fee.gasLimit'],
      [() => pay({ memo: 'x' }), 'memo'],
    ]
    for (const [call, field] of table) expect(await faultOf(call())).toBe(field)
    expect(await codeOf(pay({ to: `${bob.address.slice(0, -1)}a` }))).toBe('transaction.invalid.body')
    expect(await codeOf(pay({ data: 'ESDTTransfer@1' }))).toBe('transaction.invalid.body')
    expect(await codeOf(pay({ amount: '1000' }))).toBe('balance.insufficient')
    expect(await codeOf(main.transferEgldBlockchain(body()))).toBe('private.key.testnet.only')
    expect([await world.sends(), await calls.charged()]).toEqual([[], 0])
  })
})

describe('a key-management system', () => {
  const asked = (over: object = {}) => ({
    from: alice.address,
    to: bob.address,
    amount: '1',
    signatureId: WALLET,
    ...over,
  })
  const stored = async (own: Calls, over: object = {}) => {
    const id = await pendingOf(own.transferEgldBlockchainKMS(asked(over)))
    return (await pending(id)) ?? expect.fail('not stored')
  }

  it('signs with the nonce and the network that the service tells: complete with the id', async () => {
    world.server.ledger.fund(alice.address, 100n, TOKEN)
    for (const over of [{ index: 4 }, { amount: '0', data: tokenTransfer(100n) }]) {
      const row = await stored(calls, over)
      expect(row).toMatchObject({
        chain: 'EGLD',
        hashes: [WALLET],
        index: 'index' in over ? 4 : null,
        claims: [],
      })
      const txData = signAsDaemon(row.serialized, alice.key, await advised(calls, alice.address))
      const { txId } = await calls.egldBroadcast({ txData, signatureId: row.id })
      close()
      expect(await pending(row.id)).toMatchObject({ status: 'complete', txId })
      expect(await calls.egldBroadcast({ txData, signatureId: row.id })).toEqual({ txId })
    }
    expect([world.units(bob.address), world.units(bob.address, TOKEN)]).toEqual([EGLD, 100n])
  })

  it('signs several of one address, each with the next nonce, before any is in a block', async () => {
    const rows = [await stored(calls), await stored(calls), await stored(calls)]
    await txIdOf(pay())
    for (const row of rows) {
      const txData = signAsDaemon(row.serialized, alice.key, await advised(calls, alice.address))
      await calls.egldBroadcast({ txData, signatureId: row.id })
    }
    close()
    expect(world.units(bob.address)).toBe(4n * EGLD)
  })

  it('is asked for no more than the sender has, on mainnet too, and what is deleted is not sent', async () => {
    expect(await codeOf(calls.transferEgldBlockchainKMS(asked({ amount: '1000' })))).toBe(
      'balance.insufficient',
    )
    const main = await world.as('mainnet')
    expect(await codeOf(main.transferEgldBlockchainKMS(asked()))).toBe('balance.insufficient')
    const row = await stored(calls)
    const txData = signAsDaemon(row.serialized, alice.key, await advised(calls, alice.address))
    await calls.deletePendingTransactionToSign({ id: row.id })
    expect(await codeOf(calls.egldBroadcast({ txData, signatureId: row.id }))).toBe('kms.missing')
  })

  it('is not completed by the same payment, which a block had before it was asked for', async () => {
    const first = await stored(calls)
    const older = signAsDaemon(first.serialized, alice.key, await advised(calls, alice.address))
    await calls.deletePendingTransactionToSign({ id: first.id })
    // The ledger never hears of it.
    world.server.ledger.submit(JSON.parse(older))
    close()
    const [{ hash: txId } = { hash: '' }] = world.server.ledger.last.transactions
    const { id } = await stored(calls)
    expect(await codeOf(calls.completePendingSignature({ id, txId }))).toBe('kms.unexpected.state')
    expect(await codeOf(calls.egldBroadcast({ txData: older, signatureId: id }))).toBe('kms.unexpected.state')
    expect([await world.sends(), await pending(id)]).toMatchObject([[], { status: 'pending' }])
  })

  it('completes nothing by what it was not asked for', async () => {
    const row = await stored(calls)
    const advice = await advised(calls, alice.address)
    const change = (field: string, value: unknown) =>
      signAsDaemon(JSON.stringify({ ...JSON.parse(row.serialized), [field]: value }), alice.key, advice)
    for (const txData of [
      change('value', '2'),
      change('to', world.account('carol', 0n).address),
      change('data', 'x'),
      change('gasPrice', 2_000_000_000),
      change('gas', 60_000),
      signAsDaemon(row.serialized, bob.key, advice),
      signAsDaemon(row.serialized, alice.key, { ...advice, chainID: '1' }),
      'ab'.repeat(100),
      '{}',
    ]) {
      const call = calls.egldBroadcast({ txData, signatureId: row.id })
      expect(await codeOf(call), txData.slice(0, 60)).toBe('transaction.invalid.body')
    }
    expect(await pending(row.id)).toMatchObject({ status: 'pending' })
    expect(world.server.ledger.pool.size).toBe(0)
  })
})

it('the node answers its clients: what signing takes always, all else by pass-through only', async () => {
  const config = await calls.egldNodeProxyGet({ rpcPath: 'network/config' })
  expect(config).toMatchObject({ data: { config: { erd_chain_id: 'T' } }, code: 'successful' })
  const wire = {
    sender: alice.address,
    receiver: bob.address,
    value: '1',
    nonce: 0,
    chainID: 'T',
    version: 1,
  }
  expect(await calls.egldNodeProxyPost({ rpcPath: 'transaction/cost', body: wire })).toMatchObject({
    data: { txGasUnits: 50_000 },
  })
  for (const call of [
    () => calls.egldNodeProxyGet({ rpcPath: `address/${alice.address}` }),
    () => calls.egldNodeProxyPost({ rpcPath: 'transaction/send', body: wire }),
    () => calls.egldNodeProxyPost({ rpcPath: 'network/config', body: wire }),
  ]) {
    expect(await codeOf(call())).toBe('chain.not.configured')
  }
})
