/** Consumers within a process: each event is told at least once, also if the process is killed while it works on one. */
import type { AccountId } from '@tallystick/core'
import { Nursery } from '@tallystick/harness'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'

const TYPE = 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'

let nursery: Nursery
let ledger: Tallystick
let account: AccountId

beforeAll(async () => {
  nursery = new Nursery()
  ledger = createTallystick({ storage: await openSqlite({ file: nursery.path('a.db') }) })
  account = (await ledger.createAccount({ currency: 'LINK' })).id as AccountId
})
afterAll(async () => {
  await ledger.close()
  await nursery.clear()
})

let deposits = 0
const deposit = (amount: string, to = account) =>
  ledger.recordDeposit({
    ...{ account: to, currency: 'LINK', amount, txId: `t${deposits++}`, vout: 0, address: 'a' },
    ...{ from: null, derivationKey: 0, blockHeight: 1, blockHash: null, status: 'Done' },
  })

it('is told what a killed process has not finished, with the same id, and what came while nobody listened', async () => {
  const first = nursery.start('listen', nursery.path('a.db'), '2')
  await first.line('listens')
  for (const amount of ['0.1', '0.2']) await deposit(amount)
  const stuck = await first.line('told 2 ')
  expect(await first.kill()).toBe('SIGKILL')
  await deposit('0.3')
  const second = nursery.start('listen', nursery.path('a.db'))
  await second.line('told 3 ')
  // One account, so its events come one after the other.
  expect(second.lines.filter((line) => line.startsWith('told'))).toEqual([
    stuck,
    expect.stringMatching(/^told 3 [0-9a-f]{24} 0\.3$/),
  ])
  expect([...first.lines, ...second.lines].filter((line) => line.startsWith('told 1 '))).toHaveLength(1)
})

it('has a cursor for each name, and hears of one object if it names one', async () => {
  const other = (await ledger.createAccount({ currency: 'LINK' })).id as AccountId
  const told: string[] = []
  const hear = (name: string) => (event: { readonly sequence: number; readonly object: string }) => {
    told.push(`${name} ${event.sequence} ${event.object === other ? 'other' : 'account'}`)
  }
  const all = await ledger.on(TYPE, hear('all'), { consumer: 'all' })
  await ledger.on(TYPE, hear('one'), { consumer: 'one', object: other })
  await expect(ledger.on(TYPE, hear('all'), { consumer: 'all' })).rejects.toThrow(
    'listens to this type already',
  )
  await deposit('1')
  await deposit('1', other)
  await expect.poll(() => told.toSorted()).toEqual(['all 1 account', 'all 2 other', 'one 1 other'])
  all.end()
  await deposit('1', other)
  await expect.poll(() => told.length).toBe(4)
  // The name has its cursor, so nothing is told again and nothing is left out.
  const again = await ledger.on(TYPE, hear('all'), { consumer: 'all' })
  await expect.poll(() => told.slice(3).toSorted()).toEqual(['all 3 other', 'one 2 other'])
  await again.forget()
  await deposit('1', other)
  await ledger.on(TYPE, hear('anew'), { consumer: 'all' })
  await deposit('1', other)
  await expect.poll(() => told.at(-1)).toBe('anew 1 other')
})

it('costs nothing, is no business of callers, and refuses what is no event', async () => {
  const before = await ledger.getSubscriptions({ pageSize: 50 })
  await ledger.on('KMS_COMPLETED_TX', () => undefined)
  expect(await ledger.getSubscriptions({ pageSize: 50 })).toEqual(before)
  for (const type of ['TRANSACTION_HISTORY_REPORT', 'constructor', 'NONE']) {
    await expect(ledger.on(type as never, () => undefined)).rejects.toThrow(`No event has the type ${type}`)
  }
  await expect(ledger.on(TYPE, () => undefined, { consumer: '' })).rejects.toThrow('1 to 100 characters')
  await expect(ledger.on(TYPE, () => undefined, { consumer: '\ud800' })).rejects.toThrow()
  await expect(
    ledger.on('CUSTOMER_TRADE_MATCH', () => undefined, { object: 'nobody' }),
  ).rejects.toMatchObject({
    code: 'customer.internal.not.exists',
  })
})
