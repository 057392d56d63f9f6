/**
 * A round of loading: locks what the keys name and what these items bring with them, always in the same order
 * (accounts, then the rest, then customers; each by tenant and id), so units of work never deadlock. Customers come
 * last, because only the accounts show their owners; everything else is requested at once.
 */
import {
  ACCOUNTS,
  type AccountId,
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
import { Distinct, PAIRS, Pairs, textArray } from './pairs.js'
import { ACCOUNT_COLUMNS, ACCOUNT_WIDTH, prefixed, readAccount } from './rows.js'
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
  const { accounts, customers, externals, frozen, holders } = wanted
  const asked: Promise<readonly Key[]>[] = []
  if (accounts.some) {
    asked.push(
      lockAccounts(session, wanted, contended).then((rows) => putAccounts(view, tails, customers, rows)),
    )
  }
  for (const one of together(wanted.others, kindOf)) asked.push(lockRows(session, view, one))
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
  const brought = (await Promise.all(asked)).flat()
  if (customers.some || externals.some) {
    const values = [...customers.values, ...externals.values, textArray(wanted.stopped)]
    const rows = await session.query(LOCK_CUSTOMERS, values, 'lock_customers')
    for (const row of rows) {
      view.put(CUSTOMERS, readItem(CUSTOMERS, row))
      for (const at of row.slice(-2)) view.follows(Number(at))
    }
  }
  return brought
}

/** What the keys ask for, grouped by the statement that locks it. */
class Wanted {
  readonly accounts = new Distinct()
  readonly systems = new Pairs()
  /** The role of each of `systems`. */
  readonly roles: string[] = []
  readonly customers = new Distinct()
  readonly externals = new Pairs()
  /**
   * Customers who may be disabled, which affects all their accounts: the unit must not be older than any of their
   * histories.
   */
  readonly stopped: string[] = []
  /** Keys of several blockages. */
  readonly holders: Key[] = []
  readonly frozen = new Distinct()
  readonly others: Key[] = []

  constructor(keys: readonly Key[]) {
    for (const key of keys) this.add(key)
  }

  private add(key: Key): void {
    switch (key.type) {
      case 'account':
        this.accounts.add(key.tenant, key.id)
        break
      case 'traderOf':
        this.accounts.add(key.tenant, key.account)
        break
      case 'systemOf':
        this.accounts.add(key.tenant, key.account)
        this.systems.add(key.tenant, key.account)
        this.roles.push(key.role)
        break
      case 'customer':
        this.customers.add(key.tenant, key.id)
        this.stopped.push(key.id)
        break
      case 'customerByExternalId':
        this.externals.add(key.tenant, key.externalId)
        break
      case 'freezeOf':
        this.accounts.add(key.tenant, key.account)
        this.frozen.add(key.tenant, key.account)
        break
      case 'blockagesOf':
        this.accounts.add(key.tenant, key.account)
        this.holders.push(key)
        break
      default:
        this.others.push(key)
    }
  }
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

/** Keys of one table and one kind. */
interface Asked {
  readonly table: Table
  readonly lookup: Lookup<Owned>
  readonly keys: Key[]
}

/** Groups keys of one kind, in the order of the tables. */
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
  return [...asked.values()].sort((a, b) => TABLES.indexOf(a.table) - TABLES.indexOf(b.table))
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

/** No `or`, for which the server would read all customers. */
const LOCK_CUSTOMERS = `select ${prefixed('c', columnsOf(CUSTOMERS).names)},
   (select max(s.at) from standing s where s.tenant = c.tenant and s.subject = c.id),
   case when c.id = any($5::text[])
     then (select max(a.latest) from account a where a.tenant = c.tenant and a.customer = c.id) end
 from customer c
 where (c.tenant, c.id) in (select * from ${PAIRS}
   union select e.tenant, e.id from customer e
     where (e.tenant, e.external_id) in (select * from unnest($3::text[], $4::text[])))
 order by c.tenant, c.id for update`

const FREEZES = `select ${prefixed('b', columnsOf(BLOCKAGES).names)} from ${PAIRS} as p (tenant, account)
  join account a on a.tenant = p.tenant and a.id = p.account and a.role is null
  join blockage b on b.tenant = a.tenant and b.id = a.frozen_by`

const GATE = `select a.id from account a where a.tenant = $1 and a.id = any($2::text[])
  order by a.tenant, a.id limit 8 for update`

const ACCOUNTS_LOCKED = `select ${prefixed('a', ACCOUNT_COLUMNS)}, ${prefixed('v', columnsOf(CURRENCIES).names)}
  from account a left join virtual_currency v on v.tenant = a.tenant and v.name = a.currency`
const LOCK_ORDER = 'order by a.tenant, a.id for update of a'
const LOCK_ACCOUNTS_OF_TENANT = `${ACCOUNTS_LOCKED} where a.tenant = $1 and a.id = any($2::text[]) ${LOCK_ORDER}`
const LOCK_ACCOUNTS = `${ACCOUNTS_LOCKED} where (a.tenant, a.id) in (select * from ${PAIRS}) ${LOCK_ORDER}`
const LOCK_ACCOUNTS_AND_SYSTEMS = `${ACCOUNTS_LOCKED}
  where (a.tenant, a.id) in (
    select * from ${PAIRS}
    union select o.tenant, s.role || ':' || o.currency || ':' || o.tenant
      from unnest($3::text[], $4::text[], $5::text[]) as s (tenant, id, role)
      join account o on o.tenant = s.tenant and o.id = s.id and o.role is null)
  ${LOCK_ORDER}`

/** Accounts by id, and system accounts by role. */
function lockAccounts(
  session: Session,
  { accounts, systems, roles }: Wanted,
  contended: boolean,
): Promise<readonly Row[]> {
  if (systems.some) {
    const values = [...accounts.values, ...systems.values, textArray(roles)]
    return session.query(LOCK_ACCOUNTS_AND_SYSTEMS, values, 'lock_accounts_and_systems')
  }
  const tenant = accounts.onlyTenant
  if (tenant === undefined) return session.query(LOCK_ACCOUNTS, accounts.values, 'lock_accounts')
  const values = [tenant, textArray(accounts.names)]
  // Rows that changed while a statement waited for them are read again one by one. So a small statement waits, for
  // the first accounts in order; the next one sees the new state of the others.
  const gate = contended ? session.query(GATE, values, 'gate') : null
  const locked = session.query(LOCK_ACCOUNTS_OF_TENANT, values, 'lock_accounts_of_tenant')
  return gate === null ? locked : Promise.all([locked, gate]).then(([rows]) => rows)
}
