/**
 * All SQL that this storage sends, by features, and which engines that speak PostgreSQL have them according to their own
 * documentation. docs/scaling.md shows this table. None of it was tried on these engines.
 */
import type { Source } from './sources.fixture.js'

export const ENGINES = ['CockroachDB', 'YugabyteDB', 'Citus', 'Aurora DSQL'] as const

/** What the documentation says. */
export interface Cell {
  readonly says: 'yes' | 'no' | 'if' | '?'
  readonly source?: Source
  readonly note?: string
}

interface Feature {
  readonly name: string
  /** In the words of a statement, as `wordsOf` has them: what it finds is what this feature stands for. */
  readonly pattern: RegExp
  /** Sources of this package. */
  readonly where: readonly string[]
  /** In the order of `ENGINES`. */
  readonly cells: readonly [Cell, Cell, Cell, Cell]
}

const yes = (source: Source): Cell => ({ says: 'yes', source })
const no = (source: Source, note: string): Cell => ({ says: 'no', source, note })
const only = (source: Source, note: string): Cell => ({ says: 'if', source, note })
/** The documentation does not say it, or we have not found it. */
const unsaid: Cell = { says: '?' }

/** Citus has all SQL of statements that stay on one node. */
const oneNode = yes('citus-sql')
const oneShard = only('citus-sql', 'on one shard')

const CORE =
  'select|from|where|and|or|not|in|is|null|as|on|cross|left|join|order|by|asc|desc|limit|offset|group|union|all|case|when|then|else|end|exists|true|false|like|insert|into|values|update|set|delete|with|begin|commit|rollback|count|sum|max|coalesce|greatest'

export const FEATURES: readonly Feature[] = [
  {
    name: 'joins, subqueries, `union all`, `case`, aggregates; `insert`, `update … from`, `delete`',
    pattern: new RegExp(`\\b(?:${CORE})\\b|(?<= )(?:=|<>|<|>|<=|>=|\\+|-|\\|\\||>>)(?= )`, 'g'),
    where: ['load.ts', 'queries.ts', 'statement.ts'],
    cells: [
      yes('crdb-sql'),
      yes('yb-sql'),
      only('citus-sql', 'no subqueries within `insert`: test `insert … select` from `unnest`'),
      yes('dsql-sql'),
    ],
  },
  {
    name: '`text`, `bigint`, `int`, `boolean`, `uuid`, `bytea`; casts',
    pattern: /\b(?:text|bigint|int|boolean|bool|uuid|bytea)\b|:: (?:numeric)?/g,
    where: ['statement.ts', 'tables.ts', 'first-migrations.ts'],
    cells: [yes('crdb-sql'), yes('yb-sql'), oneNode, yes('dsql-types')],
  },
  {
    name: 'columns of `numeric` without a precision',
    pattern: /\bnumeric\b/g,
    where: ['first-migrations.ts', 'migrations.ts'],
    cells: [
      yes('crdb-sql'),
      yes('yb-sql'),
      oneNode,
      no('dsql-types', 'they become `numeric (18,6)`, too short for amounts'),
    ],
  },
  {
    name: '`for update`, `for update of`',
    pattern: /\bfor update(?: of \w+)?(?! skip)/g,
    where: ['load.ts', 'locks.ts', 'unit-of-work.ts'],
    cells: [
      only('crdb-limits', 'under `serializable` best effort; correctness does not depend on it there'),
      yes('yb-locks'),
      oneShard,
      only('dsql-occ', 'no locks: conflicts show at commit as 40001'),
    ],
  },
  {
    name: '`for update skip locked`',
    pattern: /\bfor update skip locked\b/g,
    where: ['deferred-indexing.ts'],
    cells: [only('crdb-skip-rc', 'from 24.1'), only('yb-skip', 'not under `serializable`'), oneShard, unsaid],
  },
  {
    name: 'arrays as parameters: `unnest` of several, `= any`',
    pattern: /\b(?:unnest|any) \(/g,
    where: ['statement.ts', 'pairs.ts', 'seek.ts'],
    cells: [
      { says: '?', source: 'crdb-fn', note: 'we have seen `unnest` of one array there' },
      yes('yb-pg'),
      oneNode,
      yes('dsql-types'),
    ],
  },
  {
    name: 'several `insert`, `update` and `delete` in the CTEs of one statement',
    pattern: /\b\w+ as \( (?:insert into|update|delete from)\b/g,
    where: ['deferred-indexing.ts'],
    cells: [
      only(
        'crdb-limits',
        'one table only once, unless `sql.multiple_modifications_of_table.enabled`; ours may name `blockage` and `account` twice',
      ),
      yes('yb-pg'),
      only('citus-sql', 'of one tenant; a batch holds several'),
      unsaid,
    ],
  },
  {
    name: '`returning`',
    pattern: /\breturning\b/g,
    where: ['deferred-indexing.ts', 'store.ts'],
    cells: [yes('crdb-sql'), yes('yb-pg'), oneNode, unsaid],
  },
  {
    name: '`on conflict`',
    pattern: /\bon conflict (?:\( [\w ,]+ \) )?do (?:nothing|update)\b/g,
    where: ['migrate.ts', 'standby.ts', 'store.ts'],
    cells: [yes('crdb-insert'), yes('yb-pg'), oneNode, unsaid],
  },
  {
    name: '`with recursive`, `as materialized`',
    pattern: /\bwith recursive\b|\bas materialized\b/g,
    where: ['seek.ts'],
    cells: [yes('crdb-cte'), yes('yb-pg'), oneShard, unsaid],
  },
  {
    name: '`lateral`',
    pattern: /\blateral\b/g,
    where: ['seek.ts', 'tables.ts'],
    cells: [yes('crdb-joins'), yes('yb-pg'), only('citus-sql', 'correlated by tenant'), unsaid],
  },
  {
    name: '`with ordinality`',
    pattern: /\bwith ordinality\b/g,
    where: ['seek.ts'],
    cells: [yes('crdb-from'), yes('yb-pg'), oneNode, unsaid],
  },
  {
    name: 'comparison of rows: `(a, b) < (c, d)`',
    pattern: /\( [\w.]+(?: [\w."]+)*(?: , [\w.]+(?: [\w."]+)*)+ \) [<>] \(/g,
    where: ['queries.ts'],
    cells: [unsaid, yes('yb-pg'), oneNode, unsaid],
  },
  {
    name: 'cursors: `declare … no scroll cursor`',
    pattern: /\bdeclare \w+ no scroll cursor for\b|\bfetch 0 from \w+|\bclose \w+/g,
    where: ['lists.ts', 'journal.ts'],
    cells: [yes('crdb-cursors'), yes('yb-cursor'), unsaid, unsaid],
  },
  {
    name: '`begin isolation level repeatable read read only`',
    pattern: /\bbegin isolation level repeatable read read only\b/g,
    where: ['store.ts'],
    cells: [only('crdb-tx', 'it is raised to `serializable`'), yes('yb-iso'), unsaid, yes('dsql-occ')],
  },
  {
    name: '`collate "C"`',
    pattern: /\bcollate "c"/g,
    where: ['lists.ts'],
    cells: [
      { says: '?', source: 'crdb-collate', note: 'its list has no such name' },
      yes('yb-collate'),
      oneNode,
      yes('dsql-lacks'),
    ],
  },
  {
    name: 'settings of plans, as `set jit = off`; not needed',
    pattern: /\bset (?:plan_cache_mode|enable_seqscan|jit) = \w+/g,
    where: ['connection.ts'],
    cells: [unsaid, unsaid, unsaid, unsaid],
  },
  {
    name: '`set local` of time limits',
    pattern: /\bset local \w+ =/g,
    where: ['connection.ts', 'migrate.ts'],
    cells: [yes('crdb-set'), yes('yb-pg'), oneNode, unsaid],
  },
  {
    name: 'a setting that not every server has, by `set_config`; not needed',
    pattern: /\b(?:set_config|version) \(/g,
    where: ['migrate.ts'],
    cells: [unsaid, unsaid, unsaid, unsaid],
  },
  {
    name: 'several changes of the schema, and of rows, in one transaction',
    pattern: /^@ ddl$/g,
    where: [],
    cells: [
      only('crdb-ddl', 'only tables and indexes are made as a whole or not at all'),
      no('yb-ddl', 'each is a transaction of its own: a migration may stop halfway'),
      unsaid,
      no('dsql-ddl', 'one change of the schema, and of rows none with it'),
    ],
  },
  {
    name: '`lock table … in access exclusive mode`',
    pattern: /\block table \w+ in access exclusive mode\b/g,
    where: ['migrate.ts'],
    cells: [unsaid, no('yb-lock', 'only `access share`'), unsaid, unsaid],
  },
  {
    name: 'tables, primary keys, unique keys that are checked at once, indexes, views, new columns',
    pattern:
      /\bcreate table (?:if not exists )?\w+ \(|\bprimary key\b|\bconstraint \w+|\bunique\b|\bcreate (?:unique )?index \w+ on\b|\bcreate view\b|\balter table \w+|\badd column\b|\bdefault\b|\bdrop index\b/g,
    where: ['first-migrations.ts', 'migrations.ts', 'migrate.ts'],
    cells: [
      yes('crdb-sql'),
      yes('yb-sql'),
      only('citus-keys', 'keys contain the tenant; `api_key.hash`, `seal` and `writer` have none'),
      only(
        'dsql-index',
        '`create index async` only; and at most 8 columns and 1 KiB for a key ([quotas][dsql-quotas])',
      ),
    ],
  },
  {
    name: 'partial indexes',
    pattern: /\bcreate (?:unique )?index \w+ on \w+ \( [\w ,]+ \) where\b/g,
    where: ['first-migrations.ts', 'migrations.ts'],
    cells: [yes('crdb-partial'), yes('yb-pg'), oneNode, no('dsql-index', 'its syntax has none')],
  },
  {
    name: '`with (fillfactor = 50)`',
    pattern: /\bwith \( fillfactor = 0 \)/g,
    where: ['first-migrations.ts'],
    cells: [only('crdb-table', 'without effect'), unsaid, oneNode, unsaid],
  },
  {
    name: 'a sequence',
    pattern: /\bcreate sequence \w+|\bnextval \(/g,
    where: ['migrations.ts'],
    cells: [yes('crdb-seq'), yes('yb-pg'), oneNode, only('dsql-seq', '`cache` must be written')],
  },
  {
    name: 'a function in PL/pgSQL as the default of a column',
    pattern: /\bcreate function \w+ \( \) returns \w+ language plpgsql as \$\$ begin perform\b|\breturn\b/g,
    where: ['migrations.ts'],
    cells: [
      no('crdb-limits', 'no functions in columns, and no `perform`'),
      yes('yb-pg'),
      unsaid,
      { says: '?', source: 'dsql-plpgsql', note: 'it has PL/pgSQL' },
    ],
  },
  {
    name: 'an advisory lock, for the numbers of deposit addresses',
    pattern: /\bpg_advisory_xact_lock\b/g,
    where: ['migrations.ts'],
    cells: [no('crdb-pg', 'without effect'), yes('yb-locks'), unsaid, unsaid],
  },
  {
    name: '`create table … as`, renaming, dropping, `set not null` and `add primary key` later',
    pattern:
      /\bcreate table \w+ as\b|\bdrop table\b|\brename to\b|\balter column \w+ set not null\b|\badd primary key\b/g,
    where: ['migrations.ts'],
    cells: [yes('crdb-ctas'), yes('yb-pg'), unsaid, no('dsql-lacks', 'no `as select`')],
  },
  {
    name: 'columns of arrays; `unnest` in a select list',
    pattern: /\b\w+ \[ \] not null\b|\bunnest \( \w+ \)/g,
    where: ['first-migrations.ts'],
    cells: [yes('crdb-sql'), yes('yb-sql'), oneNode, no('dsql-types', 'arrays exist in queries only')],
  },
  {
    name: '`jsonb ?|`, `to_json`, `json_build_array`',
    pattern: /\bjsonb \?\||\b(?:to_json|json_build_array) \(/g,
    where: ['where.ts', 'journal.ts', 'first-migrations.ts'],
    cells: [yes('crdb-fn'), yes('yb-pg'), oneNode, unsaid],
  },
  {
    name: '`string_to_array(…) && …`',
    pattern: /\bstring_to_array \(|(?<= )&&(?= )/g,
    where: ['where.ts'],
    cells: [yes('crdb-fn'), yes('yb-pg'), oneNode, unsaid],
  },
  {
    name: '`row_number() over (partition by …)`',
    pattern: /\brow_number \( \) over \( partition by \w+ , identity\b|\boutput = identity\b/g,
    where: ['first-migrations.ts'],
    cells: [yes('crdb-window'), yes('yb-pg'), oneNode, yes('dsql-sql')],
  },
  {
    name: 'regular expressions: `~`, `~*`',
    pattern: /(?<= )~\*?(?= )/g,
    where: ['first-migrations.ts', 'migrations.ts'],
    cells: [yes('crdb-sql'), yes('yb-pg'), oneNode, unsaid],
  },
  {
    name: '`sha256`, `convert_to`, `encode`, `substring … for`; `substr`, `lpad`, `replace`, `lower`, `right`, `concat_ws`',
    pattern:
      /\b(?:sha256|convert_to|encode|substring|substr|lpad|replace|lower|right|concat_ws) \(|\bfor 0 \)/g,
    where: ['migrations.ts', 'audit.ts', 'journal.ts'],
    cells: [
      only('crdb-fn', '`sha256` is a text there, which a migration takes for bytes'),
      yes('yb-pg'),
      oneNode,
      unsaid,
    ],
  },
  {
    name: '`extract(epoch from now())`',
    pattern: /\bextract \( epoch from now \( \) \)/g,
    where: ['first-migrations.ts'],
    cells: [yes('crdb-fn'), yes('yb-pg'), oneNode, unsaid],
  },
  {
    name: '`to_regclass`, `::regclass`, `::oid`',
    pattern: /\bto_regclass \(|\b(?:regclass|oid)\b/g,
    where: ['migrate.ts', 'migrations.ts'],
    cells: [unsaid, yes('yb-pg'), oneNode, unsaid],
  },
  {
    name: 'functions of replication, if the URL names several hosts',
    pattern: /\b(?:pg_is_in_recovery|current_setting|pg_walfile_name|pg_current_wal_lsn) \(/g,
    where: ['primary.ts'],
    cells: [unsaid, unsaid, unsaid, unsaid],
  },
]

/** What the page says that there is none of. */
export const NONE_OF = [
  'trigger',
  'savepoint',
  'listen',
  'notify',
  'extension',
  'temporary',
  'references',
  'truncate',
]
