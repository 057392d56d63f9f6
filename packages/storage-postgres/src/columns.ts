/** The columns of each table: name, type on the server, and value. */
import type { Account, Entry, EntryText, Timestamp } from '@tallystick/core'
import { STORED_DIGEST_DIGITS } from '@tallystick/engine'
import { arrayOf, type Column } from './statement.js'

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

/**
 * All entries of a unit of work in one row, until they are indexed: what they share, and an array for every other
 * column.
 */
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

interface NewSeal {
  readonly height: number
  readonly writer: string
  readonly unit: number
  readonly entries: number
  readonly state: string
  readonly hash: string
}

/** Counts a unit of work. The count later shows whether it was committed. */
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

interface UnitOfWork extends CountedUnit {
  /** The newest time of everything that it loaded and wrote. */
  readonly latest: Timestamp
}

export const ACCOUNT_KEY: readonly Column<SettledAccount>[] = [
  ['tenant', 'text', ({ account }) => account.tenant, 'tenant'],
  ['id', 'text', ({ account }) => account.id],
]

/** The columns of an account that may change, except those that a payment changes. */
const ACCOUNT_STATE: readonly Column<SettledAccount>[] = [
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

const ACCOUNT_FIXED: readonly Column<SettledAccount>[] = [
  ['currency', 'text', ({ account }) => account.currency],
  ['scale', 'int', ({ account }) => account.scale],
  ['customer', 'text', ({ account }) => account.customer],
  ['role', 'text', ({ account }) => account.role],
  ['accounting_currency', 'text', ({ account }) => account.accountingCurrency],
  ['created', 'bigint', ({ account }) => account.created],
]

/** All columns of a new account, and those of one that changes in more than its end. */
export const ACCOUNT_ALL = [...ACCOUNT_KEY, ...ACCOUNT_FIXED, ...ACCOUNT_STATE, ...ACCOUNT_TAIL]
export const ACCOUNT_CHANGED = [...ACCOUNT_STATE, ...ACCOUNT_TAIL]

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

/** The end of an account's history. */
export interface Tail {
  readonly records: number
  readonly height: number
  /** The newest time in the account's history: of an entry, or of a status. */
  readonly latest: Timestamp
}

export const NO_TAIL: Tail = { records: 0, height: 0, latest: 0 }
