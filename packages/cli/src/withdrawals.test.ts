import { ADMITTED, recordDeposit, recordSend, storeWithdrawal } from '@tallystick/core'
import { Engine, embeddedCaller } from '@tallystick/engine'
import { Workplace } from '@tallystick/harness'
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'

let place: Workplace
beforeAll(() => {
  place = new Workplace()
})
afterAll(() => place.clear())

const CALLER = embeddedCaller()
const ON = { tenant: CALLER.tenant, chain: 'ETH', network: 'testnet' } as const

/** A withdrawal of 4 LINK and 1 for the fee, of an account that had 5; its transaction is signed. */
async function signedWithdrawal() {
  const storage = await openSqlite({ file: place.path('a.db') })
  const ledger = createTallystick({ storage })
  const { id } = await ledger.createAccount({ currency: 'LINK' })
  const engine = new Engine({ storage })
  const terms = { caller: CALLER, price: () => 0, idempotency: null }
  const account = id as never
  await engine.execute({
    ...terms,
    rule: recordDeposit,
    command: {
      ...{ tenant: CALLER.tenant, account, currency: 'LINK', amount: '5', txId: 't', vout: 0, address: 'a' },
      ...{ from: null, derivationKey: 0, blockHeight: 1, blockHash: null, status: 'Done' },
    },
    present: () => null,
  })
  const withdrawal = await engine.execute({
    ...terms,
    rule: storeWithdrawal,
    command: {
      ...{ ...ON, account, currency: 'LINK', amount: '4', fee: '1', isFeeIncluded: true, address: 'b' },
      payments: [{ address: 'b', amount: '4000000000000000000' }],
      ...{ multipleAmounts: null, attr: null, paymentId: null, senderNote: null },
      ...{ wallet: 'w', inputs: [], change: 0n, admission: ADMITTED },
    },
    present: (stored) => stored.id,
  })
  await engine.execute({
    ...terms,
    rule: recordSend,
    command: {
      ...{ ...ON, txId: 'x', raw: '00', claims: [{ owner: 'w', index: 0n }], fresh: false, withdrawal },
      ...{ signature: null, replaces: false, apiKey: CALLER.apiKey, credits: 0 },
    },
    present: () => null,
  })
  const balance = async () => (await ledger.getAccountBalance({ id })).accountBalance
  return { id: withdrawal, balance, close: () => ledger.close() }
}

it('cancels a signed withdrawal only if it is forced, with a reason', async () => {
  const { id, balance, close } = await signedWithdrawal()
  const cancel = (...more: readonly string[]) =>
    place.run(['withdrawals', 'cancel', id, '--database', place.path('a.db'), ...more])
  expect(await cancel('--force')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--reason is not given'),
  })
  expect(await cancel()).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') })
  expect(await balance()).toBe('0')
  const done = await cancel('--force', '--reason', 'ops: the key is destroyed')
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toContain(`${id} is cancelled`)
  expect(done.stdout).toContain('has 5 LINK back')
  expect(done.stdout).toContain('Its transaction x may still be confirmed')
  expect(await balance()).toBe('5')
  await close()
})
