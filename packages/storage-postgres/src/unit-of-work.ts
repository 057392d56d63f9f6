/**
 * The order of steps in a unit of work (begin, lock and load, decide, write, commit) and what happens if one fails. After
 * a lost race or connection, the unit of work is retried until its deadline.
 */
import { randomUUID } from 'node:crypto'
import { type Key, type Timestamp, View } from '@tallystick/core'
import { Fault, NO_SEAL, Unwritable } from '@tallystick/engine'
import type { Connection, Row, Session } from './connection.js'
import type { DeferredIndexing } from './deferred-indexing.js'
import {
  inDoubt,
  lostConnection,
  lostRace,
  messageOf,
  refusesWhatIsWritten,
  sqlState,
  takenKey,
} from './errors.js'
import { load } from './load.js'
import { overtaken } from './migrate.js'
import { type Head, write } from './write.js'

/** The minimum time of an attempt, even near the deadline: enough for a healthy server under load. */
const SHORTEST_ATTEMPT_MS = 1_000

/**
 * The writer is held until the end of the transaction, so a later request for it waits for that end. So is the table with
 * the schema, as by any read: a migration waits for the end too, and whoever comes after it reads the new schema. It comes
 * first, because a migration locks it first.
 */
const LOCK_WRITER = `select writer.units, meta.value from meta, writer
  where meta.name = 'schema' and writer.id = $1::uuid for update of writer`

/** A unit of work, over all its attempts. */
interface Work<Result> {
  readonly keys: readonly Key[]
  readonly decide: (view: View) => Result
  readonly writer: Writer
  /** Its number among the writer's units of work. */
  readonly number: number
  readonly deadline: number
  /** The unique key that the last attempts found taken, and how many of them did. */
  taken: { readonly key: string; readonly times: number } | null
  /** The result of this attempt, once it sends its commit. */
  committing: Committing<Result> | null
  /** The result of an attempt whose commit was sent and not answered. */
  unanswered: Committing<Result> | null
}

export class UnitsOfWork {
  private writer = newWriter()
  /** Whether the last unit of work found changes of others to its accounts. */
  private contended = false

  constructor(
    private readonly connection: Connection,
    private readonly indexing: DeferredIndexing,
    private readonly schema: string,
  ) {}

  /** Runs one unit of work; call it again only after the last one has ended. @param deadline By `performance.now()` */
  async run<Result>(keys: readonly Key[], decide: (view: View) => Result, deadline: number): Promise<Result> {
    // The other half remains for the work itself.
    await this.indexing.idle((deadline - performance.now()) / 2)
    const { writer } = this
    const number = writer.units + 1
    const work: Work<Result> = {
      keys,
      decide,
      writer,
      number,
      deadline,
      taken: null,
      committing: null,
      unanswered: null,
    }
    for (let attempt = 1; ; attempt++) {
      work.committing = null
      try {
        const until = Math.max(deadline, performance.now() + SHORTEST_ATTEMPT_MS)
        const done = await this.connection.session((session) => this.attempt(session, work), {
          planned: true,
          until,
        })
        if (done.written) this.written(work, done)
        return done.result
      } catch (cause) {
        this.throwUnlessRepeated(cause, work)
        await new Promise((resolve) => setTimeout(resolve, Math.min(500, 2 ** attempt) * Math.random()))
      }
    }
  }

  private async attempt<Result>(session: Session, work: Work<Result>): Promise<Attempt<Result>> {
    const { keys, decide, writer, number } = work
    await register(session, writer)
    if (work.unanswered !== null && (await tookPlace(session, writer.id, number))) {
      return { ...work.unanswered, written: true }
    }
    work.unanswered = null
    const view = new View()
    view.follows(writer.latest)
    // This round trip only reads: if its begin is refused, the statements after it are transactions of their
    // own.
    const [, , tails] = await session.together(() => [
      session.query('begin'),
      // First, so that a later request waits for the end of this transaction, even if little of it has reached
      // the server.
      session
        .query(LOCK_WRITER, [writer.id], 'lock_writer')
        .then(([row]) => this.requireCurrent(row, writer)),
      load(session, view, keys, this.contended),
    ])
    // A number above the writer's own head comes from another engine.
    this.contended = [...tails.values()].some(({ height }) => height > writer.head.height)
    const result = decided(() => decide(view))
    writer.latest = view.latest
    if (view.changes.length === 0) {
      // Also a refusal or a repeated answer must hold: the lock is logged, so this commit is confirmed like any other.
      await session.query('commit')
      return { result, head: writer.head, unindexed: false, written: false }
    }
    const later = (entries: number) => this.indexing.later(entries, this.contended)
    const unit = await write(session, view, tails, { writer: writer.id, number }, writer.head, later)
    const committing = { result, head: unit.head, unindexed: unit.unindexed }
    work.committing = committing
    // If the first is refused, the second ends the transaction without effect. If it never leaves this process,
    // the second commits nothing, because the count is part of it.
    await session.together(() => [unit.send(), session.query('commit')])
    return { ...committing, written: true }
  }

  /** Before anything fails that does not fit the schema of a newer release. */
  private requireCurrent(row: Row | undefined, { units }: Writer): void {
    if (row === undefined || row[0] !== units) {
      this.writer = newWriter()
      throw row?.[0] === units + 1 ? misread() : forgotten()
    }
    if (row[1] !== this.schema) throw overtaken(String(row[1]))
  }

  private written<Result>({ writer, number }: Work<Result>, { head, unindexed }: Attempt<Result>): void {
    writer.units = number
    writer.head = head
    if (unindexed) this.indexing.add({ writer: writer.id, number })
    this.indexing.start()
  }

  /** After a failed attempt. */
  private throwUnlessRepeated<Result>(cause: unknown, work: Work<Result>): void {
    if (cause instanceof Decided) throw cause.cause
    const lost = lostConnection(cause)
    // Any other answer of the server is a refused commit: it did not take place.
    if (work.committing !== null && (lost || inDoubt(cause))) work.unanswered = work.committing
    const { unanswered } = work
    if (unanswered === null && isHopeless(cause, work)) throw unwritable(cause)
    if (!lost && !lostRace(cause) && unanswered === null) throw cause
    if (performance.now() < work.deadline) return
    // Nobody knows whether its last number and seal exist, so later units must not rely on them.
    if (unanswered !== null) this.writer = newWriter()
    throw outOfPatience(cause, unanswered !== null)
  }
}

/** Creates the writer's row, once, and reads the newest time of all engines. */
async function register(session: Session, writer: Writer): Promise<void> {
  if (writer.registered) return
  await session.query('insert into writer (id, units) values ($1, 0) on conflict (id) do nothing', [
    writer.id,
  ])
  const [row] = await session.query('select max(latest) from writer')
  writer.latest = Number(row?.[0])
  writer.registered = true
}

/**
 * Whether the unit of work with the unanswered commit took place. Its transaction locks the writer's row until it ends,
 * so this waits for that end and then knows.
 */
async function tookPlace(session: Session, writer: string, number: number): Promise<boolean> {
  const [row] = await session.query(LOCK_WRITER, [writer], 'lock_writer')
  if (row === undefined || (row[0] as number) < number - 1) throw forgotten()
  return row[0] === number
}

/** The server lacks commits that it has confirmed, for example after a failover without a synchronous standby. */
function forgotten(): Fault {
  return new Fault(
    'PostgreSQL has lost commits that it had confirmed: it has gone back in time. Nothing was written; repeat the call, and compare the ledger with your own records',
    {},
    { transient: true },
  )
}

/** Something between us and the server said that a commit had failed. It had not, and nothing is lost. */
function misread(): Fault {
  return new Fault(
    'PostgreSQL has the unit of work before, whose commit was reported as failed: its calls took effect. Nothing was written now; repeat the call',
    {},
    { transient: true },
  )
}

/** Identifies this engine's units of work to the server, until it must start again. */
interface Writer {
  readonly id: string
  registered: boolean
  /** The newest time of all engines when this one started, and of its units of work since: it does not write an older one. */
  latest: Timestamp
  /** The number of committed units of work. */
  units: number
  /** The end of its chain of seals. */
  head: Head
}

function newWriter(): Writer {
  return { id: randomUUID(), registered: false, latest: 0, units: 0, head: { height: 0, hash: NO_SEAL } }
}

interface Committing<Result> {
  readonly result: Result
  readonly head: Head
  readonly unindexed: boolean
}

interface Attempt<Result> extends Committing<Result> {
  readonly written: boolean
}

/** An error that a rule throws passes unchanged: it is not a failure of the server and is not retried. */
class Decided extends Error {}

function decided<Result>(decide: () => Result): Result {
  try {
    return decide()
  } catch (cause) {
    throw new Decided('the decision failed', { cause })
  }
}

/** Attempts. Whoever was first has committed, so the second one finds what is taken, unless it does not look for it. */
const TAKEN_AGAIN = 3

/** Whether every further attempt would fail as this one. */
function isHopeless(cause: unknown, work: Pick<Work<unknown>, 'taken'>): boolean {
  const key = takenKey(cause)
  if (key === undefined) return !lostRace(cause) && refusesWhatIsWritten(cause)
  const times = key === work.taken?.key ? work.taken.times + 1 : 1
  work.taken = { key, times }
  return times >= TAKEN_AGAIN
}

function unwritable(cause: unknown): Unwritable {
  return new Unwritable(
    `PostgreSQL cannot write it: ${messageOf(cause)}`,
    { state: sqlState(cause) ?? '' },
    { cause },
  )
}

function outOfPatience(cause: unknown, unknown: boolean): Fault {
  const state = sqlState(cause)
  return new Fault(
    unknown
      ? 'The commit was sent, and PostgreSQL did not answer and did not come back. Whether it took effect is unknown: repeat the call with the same Idempotency-Key'
      : `PostgreSQL did not take the unit of work in time: ${messageOf(cause)}. Nothing was written; repeat the call`,
    state === undefined ? {} : { state },
    { cause, transient: !unknown },
  )
}
