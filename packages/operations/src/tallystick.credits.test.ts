/** Metering: what each call costs, who is charged, and when. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '@tallystick/core'
import { chargesFrom, embeddedCaller, memoryStorage } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { DAY_MS, fundedAccount, keyOf, openLedger, refusalCode, type TestLedger } from './ledger.fixture.js'
import { partly } from './property.fixture.js'
import { callById, exampleOf, ledgerOperations, openWorld } from './world.fixture.js'

type Charged = ReturnType<typeof embeddedCaller>

/** Credits of a caller by day, as they are written. */
async function charges({ storage }: Pick<TestLedger, 'storage'>, { tenant, apiKey }: Charged) {
  const rows = await chargesFrom(storage.query, tenant, apiKey, '0000-01-01')
  return Object.fromEntries(rows.map(({ day, credits }) => [day, credits]))
}

const total = (days: Readonly<Record<string, number>>) =>
  Object.values(days).reduce((sum, credits) => sum + credits, 0)

/** No node is here that they could ask. The examples are calls made again, which change nothing. */
const MADE_AGAIN = [
  'completePendingSignature',
  'completeWithdrawal',
  'broadcastBlockchainTransaction',
  'storeTokenAddress',
  'storeErc20Address',
  'storeTrcAddress',
]

describe('a call that succeeds', () => {
  it.each(partly('credits', ledgerOperations))('is charged to its key: $id', async ({ id }) => {
    const world = await openWorld()
    await callById(world.calls, id, exampleOf(id).args(world))
    await world.ledger.engine.settleMeter()
    expect(total(await charges(world, world.caller))).toBe(exampleOf(id).credits)
  })

  it.each(
    partly(
      'units of work',
      ledgerOperations.filter(({ kind }) => kind === 'command'),
    ),
  )('is charged in the unit of work of its effect: $id', async ({ id }) => {
    const storage = memoryStorage()
    const units: string[][] = []
    const world = await openWorld({
      storage: {
        ...storage,
        query: storage.query,
        transact: (keys, decide) =>
          storage.transact(keys, (view) => {
            const result = decide(view)
            units.push(view.changes.map(({ type }) => type))
            return result
          }),
      },
    })
    units.length = 0
    await callById(world.calls, id, exampleOf(id).args(world), { idempotencyKey: 'key' })
    expect(units).toHaveLength(1)
    expect(units[0]).toContain('credits.charged')
    expect(units[0]).toContain('answer.stored')
    expect(units[0]?.length).toBeGreaterThan(MADE_AGAIN.includes(id) ? 1 : 2)
  })

  it('is charged by the number of its items', async () => {
    const { ledger, storage } = openLedger()
    const { caller } = await keyOf(ledger)
    const calls = ledger.as(caller)
    const cost = async (call: () => Promise<unknown>) => {
      const before = total(await charges({ storage }, caller))
      await call()
      return total(await charges({ storage }, caller)) - before
    }
    const from = await fundedAccount(ledger, '10')
    const to = await fundedAccount(ledger, '10')
    const accounts = (count: number) => Array.from({ length: count }, () => ({ currency: 'EUR' }))
    const payments = (count: number) =>
      Array.from({ length: count }, () => ({ recipientAccountId: to, amount: '0.01' }))
    for (const count of [0, 1, 7]) {
      expect(await cost(() => calls.createAccountBatch({ accounts: accounts(count) }))).toBe(2 + count)
      const batch = { senderAccountId: from, transaction: payments(count) }
      expect(await cost(() => calls.sendTransactionBatch(batch))).toBe(2 + 2 * count)
      for (let placed = 0; placed < count; placed++) {
        await ledger.blockAmount({ id: from, amount: '0.1', type: 'HOLD' })
      }
      expect(await cost(() => calls.deleteAllBlockAmount({ id: from }))).toBe(1 + count)
    }
    expect(await cost(() => calls.sendTransactionBatch({ senderAccountId: from }))).toBe(2)
  })

  it('is charged once, however often it is repeated with one key', async () => {
    const { ledger, storage } = openLedger()
    const { caller } = await keyOf(ledger)
    const once = { idempotencyKey: 'key' }
    await Promise.all([1, 2, 3].map(() => ledger.as(caller).createAccount({ currency: 'EUR' }, once)))
    await ledger.as(caller).createAccount({ currency: 'EUR' }, once)
    expect(total(await charges({ storage }, caller))).toBe(2)
  })

  it('is added to what the key has used that day; each key and day by itself', async () => {
    const { ledger, storage, pass } = openLedger()
    const first = (await keyOf(ledger, 'default', { name: 'first' })).caller
    const second = (await keyOf(ledger, 'default', { name: 'second' })).caller
    const other = (await keyOf(ledger, 'other')).caller
    for (const caller of [first, first, second, other])
      await ledger.as(caller).createAccount({ currency: 'EUR' })
    pass(DAY_MS)
    await ledger.as(first).createAccount({ currency: 'EUR' })
    expect(await charges({ storage }, first)).toEqual({ '2030-01-15': 4, '2030-01-16': 2 })
    expect(await charges({ storage }, second)).toEqual({ '2030-01-15': 2 })
    expect(await charges({ storage }, other)).toEqual({ '2030-01-15': 2 })
    expect(await charges({ storage }, embeddedCaller('default' as TenantId))).toEqual({})
  })

  it('begins a new day at midnight, UTC', async () => {
    const { ledger, storage, pass } = openLedger()
    const { caller } = await keyOf(ledger)
    pass(DAY_MS / 2 - 1)
    await ledger.as(caller).createAccount({ currency: 'EUR' })
    pass(1)
    await ledger.as(caller).createAccount({ currency: 'EUR' })
    expect(await charges({ storage }, caller)).toEqual({ '2030-01-15': 2, '2030-01-16': 2 })
  })
})

describe('a call that is refused', () => {
  it('costs nothing', async () => {
    const { ledger, storage } = openLedger()
    const { caller } = await keyOf(ledger)
    const calls = ledger.as(caller)
    const nobody = 'a'.repeat(24)
    const refused = [
      () => calls.getAccountByAccountId({ id: nobody }),
      () => calls.freezeAccount({ id: nobody }),
      () => calls.sendTransaction({ senderAccountId: nobody, recipientAccountId: nobody, amount: '1' }),
      () => calls.createAccountBatch({ accounts: [{ currency: 'EUR' }, { currency: 'NONE' }] }),
      () => calls.getAccounts({ pageSize: 51 }),
      () => calls.getTransactions({ count: true, pageSize: 51 }),
    ]
    for (const call of refused) await refusalCode(call())
    await ledger.engine.settleMeter()
    expect(await charges({ storage }, caller)).toEqual({})
  })
})

describe('a read', () => {
  it('is charged within a second, though nothing else happens', async () => {
    const { ledger, storage } = openLedger()
    const { caller } = await keyOf(ledger)
    for (let read = 0; read < 7; read++) await ledger.as(caller).getAccounts()
    expect(await charges({ storage }, caller)).toEqual({})
    const deadline = Date.now() + 1_000
    while (total(await charges({ storage }, caller)) === 0 && Date.now() < deadline) await sleep(10)
    expect(total(await charges({ storage }, caller))).toBe(7)
  })

  it('is charged when the ledger closes', async () => {
    const { ledger, storage } = openLedger()
    const { caller } = await keyOf(ledger)
    await ledger.as(caller).getAccounts()
    await ledger.close()
    expect(total(await charges({ storage }, caller))).toBe(1)
  })
})

describe('usage', () => {
  it('tells the credits of each day of the last thirty, the reads just made among them', async () => {
    const { ledger, pass } = openLedger()
    const { caller } = await keyOf(ledger)
    const calls = ledger.as(caller)
    await calls.createAccount({ currency: 'EUR' })
    pass(DAY_MS)
    await calls.createAccount({ currency: 'EUR' })
    pass(28 * DAY_MS)
    await calls.getAccounts()
    expect(await calls.getCredits()).toEqual([
      { day: '01/15/2030', usage: 2 },
      { day: '01/16/2030', usage: 2 },
      { day: '02/13/2030', usage: 1 },
    ])
    await ledger.engine.settleMeter()
    pass(DAY_MS)
    // The first day is past; asking yesterday was itself a credit.
    expect(await calls.getCredits()).toEqual([
      { day: '01/16/2030', usage: 2 },
      { day: '02/13/2030', usage: 2 },
    ])
  })

  it('of the month is told with the version, and starts again on the first', async () => {
    const { ledger, pass } = openLedger()
    const { caller } = await keyOf(ledger, 'default', { network: 'mainnet' })
    const calls = ledger.as(caller)
    await calls.createAccount({ currency: 'EUR' })
    pass(DAY_MS)
    await calls.createAccount({ currency: 'EUR' })
    expect(await calls.getVersion()).toMatchObject({
      status: 'ACTIVE',
      testnet: false,
      planCode: 'free',
      planName: 'Free',
      usage: 4,
      rolloverDay: 1,
    })
    await ledger.engine.settleMeter()
    pass(16 * DAY_MS)
    expect(await calls.getVersion()).toMatchObject({ usage: 0 })
    expect(await calls.getVersion()).toMatchObject({ usage: 1 })
  })

  it('is that of the calling key alone', async () => {
    const { ledger } = openLedger()
    const { caller } = await keyOf(ledger)
    await ledger.createAccount({ currency: 'EUR' })
    expect(await ledger.as(caller).getCredits()).toEqual([])
    expect(await ledger.as(caller).getVersion()).toMatchObject({ usage: 1, testnet: true })
  })
})
