/** ERC-20 tokens that tenants register: from their logs on anvil to the balances of customers. */
import type { AccountId, TenantId } from '@tallystick/core'
import { type EvmChain, records } from '@tallystick/custody'
import { memoryStorage, verify } from '@tallystick/engine'
import type { Operations } from '@tallystick/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type OpenLedger, openLedger, refusalOf } from '../open-ledger.fixture.js'
import { type Anvil, start } from './anvil.fixture.js'
import { evm } from './chain.fixture.js'
import { somebody } from './subject.fixture.js'

const CHAIN_ID = 11_155_111n
/** Of anvil's accounts, one for which the node signs. */
const RICH = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const NOWHERE = `0x${'d'.repeat(40)}`
/** Above 2^53, and above 10^30. */
const SUPPLY = 10n ** 35n
const HUGE = 123_456_789_012_345_678_901_234_567_890_123n

const chain: EvmChain = evm(records.ETH, 'testnet')
const hexOf = (value: bigint | number): string => `0x${value.toString(16)}`
/** Code that deploys a program of the virtual machine (Yellow Paper, appendix H). */
const deploying = (program: string): string =>
  `0x61${(program.length / 2).toString(16).padStart(4, '0')}80600c6000396000f3${program}`
/** Answers whatever it is asked with 0: no decimals, and transfers that are `false` and log nothing. */
const FALSE = '60006000526020' + '6000f3'
/** Calls of two words are transfers, of which a tenth does not arrive; to all others it answers 6. */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TAKES_A_TENTH =
  '366024106011' +
  '57600660005260206000f3' +
  `5b60243580600a9004900360005260043533` +
  `7f${TRANSFER}60206000a3600160005260206000f3`

let node: Anvil
let opened: OpenLedger
let calls: Operations

const rpc = <Result = string>(method: string, ...params: readonly unknown[]) =>
  node.rpc.call(method, params) as Promise<Result>

async function mined(transaction: Readonly<Record<string, unknown>>): Promise<{ contractAddress: string }> {
  const hash = await rpc('eth_sendTransaction', { from: RICH, gas: '0x2dc6c0', ...transaction })
  for (;;) {
    const receipt = await rpc<{ contractAddress: string } | null>('eth_getTransactionReceipt', hash)
    if (receipt !== null) return receipt
    await new Promise((wake) => setTimeout(wake, 5))
  }
}

/** Buries what there is under as many blocks as it takes to be final. */
const bury = (blocks = records.ETH.confirmations) => rpc('anvil_mine', hexOf(blocks))

/** Tokens of ours, all of which are RICH's: of 6 decimals, and others. They are made at once, which is faster. */
const tokens: string[] = []
const others = { none: '', eighteen: '', sameSymbol: '', returnsFalse: '', takesATenth: '' }
const nextToken = (): string => tokens.pop() ?? expect.fail('make more of them')

async function deployed(decimals: number, symbol: string): Promise<string> {
  const args = [symbol, symbol, String(decimals), String(SUPPLY), String(SUPPLY), RICH, RICH]
  return (await mined({ data: chain.codec.contracts.deployment('Erc20', args) })).contractAddress
}

async function deployAll(): Promise<void> {
  for (let made = 0; made < 11; made += 1) tokens.push(await deployed(6, 'GOLD'))
  others.none = await deployed(0, 'COINS')
  others.eighteen = await deployed(18, 'DUST')
  others.sameSymbol = await deployed(6, 'GOLD')
  others.returnsFalse = (await mined({ data: deploying(FALSE) })).contractAddress
  others.takesATenth = (await mined({ data: deploying(TAKES_A_TENTH) })).contractAddress
  await bury()
}

const pay = (token: string, to: string, amount: bigint) =>
  mined({ to: token, data: chain.codec.encodeErc20Transfer(to, amount) })

const follow = () => opened.ledger.custody.follow()
async function settle(): Promise<void> {
  await bury()
  await follow()
}

const registration = (symbol: string, decimals: number, supply = '0') => ({
  symbol,
  decimals,
  supply,
  description: 'of this test',
  basePair: 'EUR' as const,
})

/** A registered token and a customer's account of it, with its address. */
async function registered(token: string, name: string, decimals: number, by = calls) {
  await by.erc20Address({ chain: 'ETH', address: somebody(chain), ...registration(name, decimals) })
  await by.storeTokenAddress({ name, address: token })
  const { id } = await by.createAccount({ currency: name })
  const { address } = await by.assignAddress({ id, address: somebody(chain) })
  return { id, address, balance: async () => (await by.getAccountBalance({ id })).accountBalance }
}

beforeAll(async () => {
  node = await start(CHAIN_ID)
  const nodes = [{ kind: 'evm' as const, url: node.url }]
  const config = readChainsConfig({ chains: { ETH: { testnet: { nodes, follow: { from: 1 } } } } })
  opened = openLedger(createChains(config))
  calls = await opened.as('testnet')
  await deployAll()
})
afterAll(async () => {
  expect(await verify(opened.storage)).toMatchObject({ discrepancies: [] })
  await opened.close()
  await node.kill()
})

describe('a payment of a registered token', () => {
  it('of any decimals and any size is credited exactly', async () => {
    const paid = [
      { ...(await registered(others.none, 'COINS', 0)), token: others.none, amount: HUGE },
      { ...(await registered(nextToken(), 'GOLD', 6)), token: '', amount: 1_500_000n },
      { ...(await registered(others.eighteen, 'DUST', 18)), token: others.eighteen, amount: HUGE },
    ]
    const texts = [HUGE.toString(), '1.5', '123456789012345.678901234567890123']
    const gold = (await calls.getCurrency({ name: 'GOLD' })).erc20Address ?? ''
    for (const { token, address, amount } of paid) await pay(token === '' ? gold : token, address, amount)
    await settle()
    await follow()
    for (const [place, { id, balance, address }] of paid.entries()) {
      expect(await balance()).toBe(texts[place])
      expect(await calls.getDeposits({ accountId: id, pageSize: 10 })).toMatchObject([
        { amount: texts[place], status: 'Done', address: address.toLowerCase() },
      ])
    }
  })

  it('reaches each tenant under the name that it has chosen, and only its own account', async () => {
    const token = nextToken()
    const access = await opened.ledger.access()
    const tenant = 'another' as TenantId
    const { key } = await access.create({ tenant, name: 'another', network: 'testnet', plan: 'free' })
    const caller = await access.identify(key)
    if (caller === null) throw new TypeError('a fresh key is not known')
    const there = opened.ledger.as(caller)
    const [here, elsewhere] = [
      await registered(token, 'OURS', 6),
      await registered(token, 'THEIRS', 6, there),
    ]
    const same = await calls.createAccount({ currency: 'OURS' })
    await calls.assignAddress({ id: same.id, address: elsewhere.address })
    await pay(token, here.address, 1_000_000n)
    await pay(token, elsewhere.address, 2_000_000n)
    await settle()
    expect([await here.balance(), await elsewhere.balance()]).toEqual(['1', '2'])
    expect((await calls.getAccountBalance({ id: same.id })).accountBalance).toBe('2')
    expect(await refusalOf(there.getAccountBalance({ id: here.id }))).toMatchObject({
      code: 'account.not.exists',
    })
    expect(await refusalOf(there.storeTokenAddress({ name: 'OURS', address: token }))).toMatchObject({
      code: 'erc20.token.notFound',
    })
  })
})

it('has addresses, payments and withdrawals under a name that Ethereum has for a token that is no currency', async () => {
  const token = nextToken()
  const { id, address, balance } = await registered(token, 'SAND', 6)
  await pay(token, address, 2_500_000n)
  await settle()
  expect(await balance()).toBe('2.5')
  const withdrawal = { senderAccountId: id, address: somebody(chain), amount: '1', fee: '0.01' }
  await calls.storeWithdrawal(withdrawal)
  expect(await balance()).toBe('1.5')
})

it('credits what arrives, and only that', async () => {
  const token = nextToken()
  const [sameSymbol, returnsFalse, reverted, partly] = [
    await registered(token, 'SYMBOL', 6),
    await registered(others.returnsFalse, 'FALSE', 0),
    await registered(nextToken(), 'REVERTED', 6),
    await registered(others.takesATenth, 'TENTH', 6),
  ]
  await pay(others.sameSymbol, sameSymbol.address, 1_000_000n)
  await pay(others.returnsFalse, returnsFalse.address, 5n)
  const { erc20Address = '' } = await calls.getCurrency({ name: 'REVERTED' })
  await pay(erc20Address, reverted.address, SUPPLY + 1n)
  await pay(others.takesATenth, partly.address, 1_000_000n)
  await settle()
  for (const { balance } of [sameSymbol, returnsFalse, reverted]) expect(await balance()).toBe('0')
  // Its log says what arrived.
  expect(await partly.balance()).toBe('0.9')
})

it('credits nothing of blocks before the one as of which the contract was looked at', async () => {
  const token = nextToken()
  const holder = somebody(chain)
  const early = { chain: 'ETH', address: holder, ...registration('EARLY', 6) } as const
  const { accountId: id = '' } = await calls.erc20Address(early)
  await pay(token, holder, 1_000_000n)
  await bury()
  await calls.storeTokenAddress({ name: 'EARLY', address: token })
  await pay(token, holder, 2_000_000n)
  await settle()
  expect((await calls.getAccountBalance({ id })).accountBalance).toBe('2')
})

describe('a token is stored as its contract says', () => {
  const storing = async (name: string, address: string) =>
    (await refusalOf(calls.storeTokenAddress({ name, address }))).code
  const made = (name: string, decimals: number, supply = '0') =>
    calls.erc20Address({ chain: 'ETH', address: somebody(chain), ...registration(name, decimals, supply) })

  it('and not without code, or with other decimals', async () => {
    await made('DECIMALS', 18)
    expect(await storing('DECIMALS', NOWHERE)).toBe('erc20.contract.missing')
    expect(await storing('DECIMALS', RICH)).toBe('erc20.contract.missing')
    expect(await storing('DECIMALS', 'no address')).toBe('erc20.contract.missing')
    expect(await storing('DECIMALS', nextToken())).toBe('erc20.decimals.different')
    const { id } = await calls.createAccount({ currency: 'DECIMALS' })
    expect((await refusalOf(calls.assignAddress({ id, address: somebody(chain) }))).code).toBe(
      'offchain.not.supported',
    )
  })

  it('once for each tenant', async () => {
    const token = nextToken()
    await registered(token, 'FIRST', 6)
    await made('SECOND', 6)
    expect(await storing('SECOND', token)).toBe('erc20.address.used')
    expect(await storing('FIRST', nextToken())).toBe('erc20.address.set')
    await calls.storeTokenAddress({ name: 'FIRST', address: token.toUpperCase().replace('0X', '0x') })
    expect((await refusalOf(made('FIRST', 6))).code).toBe('erc20.duplicate.name')
    expect((await refusalOf(made('VC_FIRST', 6))).code).toBe('erc20.symbol.prefix')
    expect((await refusalOf(made('USDT', 6))).code).toBe('erc20.duplicate.name')
  })

  it('and not if its holder lacks the supply', async () => {
    await made('LACKING', 6, '0.000001')
    expect(await storing('LACKING', nextToken())).toBe('erc20.supply.missing')
  })
})

it('the account gets the supply once, when its block cannot be undone any more', async () => {
  const token = nextToken()
  const holder = somebody(chain)
  const made = await calls.erc20Address({
    chain: 'ETH',
    address: holder,
    ...registration('SUPPLY', 6, '1000.5'),
  })
  const id = made.accountId ?? ''
  expect(made.address).toBe(holder)
  await pay(token, holder, 1_000_500_000n)
  expect((await refusalOf(calls.storeTokenAddress({ name: 'SUPPLY', address: token }))).code).toBe(
    'erc20.supply.missing',
  )
  await bury()
  await calls.storeTokenAddress({ name: 'SUPPLY', address: token })
  await follow()
  expect((await calls.getAccountBalance({ id })).accountBalance).toBe('0')
  // It was shown at a depth of 64, and blocks are kept to twice that.
  await bury(64)
  await follow()
  expect((await calls.getAccountBalance({ id })).accountBalance).toBe('0')
  await bury(1)
  await follow()
  expect((await calls.getAccountBalance({ id })).accountBalance).toBe('1000.5')
  expect(await calls.getCurrency({ name: 'SUPPLY' })).toMatchObject({
    supply: '1000.5',
    accountId: id,
    precision: 6,
    chain: 'ETH',
    erc20Address: token.toLowerCase(),
    initialAddress: holder.toLowerCase(),
  })
})

it.each(['CELO', 'MATIC'] as const)('the contract by which the coin of %s moves is no token', async (id) => {
  const { coinToken, coinContract } = records[id].networks.mainnet ?? {}
  const { tokens } = evm(records[id], 'mainnet', { call: async (method) => expect.fail(method) })
  expect(await tokens?.find(coinToken ?? coinContract ?? '', null)).toBeUndefined()
})

it('a chain with a token that is configured as two currencies is not followed: one would not be credited', async () => {
  const nodes = [{ kind: 'evm' as const, url: 'http://127.0.0.1:1' }]
  const native = { address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 }
  const MATIC = { mainnet: { nodes, follow: true, tokens: { USDC_MATIC: native } } }
  const { ledger, close } = openLedger(createChains(readChainsConfig({ chains: { MATIC } })))
  await ledger.custody.follow()
  const problem = expect.stringContaining('USDC_MATIC and USDC_MATIC_NATIVE are configured as one token')
  expect(ledger.custody.following()).toMatchObject([{ problem }])
  await close()
})

it('a name with terms of deposits that the chain does not have is told: deposits would be credited too early', async () => {
  const nodes = [{ kind: 'evm' as const, url: 'http://127.0.0.1:1' }]
  const deposits = Object.fromEntries(['ETH', 'USDT', 'USDTT', 'OWN'].map((name) => [name, { minimum: '1' }]))
  const ETH = { mainnet: { nodes, follow: { deposits } } }
  const storage = memoryStorage()
  await storage.transact([], (view) =>
    view.apply({
      type: 'token.registered',
      token: {
        ...{ tenant: 'alpha' as TenantId, chain: 'ETH', network: 'mainnet', name: 'OWN', scale: 6 },
        ...{ standard: null, asset: null, since: null, account: 'a' as AccountId, holder: null },
        ...{ supply: 1n, created: 1 },
      },
    }),
  )
  const { ledger, warnings, close } = openLedger(createChains(readChainsConfig({ chains: { ETH } })), storage)
  await ledger.custody.follow()
  const names = () => warnings.flatMap((text) => /^follow.deposits .* names (\w+)/.exec(text)?.[1] ?? [])
  await expect.poll(names).toEqual(['USDTT'])
  await close()
})
