/** Calls that are made together share commits. */
import type { AccountId } from '@tallystick/core'
import { memoryStorage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { createTallystick } from './tallystick.js'

it('deposits that somebody may listen to share commits', async () => {
  const storage = memoryStorage()
  let commits = 0
  const ledger = createTallystick({
    storage: {
      ...storage,
      query: storage.query,
      close: () => storage.close(),
      transact: (...given) => {
        commits++
        return storage.transact(...given)
      },
    },
  })
  const account = (await ledger.createAccount({ currency: 'LINK' })).id as AccountId
  const before = commits
  const deposit = (txId: string) =>
    ledger.recordDeposit({
      ...{ account, currency: 'LINK', amount: '0.1', txId, vout: 0, address: 'a' },
      ...{ from: null, derivationKey: 0, blockHeight: 1, blockHash: null, status: 'Done' },
    })
  await Promise.all(Array.from({ length: 200 }, (_, index) => deposit(`t${index}`)))
  expect(commits - before).toBeLessThanOrEqual(5)
  await ledger.close()
})
