/** The schema's history. A migration, once released, is never edited. */
import { FIRST_MIGRATIONS, type Migration } from './first-migrations.js'

/** Names the advisory lock of those who add deposit addresses, with the table; no other use of the database has it. */
const ADDRESS_TURN = 1_414_746_700

export const MIGRATIONS: readonly Migration[] = [
  ...FIRST_MIGRATIONS,
  {
    name: '013_deposit_addresses',
    up: [
      'create table home_network (tenant text primary key, network text not null)',
      `create table address_pool (
        tenant text not null, chain text not null, network text not null, address text not null, xpub text not null,
        owner text, last_index bigint not null, primary key (tenant, chain, network, address))`,
      `create table deposit_address (
        tenant text not null, chain text not null, network text not null, address text not null, tag text not null,
        currency text not null, account text not null, xpub text, derivation_key bigint, shown text not null,
        removed boolean not null, created bigint not null,
        primary key (tenant, chain, network, address, tag, currency))`,
      // Followers ask which of a block's addresses anybody has.
      'create index deposit_address_on_chain on deposit_address (chain, network, address)',
      'create index deposit_address_by_account on deposit_address (tenant, account, derivation_key)',
      'create index address_pool_on_chain on address_pool (chain, network, address)',
    ],
  },
  {
    name: '014_head_of_signatures',
    up: ['alter table pending_signature add column head_height bigint, add column head_hash text'],
  },
  {
    name: '015_followed_chains',
    up: [
      `create table cursor (tenant text not null, chain text not null, network text not null,
        height bigint not null, hash text not null, revision bigint not null, blocks text not null,
        primary key (tenant, chain, network))`,
      `alter table deposit add column chain text, add column network text, add column matures bigint,
        add column shortfall numeric`,
      "create index deposit_following on deposit (chain, network, matures, id) where status = 'InProgress'",
      'create index deposit_by_block on deposit (block_hash) where chain is not null',
    ],
  },
  {
    name: '016_approvals',
    up: [
      `create table approval (tenant text not null, intent text not null, chain text not null, network text not null,
        account text not null, currency text not null, scale bigint not null, amount numeric not null,
        payments text not null, api_key text not null, id text not null, reason text not null, status text not null,
        decided_by text, expires bigint not null, created bigint not null, updated bigint not null,
        primary key (tenant, intent))`,
      "create index approval_open on approval (tenant, created) where status in ('Pending', 'Approved')",
      `create table spending (tenant text not null, scope text not null, revision bigint not null,
        primary key (tenant, scope))`,
    ],
  },
  {
    name: '017_outputs',
    up: [
      `create table output (
        tenant text not null, chain text not null, network text not null, tx_id text not null, number bigint not null,
        address text not null, wallet text not null, derivation_key bigint, value bigint not null, scale bigint not null,
        height bigint, hash text, matures bigint not null, spent_by text, spent_height bigint, spent_hash text,
        primary key (tenant, chain, network, tx_id, number))`,
      // Followers ask which of the outputs that a block spends anybody has, and what a block made and spent.
      'create index output_on_chain on output (chain, network, tx_id)',
      'create index output_made on output (chain, network, hash)',
      'create index output_spent on output (chain, network, spent_hash) where spent_hash is not null',
      // A withdrawal spends the largest outputs of its wallet.
      'create index output_unspent on output (tenant, chain, network, wallet, value) where spent_height is null',
    ],
  },
  {
    name: '018_withdrawals',
    up: [
      `create table withdrawal (
        tenant text not null, id text not null, chain text not null, network text not null, account text not null,
        currency text not null, scale bigint not null, amount numeric not null, fee text not null,
        charged numeric not null, payments text not null, address text not null, multiple_amounts text, attr text,
        payment_id text, sender_note text, wallet text not null, inputs text not null, change numeric not null,
        one_call boolean not null, verdict text, reference text not null, created bigint not null,
        status text not null, tx_id text, signature text, reverted text, reason text, updated bigint not null, head_height bigint,
        head_hash text, primary key (tenant, id))`,
      "create index withdrawal_underway on withdrawal (id) where status = 'InProgress'",
      'alter table send add column withdrawal text',
    ],
  },
  {
    name: '019_holdings',
    up: [
      `create table holding (tenant text not null, chain text not null, network text not null, address text not null,
        asset text not null, observed numeric not null, unassigned numeric not null, taken numeric not null,
        opening numeric not null, watched boolean not null, changed bigint, recent text not null,
        primary key (tenant, chain, network, address, asset))`,
      'create index holding_changed on holding (chain, network, changed)',
      'create index holding_watched on holding (chain, network, address) where watched',
    ],
  },
  {
    name: '020_tokens',
    up: [
      `create table token (
        tenant text not null, name text not null, chain text not null, network text not null, scale bigint not null,
        standard text, account text not null, holder text, supply numeric not null, created bigint not null,
        asset text, since bigint, primary key (tenant, name))`,
      // Two currencies must not stand for the same token.
      'create unique index token_by_asset on token (tenant, chain, network, asset)',
      // Followers ask which tokens of a chain are known.
      'create index token_on_chain on token (chain, network)',
    ],
  },
  {
    name: '021_limits',
    up: [
      'create index approval_by_id on approval (tenant, id)',
      // Limits add up the withdrawals of a window.
      'create index withdrawal_by_account on withdrawal (tenant, account, created, id)',
      'create index withdrawal_by_currency on withdrawal (tenant, currency, created, id)',
    ],
  },
  {
    name: '022_change_of_sends',
    up: ['alter table send add column change bigint'],
  },
  {
    name: '023_outputs_by_address',
    up: [
      // A comparison with the node asks for them.
      'create index output_by_address on output (chain, network, address) where spent_height is null',
    ],
  },
  {
    name: '023_tags_of_an_address',
    up: [
      // Where tags tell customers apart, a million of them may share one address.
      'create index deposit_address_by_address on deposit_address (chain, network, address, tag)',
      'drop index deposit_address_on_chain',
    ],
  },
  {
    name: '024_deployments_of_tokens',
    up: [
      'alter table token add column deployment text',
      // A worker asks which tokens are to be linked once their transaction is final.
      "create index token_deploying on token (tenant, name) where asset is null and deployment >= 'kms:'",
    ],
  },
  {
    name: '025_webhooks',
    up: [
      `create table subscription (tenant text not null, id text not null, api_key text not null,
        network text not null, plan text not null, type text not null, object text not null, attr text not null,
        consumer text, secret text not null, created bigint not null, url text, sequence bigint not null,
        primary key (tenant, id))`,
      // Each event asks who has subscribed to its object.
      'create index subscription_to on subscription (tenant, object)',
      `create table outbox (tenant text not null, api_key text not null, hmac_secret text, month text not null,
        fired bigint not null, primary key (tenant, api_key))`,
      `create table watch (tenant text not null, kind text not null, object text not null, day text not null,
        primary key (tenant, kind, object))`,
      `create table webhook (tenant text not null, id text not null, network text not null,
        subscription text not null, type text not null, object text not null, sequence bigint not null,
        body text not null, created bigint not null, url text not null, status text not null, attempts bigint not null,
        next_at bigint not null, code bigint, response text, network_error boolean not null,
        finished bigint, primary key (tenant, id))`,
      // Workers take the oldest of each receiver, and the next that is due.
      "create index webhook_waiting on webhook (url, id) where status = 'pending'",
      "create index webhook_due on webhook (url, next_at, id) where status = 'pending'",
      'create unique index webhook_by_sequence on webhook (tenant, subscription, sequence)',
      'alter table send add column height bigint',
    ],
  },
  {
    name: '026_numbered_addresses',
    up: [
      // A follower reads the addresses that it lacks by their numbers: see known-addresses.ts.
      'create sequence deposit_address_number',
      `create function next_deposit_address_number() returns bigint language plpgsql as $$ begin
         perform pg_advisory_xact_lock(${ADDRESS_TURN}, 'deposit_address'::regclass::oid::int);
         return nextval('deposit_address_number'::regclass);
       end $$`,
      'alter table deposit_address add column number bigint not null default next_deposit_address_number()',
      'create unique index deposit_address_by_number on deposit_address (number)',
    ],
  },
  {
    name: '027_order_book',
    up: [
      'alter table blockage add column trade text',
      // Those of open orders end with the orders, so nobody looks for them.
      'create index blockage_held on blockage (tenant, account, id) where trade is null',
      `create table trade_pair (tenant text not null, pair text not null, matching text, facing text,
        sequence bigint not null, primary key (tenant, pair))`,
      `create table trade (tenant text not null, id text not null, pair text not null, type text not null,
        price text not null, amount numeric not null, account1 text not null, account2 text not null, customer1 text,
        customer2 text, scale1 bigint not null, scale2 bigint not null, fee text, fee_account text, terms text,
        created bigint not null, state text not null, ended text, fill numeric not null, is_maker boolean not null,
        book text, rank text not null, blockage text, blocked numeric not null, updated bigint not null,
        primary key (tenant, id))`,
      // The best orders of one side of a pair.
      'create index trade_in_book on trade (tenant, book, rank) where book is not null',
      'create index trade_by_state on trade (tenant, state, id)',
      'create index trade_by_pair on trade (tenant, pair, state, id)',
      'create index trade_by_customer on trade (tenant, customer1, state, id)',
      'create index trade_by_account1 on trade (tenant, account1, state, id)',
      'create index trade_by_account2 on trade (tenant, account2, state, id)',
      `create table trade_fill (tenant text not null, id text not null, pair text not null, maker text not null,
        taker text not null, side text not null, price text not null, amount numeric not null, quote numeric not null,
        maker_fee numeric not null, taker_fee numeric not null, maker_ended boolean not null,
        taker_ended boolean not null, reference text not null, created bigint not null, primary key (tenant, id))`,
      // Charts read them in the order of time.
      'create index trade_fill_by_pair on trade_fill (tenant, pair, created, id)',
    ],
  },
  {
    name: '028_deliveries',
    up: [
      // What is due of everybody.
      "create index webhook_posted on webhook (next_at, id) where status = 'pending' and url > 'http'",
      "create index webhook_delivered on webhook (finished, id) where status = 'delivered'",
      `create table receiver (tenant text not null, name text not null, worker text not null, until bigint not null,
        primary key (tenant, name))`,
    ],
  },
  {
    name: '029_managed_wallets',
    up: [
      `create table managed_wallet (tenant text not null, id text not null, api_key text not null,
        chain text not null, network text not null, address text not null, public_key text not null, created bigint not null,
        master_key text not null, wrapped text not null, charged_day text not null, primary key (tenant, id))`,
      'create index managed_wallet_by_api_key on managed_wallet (tenant, api_key, id)',
      'create index managed_wallet_at on managed_wallet (tenant, chain, network, address)',
      'create index managed_wallet_by_master_key on managed_wallet (master_key)',
      'create index managed_wallet_uncharged on managed_wallet (charged_day)',
      `create table key_use (tenant text not null, id text not null, wallet text not null, chain text not null,
        network text not null, address text not null, api_key text not null, purpose text not null, digest text,
        at bigint not null, primary key (tenant, id))`,
      'create index key_use_by_wallet on key_use (tenant, wallet, id)',
    ],
  },
  {
    name: '030_unfinished_blocks',
    up: ['alter table cursor add column unfinished boolean'],
  },
  {
    name: '031_verdicts_of_key_uses',
    up: ['alter table key_use add column verdict text'],
  },
  {
    name: '032_multi_tokens',
    up: [
      `create table multi_token (tenant text not null, chain text not null, network text not null,
        contract text not null, tx_id text not null, height bigint not null, block_hash text not null,
        primary key (tenant, chain, network, contract))`,
      'create index multi_token_by_height on multi_token (tenant, chain, network, height)',
      `create table multi_transfer (tenant text not null, chain text not null, network text not null,
        address text not null, contract text not null, place text not null, tx_id text not null,
        height bigint not null, block_hash text not null, token_id text not null, amount numeric not null,
        sender text not null, recipient text not null, operator text not null, previous bigint,
        primary key (tenant, chain, network, address, contract, place))`,
      'create index multi_transfer_by_height on multi_transfer (tenant, chain, network, height)',
      `create table multi_balance (tenant text not null, chain text not null, network text not null,
        address text not null, contract text not null, token_id text not null, amount numeric not null,
        height bigint not null, primary key (tenant, chain, network, address, contract, token_id))`,
      // Whose transaction has created a contract: blocks do not tell tenants.
      'create index send_by_tx_id on send (tx_id, chain, network)',
    ],
  },
  {
    name: '033_sightings',
    up: [
      `alter table subscription add column chain text, add column chain_network text, add column number bigint,
        add column quota text`,
      // Followers read the newest, and ask who watches an address of whichever tenant.
      'create index subscription_of_chain on subscription (chain, chain_network, number) where chain is not null',
      'create index subscription_sighting on subscription (chain, chain_network, object) where chain is not null',
      'create index subscription_within on subscription (tenant, api_key, quota, id) where quota is not null',
      `create table lookout (tenant text not null, chain text not null, network text not null, number bigint not null,
        primary key (tenant, chain, network))`,
      `create table sighting (tenant text not null, chain text not null, network text not null, kind text not null,
        object text not null, place text not null, tx_id text not null, outputs text not null, body text not null,
        height bigint not null, block_hash text not null, primary key (tenant, kind, object, place))`,
      'create index sighting_by_height on sighting (chain, network, height)',
      'create index sighting_by_tx_id on sighting (chain, network, tx_id)',
    ],
  },
  {
    name: '034_futures',
    up: [
      'alter table trade add column unsettled bigint',
      'alter table trade add column due bigint',
      // The next ones to end.
      'create index trade_due on trade (due, id) where due is not null',
      `create table trade_agreement (tenant text not null, id text not null, pair text not null, maker text not null,
        taker text not null, side text not null, price text not null, amount numeric not null, quote numeric not null,
        fee1 numeric not null, fee2 numeric not null, account1 text not null, account2 text not null,
        terms text not null, maker_ended boolean not null, taker_ended boolean not null, reference text not null,
        created bigint not null, state text not null, due bigint, blockage1 text, blockage2 text,
        sold numeric not null, paid numeric not null, penalty1 numeric not null, penalty2 numeric not null,
        charged1 numeric not null, charged2 numeric not null, primary key (tenant, id))`,
      'create index trade_agreement_due on trade_agreement (due, id) where due is not null',
    ],
  },
  {
    name: '035_fees_of_managed_wallets',
    up: ['alter table managed_wallet add column fees_day text, add column fees numeric'],
  },
  {
    name: '036_mempools',
    up: [
      'alter table subscription add column mempool boolean',
      // Whether anybody is to be told of a mempool, and what is remembered of it.
      'create index subscription_early on subscription (chain, chain_network, id) where mempool',
      `create index subscription_pending on subscription (id)
        where type = 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'`,
      `create index sighting_glimpsed on sighting (chain, network, height) where block_hash = ''`,
    ],
  },
  {
    name: '037_metadata',
    up: [
      `create table metadata (tenant text not null, id text not null, kind text not null, subject text not null,
        name text not null, value text not null, primary key (tenant, id))`,
      'create index metadata_by_value on metadata (tenant, kind, name, value, id)',
      'create index metadata_of on metadata (tenant, subject)',
    ],
  },
  {
    name: '038_digests_of_idempotency_keys',
    up: [
      // As `keyHash` has it: the first 16 bytes of the SHA-256 of tenant, NUL and key.
      `create table answer_of_digest as
        select tenant,
          encode(substring(sha256(convert_to(tenant, 'UTF8') || '\\x00'::bytea || convert_to(key, 'UTF8')) for 16), 'hex')::uuid
            as key,
          substr(request_hash, 1, 32)::uuid as request_hash,
          case when is_reference then substr(body, 15, 36)::uuid end as reference,
          case when not is_reference then body end as body, created
        from (select *, body ~ '^\\{"reference":"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"\\}$' as is_reference from answer)
          as before`,
      'drop table answer',
      'alter table answer_of_digest rename to answer',
      `alter table answer alter column tenant set not null, alter column key set not null,
        alter column request_hash set not null, alter column created set not null, add primary key (tenant, key)`,
    ],
  },
  {
    name: '039_rights_of_keys',
    up: ['alter table api_key add column read_only boolean'],
  },
  {
    name: '040_sends_under_another_id',
    up: ['alter table send add column mined_as text'],
  },
  {
    name: '041_payments_of_others',
    // Which withdrawals of all tenants a transaction pays that is none of ours.
    up: ['create index send_by_mined_as on send (mined_as, chain, network) where mined_as is not null'],
  },
  {
    name: '042_sighted_withdrawals',
    up: ['alter table withdrawal add column sighted text'],
  },
  {
    name: '043_order_of_accounts',
    up: [
      // The log gets an updated row from the first to the last column that has changed: those of a payment come last.
      `create table account_in_order (
        tenant text not null, id text not null, currency text not null, scale int not null, customer text, role text,
        blocked numeric not null, frozen_by text, active boolean not null, accounting_currency text not null,
        account_code text, account_number text, xpub text, created bigint not null,
        balance numeric not null, records bigint not null, height bigint not null, latest bigint not null default 0)
        with (fillfactor = 50)`,
      `insert into account_in_order
        select tenant, id, currency, scale, customer, role, blocked, frozen_by, active, accounting_currency,
          account_code, account_number, xpub, created, balance, records, height, latest from account`,
      'drop table account',
      'alter table account_in_order rename to account',
      'alter table account add primary key (tenant, id)',
      'create index account_by_customer on account (tenant, customer, id)',
      'create index account_by_number on account (tenant, account_number, id)',
    ],
  },
  {
    name: '044_order_of_webhooks',
    up: ['alter table subscription add column latest bigint'],
  },
]
