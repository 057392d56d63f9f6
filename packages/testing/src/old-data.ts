/**
 * What must hold of a ledger that an earlier release wrote, after its migration; the same for every storage. A
 * storage's own test writes the old rows, in its own tables, and passes what it has opened.
 */
import { type AccountId, recordDeposit, STATUS_HISTORY, type TenantId } from '@tallystick/core'
import { Engine, embeddedCaller, type Storage, unsettledSends, verify } from '@tallystick/engine'
import { expect } from 'vitest'

/** Whose the old rows are. */
export const OLD_TENANT = 'default' as TenantId

/**
 * Histories of standing begin with the migration. Of four accounts in EUR, without money: `held` with that much blocked,
 * `frozen`, `theirs` of the customer `disabled`, who is that, and `free`.
 */
export const OLD_HOLD = 12345678901234567890123n

/** @param before When it was not opened yet, in epoch milliseconds */
export async function expectStatusHistory(storage: Storage, before: number): Promise<void> {
  const none = { scale: 2, balance: 0n, blocked: 0n, frozen: false, disabled: false }
  for (const [id, then] of [
    ['held', { ...none, blocked: OLD_HOLD }],
    ['frozen', { ...none, frozen: true }],
    ['theirs', { ...none, disabled: true }],
    ['free', none],
  ] as const) {
    expect(await storage.query.balanceAt(OLD_TENANT, id as AccountId, Date.now() + 1)).toEqual(then)
    expect(await storage.query.balanceAt(OLD_TENANT, id as AccountId, before - 1_000)).toEqual(none)
  }
  expect((await verify(storage)).discrepancies).toEqual([])
  const standings = await storage.audit((books) => books.list(STATUS_HISTORY, undefined, 10))
  expect(standings.map(({ subject }) => subject)).toEqual(['disabled', 'frozen', 'held'])
  for (const { at } of standings) expect(Math.abs(at - before)).toBeLessThan(10_000)
  await storage.close()
}

/** Of transactions that each have their status for their id. */
export const OLD_STATUSES = ['confirmed', 'dead', 'refused', 'replaced', 'sent', 'signed'] as const

/** Of one of which it was not written whether a node was given it, that may be. */
export async function expectUnsettled(storage: Storage): Promise<void> {
  const unsettled = await unsettledSends(storage.query, undefined, 10)
  expect(unsettled.map(({ txId, status }) => [txId, status])).toEqual([
    // Its block may have been undone: nobody looked any more.
    ['confirmed', 'confirmed'],
    ['replaced', 'replaced'],
    ['sent', 'sent'],
    ['signed', 'unknown'],
  ])
  await storage.close()
}

/** Credited already: 1 ETH each to `account`, as output 0 of a transaction. */
export const OLD_DEPOSITS = [
  ['one', `0x${'AB'.repeat(32)}`, `0x${'Cd'.repeat(20)}`],
  ['first', `0x${'11'.repeat(32)}`, `0x${'CD'.repeat(20)}`],
  ['second', '11'.repeat(32), `0x${'cd'.repeat(20)}`],
  ['other', 'no hex at all', 'nowhere'],
] as const

/** None of them is credited again, however it is spelled. */
export async function expectCreditedOnce(storage: Storage): Promise<void> {
  const engine = new Engine({ storage })
  const report = (txId: string, address: string) =>
    engine.execute({
      caller: embeddedCaller(OLD_TENANT),
      rule: recordDeposit,
      command: {
        tenant: OLD_TENANT,
        account: 'account' as AccountId,
        currency: 'ETH',
        amount: '1',
        txId,
        vout: 0,
        address,
        from: null,
        derivationKey: 0,
        blockHeight: 1,
        blockHash: null,
        status: 'Done',
      },
      price: () => 0,
      present: ({ id }) => id as string,
      idempotency: null,
    })
  expect(await report(`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(20)}`)).toBe('one')
  expect(await report('AB'.repeat(32), `xdc${'Cd'.repeat(20)}`)).toBe('one')
  expect(await report(`0x${'11'.repeat(32)}`, `0x${'cd'.repeat(20)}`)).toBe('second')
  expect(await report('11'.repeat(32), `0x${'CD'.repeat(20)}`)).toBe('second')
  expect(await report('no hex at all', 'nowhere')).toBe('other')
  await engine.close()
}
