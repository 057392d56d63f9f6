/**
 * The round of a key-management system on EVM chains: asked for, fetched as the public daemon does, filled in and
 * signed by another library, and broadcast with the pending id. On the main networks' chain ids, where keys never
 * come with a call.
 */
import { NodeFault } from '@tallystick/custody'
import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, pendingOf, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import contracts from './contracts.fixture.json' with { type: 'json' }
import { signAsDaemon } from './daemon.fixture.js'
import {
  type Account,
  type EvmWorld,
  openEvmWorld,
  WORLDS,
  type WorldOptions,
} from './ledger-world.fixture.js'
import { type EvmCalls, evmCalls } from './operations.fixture.js'

const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
const OTHER = '6f1d2f1c-29a7-4d34-a5a6-4f6a3f4a9a0e'
const KMS = { signatureId: WALLET, index: 7 }

let world: EvmWorld
let keyed: Calls
let calls: EvmCalls
let alice: Account
let bob: Account
let id: (typeof WORLDS)[number]['id']

async function open(options: WorldOptions): Promise<void> {
  id = options.id ?? 'ETH'
  world = await openEvmWorld({ network: 'mainnet', ...options })
  keyed = await world.as('mainnet')
  calls = evmCalls(id, keyed)
  alice = await world.account(1_000n, 10n ** 12n)
  bob = await world.account(0n)
}
afterEach(() => world.close())

type Row = Awaited<ReturnType<typeof waiting>>[number]

const waiting = () => keyed.receivePendingTransactionsToSign({ chain: id, signatureIds: [WALLET] })
const transfer = (changes: object = {}) =>
  pendingOf(calls.transferKms({ ...KMS, to: bob.address, amount: '1', currency: id, ...changes }))

const hex = (text: string): `0x${string}` => `0x${text.replace(/^0x/, '')}`

/** The public daemon asks Tallystick for what it needs to know, and the node. */
function sign({ serializedTransaction }: Row, { address: from, fromPrivateKey }: Account): Promise<string> {
  return signAsDaemon(serializedTransaction, fromPrivateKey, {
    gas: async (call) => BigInt(await world.rpc<string>('eth_estimateGas', { from, ...call })),
    nonce: async () => BigInt(await calls.count(from)),
    gasPrice: async () =>
      id === 'ETH'
        ? BigInt((await keyed.getBlockchainFee({ chain: 'ETH' })).medium.toString())
        : BigInt(await world.rpc<string>('eth_gasPrice')),
  })
}

/** The daemon's round over all that waits, oldest first. */
async function round(account = alice): Promise<string[]> {
  const txIds: string[] = []
  for (const row of await waiting()) {
    const txData = await sign(row, account)
    txIds.push(await txIdOf(calls.broadcast({ txData, signatureId: row.id })))
  }
  return txIds
}

const wei = async (address: string): Promise<bigint> =>
  BigInt(await world.rpc<string>('eth_getBalance', address, 'latest'))

describe.each(WORLDS)('$id', ({ id: chain, mainnet, tokens: [currency] }) => {
  it('asked for, fetched, signed outside, broadcast, complete', async () => {
    await open({ id: chain })
    const pendingId = await transfer({ amount: '123.456789012345678901' })
    const [row, ...others] = await waiting()
    expect(others).toEqual([])
    expect(row).toMatchObject({ id: pendingId, chain, hashes: [WALLET], index: 7 })
    const isCelo = chain === 'CELO'
    expect(JSON.parse(row?.serializedTransaction ?? '')).toEqual({
      to: bob.address.toLowerCase(),
      data: '0x',
      value: isCelo ? `0x${123_456_789_012_345_678_901n.toString(16)}` : '123456789012345678901',
      chainId: Number(mainnet),
      // Without a price, the public daemon would ask a service on the internet for one.
      ...(chain === 'MATIC' ? { gasPrice: expect.stringMatching(/^[1-9]\d+$/) } : {}),
    })
    expect(await keyed.receivePendingTransactionsToSign({ chain, signatureIds: [OTHER] })).toEqual([])
    expect(await world.sends()).toEqual([])

    const txData = await sign(row as Row, alice)
    const charged = await keyed.charged()
    const txId = await txIdOf(calls.broadcast({ txData, signatureId: pendingId }))
    await world.mined()
    expect(await wei(bob.address)).toBe(123_456_789_012_345_678_901n)
    expect(await keyed.charged()).toBe(charged + 2)
    expect(await waiting()).toEqual([])
    const complete = await keyed.getPendingTransactionToSign({ id: pendingId })
    expect(complete).toMatchObject({ id: pendingId, txId })

    // A second time changes nothing, whoever says it.
    expect(await txIdOf(calls.broadcast({ txData, signatureId: pendingId }))).toBe(txId)
    await keyed.completePendingSignature({ id: pendingId, txId })
    const again = await sign(row as Row, alice)
    expect(again).not.toBe(txData)
    expect(await codeOf(calls.broadcast({ txData: again, signatureId: pendingId }))).toBe(
      'kms.unexpected.state',
    )
    expect(await keyed.getPendingTransactionToSign({ id: pendingId })).toEqual(complete)
    expect(await world.sends()).toHaveLength(1)
  })

  it('is completed by no transaction that does something else', async () => {
    await open({ id: chain })
    const fee = { gasLimit: '100000', gasPrice: '30' }
    const carol = await world.account(0n)
    const pendingId = await transfer({ amount: '2.5', fee, nonce: 0 })
    const [row] = await waiting()
    const asked = JSON.parse(row?.serializedTransaction ?? '')
    const signed = async (changes: object) => {
      const serializedTransaction = JSON.stringify({ ...asked, ...changes })
      return sign({ ...(row as Row), serializedTransaction }, alice)
    }
    const limit = chain === 'CELO' ? 'gasLimit' : 'gas'
    const others: readonly (readonly [object, string])[] = [
      // 2.5 coins to one were completed by a wei to another.
      [{ to: carol.address, value: '1' }, 'the recipient'],
      [{ to: carol.address }, 'the recipient'],
      [{ value: '1' }, 'the amount'],
      [{ data: '0x00' }, 'the data'],
      [{ nonce: '1' }, 'the nonce'],
      [{ [limit]: '100001' }, 'the gas limit'],
      [{ gasPrice: '30000000001' }, 'the gas price'],
    ]
    for (const [changes, what] of others) {
      const refusal = await refusalOf(
        calls.broadcast({ txData: await signed(changes), signatureId: pendingId }),
      )
      expect([refusal.code, refusal.rejection.detail]).toEqual([
        'transaction.invalid.body',
        `It is not what the pending signature asks for: ${what} is another one`,
      ])
    }
    expect(await waiting()).toEqual([row])
    expect(await world.sends()).toEqual([])

    const txId = await txIdOf(calls.broadcast({ txData: await signed({}), signatureId: pendingId }))
    await world.mined()
    expect(await keyed.getPendingTransactionToSign({ id: pendingId })).toMatchObject({ txId })
    expect([await wei(bob.address), await wei(carol.address)]).toEqual([25n * 10n ** 17n, 0n])
  })

  it('a token’s transfer is completed by no other amount, recipient or token', async () => {
    await open({ id: chain })
    const pendingId = await transfer({ currency, amount: '12' })
    const [row] = await waiting()
    const asked = JSON.parse(row?.serializedTransaction ?? '')
    for (const changes of [
      { data: asked.data.replace(/.$/, '1') },
      { data: asked.data.replace(bob.address.slice(2).toLowerCase(), alice.address.slice(2).toLowerCase()) },
      { to: world.sample },
    ]) {
      const serializedTransaction = JSON.stringify({ ...asked, ...changes, gas: '100000' })
      const txData = await sign({ ...(row as Row), serializedTransaction }, alice)
      expect(await codeOf(calls.broadcast({ txData, signatureId: pendingId }))).toBe(
        'transaction.invalid.body',
      )
    }
    expect(await waiting()).toEqual([row])
    expect(await round()).toHaveLength(1)
  })

  it('is completed by the id of a transaction that a node has, and that does what was asked', async () => {
    await open({ id: chain })
    const complete = (id: string, txId: string) => keyed.completePendingSignature({ id, txId })
    const send = (raw: string) => world.rpc<string>('eth_sendRawTransaction', raw)
    const ids = [await transfer(), await transfer(), await transfer({ amount: '2' })] as const
    const [row, , other] = await waiting()
    const raw = await sign(row as Row, alice)
    const txId = keccak256(hex(raw))
    // No node knows of it: nothing is held, and it goes on waiting.
    expect(await codeOf(complete(ids[0], txId))).toBe('tx.not.found')
    for (const text of ['x'.repeat(64), `0x${'0'.repeat(63)}`, txId.toUpperCase()]) {
      expect(await codeOf(complete(ids[0], text))).toBe('tx.not.found')
    }
    expect(await waiting()).toHaveLength(3)
    expect([await world.sends(), await world.held()]).toEqual([[], 0])

    await send(raw)
    await world.mined()
    expect(await codeOf(complete(ids[2], txId))).toBe('transaction.invalid.body')
    const charged = await keyed.charged()
    expect(await complete(ids[0], txId)).toBeNull()
    expect(await keyed.charged()).toBe(charged + 2)
    expect(await keyed.getPendingTransactionToSign({ id: ids[0] })).toMatchObject({ txId })
    expect(await world.sends()).toMatchObject([{ txId, signature: ids[0], due: 0 }])
    // A second time it changes nothing; and one payment completes one row.
    expect(await complete(ids[0], txId)).toBeNull()
    expect(await codeOf(complete(ids[1], txId))).toBe('kms.unexpected.state')
    const second = await sign(other as Row, alice)
    await send(second)
    expect(await codeOf(complete(ids[0], keccak256(hex(second))))).toBe('kms.unexpected.state')
    expect(await complete(ids[2], keccak256(hex(second)))).toBeNull()
    const stranger = await (await world.as('testnet'))
      .completePendingSignature({ id: ids[1], txId })
      .catch((e) => e)
    expect(stranger).toMatchObject({ code: 'kms.missing' })
    expect((await waiting()).map(({ id }) => id)).toEqual([ids[1]])
  })

  it('by a call that broke off is completed when it is repeated, and a node has the transaction still', async () => {
    await open({ id: chain, mines: false })
    const id = await transfer()
    const [row] = await waiting()
    const raw = await sign(row as Row, alice)
    const txId = keccak256(hex(raw))
    await world.rpc('eth_sendRawTransaction', raw)
    const complete = () => keyed.completePendingSignature({ id, txId }, { idempotencyKey: 'once' })
    const { sends } = world.ledger.custody
    const settle = sends.settle.bind(sends)
    sends.settle = () => Promise.reject(new NodeFault('unreachable', 'the process ends'))
    await complete().catch(() => undefined)
    sends.settle = settle
    expect(await world.sends()).toMatchObject([{ txId, status: 'signed' }])
    // Meanwhile nobody has it any more.
    await world.rpc('anvil_dropTransaction', txId)
    expect(await complete()).toBeNull()
    expect(await world.rpc('eth_getTransactionByHash', txId)).toMatchObject({ hash: txId })
    expect(await world.sends()).toMatchObject([{ txId, status: 'sent' }])
    expect(await keyed.getPendingTransactionToSign({ id })).toMatchObject({ txId })
  })

  it('is not completed by the same payment, made before it was asked for', async () => {
    await open({ id: chain })
    const fee = { gasLimit: '21000', gasPrice: '30' }
    const first = await transfer({ fee })
    const txData = await sign((await waiting())[0] as Row, alice)
    await keyed.deletePendingTransactionToSign({ id: first })
    const txId = await txIdOf(calls.broadcast({ txData }))
    await world.mined()
    await world.round()
    const id = await transfer({ fee })
    expect(await codeOf(keyed.completePendingSignature({ id, txId }))).toBe('kms.unexpected.state')
    expect(await codeOf(calls.broadcast({ txData, signatureId: id }))).toBe('kms.unexpected.state')
    expect(await waiting()).toHaveLength(1)
  })

  it('is not completed by the same payment of somebody else, which a block had before it was asked for', async () => {
    await open({ id: chain })
    const fee = { gasLimit: '21000', gasPrice: '30' }
    const first = await transfer({ fee })
    const [row] = await waiting()
    const older = await sign(row as Row, alice)
    await keyed.deletePendingTransactionToSign({ id: first })
    // The ledger never hears of it.
    await world.rpc('eth_sendRawTransaction', older)
    await world.mined()
    const id = await transfer({ fee })
    const before = keccak256(hex(older))
    expect(await codeOf(keyed.completePendingSignature({ id, txId: before }))).toBe('kms.unexpected.state')
    expect(await codeOf(calls.broadcast({ txData: older, signatureId: id }))).toBe('kms.unexpected.state')
    expect([await world.sends(), await waiting()]).toMatchObject([[], [{ id }]])
    const raw = await sign((await waiting())[0] as Row, alice)
    expect(await txIdOf(calls.broadcast({ txData: raw, signatureId: id }))).toBe(keccak256(hex(raw)))
  })

  it('is completed by its own payment, which is in the place of blocks that were undone', async () => {
    await open({ id: chain })
    await world.mined()
    const state = await world.rpc('evm_snapshot')
    await world.mined()
    const id = await transfer()
    await world.rpc('evm_revert', state)
    const raw = await sign((await waiting())[0] as Row, alice)
    const txId = keccak256(hex(raw))
    await world.rpc('eth_sendRawTransaction', raw)
    await world.mined()
    // Its block is no higher than the newest one was when it was asked for.
    expect(await keyed.completePendingSignature({ id, txId })).toBeNull()
    expect(await world.sends()).toMatchObject([{ txId, signature: id }])
  })

  it('a fee that the system has chosen is below the ceiling, unless a node has the transaction', async () => {
    await open({ id: chain, settings: { maxFee: '0.001' } })
    const limit = async (row: Row) => {
      const serialized = JSON.parse(row.serializedTransaction)
      const gas = chain === 'CELO' ? { gasLimit: '0x989680' } : { gas: '10000000' }
      return sign({ ...row, serializedTransaction: JSON.stringify({ ...serialized, ...gas }) }, alice)
    }
    const pendingId = await transfer()
    const [row] = await waiting()
    const raw = await limit(row as Row)
    const refusal = await refusalOf(calls.broadcast({ txData: raw, signatureId: pendingId }))
    expect([refusal.code, refusal.message]).toEqual([
      'fee.exceptional',
      expect.stringMatching(/its signer pays up to 0\.0\d+ \w+ for this .* the ceiling is 0\.001 \w+/),
    ])
    expect([await waiting(), await world.sends()]).toEqual([[row], []])
    // Sent already, it is paid: to ask for it once more would pay it twice.
    await world.rpc('eth_sendRawTransaction', raw)
    await world.mined()
    const txId = await txIdOf(calls.broadcast({ txData: raw, signatureId: pendingId }))
    expect(await keyed.getPendingTransactionToSign({ id: pendingId })).toMatchObject({ txId })
    // Who names a fee means it.
    const fee = { gasLimit: '10000000', gasPrice: '30' }
    await transfer({ fee })
    expect(await round()).toHaveLength(1)
    await world.mined()
    expect(await wei(bob.address)).toBe(2n * 10n ** 18n)
  })

  it('is not completed by a transaction that has failed', async () => {
    await open({ id: chain })
    const pendingId = await transfer({ currency, amount: '13', fee: { gasLimit: '100000', gasPrice: '30' } })
    const [row] = await waiting()
    const poor = await world.account(1_000n)
    const raw = await sign(row as Row, poor)
    await world.rpc('eth_sendRawTransaction', raw)
    await world.mined()
    const refusal = await refusalOf(
      keyed.completePendingSignature({ id: pendingId, txId: keccak256(hex(raw)) }),
    )
    expect(refusal.code).toBe('transaction.invalid.body')
    expect(refusal.message).toContain('Its execution failed')
    expect(await waiting()).toEqual([row])
  })

  it('a token, and a call of a contract, with the fee that was named', async () => {
    await open({ id: chain })
    const fee = { gasLimit: '100000', gasPrice: '17' }
    await transfer({ currency, amount: '12.000001', fee })
    await pendingOf(
      calls.callKms({
        ...KMS,
        contractAddress: world.sample,
        methodName: 'store',
        methodABI: contracts.Sample.abi.find(({ name }) => name === 'store') ?? {},
        params: ['9007199254740993'],
        fee,
      }),
    )
    const [token, call] = await round()
    await world.mined()
    expect(await calls.transaction(token ?? '')).toMatchObject({
      to: world.token.address,
      gas: 100_000,
      gasPrice: '17000000000',
      nonce: 0,
      status: true,
    })
    expect(await calls.transaction(call ?? '')).toMatchObject({ to: world.sample, nonce: 1, status: true })
    expect(await world.rpc('eth_getStorageAt', world.sample, '0x0', 'latest')).toMatch(/20000000000001$/)
  })
})

describe('what waits', () => {
  it('is signed one after another before a block comes: each has the next nonce', async () => {
    await open({ mines: false })
    for (const amount of ['1', '2', '3']) await transfer({ amount })
    const txIds = await round()
    // One that the node loses keeps its nonce.
    await world.rpc('anvil_dropTransaction', txIds[2])
    await transfer({ amount: '4' })
    txIds.push(...(await round()))
    await world.round()
    await world.rpc('evm_mine')
    const found = await Promise.all(txIds.map((txId) => calls.transaction(txId)))
    expect(found.map(({ nonce, status }) => [nonce, status])).toEqual(
      [0, 1, 2, 3].map((nonce) => [nonce, true]),
    )
    expect(await wei(bob.address)).toBe(10n * 10n ** 18n)
  })

  it('with a nonce that was named takes the place of what went before', async () => {
    await open({ mines: false })
    await transfer({ fee: { gasLimit: '21000', gasPrice: '20' } })
    const [first] = await round()
    await transfer({ fee: { gasLimit: '21000', gasPrice: '40' }, nonce: 0, amount: '2' })
    const [second] = await round()
    await world.rpc('evm_mine')
    await world.round()
    expect(await calls.transaction(second ?? '')).toMatchObject({ nonce: 0, gasPrice: '40000000000' })
    expect(await codeOf(calls.transaction(first ?? ''))).toBe('tx.not.found')
    expect(await wei(bob.address)).toBe(2n * 10n ** 18n)
  })

  it('without one takes nobody’s place', async () => {
    await open({ mines: false })
    const ids = [await transfer(), await transfer(), await transfer({ amount: '2' })]
    // All are signed with the nonce 0: the first two are the very same payment.
    const raw = await Promise.all((await waiting()).map((row) => sign(row, alice)))
    expect(raw[1]).toBe(raw[0])
    const broadcast = (at: number) => calls.broadcast({ txData: raw[at] ?? '', signatureId: ids[at] ?? '' })
    await txIdOf(broadcast(0))
    expect(await codeOf(broadcast(1))).toBe('kms.unexpected.state')
    expect(await codeOf(broadcast(2))).toBe('claim.taken')
    expect((await waiting()).map((row) => row.id)).toEqual([ids[1], ids[2]])
    await world.rpc('evm_mine')
    expect(await wei(bob.address)).toBe(10n ** 18n)
  })

  it('can be deleted: nobody signs or sends it any more', async () => {
    await open({})
    const pendingId = await transfer()
    const [row] = await waiting()
    await keyed.deletePendingTransactionToSign({ id: pendingId })
    expect(await waiting()).toEqual([])
    const txData = await sign(row as Row, alice)
    expect(await codeOf(calls.broadcast({ txData, signatureId: pendingId }))).toBe('kms.missing')
    expect(await wei(bob.address)).toBe(0n)
    expect(await world.sends()).toEqual([])
  })

  it('is not there for a method that only reads', async () => {
    await open({})
    const read = {
      contractAddress: world.sample,
      methodName: 'stored',
      methodABI: contracts.Sample.abi.find(({ name }) => name === 'stored') ?? {},
      params: [],
    }
    expect(await calls.callKms({ ...KMS, ...read })).toEqual({ data: '0' })
    expect(await waiting()).toEqual([])
  })

  it('names the token that pays the fee (Celo)', async () => {
    await open({ id: 'CELO' })
    await keyed.transferCeloBlockchainKMS({
      ...KMS,
      to: bob.address,
      amount: '1',
      currency: 'CELO',
      feeCurrency: 'CUSD',
    })
    const [row] = await waiting()
    expect(JSON.parse(row?.serializedTransaction ?? '')).toEqual({
      to: bob.address.toLowerCase(),
      data: '0x',
      value: '0xde0b6b3a7640000',
      chainId: 42_220,
      feeCurrency: world.token.address,
    })
  })

  it('is refused where it could never be sent', async () => {
    await open({ id: 'CELO' })
    const one = { ...KMS, to: bob.address, amount: '1', currency: 'CELO' }
    const send = (changes: object) =>
      keyed.transferCeloBlockchainKMS({ ...one, feeCurrency: 'CELO', ...changes })
    expect(await codeOf(send({ feeCurrency: 'CEUR' }))).toBe('validation.failed')
    expect(await codeOf(send({ feeCurrency: 'GOLD' }))).toBe('erc20.token.notFound')
    expect(await codeOf(send({ to: `0x${'0'.repeat(39)}` }))).toBe('validation.failed')
    expect(await codeOf(send({ currency: 'CUSD', amount: '0.0000001' }))).toBe('validation.failed')
    expect(await waiting()).toEqual([])
  })
})

describe('a transaction of somebody’s own', () => {
  it('is broadcast, recorded and looked after', async () => {
    await open({ mines: false })
    const account = privateKeyToAccount(hex(alice.fromPrivateKey))
    const txData = await account.signTransaction({
      type: 'eip1559',
      chainId: 1,
      to: hex(bob.address),
      value: 5n,
      gas: 21_000n,
      maxFeePerGas: 50_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      nonce: 0,
    })
    const txId = await txIdOf(calls.broadcast({ txData }))
    expect(await txIdOf(calls.broadcast({ txData }))).toBe(txId)
    await world.rpc('anvil_dropTransaction', txId)
    await world.round()
    await world.rpc('evm_mine')
    expect(await wei(bob.address)).toBe(5n)
    expect(await world.sends()).toMatchObject([
      { txId, claims: [{ owner: alice.address.toLowerCase(), index: 0n }] },
    ])
  })

  it('is refused when it is none of this chain', async () => {
    await open({})
    const account = privateKeyToAccount(hex(alice.fromPrivateKey))
    const foreign = await account.signTransaction({
      type: 'legacy',
      chainId: 5,
      to: hex(bob.address),
      gas: 21_000n,
      gasPrice: 10n ** 10n,
      nonce: 0,
    })
    for (const txData of [foreign, '0x', '0x1234', 'hello', alice.fromPrivateKey]) {
      expect(await codeOf(calls.broadcast({ txData }))).toBe('transaction.invalid.body')
    }
    expect(await world.sends()).toEqual([])
  })
})
