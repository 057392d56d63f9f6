/** Reports are long answers: few of them are made at the same time. */
import { memoryStorage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { openLedger, otherTenant } from '../ledger.fixture.js'

it('of many reports of one tenant a few are made at once, and others do not wait for them', async () => {
  const storage = memoryStorage()
  const { ledger } = openLedger({ storage })
  const asked = { type: 'TRANSACTION_HISTORY_REPORT', attr: { interval: 1 } } as const
  await ledger.createCurrency({ name: 'VC_ONE', supply: '1', basePair: 'EUR' })
  const { id } = await ledger.createSubscriptionInterval(asked)
  const other = ledger.as(otherTenant)
  const { id: theirs } = await other.createSubscriptionInterval(asked)
  const { journal } = storage.query
  let making = 0
  let release: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  storage.query.journal = async (...query) => {
    if (query[0] === 'default') {
      making++
      await held
    }
    return journal.apply(storage.query, query)
  }
  const reports = Promise.all(Array.from({ length: 9 }, () => ledger.getSubscriptionReport({ id })))
  await expect.poll(() => making).toBe(2)
  expect(await other.getSubscriptionReport({ id: theirs })).toEqual([])
  expect(making).toBe(2)
  release?.()
  for (const report of await reports) expect(report).toHaveLength(1)
  expect(making).toBe(9)
  await ledger.close()
})
