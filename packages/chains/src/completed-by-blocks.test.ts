/**
 * Withdrawals that nobody completes: their wallet has paid, and the blocks show it. What looks like it and is not the
 * wallet's payment completes none.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStorage, type Storage } from '@tallystick/engine'
import { openSqlite } from '@tallystick/storage-sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { chainsOf, setting, stages } from './completed-by-blocks.fixture.js'
import { codeOf, openLedger } from './open-ledger.fixture.js'

it.each(stages)('a payment of the wallet that its withdrawal asks for completes it', async (start) => {
  const stage = await start()
  const { pay } = stage
  const { own, calls, signer, wallet, mallory, bob, carol, account, wish, standing } = await setting(stage)
  const stranger = await own.as('testnet', 'stranger')
  // An equal payment of before is another's.
  await pay(signer, wallet, bob.address, '5', '9')
  const id = String((await calls.storeWithdrawal(wish)).id)
  await pay(signer, mallory, bob.address, '5', '9')
  await pay(signer, wallet, carol.address, '5', '9')
  await pay(signer, wallet, bob.address, '5', '8')
  await pay(signer, wallet, bob.address, '4.999', '9')
  expect((await standing(id))[0]).toBe('InProgress')
  // Another tenant may send what the wallet has signed.
  const txId = await pay(stranger, wallet, bob.address, '5', '9')
  expect(await standing(id)).toEqual(['Done', txId])
  // Whoever tells of it then changes nothing, and neither does a second equal payment.
  await calls.completeWithdrawal({ id, txId })
  await pay(signer, wallet, bob.address, '5', '9')
  expect(await standing(id)).toEqual(['Done', txId])
  await own.round()
  expect(await standing(id)).toEqual(['Done', txId])
  // A caller who is first leaves nothing to complete.
  const next = String((await calls.storeWithdrawal(wish)).id)
  const second = await pay(signer, wallet, bob.address, '5', '9')
  await calls.completeWithdrawal({ id: next, txId: second })
  expect(await standing(next)).toEqual(['Done', second])
  expect((await calls.getAccountBalance({ id: account })).accountBalance).toBe('89.99998')
  expect((await own.ledger.verify()).discrepancies).toEqual([])
})

it.each(stages)('so it does although the tenant has as many calls waiting as it may', async (start) => {
  const stage = await start()
  let held: Promise<void> | undefined
  let units = 0
  const inner = memoryStorage()
  const transact: Storage['transact'] = async (...unit) => {
    units++
    await held
    return inner.transact(...unit)
  }
  const storage = { ...inner, query: inner.query, transact }
  const { own, calls, signer, wallet, bob, wish, standing } = await setting(stage, storage, { maxQueued: 16 })
  const id = String((await calls.storeWithdrawal(wish)).id)
  const txId = await stage.pay(signer, wallet, bob.address, '5', '9')
  let go = (): void => undefined
  held = new Promise((resolve) => {
    go = resolve
  })
  const call = () => calls.createAccount({ currency: 'EUR' })
  units = 0
  const first = call()
  await expect.poll(() => units).toBe(1)
  const waiting = [first, ...Array.from({ length: 30 }, call)]
  const following = own.ledger.custody.follow()
  const ends = Promise.allSettled(waiting)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  go()
  await following
  expect((await ends).map(({ status }) => status)).toContain('rejected')
  expect(await standing(id)).toEqual(['Done', txId])
})

it.each(stages)(
  'so it does with the next block where the node that is asked is behind, in any process, also after a restart',
  async (start) => {
    const stage = await start()
    const chains = chainsOf(stage)
    let isBehind = true
    let asked = 0
    const own = await chains.chain(stage.currency, 'testnet')
    const raw = async (txId: string) => {
      asked++
      return isBehind ? undefined : own.node.raw(txId)
    }
    const chain = Object.create(own, { node: { value: Object.create(own.node, { raw: { value: raw } }) } })
    const over = { chains: Object.create(chains, { chain: { value: async () => chain } }) }
    const dir = mkdtempSync(join(tmpdir(), 'completed-'))
    const storage = () => openSqlite({ file: join(dir, 'ledger.db') })
    const later = openLedger(chains, await storage(), over)
    const first = await setting(stage, await storage(), over)
    onTestFinished(async () => {
      await later.close()
      rmSync(dir, { recursive: true })
    })
    const { calls, signer, wallet, bob, wish, standing } = first
    const id = String((await calls.storeWithdrawal(wish)).id)
    const txId = await stage.pay(signer, wallet, bob.address, '5', '9')
    expect((await standing(id))[0]).toBe('InProgress')
    stage.fund(bob.address)
    await stage.pay(signer, bob, wallet.address, '1', '1')
    expect((await standing(id))[0]).toBe('InProgress')
    expect(asked).toBe(2)
    expect(first.own.warnings.filter((message) => message.includes(txId))).toHaveLength(1)
    // What it has paid cannot come back meanwhile.
    const code = await codeOf(calls.cancelInProgressWithdrawal({ id }))
    expect(code).toBe('withdrawal.not.cancelled.transaction.failed')
    await first.own.close()
    isBehind = false
    await stage.pay(signer, bob, wallet.address, '1', '1')
    await later.ledger.custody.follow()
    const [found] = await (await later.as('testnet')).getWithdrawals({ pageSize: 50 })
    expect(found).toMatchObject({ id, status: 'Done', txId })
  },
)
