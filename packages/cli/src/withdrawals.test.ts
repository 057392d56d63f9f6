import { writeFileSync } from 'node:fs'
import {
  ADMITTED,
  beginFollowing,
  type Cursor,
  observeBlock,
  recordDeposit,
  recordSend,
  storeWithdrawal,
} from '@tallystick/core'
import { Engine, embeddedCaller } from '@tallystick/engine'
import { Workplace } from '@tallystick/harness'
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { startXrpServer } from '@tallystick/testing/simulated'
import { afterAll, beforeAll, expect, it } from 'vitest'

let place: Workplace
beforeAll(() => {
  place = new Workplace()
})
afterAll(() => place.clear())

const CALLER = embeddedCaller()
const ON = { tenant: CALLER.tenant, chain: 'ETH', network: 'testnet' } as const

/** A withdrawal of 4 and 1 for the fee, of an account that had 5. */
async function storedWithdrawal(file: string, currency: string, chain: string, units: string) {
  const storage = await openSqlite({ file: place.path(file) })
  const ledger = createTallystick({ storage })
  const { id } = await ledger.createAccount({ currency })
  const engine = new Engine({ storage })
  const terms = { caller: CALLER, price: () => 0, idempotency: null }
  const account = id as never
  await engine.execute({
    ...terms,
    rule: recordDeposit,
    command: {
      ...{ tenant: CALLER.tenant, account, currency, amount: '5', txId: 't', vout: 0, address: 'a' },
      ...{ from: null, derivationKey: 0, blockHeight: 1, blockHash: null, status: 'Done' },
    },
    present: () => null,
  })
  const withdrawal = await engine.execute({
    ...terms,
    rule: storeWithdrawal,
    command: {
      ...{ ...ON, chain, account, currency, amount: '4', fee: '1', isFeeIncluded: true, address: 'b' },
      payments: [{ address: 'b', amount: units }],
      ...{ multipleAmounts: null, attr: null, paymentId: null, senderNote: null },
      ...{ wallet: 'w', inputs: [], change: 0n, admission: ADMITTED },
    },
    present: (stored) => stored.id,
  })
  const balance = async () => (await ledger.getAccountBalance({ id })).accountBalance
  return { id: withdrawal, engine, terms, balance, close: () => ledger.close() }
}

async function signedWithdrawal() {
  const stored = await storedWithdrawal('a.db', 'LINK', 'ETH', '4000000000000000000')
  const { id: withdrawal, engine, terms } = stored
  await engine.execute({
    ...terms,
    rule: recordSend,
    command: {
      ...{ ...ON, txId: 'x', raw: '00', claims: [{ owner: 'w', index: 0n }], fresh: false, withdrawal },
      ...{ signature: null, replaces: false, apiKey: CALLER.apiKey, credits: 0 },
    },
    present: () => null,
  })
  return stored
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

it('on XRP cancels none while blocks that were not read may have paid it', async () => {
  const { id, engine, terms, balance, close } = await storedWithdrawal('b.db', 'XRP', 'XRP', '4000000')
  const node = await startXrpServer()
  const { index: height, hash } = node.ledger.last
  const command = { chain: 'XRP', network: 'testnet', block: { height, hash } }
  const present = ({ revision }: Cursor) => revision
  const revision = await engine.execute({ ...terms, rule: beginFollowing, command, present })
  const file = place.path('chains.json')
  const nodes = [{ kind: 'xrp', url: node.url }]
  writeFileSync(file, JSON.stringify({ chains: { XRP: { testnet: { nodes, follow: true } } } }))
  const cancel = (...more: readonly string[]) =>
    place.run(['withdrawals', 'cancel', id, '--database', place.path('b.db'), ...more])
  const unknown = { code: 1, stderr: expect.stringContaining('Whether a block has paid it is not known') }
  expect(await cancel()).toMatchObject(unknown)
  node.ledger.close(21)
  const unread = { code: 1, stderr: expect.stringContaining('has blocks that were not read yet') }
  expect(await cancel('--config', file)).toMatchObject(unread)
  expect(await balance()).toBe('0')
  await engine.execute({
    ...{ ...terms, rule: observeBlock, present: () => null },
    command: {
      ...{ ...command, revision, parent: hash, block: { height: height + 1, hash: 'next' }, window: 9 },
      ...{ receipts: [], maturing: [], made: [], spent: [], holdings: [] },
    },
  })
  expect(await cancel('--config', file)).toMatchObject({ code: 0, stderr: '' })
  expect(await balance()).toBe('5')
  await node.close()
  await close()
})
