/** The second part of the schema's history: what followers, tokens, webhooks and managed wallets need. */
import { sql as raw } from 'kysely'
import { type Migration, step } from './first-migrations.js'

export const SECOND_MIGRATIONS: readonly Migration[] = [
  {
    name: '014_followed_chains',
    up: [
      step(
        raw`create table cursor (tenant integer not null, chain text not null, network text not null,
          height integer not null, hash text not null, revision integer not null, blocks text not null,
          primary key (tenant, chain, network)) without rowid`,
      ),
      step(raw`alter table deposit add column chain text`),
      step(raw`alter table deposit add column network text`),
      step(raw`alter table deposit add column matures integer`),
      step(raw`alter table deposit add column shortfall text`),
      step(
        raw`create index deposit_following on deposit (chain, network, matures, id) where status = 'InProgress'`,
      ),
      step(raw`create index deposit_by_block on deposit (block_hash) where chain is not null`),
    ],
  },
  {
    name: '015_approvals',
    up: [
      step(
        raw`create table approval (tenant integer not null, intent text not null, chain text not null,
          network text not null, account text not null, currency text not null, scale integer not null,
          amount text not null, payments text not null, api_key text not null, id text not null,
          reason text not null, status text not null, decided_by text, expires integer not null,
          created integer not null, updated integer not null, primary key (tenant, intent)) without rowid`,
      ),
      step(
        raw`create index approval_open on approval (tenant, created) where status in ('Pending', 'Approved')`,
      ),
      step(
        raw`create table spending (tenant integer not null, scope text not null, revision integer not null,
          primary key (tenant, scope)) without rowid`,
      ),
    ],
  },
  {
    name: '016_outputs',
    up: [
      step(
        raw`create table output (tenant integer not null, chain text not null, network text not null,
          tx_id text not null, number integer not null, address text not null, wallet text not null,
          derivation_key integer, value integer not null, scale integer not null, height integer, hash text,
          matures integer not null, spent_by text, spent_height integer, spent_hash text,
          primary key (tenant, chain, network, tx_id, number))`,
      ),
      // Followers ask which of the outputs that a block spends anybody has, and what a block made and spent.
      step(raw`create index output_on_chain on output (chain, network, tx_id)`),
      step(raw`create index output_made on output (chain, network, hash)`),
      step(
        raw`create index output_spent on output (chain, network, spent_hash) where spent_hash is not null`,
      ),
      // A withdrawal spends the largest outputs of its wallet.
      step(
        raw`create index output_unspent on output (tenant, chain, network, wallet, value) where spent_height is null`,
      ),
    ],
  },
  {
    name: '017_withdrawals',
    up: [
      step(
        raw`create table withdrawal (id text primary key, tenant integer not null, chain text not null,
          network text not null, account text not null, currency text not null, scale integer not null,
          amount text not null, fee text not null, charged text not null, payments text not null,
          address text not null, multiple_amounts text, attr text, payment_id text, sender_note text,
          wallet text not null, inputs text not null, change text not null, one_call integer not null, verdict text,
          reference text not null, created integer not null, status text not null, tx_id text, signature text,
          reverted text, reason text, updated integer not null, head_height integer, head_hash text)`,
      ),
      step(raw`create index withdrawal_by_tenant on withdrawal (tenant, id)`),
      step(raw`create index withdrawal_underway on withdrawal (id) where status = 'InProgress'`),
      step(raw`alter table send add column withdrawal text`),
    ],
  },
  {
    name: '018_holdings',
    up: [
      step(
        raw`create table holding (tenant integer not null, chain text not null, network text not null,
          address text not null, asset text not null, observed text not null, unassigned text not null,
          taken text not null, opening text not null, watched integer not null, changed integer,
          recent text not null, primary key (tenant, chain, network, address, asset))`,
      ),
      step(raw`create index holding_changed on holding (chain, network, changed)`),
      step(raw`create index holding_watched on holding (chain, network, address) where watched = 1`),
    ],
  },
  {
    name: '019_tokens',
    up: [
      step(
        raw`create table token (tenant integer not null, name text not null, chain text not null,
          network text not null, scale integer not null, standard text, account text not null, holder text,
          supply text not null, created integer not null, asset text, since integer,
          primary key (tenant, name)) without rowid`,
      ),
      // Two currencies must not stand for the same token.
      step(raw`create unique index token_by_asset on token (tenant, chain, network, asset)`),
      // Followers ask which tokens of a chain are known.
      step(raw`create index token_on_chain on token (chain, network)`),
    ],
  },
  {
    name: '020_limits',
    up: [
      step(raw`create index approval_by_id on approval (tenant, id)`),
      // Limits add up the withdrawals of a window.
      step(raw`create index withdrawal_by_account on withdrawal (tenant, account, created, id)`),
      step(raw`create index withdrawal_by_currency on withdrawal (tenant, currency, created, id)`),
    ],
  },
  {
    name: '021_change_of_sends',
    up: [step(raw`alter table send add column change integer`)],
  },
  {
    name: '022_outputs_by_address',
    up: [
      // A comparison with the node asks for them.
      step(
        raw`create index output_by_address on output (chain, network, address) where spent_height is null`,
      ),
    ],
  },
  {
    name: '022_addresses_first',
    up: [
      // A follower looks up thousands of addresses for each block: SQLite compares the first column the fastest.
      step(raw`create index deposit_address_by_address on deposit_address (address, tag, chain, network)`),
      step(raw`drop index deposit_address_on_chain`),
    ],
  },
  {
    name: '023_deployments_of_tokens',
    up: [
      step(raw`alter table token add column deployment text`),
      // A worker asks which tokens are to be linked once their transaction is final.
      step(
        raw`create index token_deploying on token (tenant, name) where asset is null and deployment >= 'kms:'`,
      ),
    ],
  },
  {
    name: '024_webhooks',
    up: [
      step(
        raw`create table subscription (id text primary key, tenant integer not null, api_key text not null,
          network text not null, plan text not null, type text not null, object text not null, attr text not null,
          consumer text, secret text not null, created integer not null, url text, sequence integer not null)`,
      ),
      step(raw`create index subscription_by_tenant on subscription (tenant, id)`),
      // Each event asks who has subscribed to its object.
      step(raw`create index subscription_to on subscription (tenant, object)`),
      step(
        raw`create table outbox (tenant integer not null, api_key text not null, hmac_secret text, month text not null,
          fired integer not null, primary key (tenant, api_key)) without rowid`,
      ),
      step(
        raw`create table watch (tenant integer not null, kind text not null, object text not null, day text not null,
          primary key (tenant, kind, object)) without rowid`,
      ),
      step(
        raw`create table webhook (id text primary key, tenant integer not null, network text not null,
          subscription text not null, type text not null, object text not null, sequence integer not null,
          body text not null, created integer not null, url text not null, status text not null, attempts integer not null,
          next_at integer not null, code integer, response text,
          network_error integer not null, finished integer)`,
      ),
      step(raw`create index webhook_by_tenant on webhook (tenant, id)`),
      // Workers take the oldest of each receiver, and the next that is due.
      step(raw`create index webhook_waiting on webhook (url, id) where status = 'pending'`),
      step(raw`create index webhook_due on webhook (url, next_at, id) where status = 'pending'`),
      step(raw`create unique index webhook_by_sequence on webhook (tenant, subscription, sequence)`),
      step(raw`alter table send add column height integer`),
    ],
  },
  {
    name: '025_order_book',
    up: [
      step(raw`alter table blockage add column trade text`),
      // Those of open orders end with the orders, so nobody looks for them.
      step(raw`create index blockage_held on blockage (account, id) where trade is null`),
      step(
        raw`create table trade_pair (tenant integer not null, pair text not null, matching text, facing text,
          sequence integer not null, primary key (tenant, pair)) without rowid`,
      ),
      step(
        raw`create table trade (id text primary key, tenant integer not null, pair text not null, type text not null,
          price text not null, amount text not null, account1 text not null, account2 text not null, customer1 text,
          customer2 text, scale1 integer not null, scale2 integer not null, fee text, fee_account text, terms text,
          created integer not null, state text not null, ended text, fill text not null, is_maker integer not null,
          book text, rank text not null, blockage text, blocked text not null, updated integer not null)`,
      ),
      // The best orders of one side of a pair.
      step(raw`create index trade_in_book on trade (book, rank) where book is not null`),
      step(raw`create index trade_by_state on trade (tenant, state, id)`),
      step(raw`create index trade_by_pair on trade (tenant, pair, state, id)`),
      step(raw`create index trade_by_customer on trade (tenant, customer1, state, id)`),
      step(raw`create index trade_by_account1 on trade (tenant, account1, state, id)`),
      step(raw`create index trade_by_account2 on trade (tenant, account2, state, id)`),
      step(
        raw`create table trade_fill (id text primary key, tenant integer not null, pair text not null,
          maker text not null, taker text not null, side text not null, price text not null, amount text not null,
          quote text not null, maker_fee text not null, taker_fee text not null, maker_ended integer not null,
          taker_ended integer not null, reference text not null, created integer not null)`,
      ),
      // Charts read them in the order of time.
      step(raw`create index trade_fill_by_pair on trade_fill (tenant, pair, created, id)`),
    ],
  },
  {
    name: '026_deliveries',
    up: [
      // What is due of everybody.
      step(
        raw`create index webhook_posted on webhook (next_at, id) where status = 'pending' and url > 'http'`,
      ),
      step(raw`create index webhook_delivered on webhook (finished, id) where status = 'delivered'`),
      step(
        raw`create table receiver (tenant integer not null, name text not null, worker text not null,
          until integer not null, primary key (tenant, name)) without rowid`,
      ),
    ],
  },
  {
    name: '027_managed_wallets',
    up: [
      step(
        raw`create table managed_wallet (tenant integer not null, id text not null, api_key text not null,
          chain text not null, network text not null, address text not null, public_key text not null,
          created integer not null, master_key text not null, wrapped text not null, charged_day text not null,
          primary key (tenant, id)) without rowid`,
      ),
      step(raw`create index managed_wallet_by_api_key on managed_wallet (tenant, api_key, id)`),
      step(raw`create index managed_wallet_at on managed_wallet (tenant, chain, network, address)`),
      step(raw`create index managed_wallet_by_master_key on managed_wallet (master_key)`),
      step(raw`create index managed_wallet_uncharged on managed_wallet (charged_day)`),
      step(
        raw`create table key_use (tenant integer not null, id text not null, wallet text not null,
          chain text not null, network text not null, address text not null, api_key text not null,
          purpose text not null, digest text, at integer not null, primary key (tenant, id)) without rowid`,
      ),
      step(raw`create index key_use_by_wallet on key_use (tenant, wallet, id)`),
    ],
  },
  {
    name: '028_unfinished_blocks',
    up: [step(raw`alter table cursor add column unfinished integer`)],
  },
  {
    name: '029_verdicts_of_key_uses',
    up: [step(raw`alter table key_use add column verdict text`)],
  },
]
