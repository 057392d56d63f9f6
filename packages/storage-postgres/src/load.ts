/**
 * One round of loading: locks what the keys name and what that brings with it, always in the same order
 * (accounts, then the rest, then customers; each by tenant and id), so that units of work wait for each
 * other and never in a circle. Customers come last because only the accounts tell whose they are: all else
 * is asked for at once.
 */
import type { AccountId, Key, Timestamp, View } from '@tallystick/core'
import type { Row, Session, Value } from './connection.js'
import {
  ACCOUNT_COLUMNS,
  ACCOUNT_WIDTH,
  ANSWER_COLUMNS,
  API_KEY_COLUMNS,
  BLOCKAGE_COLUMNS,
  CURRENCY_COLUMNS,
  CUSTOMER_COLUMNS,
  DEPOSIT_COLUMNS,
  prefixed,
  readAccount,
  readAnswer,
  readApiKey,
  readBlockage,
  readCurrency,
  readCustomer,
  readDeposit,
  readStanding,
  STANDING_COLUMNS,
} from './rows.js'
import { loadSends } from './sends.js'
import { arrayOf } from './statement.js'

/** Where an account's history ends. */
export interface Tail {
  readonly records: number
  readonly height: number
  /** The newest time in the account's history: of an entry, or of how it stands. */
  readonly latest: Timestamp
}

export const NO_TAIL: Tail = { records: 0, height: 0, latest: 0 }

const textArray = (texts: readonly string[]): string => arrayOf('text', texts, (text) => text)

/** Pairs of columns that name rows, as two arrays for `unnest`. */
class Pairs {
  readonly tenants: string[] = []
  readonly names: string[] = []

  add(tenant: string, name: string): void {
    this.tenants.push(tenant)
    this.names.push(name)
  }

  get some(): boolean {
    return this.names.length > 0
  }

  get values(): readonly Value[] {
    return [textArray(this.tenants), textArray(this.names)]
  }
}

/** Hot accounts are named by many calls of a batch. */
class Distinct extends Pairs {
  private readonly known = new Map<string, Set<string>>()

  override add(tenant: string, name: string): void {
    let names = this.known.get(tenant)
    if (names === undefined) {
      names = new Set()
      this.known.set(tenant, names)
    }
    if (names.has(name)) return
    names.add(name)
    super.add(tenant, name)
  }

  /** Nearly always, a batch is one tenant's. */
  get onlyTenant(): string | undefined {
    return this.known.size === 1 ? this.tenants[0] : undefined
  }
}

const PAIRS = 'unnest($1::text[], $2::text[])'

/** @param contended Other engines are at the same accounts. */
export async function load(
  session: Session,
  view: View,
  keys: readonly Key[],
  contended: boolean,
): Promise<Map<AccountId, Tail>> {
  const accounts = new Distinct()
  const systems = new Pairs()
  const roles: string[] = []
  const customers = new Distinct()
  const externals = new Pairs()
  /** Customers who may be stopped, which stops all their accounts: it is not older than any of their histories. */
  const named: string[] = []
  const currencies = new Pairs()
  const blockages = new Pairs()
  const holders = new Pairs()
  const counts: number[] = []
  const frozen = new Distinct()
  const deposits = new Pairs()
  const apiKeys = new Pairs()
  const answers = new Pairs()
  const standings = new Pairs()
  const times: number[] = []
  const sends: Parameters<typeof loadSends>[2][number][] = []
  for (const key of keys) {
    switch (key.type) {
      case 'account':
        accounts.add(key.tenant, key.id)
        break
      case 'systemOf':
        accounts.add(key.tenant, key.account)
        systems.add(key.tenant, key.account)
        roles.push(key.role)
        break
      case 'customer':
        customers.add(key.tenant, key.id)
        named.push(key.id)
        break
      case 'customerByExternalId':
        externals.add(key.tenant, key.externalId)
        break
      case 'currency':
        currencies.add(key.tenant, key.name)
        break
      case 'blockage':
        blockages.add(key.tenant, key.id)
        break
      case 'freezeOf':
        accounts.add(key.tenant, key.account)
        frozen.add(key.tenant, key.account)
        break
      case 'blockagesOf':
        accounts.add(key.tenant, key.account)
        holders.add(key.tenant, key.account)
        counts.push(key.limit)
        break
      case 'deposit':
        deposits.add(key.tenant, key.output)
        break
      case 'apiKey':
        apiKeys.add(key.tenant, key.id)
        break
      case 'answer':
        answers.add(key.tenant, key.key)
        break
      case 'standing':
        standings.add(key.tenant, key.subject)
        times.push(key.at)
        break
      case 'send':
      case 'claim':
      case 'signature':
        sends.push(key)
        break
    }
  }

  const tails = new Map<AccountId, Tail>()
  const asked: Promise<void>[] = []
  if (accounts.some || blockages.some) {
    const locked = lockAccounts(session, accounts, systems, roles, blockages, contended)
    asked.push(
      locked.then((rows) => {
        for (const row of rows) {
          const { account, ...tail } = readAccount(row)
          view.putAccount(account)
          view.follows(tail.latest)
          tails.set(account.id, tail)
          if (account.customer !== null) customers.add(account.tenant, account.customer)
          if (row[ACCOUNT_WIDTH] !== null) view.putCurrency(readCurrency(row, ACCOUNT_WIDTH))
        }
      }),
    )
  }
  const lock = (what: Pairs, table: string, columns: string, name: string, put: (row: Row) => void): void => {
    if (!what.some) return
    const locked = session.query(
      `select ${prefixed('t', columns)} from ${table} t
       where (t.tenant, t.${name}) in (select * from ${PAIRS}) order by t.tenant, t.${name} for update`,
      what.values,
      `lock_${table}_by_${name}`,
    )
    asked.push(
      locked.then((rows) => {
        for (const row of rows) put(row)
      }),
    )
  }
  lock(currencies, 'virtual_currency', CURRENCY_COLUMNS, 'name', (row) => view.putCurrency(readCurrency(row)))
  lock(blockages, 'blockage', BLOCKAGE_COLUMNS, 'id', (row) => view.putBlockage(readBlockage(row)))
  // Not locked themselves: blockages come and go with the lock of their account, which is held by now.
  const held = (what: Pairs, text: string, name: string, more: readonly Value[] = []): void => {
    if (!what.some) return
    const found = session.query(text, [...what.values, ...more], name)
    asked.push(
      found.then((rows) => {
        for (const row of rows) view.putBlockage(readBlockage(row))
      }),
    )
  }
  held(frozen, FREEZES, 'load_freezes')
  held(holders, HOLDS, 'load_holds', [counts])
  lock(deposits, 'deposit', `${DEPOSIT_COLUMNS}, output`, 'output', (row) =>
    view.putDeposit(readDeposit(row), row[row.length - 1] as string),
  )
  lock(apiKeys, 'api_key', API_KEY_COLUMNS, 'id', (row) => view.putApiKey(readApiKey(row)))
  lock(answers, 'answer', ANSWER_COLUMNS, 'key', (row) => view.putAnswer(readAnswer(row)))
  await Promise.all(asked)
  if (customers.some || externals.some) {
    const rows = await session.query(
      `select ${prefixed('c', CUSTOMER_COLUMNS)},
         (select max(s.at) from standing s where s.tenant = c.tenant and s.subject = c.id),
         case when c.id = any($5::text[])
           then (select max(a.latest) from account a where a.tenant = c.tenant and a.customer = c.id) end
       from customer c
       where (c.tenant, c.id) in (select * from ${PAIRS})
          or (c.tenant, c.external_id) in (select * from unnest($3::text[], $4::text[]))
       order by c.tenant, c.id for update`,
      [...customers.values, ...externals.values, textArray(named)],
      'lock_customers',
    )
    for (const row of rows) {
      view.putCustomer(readCustomer(row))
      for (const at of row.slice(-2)) view.follows(Number(at))
    }
  }
  // Not locked themselves: they change with their subject only, whose lock is held by now.
  if (standings.some) {
    const rows = await session.query(
      `select ${STANDING_COLUMNS} from standing where (tenant, subject, at) in
         (select * from unnest($1::text[], $2::text[], $3::bigint[]))`,
      [...standings.values, times],
      'load_standings',
    )
    for (const row of rows) view.putStanding(readStanding(row))
  }
  if (sends.length > 0) await loadSends(session, view, sends)
  return tails
}

const FREEZES = `select ${prefixed('b', BLOCKAGE_COLUMNS)} from ${PAIRS} as p (tenant, account)
  join account a on a.tenant = p.tenant and a.id = p.account and a.role is null
  join blockage b on b.tenant = a.tenant and b.id = a.frozen_by`

const HOLDS = `select b.* from unnest($1::text[], $2::text[], $3::bigint[]) as p (tenant, account, most)
  cross join lateral (select ${BLOCKAGE_COLUMNS} from blockage
    where tenant = p.tenant and account = p.account order by id limit p.most) as b`

const GATE = `select a.id from account a where a.tenant = $1 and a.id = any($2::text[])
  order by a.tenant, a.id limit 8 for update`

/** Accounts by id, the system accounts beside them, and the accounts that hold the blockages. */
function lockAccounts(
  session: Session,
  accounts: Distinct,
  systems: Pairs,
  roles: readonly string[],
  blockages: Pairs,
  contended: boolean,
): Promise<readonly Row[]> {
  const columns = `${prefixed('a', ACCOUNT_COLUMNS)}, ${prefixed('v', CURRENCY_COLUMNS)}`
  const from = `account a left join virtual_currency v on v.tenant = a.tenant and v.name = a.currency`
  const order = 'order by a.tenant, a.id for update of a'
  if (!systems.some && !blockages.some) {
    const tenant = accounts.onlyTenant
    if (tenant !== undefined) {
      const values = [tenant, textArray(accounts.names)]
      // Rows that changed while a statement waited for them must be found anew, one by one. So it is a small
      // one that waits, for the first accounts of all; the one after it sees what has become of the rest.
      const gate = contended ? session.query(GATE, values, 'gate') : null
      const locked = session.query(
        `select ${columns} from ${from} where a.tenant = $1 and a.id = any($2::text[]) ${order}`,
        values,
        'lock_accounts_of_tenant',
      )
      return gate === null ? locked : Promise.all([locked, gate]).then(([rows]) => rows)
    }
    return session.query(
      `select ${columns} from ${from} where (a.tenant, a.id) in (select * from ${PAIRS}) ${order}`,
      accounts.values,
      'lock_accounts',
    )
  }
  return session.query(
    `select ${columns} from ${from}
     where (a.tenant, a.id) in (
       select * from ${PAIRS}
       union select o.tenant, s.role || ':' || o.currency || ':' || o.tenant
         from unnest($3::text[], $4::text[], $5::text[]) as s (tenant, id, role)
         join account o on o.tenant = s.tenant and o.id = s.id and o.role is null
       union select b.tenant, b.account from blockage b
         where (b.tenant, b.id) in (select * from unnest($6::text[], $7::text[])))
     ${order}`,
    [...accounts.values, ...systems.values, textArray(roles), ...blockages.values],
    'lock_accounts_and_more',
  )
}
