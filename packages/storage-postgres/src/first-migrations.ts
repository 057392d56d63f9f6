/** The first part of the schema's history: the ledger, sends and seals. A migration, once released, is never edited. */
export interface Migration {
  readonly name: string
  readonly up: readonly string[]
}

/** In epoch milliseconds, by the server's clock. */
const NOW = '(extract(epoch from now()) * 1000)::bigint'

export const FIRST_MIGRATIONS: readonly Migration[] = [
  {
    name: '001_ledger',
    up: [
      `create table api_key (
        tenant text not null, id text not null, hash text not null unique, hint text not null, name text not null,
        network text not null, plan text not null, frozen boolean not null, revoked boolean not null,
        created bigint not null, primary key (tenant, id))`,
      `create table customer (
        tenant text not null, id text not null, external_id text not null, enabled boolean not null,
        active boolean not null, accounting_currency text, customer_country text, provider_country text,
        active_accounts bigint not null, created bigint not null,
        primary key (tenant, id), constraint customer_external_id unique (tenant, external_id))`,
      // Half of each page stays free: a row is updated by every unit of work, and then finds room beside itself,
      // where no index needs to be told.
      `create table account (
        tenant text not null, id text not null, currency text not null, scale int not null, customer text, role text,
        balance numeric not null, blocked numeric not null, frozen_by text, active boolean not null,
        accounting_currency text not null, account_code text, account_number text, xpub text,
        created bigint not null, records bigint not null, height bigint not null, primary key (tenant, id))
        with (fillfactor = 50)`,
      'create index account_by_customer on account (tenant, customer, id)',
      'create index account_by_number on account (tenant, account_number, id)',
      `create table blockage (
        tenant text not null, id text not null, account text not null, amount numeric not null, type text not null,
        description text, is_freeze boolean not null, created bigint not null, primary key (tenant, id))`,
      'create index blockage_by_account on blockage (tenant, account, id)',
      `create table virtual_currency (
        tenant text not null, name text not null, scale int not null, base_rate text not null, base_pair text not null,
        description text, account text not null, customer text, created bigint not null,
        primary key (tenant, name))`,
      `create table entry (
        tenant text not null, reference uuid not null, height bigint not null, created bigint not null,
        operation text not null, currency text not null, scale int not null, anonymous boolean not null,
        amount numeric not null,
        debit text not null, debit_number bigint not null, debit_balance numeric not null,
        debit_value numeric, debit_value_currency text not null,
        credit text not null, credit_number bigint not null, credit_balance numeric not null,
        credit_value numeric, credit_value_currency text not null,
        price_source text not null, priced_at bigint not null, details text, custom_reference text,
        writer uuid not null, unit bigint not null, place int not null, digest bytea not null,
        primary key (tenant, debit, debit_number))`,
      'create unique index entry_credit on entry (tenant, credit, credit_number)',
      'create index entry_reference on entry (tenant, reference)',
      'create index entry_custom_reference on entry (tenant, custom_reference) where custom_reference is not null',
      `create table deposit (
        tenant text not null, id text not null, output text not null, account text not null, currency text not null,
        scale int not null, amount numeric not null, tx_id text not null, vout bigint not null, address text not null,
        sender text, xpub text, derivation_key bigint not null, block_height bigint not null, block_hash text,
        status text not null, spent boolean not null, reference text not null, created bigint not null,
        primary key (tenant, id), constraint deposit_output unique (tenant, output))`,
      'create index deposit_by_account on deposit (tenant, account, id)',
      `create table answer (
        tenant text not null, key text not null, request_hash text not null, body text not null,
        created bigint not null, primary key (tenant, key))`,
      `create table charge (
        tenant text not null, api_key text not null, day text not null, credits bigint not null,
        primary key (tenant, api_key, day))`,
      `create table seal (
        height bigint not null, writer uuid not null, unit bigint not null, entries int not null, hash bytea not null,
        primary key (writer, unit))`,
      'create index seal_in_order on seal (height, writer, unit)',
      // One row per engine: how many units of work it has committed. It tells whether a commit whose answer
      // was lost took place.
      'create table writer (id uuid primary key, units bigint not null)',
    ],
  },
  {
    name: '002_standing',
    up: [
      `create table standing (
        tenant text not null, subject text not null, at bigint not null, blocked numeric not null,
        stopped boolean not null, primary key (tenant, subject, at))`,
      // How everybody stood before is not known: the histories begin now.
      `insert into standing select tenant, id, ${NOW}, blocked, frozen_by is not null from account
       where blocked <> 0 or frozen_by is not null`,
      `insert into standing select tenant, id, ${NOW}, 0, true from customer where not enabled`,
    ],
  },
  {
    name: '003_sends',
    up: [
      `create table send (
        tenant text not null, id text not null, chain text not null, network text not null, tx_id text not null,
        raw text not null, claims text not null, status text not null, reason text, signature text, replaces text,
        api_key text not null, due bigint not null, created bigint not null, updated bigint not null,
        primary key (tenant, id), constraint send_tx_id unique (tenant, chain, network, tx_id))`,
      // Few at any time, among all that ever were sent.
      "create index send_unsettled on send (id) where status in ('signed', 'sent', 'replaced')",
      `create table claim (
        tenant text not null, chain text not null, network text not null, owner text not null,
        number bigint not null, holder text not null, primary key (tenant, chain, network, owner, number))`,
      `create table pending_signature (
        tenant text not null, id text not null, chain text not null, network text not null, hashes text not null,
        serialized text not null, derivation bigint, signatures text, withdrawal text, tx_id text,
        status text not null, error text, claims text not null, replaces boolean not null, created bigint not null,
        primary key (tenant, id))`,
      "create index pending_signature_open on pending_signature (tenant, chain, id) where status = 'pending'",
    ],
  },
  {
    name: '004_api_key_addresses',
    up: [
      "alter table api_key add column addresses text not null default ''",
      "create index api_key_tied on api_key (created, id) where addresses <> ''",
    ],
  },
  {
    name: '005_entry_batch',
    up: [
      // The entries of a unit of work in one row, until they are filed in `entry`.
      `create table entry_batch (
        writer uuid not null, unit bigint not null, height bigint not null,
        tenant text[] not null, reference uuid[] not null, created bigint[] not null, operation text[] not null,
        currency text[] not null, scale int[] not null, anonymous boolean[] not null, amount numeric[] not null,
        debit text[] not null, debit_number bigint[] not null, debit_balance numeric[] not null, debit_value
        numeric[] not null, debit_value_currency text[] not null, credit text[] not null, credit_number bigint[]
        not null, credit_balance numeric[] not null, credit_value numeric[] not null, credit_value_currency
        text[] not null, price_source text[] not null, priced_at bigint[] not null, details text[] not null,
        custom_reference text[] not null, place int[] not null, digest bytea[] not null,
        primary key (writer, unit))`,
      // Each array gives its next element to the next row. As a list in `from`, they would take three times as long.
      `create view unfiled as
        select unnest(tenant) as tenant, unnest(reference) as reference, height, unnest(created) as created,
          unnest(operation) as operation, unnest(currency) as currency, unnest(scale) as scale,
          unnest(anonymous) as anonymous, unnest(amount) as amount, unnest(debit) as debit,
          unnest(debit_number) as debit_number, unnest(debit_balance) as debit_balance,
          unnest(debit_value) as debit_value, unnest(debit_value_currency) as debit_value_currency,
          unnest(credit) as credit, unnest(credit_number) as credit_number,
          unnest(credit_balance) as credit_balance, unnest(credit_value) as credit_value,
          unnest(credit_value_currency) as credit_value_currency, unnest(price_source) as price_source,
          unnest(priced_at) as priced_at, unnest(details) as details,
          unnest(custom_reference) as custom_reference, writer, unit, unnest(place) as place,
          unnest(digest) as digest
        from entry_batch`,
      // All entries, filed or not.
      `create view journal as
        select tenant, reference, height, created, operation, currency, scale, anonymous, amount, debit,
          debit_number, debit_balance, debit_value, debit_value_currency, credit, credit_number, credit_balance,
          credit_value, credit_value_currency, price_source, priced_at, details, custom_reference, writer, unit,
          place, digest
        from entry
        union all select * from unfiled`,
    ],
  },
  {
    name: '006_offered_sends',
    up: [
      // What was not settled may have been given to a node: that was not written before.
      "update send set status = 'unknown' where status = 'signed'",
      'drop index send_unsettled',
      "create index send_unsettled on send (id) where status in ('signed', 'offered', 'unknown', 'sent', 'replaced')",
    ],
  },
  {
    name: '007_latest',
    up: [
      'alter table account add column latest bigint not null default 0',
      'alter table writer add column latest bigint not null default 0',
      // Of a history that has none yet, the account's own beginning counts.
      `update account a set latest = greatest(
         (select max(created) from (
           select created from entry where tenant = a.tenant and debit = a.id and debit_number = a.records
           union all select created from entry where tenant = a.tenant and credit = a.id and credit_number = a.records
         ) as newest),
         (select max(at) from standing where tenant = a.tenant and subject = a.id), 0)`,
      // Units of work that wait to be filed.
      `update account a set latest = greatest(a.latest, n.at) from (
         select tenant, id, max(at) as at from (
           select tenant, debit as id, created as at from unfiled
           union all select tenant, credit, created from unfiled) as sides
         group by tenant, id) as n
       where n.tenant = a.tenant and n.id = a.id`,
      'update writer set latest = coalesce((select max(latest) from account), 0)',
    ],
  },
  {
    name: '008_deposit_identity',
    up: [
      // As `depositOutput` has it: hex in one case, with and without 0x. What was credited more than once before stays
      // so: one row has the identity, the others are found as they were spelled.
      `with spelled as (
          select tenant, id, output, '[' || to_json(currency)::text || ',' || to_json(
              case when tx_id ~* '^(0x)?[0-9a-f]{64}$' then lower(right(tx_id, 64)) else tx_id end
            )::text || ',' || vout || ',' || to_json(
              case when address ~* '^(0x|xdc)[0-9a-f]{40}$' then '0x' || lower(right(address, 40)) else address end
            )::text || ']' as identity
          from deposit),
        placed as (
          select *, row_number() over (partition by tenant, identity order by (output = identity) desc, id) as place
          from spelled)
        update deposit set output = placed.identity from placed
        where deposit.tenant = placed.tenant and deposit.id = placed.id and placed.place = 1
          and deposit.output <> placed.identity`,
    ],
  },
  {
    name: '009_final_sends',
    up: [
      // What was confirmed is looked at once more: nobody has looked since, and its block may have been undone.
      'drop index send_unsettled',
      "create index send_unsettled on send (id) where status in ('signed', 'offered', 'unknown', 'sent', 'confirmed', 'replaced')",
    ],
  },
  {
    name: '010_sealed_lists',
    up: ["alter table seal add column state text not null default ''"],
  },
  {
    name: '011_postponed_signatures',
    up: [
      `alter table pending_signature
        add column refusals bigint not null default 0, add column not_before bigint not null default 0`,
    ],
  },
  {
    name: '012_send_filler',
    up: ['alter table send add column filler text'],
  },
]
