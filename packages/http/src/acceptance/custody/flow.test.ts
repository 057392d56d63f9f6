/**
 * The way of a coin, from an empty database: an account with an xpub, its address, coins that arrive and are credited at
 * their depth, a payment to another customer, his withdrawals (in one call, stored and signed by himself, signed by a
 * key-management system), and no difference at the end. On each chain, by the public client over HTTP and in process.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { embeddedCaller, verify } from '@tallystick/engine'
import { operations } from '@tallystick/operations'
import { isFull } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, startService, TENANT } from '../../service.fixture.js'
import { rounds } from '../nodes.fixture.js'
import { openFreshSqlite } from '../storages.fixture.js'
import {
  type FlowAddress,
  type FlowCalls,
  type FlowNode,
  type FlowOrder,
  type FlowWallet,
  unitsOf,
} from './flow.fixture.js'
import { FLOWS } from './rows.fixture.js'
import { TRANSPORTS } from './transports.fixture.js'

/** What may differ: wallets that had coins before, and fees that the network did not take whole. */
const KNOWN = new Set(['there before it was watched', 'fees charged, less what the network took'])

const here = FLOWS.filter(({ missing }) => missing === undefined)

test('each chain is here, or it is known why not', () => {
  for (const { name, missing } of FLOWS) if (missing !== undefined) console.warn(`${name}: ${missing}`)
  expect(here.length).toBeGreaterThan(FLOWS.length - 2)
})

describe.each(here)('$name', (row) => {
  let node: FlowNode
  beforeAll(async () => {
    node = await row.start()
  })
  afterAll(() => node.close())

  const turn = here.indexOf(row) % TRANSPORTS.length
  test.each(isFull ? TRANSPORTS : TRANSPORTS.slice(turn, turn + 1))(
    'from an empty database to a withdrawal, %s',
    async (_name, transport) => {
      const { scheduler, round } = rounds()
      const chains = createChains(
        readChainsConfig({ chains: { [row.chain]: { testnet: { ...node.testnet, follow: true } } } }),
      )
      const service = await startService({
        storage: await openFreshSqlite(),
        engine: { chains, scheduler },
      })
      try {
        await way(service, await transport(service), round)
        service.told.expectExamples(operations.filter(({ area }) => area === 'Blockchain operations'))
      } finally {
        await service.close()
      }
    },
  )

  async function way(service: Running, calls: FlowCalls, round: () => Promise<void>): Promise<void> {
    const { currency, amounts } = row
    const { custody } = service.tallystick
    const wallet = await node.open(service.tallystick)
    // Its first round finds where the chain is.
    await custody.follow()
    for (const call of wallet.register ?? []) await calls.call(call)
    const { xpub } = wallet
    const account = xpub === undefined ? { currency } : { currency, xpub }
    const [anna, ben] = [await calls.open(account), await calls.open(account)]
    const [address] =
      wallet.assigned === undefined
        ? await calls.addresses(anna.id)
        : [await calls.assign(anna.id, wallet.assigned.address, wallet.assigned.tag)]

    await service.tallystick.custody.watch(embeddedCaller(TENANT), row.chain, address?.address ?? '')
    await wallet.pay(address as FlowAddress, amounts.arrives)
    await node.mine()
    await custody.follow()
    const seen = await calls.deposits(anna.id)
    if (!row.isReadWhenFinal) {
      expect(seen).toMatchObject([{ status: 'InProgress' }])
      expect(await calls.balance(anna.id)).toBe('0')
    }
    await node.settle()
    await custody.follow()
    expect(custody.following()).toMatchObject([{ behind: 0, problem: null }])
    expect(await calls.deposits(anna.id)).toMatchObject([{ status: 'Done', amount: amounts.arrives }])
    expect(await calls.balance(anna.id)).toBe(amounts.arrives)

    await calls.pay(anna.id, ben.id, amounts.paid)
    expect(await calls.balance(ben.id)).toBe(amounts.paid)

    const before = await wallet.held(wallet.recipient)
    const order = { senderAccountId: ben.id, address: wallet.recipient, amount: amounts.leaves }
    const ids = await withdrawals(service, calls, wallet, order)
    for (let rest = 0; rest < 2; rest++) {
      await node.settle()
      await custody.follow()
      await round()
    }
    const all = await calls.withdrawals()
    const done = { accountId: ben.id, status: 'Done', amount: amounts.leaves, txId: expect.any(String) }
    expect(all).toMatchObject(ids.map((id) => ({ id, ...done })).toReversed())
    const units = (coins: string) => unitsOf(coins, row.decimals)
    const left = BigInt(ids.length) * units(amounts.leaves)
    expect(await wallet.held(wallet.recipient)).toBe(before + left)
    const fee = row.isToken ? 0n : all.reduce((sum, one) => sum + units(one.fee), 0n)
    expect(units(await calls.balance(ben.id))).toBe(units(amounts.paid) - left - fee)
    expect((await verify(service.storage)).discrepancies).toEqual([])
    const found = await service.tallystick.reconcile()
    expect(found).toMatchObject({ isExplained: true, addresses: [] })
    const [own] = found.currencies.filter((one) => one.currency === currency)
    const lines = own?.lines ?? []
    expect(lines.filter(({ what }) => !KNOWN.has(what))).toEqual([])
    const owed = units(amounts.arrives) - left - fee
    expect(own).toMatchObject({ customers: owed, clearing: 0n, shortfall: 0n })
    expect(own?.onChain).toBe(lines.reduce((sum, { amount }) => sum + amount, owed))
  }

  /** One in each way. @returns Their ids */
  async function withdrawals(
    { tallystick }: Running,
    calls: FlowCalls,
    wallet: FlowWallet,
    order: FlowOrder,
  ): Promise<readonly string[]> {
    const sent = await calls.call(wallet.withdraw(order))
    expect(sent).toMatchObject({ id: expect.any(String), txId: expect.any(String), completed: true })
    // Stellar takes one transaction of an account in a ledger.
    await node.mine()
    const chain = await tallystick.chains.chain(row.chain, 'testnet')
    const stored = await calls.store({ ...order, ...wallet.stored })
    await calls.finish(stored, chain, await wallet.sign(order, stored.data), async () => {
      await node.settle()
      // The service sees it before its sender tells of it.
      await tallystick.custody.follow()
    })
    await node.mine()
    await calls.call(wallet.leave(order))
    const [pending, ...others] = await calls.pending(row.chain)
    if (pending === undefined || others.length > 0) throw new TypeError('not one signature is pending')
    const signed = { currency: row.chain, txData: await wallet.signPending(pending), signatureId: pending.id }
    const third = await calls.broadcast(signed)
    expect(third).toMatchObject({ completed: true })
    return [sent, stored, third].map((one) => String(Reflect.get(Object(one), 'id')))
  }
})
