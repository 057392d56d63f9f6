/** A process of an older release on a file that a newer one has migrated: docs/operations.md, "Upgrading". */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTallystick } from '@tallystick/operations'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { openSqlite } from './index.js'
import { MIGRATIONS } from './migrations.js'

const NEXT = '999_next'

it('writes and reads nothing more, says why, and ends well; what it has written before is whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'ledger.db')
  const open = async () => createTallystick({ storage: await openSqlite({ file }) })
  const old = await open()
  const { id } = await old.createAccount({ currency: 'EUR' })
  await old.fund({ id, amount: '5' })

  const migrated = new Database(file)
  const name = (schema: string | undefined) =>
    migrated.prepare("update meta set value = ? where name = 'schema'").run(schema)
  name(NEXT)
  const overtaken = { name: 'Fault', transient: true, message: expect.stringContaining(NEXT) }
  for (const call of [
    () => old.fund({ id, amount: '5' }, { idempotencyKey: 'again' }),
    () => old.getAccountBalance({ id }),
    () => old.engine.ping(),
    () => old.verify(),
  ])
    await expect(call()).rejects.toMatchObject(overtaken)
  await old.close()

  name(MIGRATIONS.at(-1)?.name)
  migrated.close()
  const next = await open()
  expect(await next.getAccountBalance({ id })).toMatchObject({ accountBalance: '5' })
  await next.fund({ id, amount: '5' }, { idempotencyKey: 'again' })
  expect(await next.getAccountBalance({ id })).toMatchObject({ accountBalance: '10' })
  expect((await next.verify()).discrepancies).toEqual([])
  await next.close()
})
