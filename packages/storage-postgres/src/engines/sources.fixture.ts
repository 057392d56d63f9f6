/** What the engines' own documentation says, by the name that the table of features and docs/scaling.md use. */
export const SOURCES = {
  'crdb-sql': 'https://www.cockroachlabs.com/docs/v26.1/sql-feature-support',
  'crdb-pg': 'https://www.cockroachlabs.com/docs/v26.1/postgresql-compatibility',
  'crdb-limits': 'https://www.cockroachlabs.com/docs/v26.1/known-limitations',
  'crdb-fn': 'https://www.cockroachlabs.com/docs/v26.1/functions-and-operators',
  'crdb-skip-rc': 'https://github.com/cockroachdb/cockroach/issues/115057',
  'crdb-insert': 'https://www.cockroachlabs.com/docs/v26.1/insert',
  'crdb-cte': 'https://www.cockroachlabs.com/docs/v26.1/common-table-expressions',
  'crdb-joins': 'https://www.cockroachlabs.com/docs/v26.1/joins',
  'crdb-from': 'https://www.cockroachlabs.com/docs/v26.1/table-expressions',
  'crdb-cursors': 'https://www.cockroachlabs.com/docs/v26.1/cursors',
  'crdb-tx': 'https://www.cockroachlabs.com/docs/v26.1/transactions',
  'crdb-collate': 'https://www.cockroachlabs.com/docs/v26.1/collate',
  'crdb-set': 'https://www.cockroachlabs.com/docs/v26.1/set-vars',
  'crdb-ddl': 'https://www.cockroachlabs.com/docs/v26.1/online-schema-changes',
  'crdb-table': 'https://www.cockroachlabs.com/docs/v26.1/create-table',
  'crdb-partial': 'https://www.cockroachlabs.com/docs/v26.1/partial-indexes',
  'crdb-seq': 'https://www.cockroachlabs.com/docs/v26.1/create-sequence',
  'crdb-ctas': 'https://www.cockroachlabs.com/docs/v26.1/create-table-as',
  'crdb-window': 'https://www.cockroachlabs.com/docs/v26.1/window-functions',
  'yb-sql': 'https://docs.yugabyte.com/stable/api/ysql/sql-feature-support',
  'yb-pg': 'https://docs.yugabyte.com/stable/explore/ysql-language-features/',
  'yb-locks': 'https://docs.yugabyte.com/stable/explore/transactions/explicit-locking/',
  'yb-skip': 'https://github.com/yugabyte/yugabyte-db/issues/11761',
  'yb-iso': 'https://docs.yugabyte.com/stable/explore/transactions/isolation-levels/',
  'yb-ddl': 'https://docs.yugabyte.com/stable/explore/transactions',
  'yb-cursor': 'https://docs.yugabyte.com/stable/api/ysql/the-sql-language/statements/dml_declare/',
  'yb-collate':
    'https://docs.yugabyte.com/stable/explore/ysql-language-features/advanced-features/collations/',
  'yb-lock': 'https://docs.yugabyte.com/stable/api/ysql/the-sql-language/statements/txn_lock/',
  'citus-sql': 'https://docs.citusdata.com/en/stable/develop/reference_workarounds.html',
  'citus-keys': 'https://docs.citusdata.com/en/v11.3/develop/migration_mt_query.html',
  'citus-ddl': 'https://docs.citusdata.com/en/stable/develop/reference_ddl.html',
  'dsql-sql':
    'https://docs.aws.amazon.com/aurora-dsql/latest/userguide/working-with-postgresql-compatibility-supported-sql-features.html',
  'dsql-types':
    'https://docs.aws.amazon.com/aurora-dsql/latest/userguide/working-with-postgresql-compatibility-supported-data-types.html',
  'dsql-lacks':
    'https://docs.aws.amazon.com/aurora-dsql/latest/userguide/working-with-postgresql-compatibility-unsupported-features.html',
  'dsql-occ':
    'https://docs.aws.amazon.com/aurora-dsql/latest/userguide/working-with-concurrency-control.html',
  'dsql-ddl': 'https://docs.aws.amazon.com/aurora-dsql/latest/userguide/working-with-ddl.html',
  'dsql-index':
    'https://docs.aws.amazon.com/aurora-dsql/latest/userguide/working-with-create-index-async.html',
  'dsql-quotas': 'https://docs.aws.amazon.com/aurora-dsql/latest/userguide/CHAP_quotas.html',
  'dsql-seq': 'https://docs.aws.amazon.com/aurora-dsql/latest/userguide/create-sequence-syntax-support.html',
  'dsql-plpgsql': 'https://docs.aws.amazon.com/aurora-dsql/latest/userguide/working-with-plpgsql.html',
} as const

export type Source = keyof typeof SOURCES
