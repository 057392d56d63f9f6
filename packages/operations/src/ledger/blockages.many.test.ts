/** An account with more blockages than anybody should wait for. */

import type { ApiKeyId, Change, Key, TenantId, View } from '@tallystick/core'
import { BLOCKAGES, Fault } from '@tallystick/core'
import { chargesFrom, memoryStorage, type Storage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { createTallystick } from '../tallystick.js'

const MANY = 1_200

/** Notes of each unit of work what was loaded and what was written. */
function watched() {
  const inner = memoryStorage()
  const busy = { units: 0 }
  const units: { readonly blockages: number; readonly changes: readonly Change[] }[] = []
  const storage: Storage = {
    name: inner.name,
    query: inner.query,
    transact: <Result>(keys: readonly Key[], decide: (view: View) => Result) =>
      inner.transact(keys, (view) => {
        if (units.length > 0 && busy.units-- > 0) throw new Fault('no connection', {}, { transient: true })
        const blockages = [...view.all(BLOCKAGES)].length
        const result = decide(view)
        units.push({ blockages, changes: view.changes })
        return result
      }),
    audit: (work) => inner.audit(work),
    constant: (name, create) => inner.constant(name, create),
    ping: () => inner.ping(),
    close: () => inner.close(),
  }
  return { storage, units, busy }
}

async function laden() {
  const { storage, units, busy } = watched()
  const tallystick = createTallystick({ storage })
  const { id } = await tallystick.createAccount({ currency: 'EUR' })
  await Promise.all(
    Array.from({ length: MANY }, () => tallystick.blockAmount({ id, amount: '1', type: 'HOLD' })),
  )
  units.length = 0
  return { tallystick, id, units, storage, busy }
}

it('a call that is refused loads none of the blockages it has no need of', async () => {
  const { tallystick, id, units } = await laden()
  await expect(tallystick.unfreezeAccount({ id })).rejects.toMatchObject({ code: 'account.not.frozen' })
  await tallystick.freezeAccount({ id })
  await tallystick.unfreezeAccount({ id })
  expect(units.map(({ blockages }) => blockages)).toEqual([0, 0, 1])
})

it('all blockages of an account are deleted a bounded number at a time, and charged as one call', async () => {
  const { tallystick, id, units, storage } = await laden()
  await tallystick.freezeAccount({ id })
  const charged = async () => {
    const of = ['default' as TenantId, 'embedded' as ApiKeyId, '0000-00-00'] as const
    return (await chargesFrom(storage.query, ...of)).reduce((sum, { credits }) => sum + credits, 0)
  }
  const before = await charged()
  units.length = 0
  await tallystick.deleteAllBlockAmount({ id }, { idempotencyKey: 'all' })
  expect(Math.max(...units.map(({ blockages }) => blockages))).toBeLessThanOrEqual(501)
  const released = units.map(({ changes }) => changes.filter(({ type }) => type === 'blockage.released'))
  expect(released.map(({ length }) => length)).toEqual([500, 500, 200])
  expect(await charged()).toBe(before + 1 + MANY)
  expect(await tallystick.getAccountBalance({ id })).toEqual({
    accountBalance: '0',
    availableBalance: '0',
  })
  expect(await tallystick.getBlockAmount({ id, pageSize: 50 })).toMatchObject([{ type: 'ACCOUNT_FROZEN' }])
  // The answer is kept: the same call again deletes nothing that came since.
  await tallystick.blockAmount({ id, amount: '1', type: 'HOLD' })
  await tallystick.deleteAllBlockAmount({ id }, { idempotencyKey: 'all' })
  expect(await tallystick.getBlockAmount({ id, pageSize: 50 })).toHaveLength(2)
})

it('a call that has deleted some of them is not refused: it goes on when the storage does', async () => {
  const { tallystick, id, units, busy } = await laden()
  busy.units = 2
  await tallystick.deleteAllBlockAmount({ id })
  expect(units).toHaveLength(3)
  expect(await tallystick.getBlockAmount({ id, pageSize: 50 })).toEqual([])
})
