/** The tables behind the journal, looked at and changed past the storage. */
import pg from 'pg'

/** Runs SQL, of which every name is of the ledger at this URL; answers the last statement's rows. */
export async function runSql(url: string, ...statements: readonly string[]): Promise<readonly unknown[][]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: readonly unknown[][] = []
    for (const text of statements) rows = (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
    return rows
  } finally {
    await client.end()
  }
}

/** From now on nothing is indexed: what is in `entry_batch` stays there. */
export async function refuseIndexing(url: string): Promise<void> {
  await runSql(
    url,
    `create function refuse() returns trigger language plpgsql
     as $$ begin raise exception 'nothing is indexed here'; end $$`,
    'create trigger kept before delete on entry_batch for each statement execute function refuse()',
  )
}

export async function allowIndexing(url: string): Promise<void> {
  await runSql(url, 'drop trigger kept on entry_batch', 'drop function refuse')
}

/** How many entries are indexed, and how many units of work have theirs still to be indexed. */
export async function entriesAt(
  url: string,
): Promise<{ readonly indexed: number; readonly batches: number }> {
  const [row] = await runSql(
    url,
    'select (select count(*)::int from entry), (select count(*)::int from entry_batch)',
  )
  const [indexed, batches] = row as [number, number]
  return { indexed, batches }
}
