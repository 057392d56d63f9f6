/** One-call transfers on anvil: the account pays once, or not at all, whatever the node does. */
import type { Operations } from '@tallystick/operations'
import { isFull, quickOrFull } from '@tallystick/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, faultOf, refusalOf } from '../open-ledger.fixture.js'
import { discrepanciesOf, funded, type Held, withdrawalsOf } from '../transfers.fixture.js'
import { dies, refuses } from '../transport/server.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { type Account, type EvmWorld, openEvmWorld } from './ledger-world.fixture.js'

/** Sends at once. */
const MANY = quickOrFull(25, 100)

const GAS = { gasLimit: '21000', gasPrice: '10' }
const ETHER = 10n ** 18n
const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'

let world: EvmWorld
let calls: Calls
let hot: Account
let bob: Account
let held: Held
/** Of the customers' wallet. */
let xpub: string

beforeAll(async () => {
  world = await openEvmWorld({ timeoutMs: 2_000 })
  calls = await world.as('testnet')
  xpub = (await calls.ethGenerateWallet()).xpub
})
afterAll(() => world.close())

beforeEach(async () => {
  hot = await world.account(1_000n, 1_000_000n)
  bob = await world.account(0n)
  held = await funded(world, calls, 'ETH', '5', xpub)
})

afterEach(async () => {
  world.interfere = () => undefined
  expect(await discrepanciesOf(world)).toEqual([])
})

type Body = Extract<Parameters<Operations['transferEth']>[0], { readonly privateKey: string }>
const one = (changes: Partial<Body> = {}): Body => ({
  senderAccountId: held.id,
  address: bob.address,
  amount: '1',
  ...GAS,
  privateKey: hot.fromPrivateKey,
  ...changes,
})
const wei = async (address: string): Promise<bigint> =>
  BigInt(await world.rpc<string>('eth_getBalance', address, 'latest'))
const tokens = async (address: string): Promise<bigint> =>
  BigInt(
    await world.rpc<string>('eth_call', {
      to: world.token.address,
      data: `0x70a08231${address.slice(2).padStart(64, '0')}`,
    }),
  )
const newest = async () => (await withdrawalsOf(world)).at(-1)

it('takes the amount and the fee from the account, and pays the recipient', async () => {
  const answer = await calls.transferEth(one({ paymentId: 'p-1', senderNote: 'rent' }))
  expect(answer).toEqual({ id: expect.any(String), txId: expect.stringMatching(/^0x/), completed: true })
  await world.mined()
  expect(await wei(bob.address)).toBe(ETHER)
  expect(await held.balance()).toBe('3.99979')
  expect(await newest()).toMatchObject({
    id: answer.id,
    txId: answer.txId,
    status: 'Done',
    oneCall: true,
    fee: '0.00021',
    charged: 1_000_210_000_000_000_000n,
    payments: [{ address: bob.address.toLowerCase(), amount: String(ETHER) }],
    paymentId: 'p-1',
    senderNote: 'rent',
    wallet: hot.address.toLowerCase(),
  })
})

it('signs with the words of a wallet', async () => {
  const { mnemonic, xpub: own } = await calls.ethGenerateWallet()
  const { address } = await calls.ethGenerateAddress({ xpub: own, index: 5 })
  await world.rpc('anvil_setBalance', address, `0x${(10n * ETHER).toString(16)}`)
  const { privateKey: _, ...rest } = one()
  const { completed } = await calls.transferEthMnemonic({ ...rest, mnemonic, index: 5 })
  await world.mined()
  expect([completed, await wei(bob.address), await held.balance()]).toEqual([true, ETHER, '3.99979'])
  const wrong = calls.transferEthMnemonic({ ...rest, mnemonic: 'no words of any wallet', index: 5 })
  expect(await codeOf(wrong)).toBe('key.generation.failed.wrong.mnemonic')
})

it('takes what gas costs at most, if the call names none of it', async () => {
  const { gasLimit: _, gasPrice: __, ...rest } = one()
  await calls.transferEth(rest)
  const withdrawal = await newest()
  expect(withdrawal?.charged).toBeGreaterThan(ETHER)
  expect(withdrawal?.charged).toBeLessThan(ETHER + ETHER / 100n)
})

it('pays a token, whose fee the account does not pay', async () => {
  const gold = await funded(world, calls, 'USDC', '9', xpub)
  const body = one({ senderAccountId: gold.id, amount: '0.5', gasLimit: '100000' })
  expect(await calls.transferErc20(body)).toMatchObject({ completed: true })
  await world.mined()
  expect(await tokens(bob.address)).toBe(500_000n)
  expect(await gold.balance()).toBe('8.5')
  expect(await newest()).toMatchObject({ currency: 'USDC', fee: '0.001', charged: 500_000n })
  expect(await codeOf(calls.transferErc20(one()))).toBe('offchain.not.supported')
})

it('equal calls with one idempotency key are one payment', async () => {
  const send = () => calls.transferEth(one(), { idempotencyKey: bob.address })
  const [first, second] = await Promise.all([send(), send()])
  expect(second).toEqual(first)
  expect(await send()).toEqual(first)
  await world.mined()
  expect([await wei(bob.address), await held.balance()]).toEqual([ETHER, '3.99979'])
})

it('many at once from one hot wallet are all paid', async () => {
  const rich = await funded(world, calls, 'ETH', '100', xpub)
  const body = one({ senderAccountId: rich.id, amount: '0.5' })
  const answers = await Promise.all(Array.from({ length: MANY }, () => calls.transferEth(body)))
  expect(new Set(answers.map(({ txId }) => txId)).size).toBe(MANY)
  expect(answers.every(({ completed }) => completed)).toBe(true)
  await world.mined()
  expect(await wei(bob.address)).toBe((BigInt(MANY) * ETHER) / 2n)
  expect(await rich.balance()).toBe(isFull ? '49.979' : '87.49475')
})

describe('the node', () => {
  it('refuses it: the withdrawal is cancelled, and the account has everything back', async () => {
    world.interfere = ({ method }) =>
      method === 'eth_sendRawTransaction' ? refuses('invalid sender') : undefined
    expect(await codeOf(calls.transferEth(one()))).toBe('ethereum.broadcast.failed')
    world.interfere = () => undefined
    expect(await held.balance()).toBe('5')
    expect(await newest()).toMatchObject({ status: 'Cancelled', reverted: 'all', txId: null })
    expect(await wei(bob.address)).toBe(0n)
  })

  it('does not answer: it is not completed yet, and the worker completes it', async () => {
    world.interfere = ({ method }) => (method === 'eth_sendRawTransaction' ? dies : undefined)
    const send = () => calls.transferEth(one(), { idempotencyKey: `unknown ${bob.address}` })
    const answer = await send()
    expect(answer).toMatchObject({ completed: false, txId: expect.any(String) })
    expect(await held.balance()).toBe('3.99979')
    expect(await newest()).toMatchObject({ id: answer.id, status: 'InProgress', txId: answer.txId })
    world.interfere = () => undefined
    await world.round()
    await world.mined()
    expect(await newest()).toMatchObject({ id: answer.id, status: 'Done' })
    expect(await send()).toEqual({ ...answer, completed: true })
    expect([await wei(bob.address), await held.balance()]).toEqual([ETHER, '3.99979'])
  })

  it('is not there: nothing is stored', async () => {
    const before = (await withdrawalsOf(world)).length
    world.interfere = () => dies
    expect(await codeOf(calls.transferEth(one()))).toBe('chain.unavailable')
    expect([(await withdrawalsOf(world)).length, await held.balance()]).toEqual([before, '5'])
  })

  it('executes it in vain: the amount comes back, and the fee is paid', async () => {
    // The contract of the token refuses coins that come without a call.
    const body = one({ address: world.token.address, gasLimit: '60000' })
    expect(await calls.transferEth(body)).toMatchObject({ completed: true })
    expect(await held.balance()).toBe('3.9994')
    await world.rpc('anvil_mine', '0x80')
    await world.round()
    expect(await newest()).toMatchObject({ status: 'Cancelled', reverted: 'amount' })
    expect(await held.balance()).toBe('4.9994')
  })
})

describe('the contract of a token', () => {
  /** It has 6 decimals, a transfer is false, and whatever else is asked for is as much as there can be. */
  const LIES =
    '0x5f3560e01c8063313ce5671460205763a9059cbb146029575f195f5260205ff35b60065f5260205ff35b5f5f5260205ff3'
  /** It has 6 decimals, a transfer moves what it should without a log, and the address of a holder is the place of a balance. */
  const SILENT =
    '0x5f3560e01c8063a9059cbb14602b5763313ce56714602257600435545f5260205ff35b60065f5260205ff35b602435335403335560243560043554016004355560015f5260205ff3'

  const word = (hex: string): string => `0x${hex.slice(2).padStart(64, '0')}`

  it.each([
    ['answers false and moves nothing: the amount comes back', LIES, 'Cancelled', '9'],
    ['moves tokens without a log: nothing comes back', SILENT, 'Done', '8.5'],
  ] as const)('%s', async (_what, changed, status, left) => {
    const token = world.token.address
    const code = await world.rpc('eth_getCode', token, 'latest')
    const gold = await funded(world, calls, 'USDC', '9', xpub)
    const body = one({ senderAccountId: gold.id, amount: '0.5', gasLimit: '100000' })
    await world.rpc('anvil_setCode', token, changed)
    await world.rpc('anvil_setStorageAt', token, word(hot.address), word('0xf4240'))
    try {
      expect(await calls.transferErc20(body)).toMatchObject({ completed: true })
      expect(await gold.balance()).toBe('8.5')
      await world.rpc('anvil_mine', '0x80')
      await world.round()
    } finally {
      await world.rpc('anvil_setCode', token, code)
    }
    expect(await newest()).toMatchObject({ status })
    expect(await gold.balance()).toBe(left)
  })
})

describe('is refused, and changes nothing,', () => {
  afterEach(async () => expect(await held.balance()).toBe('5'))

  it.each<[what: string, changes: () => Partial<Body>, code: string]>([
    ['for more than the account has', () => ({ amount: '5' }), 'balance.insufficient'],
    ['for an account of nobody', () => ({ senderAccountId: 'f'.repeat(24) }), 'senderAccount.not.exists'],
    ['for no amount', () => ({ amount: '0' }), 'amount.format'],
    ['for an amount below a wei', () => ({ amount: '0.0000000000000000001' }), 'amount.format'],
    ['to no address', () => ({ address: `0x${'z'.repeat(40)}` }), 'withdrawal.recipient.format'],
    ['for gas that no block takes', () => ({ gasLimit: '20999' }), 'transaction.invalid.body'],
    ['for a fee above what the chain may take', () => ({ gasLimit: '9'.repeat(100) }), 'validation.failed'],
  ])('%s', async (_what, changes, code) => {
    expect(await codeOf(calls.transferEth(one(changes())))).toBe(code)
  })

  it('if the wallet lacks the coins on the chain', async () => {
    const poor = await world.account(0n)
    const sent = calls.transferEth(one({ privateKey: poor.fromPrivateKey }))
    expect(await codeOf(sent)).toBe('transaction.amount.eth')
  })

  it('with a key that is none', async () => {
    expect(await faultOf(calls.transferEth(one({ privateKey: `0x${'0'.repeat(64)}` })))).toBe('privateKey')
  })

  it('from an account of another chain, of a virtual currency, or frozen', async () => {
    const btc = await funded(world, calls, 'BTC', '5', (await calls.btcGenerateWallet()).xpub)
    expect(await codeOf(calls.transferEth(one({ senderAccountId: btc.id })))).toBe('offchain.not.supported')
    const { id: accountId } = await calls.createCurrency({
      name: `VC_${bob.address.slice(2, 8)}`,
      supply: '9',
      basePair: 'EUR',
    })
    const virtual = calls.transferEth(one({ senderAccountId: accountId }))
    expect(await codeOf(virtual)).toBe('withdrawal.account.virtual')
    await calls.freezeAccount({ id: held.id })
    expect(await codeOf(calls.transferEth(one()))).toBe('senderAccount.frozen')
    await calls.unfreezeAccount({ id: held.id })
  })

  it('with a key on the main network', async () => {
    const { transferEth } = await world.as('mainnet')
    expect(await codeOf(transferEth(one()))).toBe('private.key.testnet.only')
  })
})

describe('a key-management system', () => {
  const kms = () => {
    const { privateKey: _, gasLimit: __, gasPrice: ___, ...rest } = one()
    return { ...rest, signatureId: WALLET, index: 3 }
  }
  const advised = {
    gas: async () => 21_000n,
    gasPrice: () => Promise.reject(new Error('the price is named')),
    nonce: async () => BigInt(await world.rpc<string>('eth_getTransactionCount', hot.address, 'pending')),
  }

  it('signs it: the account has paid since it was asked for', async () => {
    const { signatureId } = await calls.transferEthKMS(kms())
    expect(Number(await held.balance())).toBeLessThan(4)
    const [pending] = await calls.getPendingTransactionsToSign({ chain: 'ETH' })
    expect(pending).toMatchObject({ id: signatureId, hashes: [WALLET], index: 3 })
    const withdrawal = await newest()
    expect(withdrawal).toMatchObject({ status: 'InProgress', oneCall: false, wallet: `kms:${WALLET}:3` })
    expect(pending?.withdrawalId).toBe(withdrawal?.id)
    // The next one of the wallet waits for this one.
    expect(await codeOf(calls.transferEthKMS(kms()))).toBe('withdrawal.pending')

    const txData = await signAsDaemon(pending?.serializedTransaction ?? '', hot.fromPrivateKey, advised)
    const { txId } = await calls.ethBroadcast({ txData, signatureId })
    await world.mined()
    expect(await wei(bob.address)).toBe(ETHER)
    expect(await newest()).toMatchObject({ status: 'Done', txId })
  })

  it('may not sign it with the key of the recipient, of which the chain moves nothing', async () => {
    const { signatureId } = await calls.transferEthKMS({ ...kms(), address: hot.address.toLowerCase() })
    const [pending] = await calls.getPendingTransactionsToSign({ chain: 'ETH' })
    const txData = await signAsDaemon(pending?.serializedTransaction ?? '', hot.fromPrivateKey, advised)
    const { code, rejection } = await refusalOf(calls.ethBroadcast({ txData, signatureId }))
    expect([code, rejection.detail]).toEqual([
      'transaction.invalid.body',
      expect.stringContaining('It pays the account that signs it'),
    ])
    await calls.deletePendingTransactionToSign({ id: signatureId })
    expect([await held.balance(), (await newest())?.status]).toEqual(['5', 'Cancelled'])
  })

  it('never signs it: deleted, the account has everything back', async () => {
    const { signatureId } = await calls.transferEthKMS(kms())
    await calls.deletePendingTransactionToSign({ id: signatureId })
    expect(await held.balance()).toBe('5')
    expect(await newest()).toMatchObject({ status: 'Cancelled' })
  })
})
