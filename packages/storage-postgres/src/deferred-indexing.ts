/**
 * Deferred indexing: the second step of writing entries if engines wait for each other. Most of a commit's time goes
 * into inserting entries and their index rows, which needs no locked account. So a large unit of work of an engine that
 * has met others writes its entries as one row of `entry_batch` and commits, which releases the accounts, and indexes
 * the entries in `entry` afterwards. The view `journal` contains them from the commit on, indexed or not. See
 * docs/decisions/025-filing-entries-after-the-commit.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type CountedUnit, ENTRY, ENTRY_BATCH } from './columns.js'
import type { Connection, Value } from './connection.js'
import { arrayOf } from './statement.js'

/** The number of entries from which a unit of work defers indexing. */
export interface IndexingLimits {
  /** If no other engine uses its accounts. Nobody waits then, and deferring would be the same work in more steps. */
  readonly alone: number
  readonly contended: number
  /** While this many units of work wait to be indexed, the next ones are written directly. */
  readonly waiting: number
  /** Milliseconds between two checks for batches that others have left. */
  readonly lookMs: number
}

const LIMITS: IndexingLimits = { alone: Number.POSITIVE_INFINITY, contended: 100, waiting: 4, lookMs: 5_000 }

const NAMES = ENTRY.map(([name]) => name)
const ARRAYS = new Set(ENTRY_BATCH.filter(([, type]) => type.endsWith('[]')).map(([name]) => name))

/**
 * Moves the batches that `which` selects from one table to the other, atomically. An engine of an older release moves
 * none: it may not know all columns.
 */
const file = (which: string, schema: string): string => `
  with taken as (delete from entry_batch where (writer, unit) in (${which})
    and (select value from meta where name = 'schema') = ${schema} returning *)
  insert into entry (${NAMES.join(', ')})
  select ${NAMES.map((name) => (ARRAYS.has(name) ? `unnest(${name})` : name)).join(', ')} from taken`

const FILE = file('select * from unnest($1::uuid[], $2::bigint[])', '$3')
/** Batches that no engine is about to index: a killed engine left them, or another one is indexing them now. */
const SWEEP = file('select writer, unit from entry_batch order by writer, unit for update skip locked', '$1')

export class DeferredIndexing {
  private readonly limits: IndexingLimits
  private waiting: readonly CountedUnit[] = []
  private running: Promise<void> | null = null
  /** Batches of others that waited at the last check. */
  private left: ReadonlySet<string> = new Set()
  private adopting = false
  private looking: ReturnType<typeof setInterval> | null = null
  /** One unit of work has waited its full time for this; the next ones do not wait for it too. */
  private hanging: Promise<void> | null = null

  constructor(
    private readonly connection: Connection,
    private readonly schema: string,
    limits: Partial<IndexingLimits> = {},
  ) {
    this.limits = { ...LIMITS, ...limits }
  }

  later(entries: number, contended: boolean): boolean {
    const { limits, waiting } = this
    const many = Math.max(1, contended ? limits.contended : limits.alone)
    return entries >= many && waiting.length < limits.waiting
  }

  /** Adds a committed unit of work whose entries must still be indexed. */
  add(unit: CountedUnit): void {
    this.waiting = [...this.waiting, unit]
  }

  /** Starts indexing what waits, unless it is already running. What fails waits for the next start. */
  start(): void {
    if (this.running !== null || this.waiting.length === 0) return
    const units = this.waiting
    this.running = this.run('file', FILE, namesOf(units)).then((indexed) => {
      this.running = null
      if (!indexed) return
      this.waiting = this.waiting.filter((unit) => !units.includes(unit))
      this.start()
    })
  }

  /**
   * Resolves when nothing is being indexed, or after this time if the server does not answer. Indexing while holding
   * accounts would slow down both, and everybody waits for the accounts.
   */
  async idle(patienceMs: number): Promise<void> {
    const { running } = this
    if (running === null || running === this.hanging) return
    const patience = new AbortController()
    const late = await Promise.race([running, sleep(patienceMs, true, patience)])
    patience.abort()
    if (late === true) this.hanging = running
  }

  /** Indexes what a stopped engine has left, now and from time to time. */
  async sweep(): Promise<void> {
    await this.run('sweep', SWEEP, [])
    this.looking ??= setInterval(() => void this.adopt(), this.limits.lookMs).unref()
  }

  /** Indexes what has waited since the last check: its own engine would have indexed it long ago. */
  private async adopt(): Promise<void> {
    if (this.adopting) return
    this.adopting = true
    try {
      const rows = await this.connection.query('select writer, unit from entry_batch')
      const units = rows.map(([writer, number]) => ({ writer, number }) as CountedUnit)
      const old = units.filter((unit) => this.left.has(nameOf(unit)))
      this.left = new Set(units.map(nameOf))
      if (old.length > 0) await this.run('file', FILE, namesOf(old))
    } catch {
      // If the server does not answer, batches wait for the next check.
    } finally {
      this.adopting = false
    }
  }

  /** Indexes what still waits, as far as the server allows. */
  async end(): Promise<void> {
    if (this.looking !== null) clearInterval(this.looking)
    this.start()
    while (this.running !== null) await this.running
  }

  /** Nothing depends on it, so an error fails nothing: if a server is read-only or goes away, batches stay. */
  private async run(name: string, text: string, values: readonly Value[]): Promise<boolean> {
    try {
      await this.connection.session((session) => session.query(text, [...values, this.schema], name))
      return true
    } catch {
      return false
    }
  }
}

const nameOf = ({ writer, number }: CountedUnit): string => `${writer} ${number}`

function namesOf(units: readonly CountedUnit[]): readonly Value[] {
  return [arrayOf('uuid', units, (unit) => unit.writer), arrayOf('bigint', units, (unit) => unit.number)]
}
