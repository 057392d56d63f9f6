/**
 * The second step of writing entries, when engines wait for each other. The largest part of a commit's time goes
 * into inserting its entries and their index rows, for which no account needs to stay locked. So a large unit of
 * work of an engine that has met others leaves its entries as one row of `entry_batch`, commits, which lets the
 * others go on, and files them in `entry` afterwards. The view `journal` has them from the commit on: whether they
 * are indexed yet, nobody who reads can tell.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type CountedUnit, ENTRY, ENTRY_BATCH } from './columns.js'
import type { Connection, Value } from './connection.js'
import { arrayOf } from './statement.js'

/** From how many entries on a unit of work leaves them to be indexed. */
export interface IndexingLimits {
  /** With nobody else at its accounts; then nobody waits, and it would be the same work in more steps. */
  readonly alone: number
  readonly contended: number
  /** While so many units of work wait to be indexed, the next ones are written as if alone. */
  readonly waiting: number
  /** Every so many milliseconds it is looked for what others have left. */
  readonly lookMs: number
}

const LIMITS: IndexingLimits = { alone: Number.POSITIVE_INFINITY, contended: 100, waiting: 4, lookMs: 5_000 }

const NAMES = ENTRY.map(([name]) => name)
const ARRAYS = new Set(ENTRY_BATCH.filter(([, type]) => type.endsWith('[]')).map(([name]) => name))

/** Moves the batches that `which` names: at once out of one table and into the other. */
const file = (which: string): string => `
  with taken as (delete from entry_batch where (writer, unit) in (${which}) returning *)
  insert into entry (${NAMES.join(', ')})
  select ${NAMES.map((name) => (ARRAYS.has(name) ? `unnest(${name})` : name)).join(', ')} from taken`

const FILE = file('select * from unnest($1::uuid[], $2::bigint[])')
/** Whatever nobody is about to file: an engine that was killed left it, or one is at it in this moment. */
const SWEEP = file('select writer, unit from entry_batch order by writer, unit for update skip locked')

export class DeferredIndexing {
  private readonly limits: IndexingLimits
  private waiting: readonly CountedUnit[] = []
  private running: Promise<void> | null = null
  /** Batches of others that waited at the last look. */
  private left: ReadonlySet<string> = new Set()
  private adopting = false
  private looking: ReturnType<typeof setInterval> | null = null
  /** Has cost one unit of work its patience; the next ones need not wait for it too. */
  private hanging: Promise<void> | null = null

  constructor(
    private readonly connection: Connection,
    limits: Partial<IndexingLimits> = {},
  ) {
    this.limits = { ...LIMITS, ...limits }
  }

  later(entries: number, contended: boolean): boolean {
    const { limits, waiting } = this
    const many = Math.max(1, contended ? limits.contended : limits.alone)
    return entries >= many && waiting.length < limits.waiting
  }

  /** A unit of work that has been committed, with its entries still to be indexed. */
  add(unit: CountedUnit): void {
    this.waiting = [...this.waiting, unit]
  }

  /** Begins to file what waits, unless that is under way. What fails waits for the next start. */
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
   * Resolves once nothing is being indexed, or after so long, for a server that does not answer. Whoever held the
   * accounts while indexing would slow both down, and everybody waits for the accounts.
   */
  async idle(patienceMs: number): Promise<void> {
    const { running } = this
    if (running === null || running === this.hanging) return
    const patience = new AbortController()
    const late = await Promise.race([running, sleep(patienceMs, true, patience)])
    patience.abort()
    if (late === true) this.hanging = running
  }

  /** Files what an engine left that is no more, now and from time to time. */
  async sweep(): Promise<void> {
    await this.run('sweep', SWEEP, [])
    this.looking ??= setInterval(() => void this.adopt(), this.limits.lookMs).unref()
  }

  /** Files what has waited since the last look: whoever wrote it would have indexed it long ago. */
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
      // Where the server does not answer, batches wait for the next look.
    } finally {
      this.adopting = false
    }
  }

  /** Files what still waits, as far as the server lets it. */
  async end(): Promise<void> {
    if (this.looking !== null) clearInterval(this.looking)
    this.start()
    while (this.running !== null) await this.running
  }

  /** Nothing depends on it, so nothing fails with it: where a server only reads, or goes away, batches stay. */
  private async run(name: string, text: string, values: readonly Value[]): Promise<boolean> {
    try {
      await this.connection.session((session) => session.query(text, values, name))
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
