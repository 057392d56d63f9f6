import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTallystick } from '@tallystick/operations'
import { afterAll, expect, it } from 'vitest'
import { Connection } from './connection.js'
import { Database } from './database.js'
import { openSqlite } from './index.js'

const folder = mkdtempSync(join(tmpdir(), 'recent-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('a process that reads every account remembers few of them, and reads each as it is', async () => {
  const file = join(folder, 'many.db')
  const tallystick = createTallystick({ storage: await openSqlite({ file }) })
  const { id: source } = await tallystick.createCurrency({
    name: 'VC_MANY',
    supply: '10000',
    basePair: 'EUR',
  })
  const accounts = await tallystick.createAccountBatch({ accounts: Array(300).fill({ currency: 'VC_MANY' }) })
  const transaction = accounts.map(({ id }) => ({ recipientAccountId: id, amount: '2' }))
  await tallystick.sendTransactionBatch({ senderAccountId: source, transaction })
  const database = new Database(await Connection.open(file), 64, 16)
  for (let round = 0; round < 2; round++) {
    for (const { id } of accounts) {
      const found = await database.read(() => database.accounts.find(id as never))
      expect(found?.account.balance.toString()).toMatch(/^20*$/)
    }
    expect(database.accounts.remembered).toBeLessThanOrEqual(4 * 16)
  }
  database.connection.close()
  await tallystick.close()
})

it('a batch that pays to more accounts than are remembered', async () => {
  const { connection } = new Database(await Connection.open(join(folder, 'many.db')))
  connection.close()
  const storage = await openSqlite({ file: join(folder, 'few.db'), remember: 8, settleEvery: 50 })
  const tallystick = createTallystick({ storage })
  const { id: source } = await tallystick.createCurrency({ name: 'VC_FEW', supply: '10000', basePair: 'EUR' })
  const accounts = await tallystick.createAccountBatch({ accounts: Array(40).fill({ currency: 'VC_FEW' }) })
  // To and fro, so that each is met again after others have taken its place.
  for (let round = 1; round <= 3; round++) {
    const transaction = [...accounts, ...accounts].map(({ id }) => ({ recipientAccountId: id, amount: '1' }))
    await tallystick.sendTransactionBatch({ senderAccountId: source, transaction })
    for (const { id } of accounts) {
      expect(await tallystick.getAccountBalance({ id })).toMatchObject({ accountBalance: `${2 * round}` })
    }
  }
  expect((await tallystick.verify()).discrepancies).toEqual([])
  await tallystick.close()
})
