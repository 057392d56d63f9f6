/** A noun that the ledger does not have is added in five files, and every storage keeps it in every way. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account, AccountId, TenantId } from '@tallystick/core'
import { copyLedger, fingerprint, memoryStorage, type Storage, verify } from '@tallystick/engine'
import { openPostgres } from '@tallystick/storage-postgres'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { runSql } from '../../storage-postgres/src/entries.fixture.js'
import { startServer } from '../../storage-postgres/src/server.fixture.js'
import { openSqlite } from './index.js'
import { pack, send } from './noun/decide.fixture.js'
import { PARCELS, type Parcel, parcelKey, parcelsOf, waiting } from './noun/table.fixture.js'

vi.mock('../../core/src/nouns.js', () => import('./noun/nouns.fixture.js'))
vi.mock('./migrations.js', () => import('./noun/sqlite.fixture.js'))
vi.mock('../../storage-postgres/src/migrations.js', () => import('./noun/postgres.fixture.js'))

const server = await startServer()
const folder = mkdtempSync(join(tmpdir(), 'tallystick-noun-'))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

const TENANT = 'alpha' as TenantId
const account: Account = {
  id: 'a'.repeat(24) as AccountId,
  tenant: TENANT,
  currency: 'EUR',
  scale: 2,
  customer: null,
  role: null,
  balance: 0n,
  blocked: 0n,
  frozenBy: null,
  active: true,
  accountingCurrency: 'EUR',
  accountCode: null,
  accountNumber: null,
  xpub: null,
  created: 1,
}

const parcel = (number: number, over: Partial<Parcel> = {}): Parcel => ({
  id: `p${number}`,
  tenant: TENANT,
  account: account.id,
  code: `code ${number}`,
  value: 10n ** 30n + BigInt(number),
  marks: ['heavy', 'é'],
  fragile: number === 1,
  status: 'packed',
  note: null,
  created: number,
  ...over,
})

async function run<Command, Output>(
  storage: Storage,
  rule: {
    needs(command: Command): Parameters<Storage['transact']>[0]
    decide(view: Parameters<Parameters<Storage['transact']>[1]>[0], command: Command): Output
  },
  command: Command,
): Promise<Output> {
  return storage.transact(rule.needs(command), (view) => {
    const decision = rule.decide(view, command) as Output & { changes?: readonly never[] }
    for (const change of decision.changes ?? []) view.apply(change)
    return decision
  })
}

interface Kept {
  open(): Promise<Storage>
  /** Changes a row past the storage; null where nobody can. */
  readonly tamper: ((sql: string) => Promise<unknown>) | null
}

async function sqlite(): Promise<Kept> {
  const file = join(folder, 'ledger.db')
  return {
    open: () => openSqlite({ file }),
    tamper: async (sql) => void new Database(file).exec(sql).close(),
  }
}

async function postgres(): Promise<Kept> {
  const url = await server.fresh()
  return { open: () => openPostgres({ url, maxConnections: 3 }), tamper: (sql) => runSql(url, sql) }
}

const memory = async (): Promise<Kept> => ({ open: async () => memoryStorage(), tamper: null })

describe('a new noun', () => {
  it('is five files: two that are new, and three that name it', () => {
    expect(readdirSync(new URL('./noun/', import.meta.url)).sort()).toEqual([
      'decide.fixture.ts',
      'nouns.fixture.ts',
      'postgres.fixture.ts',
      'sqlite.fixture.ts',
      'table.fixture.ts',
    ])
  })

  it.each([['memory', memory] as const, ['sqlite', sqlite] as const, ['postgres', postgres] as const])(
    'is written, loaded, asked for, audited, copied and sealed: %s',
    async (_name, make) => {
      const { open, tamper } = await make()
      let storage = await open()
      await storage.transact([], (view) => view.apply({ type: 'account.opened', account }))
      const other = parcel(9, { tenant: 'beta' as TenantId, account: 'none' as AccountId, code: 'code 1' })
      const packed = [parcel(1), parcel(2, { marks: [] }), parcel(3, { note: '' }), other]
      for (const one of packed) expect(await run(storage, pack, one)).toMatchObject({ accepted: true })
      expect(await run(storage, pack, parcel(4, { code: 'code 1' }))).toMatchObject({ accepted: false })
      // Its account comes with it, or the rule would refuse.
      const sent = { ...parcel(1), status: 'sent', note: 'on its way' } as const
      expect(await run(storage, send, parcel(1))).toMatchObject({ accepted: true, output: sent })
      expect(await run(storage, send, other)).toMatchObject({ accepted: false })

      const { query } = storage
      expect(await query.find(parcelKey(TENANT, 'code 1') as never)).toEqual(sent)
      expect(await query.find(parcelKey(TENANT, 'code 9') as never)).toBeUndefined()
      expect(await query.list(PARCELS, parcelsOf(sent, 2))).toEqual([packed[2], packed[1]])
      expect(await query.count(PARCELS, waiting(TENANT, 'é'))).toBe(1)
      const all = [sent, packed[1], packed[2], other]
      expect(await storage.audit((database) => database.list(PARCELS, undefined, 10))).toEqual(all)
      expect(await storage.audit((database) => database.list(PARCELS, sent, 2))).toEqual(all.slice(1, 3))

      const copy = memoryStorage()
      const copied = await copyLedger(storage, copy)
      expect(copied.fingerprint).toMatchObject({ parcels: { count: 4 } })
      expect(await copy.audit((database) => fingerprint(database))).toEqual(copied.fingerprint)
      const back = await copyLedger(copy, storage)
      expect([back.written, back.fingerprint]).toEqual([0, copied.fingerprint])

      expect((await verify(storage)).discrepancies).toEqual([])
      await storage.close()
      if (tamper === null) return
      await tamper("update parcel set note = 'another' where id = 'p2'")
      storage = await open()
      expect((await verify(storage)).discrepancies).toMatchObject([
        { check: 'state', subject: 'every parcel' },
      ])
      await storage.close()
    },
  )
})
