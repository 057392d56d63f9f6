/**
 * One round of bulk writing: each table gets at most one insert and one update, fed by arrays, and all of
 * them travel as one statement. What several changes of a batch did to one row is folded before.
 */
import {
  type Account,
  type AccountId,
  type Answer,
  type ApiKey,
  type Blockage,
  type BlockageId,
  type Charge,
  type Customer,
  type CustomerId,
  type Deposit,
  depositOutput,
  type Entry,
  type View,
  type VirtualCurrency,
} from '@tallystick/core'
import type { Session, Value } from './connection.js'
import type { Tail } from './load.js'

type Cell = string | number | boolean | null

/** A column: its name, its type on the server, and how a thing says it. */
type Column<T> = readonly [name: string, type: string, of: (thing: T) => Cell]

const ENTRY: readonly Column<NumberedEntry>[] = [
  ['tenant', 'text', ({ entry }) => entry.tenant],
  ['reference', 'uuid', ({ entry }) => entry.reference],
  ['height', 'bigint', ({ height }) => height],
  ['created', 'bigint', ({ entry }) => entry.created],
  ['operation', 'text', ({ entry }) => entry.operation],
  ['currency', 'text', ({ entry }) => entry.currency],
  ['scale', 'int', ({ entry }) => entry.scale],
  ['anonymous', 'boolean', ({ entry }) => entry.anonymous],
  ['amount', 'numeric', ({ entry }) => entry.amount.toString()],
  ['debit', 'text', ({ entry }) => entry.debit.account],
  ['debit_number', 'bigint', ({ debitNumber }) => debitNumber],
  ['debit_balance', 'numeric', ({ entry }) => entry.debit.balance.toString()],
  ['debit_value', 'numeric', ({ entry }) => entry.debit.value?.toString() ?? null],
  ['debit_value_currency', 'text', ({ entry }) => entry.debit.valueCurrency],
  ['credit', 'text', ({ entry }) => entry.credit.account],
  ['credit_number', 'bigint', ({ creditNumber }) => creditNumber],
  ['credit_balance', 'numeric', ({ entry }) => entry.credit.balance.toString()],
  ['credit_value', 'numeric', ({ entry }) => entry.credit.value?.toString() ?? null],
  ['credit_value_currency', 'text', ({ entry }) => entry.credit.valueCurrency],
  ['price_source', 'text', ({ entry }) => entry.pricing.source],
  ['priced_at', 'bigint', ({ entry }) => entry.pricing.timestamp],
  ['details', 'text', ({ entry }) => (entry.details === null ? null : JSON.stringify(entry.details))],
  ['custom_reference', 'text', ({ entry }) => entry.details?.customReference ?? null],
]

const ACCOUNT_KEY: readonly Column<SettledAccount>[] = [
  ['tenant', 'text', ({ account }) => account.tenant],
  ['id', 'text', ({ account }) => account.id],
]

/** What may change of an account, apart from what a payment moves. */
const ACCOUNT_STATE: readonly Column<SettledAccount>[] = [
  ['blocked', 'numeric', ({ account }) => account.blocked.toString()],
  ['frozen_by', 'text', ({ account }) => account.frozenBy],
  ['active', 'boolean', ({ account }) => account.active],
  ['account_code', 'text', ({ account }) => account.accountCode],
  ['account_number', 'text', ({ account }) => account.accountNumber],
  ['xpub', 'text', ({ account }) => account.xpub],
]

const ACCOUNT_TAIL: readonly Column<SettledAccount>[] = [
  ['balance', 'numeric', ({ account }) => account.balance.toString()],
  ['records', 'bigint', ({ tail }) => tail.records],
  ['height', 'bigint', ({ tail }) => tail.height],
]

const ACCOUNT_FIXED: readonly Column<SettledAccount>[] = [
  ['currency', 'text', ({ account }) => account.currency],
  ['scale', 'int', ({ account }) => account.scale],
  ['customer', 'text', ({ account }) => account.customer],
  ['role', 'text', ({ account }) => account.role],
  ['accounting_currency', 'text', ({ account }) => account.accountingCurrency],
  ['created', 'bigint', ({ account }) => account.created],
]

const CUSTOMER_KEY: readonly Column<Customer>[] = [
  ['tenant', 'text', (customer) => customer.tenant],
  ['id', 'text', (customer) => customer.id],
]

const CUSTOMER_STATE: readonly Column<Customer>[] = [
  ['enabled', 'boolean', (customer) => customer.enabled],
  ['active', 'boolean', (customer) => customer.active],
  ['accounting_currency', 'text', (customer) => customer.accountingCurrency],
  ['customer_country', 'text', (customer) => customer.customerCountry],
  ['provider_country', 'text', (customer) => customer.providerCountry],
  ['active_accounts', 'bigint', (customer) => customer.activeAccounts],
]

const CUSTOMER_FIXED: readonly Column<Customer>[] = [
  ['external_id', 'text', (customer) => customer.externalId],
  ['created', 'bigint', (customer) => customer.created],
]

const BLOCKAGE: readonly Column<Blockage>[] = [
  ['tenant', 'text', (blockage) => blockage.tenant],
  ['id', 'text', (blockage) => blockage.id],
  ['account', 'text', (blockage) => blockage.account],
  ['amount', 'numeric', (blockage) => blockage.amount.toString()],
  ['type', 'text', (blockage) => blockage.type],
  ['description', 'text', (blockage) => blockage.description],
  ['is_freeze', 'boolean', (blockage) => blockage.freeze],
  ['created', 'bigint', (blockage) => blockage.created],
]

const CURRENCY_KEY: readonly Column<VirtualCurrency>[] = [
  ['tenant', 'text', (currency) => currency.tenant],
  ['name', 'text', (currency) => currency.name],
]

const CURRENCY_STATE: readonly Column<VirtualCurrency>[] = [
  ['base_rate', 'text', (currency) => currency.baseRate],
  ['base_pair', 'text', (currency) => currency.basePair],
  ['description', 'text', (currency) => currency.description],
]

const CURRENCY_FIXED: readonly Column<VirtualCurrency>[] = [
  ['scale', 'int', (currency) => currency.scale],
  ['account', 'text', (currency) => currency.account],
  ['customer', 'text', (currency) => currency.customer],
  ['created', 'bigint', (currency) => currency.created],
]

const DEPOSIT_KEY: readonly Column<Deposit>[] = [
  ['tenant', 'text', (deposit) => deposit.tenant],
  ['id', 'text', (deposit) => deposit.id],
]

const DEPOSIT_STATE: readonly Column<Deposit>[] = [
  ['amount', 'numeric', (deposit) => deposit.amount.toString()],
  ['sender', 'text', (deposit) => deposit.from],
  ['derivation_key', 'bigint', (deposit) => deposit.derivationKey],
  ['block_height', 'bigint', (deposit) => deposit.blockHeight],
  ['block_hash', 'text', (deposit) => deposit.blockHash],
  ['status', 'text', (deposit) => deposit.status],
  ['spent', 'boolean', (deposit) => deposit.spent],
  ['reference', 'text', (deposit) => deposit.reference],
]

const DEPOSIT_FIXED: readonly Column<Deposit>[] = [
  ['output', 'text', (deposit) => depositOutput(deposit)],
  ['account', 'text', (deposit) => deposit.account],
  ['currency', 'text', (deposit) => deposit.currency],
  ['scale', 'int', (deposit) => deposit.scale],
  ['tx_id', 'text', (deposit) => deposit.txId],
  ['vout', 'bigint', (deposit) => deposit.vout],
  ['address', 'text', (deposit) => deposit.address],
  ['xpub', 'text', (deposit) => deposit.xpub],
  ['created', 'bigint', (deposit) => deposit.created],
]

const API_KEY_KEY: readonly Column<ApiKey>[] = [
  ['tenant', 'text', (apiKey) => apiKey.tenant],
  ['id', 'text', (apiKey) => apiKey.id],
]

const API_KEY_STATE: readonly Column<ApiKey>[] = [
  ['name', 'text', (apiKey) => apiKey.name],
  ['plan', 'text', (apiKey) => apiKey.plan],
  ['frozen', 'boolean', (apiKey) => apiKey.frozen],
  ['revoked', 'boolean', (apiKey) => apiKey.revoked],
]

const API_KEY_FIXED: readonly Column<ApiKey>[] = [
  ['hash', 'text', (apiKey) => apiKey.hash],
  ['hint', 'text', (apiKey) => apiKey.hint],
  ['network', 'text', (apiKey) => apiKey.network],
  ['created', 'bigint', (apiKey) => apiKey.created],
]

const ANSWER: readonly Column<Answer>[] = [
  ['tenant', 'text', (answer) => answer.tenant],
  ['key', 'text', (answer) => answer.key],
  ['request_hash', 'text', (answer) => answer.requestHash],
  ['body', 'text', (answer) => answer.body],
  ['created', 'bigint', (answer) => answer.created],
]

const CHARGE: readonly Column<Charge>[] = [
  ['tenant', 'text', (charge) => charge.tenant],
  ['api_key', 'text', (charge) => charge.apiKey],
  ['day', 'text', (charge) => charge.day],
  ['credits', 'bigint', (charge) => charge.credits],
]

interface NumberedEntry {
  readonly entry: Entry
  readonly height: number
  readonly debitNumber: number
  readonly creditNumber: number
}

interface SettledAccount {
  readonly account: Account
  readonly tail: Tail
}

/** The statement as it grows: parts that each write one table, and their parameters. */
class Statement {
  private readonly parts: string[] = []
  readonly values: Value[] = []
  private readonly shapes: string[] = []

  insert<T>(table: string, columns: readonly Column<T>[], things: readonly T[], conflict = ''): void {
    if (things.length === 0) return
    const names = columns.map(([name]) => name).join(', ')
    this.add(
      `+${table}`,
      `insert into ${table} (${names}) select * from ${this.rows(columns, things)} ${conflict}`,
    )
  }

  update<T>(
    table: string,
    key: readonly Column<T>[],
    columns: readonly Column<T>[],
    things: readonly T[],
  ): void {
    if (things.length === 0) return
    const all = [...key, ...columns]
    const names = all.map(([name]) => name).join(', ')
    const sets = columns.map(([name]) => `${name} = n.${name}`).join(', ')
    const match = key.map(([name]) => `t.${name} = n.${name}`).join(' and ')
    this.add(
      `=${table}.${columns.length}`,
      `update ${table} t set ${sets} from ${this.rows(all, things)} as n (${names}) where ${match}`,
    )
  }

  delete<T>(table: string, key: readonly Column<T>[], things: readonly T[]): void {
    if (things.length === 0) return
    const names = key.map(([name]) => name).join(', ')
    this.add(
      `-${table}`,
      `delete from ${table} where (${names}) in (select * from ${this.rows(key, things)})`,
    )
  }

  /** The writer's own count, without which nothing is written: it tells later whether the commit took place. */
  count(writer: string, units: number): void {
    this.values.push(writer, units)
    const at = this.values.length
    this.add('unit', `update writer set units = $${at}::bigint where id = $${at - 1}`)
  }

  get text(): string {
    return `with ${this.parts.map((part, index) => `w${index} as (${part})`).join(', ')} select 1`
  }

  /** The same parts in the same order are the same statement, prepared once. */
  get name(): string {
    return this.shapes.join('')
  }

  private add(shape: string, part: string): void {
    this.shapes.push(shape)
    this.parts.push(part)
  }

  private rows<T>(columns: readonly Column<T>[], things: readonly T[]): string {
    const arrays = columns.map(([, type, of]) => {
      this.values.push(things.map(of))
      return `$${this.values.length}::${type}[]`
    })
    return `unnest(${arrays.join(', ')})`
  }
}

/** @param tails Where the loaded accounts' histories end; moved on to where they end now. */
export async function write(
  session: Session,
  view: View,
  tails: Map<AccountId, Tail>,
  unit: { readonly writer: string; readonly number: number },
): Promise<void> {
  const entries: NumberedEntry[] = []
  const opened = new Set<AccountId>()
  const updated = new Set<AccountId>()
  const moved = new Set<AccountId>()
  const createdCustomers = new Set<CustomerId>()
  const updatedCustomers = new Set<CustomerId>()
  const placed = new Map<BlockageId, Blockage>()
  const released: Blockage[] = []
  const currencies = {
    created: new Map<string, VirtualCurrency>(),
    updated: new Map<string, VirtualCurrency>(),
  }
  const deposits = { created: new Map<string, Deposit>(), updated: new Map<string, Deposit>() }
  const apiKeys = { created: new Map<string, ApiKey>(), updated: new Map<string, ApiKey>() }
  const answers: Answer[] = []
  const charges = new Map<string, Charge>()

  for (const change of view.changes) {
    switch (change.type) {
      case 'entry.posted': {
        const { entry } = change
        const debit = tails.get(entry.debit.account) ?? { records: 0, height: 0 }
        const credit = tails.get(entry.credit.account) ?? { records: 0, height: 0 }
        const height = Math.max(debit.height, credit.height) + 1
        entries.push({ entry, height, debitNumber: debit.records + 1, creditNumber: credit.records + 1 })
        tails.set(entry.debit.account, { records: debit.records + 1, height })
        tails.set(entry.credit.account, { records: credit.records + 1, height })
        moved.add(entry.debit.account).add(entry.credit.account)
        break
      }
      case 'account.opened':
        opened.add(change.account.id)
        break
      case 'account.updated':
        updated.add(change.account.id)
        break
      case 'blockage.placed':
        placed.set(change.blockage.id, change.blockage)
        updated.add(change.blockage.account)
        break
      case 'blockage.released':
        if (!placed.delete(change.blockage.id)) released.push(change.blockage)
        updated.add(change.blockage.account)
        break
      case 'customer.created':
        createdCustomers.add(change.customer.id)
        break
      case 'customer.updated':
        updatedCustomers.add(change.customer.id)
        // One by one and in order: a name may go from one customer to the next within a batch.
        if (
          change.previousExternalId !== change.customer.externalId &&
          !createdCustomers.has(change.customer.id)
        ) {
          await session.query('update customer set external_id = $3 where tenant = $1 and id = $2', [
            change.customer.tenant,
            change.customer.id,
            change.customer.externalId,
          ])
        }
        break
      case 'currency.created':
      case 'currency.updated':
        fold(
          currencies,
          change.type === 'currency.created',
          `${change.currency.tenant} ${change.currency.name}`,
          change.currency,
        )
        break
      case 'deposit.recorded':
      case 'deposit.updated':
        fold(deposits, change.type === 'deposit.recorded', change.deposit.id, change.deposit)
        break
      case 'apiKey.created':
      case 'apiKey.updated':
        fold(apiKeys, change.type === 'apiKey.created', change.apiKey.id, change.apiKey)
        break
      case 'answer.stored':
        answers.push(change.answer)
        break
      case 'credits.charged': {
        const { tenant, apiKey, day, credits } = change.charge
        const id = `${tenant} ${apiKey} ${day}`
        charges.set(id, { tenant, apiKey, day, credits: credits + (charges.get(id)?.credits ?? 0) })
        break
      }
    }
  }

  const settled = (ids: Iterable<AccountId>): readonly SettledAccount[] => {
    const list: SettledAccount[] = []
    for (const id of ids) {
      const account = view.accounts.get(id)
      if (account !== undefined) list.push({ account, tail: tails.get(id) ?? { records: 0, height: 0 } })
    }
    return list
  }
  const customers = (ids: Iterable<CustomerId>): readonly Customer[] =>
    [...ids].map((id) => view.customers.get(id)).filter((customer) => customer !== undefined)

  const statement = new Statement()
  statement.insert(
    'account',
    [...ACCOUNT_KEY, ...ACCOUNT_FIXED, ...ACCOUNT_STATE, ...ACCOUNT_TAIL],
    settled(opened),
  )
  const known = (id: AccountId): boolean => !opened.has(id)
  const both = new Set([...updated].filter((id) => known(id) && moved.has(id)))
  statement.update('account', ACCOUNT_KEY, [...ACCOUNT_STATE, ...ACCOUNT_TAIL], settled(both))
  statement.update(
    'account',
    ACCOUNT_KEY,
    ACCOUNT_STATE,
    settled([...updated].filter((id) => known(id) && !both.has(id))),
  )
  statement.update(
    'account',
    ACCOUNT_KEY,
    ACCOUNT_TAIL,
    settled([...moved].filter((id) => known(id) && !both.has(id))),
  )
  statement.insert('entry', ENTRY, entries)
  statement.insert(
    'customer',
    [...CUSTOMER_KEY, ...CUSTOMER_FIXED, ...CUSTOMER_STATE],
    customers(createdCustomers),
  )
  statement.update(
    'customer',
    CUSTOMER_KEY,
    CUSTOMER_STATE,
    customers([...updatedCustomers].filter((id) => !createdCustomers.has(id))),
  )
  statement.delete('blockage', BLOCKAGE.slice(0, 2), released)
  statement.insert('blockage', BLOCKAGE, [...placed.values()])
  statement.insert(
    'virtual_currency',
    [...CURRENCY_KEY, ...CURRENCY_FIXED, ...CURRENCY_STATE],
    [...currencies.created.values()],
  )
  statement.update('virtual_currency', CURRENCY_KEY, CURRENCY_STATE, [...currencies.updated.values()])
  statement.insert(
    'deposit',
    [...DEPOSIT_KEY, ...DEPOSIT_FIXED, ...DEPOSIT_STATE],
    [...deposits.created.values()],
  )
  statement.update('deposit', DEPOSIT_KEY, DEPOSIT_STATE, [...deposits.updated.values()])
  statement.insert(
    'api_key',
    [...API_KEY_KEY, ...API_KEY_FIXED, ...API_KEY_STATE],
    [...apiKeys.created.values()],
  )
  statement.update('api_key', API_KEY_KEY, API_KEY_STATE, [...apiKeys.updated.values()])
  statement.insert('answer', ANSWER, answers)
  statement.insert(
    'charge',
    CHARGE,
    // In one order everywhere: engines that charge the same keys must not wait in a circle.
    [...charges.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, charge]) => charge),
    'on conflict (tenant, api_key, day) do update set credits = charge.credits + excluded.credits',
  )
  statement.count(unit.writer, unit.number)
  await session.query(statement.text, statement.values, statement.name)
}

/** Created and then updated within one batch is created as it was last. */
function fold<T>(
  things: { readonly created: Map<string, T>; readonly updated: Map<string, T> },
  created: boolean,
  id: string,
  thing: T,
): void {
  if (created || things.created.has(id)) things.created.set(id, thing)
  else things.updated.set(id, thing)
}
