/** Every query uses an index that finds few rows, also in a ledger of millions: SQLite shows its plans. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DEPOSIT_ADDRESSES,
  DEPOSITS,
  type Key,
  type Lookup,
  OUTPUTS,
  type Owned,
  SENDS,
  SIGNATURES,
  TABLES,
  type Table,
  WITHDRAWALS,
} from '@tallystick/core'
import type { Query, Storage } from '@tallystick/engine'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSqlite } from './index.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-plans-'))
const prepare = vi.spyOn(Database.prototype, 'prepare')
let storage: Storage
// Each test has its own connection, which prepares each of its statements once.
beforeEach(async () => {
  storage = await openSqlite({ file: join(folder, 'ledger.db') })
  prepare.mockClear()
})
afterEach(() => storage.close())
afterAll(() => {
  prepare.mockRestore()
  rmSync(folder, { recursive: true, force: true })
})

/** What SQLite says of the one new statement that reads the table. */
async function planOf({ table }: Table, read: () => Promise<unknown>): Promise<string> {
  await read()
  const asked = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes(`from ${table} where`))
  expect(asked).toHaveLength(1)
  const database = prepare.mock.contexts[0] as Database.Database
  const plan = database.prepare<unknown[], { detail: string }>(`explain query plan ${asked[0]}`)
  return plan
    .all(...Array.from(String(asked[0]).matchAll(/\?/g), () => 0))
    .map(({ detail }) => detail)
    .join(' | ')
}

/** Ids that are unique in the file, so nothing else of the key is needed. */
const OF_ALL_TENANTS = ['id=?', 'account=?']

const lookups = TABLES.flatMap((table: Table) =>
  Object.entries(table.keys).map(([type, lookup]): readonly [string, Table, Lookup<Owned>] => [
    type,
    table,
    lookup,
  ]),
)

// Idempotency records have an index of their own: see idempotency-records.ts. Accounts are cached, with their customers.
it.each(lookups.filter(([, { table }]) => !['answer', 'account', 'customer'].includes(table)))(
  '%s is found by all that its key says',
  async (type, table, lookup) => {
    const named = Object.fromEntries(lookup.by.map((name) => [name, 'x']))
    const many = lookup.many === true ? { limit: 1 } : {}
    const key = { type, tenant: 'nobody', ...named, ...many } as unknown as Key
    const plan = await planOf(table, () => storage.query.findAll([key]))
    const columns = /\(([^)]*)\)/.exec(plan)?.[1]?.split(' AND ') ?? []
    if (!OF_ALL_TENANTS.includes(columns.join())) expect(columns, plan).toHaveLength(1 + lookup.by.length)
  },
)

const on = { chain: 'ETH', network: 'mainnet' }
const of = { tenant: 'nobody', account: 'account' }
const lists: readonly (readonly [string, Table, object, string])[] = [
  ['an account', DEPOSIT_ADDRESSES, { where: of }, '_by_account (account=?'],
  ['its assigned', DEPOSIT_ADDRESSES, { where: { ...of, derivationKey: null } }, '_by_account (account=?'],
  ['one address', DEPOSIT_ADDRESSES, { where: { ...of, address: 'x' } }, '_by_a'],
  [
    'unspent outputs of addresses',
    OUTPUTS,
    { part: 'unspent', where: { tenant: 'nobody', ...on, address: { in: ['x'] } } },
    'output_by_address (chain=? AND network=? AND address=?)',
  ],
  ['transactions of a chain under way', SENDS, { part: 'unsettled', where: on }, 'send_unsettled'],
  ['whose transaction it is', SENDS, { where: { ...on, txId: 'x' }, limit: 1 }, 'send_by_tx_id'],
  ['which withdrawals it pays', SENDS, { where: { ...on, minedAs: 'x' } }, 'send_by_mined_as'],
  [
    'what may have been sent',
    SIGNATURES,
    { part: 'open', where: { chain: { in: ['SOL'] }, txId: null } },
    'pending_signature_unsigned',
  ],
  ['those of a tenant', SIGNATURES, { part: 'open', where: { tenant: 'nobody' } }, '_open (tenant=?)'],
  [
    'those of a tenant on a chain',
    SIGNATURES,
    { part: 'open', where: { tenant: 'nobody', chain: 'SOL', txId: null }, limit: 10 },
    '_open (tenant=? AND chain=?',
  ],
  ['what is not settled', SENDS, { part: 'unsettled', limit: 10 }, 'send_unsettled'],
  ['withdrawals underway', WITHDRAWALS, { part: 'underway', where: on }, 'withdrawal_underway'],
  [
    'deposits that are deep enough',
    DEPOSITS,
    { part: 'following', where: { ...on, matures: { to: 1 } }, limit: 10 },
    'deposit_following (chain=? AND network=? AND matures<?)',
  ],
]
const nextPages = lists
  .filter(([, { key }]) => key.length === 1)
  .map(
    ([name, table, query, index]) => [`${name}, next page`, table, { ...query, after: 'x' }, index] as const,
  )

it.each([...lists, ...nextPages])(
  '%s: rows of a list are found by an index of few',
  async (_, table, query, index) => {
    const plan = await planOf(table, () => storage.query.list(table, query as Query<Owned>))
    expect(plan).toContain(index)
  },
)

it('what is counted in a part of a table is counted by its index', async () => {
  const plan = await planOf(WITHDRAWALS, () => storage.query.count(WITHDRAWALS, {}, 'underway'))
  expect(plan).toContain('withdrawal_underway')
})
