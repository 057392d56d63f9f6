/**
 * One round of bulk writing: what a unit of work has decided, as one statement. What several changes of a batch
 * did to one row is folded before.
 */
import {
  type AccountId,
  type Answer,
  type ApiKey,
  type Blockage,
  type BlockageId,
  type Charge,
  type Customer,
  type CustomerId,
  type Deposit,
  follow,
  printEntry,
  type Standing,
  type Timestamp,
  type View,
  type VirtualCurrency,
} from '@tallystick/core'
import { digestEntry, movedBy, type StateSum, sealHash } from '@tallystick/engine'
import {
  ACCOUNT_FIXED,
  ACCOUNT_KEY,
  ACCOUNT_STATE,
  ACCOUNT_TAIL,
  ANSWER,
  API_KEY_FIXED,
  API_KEY_KEY,
  API_KEY_STATE,
  BLOCKAGE,
  CHARGE,
  type CountedUnit,
  CURRENCY_FIXED,
  CURRENCY_KEY,
  CURRENCY_STATE,
  CUSTOMER_FIXED,
  CUSTOMER_KEY,
  CUSTOMER_STATE,
  DEPOSIT_FIXED,
  DEPOSIT_KEY,
  DEPOSIT_STATE,
  ENTRY,
  ENTRY_BATCH,
  type NumberedEntry,
  SEAL,
  type SettledAccount,
  STANDING,
  WRITER_KEY,
  WRITER_STATE,
} from './columns.js'
import type { Row, Session } from './connection.js'
import { NO_TAIL, type Tail } from './load.js'
import { prefixed, readStanding, STANDING_COLUMNS } from './rows.js'
import { SendChanges } from './sends.js'
import { arrayOf, Statement } from './statement.js'

/** Where a writer's chain of seals ends. */
export interface Head {
  readonly height: number
  readonly hash: string
}

/** A unit of work, ready to be sent. */
export interface Unit {
  /** Where the writer's chain ends once it is committed. */
  readonly head: Head
  /** Whether its entries are still to be filed then. */
  readonly unfiled: boolean
  send(): Promise<readonly Row[]>
}

/**
 * @param tails Where the loaded accounts' histories end; moved on to where they end now.
 * @param head Where the writer's chain ends.
 * @param later Whether so many entries are filed later.
 */
export async function write(
  session: Session,
  view: View,
  tails: Map<AccountId, Tail>,
  unit: CountedUnit,
  head: Head,
  later: (entries: number) => boolean,
): Promise<Unit> {
  const height = heightAfter(tails, head)
  const digests: string[] = []
  const entries: NumberedEntry[] = []
  const opened = new Set<AccountId>()
  const updated = new Set<AccountId>()
  const moved = new Set<AccountId>()
  const createdCustomers = new Set<CustomerId>()
  const updatedCustomers = new Set<CustomerId>()
  const placed = new Map<BlockageId, Blockage>()
  const released: Blockage[] = []
  const currencies = {
    created: new Map<string, VirtualCurrency>(),
    updated: new Map<string, VirtualCurrency>(),
  }
  const deposits = { created: new Map<string, Deposit>(), updated: new Map<string, Deposit>() }
  const apiKeys = { created: new Map<string, ApiKey>(), updated: new Map<string, ApiKey>() }
  const answers: Answer[] = []
  const charges = new Map<string, Charge>()
  const state = movedBy(view)
  const noted: Standing[] = []
  let sends: SendChanges | null = null

  for (const change of view.changes) {
    switch (change.type) {
      case 'entry.posted': {
        const { entry } = change
        const debit = tails.get(entry.debit.account) ?? NO_TAIL
        const credit = tails.get(entry.credit.account) ?? NO_TAIL
        const text = printEntry(entry)
        const digest = digestEntry(entry, text)
        digests.push(digest)
        entries.push({
          entry,
          text,
          height,
          debitNumber: debit.records + 1,
          creditNumber: credit.records + 1,
          writer: unit.writer,
          unit: unit.number,
          place: entries.length,
          digest,
        })
        tails.set(entry.debit.account, after(debit, height, entry.created))
        tails.set(entry.credit.account, after(credit, height, entry.created))
        moved.add(entry.debit.account).add(entry.credit.account)
        break
      }
      case 'account.opened':
        opened.add(change.account.id)
        break
      case 'account.updated':
        updated.add(change.account.id)
        break
      case 'blockage.placed':
        placed.set(change.blockage.id, change.blockage)
        updated.add(change.blockage.account)
        break
      case 'blockage.released':
        if (!placed.delete(change.blockage.id)) released.push(change.blockage)
        updated.add(change.blockage.account)
        break
      case 'customer.created':
        createdCustomers.add(change.customer.id)
        break
      case 'customer.updated':
        updatedCustomers.add(change.customer.id)
        // One by one and in order: a name may go from one customer to the next within a batch.
        if (
          change.previousExternalId !== change.customer.externalId &&
          !createdCustomers.has(change.customer.id)
        ) {
          await session.query('update customer set external_id = $3 where tenant = $1 and id = $2', [
            change.customer.tenant,
            change.customer.id,
            change.customer.externalId,
          ])
        }
        break
      case 'currency.created':
      case 'currency.updated':
        fold(
          currencies,
          change.type === 'currency.created',
          `${change.currency.tenant} ${change.currency.name}`,
          change.currency,
        )
        break
      case 'deposit.recorded':
      case 'deposit.updated':
        fold(deposits, change.type === 'deposit.recorded', change.deposit.id, change.deposit)
        break
      case 'apiKey.created':
      case 'apiKey.updated':
        fold(apiKeys, change.type === 'apiKey.created', change.apiKey.id, change.apiKey)
        break
      case 'answer.stored':
        answers.push(change.answer)
        break
      case 'standing.noted':
        noted.push(change.standing)
        stood(view, tails, change.standing)
        break
      case 'send.recorded':
      case 'send.updated':
      case 'claim.placed':
      case 'claim.passed':
      case 'claim.released':
      case 'signature.created':
      case 'signature.updated':
        sends ??= new SendChanges()
        sends.add(change)
        break
      case 'credits.charged': {
        const { tenant, apiKey, day, credits } = change.charge
        const id = `${tenant} ${apiKey} ${day}`
        charges.set(id, { tenant, apiKey, day, credits: credits + (charges.get(id)?.credits ?? 0) })
        break
      }
    }
  }

  const settled = (ids: Iterable<AccountId>): readonly SettledAccount[] => {
    const list: SettledAccount[] = []
    for (const id of ids) {
      const account = view.accounts.get(id)
      if (account !== undefined) list.push({ account, tail: tails.get(id) ?? NO_TAIL })
    }
    return list
  }
  const customers = (ids: Iterable<CustomerId>): readonly Customer[] =>
    [...ids].map((id) => view.customers.get(id)).filter((customer) => customer !== undefined)

  const statement = new Statement()
  // In one statement with all that it counts: it is there when they are.
  statement.update('writer', WRITER_KEY, WRITER_STATE, [{ ...unit, latest: view.latest }])
  statement.insert(
    'account',
    [...ACCOUNT_KEY, ...ACCOUNT_FIXED, ...ACCOUNT_STATE, ...ACCOUNT_TAIL],
    settled(opened),
  )
  const known = (id: AccountId): boolean => !opened.has(id)
  const touched = new Set([...moved, ...updated].filter(known))
  // Payments alone, which is nearly always, move no more than the end of each history.
  const columns = updated.size === 0 ? ACCOUNT_TAIL : [...ACCOUNT_STATE, ...ACCOUNT_TAIL]
  statement.update('account', ACCOUNT_KEY, columns, settled(touched))
  const unfiled = later(entries.length)
  if (unfiled) statement.insert('entry_batch', ENTRY_BATCH, [entries])
  else statement.insert('entry', ENTRY, entries)
  statement.insert(
    'customer',
    [...CUSTOMER_KEY, ...CUSTOMER_FIXED, ...CUSTOMER_STATE],
    customers(createdCustomers),
  )
  statement.update(
    'customer',
    CUSTOMER_KEY,
    CUSTOMER_STATE,
    customers([...updatedCustomers].filter((id) => !createdCustomers.has(id))),
  )
  statement.delete('blockage', BLOCKAGE.slice(0, 2), released)
  statement.insert('blockage', BLOCKAGE, [...placed.values()])
  statement.insert(
    'virtual_currency',
    [...CURRENCY_KEY, ...CURRENCY_FIXED, ...CURRENCY_STATE],
    [...currencies.created.values()],
  )
  statement.update('virtual_currency', CURRENCY_KEY, CURRENCY_STATE, [...currencies.updated.values()])
  statement.insert(
    'deposit',
    [...DEPOSIT_KEY, ...DEPOSIT_FIXED, ...DEPOSIT_STATE],
    [...deposits.created.values()],
  )
  statement.update('deposit', DEPOSIT_KEY, DEPOSIT_STATE, [...deposits.updated.values()])
  statement.insert(
    'api_key',
    [...API_KEY_KEY, ...API_KEY_FIXED, ...API_KEY_STATE],
    [...apiKeys.created.values()],
  )
  statement.update('api_key', API_KEY_KEY, API_KEY_STATE, [...apiKeys.updated.values()])
  statement.insert('answer', ANSWER, answers)
  statement.insert(
    'standing',
    STANDING,
    await followed(session, noted, state),
    'on conflict (tenant, subject, at) do update set blocked = excluded.blocked, stopped = excluded.stopped',
  )
  statement.insert(
    'charge',
    CHARGE,
    // In one order everywhere: engines that charge the same keys must not wait in a circle.
    [...charges.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, charge]) => charge),
    'on conflict (tenant, api_key, day) do update set credits = charge.credits + excluded.credits',
  )
  sends?.into(statement)
  const hash = sealHash(head.hash, digests, state.text)
  const { writer, number } = unit
  const seal = { height, writer, unit: number, entries: digests.length, state: state.text, hash }
  statement.insert('seal', SEAL, [seal])
  return {
    head: { height, hash },
    unfiled,
    send: () => session.query(statement.text, statement.values, statement.name),
  }
}

/** Above every unit of work that touched one of these accounts, and above the writer's own before. */
function heightAfter(tails: ReadonlyMap<AccountId, Tail>, head: Head): number {
  let highest = head.height
  for (const tail of tails.values()) highest = Math.max(highest, tail.height)
  return highest + 1
}

/** The end of a history that ended in `tail`, after one more record. */
function after(tail: Tail, height: number, created: Timestamp): Tail {
  return { records: tail.records + 1, height, latest: Math.max(tail.latest, created) }
}

/** A blockage placed or lifted writes the account's row, and what it says of times with it. */
function stood(view: View, tails: Map<AccountId, Tail>, { subject, at }: Standing): void {
  // Undefined of a customer, who has no tail.
  const id = view.accounts.get(subject as AccountId)?.id
  if (id === undefined) return
  const tail = tails.get(id) ?? NO_TAIL
  if (at > tail.latest) tails.set(id, { ...tail, latest: at })
}

/**
 * The standings as they are written: never behind the subject's newest, because another engine's clock may have
 * been ahead. Nobody else notes any of these subjects meanwhile: their rows are locked.
 */
async function followed(
  session: Session,
  noted: readonly Standing[],
  moved: StateSum,
): Promise<readonly Standing[]> {
  if (noted.length === 0) return []
  const rows = await session.query(
    `select ${prefixed('s', STANDING_COLUMNS)} from unnest($1::text[], $2::text[]) as n (tenant, subject)
     cross join lateral (select * from standing where tenant = n.tenant and subject = n.subject
       order by at desc limit 1) as s`,
    [arrayOf('text', noted, ({ tenant }) => tenant), arrayOf('text', noted, ({ subject }) => subject)],
    'newest_standings',
  )
  const newest = new Map(rows.map((row) => [String(row[1]), readStanding(row)]))
  const written = new Map<string, Standing>()
  for (const one of noted) {
    const before = newest.get(one.subject)
    const standing = follow(one, before)
    if (before?.at === standing.at) moved.drop('standings', before)
    moved.put('standings', standing)
    newest.set(standing.subject, standing)
    written.set(`${standing.subject} ${standing.at}`, standing)
  }
  return [...written.values()]
}

/** Created and then updated within one batch is created as it was last. */
function fold<T>(
  things: { readonly created: Map<string, T>; readonly updated: Map<string, T> },
  created: boolean,
  id: string,
  thing: T,
): void {
  if (created || things.created.has(id)) things.created.set(id, thing)
  else things.updated.set(id, thing)
}
