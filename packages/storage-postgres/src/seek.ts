/** Finds records of accounts by time and by number. */
import { ENTRY_COLUMNS, prefixed } from './rows.js'

/**
 * For the accounts $2 of tenant $1: the greatest `low` of each is the number of its last record at or before $3.
 * Numbers rise with time along an account's history, so bisection finds it, in as many steps as the count has binary
 * digits. A batch that waits to be indexed has no index: its records of these accounts are selected once, as `waiting`.
 */
const SEEK = `with recursive waiting (account, number, created, balance) as materialized (
  select debit, debit_number, created, debit_balance from unfiled where tenant = $1 and debit = any($2::text[])
  union all
  select credit, credit_number, created, credit_balance from unfiled where tenant = $1 and credit = any($2::text[])),
seek (account, low, high) as (
  select id, 0::bigint, records from account where tenant = $1 and id = any($2::text[]) and role is null
  union all
  select account, case when e.created <= $3::bigint then e.number else low end,
    case when e.created <= $3::bigint then high else e.number - 1 end
  from seek cross join lateral (
    select created, debit_number as number from entry
      where tenant = $1 and debit = seek.account and debit_number = (low + high + 1) >> 1
    union all
    select created, credit_number from entry
      where tenant = $1 and credit = seek.account and credit_number = (low + high + 1) >> 1
    union all
    select created, number from waiting where account = seek.account and number = (low + high + 1) >> 1) as e
  where low < high)`

/** For accounts $2 of tenant $1: the number of each one's last record at or before $3. */
export const LAST_RECORDS = `${SEEK} select account, max(low) from seek group by account`

const balance = (side: 'debit' | 'credit'): string =>
  `select ${side}_balance from entry where tenant = a.tenant and ${side} = a.id and ${side}_number = last.number`
const standing = (subject: string): string =>
  `lateral (select blocked, stopped from standing
     where tenant = a.tenant and subject = ${subject} and at <= $3 order by at desc limit 1)`

/** For the same: its state at $3, as scale, balance, blocked, frozen, and whether its customer was disabled. */
export const BALANCE_AT = `${SEEK}
select a.scale,
  coalesce((${balance('debit')}), (${balance('credit')}),
    (select balance from waiting where account = a.id and number = last.number), 0),
  coalesce(h.blocked, 0), coalesce(h.stopped, false), coalesce(c.stopped, false)
from account a cross join lateral (select coalesce(max(low), 0) as number from seek where account = a.id) as last
  left join ${standing('a.id')} as h on true
  left join ${standing('a.customer')} as c on true
where a.tenant = $1 and a.id = any($2::text[]) and a.role is null and a.created <= $3`

const isAsked = (side: 'debit' | 'credit'): string =>
  `(tenant = $1 and ${side} = $2 and ${side}_number <= $3::bigint and ${side}_number > $3::bigint - $4::bigint)`

/**
 * The records of account $2 from number $3 downwards, at most $4, newest first: the columns of the entry, side and
 * number. Each side has its index. Entries that wait to be indexed are scanned once for both.
 */
export const RECORDS = `select ${ENTRY_COLUMNS},
    case when debit = $2 then 'debit' else 'credit' end,
    case when debit = $2 then debit_number else credit_number end as number
  from (
    select ${ENTRY_COLUMNS} from entry where ${isAsked('debit')} union all
    select ${ENTRY_COLUMNS} from entry where ${isAsked('credit')} union all
    select ${ENTRY_COLUMNS} from unfiled where ${isAsked('debit')} or ${isAsked('credit')}) as e
  where exists (select 1 from account where tenant = $1 and id = $2 and role is null)
  order by number desc`

const at = (side: 'debit' | 'credit', table: string): string =>
  `select ${prefixed('e', ENTRY_COLUMNS)}, p.place as asked, '${side}' as side, e.${side}_number as number
   from places p join ${table} e on e.tenant = $1 and e.${side} = p.account
     and e.${side}_number <= p.newest and e.${side}_number > p.newest - p.most`

/** The same for each account of $2, from its number in $3, at most its limit in $4, in the order of the accounts. */
export const RECORDS_AT = `with places (account, newest, most, place) as materialized (
  select p.* from unnest($2::text[], $3::bigint[], $4::bigint[]) with ordinality as p (account, newest, most, place)
  where exists (select 1 from account where tenant = $1 and id = p.account and role is null)),
waiting as materialized (
  select ${ENTRY_COLUMNS} from unfiled where tenant = $1 and (debit = any($2::text[]) or credit = any($2::text[])))
select * from (
  ${at('debit', 'entry')} union all ${at('credit', 'entry')}
  union all ${at('debit', 'waiting')} union all ${at('credit', 'waiting')}) as found
order by asked, number desc`
