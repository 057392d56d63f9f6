/** The first part of the schema's history: the ledger, sends, seals, deposit addresses. Never edit a released migration. */
import { type Compilable, type RawBuilder, sql as raw } from 'kysely'
import { sql } from './schema.js'

export interface Migration {
  readonly name: string
  readonly up: readonly Compilable[]
}

const [text, integer] = ['text', 'integer'] as const

/** An entry, once written, stays as it is: the database itself refuses to change or remove it. */
function appendOnly(table: string): readonly Compilable[] {
  return (['update', 'delete'] as const).map((verb) =>
    step(
      raw`create trigger ${raw.raw(`${table}_no_${verb}`)} before ${raw.raw(verb)} on ${raw.raw(table)} begin select raise(abort, ${raw.lit(`${table} is append-only`)}); end`,
    ),
  )
}

/** What the builder of schemas has no words for. */
export function step(statement: RawBuilder<unknown>): Compilable {
  return { compile: () => statement.compile(sql) }
}

const ofSignature = (column: string): Compilable =>
  step(raw`alter table pending_signature add column ${raw.raw(column)} integer not null default 0`)

/** In epoch milliseconds, by the clock of the machine that migrates. */
const NOW = raw.raw("cast(unixepoch('subsec') * 1000 as integer)")

export const FIRST_MIGRATIONS: readonly Migration[] = [
  {
    name: '001_ledger',
    up: [
      sql.schema
        .createTable('tenant')
        .addColumn('key', integer, (c) => c.primaryKey())
        .addColumn('id', text, (c) => c.notNull().unique()),
      sql.schema
        .createTable('api_key')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('hash', text, (c) => c.notNull().unique())
        .addColumn('hint', text, (c) => c.notNull())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('network', text, (c) => c.notNull())
        .addColumn('plan', text, (c) => c.notNull())
        .addColumn('frozen', integer, (c) => c.notNull())
        .addColumn('revoked', integer, (c) => c.notNull())
        .addColumn('created', integer, (c) => c.notNull()),
      sql.schema
        .createTable('customer')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('external_id', text, (c) => c.notNull())
        .addColumn('enabled', integer, (c) => c.notNull())
        .addColumn('active', integer, (c) => c.notNull())
        .addColumn('accounting_currency', text)
        .addColumn('customer_country', text)
        .addColumn('provider_country', text)
        .addColumn('active_accounts', integer, (c) => c.notNull())
        .addColumn('created', integer, (c) => c.notNull())
        .addUniqueConstraint('customer_external_id', ['tenant', 'external_id']),
      sql.schema.createIndex('customer_by_tenant').on('customer').columns(['tenant', 'id']),
      sql.schema
        .createTable('account')
        .addColumn('key', integer, (c) => c.primaryKey())
        .addColumn('id', text, (c) => c.notNull().unique())
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('currency', text, (c) => c.notNull())
        .addColumn('scale', integer, (c) => c.notNull())
        .addColumn('customer', text)
        .addColumn('role', text)
        .addColumn('balance', text, (c) => c.notNull())
        .addColumn('blocked', text, (c) => c.notNull())
        .addColumn('frozen_by', text)
        .addColumn('active', integer, (c) => c.notNull())
        .addColumn('accounting_currency', text, (c) => c.notNull())
        .addColumn('account_code', text)
        .addColumn('account_number', text)
        .addColumn('xpub', text)
        .addColumn('created', integer, (c) => c.notNull())
        .addColumn('head', integer, (c) => c.notNull())
        .addColumn('records', integer, (c) => c.notNull()),
      sql.schema.createIndex('account_by_tenant').on('account').columns(['tenant', 'id']),
      sql.schema.createIndex('account_by_customer').on('account').columns(['customer', 'id']),
      sql.schema.createIndex('account_by_number').on('account').columns(['tenant', 'account_number', 'id']),
      sql.schema
        .createTable('blockage')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('account', text, (c) => c.notNull())
        .addColumn('amount', text, (c) => c.notNull())
        .addColumn('type', text, (c) => c.notNull())
        .addColumn('description', text)
        .addColumn('freeze', integer, (c) => c.notNull())
        .addColumn('created', integer, (c) => c.notNull()),
      sql.schema.createIndex('blockage_by_account').on('blockage').columns(['account', 'id']),
      sql.schema
        .createTable('virtual_currency')
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('scale', integer, (c) => c.notNull())
        .addColumn('base_rate', text, (c) => c.notNull())
        .addColumn('base_pair', text, (c) => c.notNull())
        .addColumn('description', text)
        .addColumn('account', text, (c) => c.notNull())
        .addColumn('customer', text)
        .addColumn('created', integer, (c) => c.notNull())
        .addPrimaryKeyConstraint('virtual_currency_name', ['tenant', 'name']),
      sql.schema
        .createTable('price_source')
        .addColumn('key', integer, (c) => c.primaryKey())
        .addColumn('name', text, (c) => c.notNull().unique()),
      sql.schema
        .createTable('entry')
        .addColumn('seq', integer, (c) => c.primaryKey())
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('reference', 'blob', (c) => c.notNull())
        .addColumn('created', integer, (c) => c.notNull())
        .addColumn('operation', integer, (c) => c.notNull())
        .addColumn('anonymous', integer, (c) => c.notNull())
        .addColumn('amount', text, (c) => c.notNull())
        .addColumn('debit', integer, (c) => c.notNull())
        .addColumn('debit_number', integer, (c) => c.notNull())
        .addColumn('debit_previous', integer, (c) => c.notNull())
        .addColumn('debit_jump', integer, (c) => c.notNull())
        .addColumn('debit_balance', text, (c) => c.notNull())
        .addColumn('debit_value', text)
        .addColumn('credit', integer, (c) => c.notNull())
        .addColumn('credit_number', integer, (c) => c.notNull())
        .addColumn('credit_previous', integer, (c) => c.notNull())
        .addColumn('credit_jump', integer, (c) => c.notNull())
        .addColumn('credit_balance', text, (c) => c.notNull())
        .addColumn('credit_value', text)
        .addColumn('price_source', integer, (c) => c.notNull())
        .addColumn('priced_at', integer)
        .addColumn('details', text)
        .addColumn('digest', 'blob', (c) => c.notNull()),
      sql.schema
        .createTable('seal')
        .addColumn('last_seq', integer, (c) => c.primaryKey())
        .addColumn('entries', integer, (c) => c.notNull())
        .addColumn('hash', 'blob', (c) => c.notNull()),
      ...appendOnly('seal'),
      sql.schema.createIndex('entry_by_reference').on('entry').columns(['tenant', 'reference']),
      ...appendOnly('entry'),
      sql.schema
        .createTable('custom_reference')
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('reference', text, (c) => c.notNull())
        .addColumn('seq', integer, (c) => c.notNull())
        .addPrimaryKeyConstraint('custom_reference_key', ['tenant', 'reference', 'seq']),
      ...appendOnly('custom_reference'),
      sql.schema
        .createTable('deposit')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('output', text, (c) => c.notNull())
        .addColumn('account', text, (c) => c.notNull())
        .addColumn('currency', text, (c) => c.notNull())
        .addColumn('scale', integer, (c) => c.notNull())
        .addColumn('amount', text, (c) => c.notNull())
        .addColumn('tx_id', text, (c) => c.notNull())
        .addColumn('vout', integer, (c) => c.notNull())
        .addColumn('address', text, (c) => c.notNull())
        .addColumn('sender', text)
        .addColumn('xpub', text)
        .addColumn('derivation_key', integer, (c) => c.notNull())
        .addColumn('block_height', integer, (c) => c.notNull())
        .addColumn('block_hash', text)
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('spent', integer, (c) => c.notNull())
        .addColumn('reference', text, (c) => c.notNull())
        .addColumn('created', integer, (c) => c.notNull())
        .addUniqueConstraint('deposit_output', ['tenant', 'output']),
      sql.schema.createIndex('deposit_by_tenant').on('deposit').columns(['tenant', 'id']),
      sql.schema.createIndex('deposit_by_account').on('deposit').columns(['account', 'id']),
      sql.schema
        .createTable('answer')
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('key', text, (c) => c.notNull())
        .addColumn('request_hash', text, (c) => c.notNull())
        .addColumn('body', text, (c) => c.notNull())
        .addColumn('created', integer, (c) => c.notNull())
        .addUniqueConstraint('answer_key', ['tenant', 'key']),
      sql.schema
        .createTable('charge')
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('api_key', text, (c) => c.notNull())
        .addColumn('day', text, (c) => c.notNull())
        .addColumn('credits', integer, (c) => c.notNull())
        .addPrimaryKeyConstraint('charge_day', ['tenant', 'api_key', 'day']),
    ],
  },
  {
    name: '002_standing',
    up: [
      sql.schema
        .createTable('standing')
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('subject', text, (c) => c.notNull())
        .addColumn('at', integer, (c) => c.notNull())
        .addColumn('blocked', text, (c) => c.notNull())
        .addColumn('stopped', integer, (c) => c.notNull())
        .addPrimaryKeyConstraint('standing_key', ['tenant', 'subject', 'at'])
        .modifyEnd(raw`without rowid`),
      // How everybody stood before is not known: the histories begin now.
      step(
        raw`insert into standing select tenant, id, ${NOW}, blocked, frozen_by is not null from account where blocked <> '0' or frozen_by is not null`,
      ),
      step(raw`insert into standing select tenant, id, ${NOW}, '0', 1 from customer where enabled = 0`),
      // A history grows at its end, and its last state may be replaced within its millisecond.
      step(
        raw`create trigger standing_grows before insert on standing when exists (select 1 from standing where tenant = new.tenant and subject = new.subject and at > new.at) begin select raise(abort, 'standing is append-only'); end`,
      ),
      step(
        raw`create trigger standing_no_update before update on standing when (old.tenant, old.subject, old.at) <> (new.tenant, new.subject, new.at) or exists (select 1 from standing where tenant = old.tenant and subject = old.subject and at > old.at) begin select raise(abort, 'standing is append-only'); end`,
      ),
      step(
        raw`create trigger standing_no_delete before delete on standing begin select raise(abort, 'standing is append-only'); end`,
      ),
    ],
  },
  {
    name: '003_sends',
    up: [
      sql.schema
        .createTable('send')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('chain', text, (c) => c.notNull())
        .addColumn('network', text, (c) => c.notNull())
        .addColumn('tx_id', text, (c) => c.notNull())
        .addColumn('raw', text, (c) => c.notNull())
        .addColumn('claims', text, (c) => c.notNull())
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('reason', text)
        .addColumn('signature', text)
        .addColumn('replaces', text)
        .addColumn('api_key', text, (c) => c.notNull())
        .addColumn('due', integer, (c) => c.notNull())
        .addColumn('created', integer, (c) => c.notNull())
        .addColumn('updated', integer, (c) => c.notNull())
        .addUniqueConstraint('send_tx_id', ['tenant', 'chain', 'network', 'tx_id']),
      // Few at any time, among all that ever were sent.
      step(raw`create index send_unsettled on send (id) where status in ('signed', 'sent', 'replaced')`),
      sql.schema
        .createTable('claim')
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('chain', text, (c) => c.notNull())
        .addColumn('network', text, (c) => c.notNull())
        .addColumn('owner', text, (c) => c.notNull())
        .addColumn('number', integer, (c) => c.notNull())
        .addColumn('holder', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('claim_key', ['tenant', 'chain', 'network', 'owner', 'number'])
        .modifyEnd(raw`without rowid`),
      sql.schema
        .createTable('pending_signature')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('tenant', integer, (c) => c.notNull())
        .addColumn('chain', text, (c) => c.notNull())
        .addColumn('network', text, (c) => c.notNull())
        .addColumn('hashes', text, (c) => c.notNull())
        .addColumn('serialized', text, (c) => c.notNull())
        .addColumn('derivation', integer)
        .addColumn('signatures', text)
        .addColumn('withdrawal', text)
        .addColumn('tx_id', text)
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('error', text)
        .addColumn('claims', text, (c) => c.notNull())
        .addColumn('replaces', integer, (c) => c.notNull())
        .addColumn('created', integer, (c) => c.notNull()),
      step(
        raw`create index pending_signature_open on pending_signature (tenant, chain, id) where status = 'pending'`,
      ),
    ],
  },
  {
    name: '004_api_key_addresses',
    up: [
      step(raw`alter table api_key add column addresses text not null default ''`),
      step(raw`create index api_key_tied on api_key (created, id) where addresses <> ''`),
    ],
  },
  {
    name: '005_offered_sends',
    up: [
      // What was not settled may have been given to a node: that was not written before.
      step(raw`update send set status = 'unknown' where status = 'signed'`),
      step(raw`drop index send_unsettled`),
      step(
        raw`create index send_unsettled on send (id) where status in ('signed', 'offered', 'unknown', 'sent', 'replaced')`,
      ),
    ],
  },
  {
    name: '006_deposit_identity',
    up: [
      // As `depositOutput` has it: hex in one case, with and without 0x. What was credited more than once before stays
      // so: the first row has the identity, the others are found as they were spelled.
      step(raw`update or ignore deposit set output = json_array(currency,
        case when length(tx_id) in (64, 66) and substr(tx_id, -64) not glob '*[^0-9a-fA-F]*'
          and lower(substr(tx_id, 1, length(tx_id) - 64)) in ('', '0x')
          then lower(substr(tx_id, -64)) else tx_id end,
        vout,
        case when length(address) in (42, 43) and substr(address, -40) not glob '*[^0-9a-fA-F]*'
          and lower(substr(address, 1, length(address) - 40)) in ('0x', 'xdc')
          then '0x' || lower(substr(address, -40)) else address end)`),
    ],
  },
  {
    name: '007_final_sends',
    up: [
      // What was confirmed is looked at once more: nobody has looked since, and its block may have been undone.
      step(raw`drop index send_unsettled`),
      step(
        raw`create index send_unsettled on send (id) where status in ('signed', 'offered', 'unknown', 'sent', 'confirmed', 'replaced')`,
      ),
    ],
  },
  {
    name: '008_sealed_lists',
    up: [
      // Seals of units of work that post no entry need a place of their own.
      step(raw`alter table seal rename to seal_before`),
      step(
        raw`create table seal (number integer primary key, last_seq integer not null, entries integer not null, state text not null, hash blob not null)`,
      ),
      step(
        raw`insert into seal select last_seq, last_seq, entries, '', hash from seal_before order by last_seq`,
      ),
      step(raw`drop table seal_before`),
      ...appendOnly('seal'),
      step(raw`create index seal_of_entries on seal (last_seq, number) where entries > 0`),
    ],
  },
  { name: '009_postponed_signatures', up: ['refusals', 'not_before'].map(ofSignature) },
  { name: '010_send_filler', up: [step(raw`alter table send add column filler text`)] },
  {
    name: '011_seals_in_order',
    up: [
      // It cost every unit of work a page of its own; who checks the entries goes through the seals in their order.
      step(raw`drop index seal_of_entries`),
    ],
  },
  {
    name: '012_deposit_addresses',
    up: [
      step(raw`create table home_network (tenant integer primary key, network text not null)`),
      step(
        raw`create table address_pool (tenant integer not null, chain text not null, network text not null,
          address text not null, xpub text not null, owner text, last_index integer not null,
          primary key (tenant, chain, network, address)) without rowid`,
      ),
      // A row has an xpub of 111 characters, so the indexes do not repeat its key.
      step(
        raw`create table deposit_address (tenant integer not null, chain text not null, network text not null,
          address text not null, tag text not null, currency text not null, account text not null, xpub text,
          derivation_key integer, shown text not null, removed integer not null, created integer not null,
          primary key (tenant, chain, network, address, tag, currency))`,
      ),
      // Followers ask which of a block's addresses anybody has.
      step(raw`create index deposit_address_on_chain on deposit_address (chain, network, address)`),
      step(raw`create index deposit_address_by_account on deposit_address (account, derivation_key)`),
      step(raw`create index address_pool_on_chain on address_pool (chain, network, address)`),
    ],
  },
  {
    name: '013_head_of_signatures',
    up: [
      step(raw`alter table pending_signature add column head_height integer`),
      step(raw`alter table pending_signature add column head_hash text`),
    ],
  },
]
