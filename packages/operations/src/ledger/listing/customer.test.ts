/** A customer of very many accounts: how much is read for one page, and how often. */
import type { AccountId, CustomerId, TenantId } from '@tallystick/core'
import { type JournalRecord, memoryStorage, type Queries } from '@tallystick/engine'
import { beforeAll, expect, it } from 'vitest'
import { createTallystick, type Tallystick } from '../../tallystick.js'
import { customerRecords } from './customer.js'
import { countRecords, isNewer, listRecords, type Span } from './records.js'

const TENANT = 'default' as TenantId
const EVER: Span = { from: undefined, to: undefined }
const ACCOUNTS = 1_500
const PAYMENTS = 4_000

let tallystick: Tallystick
let customer: CustomerId
let everything: JournalRecord[]

beforeAll(async () => {
  tallystick = createTallystick({ storage: memoryStorage() })
  const { accountId: source } = await tallystick
    .createCurrency({
      name: 'VC_ROUND',
      supply: '1000000',
      basePair: 'EUR',
    })
    .then(({ id }) => ({ accountId: id }))
  const ids: string[] = []
  for (let made = 0; made < ACCOUNTS; made += 500) {
    const account = { currency: 'VC_ROUND', customer: { externalId: 'many' } }
    const accounts = await tallystick.createAccountBatch({ accounts: Array(500).fill(account) })
    ids.push(...accounts.map(({ id }) => id))
    customer = accounts[0]?.customerId as CustomerId
  }
  // A few are busy, most have one record or two, some none.
  const pays = Array.from({ length: PAYMENTS }, (_, index) =>
    tallystick.sendTransaction({
      senderAccountId: source,
      recipientAccountId: ids[index % 3 === 0 ? index % 7 : (index * 7) % (ACCOUNTS - 100)] ?? '',
      amount: '1',
    }),
  )
  await Promise.all(pays)
  const { query } = tallystick.engine
  const lists = ids.map(async (id) => {
    const account = id as AccountId
    return query.records(TENANT, account, await query.lastRecord(TENANT, account), PAYMENTS)
  })
  everything = (await Promise.all(lists)).flat().sort((a, b) => (isNewer(a, b) ? -1 : 1))
})

/** Counts what is asked, and how much comes. */
function counted(queries: Queries) {
  const counts = { asked: 0, records: 0 }
  const proxy = new Proxy(queries, {
    get:
      (target, name) =>
      async (...args: readonly unknown[]) => {
        counts.asked++
        const found: unknown = await Reflect.apply(Reflect.get(target, name), target, args)
        if (name === 'records' || name === 'recordsAt') counts.records += (found as unknown[]).length
        return found
      },
  })
  return { counts, queries: proxy }
}

const shown = (records: readonly JournalRecord[]) =>
  records.map(({ entry, side, number }) => `${entry.reference} ${side} ${number}`)

it.each([
  { offset: 0, limit: 50, reads: 20, records: ACCOUNTS + 1_000 },
  { offset: 1_000, limit: 50, reads: 120, records: ACCOUNTS + 3_000 },
  { offset: PAYMENTS - 10, limit: 50, reads: 300, records: ACCOUNTS + PAYMENTS },
])('the page at $offset is right, in $reads reads at most', async ({ offset, limit, reads, records }) => {
  const { counts, queries } = counted(tallystick.engine.query)
  const source = customerRecords(queries, TENANT, customer, EVER)
  const page = await listRecords(source, {}, { offset, limit })
  expect(shown(page)).toEqual(shown(everything.slice(offset, offset + limit)))
  expect(counts.asked).toBeLessThanOrEqual(reads)
  expect(counts.records).toBeLessThanOrEqual(records)
})

it('what a filter finds is the same, and counted the same', async () => {
  const { queries } = counted(tallystick.engine.query)
  const source = customerRecords(queries, TENANT, customer, EVER)
  const filter = { currency: 'VC_ROUND' }
  expect(await countRecords(source, filter)).toBe(everything.length)
  expect(await countRecords(source, {})).toBe(everything.length)
  const page = await listRecords(source, filter, { offset: 3, limit: 50 })
  expect(shown(page)).toEqual(shown(everything.slice(3, 53)))
})
