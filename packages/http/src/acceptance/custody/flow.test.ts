/**
 * The way of a coin, from an empty database: an account with an xpub, its address, coins that arrive and are credited at
 * their depth, a payment to another customer, his withdrawal, and no difference at the end. On each chain, by the public client over HTTP and in
 * process.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { embeddedCaller, verify } from '@tallystick/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, startService, TENANT } from '../../service.fixture.js'
import { rounds } from '../nodes.fixture.js'
import { openFreshSqlite } from '../storages.fixture.js'
import { type FlowAddress, type FlowCalls, type FlowNode, unitsOf } from './flow.fixture.js'
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

  test.each(TRANSPORTS)('from an empty database to a withdrawal, %s', async (_name, transport) => {
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
    } finally {
      await service.close()
    }
  })

  async function way(service: Running, calls: FlowCalls, round: () => Promise<void>): Promise<void> {
    const { currency, amounts } = row
    const { custody } = service.tallystick
    const wallet = await node.open(service.tallystick)
    // Its first round finds where the chain is.
    await custody.follow()
    const { xpub } = wallet
    const account = xpub === undefined ? { currency } : { currency, xpub }
    const [anna, ben] = [await calls.open(account), await calls.open(account)]
    const [address] =
      wallet.assigned === undefined
        ? await calls.addresses(anna.id)
        : [await calls.assign(anna.id, wallet.assigned[0] ?? '')]

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
    const sent = await calls.withdraw(wallet.withdraw(order))
    expect(sent).toMatchObject({ id: expect.any(String), txId: expect.any(String), completed: true })
    for (let rest = 0; rest < 2; rest++) {
      await node.settle()
      await custody.follow()
      await round()
    }
    const { completed: _, ...known } = Object(sent)
    const all = await calls.withdrawals()
    expect(all).toMatchObject([{ ...known, accountId: ben.id, status: 'Done', amount: amounts.leaves }])
    const units = (coins: string) => unitsOf(coins, row.decimals)
    expect(await wallet.held(wallet.recipient)).toBe(before + units(amounts.leaves))
    const fee = row.isToken ? 0n : units(all[0]?.fee ?? '')
    expect(units(await calls.balance(ben.id))).toBe(units(amounts.paid) - units(amounts.leaves) - fee)
    expect((await verify(service.storage)).discrepancies).toEqual([])
    const found = await service.tallystick.reconcile()
    expect(found).toMatchObject({ isExplained: true, addresses: [] })
    const [own] = found.currencies.filter((one) => one.currency === currency)
    const lines = own?.lines ?? []
    expect(lines.filter(({ what }) => !KNOWN.has(what))).toEqual([])
    const owed = units(amounts.arrives) - units(amounts.leaves) - fee
    expect(own).toMatchObject({ customers: owed, clearing: 0n, shortfall: 0n })
    expect(own?.onChain).toBe(lines.reduce((sum, { amount }) => sum + amount, owed))
  }
})
