/** What keys ask for, and how accounts and customers are locked, which come before everything else. */
import { BLOCKAGES, CURRENCIES, CUSTOMERS, type Key } from '@tallystick/core'
import type { Row, Session } from './connection.js'
import { Distinct, PAIRS, Pairs, textArray } from './pairs.js'
import { ACCOUNT_COLUMNS, prefixed } from './rows.js'
import { columnsOf } from './tables.js'

/** What the keys ask for, grouped by the statement that locks it. */
export class Wanted {
  readonly accounts = new Distinct()
  readonly systems = new Pairs()
  /** The role of each of `systems`. */
  readonly roles: string[] = []
  readonly customers = new Distinct()
  readonly externals = new Pairs()
  /** Keys of several blockages. */
  readonly holders: Key[] = []
  readonly frozen = new Distinct()
  readonly answers: Key[] = []
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
      case 'answer':
        this.answers.push(key)
        break
      default:
        this.others.push(key)
    }
  }
}

export const FREEZES = `select ${prefixed('b', columnsOf(BLOCKAGES).names)} from ${PAIRS} as p (tenant, account)
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
export function lockAccounts(
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

/** Customers by id and external id, and those of these accounts, which are locked by now. */
export function lockCustomers(
  session: Session,
  { customers, externals }: Wanted,
  accounts: Pairs,
): Promise<readonly Row[]> {
  const values = [...customers.values, ...externals.values, ...accounts.values]
  return session.query(LOCK_CUSTOMERS, values, 'lock_customers')
}

/** No `or`, for which the server would read all customers. */
const LOCK_CUSTOMERS = `select ${prefixed('c', columnsOf(CUSTOMERS).names)},
   (select max(s.at) from standing s where s.tenant = c.tenant and s.subject = c.id)
 from customer c
 where (c.tenant, c.id) in (select * from ${PAIRS}
   union select e.tenant, e.id from customer e
     where (e.tenant, e.external_id) in (select * from unnest($3::text[], $4::text[]))
   union select p.tenant, a.customer from unnest($5::text[], $6::text[]) as p (tenant, id)
     cross join lateral (select a.customer from account a where a.tenant = p.tenant and a.id = p.id limit 1) as a)
 order by c.tenant, c.id for update`

/**
 * The newest times of customers who may be disabled, which affects all their accounts: the unit must not be older than any
 * of their histories. Read once they are locked, because whoever held the lock may have continued them.
 */
export const HISTORIES = `select (select max(s.at) from standing s where s.tenant = p.tenant and s.subject = p.id),
   (select max(a.latest) from account a where a.tenant = p.tenant and a.customer = p.id)
 from ${PAIRS} as p (tenant, id)`
