/** What followers of anvil show to subscribers: coins, tokens that nobody has listed, tokens with ids, and logs. */
import { type SubscriptionType, WEBHOOKS } from '@tallystick/core'
import { verify } from '@tallystick/engine'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refusalOf } from '../open-ledger.fixture.js'
import { json } from '../transport/server.fixture.js'
import contracts from './contracts.fixture.json' with { type: 'json' }
import { type EvmWorld, openEvmWorld } from './ledger-world.fixture.js'

const chain = 'ETH' as const
const url = 'https://example.com/hook'
const ANNA = `0x${'a'.repeat(39)}1`
const BEN = `0x${'b'.repeat(39)}2`
/** Of anvil's accounts. */
const RICH = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
/** `transfer(address,uint256)` */
const transfer = (to: string, amount: bigint): string => `0xa9059cbb${word(to)}${word(amount)}`

let world: EvmWorld
beforeEach(async () => {
  world = await openEvmWorld({ mines: false, settings: { follow: { from: 1 } } })
  await settle()
})
afterEach(async () => {
  expect(await verify(world.storage)).toMatchObject({ discrepancies: [] })
  await world.close()
})

async function settle(): Promise<number> {
  await world.rpc('evm_mine')
  await world.mined()
  await world.ledger.custody.follow()
  return Number(await world.rpc('eth_blockNumber'))
}

const send = (call: object): Promise<string> =>
  world.rpc('eth_sendTransaction', { from: RICH, gas: '0x4c4b40', ...call })

async function deploy(data: string): Promise<string> {
  const hash = await send({ data })
  await settle()
  const receipt = await world.rpc<{ contractAddress: string }>('eth_getTransactionReceipt', hash)
  return receipt.contractAddress.toLowerCase()
}

const watch = (address: string) =>
  world.ledger.createSubscriptionNotification({ type: 'ADDRESS_TRANSACTION', attr: { address, chain, url } })

async function told(type: SubscriptionType): Promise<readonly Record<string, unknown>[]> {
  const webhooks = await world.storage.query.list(WEBHOOKS, { where: { type } })
  return webhooks.map(({ body }) => JSON.parse(body))
}

it('tells an address of coins and of any token, both of its sides, and again if the block is undone', async () => {
  const token = await deploy(`${contracts.Token.bytecode}${word(10n ** 12n)}`)
  // Written as in EIP-55, or not.
  await watch(ANNA.toUpperCase().replace('0X', '0x'))
  await watch(RICH)
  const coins = await send({ to: ANNA, value: '0xde0b6b3a7640000' })
  const tokens = await send({ to: token, data: transfer(ANNA, 1_500_000n) })
  await send({ to: BEN, value: '0x0' })
  const blockNumber = await settle()
  const common = {
    ...{ address: ANNA, blockNumber, counterAddress: ANNA, from: RICH },
    ...{ subscriptionType: 'ADDRESS_TRANSACTION', chain: 'ethereum-sepolia' },
  }
  const native = { ...common, txId: coins, asset: 'ETH', amount: '1', type: 'native' }
  const erc20 = { ...common, txId: tokens, asset: token, amount: '1.5', type: 'token' }
  expect(await told('ADDRESS_TRANSACTION')).toEqual([native, native, erc20, erc20])
  await world.rpc('anvil_reorg', 1, [])
  await world.rpc('anvil_mine', '0x2')
  await settle()
  const undone = (await told('ADDRESS_TRANSACTION')).slice(4)
  expect(undone.map(({ txId, reorg }) => [txId, reorg]).toSorted()).toEqual(
    [coins, coins, tokens, tokens].toSorted().map((txId) => [txId, true]),
  )
})

it.each([
  ['has no code', undefined],
  // Geth says this of code that asks for more memory than there can be.
  ['fails in its own way', 'gas uint64 overflow'],
])('a token whose contract %s is asked once for a block, and told in base units', async (_how, message) => {
  await watch(ANNA)
  let asked = 0
  world.interfere = ({ method, params }) => {
    if (method !== 'eth_call' || !JSON.stringify(params).includes('0x313ce567')) return undefined
    asked++
    // A stranger's contract may burn what it gets.
    expect(params[0]).toMatchObject({ gas: '0xf4240' })
    return message === undefined
      ? undefined
      : (request, response) =>
          json(response, {
            jsonrpc: '2.0',
            id: JSON.parse(request.body).id,
            error: { code: -32_000, message },
          })
  }
  // Its constructor logs transfers of five units and returns no code: MSTORE, and LOG3 for each.
  const log = `7f${word(ANNA)}7f${word(RICH)}7f${TRANSFER.slice(2)}60206000a3`
  const txId = await send({ data: `0x6005600052${log.repeat(3)}00` })
  await settle()
  const events = await told('ADDRESS_TRANSACTION')
  expect(events.map(({ txId, amount }) => [txId, amount])).toEqual(Array(3).fill([txId, '5']))
  expect(asked).toBe(1)
})

it('tells of tokens with ids, and of logs, in one batch of each block', async () => {
  const { ledger } = world
  await ledger.createSubscriptionNftTransferEvent({
    type: 'CONTRACT_NFT_TXS_PER_BLOCK',
    attr: { chain, url },
  })
  await ledger.createSubscriptionMultiTokenTransferEvent({
    type: 'CONTRACT_MULTITOKEN_TXS_PER_BLOCK',
    attr: { chain, url },
  })
  await ledger.createSubscriptionContractLogEvent({
    type: 'CONTRACT_LOG_EVENT',
    attr: { event: TRANSFER, chain, url },
  })
  await watch(RICH)
  const plain = await send({ data: contracts.Plain.bytecode })
  const multi = await send({ data: contracts.Multi.bytecode })
  const blockNumber = await settle()
  const block = await world.rpc<{ timestamp: string }>('eth_getBlockByNumber', blockNumber, false)
  const about = { blockNumber, chain: 'ethereum-sepolia' }
  const event = {
    timestamp: Number(block.timestamp) * 1_000,
    from: `0x${'0'.repeat(40)}`,
    to: RICH,
    tokenId: expect.stringMatching(/^\d+$/),
    contractAddress: expect.stringMatching(/^0x[0-9a-f]{40}$/),
    amount: expect.stringMatching(/^[1-9]\d*$/),
    logIndex: expect.any(Number),
  }
  const [nfts, ...moreNfts] = await told('CONTRACT_NFT_TXS_PER_BLOCK')
  expect(moreNfts).toEqual([])
  expect(nfts).toEqual({
    ...{ ...about, subscriptionType: 'CONTRACT_NFT_TXS_PER_BLOCK' },
    events: expect.arrayContaining([{ ...event, txId: plain, type: 'erc721', amount: '1' }]),
  })
  const [multis, ...moreMultis] = await told('CONTRACT_MULTITOKEN_TXS_PER_BLOCK')
  expect(moreMultis).toEqual([])
  expect(multis).toEqual({
    ...{ ...about, subscriptionType: 'CONTRACT_MULTITOKEN_TXS_PER_BLOCK' },
    events: expect.arrayContaining([{ ...event, txId: multi, type: 'erc1155' }]),
  })
  const [logs, ...moreLogs] = await told('CONTRACT_LOG_EVENT')
  expect(moreLogs).toEqual([])
  expect(logs).toMatchObject({ ...about, subscriptionType: 'CONTRACT_LOG_EVENT' })
  expect(logs?.['events']).toContainEqual({
    ...{ txId: plain, timestamp: event.timestamp, data: '0x' },
    ...{ logIndex: expect.any(Number), address: event.contractAddress },
    ...{ topic_0: TRANSFER, topic_1: `0x${word(0n)}`, topic_2: `0x${word(RICH)}` },
    topic_3: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  })
  // Each token is a transaction of the address too.
  const own = (await told('ADDRESS_TRANSACTION')).filter(({ tokenId }) => tokenId !== undefined)
  expect(own.map(({ txId, type, address }) => [txId, type, address])).toContainEqual([plain, 'token', RICH])
  expect(own.map(({ txId }) => txId)).toContain(multi)
})

it('tells a consumer within the process', async () => {
  const events: unknown[] = []
  const listening = await world.ledger.on('ADDRESS_TRANSACTION', ({ data }) => void events.push(data), {
    ...{ chain, object: ANNA, network: 'testnet' },
  })
  const txId = await send({ to: ANNA, value: '0x1' })
  await settle()
  await expect.poll(() => events).toMatchObject([{ txId, amount: '0.000000000000000001' }])
  listening.end()
})

it('watches ten addresses and one kind of events of blocks on the free plan', async () => {
  const free = await world.as('testnet')
  const notify = (digit: number, at = url) =>
    free.createSubscriptionNotification({
      type: 'ADDRESS_TRANSACTION',
      attr: { address: `0x${'0'.repeat(39)}${digit.toString(16)}`, chain, url: at },
    })
  for (let digit = 1; digit <= 10; digit++) await notify(digit)
  expect((await refusalOf(notify(11))).code).toBe('subscription.plan.limit')
  // Another receiver of one of the ten.
  await notify(3, `${url}/other`)
  const type = 'CONTRACT_MULTITOKEN_TXS_PER_BLOCK' as const
  await free.createSubscriptionMultiTokenTransferEvent({ type, attr: { chain, url } })
  const events = free.createSubscriptionContractLogEvent({
    type: 'CONTRACT_LOG_EVENT',
    attr: { event: TRANSFER, chain, url },
  })
  expect((await refusalOf(events)).code).toBe('subscription.plan.limit')
  expect(await free.charged()).toBe(2 * 12 + 10 * 25)
})

it('refuses what is no address or event, and chains that nobody follows', async () => {
  const refused = await refusalOf(watch('0x0000000000000'))
  expect(refused.code).toBe('validation.failed')
  const { ledger } = world
  const odd = ledger.createSubscriptionContractLogEvent({
    type: 'CONTRACT_LOG_EVENT',
    attr: { event: 'Transfer(address,address,uint256)'.padEnd(66), chain, url },
  })
  expect((await refusalOf(odd)).code).toBe('validation.failed')
  const unfollowed = ledger.createSubscriptionNftTransferEvent({
    type: 'CONTRACT_NFT_TXS_PER_BLOCK',
    attr: { chain: 'BSC', url },
  })
  expect((await refusalOf(unfollowed)).code).toBe('chain.unsupported')
})
