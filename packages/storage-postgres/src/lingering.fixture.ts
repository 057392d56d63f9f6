/** A database of an earlier release, whose migration takes as long as a test likes. */
import { OLD_STATUSES, OLD_TENANT } from '@tallystick/testing'
import { Connection } from './connection.js'
import { runSql } from './entries.fixture.js'
import { migrate } from './migrate.js'

/** Limits that a migration of a second exceeds. */
export const BRIEF = { statement: 600, answer: 800 }

/** As `005_entry_batch` left it, with a transaction in each status: one of them takes the next migration so long. */
export async function withSends(url: string, seconds = 0): Promise<string> {
  const connection = Connection.open(url, 1)
  await migrate(connection, '005_entry_batch')
  await connection.close()
  await runSql(
    url,
    `insert into send (tenant, id, chain, network, tx_id, raw, claims, status, api_key, due, created, updated)
     select '${OLD_TENANT}', status, 'ETH', 'testnet', status, '00', '[]', status, 'key', 2, 5, 5
     from unnest('{${OLD_STATUSES.join()}}'::text[]) as s (status)`,
    'create sequence attempts',
    `create function linger() returns trigger language plpgsql
     as $$ begin perform nextval('attempts'), pg_sleep(${seconds}); return new; end $$`,
    'create trigger lingering before update on send for each row execute function linger()',
  )
  return url
}

/** How often the migration was begun, whether or not it was committed. */
export async function attempts(url: string): Promise<number> {
  const [row] = await runSql(url, 'select last_value::int from attempts')
  return row?.[0] as number
}
