/** Finds an account's records by time. */

/**
 * Of account $2 of tenant $1: `max(low)` is the number of its last record made at or before $3. Numbers rise
 * with time along an account's history, so halving finds it, in as many steps as the count has binary digits.
 * A batch that waits to be filed has no index: what it holds of the account is picked out once, as `waiting`.
 */
const SEEK = `with recursive waiting (number, created, balance) as materialized (
  select debit_number, created, debit_balance from unfiled where tenant = $1 and debit = $2
  union all
  select credit_number, created, credit_balance from unfiled where tenant = $1 and credit = $2),
seek (low, high) as (
  select 0::bigint, records from account where tenant = $1 and id = $2 and role is null
  union all
  select case when e.created <= $3::bigint then e.number else low end,
    case when e.created <= $3::bigint then high else e.number - 1 end
  from seek cross join lateral (
    select created, debit_number as number from entry
      where tenant = $1 and debit = $2 and debit_number = (low + high + 1) / 2
    union all
    select created, credit_number from entry
      where tenant = $1 and credit = $2 and credit_number = (low + high + 1) / 2
    union all
    select created, number from waiting where number = (low + high + 1) / 2) as e
  where low < high)`

/** Of account $2 of tenant $1: the number of its last record made at or before $3; null of no such account. */
export const LAST_RECORD = `${SEEK} select max(low) from seek`

const balance = (side: 'debit' | 'credit'): string =>
  `select ${side}_balance from entry where tenant = a.tenant and ${side} = a.id and ${side}_number = last.number`
const standing = (subject: string): string =>
  `lateral (select blocked, stopped from standing
     where tenant = a.tenant and subject = ${subject} and at <= $3 order by at desc limit 1)`

/** Of the same: how it stood at $3, as scale, balance, blocked, frozen, and whether its customer was disabled. */
export const BALANCE_AT = `${SEEK}
select a.scale,
  coalesce((${balance('debit')}), (${balance('credit')}),
    (select balance from waiting where number = last.number), 0),
  coalesce(h.blocked, 0), coalesce(h.stopped, false), coalesce(c.stopped, false)
from account a cross join (select coalesce(max(low), 0) as number from seek) as last
  left join ${standing('a.id')} as h on true
  left join ${standing('a.customer')} as c on true
where a.tenant = $1 and a.id = $2 and a.role is null and a.created <= $3`
