/**
 * Sweeps on anvil, by two processes on one database: what customers have paid in reaches the master once, what is sent
 * ahead for a fee is nobody's deposit, and the ledger and the chain still agree.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { DEPOSITS, SENDS } from '@tallystick/core'
import {
  type Custody,
  keysAtHand,
  keysOfMnemonic,
  type SweepOptions,
  type SweepReport,
  sign,
} from '@tallystick/custody'
import { embeddedCaller, type Storage } from '@tallystick/engine'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { OTHER_TENANT, TENANT } from '../../service.fixture.js'
import { type Anvil, contracts, deploy, minedBy, rounds, startAnvil } from '../nodes.fixture.js'
import { openFreshSqlite } from '../storages.fixture.js'

const CHAIN_ID = 11_155_111n
const WEI = 10n ** 18n
/** Deep enough for every deposit. */
const DEEP = 70
const hexOf = (value: bigint | number): string => `0x${value.toString(16)}`
const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')

let anvil: Anvil
let token: string
let words: string
let xpub: string
let master: string
let storage: Storage
let first: Tallystick
let second: Tallystick
let wallets = 0

beforeAll(async () => {
  anvil = await startAnvil(CHAIN_ID)
  token = await deploy(anvil, `${contracts.Token.bytecode}${word(10n ** 15n)}`)
})
afterAll(() => anvil.kill())

beforeEach(async () => {
  storage = await openFreshSqlite()
  first = open()
  second = open()
  const { keys } = await first.chains.chain('ETH', 'testnet')
  words = keys?.mnemonic(new Uint8Array(32).fill(++wallets)) ?? ''
  xpub = (await keys?.xpub(words)) ?? ''
  master = (keys?.address(xpub, 0) ?? '').toLowerCase()
  await minedBy(anvil, { to: master, value: hexOf(WEI) })
  // Its first round finds where the chain is.
  await first.custody.follow()
  return async () => {
    second.custody.stop()
    await first.close()
  }
})

/** A process on the same database. */
function open(): Tallystick {
  const testnet = {
    tokens: { USDT: { address: token, decimals: 6 } },
    nodes: [{ kind: 'evm' as const, url: anvil.url }],
    follow: true,
  }
  const chains = createChains(readChainsConfig({ chains: { ETH: { testnet } } }))
  const { scheduler } = rounds()
  return createTallystick({ storage, chains, scheduler, warn: () => undefined })
}

const call = async <Result = string>(method: string, ...params: readonly unknown[]) =>
  (await anvil.rpc.call(method, params)) as Result
const wei = async (address: string) => BigInt(await call('eth_getBalance', address, 'latest'))
const held = async (address: string) =>
  BigInt(await call('eth_call', { to: token, data: `0x70a08231${word(address)}` }, 'latest'))

async function settle(blocks = DEEP): Promise<void> {
  await call('anvil_mine', hexOf(blocks))
  await first.custody.follow()
}

/** An account with what it was paid, which is deep enough. @param shared The address of another account */
async function paidIn(currency: 'ETH' | 'USDT', amount: bigint, blocks = DEEP, shared?: string) {
  const { id } = await (shared === undefined
    ? first.createAccountXpub({ currency, xpub })
    : first.createAccount({ currency }))
  if (shared !== undefined) await first.assignAddress({ id, address: shared })
  const [{ address } = expect.fail('no address')] = await first.getAllDepositAddresses({ id })
  const data = `0xa9059cbb${word(address)}${word(amount)}`
  await minedBy(anvil, currency === 'ETH' ? { to: address, value: hexOf(amount) } : { to: token, data })
  await settle(blocks)
  const balance = async () => (await first.getAccountBalance({ id })).accountBalance
  return { id, address: address.toLowerCase(), balance }
}

async function run(
  { custody }: { readonly custody: Custody },
  currency: 'ETH' | 'USDT',
  more: Partial<SweepOptions> = {},
): Promise<SweepReport> {
  const terms = { minimum: currency === 'ETH' ? '0.1' : '5', maxFee: '0.01', send: true }
  try {
    return await custody.sweep({ tenant: TENANT, currency, keys: keysOfMnemonic(words), ...terms, ...more })
  } finally {
    await mined()
  }
}

/** anvil makes the block after it has acknowledged what is in it. */
const mined = () =>
  vi.waitUntil(
    async () =>
      !(await call<boolean>('anvil_getAutomine')) ||
      (await call<{ readonly pending: string }>('txpool_status')).pending === '0x0',
    { timeout: 10_000 },
  )

async function mustAgree(): Promise<void> {
  expect((await first.verify()).discrepancies).toEqual([])
  expect(await first.reconcile()).toMatchObject({ isExplained: true, addresses: [], notCompared: [] })
}

const sent = async () => storage.query.list(SENDS, {})

describe('coins', () => {
  it('reach the master less the fee, once, whoever repeats it', async () => {
    const customer = await paidIn('ETH', WEI)
    const before = await wei(master)
    const said = await run(first, 'ETH', { send: false })
    expect(said.addresses).toMatchObject([{ address: customer.address, kind: 'swept', txId: null }])
    const stopped = await run(first, 'ETH', { signal: AbortSignal.abort() })
    expect(stopped).toMatchObject({ isStopped: true, addresses: [] })
    expect(await sent()).toEqual([])

    const reports = await Promise.all([run(first, 'ETH'), run(second, 'ETH'), run(first, 'ETH')])
    const kinds = reports.flatMap(({ addresses }) => addresses.map(({ kind }) => kind))
    expect(kinds.filter((kind) => kind === 'swept')).toHaveLength(1)
    const done = reports.flatMap(({ addresses }) => addresses).find(({ kind }) => kind === 'swept')
    expect(await wei(master)).toBe(before + (done?.amount ?? 0n))
    expect(done?.amount).toBe(WEI - (done?.fee ?? 0n))
    expect(await wei(customer.address)).toBeLessThan(done?.fee ?? 0n)
    await settle()
    expect((await run(second, 'ETH')).addresses).toEqual([])
    expect(await sent()).toHaveLength(1)
    expect(await customer.balance()).toBe('1')
    await mustAgree()
  })

  it('wait until they are deep enough, and are left below the minimum or above the fee', async () => {
    const { address } = await paidIn('ETH', WEI, 1)
    expect((await run(first, 'ETH')).addresses).toMatchObject([
      { address, kind: 'waits', why: expect.stringContaining('deep') },
    ])
    await settle()
    expect((await run(first, 'ETH', { minimum: '1' })).addresses).toMatchObject([
      { kind: 'left', why: expect.stringContaining('minimum') },
    ])
    expect((await run(first, 'ETH', { maxFee: '0.000000001' })).addresses).toMatchObject([
      { kind: 'waits', why: expect.stringContaining('above the limit') },
    ])
    expect(
      (await run(first, 'ETH', { keys: keysOfMnemonic(`${'zoo '.repeat(23)}vote`) })).addresses,
    ).toMatchObject([{ kind: 'left', why: 'it is of another wallet' }])
    await expect(run(first, 'ETH', { to: address })).rejects.toThrow('is a deposit address')
    await expect(run(first, 'ETH', { to: 'nowhere' })).rejects.toThrow('no address')
    expect(await sent()).toEqual([])
  })
})

describe('tokens', () => {
  it('get coins for their fee first, which nobody is credited with, and a process may die at any step', async () => {
    // One address for both, so coins that arrive there would be his.
    const coins = await paidIn('ETH', 0n)
    const customer = await paidIn('USDT', 50_000_000n, DEEP, coins.address)

    const deliver = first.custody.pipeline.deliver.bind(first.custody.pipeline)
    first.custody.pipeline.deliver = () => Promise.reject(new Error('the process has ended'))
    await expect(run(first, 'USDT')).rejects.toThrow('has ended')
    expect(await wei(customer.address)).toBe(0n)
    first.custody.pipeline.deliver = deliver
    // It was recorded, so nobody sends another one.
    expect((await run(second, 'USDT')).addresses).toMatchObject([{ kind: 'waits' }])
    const ahead = await wei(customer.address)
    expect(ahead).toBeGreaterThan(0n)
    await first.custody.follow()

    second.custody.pipeline.deliver = () => Promise.reject(new Error('the process has ended'))
    await expect(run(second, 'USDT')).rejects.toThrow('has ended')
    expect(await held(master)).toBe(0n)
    await Promise.all([run(first, 'USDT'), run(first, 'USDT')])
    await settle()
    expect((await run(first, 'USDT')).addresses).toEqual([])
    expect(await held(master)).toBe(50_000_000n)
    expect(await held(customer.address)).toBe(0n)
    expect(await sent()).toHaveLength(2)

    expect(await customer.balance()).toBe('50')
    expect(await coins.balance()).toBe('0')
    expect(await storage.query.list(DEPOSITS, {})).toMatchObject([{ currency: 'USDT' }])
    await mustAgree()
  })

  it('are sent ahead for once if two processes begin at once', async () => {
    const { address } = await paidIn('USDT', 50_000_000n)
    const reports = await Promise.all([run(first, 'USDT'), run(second, 'USDT')])
    expect(reports.flatMap(({ addresses }) => addresses.filter(({ kind }) => kind === 'ahead'))).toHaveLength(
      1,
    )
    expect(await sent()).toHaveLength(1)
    await first.custody.follow()
    await call('anvil_reorg', 1, [])
    await call('anvil_mine', '0x1')
    await first.custody.follow()
    expect(await wei(address)).toBe(0n)
    await Promise.all([run(first, 'USDT'), run(second, 'USDT')])
    expect(await wei(address)).toBeGreaterThan(0n)
    expect(await sent()).toHaveLength(1)
    await settle()
    // The coins are for the token.
    expect((await run(first, 'ETH', { minimum: '0.0000001' })).addresses).toMatchObject([
      { address, kind: 'left', why: expect.stringContaining('token') },
    ])
    await Promise.all([run(first, 'USDT'), run(second, 'USDT')])
    expect(await held(master)).toBe(50_000_000n)
    expect(await sent()).toHaveLength(2)
    await settle()
    await mustAgree()
  })

  /** Coins that wait for a block, for the fee of moving a token. */
  async function sentAhead() {
    const coins = await paidIn('ETH', 0n)
    const { address } = await paidIn('USDT', 50_000_000n, DEEP, coins.address)
    await call('evm_setAutomine', false)
    await run(first, 'USDT')
    const [slow = expect.fail('nothing was sent')] = await sent()
    return { coins, address, slow }
  }

  it('with a higher fee, what is sent ahead is nobody’s deposit either', async () => {
    const { coins, address, slow } = await sentAhead()
    const { keys } = await first.chains.chain('ETH', 'testnet')
    await first.transferEthBlockchain({
      fromPrivateKey: (await keys?.privateKey(words, 0)) ?? '',
      ...{ to: address, amount: '0.01', currency: 'ETH', nonce: Number(slow.claims[0]?.index) },
      fee: { gasLimit: '21000', gasPrice: '50' },
    })
    await call('evm_setAutomine', true)
    await settle()
    await settle()
    expect(await wei(address)).toBe(WEI / 100n)
    expect(await coins.balance()).toBe('0')
    expect(await storage.query.list(DEPOSITS, {})).toMatchObject([{ currency: 'USDT' }])
    expect((await run(first, 'USDT')).addresses).toMatchObject([{ kind: 'swept' }])
    await settle()
    expect(await held(master)).toBe(50_000_000n)
    await mustAgree()
  })

  it('nor is it if somebody raises the fee elsewhere, with the key of the master', async () => {
    const { coins, address, slow } = await sentAhead()
    const { codec, keys } = await first.chains.chain('ETH', 'testnet')
    const signer = codec.signer((await keys?.privateKey(words, 0)) ?? '')
    const [ahead = expect.fail('it pays nobody')] = codec.inspect(slow.raw).outputs
    const { raw } = await sign(
      codec,
      codec.build({
        ...{ from: master, to: address, value: ahead.amount, data: '0x' },
        ...{ nonce: Number(slow.claims[0]?.index), gasLimit: 21_000n },
        gas: { kind: 'legacy', gasPrice: 50n * 10n ** 9n },
      }),
      keysAtHand([signer]),
    )
    const raised = await call('eth_sendRawTransaction', raw)
    await call('evm_setAutomine', true)
    await call('anvil_mine', '0x1')
    await first.custody.follow()
    expect(await call('eth_getTransactionReceipt', raised)).toMatchObject({ status: '0x1' })
    await call('anvil_reorg', 1, [])
    await call('anvil_mine', '0x2')
    await settle()
    expect(await coins.balance()).toBe('0')
    expect(await storage.query.list(DEPOSITS, {})).toMatchObject([{ currency: 'USDT' }])
  })

  it('that lie cost a fee once, and not again unless somebody says so', async () => {
    await paidIn('USDT', 50_000_000n)
    const code = await call('eth_getCode', token, 'latest')
    await run(first, 'USDT')
    await settle()
    // All that is asked for is true, or as much as there can be; a transfer is false.
    await call('anvil_setCode', token, '0x366024145f035f5260205ff3')
    expect((await run(first, 'USDT')).addresses).toMatchObject([
      { kind: 'left', why: 'the token answers false to the transfer' },
    ])
    // The transfer too, and nothing moves.
    await call('anvil_setCode', token, '0x5f195f5260205ff3')
    const kinds = async (again: boolean) => {
      const { addresses } = await run(first, 'USDT', { again })
      await settle()
      return addresses.map(({ kind, why }) => [kind, why])
    }
    expect(await kinds(false)).toEqual([['swept', null]])
    for (let rest = 0; rest < 2; rest++) {
      expect(await kinds(false)).toEqual([['left', expect.stringContaining('moved nothing')]])
    }
    await call('anvil_setCode', token, code)
    // The fee of the one in vain is spent.
    expect(await kinds(true)).toEqual([['ahead', null]])
    expect(await kinds(true)).toEqual([['swept', null]])
    expect(await held(master)).toBe(50_000_000n)
  })
})

describe('an address', () => {
  const waits = [{ kind: 'waits', why: 'a withdrawal pays from it' }]
  const swept = [{ kind: 'swept' }]
  const left = [{ kind: 'left', why: 'another tenant has the same address' }]
  const paid = { address: `0x${'9'.repeat(40)}`, amount: '1' }
  const look = async (currency: 'ETH' | 'USDT') => (await run(first, currency, { send: false })).addresses

  it('waits while a withdrawal of any currency pays from it, also one that is stored meanwhile', async () => {
    const coins = await paidIn('ETH', WEI)
    const { address } = coins
    const tokens = await paidIn('USDT', 50_000_000n, DEEP, address)
    const cancel = async () => {
      const [{ id } = expect.fail('nothing was stored')] = await first.getWithdrawals({ pageSize: 1 })
      await first.cancelInProgressWithdrawal({ id })
    }
    for (const { id: senderAccountId } of [tokens, coins]) {
      const toStore = { ...paid, amount: '0.1', fee: '0.001', senderAccountId, sourceAddress: address }
      await first.storeWithdrawal(toStore)
      expect(await look('ETH')).toMatchObject(waits)
      expect(await look('USDT')).toMatchObject(waits)
      await cancel()

      const keys: SweepOptions['keys'] = async (chain) => {
        const own = await keysOfMnemonic(words)(chain)
        const store = () => second.storeWithdrawal(toStore)
        return { ...own, of: async (of) => store().then(() => own.of(of)) }
      }
      expect((await run(first, 'ETH', { keys })).addresses).toMatchObject(waits)
      await cancel()
    }
    expect(await sent()).toEqual([])
    expect((await run(first, 'USDT')).addresses).toMatchObject(swept)
  })

  it('waits while a key-management system is asked to pay from its index, and from no other one', async () => {
    const coins = await paidIn('ETH', WEI)
    const { id: senderAccountId } = await paidIn('USDT', 50_000_000n, DEEP, coins.address)
    const toSign = { ...paid, senderAccountId, signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83' }
    for (const index of [{}, { index: 0 }, { index: 11 }]) {
      await first.transferEthKMS({ ...toSign, ...index })
      expect(await look('USDT')).toMatchObject(swept)
    }
    await first.transferEthKMS({ ...toSign, index: 1 })
    expect(await look('USDT')).toMatchObject(waits)
    expect(await look('ETH')).toMatchObject(waits)
  })

  it('is swept whoever assigns it, and is left while it is generated from the xpub of another tenant', async () => {
    const { address } = await paidIn('USDT', 50_000_000n)
    const other = first.as(embeddedCaller(OTHER_TENANT))
    const { id } = await other.createAccount({ currency: 'USDT' })
    for (const assigned of [master, address]) await other.assignAddress({ id, address: assigned })
    expect(await look('USDT')).toMatchObject([{ kind: 'ahead' }])
    for (const assigned of [master, address]) await other.removeAddress({ id, address: assigned })
    expect(await look('USDT')).toMatchObject([{ kind: 'ahead' }])

    const shared = await other.createAccountXpub({ currency: 'ETH', xpub })
    expect((await run(first, 'USDT')).addresses).toMatchObject(left)
    await expect(run(first, 'USDT', { to: address })).rejects.toThrow('is a deposit address')
    const { address: next } = await other.generateDepositAddress({ id: shared.id })
    await expect(run(first, 'USDT', { to: next })).rejects.toThrow('is a deposit address')
    expect(await sent()).toEqual([])
    await other.removeAddress({ id: shared.id, address })
    expect(await look('USDT')).toMatchObject([{ kind: 'ahead' }])
  })
})
