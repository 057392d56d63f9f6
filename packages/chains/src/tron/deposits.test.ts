/** Deposits on TRON: when they are credited, although only solidified blocks are read; and what gas pumps pay. */
import { WEBHOOKS } from '@tallystick/core'
import { TronWeb } from 'tronweb'
import { expect, it } from 'vitest'
import { following } from '../followed.fixture.js'
import { watch } from '../sighted.fixture.js'
import { keyOf } from './chain.fixture.js'
import { signerOf } from './keys.js'
import { TronLedger } from './ledger.fixture.js'
import { startTronServer } from './server.fixture.js'

/** When the tests' clock begins (rounds.fixture.ts). */
const START = Date.UTC(2030, 0, 15, 12)

const RICH = signerOf(keyOf('rich')).address
const [FACTORY, GOLD] = ['fa', '77'].map((byte) => TronWeb.address.fromHex(`41${byte.repeat(20)}`)) as [
  string,
  string,
]

async function open(more: object = {}) {
  const ledger = new TronLedger(START - 300_000)
  const server = await startTronServer(ledger)
  ledger.fund(RICH, 10_000_000_000n)
  ledger.addFactory(FACTORY)
  ledger.grow(45)
  const nodes = [{ kind: 'tron' as const, url: server.url }]
  const chains = { TRON: { testnet: { nodes, follow: true, gasPumpFactory: FACTORY, ...more } } }
  const followed = await following(chains, () => server.close())
  const { calls } = followed
  const { xpub = '' } = await calls.generateTronwallet({})
  const { id } = await calls.createAccountXpub({ currency: 'TRON', xpub })
  const { address } = await calls.generateDepositAddress({ id })
  const balance = async () => (await calls.getAccountBalance({ id })).accountBalance
  return { ledger, followed, calls, address, balance }
}

it.each([
  ['when its block is 19 deep', {}, 19],
  ['when it is as deep as was configured', { confirmations: 25 }, 25],
])('a deposit is credited %s', async (_when, more, depth) => {
  const { ledger, calls, followed, address: to, balance } = await open(more)
  await calls.transferTronBlockchain({ fromPrivateKey: keyOf('rich'), to, amount: '1.5' })
  const credited = async (blocks: number) => {
    ledger.grow(blocks)
    await followed.follow()
    return balance()
  }
  expect(await credited(depth - 1)).toBe('0')
  expect(await credited(1)).toBe('1.5')
})

it('what a gas pump pays is a deposit, and told of both addresses, one by one and in a batch', async () => {
  const { ledger, calls, followed, address, balance } = await open()
  const [custodialAddress = ''] = await calls.precalculateGasPumpAddresses({
    ...{ chain: 'TRON', owner: RICH, from: 0, to: 0 },
  })
  ledger.fund(custodialAddress, 50_000_000n)
  ledger.addToken(GOLD, { name: 'Gold', symbol: 'GOLD', decimals: 6 })
  ledger.fund(custodialAddress, 5_000_000n, { token: GOLD })
  for (const watched of [custodialAddress, address]) await watch(followed, 'TRON', watched)
  const by = { chain: 'TRON', feeLimit: 100, fromPrivateKey: keyOf('rich') } as const
  await calls.activateGasPumpTron({ ...by, owner: RICH, from: 0, to: 0 })
  ledger.grow()
  const pays = { ...by, custodialAddress, contractType: 3, amount: '0.5' } as const
  await calls.transferCustodialWalletTron({ ...pays, recipient: address })
  await calls.transferCustodialWalletBatchTron({
    ...by,
    custodialAddress,
    recipient: [address, address, RICH],
    contractType: [3, 0, 3],
    tokenAddress: ['0', GOLD, '0'],
    amount: ['1.25', '2', '3'],
    tokenId: ['0', '0', '0'],
  })
  ledger.grow(20)
  await followed.follow()
  expect(await balance()).toBe('1.75')
  const webhooks = await followed.opened.storage.query.list(WEBHOOKS, {})
  const told = webhooks.map(({ body }) => JSON.parse(body))
  expect(told.map(({ address: of, asset, amount }) => [of === address, asset, amount]).sort()).toEqual(
    [
      [true, 'TRON', '0.5'],
      [true, 'TRON', '1.25'],
      [true, GOLD, '2'],
      [false, 'TRON', '-0.5'],
      [false, 'TRON', '-1.25'],
      [false, 'TRON', '-3'],
      [false, GOLD, '-2'],
    ].sort(),
  )
})
