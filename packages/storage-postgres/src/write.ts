/**
 * A round of writing: everything that a unit of work has decided, as one statement. Several changes to one row are
 * combined first.
 */
import {
  ACCOUNTS,
  type AccountId,
  type Change,
  type Entry,
  follow,
  printEntry,
  STATUS_HISTORY,
  type StatusEntry,
  type Timestamp,
  type View,
} from '@tallystick/core'
import { digestEntry, movedBy, type StateSum, sealHash } from '@tallystick/engine'
import {
  ACCOUNT_ALL,
  ACCOUNT_CHANGED,
  ACCOUNT_KEY,
  ACCOUNT_TAIL,
  type CountedUnit,
  ENTRY,
  ENTRY_BATCH,
  NO_TAIL,
  type NumberedEntry,
  SEAL,
  type SettledAccount,
  type Tail,
  WRITER_KEY,
  WRITER_STATE,
} from './columns.js'
import type { Row, Session } from './connection.js'
import { kept } from './kept.js'
import { PostgresRows } from './row-changes.js'
import { prefixed } from './rows.js'
import { arrayOf, Statement } from './statement.js'
import { columnsOf, readItem } from './tables.js'

/** The end of a writer's chain of seals. */
export interface Head {
  readonly height: number
  readonly hash: string
}

/** A unit of work, ready to be sent. */
export interface Unit {
  /** The end of the writer's chain after the commit. */
  readonly head: Head
  /** Whether its entries must then still be indexed. */
  readonly unindexed: boolean
  send(): Promise<readonly Row[]>
}

/**
 * @param tails The ends of the loaded accounts' histories; updated to the new ends
 * @param head The end of the writer's chain
 * @param later Whether this many entries are indexed later
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
  const gathered = new Gathered(session, view, tails, { ...unit, height })
  for (const change of view.changes) {
    const step = gathered.add(change)
    if (step !== null) await step
  }
  const { entries, digests } = gathered
  const statement = new Statement()
  // In the same statement as everything that it counts, so both exist or neither.
  statement.update('writer', WRITER_KEY, WRITER_STATE, [{ ...unit, latest: view.latest }])
  gathered.accountsInto(statement)
  const unindexed = later(entries.length)
  if (unindexed) statement.insert('entry_batch', ENTRY_BATCH, [entries])
  else statement.insert('entry', ENTRY, entries)
  gathered.rows.into(statement)
  const moved = movedBy(view)
  statement.insert(
    'standing',
    columnsOf(STATUS_HISTORY).all,
    await followed(session, gathered.noted, moved),
    'on conflict (tenant, subject, at) do update set blocked = excluded.blocked, stopped = excluded.stopped',
  )
  const state = moved.text
  const hash = sealHash(head.hash, digests, state)
  const { writer, number } = unit
  kept.unit = [gathered, statement, moved]
  statement.insert('seal', SEAL, [{ height, writer, unit: number, entries: digests.length, state, hash }])
  return {
    head: { height, hash },
    unindexed,
    send: () => session.query(statement.text, statement.values, statement.name),
  }
}

/** Collects the changes of a unit of work by table, and updates the tails entry by entry. */
class Gathered {
  readonly entries: NumberedEntry[] = []
  readonly digests: string[] = []
  readonly noted: StatusEntry[] = []
  readonly rows: PostgresRows
  private readonly opened = new Set<AccountId>()
  private readonly updated = new Set<AccountId>()
  /** Accounts that have new entries. */
  private readonly moved = new Set<AccountId>()

  constructor(
    session: Session,
    private readonly view: View,
    private readonly tails: Map<AccountId, Tail>,
    private readonly unit: CountedUnit & { readonly height: number },
  ) {
    this.rows = new PostgresRows(session, view)
  }

  /** Returns a promise only if it must ask the server first: awaiting once for each entry would cost too much. */
  add(change: Change): Promise<void> | null {
    switch (change.type) {
      case 'entry.posted':
        this.post(change.entry)
        return null
      case 'account.opened':
        this.opened.add(change.account.id)
        return null
      case 'account.updated':
        this.updated.add(change.account.id)
        return null
      case 'standing.noted':
        this.noted.push(change.standing)
        stood(this.view, this.tails, change.standing)
        return null
      case 'blockage.placed':
      case 'blockage.released':
        this.updated.add(change.blockage.account)
        return this.rows.add(change)
      default:
        return this.rows.add(change)
    }
  }

  accountsInto(statement: Statement): void {
    const { opened, moved, updated } = this
    statement.insert('account', ACCOUNT_ALL, this.settled(opened))
    const known = (id: AccountId): boolean => !opened.has(id)
    const touched = new Set([...moved, ...updated].filter(known))
    // Payments alone, which is the usual case, change only the end of each history.
    const columns = updated.size === 0 ? ACCOUNT_TAIL : ACCOUNT_CHANGED
    statement.update('account', ACCOUNT_KEY, columns, this.settled(touched))
  }

  private post(entry: Entry): void {
    const { tails, entries, unit } = this
    const debit = tails.get(entry.debit.account) ?? NO_TAIL
    const credit = tails.get(entry.credit.account) ?? NO_TAIL
    const text = printEntry(entry)
    const digest = digestEntry(entry, text)
    this.digests.push(digest)
    entries.push({
      entry,
      text,
      height: unit.height,
      debitNumber: debit.records + 1,
      creditNumber: credit.records + 1,
      writer: unit.writer,
      unit: unit.number,
      place: entries.length,
      digest,
    })
    tails.set(entry.debit.account, after(debit, unit.height, entry.created))
    tails.set(entry.credit.account, after(credit, unit.height, entry.created))
    this.moved.add(entry.debit.account).add(entry.credit.account)
  }

  private settled(ids: Iterable<AccountId>): readonly SettledAccount[] {
    const list: SettledAccount[] = []
    for (const id of ids) {
      const account = this.view.byId(ACCOUNTS, id)
      if (account !== undefined) list.push({ account, tail: this.tails.get(id) ?? NO_TAIL })
    }
    return list
  }
}

/** Above every unit of work that touched one of these accounts, and above the writer's own previous one. */
function heightAfter(tails: ReadonlyMap<AccountId, Tail>, head: Head): number {
  let highest = head.height
  for (const tail of tails.values()) highest = Math.max(highest, tail.height)
  return highest + 1
}

/** The tail after one more record. */
function after(tail: Tail, height: number, created: Timestamp): Tail {
  return { records: tail.records + 1, height, latest: Math.max(tail.latest, created) }
}

/** Placing or releasing a blockage also writes the account's row, with its newest time. */
function stood(view: View, tails: Map<AccountId, Tail>, { subject, at }: StatusEntry): void {
  // Undefined for a customer, which has no tail.
  const id = view.byId(ACCOUNTS, subject as AccountId)?.id
  if (id === undefined) return
  const tail = tails.get(id) ?? NO_TAIL
  if (at > tail.latest) tails.set(id, { ...tail, latest: at })
}

/**
 * The statuses to write: never older than the subject's newest, because another engine's clock may have been ahead.
 * Nobody else writes a status of these subjects meanwhile, because their rows are locked.
 */
async function followed(
  session: Session,
  noted: readonly StatusEntry[],
  moved: StateSum,
): Promise<readonly StatusEntry[]> {
  if (noted.length === 0) return []
  const rows = await session.query(
    `select ${prefixed('s', columnsOf(STATUS_HISTORY).names)} from unnest($1::text[], $2::text[]) as n (tenant, subject)
     cross join lateral (select * from standing where tenant = n.tenant and subject = n.subject
       order by at desc limit 1) as s`,
    [arrayOf('text', noted, ({ tenant }) => tenant), arrayOf('text', noted, ({ subject }) => subject)],
    'newest_standings',
  )
  const newest = new Map(
    rows.map((row) => {
      const standing = readItem(STATUS_HISTORY, row)
      return [standing.subject as string, standing]
    }),
  )
  const written = new Map<string, StatusEntry>()
  for (const one of noted) {
    const before = newest.get(one.subject)
    const standing = follow(one, before)
    if (before?.at === standing.at) moved.drop(STATUS_HISTORY, before)
    moved.put(STATUS_HISTORY, standing)
    newest.set(standing.subject, standing)
    written.set(`${standing.subject} ${standing.at}`, standing)
  }
  return [...written.values()]
}
