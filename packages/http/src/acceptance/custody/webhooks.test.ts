/**
 * From coins outside to a receiver: the public client subscribes, real coins arrive and leave on Litecoin Core and on
 * anvil, and each event arrives with signatures that the library of Standard Webhooks and a digest of the test's own
 * verify.
 */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createChains, readChainsConfig } from '@tallystick/chains'
import { ApiServices, NotificationSubscriptionsService as subscriptions } from '@tatumio/api-client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startService } from '../../service.fixture.js'
import { rounds } from '../nodes.fixture.js'
import { storages } from '../storages.fixture.js'
import type { FlowAddress } from './flow.fixture.js'
import { REAL } from './real.fixture.js'
import { TRANSPORTS } from './transports.fixture.js'

interface StandardWebhooks {
  Webhook: new (secret: string) => { verify(body: string, headers: Record<string, string>): unknown }
}
// A library that the tests of webhooks use: found by its place.
const { Webhook } = createRequire(new URL('../../../../webhooks/package.json', import.meta.url))(
  'standardwebhooks',
) as StandardWebhooks

const HMAC_SECRET = 'a key for the digest'

interface Got {
  readonly id: string
  readonly secretOf: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A receiver with a path for each type. It takes what verifies, and nothing else. */
async function startReceiver() {
  const secrets = new Map<string, string>()
  const got: Got[] = []
  const problems: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const path = String(request.url).slice(1)
    const headers = request.headers as Record<string, string>
    try {
      new Webhook(secrets.get(path) ?? '').verify(body, headers)
      const digest = createHmac('sha512', HMAC_SECRET).update(body).digest('base64')
      if (headers['x-payload-hash'] !== digest) throw new TypeError('another digest')
      got.push({ id: String(headers['webhook-id']), secretOf: path, data: JSON.parse(body) })
      response.writeHead(204).end()
    } catch (error) {
      problems.push(`${path}: ${String(error)}`)
      response.writeHead(401).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    problems,
    async subscribe(type: string, about: object = {}): Promise<void> {
      const attr = { url: `${url}/${type}`, ...about }
      const made = await subscriptions.createSubscription({ type, attr } as never)
      secrets.set(type, String(Reflect.get(made, 'secret')))
    },
    of: (type: string) => got.filter(({ secretOf }) => secretOf === type).map(({ data }) => data),
    ids: () => got.map(({ id }) => id),
  }
}

const PENDING = 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'
const INCOMING = 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'
const IN_BLOCK = 'TRANSACTION_IN_THE_BLOCK'
const COMPLETED = 'KMS_COMPLETED_TX'
const FAILED = 'KMS_FAILED_TX'
const AT_ADDRESS = 'ADDRESS_TRANSACTION'

const here = REAL.filter(({ missing }) => missing === undefined)
const WAYS = (
  [
    ['LTC on litecoind', 'SQLite'],
    ['ETH on anvil', 'PostgreSQL'],
  ] as const
).flatMap(([name, on]) => {
  const row = here.find((one) => one.name === name)
  const storage = storages.find((one) => one.name === on)
  return row === undefined || storage === undefined ? [] : [{ name, row, storage }]
})

describe.each(WAYS)('$name on $storage.name', ({ row, storage }) => {
  test('each event arrives once, signed', async () => {
    const node = await row.start()
    onTestFinished(() => node.close())
    const chains = createChains(
      readChainsConfig({ chains: { [row.chain]: { testnet: { ...node.testnet, follow: true } } } }),
    )
    const { scheduler, round } = rounds()
    const service = await startService({
      storage: await storage.open(),
      engine: { chains, scheduler, webhooks: { allow: ['127.0.0.0/8'] } },
    })
    onTestFinished(() => service.close())
    const calls = await TRANSPORTS[0]?.[1](service)
    if (calls === undefined) throw new TypeError('no client')
    const { custody } = service.tallystick
    const wallet = await node.open(service.tallystick)
    await custody.follow()
    const { xpub = '' } = wallet
    const anna = await calls.open({ currency: row.currency, xpub })
    const [address] = await calls.addresses(anna.id)

    const receiver = await startReceiver()
    await subscriptions.enableWebHookHmac({ hmacSecret: HMAC_SECRET })
    for (const type of [PENDING, INCOMING]) await receiver.subscribe(type, { id: anna.id })
    for (const type of [IN_BLOCK, COMPLETED, FAILED]) await receiver.subscribe(type)
    // Nobody here has it.
    await receiver.subscribe(AT_ADDRESS, { address: wallet.recipient, chain: row.chain })
    const arrived = (type: string, count: number) =>
      expect
        .poll(
          async () => {
            await round()
            return receiver.of(type).length
          },
          { timeout: 20_000 },
        )
        .toBe(count)

    await wallet.pay(address as FlowAddress, row.amounts.arrives)
    await node.mine()
    await custody.follow()
    await arrived(PENDING, 1)
    await node.settle()
    await custody.follow()
    await arrived(INCOMING, 1)
    const [deposit] = await calls.deposits(anna.id)
    const about = {
      amount: row.amounts.arrives,
      currency: row.currency,
      accountId: anna.id,
      to: deposit?.address,
    }
    const place = { txId: expect.any(String), blockHash: expect.any(String), blockHeight: expect.any(Number) }
    expect(receiver.of(PENDING)).toMatchObject([{ ...about, ...place }])
    expect(receiver.of(INCOMING)).toMatchObject([{ ...about, ...place, subscriptionType: INCOMING }])

    // One that a key-management system signs, and one that it never will.
    const order = { senderAccountId: anna.id, address: wallet.recipient, amount: row.amounts.leaves }
    await calls.call(wallet.leave(order))
    const [pending] = await calls.pending(row.chain)
    if (pending === undefined) throw new TypeError('nothing is pending')
    const signed = { currency: row.chain, txData: await wallet.signPending(pending), signatureId: pending.id }
    const { txId } = (await calls.broadcast(signed)) as { txId: string }
    await arrived(COMPLETED, 1)
    expect(receiver.of(COMPLETED)).toEqual([{ signatureId: pending.id, txId }])
    for (let rest = 0; rest < 2; rest++) {
      await node.settle()
      await custody.follow()
      await round()
    }
    await arrived(IN_BLOCK, 1)
    expect(receiver.of(IN_BLOCK)).toMatchObject([{ txId, accountId: anna.id, amount: row.amounts.leaves }])
    await arrived(AT_ADDRESS, 1)
    // EVM addresses are told in lower case.
    const recipient = expect.stringMatching(new RegExp(`^${wallet.recipient}$`, 'i'))
    const seen = { txId, address: recipient, amount: row.amounts.leaves, type: 'native' }
    expect(receiver.of(AT_ADDRESS)).toMatchObject([{ ...seen, blockNumber: expect.any(Number) }])
    await calls.call(wallet.leave(order))
    const [never] = await calls.pending(row.chain)
    await ApiServices.kms.deletePendingTransactionToSign(never?.id ?? '', true)
    await arrived(FAILED, 1)
    expect(receiver.of(FAILED)).toEqual([{ signatureId: never?.id, error: expect.any(String) }])

    expect(receiver.problems).toEqual([])
    expect(new Set(receiver.ids()).size).toBe(receiver.ids().length)
    // The receiver has a webhook before its answer is recorded.
    await vi.waitFor(async () => {
      const log = await subscriptions.getAllWebhooks(50)
      expect(log.map(({ id }) => id).toSorted()).toEqual(receiver.ids().toSorted())
      expect(log.every(({ response }) => response?.code === 204)).toBe(true)
    }, 10_000)
  })
})

test('both ways are walked where the nodes are', () => {
  expect(WAYS).toHaveLength(here.some(({ name }) => name.startsWith('LTC')) ? 2 : 1)
})
