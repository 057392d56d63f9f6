/** Whoever reads much waits for itself: payments, of others above all, do not wait for it. */
import { DEPOSITS, type TenantId } from '@tallystick/core'
import { embeddedCaller } from '@tallystick/engine'
import { createTallystick, type Operations } from '@tallystick/operations'
import { quickOrFull } from '@tallystick/testing'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from '../index.js'
import { startServer } from '../server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

const ACCOUNTS = quickOrFull(3_000, 20_000)
const LISTINGS = 24

/** Accounts of one customer, each with a record. */
async function customerOf(ledger: Operations, count: number): Promise<string> {
  const { id: source } = await ledger.createCurrency({ name: 'VC_MANY', supply: '1000000', basePair: 'EUR' })
  let customer = ''
  for (let made = 0; made < count; made += 500) {
    const account = { currency: 'VC_MANY', customer: { externalId: 'many' } }
    const opened = await ledger.createAccountBatch({ accounts: Array(500).fill(account) })
    customer = opened[0]?.customerId ?? ''
    await ledger.sendTransactionBatch({
      senderAccountId: source,
      transaction: opened.map(({ id }) => ({ recipientAccountId: id, amount: '1' })),
    })
  }
  return customer
}

it('24 listings of a customer of very many accounts: others pay meanwhile', {
  timeout: 300_000,
}, async () => {
  const storage = await openPostgres({ url: await server.fresh() })
  const tallystick = createTallystick({ storage })
  const noisy = tallystick.as(embeddedCaller('noisy' as TenantId))
  const quiet = tallystick.as(embeddedCaller('quiet' as TenantId))
  const id = await customerOf(noisy, ACCOUNTS)
  const { id: sender } = await quiet.createCurrency({ name: 'VC_ONE', supply: '1000000', basePair: 'EUR' })
  const { id: recipient } = await quiet.createAccount({ currency: 'VC_ONE' })

  let listed = 0
  const listings = Array.from({ length: LISTINGS }, async () => {
    const page = await noisy.getTransactionsByCustomerId({ id, pageSize: 50 })
    listed++
    return page
  })
  const slowest = { pay: 0, read: 0 }
  let paid = 0
  while (listed === 0) {
    const start = performance.now()
    await quiet.sendTransaction({ senderAccountId: sender, recipientAccountId: recipient, amount: '1' })
    const between = performance.now()
    await quiet.getAccountBalance({ id: recipient })
    slowest.pay = Math.max(slowest.pay, between - start)
    slowest.read = Math.max(slowest.read, performance.now() - between)
    paid++
  }
  const start = performance.now()
  const pages = await Promise.all(listings)
  console.info(
    `${LISTINGS} listings of ${ACCOUNTS} accounts: ${paid} payments of another before the first was through, slowest ${Math.round(slowest.pay)} ms, its slowest read ${Math.round(slowest.read)} ms; the others ${Math.round(performance.now() - start)} ms later`,
  )
  for (const page of pages) expect(page).toHaveLength(50)
  expect(paid).toBeGreaterThanOrEqual(4)
  expect(slowest.pay).toBeLessThan(5_000)
  await tallystick.close()
})

it('reads that hang on every connection they may have: payments are made meanwhile', {
  timeout: 60_000,
}, async () => {
  const url = await server.fresh()
  const tallystick = createTallystick({ storage: await openPostgres({ url }) })
  const { id: sender } = await tallystick.createCurrency({ name: 'VC_ONE', supply: '10', basePair: 'EUR' })
  const { id: recipient } = await tallystick.createAccount({ currency: 'VC_ONE' })
  // No payment has to do with deposits.
  const other = new pg.Client(url)
  await other.connect()
  await other.query('begin')
  await other.query('lock table deposit in access exclusive mode')
  const reads = Array.from({ length: 30 }, () => tallystick.getDeposits({ pageSize: 10 }))
  const all = Promise.allSettled(reads)
  const start = performance.now()
  for (let paid = 0; paid < 10; paid++) {
    await tallystick.sendTransaction({ senderAccountId: sender, recipientAccountId: recipient, amount: '1' })
  }
  expect(performance.now() - start).toBeLessThan(3_000)
  await other.query('rollback')
  expect((await all).map(({ status }) => status)).toEqual(Array(30).fill('fulfilled'))
  await other.end()
  await tallystick.close()
})

it('the service reads what is about a tenant, and does not wait for the reads of that tenant', async () => {
  const storage = await openPostgres({ url: await server.fresh() })
  const where = { tenant: 'noisy' as TenantId }
  let read = 0
  const reads = Array.from({ length: 2_000 }, () => storage.query.count(DEPOSITS, where).then(() => read++))
  expect(await storage.own?.count(DEPOSITS, where)).toBe(0)
  expect(read).toBeLessThan(200)
  await Promise.all(reads)
  await storage.close()
})
