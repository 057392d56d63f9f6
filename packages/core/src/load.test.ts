import { expect, it } from 'vitest'
import type { AccountId, TenantId } from './ids.js'
import { accountKey } from './key.js'
import { gathered, loadInto } from './load.js'
import type { Key } from './tables.js'
import { View } from './view.js'

const ALPHA = 'alpha' as TenantId
const BETA = 'beta' as TenantId
const id = 'a'.repeat(24) as AccountId

/** The keys that are looked for, the last one first. */
function lookedFor(keys: readonly Key[]): readonly Key[] {
  const asked: Key[] = []
  loadInto(new View(), keys, (_table, _lookup, key) => {
    asked.push(key)
    return []
  })
  return asked
}

const systemOf = (role: 'world' | 'fees'): Key => ({ type: 'systemOf', tenant: ALPHA, account: id, role })

it('looks once for what many calls name', () => {
  expect(lookedFor([accountKey(ALPHA, id), accountKey(ALPHA, id)])).toHaveLength(1)
})

it.each([
  ['of two tenants', [accountKey(ALPHA, id), accountKey(BETA, id)]],
  ['that bring different accounts of the ledger', [systemOf('world'), systemOf('fees')]],
  ['of two kinds', [accountKey(ALPHA, id), { type: 'traderOf', tenant: ALPHA, account: id }]],
] as readonly (readonly [string, readonly Key[]])[])('looks for each of the keys %s', (_what, keys) => {
  expect([...lookedFor(keys)].reverse()).toEqual(keys)
})

it('asks once for the items that several calls share, for a few more with each, in the place of the first', () => {
  const book = (of: string, limit: number): Key => ({ type: 'book', tenant: ALPHA, book: of, limit })
  const other = accountKey(ALPHA, id)
  const keys = [book('SELL', 6), other, book('SELL', 6), book('BUY', 6), book('SELL', 8)]
  expect(gathered(keys)).toEqual([book('SELL', 10), other, book('BUY', 6)])
})
