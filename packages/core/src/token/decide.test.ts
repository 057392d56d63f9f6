import { expect, it } from 'vitest'
import { openAccount } from '../account/decide.js'
import { updateCurrency } from '../currency/decide.js'
import type { DerivedAddress } from '../deposit-address/decide.js'
import { beginFollowing, type ObserveBlock, observeBlock, undoBlock } from '../follow/decide.js'
import { pay } from '../ledger/decide.js'
import { OTHER_TENANT, rateTable, TENANT, TestLedger } from '../ledger.fixture.js'
import { type LinkToken, linkToken, type RegisterToken, registerToken, type ShownToken } from './decide.js'
import { tokenKey } from './token.js'

const ON = { chain: 'ETH', network: 'mainnet' } as const
const BLOCK = { height: 50, hash: '0xblock50' }
const FIRST: DerivedAddress = {
  ...ON,
  home: 'mainnet',
  pool: { address: '0xpool', xpub: 'xpub' },
  index: 1,
  seen: 0,
  address: '0xholder',
  tag: '',
  shown: '0xHolder',
}

const registration = (over: Partial<RegisterToken> = {}): RegisterToken => ({
  ...ON,
  tenant: TENANT,
  home: 'mainnet',
  name: 'GOLD',
  scale: 6,
  standard: null,
  found: null,
  supply: '0',
  basePair: 'EUR',
  baseRate: '2',
  description: null,
  customer: null,
  accountingCurrency: null,
  xpub: null,
  holder: null,
  first: null,
  ...over,
})

const link = ({
  decimals = 6,
  block = BLOCK,
  holder = null,
  held = 0n,
  window = 100,
  ...over
}: Partial<LinkToken & ShownToken> = {}): LinkToken => ({
  ...ON,
  tenant: TENANT,
  name: 'GOLD',
  asset: '0xtoken',
  shown: { decimals, block, holder, held, window },
  ...over,
})

const HELD = { xpub: 'xpub', holder: '0xholder', first: FIRST, supply: '1000.5' } as const
const SHOWN = { holder: '0xholder', held: 1_000_500_000n } as const

it('makes a currency with an account, and its deposit address', () => {
  const ledger = new TestLedger()
  const made = ledger.must(registerToken, registration({ ...HELD, accountingCurrency: 'USD' }))
  expect(made.account).toMatchObject({ currency: 'GOLD', scale: 6, xpub: 'xpub', balance: 0n })
  expect(made.address).toMatchObject({ account: made.account.id, shown: '0xHolder', derivationKey: 1 })
  expect(made.token).toMatchObject({ name: 'GOLD', asset: null, since: null, supply: 1_000_500_000n })
})

it.each([
  ['a name of virtual currencies', { name: 'VC_GOLD' }, 'erc20.symbol.prefix'],
  ['the name of a coin', { name: 'BTC' }, 'erc20.duplicate.name'],
  ['the name of another token', { name: 'SILVER' }, 'erc20.duplicate.name'],
  ['a name that ids cannot hold', { name: 'A:B' }, 'virtual.creation.error'],
  ['more decimals than a currency has', { scale: 19 }, 'virtual.creation.error'],
  ['a supply of more decimals', { supply: '1.0000001' }, 'virtual.creation.error'],
  ['no rate', { baseRate: '-1' }, 'virtual.creation.error'],
  [
    'a token that another currency stands for',
    { found: { asset: '0xsilver', since: 1 } },
    'erc20.address.used',
  ],
] as const)('refuses %s', (_, over, code) => {
  const ledger = new TestLedger()
  ledger.must(registerToken, registration({ name: 'SILVER', found: { asset: '0xsilver', since: 1 } }))
  expect(ledger.refusal(registerToken, registration(over))).toBe(code)
})

it('keeps tokens of a testnet away from those of the mainnet', () => {
  const ledger = new TestLedger()
  ledger.must(registerToken, registration(HELD))
  const onTestnet = { network: 'testnet', home: 'testnet', name: 'SILVER' } as const
  expect(ledger.refusal(registerToken, registration(onTestnet))).toBe('account.blockchain.testnet')
})

it('lets each tenant name the same token, once', () => {
  const ledger = new TestLedger()
  ledger.must(registerToken, registration())
  ledger.must(registerToken, registration({ tenant: OTHER_TENANT, name: 'SILVER' }))
  ledger.must(registerToken, registration({ name: 'COPPER' }))
  ledger.must(linkToken, link())
  ledger.must(linkToken, link({ tenant: OTHER_TENANT, name: 'SILVER' }))
  expect(ledger.refusal(linkToken, link({ name: 'COPPER' }))).toBe('erc20.address.used')
})

it('opens no account of a token whose name a chain has taken since: its coins are another asset', () => {
  const ledger = new TestLedger()
  ledger.must(registerToken, registration())
  Object.assign(ledger.env, {
    currency: (code: string) => ({ code, kind: 'chain', scale: 8, takes: 'address' }),
  })
  const { customer, xpub, accountingCurrency } = registration()
  const account = {
    currency: 'GOLD',
    xpub,
    customer,
    accountingCurrency,
    accountCode: null,
    accountNumber: null,
  }
  expect(ledger.refusal(openAccount, { tenant: TENANT, account })).toBe('ledger.currency.invalid')
})

it('stores a token of the chain once, and repeats it', () => {
  const ledger = new TestLedger()
  ledger.must(registerToken, registration())
  expect(ledger.must(linkToken, link())).toMatchObject({ asset: '0xtoken', since: 50 })
  expect(ledger.run(linkToken, link({ block: { height: 60, hash: 'later' } }))).toMatchObject({
    accepted: true,
    output: { since: 50 },
    changes: [],
  })
  expect(ledger.refusal(linkToken, link({ asset: '0xother' }))).toBe('erc20.address.set')
  expect(ledger.run(linkToken, { ...link(), shown: null })).toMatchObject({ accepted: true, changes: [] })
  expect(ledger.refusal(linkToken, { ...link(), asset: '0xother', shown: null })).toBe('erc20.address.set')
})

it.each([
  ['an unknown name', { name: 'SILVER' }, 'erc20.token.notFound'],
  ['a token of another chain', { chain: 'BSC' }, 'erc20.token.notFound'],
  ['a token of another network', { network: 'testnet' }, 'erc20.token.notFound'],
  ['other decimals', { decimals: 18 }, 'erc20.decimals.different'],
  ['an address that holds less', { held: 1_000_499_999n }, 'erc20.supply.missing'],
  ['another address', { holder: '0xother' }, 'erc20.supply.missing'],
] as const)('stores nothing of %s', (_, over, code) => {
  const ledger = new TestLedger()
  ledger.must(registerToken, registration(HELD))
  expect(ledger.refusal(linkToken, link({ ...SHOWN, ...over }))).toBe(code)
  expect(ledger.kept.find(tokenKey(TENANT, 'GOLD'))).toMatchObject({ asset: null })
})

it('gives the supply once the chain has shown it, and not before', () => {
  const ledger = new TestLedger()
  const { account } = ledger.must(registerToken, registration(HELD))
  expect(ledger.balance(account.id)).toBe('0')
  ledger.must(linkToken, link(SHOWN))
  expect(ledger.balance(account.id)).toBe('1000.5')
  ledger.must(linkToken, link(SHOWN))
  expect(ledger.balance(account.id)).toBe('1000.5')
})

const observe = (
  revision: number,
  height: number,
  parent: string,
  maturing: ObserveBlock['maturing'] = [],
): ObserveBlock => ({
  ...ON,
  revision,
  parent,
  block: { height, hash: `0xblock${height}` },
  window: 3,
  receipts: [],
  made: [],
  holdings: [],
  spent: [],
  maturing,
})

it('gives the supply on a followed chain once its block cannot be undone', () => {
  const ledger = new TestLedger()
  const { account } = ledger.must(registerToken, registration(HELD))
  ledger.must(beginFollowing, { ...ON, block: BLOCK })
  ledger.must(linkToken, link({ ...SHOWN, window: 2 }))
  const maturing = [{ tenant: TENANT, currency: 'GOLD', txId: BLOCK.hash, vout: 0, address: '0xholder' }]
  ledger.must(observeBlock, observe(1, 51, '0xblock50', maturing))
  expect(ledger.balance(account.id)).toBe('0')
  ledger.must(observeBlock, observe(2, 52, '0xblock51', maturing))
  expect(ledger.balance(account.id)).toBe('1000.5')
  ledger.must(observeBlock, observe(3, 53, '0xblock52', maturing))
  expect(ledger.balance(account.id)).toBe('1000.5')
})

it('gives no supply of a block that was undone', () => {
  const ledger = new TestLedger()
  const { account } = ledger.must(registerToken, registration(HELD))
  ledger.must(beginFollowing, { ...ON, block: { height: 49, hash: '0xblock49' } })
  ledger.must(observeBlock, observe(1, 50, '0xblock49'))
  ledger.must(linkToken, link({ ...SHOWN, window: 2 }))
  const deposits = [{ tenant: TENANT, currency: 'GOLD', txId: BLOCK.hash, vout: 0, address: '0xholder' }]
  expect(
    ledger.must(undoBlock, { ...ON, revision: 2, deposits, made: [], spent: [], holdings: [] }),
  ).toMatchObject({
    kind: 'moved',
    deposits: [{ status: 'Failed' }],
  })
  ledger.must(observeBlock, observe(3, 50, '0xblock49', deposits))
  expect(ledger.balance(account.id)).toBe('0')
})

it('values payments by the rate of the currency, as it is at that time', () => {
  const ledger = new TestLedger(rateTable({ 'USD/EUR': '0.5' }, true))
  const { account } = ledger.must(registerToken, registration({ ...HELD, basePair: 'USD', baseRate: '3' }))
  const other = ledger.must(openAccount, {
    tenant: TENANT,
    account: {
      currency: 'GOLD',
      xpub: null,
      customer: null,
      accountingCurrency: null,
      accountCode: null,
      accountNumber: null,
    },
  }).account
  expect(other).toMatchObject({ currency: 'GOLD', scale: 6 })
  ledger.must(linkToken, link(SHOWN))
  const order = { recipient: other.id, amount: '2', anonymous: false, baseRate: null, details: null }
  ledger.must(pay, { tenant: TENANT, sender: account.id, order })
  ledger.must(updateCurrency, { tenant: TENANT, name: 'GOLD', baseRate: '4', basePair: undefined })
  ledger.must(pay, { tenant: TENANT, sender: account.id, order })
  expect(ledger.entries.slice(-2).map(({ credit }) => credit.value)).toEqual([300_000_000n, 400_000_000n])
})

it('opens no account of a token of another tenant', () => {
  const ledger = new TestLedger()
  ledger.must(registerToken, registration())
  const wanted = { currency: 'GOLD', xpub: null, customer: null, accountingCurrency: null }
  const account = { ...wanted, accountCode: null, accountNumber: null }
  expect(ledger.refusal(openAccount, { tenant: OTHER_TENANT, account })).toBe('ledger.currency.invalid')
})
