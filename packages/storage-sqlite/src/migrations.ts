/** The schema's history. A migration, once released, is never edited. */
import { sql as raw } from 'kysely'
import { FIRST_MIGRATIONS, type Migration, step } from './first-migrations.js'
import { SECOND_MIGRATIONS } from './second-migrations.js'

export const MIGRATIONS: readonly Migration[] = [
  ...FIRST_MIGRATIONS,
  ...SECOND_MIGRATIONS,
  {
    name: '030_multi_tokens',
    up: [
      step(
        raw`create table multi_token (tenant integer not null, chain text not null, network text not null,
          contract text not null, tx_id text not null, height integer not null, block_hash text not null,
          primary key (tenant, chain, network, contract)) without rowid`,
      ),
      step(raw`create index multi_token_by_height on multi_token (tenant, chain, network, height)`),
      step(
        raw`create table multi_transfer (tenant integer not null, chain text not null, network text not null,
          address text not null, contract text not null, place text not null, tx_id text not null,
          height integer not null, block_hash text not null, token_id text not null, amount text not null,
          sender text not null, recipient text not null, operator text not null, previous integer,
          primary key (tenant, chain, network, address, contract, place)) without rowid`,
      ),
      step(raw`create index multi_transfer_by_height on multi_transfer (tenant, chain, network, height)`),
      step(
        raw`create table multi_balance (tenant integer not null, chain text not null, network text not null,
          address text not null, contract text not null, token_id text not null, amount text not null,
          height integer not null,
          primary key (tenant, chain, network, address, contract, token_id)) without rowid`,
      ),
      // Whose transaction has created a contract: blocks do not tell tenants.
      step(raw`create index send_by_tx_id on send (tx_id, chain, network)`),
    ],
  },
  {
    name: '031_sightings',
    up: [
      step(raw`alter table subscription add column chain text`),
      step(raw`alter table subscription add column chain_network text`),
      step(raw`alter table subscription add column number integer`),
      step(raw`alter table subscription add column quota text`),
      // Followers read the newest, and ask who watches an address of whichever tenant.
      step(
        raw`create index subscription_of_chain on subscription (chain, chain_network, number) where chain is not null`,
      ),
      step(
        raw`create index subscription_sighting on subscription (chain, chain_network, object) where chain is not null`,
      ),
      step(
        raw`create index subscription_within on subscription (tenant, api_key, quota, id) where quota is not null`,
      ),
      step(
        raw`create table lookout (tenant integer not null, chain text not null, network text not null,
          number integer not null, primary key (tenant, chain, network)) without rowid`,
      ),
      step(
        raw`create table sighting (tenant integer not null, chain text not null, network text not null,
          kind text not null, object text not null, place text not null, tx_id text not null, outputs text not null,
          body text not null, height integer not null, block_hash text not null,
          primary key (tenant, kind, object, place)) without rowid`,
      ),
      step(raw`create index sighting_by_height on sighting (chain, network, height)`),
      step(raw`create index sighting_by_tx_id on sighting (chain, network, tx_id)`),
    ],
  },
  {
    name: '032_futures',
    up: [
      step(raw`alter table trade add column unsettled integer`),
      step(raw`alter table trade add column due integer`),
      // The next ones to end.
      step(raw`create index trade_due on trade (due, id) where due is not null`),
      step(
        raw`create table trade_agreement (id text primary key, tenant integer not null, pair text not null,
          maker text not null, taker text not null, side text not null, price text not null, amount text not null,
          quote text not null, fee1 text not null, fee2 text not null, account1 text not null,
          account2 text not null, terms text not null, maker_ended integer not null, taker_ended integer not null,
          reference text not null, created integer not null, state text not null, due integer, blockage1 text,
          blockage2 text, sold text not null, paid text not null, penalty1 text not null, penalty2 text not null,
          charged1 text not null, charged2 text not null)`,
      ),
      step(raw`create index trade_agreement_due on trade_agreement (due, id) where due is not null`),
    ],
  },
  {
    name: '033_fees_of_managed_wallets',
    up: [
      step(raw`alter table managed_wallet add column fees_day text`),
      step(raw`alter table managed_wallet add column fees text`),
    ],
  },
  {
    name: '034_mempools',
    up: [
      step(raw`alter table subscription add column mempool integer`),
      // Whether anybody is to be told of a mempool, and what is remembered of it.
      step(raw`create index subscription_early on subscription (chain, chain_network, id) where mempool = 1`),
      step(
        raw`create index subscription_pending on subscription (id)
          where type = 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'`,
      ),
      step(raw`create index sighting_glimpsed on sighting (chain, network, height) where block_hash = ''`),
    ],
  },
  {
    name: '035_metadata',
    up: [
      step(
        raw`create table metadata (id text primary key, tenant integer not null, kind text not null,
          subject text not null, name text not null, value text not null) without rowid`,
      ),
      step(raw`create index metadata_by_value on metadata (tenant, kind, name, value, id)`),
      step(raw`create index metadata_of on metadata (tenant, subject)`),
    ],
  },
  {
    name: '036_rights_of_keys',
    up: [step(raw`alter table api_key add column read_only integer`)],
  },
  {
    name: '037_sends_of_tenants',
    up: [step(raw`create index send_by_tenant on send (tenant, id)`)],
  },
  {
    name: '038_lists_of_orders',
    up: [
      ...['state', 'pair', 'customer', 'account1', 'account2'].map((of) =>
        step(raw.raw(`drop index trade_by_${of}`)),
      ),
      // An order that ends leaves small indexes and moves in none.
      ...['tenant', 'pair', 'customer', 'account1', 'account2'].flatMap((of) => {
        const on = `on trade (tenant, ${of === 'tenant' ? '' : `${of.replace('mer', 'mer1')}, `}id)`
        return [
          step(raw.raw(`create index trade_of_${of} ${on}`)),
          step(raw.raw(`create index trade_open_of_${of} ${on} where state = 'open'`)),
        ]
      }),
      ...['', 'account1, ', 'account2, '].map((of, at) =>
        step(raw.raw(`create index trade_matched_${at} on trade (tenant, ${of}id) where state = 'matched'`)),
      ),
    ],
  },
  {
    name: '039_digests_of_idempotency_keys',
    up: [
      step(raw`alter table answer rename to answer_before`),
      step(
        raw`create table answer (seq integer primary key, tenant integer not null, key blob not null,
          request_hash blob not null, reference blob, body text, created integer not null)`,
      ),
      step(
        raw`insert into answer (tenant, key, request_hash, reference, body, created)
          select tenant.key, record_key(tenant.id, a.key), unhex(substr(a.request_hash, 1, 32)),
            record_reference(a.body), iif(record_reference(a.body) is null, a.body, null), a.created
          from answer_before a join tenant on tenant.key = a.tenant order by a.rowid`,
      ),
      step(raw`drop table answer_before`),
      step(
        raw`create table answer_place (place integer, seq integer, primary key (place, seq)) without rowid`,
      ),
      step(raw`insert into answer_place select record_place(key), seq from answer order by 1, 2`),
      step(raw`insert into meta select 'placed', cast(max(seq) as text) from answer having count(*) > 0`),
    ],
  },
  {
    name: '040_sends_under_another_id',
    up: [step(raw`alter table send add column mined_as text`)],
  },
  {
    name: '041_books_of_tenants',
    up: [
      step(raw`drop index trade_in_book`),
      step(raw`create index trade_in_book on trade (tenant, book, rank) where book is not null`),
    ],
  },
  {
    name: '042_payments_of_others',
    up: [
      // Which withdrawals of all tenants a transaction pays that is none of ours.
      step(raw`create index send_by_mined_as on send (mined_as, chain, network) where mined_as is not null`),
    ],
  },
  {
    name: '043_pages_of_signatures',
    up: [
      // Those of all tenants are read by pages: the next one begins behind an id.
      step(raw`create index pending_signature_unsigned on pending_signature (id, chain)
          where status = 'pending' and tx_id is null`),
    ],
  },
  {
    name: '044_fewer_places_of_a_trade',
    up: [
      // Most orders have no customer, and nobody lists those.
      step(raw`drop index trade_of_customer`),
      step(raw`drop index trade_open_of_customer`),
      step(raw`create index trade_of_customer on trade (tenant, customer1, id) where customer1 is not null`),
      step(
        raw`create index trade_open_of_customer on trade (tenant, customer1, id)
          where state = 'open' and customer1 is not null`,
      ),
      // With row ids, each has a place in the table and one in an index of its ids.
      step(
        raw`create table blockage_by_id (id text primary key, tenant integer not null, account text not null,
          amount text not null, type text not null, description text, freeze integer not null,
          created integer not null, trade text) without rowid`,
      ),
      step(
        raw`insert into blockage_by_id (id, tenant, account, amount, type, description, freeze, created, trade)
          select id, tenant, account, amount, type, description, freeze, created, trade from blockage order by id`,
      ),
      step(raw`drop table blockage`),
      step(raw`alter table blockage_by_id rename to blockage`),
      step(raw`create index blockage_by_account on blockage (account, id)`),
      step(raw`create index blockage_held on blockage (account, id) where trade is null`),
    ],
  },
  {
    name: '045_sighted_withdrawals',
    up: [step(raw`alter table withdrawal add column sighted text`)],
  },
  {
    name: '046_order_of_webhooks',
    up: [step(raw`alter table subscription add column latest integer`)],
  },
]
