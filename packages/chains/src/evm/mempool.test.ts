/** What the mempool of anvil shows to subscribers: once, marked, and before any block has it. */
import { type SubscriptionType, WEBHOOKS } from '@tallystick/core'
import { verify } from '@tallystick/engine'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { json } from '../transport/server.fixture.js'
import { type EvmWorld, openEvmWorld } from './ledger-world.fixture.js'

const chain = 'ETH' as const
const url = 'https://example.com/hook'
const ANNA = `0x${'a'.repeat(39)}1`
const BEN = `0x${'b'.repeat(39)}2`
/** Of anvil's accounts. */
const RICH = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const PENDING = 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'
const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')

let world: EvmWorld
const warned: string[] = []
beforeEach(async () => {
  warned.splice(0)
  const ledger = { warn: (line: string) => void warned.push(line) }
  world = await openEvmWorld({ mines: false, settings: { follow: { from: 1 } }, ledger })
  await settle()
})
afterEach(async () => {
  expect(await verify(world.storage)).toMatchObject({ discrepancies: [] })
  await world.close()
})

const look = (): Promise<void> => world.ledger.custody.follow()

async function settle(): Promise<number> {
  await world.rpc('evm_mine')
  await world.mined()
  await look()
  return Number(await world.rpc('eth_blockNumber'))
}

const send = (call: object): Promise<string> =>
  world.rpc('eth_sendTransaction', { from: RICH, gas: '0x186a0', ...call })

const watch = (address: string, more: { readonly mempool?: boolean } = {}) =>
  world.ledger.createSubscriptionNotification({
    ...{ type: 'ADDRESS_TRANSACTION', attr: { address, chain, url } },
    ...more,
  })

async function told(
  type: SubscriptionType = 'ADDRESS_TRANSACTION',
): Promise<readonly Record<string, unknown>[]> {
  const webhooks = await world.storage.query.list(WEBHOOKS, { where: { type } })
  return webhooks.toSorted((a, b) => a.sequence - b.sequence).map(({ body }) => JSON.parse(body))
}
const briefly = async () =>
  (await told()).map(({ txId, amount, mempool, blockNumber }) => [txId, amount, mempool ?? blockNumber])

it('tells an address of coins and calls of transfer when they enter, once, and again with their block', async () => {
  const { token } = world
  await watch(ANNA)
  await watch(BEN, { mempool: false })
  // The deployer has all of it.
  const from = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'
  const coins = await send({ to: ANNA, value: '0xde0b6b3a7640000' })
  const data = `0xa9059cbb${word(ANNA)}${word(1_500_000n)}`
  const tokens = await send({ from, to: token.address, data })
  const blockOnly = await send({ to: BEN, value: '0x1' })
  await look()
  await look()
  const common = {
    ...{ address: ANNA, counterAddress: ANNA, mempool: true },
    ...{ subscriptionType: 'ADDRESS_TRANSACTION', chain: 'ethereum-sepolia' },
  }
  const native = { ...common, from: RICH, txId: coins, asset: 'ETH', amount: '1', type: 'native' }
  const erc20 = { ...common, from, txId: tokens, asset: token.address, amount: '1.5', type: 'token' }
  expect(await told()).toEqual([native, erc20])
  const blockNumber = await settle()
  const { mempool: _, ...inBlock } = native
  expect((await told()).filter(({ txId }) => txId === coins)).toEqual([native, { ...inBlock, blockNumber }])
  expect(await briefly()).toContainEqual([tokens, '1.5', blockNumber])
  expect((await briefly()).filter(([txId]) => txId === blockOnly)).toEqual([
    [blockOnly, '0.000000000000000001', blockNumber],
  ])
  expect(await briefly()).toHaveLength(5)
})

it('says nothing more of one that is dropped or replaced, and tells whoever takes its place', async () => {
  await watch(ANNA)
  const nonce = await world.rpc('eth_getTransactionCount', RICH, 'latest')
  const priced = (gwei: number) => ({ gasPrice: `0x${(gwei * 1e9).toString(16)}`, nonce })
  const first = await send({ to: ANNA, value: '0x1', ...priced(3) })
  await look()
  const second = await send({ to: ANNA, value: '0x2', ...priced(9) })
  await look()
  const amounts = ['0.000000000000000001', '0.000000000000000002']
  const entered = [
    [first, amounts[0], true],
    [second, amounts[1], true],
  ]
  expect(await briefly()).toEqual(entered)
  await world.rpc('anvil_dropTransaction', second)
  await settle()
  expect(await briefly()).toEqual(entered)
  // It comes back: that it waits again is no news.
  const again = await send({ to: ANNA, value: '0x2', ...priced(9) })
  expect(again).toBe(second)
  await look()
  expect(await briefly()).toEqual(entered)
  const blockNumber = await settle()
  expect(await briefly()).toEqual([...entered, [second, amounts[1], blockNumber]])
})

it('tells an account of coins that are on their way, and credits none', async () => {
  const { ledger } = world
  const { xpub } = await ledger.ethGenerateWallet()
  const { id } = await ledger.createAccountXpub({ currency: 'ETH', xpub })
  const { address } = await ledger.generateDepositAddress({ id })
  await ledger.createSubscriptionPending({ type: PENDING, attr: { id, url } })
  const txId = await send({ to: address, value: '0xde0b6b3a7640000' })
  await look()
  await look()
  const entered = {
    ...{ date: expect.any(Number), amount: '1', currency: 'ETH', accountId: id, txId },
    ...{ reference: expect.stringMatching(/^[0-9a-f-]{36}$/), blockHash: null, blockHeight: null },
    ...{ mempool: true, from: RICH, to: address.toLowerCase(), index: 0 },
  }
  expect(await told(PENDING)).toEqual([entered])
  expect((await ledger.getAccountByAccountId({ id })).balance.accountBalance).toBe('0')
  const blockHeight = await settle()
  const [, inBlock, ...more] = await told(PENDING)
  expect(more).toEqual([])
  expect(inBlock).toMatchObject({ txId, blockHeight, amount: '1' })
  expect(inBlock).not.toHaveProperty('mempool')
})

it('goes on after its node has forgotten the filter, and asks nobody while nobody listens', async () => {
  const asked: string[] = []
  let forgets = false
  world.interfere = ({ method }) => {
    if (/Filter|getTransactionByHash/.test(method)) asked.push(method)
    if (method !== 'eth_getFilterChanges' || !forgets) return undefined
    forgets = false
    return (request, response) => {
      const { id } = JSON.parse(request.body)
      json(response, { jsonrpc: '2.0', id, error: { code: -32_000, message: 'filter not found' } })
    }
  }
  await send({ to: ANNA, value: '0x1' })
  await look()
  expect(asked).toEqual([])
  const { id } = await watch(ANNA)
  await look()
  expect(await briefly()).toHaveLength(1)
  forgets = true
  await send({ to: ANNA, value: '0x2' })
  await look()
  expect(await briefly()).toHaveLength(2)
  await world.ledger.deleteSubscription({ id })
  asked.splice(0)
  await send({ to: ANNA, value: '0x3' })
  await look()
  expect(asked).toEqual([])
  expect(await briefly()).toHaveLength(2)
})

it('tells of blocks alone where the node has no such filter, and says so once', async () => {
  world.interfere = ({ method }) =>
    method !== 'eth_newPendingTransactionFilter'
      ? undefined
      : (request, response) => {
          const { id } = JSON.parse(request.body)
          json(response, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'no such method' } })
        }
  await watch(ANNA)
  const txId = await send({ to: ANNA, value: '0x1' })
  await look()
  await look()
  const blockNumber = await settle()
  expect(await briefly()).toEqual([[txId, '0.000000000000000001', blockNumber]])
  expect(warned.filter((line) => line.startsWith('The mempool of ETH testnet is not watched'))).toHaveLength(
    1,
  )
})
