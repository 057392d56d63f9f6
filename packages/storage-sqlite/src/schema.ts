/**
 * The tables, as Kysely types and as DDL. Amounts are TEXT integers of minor units (SQLite's INTEGER ends at
 * 9.22 ETH in wei); ids are text, tenants and accounts have an integer key of this file besides, so that the
 * journal's rows stay short.
 *
 * `entry` is the journal: append-only (triggers), written at its end only. Instead of an index on accounts,
 * each side of an entry holds the account's running number and two pointers back: to the account's previous
 * entry, and a skew-binary jump (see journal.ts). Balances are true in the newest entry of an account; the
 * account row holds them as of the last settlement.
 */
import {
  DummyDriver,
  type Kysely,
  Kysely as KyselyClass,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

export interface Schema {
  meta: { name: string; value: string }
  tenant: { key: number; id: string }
  api_key: {
    id: string
    tenant: number
    hash: string
    hint: string
    name: string
    network: string
    plan: string
    /** With blanks between them. */
    addresses: string
    frozen: number
    revoked: number
    created: number
  }
  customer: {
    id: string
    tenant: number
    external_id: string
    enabled: number
    active: number
    accounting_currency: string | null
    customer_country: string | null
    provider_country: string | null
    active_accounts: number
    created: number
  }
  account: {
    key: number
    id: string
    tenant: number
    currency: string
    scale: number
    customer: string | null
    role: string | null
    balance: string
    blocked: string
    frozen_by: string | null
    active: number
    accounting_currency: string
    account_code: string | null
    account_number: string | null
    xpub: string | null
    created: number
    head: number
    records: number
  }
  blockage: {
    id: string
    tenant: number
    account: string
    amount: string
    type: string
    description: string | null
    freeze: number
    created: number
  }
  virtual_currency: {
    tenant: number
    name: string
    scale: number
    base_rate: string
    base_pair: string
    description: string | null
    account: string
    customer: string | null
    created: number
  }
  price_source: { key: number; name: string }
  entry: {
    seq: number
    tenant: number
    reference: Buffer
    created: number
    operation: number
    anonymous: number
    amount: string
    debit: number
    debit_number: number
    debit_previous: number
    debit_jump: number
    debit_balance: string
    debit_value: string | null
    credit: number
    credit_number: number
    credit_previous: number
    credit_jump: number
    credit_balance: string
    credit_value: string | null
    price_source: number
    priced_at: number | null
    details: string | null
    digest: Buffer
  }
  /** In the order of their numbers; the first ones, of earlier releases, are numbered by their last entries. */
  seal: { number: number; last_seq: number; entries: number; state: string; hash: Buffer }
  custom_reference: { tenant: number; reference: string; seq: number }
  deposit: {
    id: string
    tenant: number
    output: string
    account: string
    currency: string
    scale: number
    amount: string
    tx_id: string
    vout: number
    address: string
    sender: string | null
    xpub: string | null
    derivation_key: number
    block_height: number
    block_hash: string | null
    status: string
    spent: number
    reference: string
    created: number
  }
  answer: { tenant: number; key: string; request_hash: string; body: string; created: number }
  charge: { tenant: number; api_key: string; day: string; credits: number }
  standing: { tenant: number; subject: string; at: number; blocked: string; stopped: number }
  send: {
    id: string
    tenant: number
    chain: string
    network: string
    tx_id: string
    raw: string
    claims: string
    status: string
    reason: string | null
    signature: string | null
    replaces: string | null
    api_key: string
    due: number
    created: number
    updated: number
    filler: string | null
  }
  claim: {
    tenant: number
    chain: string
    network: string
    owner: string
    number: number
    holder: string
  }
  pending_signature: {
    id: string
    tenant: number
    chain: string
    network: string
    hashes: string
    serialized: string
    derivation: number | null
    signatures: string | null
    withdrawal: string | null
    tx_id: string | null
    status: string
    error: string | null
    claims: string
    replaces: number
    created: number
    refusals: number
    not_before: number
  }
}

/** Builds SQL and runs none: statements are run by the connection, inside its snapshots. */
export const sql: Kysely<Schema> = new KyselyClass<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})
