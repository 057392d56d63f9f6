/**
 * An older copy of a ledger takes its place, while transactions of the newer one are on the chain already: what the copy
 * has asked for and the chain has paid is completed, and what the copy knows nothing of holds its currency.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedCaller } from '@tallystick/engine'
import { backupSqlite, openSqlite } from '@tallystick/storage-sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { chainsOf, setting, stages } from './completed-by-blocks.fixture.js'
import { openLedger, refusalOf } from './open-ledger.fixture.js'

it.each(stages)('no withdrawal that the lost part has paid is paid again', async (start) => {
  const stage = await start()
  const folder = mkdtempSync(join(tmpdir(), 'restored-'))
  const [lost, copy] = ['ledger.db', 'copy.db'].map((name) => join(folder, name)) as [string, string]
  const { own, calls, signer, wallet, bob, carol, wish, account } = await setting(
    stage,
    await openSqlite({ file: lost }),
  )
  await own.ledger.custody.follow()
  await own.ledger.custody.watch(embeddedCaller(), stage.currency, wallet.address)
  await own.ledger.custody.follow()
  const stored = String((await calls.storeWithdrawal(wish)).id)
  await backupSqlite(lost, copy)

  const txId = await stage.pay(signer, wallet, bob.address, '5', '9')
  await own.ledger.custody.follow()
  expect(await calls.getWithdrawals({ pageSize: 50 })).toMatchObject([{ id: stored, status: 'Done', txId }])
  const transfer = {
    senderAccountId: account,
    address: carol.address,
    amount: '7',
    attr: '1',
    secret: wallet.secret,
  }
  const once = { idempotencyKey: 'payroll' }
  const pays = ({ transferXrp, transferXlm }: typeof calls) =>
    stage.currency === 'XRP'
      ? transferXrp({ ...transfer, account: wallet.address }, once)
      : transferXlm({ ...transfer, fromAccount: wallet.address }, once)
  await pays(calls)
  stage.block()
  await own.close()

  const reconcile = { everyMs: 60_000, hold: true }
  const later = openLedger(chainsOf(stage), await openSqlite({ file: copy }), { reconcile })
  onTestFinished(async () => {
    await later.close()
    rmSync(folder, { recursive: true })
  })
  const again = await later.as('testnet')
  await later.ledger.custody.follow()
  expect(await again.getWithdrawals({ pageSize: 50 })).toMatchObject([{ id: stored, status: 'Done', txId }])
  // Its key is lost too, so without this it would be paid again.
  const message = async () => {
    await later.round()
    return String((await refusalOf(pays(again))).message)
  }
  await expect.poll(message).toContain('sent with our keys by somebody else')
})
