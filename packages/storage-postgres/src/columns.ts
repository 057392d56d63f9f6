/** What each table is written with: a column's name, its type on the server, and how a thing says it. */
import {
  type Account,
  type Answer,
  type ApiKey,
  type Blockage,
  type Charge,
  type Customer,
  type Deposit,
  depositOutput,
  type Entry,
  type EntryText,
  type Standing,
  type Timestamp,
  type VirtualCurrency,
} from '@tallystick/core'
import { STORED_DIGEST_DIGITS } from '@tallystick/engine'
import type { Tail } from './load.js'
import { arrayOf } from './statement.js'

export type Cell = string | number | boolean | null

/**
 * A column: its name, its type on the server, and how a thing says it. Columns of one group are those of which
 * all rows of a batch usually say the same together.
 */
export type Column<T> = readonly [name: string, type: string, of: (thing: T) => Cell, group?: string]

export const ENTRY: readonly Column<NumberedEntry>[] = [
  ['tenant', 'text', ({ entry }) => entry.tenant, 'kind'],
  ['reference', 'uuid', ({ entry }) => entry.reference],
  ['height', 'bigint', ({ height }) => height, 'unit'],
  ['created', 'bigint', ({ entry }) => entry.created, 'unit'],
  ['operation', 'text', ({ entry }) => entry.operation, 'kind'],
  ['currency', 'text', ({ entry }) => entry.currency, 'currency'],
  ['scale', 'int', ({ entry }) => entry.scale, 'currency'],
  ['anonymous', 'boolean', ({ entry }) => entry.anonymous, 'kind'],
  ['amount', 'numeric', ({ text }) => text.amount],
  ['debit', 'text', ({ entry }) => entry.debit.account],
  ['debit_number', 'bigint', ({ debitNumber }) => debitNumber],
  ['debit_balance', 'numeric', ({ text }) => text.debitBalance],
  ['debit_value', 'numeric', ({ entry, text }) => (entry.debit.value === null ? null : text.debitValue)],
  ['debit_value_currency', 'text', ({ entry }) => entry.debit.valueCurrency, 'currency'],
  ['credit', 'text', ({ entry }) => entry.credit.account],
  ['credit_number', 'bigint', ({ creditNumber }) => creditNumber],
  ['credit_balance', 'numeric', ({ text }) => text.creditBalance],
  ['credit_value', 'numeric', ({ entry, text }) => (entry.credit.value === null ? null : text.creditValue)],
  ['credit_value_currency', 'text', ({ entry }) => entry.credit.valueCurrency, 'currency'],
  ['price_source', 'text', ({ entry }) => entry.pricing.source, 'currency'],
  ['priced_at', 'bigint', ({ entry }) => entry.pricing.timestamp, 'currency'],
  [
    'details',
    'text',
    ({ entry }) => (entry.details === null ? null : JSON.stringify(entry.details)),
    'details',
  ],
  ['custom_reference', 'text', ({ entry }) => entry.details?.customReference ?? null, 'details'],
  ['writer', 'uuid', ({ writer }) => writer, 'unit'],
  ['unit', 'bigint', ({ unit }) => unit, 'unit'],
  ['place', 'int', ({ place }) => place],
  ['digest', 'bytea', ({ digest }) => `\\x${digest.slice(0, STORED_DIGEST_DIGITS)}`],
]

const OF_UNIT: ReadonlySet<string> = new Set(['height', 'writer', 'unit'])

/** All entries of a unit of work in one row, until they are filed: what they share, and an array of each else. */
export const ENTRY_BATCH: readonly Column<readonly NumberedEntry[]>[] = ENTRY.map(([name, type, of]) =>
  OF_UNIT.has(name)
    ? [name, type, ([first]) => (first === undefined ? null : of(first))]
    : [name, `${type}[]`, (entries) => arrayOf(type, entries, of)],
)

export const SEAL: readonly Column<NewSeal>[] = [
  ['height', 'bigint', ({ height }) => height],
  ['writer', 'uuid', ({ writer }) => writer],
  ['unit', 'bigint', ({ unit }) => unit],
  ['entries', 'int', ({ entries }) => entries],
  ['state', 'text', ({ state }) => state],
  ['hash', 'bytea', ({ hash }) => `\\x${hash}`],
]

export interface NewSeal {
  readonly height: number
  readonly writer: string
  readonly unit: number
  readonly entries: number
  readonly state: string
  readonly hash: string
}

/** Counting a unit of work tells later whether its commit took place. */
export const WRITER_KEY: readonly Column<UnitOfWork>[] = [['id', 'uuid', ({ writer }) => writer]]
export const WRITER_STATE: readonly Column<UnitOfWork>[] = [
  ['units', 'bigint', ({ number }) => number],
  ['latest', 'bigint', ({ latest }) => latest],
]

export interface CountedUnit {
  readonly writer: string
  /** From 1, without gaps. */
  readonly number: number
}

export interface UnitOfWork extends CountedUnit {
  /** The newest time of what it loaded and wrote. */
  readonly latest: Timestamp
}

export const ACCOUNT_KEY: readonly Column<SettledAccount>[] = [
  ['tenant', 'text', ({ account }) => account.tenant, 'tenant'],
  ['id', 'text', ({ account }) => account.id],
]

/** What may change of an account, apart from what a payment moves. */
export const ACCOUNT_STATE: readonly Column<SettledAccount>[] = [
  ['blocked', 'numeric', ({ account }) => account.blocked.toString()],
  ['frozen_by', 'text', ({ account }) => account.frozenBy],
  ['active', 'boolean', ({ account }) => account.active],
  ['account_code', 'text', ({ account }) => account.accountCode],
  ['account_number', 'text', ({ account }) => account.accountNumber],
  ['xpub', 'text', ({ account }) => account.xpub],
]

export const ACCOUNT_TAIL: readonly Column<SettledAccount>[] = [
  ['balance', 'numeric', ({ account }) => account.balance.toString()],
  ['records', 'bigint', ({ tail }) => tail.records],
  ['height', 'bigint', ({ tail }) => tail.height, 'unit'],
  ['latest', 'bigint', ({ tail }) => tail.latest, 'unit'],
]

export const ACCOUNT_FIXED: readonly Column<SettledAccount>[] = [
  ['currency', 'text', ({ account }) => account.currency],
  ['scale', 'int', ({ account }) => account.scale],
  ['customer', 'text', ({ account }) => account.customer],
  ['role', 'text', ({ account }) => account.role],
  ['accounting_currency', 'text', ({ account }) => account.accountingCurrency],
  ['created', 'bigint', ({ account }) => account.created],
]

export const CUSTOMER_KEY: readonly Column<Customer>[] = [
  ['tenant', 'text', (customer) => customer.tenant],
  ['id', 'text', (customer) => customer.id],
]

export const CUSTOMER_STATE: readonly Column<Customer>[] = [
  ['enabled', 'boolean', (customer) => customer.enabled],
  ['active', 'boolean', (customer) => customer.active],
  ['accounting_currency', 'text', (customer) => customer.accountingCurrency],
  ['customer_country', 'text', (customer) => customer.customerCountry],
  ['provider_country', 'text', (customer) => customer.providerCountry],
  ['active_accounts', 'bigint', (customer) => customer.activeAccounts],
]

export const CUSTOMER_FIXED: readonly Column<Customer>[] = [
  ['external_id', 'text', (customer) => customer.externalId],
  ['created', 'bigint', (customer) => customer.created],
]

export const BLOCKAGE: readonly Column<Blockage>[] = [
  ['tenant', 'text', (blockage) => blockage.tenant],
  ['id', 'text', (blockage) => blockage.id],
  ['account', 'text', (blockage) => blockage.account],
  ['amount', 'numeric', (blockage) => blockage.amount.toString()],
  ['type', 'text', (blockage) => blockage.type],
  ['description', 'text', (blockage) => blockage.description],
  ['is_freeze', 'boolean', (blockage) => blockage.freeze],
  ['created', 'bigint', (blockage) => blockage.created],
]

export const STANDING: readonly Column<Standing>[] = [
  ['tenant', 'text', (standing) => standing.tenant],
  ['subject', 'text', (standing) => standing.subject],
  ['at', 'bigint', (standing) => standing.at],
  ['blocked', 'numeric', (standing) => standing.blocked.toString()],
  ['stopped', 'boolean', (standing) => standing.stopped],
]

export const CURRENCY_KEY: readonly Column<VirtualCurrency>[] = [
  ['tenant', 'text', (currency) => currency.tenant],
  ['name', 'text', (currency) => currency.name],
]

export const CURRENCY_STATE: readonly Column<VirtualCurrency>[] = [
  ['base_rate', 'text', (currency) => currency.baseRate],
  ['base_pair', 'text', (currency) => currency.basePair],
  ['description', 'text', (currency) => currency.description],
]

export const CURRENCY_FIXED: readonly Column<VirtualCurrency>[] = [
  ['scale', 'int', (currency) => currency.scale],
  ['account', 'text', (currency) => currency.account],
  ['customer', 'text', (currency) => currency.customer],
  ['created', 'bigint', (currency) => currency.created],
]

export const DEPOSIT_KEY: readonly Column<Deposit>[] = [
  ['tenant', 'text', (deposit) => deposit.tenant],
  ['id', 'text', (deposit) => deposit.id],
]

export const DEPOSIT_STATE: readonly Column<Deposit>[] = [
  ['amount', 'numeric', (deposit) => deposit.amount.toString()],
  ['sender', 'text', (deposit) => deposit.from],
  ['derivation_key', 'bigint', (deposit) => deposit.derivationKey],
  ['block_height', 'bigint', (deposit) => deposit.blockHeight],
  ['block_hash', 'text', (deposit) => deposit.blockHash],
  ['status', 'text', (deposit) => deposit.status],
  ['spent', 'boolean', (deposit) => deposit.spent],
  ['reference', 'text', (deposit) => deposit.reference],
]

export const DEPOSIT_FIXED: readonly Column<Deposit>[] = [
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

export const API_KEY_KEY: readonly Column<ApiKey>[] = [
  ['tenant', 'text', (apiKey) => apiKey.tenant],
  ['id', 'text', (apiKey) => apiKey.id],
]

export const API_KEY_STATE: readonly Column<ApiKey>[] = [
  ['name', 'text', (apiKey) => apiKey.name],
  ['plan', 'text', (apiKey) => apiKey.plan],
  ['frozen', 'boolean', (apiKey) => apiKey.frozen],
  ['revoked', 'boolean', (apiKey) => apiKey.revoked],
]

export const API_KEY_FIXED: readonly Column<ApiKey>[] = [
  ['hash', 'text', (apiKey) => apiKey.hash],
  ['hint', 'text', (apiKey) => apiKey.hint],
  ['network', 'text', (apiKey) => apiKey.network],
  ['addresses', 'text', (apiKey) => apiKey.addresses.join(' ')],
  ['created', 'bigint', (apiKey) => apiKey.created],
]

export const ANSWER: readonly Column<Answer>[] = [
  ['tenant', 'text', (answer) => answer.tenant],
  ['key', 'text', (answer) => answer.key],
  ['request_hash', 'text', (answer) => answer.requestHash],
  ['body', 'text', (answer) => answer.body],
  ['created', 'bigint', (answer) => answer.created],
]

export const CHARGE: readonly Column<Charge>[] = [
  ['tenant', 'text', (charge) => charge.tenant],
  ['api_key', 'text', (charge) => charge.apiKey],
  ['day', 'text', (charge) => charge.day],
  ['credits', 'bigint', (charge) => charge.credits],
]

export interface NumberedEntry {
  readonly entry: Entry
  readonly text: EntryText
  readonly height: number
  readonly debitNumber: number
  readonly creditNumber: number
  readonly writer: string
  readonly unit: number
  readonly place: number
  /** Hex. */
  readonly digest: string
}

export interface SettledAccount {
  readonly account: Account
  readonly tail: Tail
}
