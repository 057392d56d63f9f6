/** What a follower of TRON shows to subscribers of tokens that nobody has registered. */
import { expect, it } from 'vitest'
import { following } from '../followed.fixture.js'
import { tokensTold, watch } from '../sighted.fixture.js'
import { keyOf } from './chain.fixture.js'
import { signerOf } from './keys.js'
import { TronLedger } from './ledger.fixture.js'
import { startTronServer } from './server.fixture.js'

/** When the tests' clock begins (rounds.fixture.ts). */
const START = Date.UTC(2030, 0, 15, 12)
const ASSET = '1000001'
const [RICH, GOLD, TRAP] = ['rich', 'gold', 'trap'].map((name) => signerOf(keyOf(name)).address) as [
  string,
  string,
  string,
]

async function open() {
  const ledger = new TronLedger(START - 300_000)
  const server = await startTronServer(ledger)
  ledger.fund(RICH, 10_000_000_000n)
  for (const token of [GOLD, TRAP]) {
    ledger.addToken(token, { name: 'Gold', symbol: 'GOLD', decimals: 6 })
    ledger.fund(RICH, 10n ** 12n, { token })
  }
  ledger.addAsset(ASSET, { id: ASSET, name: 'Gold', precision: 2 })
  ledger.fund(RICH, 10n ** 6n, { asset: ASSET })
  ledger.grow(45)
  const nodes = [{ kind: 'tron' as const, url: server.url }]
  const followed = await following({ TRON: { testnet: { nodes, follow: true } } }, () => server.close())
  const { calls, follow } = followed
  const { xpub = '' } = await calls.generateTronwallet({})
  const { id } = await calls.createAccountXpub({ currency: 'TRON', xpub })
  const { address: anna } = await calls.generateDepositAddress({ id })
  await watch(followed, 'TRON', anna)
  const by = { fromPrivateKey: keyOf('rich'), to: anna }
  const pay = (tokenAddress: string) =>
    calls.transferTronTrc20Blockchain({ ...by, tokenAddress, amount: '1.5', feeLimit: 100 })
  const settle = async () => {
    ledger.grow(45)
    await follow()
    return tokensTold(followed)
  }
  return { server, calls, followed, anna, by, pay, settle }
}

it('tells an address of any TRC-20 and TRC-10 token, with its decimals', async () => {
  const { calls, followed, anna, by, pay, settle } = await open()
  await watch(followed, 'TRON', RICH)
  const trc20 = await pay(GOLD)
  const trc10 = await calls.transferTronTrc10Blockchain({ ...by, tokenId: ASSET, amount: '0.75' })
  const common = { blockNumber: expect.any(Number), type: 'token' }
  const about = { subscriptionType: 'ADDRESS_TRANSACTION', chain: 'tron-testnet' }
  const [gold, asset] = [
    { ...common, ...about, ...trc20, asset: GOLD },
    { ...common, ...about, ...trc10, asset: ASSET },
  ]
  const told = await settle()
  expect(told).toHaveLength(4)
  expect(told).toEqual(
    expect.arrayContaining([
      { ...gold, address: anna, amount: '1.5', from: RICH },
      { ...gold, address: RICH, amount: '-1.5' },
      { ...asset, address: anna, amount: '0.75', from: RICH },
      { ...asset, address: RICH, amount: '-0.75' },
    ]),
  )
})

it.each([
  ['is told in base units where that is always so', 3, '1500000'],
  ['is asked again where that is so at times', 2, '1.5'],
])('a token of whose contract nodes break off the call %s', async (_what, times, amount) => {
  const { server, pay, settle } = await open()
  await pay(TRAP)
  let asked = 0
  server.failing = (path, { contract_address: contract, data }) => {
    const isIt = path.endsWith('/triggerconstantcontract') && contract === TRAP && data === '313ce567'
    return isIt && ++asked <= times ? 'slow' : undefined
  }
  expect(await settle()).toMatchObject([{ asset: TRAP, amount }])
  expect(asked).toBe(3)
})
