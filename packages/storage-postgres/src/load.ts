/**
 * A round of loading: locks what the keys name and what these items bring with them, always in the same order: accounts,
 * customers, API keys, then the other tables, each by tenant and id. So units of work never deadlock, and what guards a
 * list is locked before the list is read. All of it is requested at once. Only a payment waits for its accounts, which
 * show whether they have customers.
 */
import {
  ACCOUNTS,
  type AccountId,
  API_KEYS,
  BLOCKAGES,
  CURRENCIES,
  CUSTOMERS,
  type CustomerId,
  gathered,
  heardBy,
  type Key,
  keysOf,
  type Lookup,
  lookupOf,
  nameOf,
  type Owned,
  TABLES,
  type Table,
  type TenantId,
  type View,
  valuesOf,
} from '@tallystick/core'
import type { Tail } from './columns.js'
import type { Row, Session } from './connection.js'
import { kept } from './kept.js'
import { FREEZES, HISTORIES, lockAccounts, lockCustomers, Wanted } from './locks.js'
import { type Distinct, PAIRS, Pairs } from './pairs.js'
import { ACCOUNT_WIDTH, readAccount } from './rows.js'
import { columnOf, columnsOf, fieldsBy, readDerived, readItem, rowsOf, severalOf } from './tables.js'

/** @param contended Other engines use the same accounts */
export async function load(
  session: Session,
  view: View,
  keys: readonly Key[],
  contended: boolean,
): Promise<Map<AccountId, Tail>> {
  const tails = new Map<AccountId, Tail>()
  const known = new Set<string>()
  // Usually runs once: what was found without locks is still true when everything is locked.
  for (let next = gathered(keys); next.length > 0; ) {
    const all = next.some((key) => brings(key) || isTrader(key)) ? await discover(session, next) : null
    const locked = await lockAll(session, view, all === null ? next : [...all.values()], tails, contended)
    if (locked.length === 0) break
    for (const name of (all ?? named(next)).keys()) known.add(name)
    next = [...named(locked)].flatMap(([name, key]) => (known.has(name) ? [] : [key]))
  }
  return tails
}

/** Returns the keys of items that the items locked now bring with them. */
async function lockAll(
  session: Session,
  view: View,
  keys: readonly Key[],
  tails: Map<AccountId, Tail>,
  contended: boolean,
): Promise<readonly Key[]> {
  const wanted = new Wanted(keys)
  kept.wanted = wanted
  const { accounts, customers, externals, frozen, holders, answers, others } = wanted
  const asked: Promise<readonly Key[]>[] = []
  if (accounts.some) {
    asked.push(
      lockAccounts(session, wanted, contended).then((rows) => putAccounts(view, tails, customers, rows)),
    )
  }
  const named = customers.some || externals.some
  // A payment locks nothing after its customers, and looks for them only if its accounts have any.
  const early = named || others.length > 0
  if (named || (early && accounts.some)) {
    asked.push(lockCustomers(session, wanted, accounts).then((rows) => putCustomers(view, rows)))
  }
  if (customers.some) {
    const { values } = customers
    asked.push(session.query(HISTORIES, values, 'load_histories').then((rows) => follow(view, rows)))
  }
  for (const one of together(others, kindOf)) asked.push(lockRows(session, view, one))
  // Not locked themselves: blockages change only under the lock of their account, which is held by now.
  if (frozen.some) {
    asked.push(session.query(FREEZES, frozen.values, 'load_freezes').then((rows) => putFreezes(view, rows)))
  }
  if (holders.length > 0) {
    for (const one of together(holders, kindOf)) {
      const { text, values } = severalOf(one.table, one.lookup, widest(one))
      asked.push(session.query(text, values, 'load_holds').then((rows) => putSeveral(view, one, rows)))
    }
  }
  for (const one of together(answers, kindOf)) asked.push(readRows(session, view, one))
  const brought = (await Promise.all(asked)).flat()
  if (!early && customers.some) putCustomers(view, await lockCustomers(session, wanted, NO_ACCOUNTS))
  return brought
}

/** Puts accounts and their currencies into the view; collects their customers. */
function putAccounts(
  view: View,
  tails: Map<AccountId, Tail>,
  customers: Distinct,
  rows: readonly Row[],
): readonly Key[] {
  for (const row of rows) {
    const { account, records, height, latest } = readAccount(row)
    view.putAccount(account)
    view.follows(latest)
    tails.set(account.id, { records, height, latest })
    if (account.customer !== null) customers.add(account.tenant, account.customer)
    if (row[ACCOUNT_WIDTH] !== null) view.put(CURRENCIES, readItem(CURRENCIES, row, ACCOUNT_WIDTH))
  }
  return []
}

function putCustomers(view: View, rows: readonly Row[]): readonly Key[] {
  for (const row of rows) view.put(CUSTOMERS, readItem(CUSTOMERS, row))
  return follow(
    view,
    rows.map((row) => row.slice(-1)),
  )
}

/** The unit of work is not older than any of these times. */
function follow(view: View, rows: readonly Row[]): readonly Key[] {
  for (const at of rows.flat()) view.follows(Number(at))
  return []
}

function putFreezes(view: View, rows: readonly Row[]): readonly Key[] {
  for (const row of rows) view.put(BLOCKAGES, readItem(BLOCKAGES, row))
  return []
}

/** Puts the items of keys of several into the view, with how far they reach. */
function putSeveral(view: View, { table, lookup, keys }: Asked, rows: readonly Row[]): readonly Key[] {
  const items = rows.map((row) => readItem(table, row))
  for (const item of items) view.put(table, item)
  for (const key of widest({ table, lookup, keys }))
    view.reaches(key, items.filter(foundBy(table, lookup, key)))
  return broughtBy(table, items, keys)
}

const foundBy = (table: Table, lookup: Lookup<Owned>, key: Key) => (item: Owned) =>
  item.tenant === key.tenant &&
  lookup.by.every((name) => table.valueOf(item, name) === Reflect.get(key, lookup.as ?? name))

/** Of keys that find the same items, the one that asks for the most. */
function widest({ lookup, keys }: Asked): Key[] {
  const widest = new Map<string, Key>()
  for (const key of keys) {
    const place = nameOf([key.tenant, ...valuesOf(lookup, key)])
    const known = widest.get(place)
    if (known === undefined || limitOf(known) < limitOf(key)) widest.set(place, key)
  }
  return [...widest.values()]
}

/** Keys of one kind are loaded by one statement: they look in the same columns, for rows of the same state. */
const kindOf = ({ by, only = {} }: Lookup<Owned>): string => [...by, ...Object.entries(only).flat()].join('_')

const nameFor = ({ table, lookup }: Asked): string => `${table.table}_by_${kindOf(lookup)}`

function oneOf({ table, lookup, keys }: Asked) {
  const { where, values, name } = rowsOf(table, lookup, keys)
  const text = `select ${columnsOf(table).names} from ${table.table} t where ${where}`
  return { text, values, name: `find_${table.table}_by_${name}` }
}

function severalNamed(asked: Asked) {
  const { text, values } = severalOf(asked.table, asked.lookup, widest(asked))
  return { text, values, name: `several_${nameFor(asked)}` }
}

const limitOf = (key: Key): number => ('limit' in key ? key.limit : 0)

/** Locks rows of one table, always in the same order. */
async function lockRows(session: Session, view: View, asked: Asked): Promise<readonly Key[]> {
  const { table, lookup, keys } = asked
  if (lookup.many === true) {
    const { text, values } = severalOf(table, lookup, widest(asked), 'for update')
    return putSeveral(view, asked, await session.query(text, values, `lock_several_${nameFor(asked)}`))
  }
  const { where, values, name } = rowsOf(table, lookup, keys)
  const by = fieldsBy(table, lookup).map((field) => columnOf(field))
  const rows = await session.query(
    `select ${columnsOf(table).names} from ${table.table} t where ${where}
       order by ${['tenant', ...by].join(', ')} for update`,
    values,
    `lock_${table.table}_by_${name}`,
  )
  const items = rows.map((row) => {
    const item = readItem(table, row)
    view.put(table, item, readDerived(table, row))
    return item
  })
  return broughtBy(table, items, keys)
}

/**
 * Answers, which never change. Of two calls with one key, the second waits at the first row that both lock, so what it
 * reads after that has the answer of the first.
 */
async function readRows(session: Session, view: View, asked: Asked): Promise<readonly Key[]> {
  const { text, values, name } = oneOf(asked)
  for (const row of await session.query(text, values, name)) view.put(asked.table, readItem(asked.table, row))
  return []
}

/** Keys of one table and one kind. */
interface Asked {
  readonly table: Table
  readonly lookup: Lookup<Owned>
  readonly keys: Key[]
}

const NO_ACCOUNTS = new Pairs()

/** API keys first, because they guard lists, as customers do: a list is read only once whoever guards it is locked. */
const ORDER: readonly Table[] = [...new Set<Table>([API_KEYS, ...TABLES])]

/** Groups keys of one kind, in the order in which tables are locked. */
function together(
  keys: readonly Key[],
  kind: (lookup: Lookup<Owned>, type: string) => string,
): readonly Asked[] {
  const asked = new Map<string, Asked>()
  for (const key of keys) {
    const { table, lookup } = lookupOf(key.type)
    const name = `${table.list} ${kind(lookup, key.type)}`
    const known = asked.get(name)
    if (known === undefined) asked.set(name, { table, lookup, keys: [key] })
    else known.keys.push(key)
  }
  return [...asked.values()].sort((a, b) => ORDER.indexOf(a.table) - ORDER.indexOf(b.table))
}

/** Each key once: calls of one batch name the same accounts and pairs. */
const named = (keys: readonly Key[]): Map<string, Key> => new Map(keys.map((key) => [nameOfKey(key), key]))

function nameOfKey(key: Key): string {
  let name = ''
  for (const field in key) name += `${field}\0${String(Reflect.get(key, field))}\0`
  return name
}

/** What accounts bring with them is requested together with them. */
const brings = ({ type }: Key): boolean => {
  const { table, lookup } = lookupOf(type)
  return table !== ACCOUNTS && (lookup.follow !== undefined || lookup.beside !== undefined)
}

type TraderKey = Extract<Key, { readonly type: 'traderOf' }>
const isTrader = (key: Key): key is TraderKey => key.type === 'traderOf'

/** Who hears of the trades of these accounts. The customer of an account never changes, so this needs no lock. */
async function heardByTraders(session: Session, keys: readonly TraderKey[]): Promise<readonly Key[]> {
  if (keys.length === 0) return []
  const accounts = new Pairs()
  for (const { tenant, account } of keys) accounts.add(tenant, account)
  const rows = await session.query(FIND_TRADERS, accounts.values, 'find_traders')
  return rows.flatMap(([tenant, customer]) => heardBy(tenant as TenantId, customer as CustomerId))
}

const FIND_TRADERS = `select a.tenant, a.customer from account a
 where a.customer is not null and (a.tenant, a.id) in (select * from ${PAIRS})`

/** Finds the keys, and those of the items that they bring with them, before all of it is locked in one order. */
async function discover(session: Session, keys: readonly Key[]): Promise<ReadonlyMap<string, Key>> {
  const all = named(keys)
  const traders = [...all.values()].filter(isTrader)
  for (const key of await heardByTraders(session, traders)) all.set(nameOfKey(key), key)
  for (let next = [...all.values()].filter(brings); next.length > 0; ) {
    const found = next.flatMap((key) => keysOf(lookupOf(key.type).lookup.beside?.(key)))
    const asked = together(
      next.filter(({ type }) => lookupOf(type).lookup.follow !== undefined),
      (_lookup, type) => type,
    )
    const read = asked.map(async (those) => {
      const { table, lookup, keys: own } = those
      const { text, values, name } = lookup.many === true ? severalNamed(those) : oneOf(those)
      const rows = await session.query(text, values, name)
      return broughtBy(
        table,
        rows.map((row) => readItem(table, row)),
        own,
      )
    })
    found.push(...(await Promise.all(read)).flat())
    const fresh = named(found)
    for (const [name, key] of fresh) {
      if (all.has(name)) fresh.delete(name)
      else all.set(name, key)
    }
    next = [...fresh.values()].filter(brings)
  }
  return all
}

/** What the items bring with them, according to the keys that found them. */
function broughtBy(table: Table, items: readonly Owned[], keys: readonly Key[]): readonly Key[] {
  const following = keys.filter(({ type }) => lookupOf(type).lookup.follow !== undefined)
  if (following.length === 0) return []
  const asked = new Map<string, Key[]>()
  for (const key of following) {
    const place = nameOf([key.tenant, ...valuesOf(lookupOf(key.type).lookup, key)])
    asked.set(place, [...(asked.get(place) ?? []), key])
  }
  return items.flatMap((item) => {
    const by = lookupOf(following[0]?.type ?? '').lookup.by
    const place = nameOf([item.tenant, ...by.map((name) => table.valueOf(item, name))])
    return (asked.get(place) ?? []).flatMap((key) => keysOf(lookupOf(key.type).lookup.follow?.(item, key)))
  })
}
