/**
 * Withdrawals that somebody wants to have twice, or for nothing: on anvil, with two processes on one storage. Whatever is
 * refused or lost, what accounts have paid is what the chain has.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, fund } from '../open-ledger.fixture.js'
import { dies } from '../transport/server.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { type Account, type EvmWorld, openEvmWorld } from './ledger-world.fixture.js'

const WEI = 10n ** 18n
const CHAIN_ID = 11_155_111
const GAS = 21_000n
const GAS_PRICE = 30n * 10n ** 9n
/** Coins. */
const FEE = '0.00063'
const DEEP = 70
const MNEMONIC = `${'abandon '.repeat(11)}about`

let world: EvmWorld
let calls: Calls
let beside: Calls
let hot: Account
let sender: string
let recipients = 0
let deposits = 0

beforeAll(async () => {
  world = await openEvmWorld({ mines: false, settings: { follow: { from: 1 } } })
  calls = await world.as('testnet')
  beside = (await world.beside('testnet')) as Calls
})
afterAll(() => world.close())

const hex = (value: bigint | number): string => `0x${value.toString(16)}`
const wei = async (address: string) => BigInt(await world.rpc<string>('eth_getBalance', address, 'latest'))
const nonceOf = async ({ address }: Account) =>
  Number(await world.rpc<string>('eth_getTransactionCount', address, 'latest'))
const mine = (blocks = 1) => world.rpc('anvil_mine', hex(blocks))
const balance = async (id = sender) => (await calls.getAccountBalance({ id })).accountBalance
/** Nobody else is paid there. */
const fresh = (): string => `0x${(++recipients).toString(16).padStart(40, 'c')}`
const rows = async () =>
  (await calls.getWithdrawals({ pageSize: 50 })).filter(({ accountId }) => accountId === sender)
/** Blocks and rounds: of a few, all that waits is in a block; of `DEEP` ones it is final. */
async function settled(blocks = 2): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await mine(blocks)
    await world.round()
  }
  if (blocks === DEEP) await world.ledger.custody.follow()
}

/** Ten coins on the account, and a thousand in the wallet that pays. */
beforeEach(async () => {
  world.interfere = () => undefined
  hot = await world.account()
  const { xpub } = await calls.ethGenerateWallet({ mnemonic: MNEMONIC })
  const account = await calls.createAccountXpub({ currency: 'ETH', xpub })
  sender = account.id
  await world.ledger.recordDeposit({
    account: account.id as never,
    currency: 'ETH',
    amount: '10',
    txId: `0x${(++deposits).toString(16).padStart(64, '0')}`,
    vout: 0,
    address: fresh(),
    from: null,
    derivationKey: 1,
    blockHeight: 1,
    blockHash: null,
    status: 'Done',
  })
})

const wanted = (address: string, changes: object = {}) => ({
  senderAccountId: sender,
  address,
  amount: '1',
  ...changes,
})
const stored = (address: string, changes: object = {}) =>
  calls.storeWithdrawal({ ...wanted(address, changes), fee: FEE, sourceAddress: hot.address })

/** What a client signs for it. */
async function sign(
  to: string,
  { value = WEI, nonce, price = GAS_PRICE }: SignOptions = {},
): Promise<string> {
  const serialized = JSON.stringify({ chainId: CHAIN_ID, to, data: '0x', value: String(value) })
  return signAsDaemon(serialized, hot.fromPrivateKey, {
    gas: async () => GAS,
    gasPrice: async () => price,
    nonce: async () => BigInt(nonce ?? (await nonceOf(hot))),
  })
}
interface SignOptions {
  readonly value?: bigint
  readonly nonce?: number
  readonly price?: bigint
}

const broadcast = (id: string, txData: string, by: Calls = calls) =>
  by.broadcastBlockchainTransaction({ currency: 'ETH', txData, withdrawalId: id })
const send = async (raw: string) => world.rpc<string>('eth_sendRawTransaction', raw)

/** Of the account that began with ten coins: so many withdrawals of one coin are done, and the others have cost nothing. */
async function mustHavePaid(times: number, recipient: string, blocks = 2): Promise<void> {
  await settled(blocks)
  expect(await wei(recipient)).toBe(BigInt(times) * WEI)
  const done = (await rows()).filter(({ status }) => status === 'Done')
  expect(done).toHaveLength(times)
  expect((await rows()).filter(({ status }) => status === 'InProgress')).toEqual([])
  const fees = done.reduce((sum, { fee }) => sum + BigInt(Math.round(Number(fee) * 1e9)), 0n)
  const left = 10_000_000_000n - BigInt(times) * 1_000_000_000n - fees
  expect(BigInt(Math.round(Number(await balance()) * 1e9))).toBe(left)
  expect((await world.ledger.verify()).discrepancies).toEqual([])
}

describe('one call', () => {
  const transfer = (address: string, by: Calls = calls, idempotencyKey?: string) =>
    by.transferEth(
      { ...wanted(address), privateKey: hot.fromPrivateKey, gasLimit: '21000', gasPrice: '30' },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    )

  it('twice at once with one key, by two processes, is one', async () => {
    const to = fresh()
    const answers = await Promise.all([transfer(to, calls, 'one'), transfer(to, calls, 'one')])
    expect(answers[1]).toEqual(answers[0])
    await mustHavePaid(1, to)
  })

  it('twice at once without a key is two, and each is paid for', async () => {
    const to = fresh()
    const answers = await Promise.allSettled([transfer(to), transfer(to, beside)])
    const made = answers.filter(({ status }) => status === 'fulfilled').length
    expect(made).toBeGreaterThan(0)
    await mustHavePaid(made, to)
  })

  it('repeated after the connection to the node broke, with its key, is one', async () => {
    const to = fresh()
    let broken = 0
    world.interfere = ({ method }) => (method === 'eth_sendRawTransaction' && broken++ < 3 ? dies : undefined)
    await transfer(to, calls, 'two').catch(() => undefined)
    world.interfere = () => undefined
    await world.round()
    await transfer(to, calls, 'two').catch(() => undefined)
    await mustHavePaid(1, to)
  })
})

describe('stored', () => {
  it('two at once take turns: the second is refused while the first is in progress', async () => {
    const to = fresh()
    const both = await Promise.allSettled([
      stored(to),
      beside.storeWithdrawal({ ...wanted(to), fee: FEE, sourceAddress: hot.address }),
    ])
    const [first] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await codeOf(stored(to))).toBe('withdrawal.pending')
    await broadcast(first?.id ?? '', await sign(to))
    await mustHavePaid(1, to)
  })

  it('twice at once with one key, it is stored once, and both are told so', async () => {
    const to = fresh()
    const wish = { ...wanted(to), fee: FEE, sourceAddress: hot.address }
    const again = () => calls.storeWithdrawal(wish, { idempotencyKey: to })
    const [one, other] = await Promise.all([again(), again()])
    expect(other).toEqual(one)
    expect(await again()).toEqual(one)
    await calls.cancelInProgressWithdrawal({ id: one.id ?? '' })
    expect(await balance()).toBe('10')
  })

  it('it tells the address that pays, where it is known', async () => {
    const source = async () => (await rows())[0]?.sourceAddress
    const named = await stored(fresh())
    expect(await source()).toBe(hot.address.toLowerCase())
    await calls.cancelInProgressWithdrawal({ id: named.id ?? '' })
    await calls.transferEth({ ...wanted(fresh()), privateKey: hot.fromPrivateKey, gasLimit: '21000' })
    expect(await source()).toBe(hot.address.toLowerCase())
    await settled()
    const { id = '' } = await calls.storeWithdrawal({ ...wanted(fresh()), fee: FEE })
    expect(await source()).toBeUndefined()
    await calls.cancelInProgressWithdrawal({ id })
    await calls.transferEthKMS({ ...wanted(fresh()), signatureId: randomUUID() })
    expect(await source()).toBeUndefined()
    await calls.cancelInProgressWithdrawal({ id: (await rows())[0]?.id ?? '' })
  })

  it('broadcast and cancelled at once, it is either', async () => {
    const tried: { to: string; id: string; told: string }[] = []
    for (let delay = 0; delay < 6; delay++) {
      const to = fresh()
      const { id = '' } = await stored(to)
      const raw = await sign(to)
      const later = async () => {
        await new Promise((wake) => setTimeout(wake, 3 * delay))
        return beside.cancelInProgressWithdrawal({ id })
      }
      const [sent, cancelled] = await Promise.allSettled([broadcast(id, raw), later()])
      tried.push({ to, id, told: `${sent.status} ${cancelled.status}` })
      await settled()
    }
    for (const { to, id, told } of tried) {
      const paid = (await wei(to)) === WEI
      const status = (await rows()).find((row) => row.id === id)?.status
      expect(`${status} ${told}`).toBe(paid ? 'Done fulfilled rejected' : 'Cancelled rejected fulfilled')
    }
  })

  it('a failed broadcast leaves it to be cancelled only if no node can have the transaction', async () => {
    const to = fresh()
    const { id = '' } = await stored(to)
    const raw = await sign(to)
    let hasIt = false
    world.interfere = ({ method }, forward) => {
      if (hasIt) return dies
      if (method !== 'eth_sendRawTransaction') return undefined
      return (_asked, response) =>
        void forward().then(() => {
          hasIt = true
          response.socket?.resetAndDestroy()
        })
    }
    expect(await broadcast(id, raw)).toMatchObject({ completed: false })
    const code = await codeOf(calls.cancelInProgressWithdrawal({ id }))
    world.interfere = () => undefined
    expect(code).toBe('withdrawal.not.cancelled.transaction.failed')
    await mustHavePaid(1, to)
  })

  it('what pays somebody else, something else, or another withdrawal, does not complete it', async () => {
    const to = fresh()
    const { id = '' } = await stored(to)
    const other = fresh()
    for (const raw of [
      await sign(other),
      await sign(to, { value: WEI - 1n }),
      await sign(to, { value: WEI + 1n }),
    ]) {
      expect(await codeOf(broadcast(id, raw))).toBe('transaction.invalid.body')
      const hash = await send(raw)
      expect(await codeOf(calls.completeWithdrawal({ id, txId: hash }))).toBe('transaction.invalid.body')
      await world.rpc('anvil_dropTransaction', hash)
    }
    expect(await codeOf(calls.completeWithdrawal({ id, txId: `0x${'ab'.repeat(32)}` }))).toBe('tx.not.found')
    await broadcast(id, await sign(to))
    await mustHavePaid(1, to)
  })

  it('a transaction completes one withdrawal, and none that was stored after it', async () => {
    const to = fresh()
    const first = await stored(to)
    const raw = await sign(to)
    const { txId = '' } = await broadcast(first.id ?? '', raw)
    await mine()
    const second = await stored(to)
    const id = second.id ?? ''
    expect(await codeOf(broadcast(id, raw))).toBe('withdrawal.unexpected.state')
    expect(await codeOf(calls.completeWithdrawal({ id, txId }))).toBe('withdrawal.unexpected.state')
    await calls.cancelInProgressWithdrawal({ id })
    // An equal payment that nobody had asked for, of before.
    const stray = await send(await sign(to, { nonce: 1 }))
    await mine()
    const third = await stored(to)
    const code = await codeOf(calls.completeWithdrawal({ id: third.id ?? '', txId: stray }))
    expect(code).not.toBe('')
    await calls.cancelInProgressWithdrawal({ id: third.id ?? '' })
    await settled()
    expect((await rows()).filter(({ status }) => status === 'Done')).toHaveLength(1)
  })

  it('sent by its client, it is done when a node has it, and stays so in another block', async () => {
    const to = fresh()
    const { id = '' } = await stored(to)
    const hash = await send(await sign(to))
    await mine()
    await calls.completeWithdrawal({ id, txId: hash })
    await beside.completeWithdrawal({ id, txId: hash })
    const raw = await world.rpc<string>('eth_getRawTransactionByHash', hash)
    await world.rpc('anvil_reorg', 1, [])
    await send(raw).catch(() => undefined)
    await mustHavePaid(1, to)
  })

  it('its transaction in a block that is undone, and another one with its nonce: the money comes back', async () => {
    const to = fresh()
    const { id = '' } = await stored(to)
    await broadcast(id, await sign(to))
    await mine()
    await world.round()
    expect(await rows()).toMatchObject([{ id, status: 'Done' }])
    const nonce = (await nonceOf(hot)) - 1
    await world.rpc('anvil_reorg', 1, [])
    await world.rpc('anvil_dropAllTransactions').catch(() => undefined)
    await send(await sign(fresh(), { nonce, price: GAS_PRICE * 3n, value: 1n }))
    await settled(DEEP)
    expect(await wei(to)).toBe(0n)
    expect(await rows()).toMatchObject([{ id, status: 'Cancelled' }])
    expect(await balance()).toBe('10')
  })

  it('to an address of another customer it is his deposit, once', async () => {
    const { xpub } = await calls.ethGenerateWallet({ mnemonic: MNEMONIC })
    const other = await calls.createAccountXpub({ currency: 'ETH', xpub })
    const [{ address = '' } = {}] = await calls.getAllDepositAddresses({ id: other.id })
    const { id = '' } = await stored(address)
    await broadcast(id, await sign(address))
    await mustHavePaid(1, address, DEEP)
    expect(await balance(other.id)).toBe('1')
  })

  it('to the wallet that pays it, it is not stored, or not completed, and can be cancelled', async () => {
    const own = { ...wanted(hot.address), fee: FEE }
    expect(await codeOf(calls.storeWithdrawal({ ...own, sourceAddress: hot.address }))).toBe(
      'withdrawal.recipient.format',
    )
    const { id = '' } = await calls.storeWithdrawal(own)
    const txData = await sign(hot.address)
    expect(await codeOf(broadcast(id, txData))).toBe('transaction.invalid.body')
    const txId = await send(txData)
    await settled()
    expect(await codeOf(calls.completeWithdrawal({ id, txId }))).toBe('transaction.invalid.body')
    expect(await rows()).toMatchObject([{ id, status: 'InProgress' }])
    await calls.cancelInProgressWithdrawal({ id })
    expect(await balance()).toBe('10')
  })

  it.each([
    ['too many decimals', { amount: '1.0000000000000000001' }, 'amount.format'],
    ['nothing', { amount: '0' }, 'amount.format'],
    ['more than there is', { amount: '10' }, 'balance.insufficient'],
    ['a fee with too many decimals', { fee: '0.0000000000000000001' }, 'fee.format'],
    ['no address', { address: 'somebody' }, 'withdrawal.recipient.format'],
  ])('refused, and changes nothing: %s', async (_what, changes, code) => {
    const body = { ...wanted(fresh()), fee: FEE, sourceAddress: hot.address, ...changes }
    expect(await codeOf(calls.storeWithdrawal(body))).toBe(code)
    expect(await rows()).toEqual([])
    expect(await balance()).toBe('10')
  })

  it('a plain transfer with the nonce of its transaction does not give the money back for a paid withdrawal', async () => {
    const to = fresh()
    const { id = '' } = await stored(to)
    const nonce = await nonceOf(hot)
    await broadcast(id, await sign(to))
    await calls
      .transferEthBlockchain({
        to,
        amount: '1',
        currency: 'ETH',
        fromPrivateKey: hot.fromPrivateKey,
        nonce,
        fee: { gasLimit: '21000', gasPrice: '90' },
      })
      .catch(() => undefined)
    await mustHavePaid(1, to)
  })

  it('a transaction that is named for it after another has raised its fee: that one pays it, and nothing else', async () => {
    const to = fresh()
    const [one, other] = [await stored(to), await calls.storeWithdrawal({ ...wanted(to), fee: FEE })]
    const nonce = await nonceOf(hot)
    const [first, raised] = [await sign(to), await sign(to, { nonce, price: 3n * GAS_PRICE })]
    await calls.ethBroadcast({ txData: first })
    const { txId = '' } = (await calls.ethBroadcast({ txData: raised })) as { txId?: string }
    await broadcast(one.id ?? '', first)
    await settled(DEEP)
    expect(await wei(to)).toBe(WEI)
    const { id = '' } = other
    expect(await codeOf(calls.completeWithdrawal({ id, txId }))).toBe('withdrawal.unexpected.state')
    await calls.cancelInProgressWithdrawal({ id })
    await mustHavePaid(1, to)
  })

  it('an equal payment of before does not pay what a key-management system is to sign', async () => {
    const to = fresh()
    const stranger = await world.account()
    const before = await signAsDaemon(
      JSON.stringify({ chainId: CHAIN_ID, to, data: '0x', value: String(WEI) }),
      stranger.fromPrivateKey,
      { gas: async () => GAS, gasPrice: async () => GAS_PRICE, nonce: async () => BigInt(0) },
    )
    const txId = await send(before)
    await mine()
    await calls.transferEthKMS({ ...wanted(to), signatureId: randomUUID() })
    const [{ id = '' } = {}] = await rows()
    expect(await codeOf(calls.completeWithdrawal({ id, txId }))).toBe('withdrawal.unexpected.state')
    expect(await codeOf(broadcast(id, before))).toBe('withdrawal.unexpected.state')
    expect(await rows()).toMatchObject([{ id, status: 'InProgress' }])
    await calls.cancelInProgressWithdrawal({ id })
    expect(await balance()).toBe('10')
  })

  it('nor does one after another, of which only the last pays the same', async () => {
    const to = fresh()
    const { id = '' } = await stored(to)
    const nonce = await nonceOf(hot)
    await broadcast(id, await sign(to))
    for (const [recipient, times] of [[fresh(), 2n] as const, [to, 3n] as const]) {
      await calls.ethBroadcast({ txData: await sign(recipient, { nonce, price: times * GAS_PRICE }) })
    }
    await mustHavePaid(1, to, DEEP)
  })

  describe('somebody who has its key sends another transaction with its nonce, past the service', () => {
    const instead = async (to: string, nonce: number, value = WEI) =>
      send(await sign(to, { nonce, value, price: 4n * GAS_PRICE }))

    it.each<
      readonly [what: string, pays: (to: string) => readonly [to: string, value: bigint], times: 0 | 1]
    >([
      ['that pays the same: it is paid', (to) => [to, WEI], 1],
      ['that pays less: the money comes back', (to) => [to, WEI - 1n], 0],
      ['that pays somebody else: the money comes back', () => [fresh(), WEI], 0],
      ['that pays nobody: the money comes back', () => [hot.address, 0n], 0],
    ])('%s', async (_what, pays, times) => {
      const to = fresh()
      const nonce = await nonceOf(hot)
      const { id = '' } = await stored(to)
      await broadcast(id, await sign(to))
      const [recipient, value] = pays(to)
      await instead(recipient, nonce, value)
      await settled(DEEP)
      expect(await wei(recipient)).toBe(
        recipient === hot.address ? 1_000n * WEI - 84_000n * GAS_PRICE : value,
      )
      expect(await rows()).toMatchObject([{ id, status: times === 1 ? 'Done' : 'Cancelled' }])
      expect(await balance()).toBe(times === 1 ? '8.99937' : '10')
      expect((await world.ledger.verify()).discrepancies).toEqual([])
    })

    it.each([
      [
        'stored',
        async (to: string, nonce: number) => {
          const { id = '' } = await stored(to)
          await broadcast(id, await sign(to, { nonce }))
          await settled(DEEP)
          await calls.cancelInProgressWithdrawal({ id })
        },
      ],
      [
        'in one call',
        async (to: string, nonce: number) => {
          const price = { gasLimit: '21000', gasPrice: '30' }
          await calls.transferEth({ ...wanted(to), ...price, nonce, privateKey: hot.fromPrivateKey })
          await settled(DEEP)
        },
      ],
    ])('that paid the same before: the money comes back (%s)', async (_what, withdraw) => {
      const to = fresh()
      const nonce = await nonceOf(hot)
      await instead(to, nonce)
      await mine()
      await withdraw(to, nonce)
      expect(await rows()).toMatchObject([{ status: 'Cancelled' }])
      expect(await balance()).toBe('10')
    })

    it.each<readonly [what: string, units: bigint, status: string]>([
      ['the same: it is paid', 1_000_000n, 'Done'],
      ['less: the money comes back', 999_999n, 'Cancelled'],
    ])('that pays of a token %s', async (_what, units, status) => {
      const to = fresh()
      const { address: from, fromPrivateKey } = await world.account(1n, 10_000_000n)
      const { name: currency, address: token } = world.token
      const xpub = (await calls.ethGenerateWallet({ mnemonic: MNEMONIC })).xpub ?? ''
      const { id } = await calls.createAccountXpub({ currency, xpub })
      const received = { ...{ vout: 0, address: to, from: null, derivationKey: 1 }, blockHash: null }
      const txId = `0x${(++deposits).toString(16).padStart(64, '0')}`
      const deposit = { currency, amount: '10', txId, blockHeight: 1, status: 'Done' as const }
      await world.ledger.recordDeposit({ ...received, ...deposit, account: id as never })
      const signed = (amount: bigint, price: bigint) => {
        const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
        const serialized = JSON.stringify({ chainId: CHAIN_ID, to: token, data, value: '0' })
        const facts = { gas: async () => 100_000n, gasPrice: async () => price, nonce: async () => 0n }
        return signAsDaemon(serialized, fromPrivateKey, facts)
      }
      const wish = { senderAccountId: id, address: to, amount: '1', fee: FEE, sourceAddress: from }
      const withdrawal = await calls.storeWithdrawal(wish)
      const txData = await signed(1_000_000n, GAS_PRICE)
      await calls.broadcastBlockchainTransaction({ currency, txData, withdrawalId: withdrawal.id ?? '' })
      await send(await signed(units, 4n * GAS_PRICE))
      await settled(DEEP)
      const row = (await calls.getWithdrawals({ pageSize: 50 })).find((one) => one.id === withdrawal.id)
      expect(row?.status).toBe(status)
      expect(await balance(id)).toBe(status === 'Done' ? '9' : '10')
    })

    it('that pays the same: it pays no other withdrawal', async () => {
      const to = fresh()
      const nonce = await nonceOf(hot)
      await broadcast((await stored(to)).id ?? '', await sign(to))
      const { id = '' } = await stored(to)
      const txId = await instead(to, nonce)
      await settled(DEEP)
      expect(await codeOf(calls.completeWithdrawal({ id, txId }))).toBe('withdrawal.unexpected.state')
      const txData = await sign(fresh(), { nonce })
      expect(await codeOf(calls.ethBroadcast({ txData }))).toBe('claim.taken')
      await calls.cancelInProgressWithdrawal({ id })
      await mustHavePaid(1, to)
    })

    it.each([
      ['broadcasts it', undefined],
      ['has a withdrawal of his own paid by it', 'own'],
    ])('that pays the same, also if another tenant %s', async (_what, isPaid) => {
      const to = fresh()
      const nonce = await nonceOf(hot)
      await broadcast((await stored(to)).id ?? '', await sign(to))
      const txData = await sign(to, { nonce, price: 4n * GAS_PRICE })
      await send(txData)
      const tenant = `stranger-${++deposits}`
      const stranger = await world.as('testnet', tenant)
      const { xpub = '' } = await calls.ethGenerateWallet({ mnemonic: MNEMONIC })
      const account = await stranger.createAccountXpub({ currency: 'ETH', xpub })
      await fund(world.ledger, tenant, account, '10')
      if (isPaid === undefined) await stranger.ethBroadcast({ txData })
      else {
        const wish = {
          senderAccountId: account.id,
          address: to,
          amount: '1',
          fee: FEE,
          sourceAddress: hot.address,
        }
        const { id: withdrawalId = '' } = await stranger.storeWithdrawal(wish)
        await stranger.broadcastBlockchainTransaction({ currency: 'ETH', txData, withdrawalId })
      }
      await settled(DEEP)
      expect((await rows()).map(({ status }) => status)).toEqual(['Done'])
      await mustHavePaid(1, to)
    })

    it('after another withdrawal with its nonce: it pays one of the two', async () => {
      const to = fresh()
      const nonce = await nonceOf(hot)
      for (const gasPrice of ['30', '60']) {
        const price = { gasLimit: '21000', gasPrice }
        await calls.transferEth({ ...wanted(to), ...price, nonce, privateKey: hot.fromPrivateKey })
      }
      await instead(to, nonce)
      await mustHavePaid(1, to, DEEP)
    })
  })

  describe('a key-management system raises the fee', () => {
    async function signedByIt(to: string) {
      const nonce = await nonceOf(hot)
      await broadcast((await stored(to)).id ?? '', await sign(to))
      const fee = { gasLimit: '21000', gasPrice: '90' }
      const asked: object = await calls.transferEthBlockchainKMS({
        ...{ to, amount: '1', currency: 'ETH', nonce, fee },
        signatureId: randomUUID(),
      })
      const signatureId = 'signatureId' in asked ? String(asked.signatureId) : ''
      const { serializedTransaction = '' } = await calls.getPendingTransactionToSign({ id: signatureId })
      const txData = await signAsDaemon(serializedTransaction, hot.fromPrivateKey, {
        gas: async () => GAS,
        gasPrice: async () => GAS_PRICE,
        nonce: async () => BigInt(nonce),
      })
      return { signatureId, txData }
    }

    it('and broadcasts it here', async () => {
      const to = fresh()
      await calls.ethBroadcast(await signedByIt(to))
      await mustHavePaid(1, to, DEEP)
    })

    it('sends it, and says so when the first is dead', async () => {
      const to = fresh()
      const { signatureId, txData } = await signedByIt(to)
      const txId = await send(txData)
      await settled(DEEP)
      await calls.completePendingSignature({ id: signatureId, txId })
      await mustHavePaid(1, to, DEEP)
    })

    it('and has no use for it: the first pays, or the money comes back', async () => {
      const to = fresh()
      const { signatureId } = await signedByIt(to)
      await send(await sign(fresh(), { nonce: await nonceOf(hot), price: GAS_PRICE * 3n, value: 1n }))
      await settled(DEEP)
      expect(await rows()).toMatchObject([{ status: 'Done' }])
      await calls.deletePendingTransactionToSign({ id: signatureId })
      await settled(DEEP)
      expect(await rows()).toMatchObject([{ status: 'Cancelled' }])
      expect(await balance()).toBe('10')
    })
  })
})
