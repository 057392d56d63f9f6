/**
 * One round of loading: locks what the keys name and what that brings with it, always in the same order
 * (accounts, then customers, then the rest; each by tenant and id), so that units of work wait for each
 * other and never in a circle.
 */
import type { AccountId, Key, View } from '@tallystick/core'
import type { Row, Session, Value } from './connection.js'
import {
  ACCOUNT_COLUMNS,
  ACCOUNT_WIDTH,
  API_KEY_COLUMNS,
  BLOCKAGE_COLUMNS,
  CURRENCY_COLUMNS,
  CUSTOMER_COLUMNS,
  DEPOSIT_COLUMNS,
  prefixed,
  readAccount,
  readApiKey,
  readBlockage,
  readCurrency,
  readCustomer,
  readDeposit,
} from './rows.js'

/** Where an account's history ends. */
export interface Tail {
  readonly records: number
  readonly height: number
}

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
    return [this.tenants, this.names]
  }
}

const PAIRS = 'unnest($1::text[], $2::text[])'

export async function load(
  session: Session,
  view: View,
  keys: readonly Key[],
): Promise<Map<AccountId, Tail>> {
  const accounts = new Pairs()
  const systems = new Pairs()
  const roles: string[] = []
  const customers = new Pairs()
  const externals = new Pairs()
  const currencies = new Pairs()
  const blockages = new Pairs()
  const holders = new Pairs()
  const deposits = new Pairs()
  const apiKeys = new Pairs()
  const answers = new Pairs()
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
      case 'blockagesOf':
        accounts.add(key.tenant, key.account)
        holders.add(key.tenant, key.account)
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
    }
  }

  const tails = new Map<AccountId, Tail>()
  if (accounts.some || blockages.some) {
    const brought = new Pairs()
    const rows = await lockAccounts(session, accounts, systems, roles, blockages)
    for (const row of rows) {
      const { account, records, height } = readAccount(row)
      view.putAccount(account)
      tails.set(account.id, { records, height })
      if (account.customer !== null) brought.add(account.tenant, account.customer)
      if (row[ACCOUNT_WIDTH] !== null) view.putCurrency(readCurrency(row, ACCOUNT_WIDTH))
    }
    for (const [index, tenant] of brought.tenants.entries()) customers.add(tenant, brought.names[index] ?? '')
  }
  if (customers.some || externals.some) {
    const rows = await session.query(
      `select ${prefixed('c', CUSTOMER_COLUMNS)} from customer c
       where (c.tenant, c.id) in (select * from ${PAIRS})
          or (c.tenant, c.external_id) in (select * from unnest($3::text[], $4::text[]))
       order by c.tenant, c.id for update`,
      [...customers.values, ...externals.values],
      'lock_customers',
    )
    for (const row of rows) view.putCustomer(readCustomer(row))
  }
  const locked = async (
    what: Pairs,
    table: string,
    columns: string,
    name: string,
    put: (row: Row) => void,
  ) => {
    if (!what.some) return
    const rows = await session.query(
      `select ${prefixed('t', columns)} from ${table} t
       where (t.tenant, t.${name}) in (select * from ${PAIRS}) order by t.tenant, t.${name} for update`,
      what.values,
      `lock_${table}_by_${name}`,
    )
    for (const row of rows) put(row)
  }
  await locked(currencies, 'virtual_currency', CURRENCY_COLUMNS, 'name', (row) =>
    view.putCurrency(readCurrency(row)),
  )
  await locked(blockages, 'blockage', BLOCKAGE_COLUMNS, 'id', (row) => view.putBlockage(readBlockage(row)))
  await locked(holders, 'blockage', BLOCKAGE_COLUMNS, 'account', (row) => view.putBlockage(readBlockage(row)))
  await locked(deposits, 'deposit', `${DEPOSIT_COLUMNS}, output`, 'output', (row) =>
    view.putDeposit(readDeposit(row), row[row.length - 1] as string),
  )
  await locked(apiKeys, 'api_key', API_KEY_COLUMNS, 'id', (row) => view.putApiKey(readApiKey(row)))
  await locked(
    answers,
    'answer',
    'tenant, key, request_hash, body, created',
    'key',
    ([tenant, key, hash, body, created]) =>
      view.putAnswer({
        tenant,
        key,
        requestHash: hash,
        body,
        created,
      } as Parameters<View['putAnswer']>[0]),
  )
  return tails
}

/** Accounts by id, the system accounts beside them, and the accounts that hold the blockages. */
function lockAccounts(
  session: Session,
  accounts: Pairs,
  systems: Pairs,
  roles: readonly string[],
  blockages: Pairs,
): Promise<readonly Row[]> {
  const columns = `${prefixed('a', ACCOUNT_COLUMNS)}, ${prefixed('v', CURRENCY_COLUMNS)}`
  const from = `account a left join virtual_currency v on v.tenant = a.tenant and v.name = a.currency`
  const order = 'order by a.tenant, a.id for update of a'
  if (!systems.some && !blockages.some) {
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
    [...accounts.values, ...systems.values, roles, ...blockages.values],
    'lock_accounts_and_more',
  )
}
