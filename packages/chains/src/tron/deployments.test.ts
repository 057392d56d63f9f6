/** Tokens that are deployed by the call that registers them, on TRON's network in memory. */
import { verify } from '@tallystick/engine'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Calls, codeOf, faultOf, linked, refusalOf } from '../open-ledger.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { openTronWorld, type TronAccount, type TronWorld } from './ledger-world.fixture.js'

const WALLET = { signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83', index: 3 }
const WORDS = `${'abandon '.repeat(11)}about`

let world: TronWorld
let calls: Calls
let alice: TronAccount
beforeAll(async () => {
  world = await openTronWorld()
  calls = await world.as('testnet')
  alice = world.account('alice', 100_000n)
})
afterAll(async () => {
  expect(await verify(world.storage)).toMatchObject({ discrepancies: [] })
  await world.close()
})

const token = (symbol: string, over: object = {}) => ({
  symbol,
  supply: '1000.5',
  decimals: 6,
  type: 'TRC20' as const,
  description: 'Gold of the world',
  basePair: 'EUR' as const,
  ...over,
})
const deploy = (symbol: string, over: object = {}) =>
  calls.deployTrcOffchainPKAddress({
    ...token(symbol),
    address: alice.address,
    privateKey: alice.key,
    ...over,
  })

/** The balance of the account of a currency, and whether the currency has a token. */
const standing = async (name: string): Promise<string> => {
  const { accountId, erc20Address } = await calls.getCurrency({ name })
  const { accountBalance } = await calls.getAccountBalance({ id: accountId })
  return `${accountBalance} of ${erc20Address === undefined ? 'nothing' : 'a token'}`
}
async function settle(): Promise<void> {
  world.settle()
  await world.round()
  await world.round()
  await linked(world)
}

it('in each way to sign and to name the holder, the account gets the supply once the token is final', async () => {
  const { keys } = await world.ledger.chains.chain('TRON', 'testnet')
  const xpub = (await keys?.xpub(WORDS)) ?? ''
  world.network.fund(keys?.address(xpub, 0) ?? '', 10_000_000_000n)
  const words = { mnemonic: WORDS, index: 0 }
  await calls.deployTrcOffchainPKXpub({
    ...token('KEY_XPUB'),
    xpub,
    derivationIndex: 1,
    privateKey: alice.key,
  })
  await deploy('KEY_ADDRESS')
  await calls.deployTrcOffchainMnemXpub({ ...token('WORDS_XPUB'), xpub, derivationIndex: 0, ...words })
  await calls.deployTrcOffchainMnemonicAddress({
    ...token('WORDS_ADDRESS'),
    address: alice.address,
    ...words,
  })
  const by = { ...WALLET, from: alice.address }
  const pending = [
    await calls.deployTrcOffchainKMSXpub({ ...token('KMS_XPUB'), xpub, derivationIndex: 2, ...by }),
    await calls.deployTrcOffchainKMSAddress({ ...token('KMS_ADDRESS'), address: alice.address, ...by }),
  ]
  for (const { signatureId = '' } of pending) {
    const { serializedTransaction } = await calls.getPendingTransactionToSign({ id: signatureId })
    await calls.tronBroadcast({ txData: signAsDaemon(serializedTransaction, alice.key), signatureId })
  }
  const names = ['KEY_XPUB', 'KEY_ADDRESS', 'WORDS_XPUB', 'WORDS_ADDRESS', 'KMS_XPUB', 'KMS_ADDRESS']
  for (const name of names) expect(await standing(name)).toBe('0 of nothing')
  await settle()
  for (const name of names) expect(await standing(name), name).toBe('1000.5 of a token')
})

it('a TRC-10 token belongs to the account that issues it, of which there is one', async () => {
  const issuer = world.account('issuer', 10_000n)
  const trc10 = {
    type: 'TRC10',
    url: 'https://gold.example',
    address: issuer.address,
    privateKey: issuer.key,
  }
  expect(await faultOf(deploy('TEN', { ...trc10, url: undefined }))).toBe('url')
  expect(await faultOf(deploy('TEN', { ...trc10, decimals: 7 }))).toBe('decimals')
  expect(await faultOf(deploy('TEN', { ...trc10, address: alice.address }))).toBe('address')
  await deploy('TEN', trc10)
  await settle()
  expect(await standing('TEN')).toBe('1000.5 of a token')
  expect((await calls.getCurrency({ name: 'TEN' })).erc20Address).toMatch(/^1000\d{3}$/)
  expect(await codeOf(deploy('ELEVEN', trc10))).toBe('transaction.invalid.body')
  expect(await codeOf(calls.getCurrency({ name: 'ELEVEN' }))).toBe('vc.not.found')
})

it('what cannot be deployed changes nothing', async () => {
  expect(await faultOf(deploy('LEAD', { supply: '0' }))).toBe('supply')
  expect(await faultOf(deploy('LEAD', { supply: '1.0000001' }))).toBe('supply')
  expect(await codeOf(deploy('LEAD', { address: 'T'.repeat(34) }))).toBe('withdrawal.recipient.format')
  const poor = world.account('poor', 1n)
  expect(await codeOf(deploy('LEAD', { privateKey: poor.key }))).toBe('balance.insufficient')
  expect((await refusalOf(deploy('KEY_ADDRESS'))).code).toBe('erc20.duplicate.name')
  expect(await codeOf(calls.getCurrency({ name: 'LEAD' }))).toBe('vc.not.found')
})

it('it expires in no block: the same call takes its currency again', async () => {
  world.server.failing = (path) => (path.endsWith('broadcasthex') ? 'die' : undefined)
  const { accountId } = await deploy('LATE')
  expect(await codeOf(deploy('LATE'))).toBe('erc20.duplicate.name')
  await settle()
  await settle()
  world.server.failing = () => undefined
  expect(await standing('LATE')).toBe('0 of nothing')
  expect((await deploy('LATE')).accountId).toBe(accountId)
  await settle()
  expect(await standing('LATE')).toBe('1000.5 of a token')
})
